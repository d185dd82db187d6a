// Play and pause. Every frame is a page of its own: the player asks for the next one in time, and
// while an answer is on its way only the last request counts.

const frame = () => document.getElementById("frame");
const part = (id) => document.getElementById(id);
let timer = null;
let playing = false;
let wanted = null; // the step asked for last, while answers are on their way

const at = () => Number(frame().dataset.step);
const last = () => Number(frame().dataset.last);
const isThere = () => part("scrub") !== null; // not while the solve is still being worked out

function addressOf(step, cell) {
  const form = part("scrub");
  const asked = new URLSearchParams(new FormData(form));
  asked.set(part("step").name, step);
  if (cell !== undefined) asked.set("cell", cell);
  return `${new URL(form.action).pathname}?${asked}`;
}

function fetchFrame(step, cell) {
  return window.htmx.ajax("GET", addressOf(step, cell), { target: "#frame", swap: "outerMorph" });
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

// How long a frame is shown, and how many steps on the next one is.
function pace() {
  const [pause, stride] = part("speed").value.split(" ");
  return { pause: Number(pause), stride: Number(stride ?? 1) };
}

async function advance() {
  if (!playing) return;
  const started = performance.now();
  const isReached = await go(at() + pace().stride);
  if (!playing) return;
  const pause = pace().pause - (performance.now() - started);
  if (!isReached || at() >= last()) {
    setPlaying(false);
    return;
  }
  fetchAhead(Math.min(at() + pace().stride, last()));
  timer = setTimeout(advance, Math.max(0, pause));
}

async function togglePlaying() {
  if (playing) {
    setPlaying(false);
    return;
  }
  setPlaying(true);
  if (at() >= last()) await go(0);
  timer = setTimeout(advance, pace().pause / 2);
}

function jump(id) {
  setPlaying(false);
  const from = wanted ?? at();
  go({ first: 0, back: from - 1, next: from + 1, last: last() }[id]);
}

// Look at the possible numbers of an empty cell; at none when it is chosen again.
function lookAt(cell) {
  const row = cell.closest(".board-row");
  const first = Number(row.getAttribute("aria-colindex") ?? 1) - 1;
  const column = first + [...row.querySelectorAll(".cell")].indexOf(cell);
  const chosen = `${row.getAttribute("aria-rowindex") - 1},${column}`;
  fetchFrame(at(), part("looked-at")?.value === chosen ? "" : chosen);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) togglePlaying();
  const cell = part("show-candidates")?.checked && event.target.closest(".watching .board .cell.empty");
  if (cell && wanted === null) lookAt(cell);
  const link = event.target.closest("#scrub a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  jump(link.id);
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

// What was asked for to be seen begins by itself, unless moving things are not wanted.
const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
if (isThere() && "starts" in frame().dataset && !isCalm) togglePlaying();

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
