// The first row on the first page, before there is a game.

import "./row.js";
import "./drag.js";
