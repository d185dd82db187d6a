// Setting a code, or taking one in a row of its own, and answering guesses.

import "./row.js";
import "./answer.js";
import "../fullscreen.js";

// What a changed answer leads to is seen: the computer's new guess, on the board above the form.
document.addEventListener("htmx:after:swap", (event) => {
  const board = event.detail.ctx.target.id === "game" && document.querySelector("#game .rows");
  const isAnswering = document.getElementById("answer") && !document.getElementById("save");
  if (board && isAnswering && board.getBoundingClientRect().bottom < 60) board.scrollIntoView({ block: "start" });
});

// Play and pause: from row to row, and on with the feedback that the page knows. Where somebody else
// has to give it, or at the end, it stops.
const part = (id) => document.getElementById(id);
const onward = () => part("next") ?? document.querySelector(".by-page #submit");
let timer = null;
let playing = false;

function setPlaying(on) {
  playing = on && part("player") !== null;
  if (part("play")) part("play").textContent = playing ? "Pause" : "Play";
  part("game").classList.toggle("plays", playing && onward() !== null); // there is one way on at a time
  clearTimeout(timer);
  if (playing && onward()) timer = setTimeout(() => onward()?.click(), Number(part("speed").value));
}

function goOn() {
  const isCalm = document.documentElement.dataset.motion === "off"
    || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const starts = "starts" in part("game").dataset && !isCalm;
  setPlaying(playing ? onward() !== null : starts);
}

document.addEventListener("htmx:after:swap", goOn);
goOn();

document.addEventListener("click", (event) => {
  if (!event.target.closest("#play")) return;
  if (!playing && !onward()) part("first")?.click(); // again, from the start
  setPlaying(!playing);
});

document.addEventListener("keydown", (event) => {
  if (!part("player") || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest("input, select, button, a, summary, textarea") && event.key === " ") return;
  if (event.target.closest("input, select, textarea")) return;
  const deed = { ArrowLeft: part("back"), ArrowRight: onward(), Home: part("first"), End: part("last"), " ": part("play") }[event.key];
  if (!deed) return;
  deed.click();
  event.preventDefault();
});

// Who gives an answer by hand is not overtaken by the page.
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.id === "by-hand" && event.target.open) setPlaying(false);
  },
  { capture: true },
);
