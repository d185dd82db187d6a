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

const part = (kind, number, way) => ({ kind: `${kind} hue-${hueOf(number)} unconfirmed`, way });

// A line without numbers, while it is drawn and till the server has it.
const pencil = (values, ribbon) => part("pencil", 1, `M${values.map((value) => middle(cellAt(value), ribbon).join(" ")).join("L")}`);

function strand(cell, following, number, ribbon) {
  const [[x, y], [goalX, goalY]] = [middle(cell, ribbon), middle(following, ribbon)];
  if (Math.hypot(goalX - x, goalY - y) > REACH[board().dataset.adjacency]) return [];
  return [part("strand", number, `M${x} ${y}L${goalX} ${goalY}`)];
}

function strands(fresh, ribbon) {
  const where = cellsByNumber();
  return [...new Set(fresh.flatMap((one) => [one - 1, one]))].flatMap((number) => {
    const [cell, following] = [where.get(number), where.get(number + 1)];
    return cell && following ? strand(cell, following, number, ribbon) : [];
  });
}

const knots = (unconfirmed, ribbon) => unconfirmed.map((cell) => part("knot", shownIn(cell), `M${middle(cell, ribbon).join(" ")}h.001`));

function drawn({ kind, way }, { namespaceURI }) {
  const path = document.createElementNS(namespaceURI, "path");
  path.setAttribute("class", kind);
  path.setAttribute("d", way);
  return path;
}

// All is asked first and then written: to ask where a cell is lays out the page if something was written.
function drawTrail() {
  planned = 0;
  const ribbon = byId("ribbon");
  if (!ribbon) return;
  const unconfirmed = [...document.querySelectorAll("#entry .cell.sent, #entry .cell.drawn")];
  const parts = pencilled.length > 1 ? [pencil(pencilled, ribbon)] : [];
  if (unconfirmed.length) parts.push(...strands(unconfirmed.map(shownIn), ribbon), ...knots(unconfirmed, ribbon));
  for (const path of ribbon.querySelectorAll(".unconfirmed")) path.remove();
  ribbon.append(...parts.map((each) => drawn(each, ribbon)));
}

// Once before each frame: to ask where cells are lays out the page.
let planned = 0;
document.addEventListener("hidoku:shown", () => {
  planned ||= requestAnimationFrame(drawTrail);
});
