// The ribbon of numbers that the server has not confirmed yet: the path grows under the hand.

import { byId, shownIn } from "./cells.js";

const HUES = 24;
const REACH = { eight: 1.5, four: 1.1, hex: 1.1 }; // from a cell's middle to its neighbour's, in cells

// Where numbers stand, what was only typed left out.
function cellsByNumber() {
  const filled = document.querySelectorAll("#entry .cell:not(.empty), #entry .cell.sent, #entry .cell.drawn");
  return new Map([...filled].map((cell) => [shownIn(cell), cell]));
}

function strand(cell, following, number, ribbon) {
  const frame = cell.offsetParent;
  const scale = ribbon.viewBox.baseVal.width / frame.offsetWidth;
  const [[x, y], [goalX, goalY]] = [cell, following].map((one) => [
    scale * (one.offsetLeft + one.offsetWidth / 2),
    scale * (one.offsetTop + one.offsetHeight / 2),
  ]);
  const { adjacency, last } = frame.closest(".board").dataset;
  if (Math.hypot(goalX - x, goalY - y) > REACH[adjacency]) return;
  const path = document.createElementNS(ribbon.namespaceURI, "path");
  path.setAttribute("class", `unconfirmed hue-${Math.floor(((number - 1) * HUES) / Number(last))}`);
  path.setAttribute("d", `M${x} ${y}L${goalX} ${goalY}`);
  ribbon.append(path);
}

document.addEventListener("hidoku:shown", () => {
  for (const path of document.querySelectorAll("#ribbon .unconfirmed")) path.remove();
  const fresh = [...document.querySelectorAll("#entry .cell.sent, #entry .cell.drawn")].map(shownIn);
  const ribbon = byId("ribbon");
  if (!fresh.length || !ribbon) return;
  const where = cellsByNumber();
  for (const number of new Set(fresh.flatMap((one) => [one - 1, one]))) {
    const [cell, following] = [where.get(number), where.get(number + 1)];
    if (cell && following) strand(cell, following, number, ribbon);
  }
});
