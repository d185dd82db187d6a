// All that a board in play needs.

import "./play/board.js";
import "./play/unsent.js";
import "./play/keys.js";
import "./play/speech.js";
import "./play/drawing.js";
import "./play/zoom.js";
import "./play/selection.js";
import "./places.js";
import "./play/trail.js";
import "./play/light.js";
import "./play/clock.js";
import "../share.js";
