// The time played goes on while the page is in sight; the server measures it, and is told when that ends and begins again.

import { byId, field } from "./cells.js";

const MOST = 300_000; // milliseconds: of a long pause no more counts, and of one that the server knows of only
const LEAST = 3000;
let since = performance.now();
let left = since; // when the page went out of sight

function tick() {
  const time = byId("clock");
  if (!time || "stopped" in time.dataset || left) return;
  const passed = Math.min(performance.now() - since, MOST);
  const shown = new Date(1000 * time.dataset.seconds + passed).toISOString().slice(11, 19);
  time.textContent = shown.replace(/^00:0?|^0/, "");
}

function tell(body) {
  if (!field() || !left === !body) return;
  if (left) since += Math.max(0, performance.now() - left - LEAST);
  left = body && performance.now();
  navigator.sendBeacon(new URL("clock", byId("entry").action), body);
}

const leave = () => tell(new URLSearchParams("left=1"));
const look = () => (document.hidden ? leave() : tell());

document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx.target.id !== "scoreboard") since = performance.now(); // not a race’s scoreboard
  look(); // a game may have begun on this page
});
addEventListener("visibilitychange", look);
addEventListener("pagehide", leave);
addEventListener("pageshow", look); // when it is loaded, too
setInterval(tick, 1000);
