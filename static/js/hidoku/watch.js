// A Hidoku being watched: its rulers, its chapters and its tree, and questions about it.

import "../copy.js";
import { goTo, rowAndColumn } from "../frames.js";
import { rulerSigns } from "./places.js";
import { askAbout } from "./play/why.js";

// What the step speaks of is bold on the rulers.
function markRulers() {
  const board = document.querySelector(".watching .cells");
  const spoken = [...(board?.querySelectorAll(SPOKEN.find((name) => board.querySelector(name)) ?? "#none") ?? [])];
  const { rows, columns } = rulerSigns(board);
  for (const [at, signs] of [rows, columns].entries()) {
    const places = new Set(spoken.map((cell) => String(rowAndColumn(cell)[at] + 1)));
    for (const sign of signs) sign.classList.toggle("spoken", places.has(sign.textContent.trim()));
  }
}

const SPOKEN = [".looked-at", ".newest", ".target", ".tried", ".conflict", ".chain", ".area", ".because"];

document.addEventListener("htmx:after:swap", markRulers);

document.addEventListener("click", (event) => {
  const line = event.target.closest(".chapters a, .tree a, .to-step");
  if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goTo({ step: Number(line.dataset.step) });
});

// The form of a question stays as it came; it asks about the step that is shown. While it is open,
// pointing at a cell asks about it; the answer takes its place.
const question = () => document.querySelector("#why-not details");
// On a phone it comes up to the bar, below as much of the board as there is room for.
const bringUp = (part) => part.scrollIntoView({ block: matchMedia("(min-width: 56rem)").matches ? "nearest" : "end" });
const isQuestion = (ctx) => ctx.sourceElement.closest("#why-not") !== null;

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!isQuestion(ctx)) return;
  const { step, link } = document.getElementById("frame").dataset;
  ctx.request.body.set("step", step);
  ctx.request.body.set("link", link);
  if (document.getElementById("guess").checked) ctx.request.body.set("guess", "on");
});

document.addEventListener("click", (event) => {
  const cell = question()?.open && event.target.closest(".watching .board .cell");
  if (!cell) return;
  cell.classList.add("pointed");
  askAbout(rowAndColumn(cell).join(), question());
});

document.addEventListener("toggle", (event) => {
  if (event.target === question() && question().open) bringUp(question());
}, true);

document.addEventListener("htmx:after:swap", (event) => {
  if (!isQuestion(event.detail.ctx)) return;
  delete question().dataset.chosen;
  const back = document.querySelector(".to-step");
  if (!back) return; // it could not be asked
  question().querySelector("form").reset();
  question().open = false;
  back.focus({ preventScroll: true });
  bringUp(document.querySelector(".watching .step"));
});
