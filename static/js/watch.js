// Play and pause. Every frame is a page of its own: the player only asks for the next one in time.

const frame = () => document.getElementById("frame");
const play = document.getElementById("play");
const speed = document.getElementById("speed");
let timer = null;
let playing = false;

const at = () => Number(frame().dataset.step);
const isAtEnd = () => at() >= Number(frame().dataset.last);

function show(step) {
  const url = new URL(frame().dataset.stem, location.href);
  url.searchParams.set("step", step);
  return window.htmx.ajax("GET", url.pathname + url.search, { target: "#frame", swap: "outerMorph" });
}

function setPlaying(on) {
  playing = on;
  play.textContent = on ? "Pause" : "Play";
  play.setAttribute("aria-pressed", String(on));
  clearTimeout(timer);
}

async function advance() {
  if (!playing) return;
  const wait = Number(speed.value);
  const started = performance.now();
  await show(at() + 1);
  if (!playing) return;
  if (isAtEnd()) setPlaying(false);
  else timer = setTimeout(advance, Math.max(0, wait - (performance.now() - started)));
}

play.addEventListener("click", async () => {
  if (playing) {
    setPlaying(false);
    return;
  }
  setPlaying(true);
  if (isAtEnd()) await show(0);
  timer = setTimeout(advance, Number(speed.value) / 2);
});

// Touching the controls of a frame stops the player.
document.addEventListener("click", (event) => {
  if (playing && event.target.closest("#scrub a")) setPlaying(false);
});
document.addEventListener("input", (event) => {
  if (playing && event.target.id === "step") setPlaying(false);
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, button, a, summary") && event.key === " ") return;
  if (event.target.closest("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = { " ": "play", ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!button) return;
  event.preventDefault();
  document.getElementById(button).click();
});

// The address follows the frame, but not at every step: browsers limit how often it may change.
let address = null;
const keepInAddress = () => history.replaceState(history.state, "", frame().dataset.url);
document.addEventListener("htmx:after:swap", (event) => {
  clearTimeout(address);
  if (!playing && event.detail.ctx.sourceElement?.matches?.("#scrub a")) keepInAddress();
  else address = setTimeout(keepInAddress, 300);
  document.getElementById("step").value = at();
});
