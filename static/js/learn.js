// A question: where it asks for a code, the code is built as on a board, and numbers are chosen by keys.

import "./copy.js";
import "./learn/numbers.js";
import "./learn/piles.js";
import "./mastermind/drag.js";
import "./mastermind/row.js";

document.addEventListener("htmx:after:swap", (event) => {
  const part = document.getElementById(event.detail.ctx.target.id); // a class tells of itself now and then
  part?.querySelector(".judgement:not(.right), .exercise .judgement")?.scrollIntoView({ block: "nearest" });
});
