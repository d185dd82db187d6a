// Play and pause. Every frame is a page of its own: the player asks for the next one in time, and
// while an answer is on its way only the last wish counts.

const frame = () => document.getElementById("frame");
const part = (id) => document.getElementById(id);
let timer = null;
let playing = false;
let wanted = null; // the step asked for last, while answers are on their way

const at = () => Number(frame().dataset.step);
const last = () => Number(frame().dataset.last);
const isThere = () => part("scrub") !== null; // not while the solve is still being worked out

function addressOf(step) {
  const form = part("scrub");
  const asked = new URLSearchParams(new FormData(form));
  asked.set(part("step").name, step);
  return `${new URL(form.action).pathname}?${asked}`;
}

function fetchFrame(step) {
  return window.htmx.ajax("GET", addressOf(step), { target: "#frame", swap: "outerMorph" });
}

// While one frame is shown the next is on its way already.
let ahead = null;

function fetchAhead(step) {
  const url = addressOf(step);
  const headers = { "HX-Request": "true", "HX-Request-Type": "partial" };
  ahead = { url, answer: fetch(url, { headers }) };
  ahead.answer.catch(() => {}); // htmx says so when the frame is asked for
}

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.request.action !== ahead?.url) return;
  const { answer } = ahead;
  ctx.fetch = () => answer;
  ahead = null;
});

// Show a step; false if the server did not answer.
async function go(step) {
  const isRunning = wanted !== null;
  wanted = Math.max(0, Math.min(last(), step));
  if (isRunning) return true;
  while (wanted !== at()) {
    const asked = wanted;
    await fetchFrame(asked);
    if (!isThere() || at() !== asked) break;
  }
  const isReached = wanted === at();
  wanted = null;
  return isReached;
}

function setPlaying(on) {
  playing = on;
  part("play").textContent = on ? "Pause" : "Play";
  clearTimeout(timer);
}

async function advance() {
  if (!playing) return;
  const started = performance.now();
  const isReached = await go(at() + 1);
  if (!playing) return;
  const pause = Number(part("speed").value) - (performance.now() - started);
  if (!isReached || at() >= last()) {
    setPlaying(false);
    return;
  }
  fetchAhead(at() + 1);
  timer = setTimeout(advance, Math.max(0, pause));
}

async function togglePlaying() {
  if (playing) {
    setPlaying(false);
    return;
  }
  setPlaying(true);
  if (at() >= last()) await go(0);
  timer = setTimeout(advance, Number(part("speed").value) / 2);
}

function jump(id) {
  setPlaying(false);
  const from = wanted ?? at();
  go({ first: 0, back: from - 1, next: from + 1, last: last() }[id]);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) togglePlaying();
  const link = event.target.closest("#scrub a, .overlay a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.id) jump(link.id);
  else window.htmx.ajax("GET", link.getAttribute("href"), { target: "#frame", swap: "outerMorph" });
});

document.addEventListener("input", (event) => {
  if (event.target.id === "step") {
    setPlaying(false);
    go(Number(event.target.value));
  } else if (event.target.name === "show" && wanted === null) {
    fetchFrame(at());
  }
});

document.addEventListener("keydown", (event) => {
  if (!isThere() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input[type=range], input[type=number], select")) return;
  if (event.key === " " && event.target.closest("button, a, summary, input")) return;
  const id = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (id) jump(id);
  else if (event.key === " ") togglePlaying();
  else return;
  event.preventDefault();
});

// A board wider than its frame moves inside it, to where something happens.
function showNewest() {
  const cell = document.querySelector(".watching .newest");
  const board = cell?.closest(".board");
  if (!board || board.scrollWidth <= board.clientWidth) return;
  const [inner, outer] = [cell.getBoundingClientRect(), board.getBoundingClientRect()];
  if (inner.left >= outer.left && inner.right <= outer.right) return;
  board.scrollLeft += inner.left - outer.left - board.clientWidth / 2;
}

// The address follows the frame, but not at every step: browsers limit how often it may change.
let address = null;
document.addEventListener("htmx:after:swap", () => {
  if (!isThere()) return;
  showNewest();
  clearTimeout(address);
  address = setTimeout(() => history.replaceState(history.state, "", frame().dataset.url), 200);
  const slider = part("step");
  if (playing || document.activeElement !== slider) slider.value = at();
});
