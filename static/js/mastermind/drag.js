// Dragging a peg: from the palette into a hole, from hole to hole, or out of its hole.

import { swallowNextClick } from "./hold.js";
import { EMPTY, draft, isRowOpen, putAt, soon } from "./row.js";

const FAR = 8; // pixels: less is a tap
let drag = null; // what is dragged: { symbol, from, peg, x, y, ghost }

function begin(event) {
  const swatch = event.target.closest(".swatch[data-symbol]");
  const hole = event.target.closest("#game .row.current .hole:has(.peg)");
  if ((!swatch && !hole) || !isRowOpen() || event.button !== 0) return;
  const from = hole ? Number(hole.dataset.hole) : null;
  const symbol = hole ? draft()[from] : swatch.dataset.symbol;
  drag = { symbol, from, peg: (hole ?? swatch).querySelector(".peg"), x: event.clientX, y: event.clientY, ghost: null };
}

function moveTo(event) {
  if (!drag) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.ghost && Math.hypot(x, y) < FAR) return;
  if (!drag.ghost) {
    drag.ghost = ghostOf(drag.peg);
    swallowNextClick();
  }
  drag.ghost.style.translate = `${x}px ${y}px`;
}

function ghostOf(peg) {
  const { left, top, width, height } = peg.getBoundingClientRect();
  const ghost = peg.cloneNode(true);
  ghost.classList.add("ghost");
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  document.body.append(ghost);
  return ghost;
}

function end(event) {
  const done = drag;
  drag = null;
  if (!done?.ghost) return;
  done.ghost.remove();
  const hole = document.elementFromPoint(event.clientX, event.clientY)?.closest("#game .row.current .hole");
  soon(() => {
    const place = hole ? Number(hole.dataset.hole) : null;
    const there = place === null ? EMPTY : draft()[place];
    if (place !== null) putAt(place, done.symbol);
    if (done.from !== null && done.from !== place) putAt(done.from, there);
  });
}

document.addEventListener("pointerdown", begin);
document.addEventListener("pointermove", moveTo);
document.addEventListener("pointerup", end);
document.addEventListener("pointercancel", () => {
  drag?.ghost?.remove();
  drag = null;
});
