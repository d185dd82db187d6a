// An exercise that is answered by a row of pegs: it is built as in a game.

import "../mastermind/row.js";
import "../mastermind/drag.js";
import "../copy.js";
