// Play and pause. Every frame is a page of its own: the player asks for the next one in time, and
// while an answer is on its way only the last wish counts.

const frame = () => document.getElementById("frame");
const play = document.getElementById("play");
const speed = document.getElementById("speed");
let timer = null;
let playing = false;
let wanted = null; // the step asked for last, while answers are on their way

const at = () => Number(frame().dataset.step);
const last = () => Number(frame().dataset.last);

function fetchFrame(step) {
  const url = new URL(frame().dataset.stem, location.href);
  url.searchParams.set(document.getElementById("step").name, step);
  return window.htmx.ajax("GET", url.pathname + url.search, { target: "#frame", swap: "outerMorph" });
}

// Show a step; false if the server did not answer.
async function go(step) {
  const isRunning = wanted !== null;
  wanted = Math.max(0, Math.min(last(), step));
  if (isRunning) return true;
  while (wanted !== at()) {
    const asked = wanted;
    await fetchFrame(asked);
    if (at() !== asked) break;
  }
  const isThere = wanted === at();
  wanted = null;
  return isThere;
}

function setPlaying(on) {
  playing = on;
  play.textContent = on ? "Pause" : "Play";
  clearTimeout(timer);
}

async function advance() {
  if (!playing) return;
  const started = performance.now();
  const isThere = await go(at() + 1);
  if (!playing) return;
  if (!isThere || at() >= last()) setPlaying(false);
  else timer = setTimeout(advance, Math.max(0, Number(speed.value) - (performance.now() - started)));
}

play.addEventListener("click", async () => {
  if (playing) {
    setPlaying(false);
    return;
  }
  setPlaying(true);
  if (at() >= last()) await go(0);
  timer = setTimeout(advance, Number(speed.value) / 2);
});

function jump(id) {
  setPlaying(false);
  const from = wanted ?? at();
  go({ first: 0, back: from - 1, next: from + 1, last: last() }[id]);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#scrub a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  jump(link.id);
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "step") return;
  setPlaying(false);
  go(Number(event.target.value));
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && event.target.closest("button, a, summary")) return;
  const id = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (id) jump(id);
  else if (event.key === " ") play.click();
  else return;
  event.preventDefault();
});

// The address follows the frame, but not at every step: browsers limit how often it may change.
let address = null;
document.addEventListener("htmx:after:swap", () => {
  clearTimeout(address);
  address = setTimeout(() => history.replaceState(history.state, "", frame().dataset.url), 200);
  const slider = document.getElementById("step");
  if (playing || document.activeElement !== slider) slider.value = at();
});
