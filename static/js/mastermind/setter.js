// Setting a code, or taking one in a row of its own, and answering guesses.

import "./row.js";
import "./answer.js";

// What a changed answer leads to is seen: the computer's new guess, on the board above the form.
document.addEventListener("htmx:after:swap", () => {
  const board = document.querySelector("#game .rows");
  const isAnswering = document.getElementById("answer") && !document.getElementById("save");
  if (board && isAnswering && board.getBoundingClientRect().bottom < 60) board.scrollIntoView({ block: "start" });
});

// Who gives an answer by hand is not overtaken by the page, which answers by itself after a while.
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.id === "by-hand" && event.target.open) document.querySelector(".by-itself")?.remove();
  },
  { capture: true },
);
