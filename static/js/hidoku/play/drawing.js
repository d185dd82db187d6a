// Drawing along the path of a Hidoku: press on a cell and move on from cell to cell. From a number on
// the cells are counted. From an empty cell on the line has no numbers until it meets one, and then
// gets them all at once; one that meets none is pencilled in. A finger that moves where no path can
// go moves the board instead.

import { board, byId, cellAt, cells, direction, field, last, mode, numberIn, touches, valueOf } from "./cells.js";
import { lineThrough } from "./lines.js";
import { isAsking } from "./why.js";

let path = []; // the cells of the stroke with what stands in them and the number they get, 0 while that is open
let begun = []; // the line that was taken up where it ends, as values of cells
let point = null; // where the pointer was last
let isMoving = false; // the board, and not a path
let isFramed = false; // the board, which is larger than its frame
export let pencilled = []; // the values of a line that no number has met, until the server has drawn it

const ends = (one, other) => one !== undefined && valueOf(one.cell) === valueOf(other);
const wayOf = (stroke) => (stroke.length > 1 ? Math.sign(stroke.at(-1).number - stroke.at(-2).number) : 0);
const stepTo = (cell) => ({ cell, stands: numberIn(cell), number: numberIn(cell) });

// A stroke with the numbers that its cells get, counted from one that stands in it; null where they cannot.
function counted(stroke, ways) {
  const anchor = stroke.findIndex((step) => step.stands);
  if (anchor < 0) return stroke.map((step) => ({ ...step, number: 0 }));
  const taken = new Set(cells().map(numberIn));
  const isFree = (number) => number >= 1 && number <= last() && !taken.has(number);
  for (const way of ways) {
    const found = stroke.map((step, at) => ({ ...step, number: stroke[anchor].stands + way * (at - anchor) }));
    if (found.every(({ stands, number }) => (stands ? stands === number : isFree(number)))) return found;
  }
  return null;
}

// The stroke gone on into a cell; null where the path cannot. Only another number can turn its way round.
function goneOn(cell) {
  if (!touches(path.at(-1).cell, cell) || path.some((step) => ends(step, cell))) return null;
  const way = wayOf(path);
  const into = stepTo(cell);
  return counted([...path, into], way && !into.stands ? [way] : [way || direction(), -(way || direction())]);
}

function goneBack() {
  const way = wayOf(path) || direction();
  return counted(path.slice(0, -1), [way, -way]);
}

// A swap may have brought other elements for the same cells, or the numbers themselves.
function show() {
  for (const cell of document.querySelectorAll("#entry .cell.drawn")) {
    cell.classList.remove("drawn");
    if (!numberIn(cell)) cell.querySelector("span").textContent = "";
  }
  for (const step of path) {
    step.cell = cellAt(valueOf(step.cell)) ?? step.cell;
    if (step.stands || !step.number || numberIn(step.cell)) continue;
    step.cell.classList.add("drawn");
    step.cell.querySelector("span").textContent = step.number;
  }
  if (path.length) pencilled = path.at(-1).number ? [] : path.map((step) => valueOf(step.cell));
  document.dispatchEvent(new Event("hidoku:shown"));
}

// The stroke goes on into a cell, or back; whether it could.
function draw(cell) {
  const drawn = ends(path.at(-2), cell) ? goneBack() : goneOn(cell);
  path = drawn ?? path;
  return drawn !== null;
}

// The cell that a point is well inside of: a line across a corner must not touch its neighbours.
export function cellUnder(x, y) {
  const cell = document.elementFromPoint(x, y)?.closest("#entry label.cell");
  if (!cell) return null;
  const box = cell.getBoundingClientRect();
  return Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2) < 0.42 * box.width ? cell : null;
}

// The cells on a pointer's way, all asked for before one is drawn: each time something was drawn, to
// ask again lays out the page. A fast hand leaves no cell out.
function cellsOnWay([x, y], [right, down]) {
  const stops = Math.max(1, Math.ceil(Math.hypot(right, down) / 6));
  const at = (stop) => cellUnder(x + (right * stop) / stops, y + (down * stop) / stops);
  return Array.from({ length: stops }, (_, index) => at(index + 1)).filter(Boolean);
}

// Draws into these cells one after the other; a finger that leaves its cell where no path can go moves the board.
function drawInto(found, isTouch) {
  let isDrawn = false;
  for (const cell of found) {
    if (ends(path.at(-1), cell)) continue;
    isDrawn = draw(cell) || isDrawn;
    isMoving = isTouch && path.length === 1 && !ends(path[0], cell);
    if (isMoving) break;
  }
  if (!isDrawn) return;
  show();
  if (isFramed) path.at(-1).cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function letGo() {
  const drawn = path;
  [path, isMoving] = [[], false];
  return drawn;
}

document.addEventListener("pointerdown", (event) => {
  const cell = event.target.closest?.("#entry label.cell");
  if (!field() || !cell || event.button || !event.isPrimary) return;
  if (isAsking() || mode() === "tint" || (mode() === "note" && !numberIn(cell))) return; // cells are selected there
  begun = numberIn(cell) ? [] : lineThrough(valueOf(cell));
  path = (begun.length ? begun.map(cellAt) : [cell]).map(stepTo);
  point = [event.clientX, event.clientY];
  isFramed = board().scrollWidth > board().clientWidth;
});

document.addEventListener("pointermove", (event) => {
  if (!path.length || !event.isPrimary) return;
  const [x, y] = point;
  const [right, down] = [event.clientX - x, event.clientY - y];
  if (!isMoving) drawInto(cellsOnWay(point, [right, down]), event.pointerType === "touch");
  if (isMoving) {
    const { scrollTop } = board();
    board().scrollBy({ left: -right, top: -down, behavior: "instant" });
    if (board().scrollTop === scrollTop) window.scrollBy(0, -down);
  }
  point = [event.clientX, event.clientY];
});

function send(id, steps) {
  const { elements } = byId(id);
  elements.cells.value = steps.map((step) => valueOf(step.cell)).join(" ");
  elements.number.value = steps[0].number;
  elements.direction.value = wayOf(steps) < 0 ? "down" : "up";
  byId(id).requestSubmit();
}

// What is new of a line, or of one that was taken up and gone back on what is gone.
function sendLine(drawn) {
  const kept = Math.min(drawn.length, begun.length);
  const gone = begun.slice(kept && kept - 1).map((value) => ({ cell: cellAt(value), number: 0 }));
  const steps = drawn.length < begun.length ? gone : drawn.slice(kept && kept - 1);
  if (steps.length > 1) send("line", steps);
  else pencilled = [];
}

document.addEventListener("pointerup", () => {
  const drawn = letGo();
  if (!drawn.length) return;
  if (!drawn.at(-1).number && field()) sendLine(drawn);
  const isNew = drawn.map((step) => !step.stands);
  const steps = drawn.slice(isNew.indexOf(true), isNew.lastIndexOf(true) + 1);
  if (isNew.includes(true) && steps[0].number && field()) send("stroke", steps);
  show();
});

document.addEventListener("pointercancel", () => {
  if (letGo().length) {
    pencilled = [];
    show();
  }
});

document.addEventListener("htmx:after:swap", () => {
  if (path.length) show();
});

// The server has drawn the line, or refused it, or could not be asked.
document.addEventListener("htmx:finally:request", (event) => {
  if (event.detail.ctx.sourceElement?.id !== "line") return;
  pencilled = [];
  show();
});
