// All that a board in play needs.

import "./board.js";
import "./unsent.js";
import "./keys.js";
import "./speech.js";
import "./drawing.js";
import "./selection.js";
import "./places.js";
import "./trail.js";
import "./light.js";
import "./clock.js";
import "../copy.js";
import "../share.js";
