// Play and pause. Every frame is a page of its own: the player asks for the next one in time, and
// while an answer is on its way only the last request counts. A frame is a step, or one link of it.

import "./fullscreen.js";

const frame = () => document.getElementById("frame");
const part = (id) => document.getElementById(id);
let timer = null;
let playing = false;
let wanted = null; // the place asked for last, while answers are on their way

const at = () => Number(frame().dataset.step);
const here = () => ({ step: at(), link: frame().dataset.link });
const lastStep = () => Number(frame().dataset.last);
const isLastLink = () => Number(frame().dataset.link ?? 1) >= Number(frame().dataset.links ?? 1);
const isQuiz = () => frame().dataset.asks !== undefined; // what comes next
const isWaiting = () => isQuiz() || (part("guess")?.checked && isLastLink()); // for a key: a class thinks

// Where one step on or back leads, or to either end; the frame's links know of its links.
function placeAt(id, from) {
  if (id === "first" || id === "last") return { step: id === "first" ? 0 : lastStep() };
  if (from !== null) return besides(from, id === "next" ? 1 : -1);
  const asked = new URL(part(id).href).searchParams;
  return { step: Number(asked.get(part("step").name)), link: asked.get("link") };
}

// The same from a place that was asked for but is not shown yet.
function besides({ step, link }, way) {
  const links = Number(frame().dataset.links ?? 1);
  const next = Math.min(Number(link ?? 1), links) + way;
  return step === at() && next >= 1 && next <= links ? { step, link: next } : { step: step + way };
}

function addressOf({ step, link }, more = {}) {
  const form = part("scrub");
  const asked = new URLSearchParams(new FormData(form));
  asked.set(part("step").name, step);
  if (link) asked.set("link", link);
  for (const [name, value] of Object.entries(more)) asked.set(name, value);
  return `${new URL(form.action).pathname}?${asked}`;
}

// Of its own, htmx would say that a script's request replaces the body.
const headers = { "HX-Target": "section#frame" };

function fetchFrame(place, more) {
  const how = { target: "#frame", swap: "outerMorph", headers };
  return window.htmx.ajax("GET", addressOf(place, more), how);
}

// While one frame is shown the next is on its way already.
let ahead = null;

function fetchAhead(place) {
  const url = addressOf(place);
  const asked = { "HX-Request": "true", "HX-Request-Type": "partial", ...headers };
  ahead = { url, answer: fetch(url, { headers: asked }) };
  ahead.answer.catch(() => {}); // htmx says so when the frame is asked for
}

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.request.action !== ahead?.url) return;
  const { answer } = ahead;
  ctx.fetch = () => answer;
  ahead = null;
});

// Show a place; false if the server did not answer.
export async function go({ step, link }) {
  const isRunning = wanted !== null;
  wanted = { step: Math.max(0, Math.min(lastStep(), step)), link };
  if (isRunning) return true;
  let shown = null;
  while (wanted !== shown) {
    shown = wanted;
    await fetchFrame(shown);
  }
  const isReached = at() === wanted.step;
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

// Where the player goes from here: link by link, or by strides over all of them.
function onward() {
  const { stride } = pace();
  return stride > 1 ? { step: Math.min(at() + stride, lastStep()) } : placeAt("next", null);
}

async function advance() {
  if (!playing) return;
  const started = performance.now();
  const isReached = await go(onward());
  if (!playing) return;
  if (!isReached && document.querySelector("#notice form")) {
    timer = setTimeout(advance, 1000); // the frame is still worked out
    return;
  }
  const pause = pace().pause - (performance.now() - started);
  if (!isReached || isWaiting() || (at() >= lastStep() && isLastLink())) {
    setPlaying(false);
    return;
  }
  fetchAhead(onward());
  timer = setTimeout(advance, Math.max(0, pause));
}

async function togglePlaying() {
  if (playing) {
    setPlaying(false);
    return;
  }
  setPlaying(true);
  if (at() >= lastStep() && isLastLink()) await go({ step: 0 });
  timer = setTimeout(advance, isWaiting() ? 0 : pace().pause / 2);
}

function jump(id) {
  goTo(placeAt(id, wanted));
}

export function goTo(place) {
  setPlaying(false);
  go(place);
}

// The row and the column of a cell, from 0.
export function rowAndColumn(cell) {
  const row = cell.closest(".board-row");
  const first = Number(row.getAttribute("aria-colindex") ?? 1) - 1;
  return [row.getAttribute("aria-rowindex") - 1, first + [...row.querySelectorAll(".cell")].indexOf(cell)];
}

// Look at the possible numbers of an empty cell; at none when it is chosen again.
function lookAt(cell) {
  const chosen = rowAndColumn(cell).join();
  fetchFrame(here(), { cell: part("looked-at")?.value === chosen ? "" : chosen });
}

// While the page asks what comes next, a tap on a cell is an answer.
function answerWith(cell) {
  const [row, column] = rowAndColumn(cell);
  fetchFrame(here(), { asked: "", row: row + 1, column: column + 1 });
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) togglePlaying();
  const tapped = isQuiz() && wanted === null && !document.querySelector("#why-not details[open]")
    && event.target.closest(".watching .board .cell");
  if (tapped) return answerWith(tapped);
  const isLooking = part("show-candidates")?.checked && !document.querySelector("#why-not details[open]");
  const cell = isLooking && event.target.closest(".watching .board .cell.empty");
  if (cell && wanted === null) lookAt(cell);
  const link = event.target.closest("#scrub a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  jump(link.id);
});

document.addEventListener("input", (event) => {
  if (event.target.id === "step") {
    goTo({ step: Number(event.target.value) });
  } else if (event.target.name === "show" && wanted === null) {
    fetchFrame(here());
  } else if (event.target.name === "guess" && wanted === null) {
    fetchFrame({ step: at() });
  }
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=checkbox]), select")) return;
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
const isCalm = document.documentElement.dataset.motion === "off"
  || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
if ("starts" in frame().dataset && !isCalm) togglePlaying();

// The address follows the frame, but not at every step: browsers limit how often it may change.
let address = null;
document.addEventListener("htmx:after:swap", () => {
  showNewest();
  clearTimeout(address);
  address = setTimeout(() => history.replaceState(history.state, "", frame().dataset.url), 200);
  const slider = part("step");
  if (playing || document.activeElement !== slider) slider.value = at();
});
