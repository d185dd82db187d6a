// The table of a contest, and a race: its clock runs by the server's time, and at its end a player's board opens.

import "./copy.js";

// Who doesn't look at the page isn't told what arrives; who comes back is told at once.
document.addEventListener("htmx:before:request", (event) => {
  if (document.hidden && event.detail.ctx.sourceElement?.id === "poll") event.preventDefault();
});

function markOwn() {
  const own = document.querySelector("[data-own]")?.dataset.own;
  document.getElementById(own)?.classList.add("own");
  const start = document.querySelector("[data-least]");
  if (start) start.disabled = document.querySelectorAll("#scoreboard li").length < start.dataset.least;
}
document.addEventListener("htmx:after:swap", markOwn);
markOwn();

const clock = document.querySelector("[data-until]");
if (clock) {
  const ahead = Number(clock.dataset.now) - Date.now(); // the server's clock, perhaps a moment late, never early
  const go = document.getElementById("go");
  const isStarting = document.querySelector("[data-says]");
  const tick = () => {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.until) - Date.now() - ahead) / 1000));
    clock.textContent = isStarting ? left : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left > 0 || !isStarting) return;
    clearInterval(ticking);
    if (!go) return;
    document.addEventListener("htmx:before:response", (event) => event.preventDefault()); // nothing else opens now
    go.requestSubmit();
  };
  const ticking = setInterval(tick, 100);
  document.addEventListener("visibilitychange", tick);
  tick();
  if (isStarting) setTimeout(() => (isStarting.textContent = isStarting.dataset.says), 100); // so that it's a change
}
