// Setting a code, or taking one in a row of its own, and answering guesses.

import "./row.js";
import "./answer.js";

// Who gives an answer by hand is not overtaken by the page, which answers by itself after a while.
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.id === "by-hand" && event.target.open) document.querySelector(".by-itself")?.remove();
  },
  { capture: true },
);
