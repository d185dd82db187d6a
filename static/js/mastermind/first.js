// The first row on the first page, before there is a game. What every page needs comes along, as
// each file of its own is another request of a first visit.

import "../page.js";
import "./row.js";
import "./drag.js";
