// A position looked at from all sides: a row to try, and the link that names the position.

import "./row.js";
import "./drag.js";
import "../copy.js";
