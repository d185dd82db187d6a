// A step of a lesson: where it asks for a code, the code is built as on a board.

import "./mastermind/row.js";

document.addEventListener("htmx:after:swap", () => {
  document.querySelector(".judgement:not(.right)")?.scrollIntoView({ block: "nearest" });
});
