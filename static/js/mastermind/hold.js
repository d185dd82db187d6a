// A long press, as an event of its own.

export const HELD = "held";
const LONG = 450; // milliseconds
const NEAR = 8; // pixels: further is a drag
const HOLDABLE = "#game .row.current .hole, .swatch[data-symbol]";
let pressing = null;
let pressedAt = null;

function letGo() {
  clearTimeout(pressing);
  pressing = null;
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
  pressedAt = [event.clientX, event.clientY];
  pressing = setTimeout(() => {
    pressing = null;
    swallowNextClick();
    held.dispatchEvent(new CustomEvent(HELD, { bubbles: true }));
  }, LONG);
});
document.addEventListener("pointermove", (event) => {
  if (pressing && Math.hypot(event.clientX - pressedAt[0], event.clientY - pressedAt[1]) > NEAR) letGo();
});
document.addEventListener("pointerup", letGo);
document.addEventListener("pointercancel", letGo);
document.addEventListener("contextmenu", (event) => {
  if (event.target.closest(HOLDABLE)) event.preventDefault(); // what a long press by touch brings
});
