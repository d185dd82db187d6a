// Setting a code, or taking one in a row of its own, and answering guesses.

import "./row.js";
import "./answer.js";
