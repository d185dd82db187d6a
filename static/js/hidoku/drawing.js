// Drawing along the path of a Hidoku: press on a number and move on from cell to cell. A finger that
// moves where no path can go moves the board instead.

import { board, byId, cells, direction, field, last, numberIn, touches, valueOf } from "./cells.js";

let path = []; // the cells of the stroke with their numbers; the first held one before
let point = null; // where the pointer was last
let isMoving = false; // the board, and not a path

const ends = (one, other) => one !== undefined && valueOf(one.cell) === valueOf(other);

// The step that leads from the end of the stroke into a cell; none where the path cannot go on.
function stepInto(cell) {
  const end = path.at(-1);
  if (!touches(end.cell, cell) || path.some((step) => ends(step, cell))) return null;
  const ways = path.length > 1 ? [end.number - path.at(-2).number] : [direction(), -direction()];
  const stands = numberIn(cell);
  const taken = new Set([...cells().map(numberIn), ...path.map((step) => step.number)]);
  const way = ways.find((one) => {
    const next = end.number + one;
    return stands ? stands === next : next >= 1 && next <= last() && !taken.has(next);
  });
  return way ? { cell, number: end.number + way, isNew: !stands } : null;
}

// A swap may have brought other elements for the same cells, or the numbers themselves.
function show() {
  for (const cell of document.querySelectorAll("#entry .cell.drawn")) {
    cell.classList.remove("drawn");
    if (!numberIn(cell)) cell.querySelector("span").textContent = "";
  }
  for (const step of path) {
    step.cell = cells().find((cell) => ends(step, cell)) ?? step.cell;
    if (!step.isNew || numberIn(step.cell)) continue;
    step.cell.classList.add("drawn");
    step.cell.querySelector("span").textContent = step.number;
  }
  document.dispatchEvent(new Event("hidoku:shown"));
}

function draw(cell) {
  const isBack = ends(path.at(-2), cell);
  const into = isBack ? null : stepInto(cell);
  if (isBack) path.pop();
  else if (into) path.push(into);
  else return;
  show();
  if (board().scrollWidth > board().clientWidth) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// The cell that a point is well inside of: a line across a corner must not touch its neighbours.
export function cellUnder(x, y) {
  const cell = document.elementFromPoint(x, y)?.closest("#entry label.cell");
  if (!cell) return null;
  const box = cell.getBoundingClientRect();
  return Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2) < 0.42 * box.width ? cell : null;
}

function letGo() {
  const drawn = path;
  [path, isMoving] = [[], false];
  return drawn;
}

document.addEventListener("pointerdown", (event) => {
  const cell = event.target.closest?.("#entry label.cell");
  if (!field() || !cell || event.button || !event.isPrimary) return;
  const number = numberIn(cell);
  if (!number) return;
  path = [{ cell, number, isNew: false }];
  point = [event.clientX, event.clientY];
});

document.addEventListener("pointermove", (event) => {
  if (!path.length || !event.isPrimary) return;
  const [x, y] = point;
  const [right, down] = [event.clientX - x, event.clientY - y];
  const stops = Math.max(1, Math.ceil(Math.hypot(right, down) / 6)); // a fast hand leaves no cell out
  for (let stop = 1; stop <= stops && !isMoving; stop++) {
    const cell = cellUnder(x + (right * stop) / stops, y + (down * stop) / stops);
    if (!cell || ends(path.at(-1), cell)) continue;
    draw(cell);
    isMoving = event.pointerType === "touch" && path.length === 1 && !ends(path[0], cell);
  }
  if (isMoving) {
    board().scrollBy(-right, 0);
    window.scrollBy(0, -down);
  }
  point = [event.clientX, event.clientY];
});

document.addEventListener("pointerup", () => {
  const drawn = letGo();
  while (drawn.length && !drawn.at(-1).isNew) drawn.pop();
  const [first, ...rest] = drawn;
  if (rest.length && field()) {
    const { elements } = byId("stroke");
    elements.cells.value = rest.map((step) => valueOf(step.cell)).join(" ");
    elements.number.value = rest[0].number;
    elements.direction.value = rest[0].number < first.number ? "down" : "up";
    byId("stroke").requestSubmit();
  }
  if (first) show();
});

document.addEventListener("pointercancel", () => {
  if (letGo().length) show();
});

document.addEventListener("htmx:after:swap", () => {
  if (path.length) show();
});
