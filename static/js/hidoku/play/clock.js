// The time played goes on between two answers; a long pause does not count.

import { byId } from "./cells.js";

let since = performance.now();

function tick() {
  const time = byId("clock");
  if (!time || "stopped" in time.dataset || document.hidden) return;
  const passed = Number(time.dataset.seconds) + Math.floor((performance.now() - since) / 1000);
  const seconds = Math.min(passed, Number(time.dataset.most));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, minutes, rest] = parts.map((part) => String(part).padStart(2, "0"));
  time.textContent = Number(hours) ? `${Number(hours)}:${minutes}:${rest}` : `${Number(minutes)}:${rest}`;
}

document.addEventListener("htmx:after:swap", () => {
  since = performance.now();
});
setInterval(tick, 1000);
