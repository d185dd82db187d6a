// Sharing today’s table, and copying the link of a circle.

import "./copy.js";
import "./share.js";
