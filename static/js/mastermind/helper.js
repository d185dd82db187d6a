// The rows of a game played elsewhere, and the link that keeps it.

import "./row.js";
import "./answer.js";
import "../copy.js";
