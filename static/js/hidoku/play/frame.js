// A board that is too large for its frame moves inside it, to where something is spoken of or the
// number in hand has to go.

import { board, cells, field, numberIn } from "./cells.js";

const NEAR = 1.2; // cells from the edge of the frame at which a board moves on

const canPan = (frame) => frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1;

// How far the frame must move so that its middle comes to that of the cell, if the cell is not well inside it.
function awayFrom(cell, margin) {
  const [inner, outer] = [cell.getBoundingClientRect(), board().getBoundingClientRect()];
  const room = margin * inner.width;
  const isInside = inner.left - room >= outer.left && inner.right + room <= outer.right && inner.top - room >= outer.top && inner.bottom + room <= outer.bottom;
  return isInside ? [0, 0] : [(inner.left + inner.right - outer.left - outer.right) / 2, (inner.top + inner.bottom - outer.top - outer.bottom) / 2];
}

// A hand that moves the board meanwhile goes before.
function bringIntoFrame(cell, margin = 0) {
  const frame = board();
  if (!cell || !canPan(frame)) return;
  frame.scrollBy(...awayFrom(cell, margin));
}

// A number goes beside the one that stands nearest to it on the path.
let followed = 0;
export function followHand(number) {
  if (number !== followed) requestAnimationFrame(() => follow(number)); // by then the page is laid out
}

function follow(number) {
  if (number === followed || !field() || !canPan(board())) return;
  followed = number;
  bringBeside(number);
}

export function bringBeside(number) {
  const standing = cells().filter(numberIn);
  const distance = (cell) => Math.abs(numberIn(cell) - number);
  const nearest = standing.reduce((best, cell) => (best && distance(best) <= distance(cell) ? best : cell), null);
  bringIntoFrame(nearest, NEAR);
}

// The first of the marks of a hint, a check or a question, by what is spoken of most.
const MARKS = ["looked-at", "tried", "conflict", "because", "area", "reachable"];
export function showMarked() {
  const found = MARKS.map((name) => document.querySelector(`#entry .cell.${name}`)).find(Boolean);
  bringIntoFrame(found);
}
