// Several cells at once, for notes and colours: pressed and moved over, or added with Shift. What is
// noted next goes into all of them, so does a colour, and Erase rubs out what all of them have.

import { cellAt, field, isPencil, mode, radioAt, valueOf } from "./cells.js";
import { cellUnder } from "./drawing.js";
import { speak } from "./speech.js";

let selected = new Set(); // values of cells; one alone is the chosen cell and no selection
let isPressed = false;

function markSelected() {
  for (const cell of document.querySelectorAll("#entry .cell.selected")) if (selected.size < 2 || !selected.has(valueOf(cell))) cell.classList.remove("selected");
  if (selected.size > 1) for (const value of selected) cellAt(value)?.classList.add("selected");
}

function select(values) {
  const { size } = selected;
  selected = new Set(values);
  markSelected();
  if (selected.size > 1 && selected.size !== size) speak(`${selected.size} cells selected.`);
}

// Notes go into empty cells only, a colour into any.
const isOpen = (cell) => cell && (mode() === "tint" || (mode() === "note" && cell.matches(".empty")));
const checked = () => document.querySelector("#entry input[name=cell]:checked")?.value;

// Arrow keys lead to another cell, which with Shift joins those selected.
export function goOnFrom(value, goal, isJoining) {
  const before = selected.size > 1 ? selected : [value];
  select(isJoining && isOpen(cellAt(goal)) ? [...before, goal] : [goal]);
}

// With Shift a cell joins those selected, or leaves them.
function selectToo(value) {
  const before = selected.size > 1 ? selected : new Set([checked()]);
  select(before.has(value) && before.size > 1 ? [...before].filter((one) => one !== value) : [...before, value]);
}

document.addEventListener("pointerdown", (event) => {
  const cell = event.target.closest("#entry label.cell");
  if (!field() || !cell || event.button !== 0 || !event.isPrimary) return;
  isPressed = isOpen(cell) && !event.shiftKey;
  event.target.releasePointerCapture?.(event.pointerId);
  if (event.shiftKey && isOpen(cell)) selectToo(valueOf(cell));
  else select([valueOf(cell)]);
});

document.addEventListener("pointermove", (event) => {
  if (!isPressed || !event.isPrimary || !event.buttons) return;
  const cell = cellUnder(event.clientX, event.clientY);
  if (!isOpen(cell) || selected.has(valueOf(cell))) return;
  if (selected.size === 1) radioAt([...selected][0]).click();
  select([...selected, valueOf(cell)]);
});

for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () => {
    isPressed = false;
  });
}

// A click with Shift selects text, and would choose the cell alone.
document.addEventListener("click", (event) => {
  if (event.shiftKey && field() && isOpen(event.target.closest("#entry label.cell"))) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && selected.size > 1) select([checked()]);
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#entry input[name=cell]") && !selected.has(event.target.value)) select([event.target.value]);
});

document.addEventListener("htmx:config:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (selected.size > 1 && sourceElement.matches("#note, #candidates, #erase, .tint-key")) request.body.set("cells", [...selected].join(" "));
});

document.addEventListener("htmx:after:swap", () => {
  if (field() && !isPencil()) selected = new Set();
  markSelected();
});
