// A long press, as an event of its own.

export const HELD = "held";
const LONG = 450; // milliseconds
const NEAR = 8; // pixels: further is a drag
const HOLDABLE = "#game .row.current .hole, .swatch[data-symbol]";
let timer = null;
let start = null;

function cancel() {
  clearTimeout(timer);
  timer = null;
}

function swallow(event) {
  event.stopImmediatePropagation();
  event.preventDefault();
}

// What a long press or a drag ends on is not tapped as well.
export function swallowNextClick() {
  document.addEventListener("click", swallow, { capture: true, once: true });
  const forget = () => setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
  document.addEventListener("pointerup", forget, { once: true });
}

document.addEventListener("pointerdown", (event) => {
  const held = event.target.closest(HOLDABLE);
  if (!held || event.button !== 0) return;
  start = [event.clientX, event.clientY];
  timer = setTimeout(() => {
    timer = null;
    swallowNextClick();
    held.dispatchEvent(new CustomEvent(HELD, { bubbles: true }));
  }, LONG);
});
document.addEventListener("pointermove", (event) => {
  if (timer && Math.hypot(event.clientX - start[0], event.clientY - start[1]) > NEAR) cancel();
});
document.addEventListener("pointerup", cancel);
document.addEventListener("pointercancel", cancel);
document.addEventListener("contextmenu", (event) => {
  if (event.target.closest(HOLDABLE)) event.preventDefault(); // what a long press by touch brings
});
