// What every page with a game needs.

// Say so when the server can't be reached, instead of doing nothing.
function sayServerIsAway() {
  if (document.querySelector("#notice form")) return; // what waits there asks again by itself
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = navigator.onLine
    ? "The server didn’t answer. Nothing is lost. Try again in a moment."
    : "You are offline. Nothing is lost: carry on when you’re back online.";
  document.getElementById("notice").replaceChildren(notice);
}
document.addEventListener("htmx:error", sayServerIsAway);
window.addEventListener("online", () => document.getElementById("notice").replaceChildren());

// Moves made before this page learnt that it was stale are not for the board it shows now.
let staleSince = 0;
document.addEventListener("htmx:config:request", (event) => {
  event.detail.ctx.madeAt = performance.now();
});
document.addEventListener("htmx:after:request", (event) => {
  const { status, headers } = event.detail.ctx.response;
  if (status === 409) staleSince = performance.now();
  // What waits above the page goes on waiting, whatever else the page asks for meanwhile.
  const notice = document.getElementById("notice");
  if (status < 400 && !headers.has("HX-Retarget") && !notice.querySelector("form")) notice.replaceChildren();
});

// What was pressed on a page that now only waits is sent again until it is done.
setTimeout(() => document.querySelector(".page-message #again")?.requestSubmit(), 1000);

// What some proxy says of a server that is away is no part of the game.
document.addEventListener("htmx:before:response", (event) => {
  const { status, headers } = event.detail.ctx.response;
  if (status < 500 || headers.has("HX-Retarget")) return;
  event.preventDefault();
  sayServerIsAway();
});

// A move that waited for an earlier one of this page goes out with the version it led to.
document.addEventListener("htmx:before:request", (event) => {
  if (event.detail.ctx.madeAt < staleSince) {
    event.preventDefault();
    return;
  }
  const body = event.detail.ctx.request.body;
  const version = document.querySelector("#game input[name=version]");
  if (version && body instanceof URLSearchParams && body.has("version")) body.set("version", version.value);
});

// Who pressed what a swap took away goes on at the last place marked `data-focus` in what came
// instead (the later on the page, the more particular). What is marked `data-focus="new"` and was
// not there before is moved to in any case.
const fresh = () => [...document.querySelectorAll("[data-focus=new]")];
let known = new Set();
let hadFocus = false;
document.addEventListener("htmx:before:swap", () => {
  known = new Set(fresh().map((place) => place.id));
  hadFocus = document.activeElement !== document.body;
});
document.addEventListener("htmx:after:swap", (event) => {
  const part = document.getElementById(event.detail.ctx.target.id) ?? document;
  const isLost = hadFocus && document.activeElement === document.body;
  const places = [...document.querySelectorAll("[data-focus]")].filter((place) => part.contains(place));
  const place = fresh().find((one) => !known.has(one.id)) ?? (isLost ? places.at(-1) : null);
  place?.focus({ preventScroll: place.dataset.focus !== "new" });
});
