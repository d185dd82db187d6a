// The ribbon of numbers that the server has not confirmed yet: the path grows under the hand.

import { board, byId, cellAt, hueOf, shownIn } from "./cells.js";
import { pencilled } from "./drawing.js";

const REACH = { eight: 1.5, four: 1.1, hex: 1.1 }; // from a cell's middle to its neighbour's, in cells

// Where numbers stand, what was only typed left out.
function cellsByNumber() {
  const filled = document.querySelectorAll("#entry .cell:not(.empty), #entry .cell.sent, #entry .cell.drawn");
  return new Map([...filled].map((cell) => [shownIn(cell), cell]));
}

// A cell's middle in the units of the ribbon's picture.
export function middle(cell, ribbon) {
  const [box, frame] = [cell.getBoundingClientRect(), ribbon.getBoundingClientRect()];
  const scale = ribbon.viewBox.baseVal.width / frame.width;
  return [scale * (box.x + box.width / 2 - frame.x), scale * (box.y + box.height / 2 - frame.y)];
}

function add(ribbon, kind, number, way) {
  const part = document.createElementNS(ribbon.namespaceURI, "path");
  part.setAttribute("class", `${kind} hue-${hueOf(number)} unconfirmed`);
  part.setAttribute("d", way);
  ribbon.append(part);
}

// A line without numbers, while it is drawn and till the server has it.
function pencil(values, ribbon) {
  add(ribbon, "pencil", 1, `M${values.map((value) => middle(cellAt(value), ribbon).join(" ")).join("L")}`);
}

function strand(cell, following, number, ribbon) {
  const [[x, y], [goalX, goalY]] = [middle(cell, ribbon), middle(following, ribbon)];
  if (Math.hypot(goalX - x, goalY - y) > REACH[board().dataset.adjacency]) return;
  add(ribbon, "strand", number, `M${x} ${y}L${goalX} ${goalY}`);
}

function drawTrail() {
  planned = 0;
  for (const path of document.querySelectorAll("#ribbon .unconfirmed")) path.remove();
  const unconfirmed = [...document.querySelectorAll("#entry .cell.sent, #entry .cell.drawn")];
  const fresh = unconfirmed.map(shownIn);
  const ribbon = byId("ribbon");
  if (ribbon && pencilled.length > 1) pencil(pencilled, ribbon);
  if (!fresh.length || !ribbon) return;
  const where = cellsByNumber();
  for (const number of new Set(fresh.flatMap((one) => [one - 1, one]))) {
    const [cell, following] = [where.get(number), where.get(number + 1)];
    if (cell && following) strand(cell, following, number, ribbon);
  }
  for (const cell of unconfirmed) add(ribbon, "knot", shownIn(cell), `M${middle(cell, ribbon).join(" ")}h.001`);
}

// Once before each frame: to ask where cells are lays out the page.
let planned = 0;
document.addEventListener("hidoku:shown", () => {
  planned ||= requestAnimationFrame(drawTrail);
});
