// A board with small cells grows and shrinks inside its frame under two fingers, which move it, too;
// and by a button. The size of its cells is a property of the document, which no swap takes away.

import { board, byId, field } from "./cells.js";
import { bringBeside } from "./frame.js";

const ENOUGH = 36; // pixels: cells as large as that need no zoom
const BY_BUTTON = 48;
const LARGEST = 64;
const root = document.documentElement;
let usual = 0; // the size of cells without a zoom
let held = null; // where two fingers took hold, and the size of cells then
let pinched = null; // where they have come to, and the size

const picture = () => board().querySelector(".cells");
const ground = () => board().querySelector(".tiles");
const sizeOf = (box) => box.width / ground().viewBox.baseVal.width;
const sizeNow = () => sizeOf(ground().getBoundingClientRect());
const isZoomed = () => sizeNow() > usual + 1;

// Cells of another size; what was at one point of the screen comes to another. The frame stays as high as it was.
function zoom(size, [x, y], goal) {
  const before = ground().getBoundingClientRect();
  root.style.setProperty("--frame", `${board().offsetHeight}px`);
  root.style.setProperty("--least", `${size}px`);
  const after = ground().getBoundingClientRect();
  const grown = after.width / before.width;
  const left = after.x + grown * (x - before.x) - goal[0];
  const top = after.y + grown * (y - before.y) - goal[1];
  board().scrollBy({ left, top, behavior: "instant" });
  byId("zoom").ariaPressed = String(isZoomed());
}

function fingers({ touches: [one, other] }) {
  const [right, down] = [other.clientX - one.clientX, other.clientY - one.clientY];
  return { apart: Math.hypot(right, down), middle: [one.clientX + right / 2, one.clientY + down / 2] };
}

function letGoOfBoard() {
  picture().style.transform = "";
  if (pinched) zoom(pinched.size, held.middle, pinched.middle);
  [held, pinched] = [null, null];
}

function takeHold(event) {
  letGoOfBoard();
  if (event.touches.length !== 2 || !("zoom" in root.dataset)) return;
  document.dispatchEvent(new Event("pointercancel")); // what the first finger began to draw
  held = { ...fingers(event), size: sizeNow() };
  const { x, y } = picture().getBoundingClientRect();
  picture().style.transformOrigin = `${held.middle[0] - x}px ${held.middle[1] - y}px`;
}

// The picture alone grows till a finger is lifted: to lay out 400 cells takes longer than a frame.
function pinch(event) {
  if (!held) return;
  if (event.cancelable) event.preventDefault();
  const { apart, middle } = fingers(event);
  const size = Math.min((held.size * apart) / held.apart, LARGEST);
  pinched = { size, middle };
  picture().style.transform = `translate(${middle[0] - held.middle[0]}px, ${middle[1] - held.middle[1]}px) scale(${size / held.size})`;
}

function zoomByButton() {
  const box = board().getBoundingClientRect();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  zoom(isZoomed() ? 0 : BY_BUTTON, middle, middle);
  bringBeside(Number(field().value || field().placeholder));
}

// A board that is over shows itself as it came.
function setUpZoom() {
  const button = byId("zoom");
  if (!button) root.style.removeProperty("--least");
  if (!root.style.getPropertyValue("--least") && !held) usual = button ? sizeNow() : ENOUGH;
  root.toggleAttribute("data-zoom", usual < ENOUGH);
  if (!button) return;
  Object.assign(board(), { ontouchstart: takeHold, ontouchmove: pinch, ontouchend: takeHold, ontouchcancel: takeHold });
  Object.assign(button, { onclick: zoomByButton, hidden: usual >= ENOUGH, ariaPressed: String(isZoomed()) });
}

addEventListener("resize", setUpZoom);
document.addEventListener("htmx:after:swap", setUpZoom);
setUpZoom();
