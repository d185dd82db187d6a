// A position looked at from all sides: a row to try or to add, and the link that names the position.

import "./row.js";
import "./answer.js";
import "./drag.js";
import "../copy.js";
