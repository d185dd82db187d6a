// Playing a Hidoku without leaving the number field: typing into cells, one number after the other.
// Without this module the cells are plain radio buttons and the forms work the same. A cell has the
// class `typing` for a number that the server has not confirmed, and `sent` where it is on its way.

import { byId, cellAt, cells, direction, field, isPencil, last, mode, numberIn, radioAt, shownIn, valueOf } from "./cells.js";
import { followHand, showMarked } from "./frame.js";
import { showStrip } from "./strip.js";
import { askAbout, askFor, isAsking, pointAt } from "./why.js";

export const waiting = new Map(); // numbers on their way to the server, by cell
export let chosen = document.querySelector("#entry input[name=cell]:checked")?.value; // the player's choice: an answer that arrives late must not move it
let isMoreOpen = false; // the tools behind More, till one of them is used
let byFinger = matchMedia("(pointer: coarse)").matches; // the last touch of the board
let entered = ""; // what the field holds: a swap may put there what was said of an earlier move
let typedAt = 0; // when the number was typed by hand; 0 for one in hand or refused
let refusal = { text: "", at: 0 }; // shown till the player goes on, whatever is said of moves made before it came

// --- What is typed or on its way is shown in its cell, until the server's board says it.

export function preview() {
  if (byId("pad")?.offsetParent) field().inputMode = "none"; // digits have their own keys there
  for (const cell of document.querySelectorAll("#entry .cell.typing")) {
    cell.classList.remove("typing", "sent");
    if (cell.matches(".empty")) cell.querySelector("span").textContent = "";
    else if (cell.dataset.stands) cell.querySelector("span").textContent = cell.dataset.stands;
    delete cell.dataset.stands;
  }
  // A number in hand is shown where keys would put it, but not over one that stands: only typing writes over that.
  const isAimed = !document.querySelector("#hint:not(.closed)") && !(byFinger && mode() === "next") && cellAt(chosen)?.matches(".empty");
  if (field()?.value && !isPencil() && (typedAt || isAimed)) write(chosen, field().value, "typing");
  for (const [value, number] of waiting) write(value, number, "typing", "sent");
  document.dispatchEvent(new Event("hidoku:shown"));
}

function write(value, number, ...classes) {
  const cell = cellAt(value);
  if (!cell?.matches(".empty, .placed")) return;
  if (cell.matches(".placed:not(.typing)")) cell.dataset.stands = shownIn(cell); // it comes back if the other does not go there
  cell.classList.add(...classes);
  cell.querySelector("span").textContent = number;
}

export function fill(text) {
  entered = String(text);
  typedAt = 0;
  field().value = entered;
}

function fillTyped(text) {
  fill(text);
  typedAt = performance.now();
}

function sayProblem(text) {
  document.querySelector(".messages").classList.toggle("refused", text !== "");
  byId("problem").textContent = text;
}

function forgetProblem() {
  refusal.at = 0;
  sayProblem("");
}

// --- The number in hand.

function standing() {
  const shown = cells().map(numberIn);
  return new Set([...shown, ...[...waiting.values()].map(Number)]);
}

// The next missing number, turning round at the end of the path.
function following(number, step, taken = standing()) {
  for (const way of [step, -step]) {
    for (let next = number + way; next >= 1 && next <= last(); next += way) if (!taken.has(next)) return next;
  }
  return null;
}

function takeInHand(number) {
  if (!number) return;
  fill(number);
  if (document.activeElement === field()) field().select(); // or what is typed next is added to it
  const taken = standing();
  for (const [id, step] of [["hand-before", -1], ["hand-after", 1]]) {
    const link = byId(id);
    const other = following(number, step, taken) ?? number;
    link.dataset.number = other;
    link.setAttribute("aria-label", `Select ${other}`);
  }
  showStrip(number);
  preview();
  followHand(number);
}

// A number of the strip: in hand, or typed for the chosen cell.
function pick(number) {
  if (isAsking()) askFor(number);
  else if (mode() === "next") takeInHand(number);
  else {
    fillTyped(number);
    if (mode() === "note") enter();
    preview();
  }
  forgetProblem();
}

function turnRound() {
  byId("direction").value = direction() === 1 ? "down" : "up";
  const turn = byId("turn");
  turn.firstElementChild.textContent = direction() === 1 ? "↑" : "↓";
  turn.lastChild.data = `Counting ${byId("direction").value}`;
  turn.setAttribute("aria-label", `${turn.lastChild.data}. Turn round`);
}

// --- Choosing a cell and entering its number.

export function enter() {
  if (isAsking()) return byId("ask").click();
  byId(mode() === "note" ? "note" : "place")?.click(); // there is neither while cells get colours
}

// A digit, or "" for the key of the pad that takes the last one back.
export function typeInto(digit) {
  if (isAsking()) {
    askFor(digit);
    return byId("why-asked").focus({ preventScroll: true });
  }
  const goesOn = typedAt && (byFinger || document.activeElement === field() || !field().offsetParent); // not shown beside a hint, it takes no focus
  fillTyped(digit ? (goesOn ? entered : "") + digit : entered.slice(0, -1));
  field().focus({ preventScroll: true });
  forgetProblem();
  preview();
}

// A number that is half typed: its digits are taken back before any move is.
export const isHalfTyped = () => typedAt && entered;

function check(value) {
  radioAt(value).checked = true;
  chosen = value;
}

// A number that was typed goes into its cell when the player goes on to another one.
export function choose(value) {
  if (!field() || !radioAt(value) || value === chosen) return;
  if (isAsking()) pointAt(value);
  else if (typedAt && field().value && mode() !== "next") {
    radioAt(chosen).checked = true;
    enter();
  } else {
    if (mode() !== "next") fill(""); // it was refused
    forgetProblem();
  }
  check(value);
  preview();
}

// One number after the other: a cell takes the number in hand, or hands on from its own.
function goOn(cell) {
  check(valueOf(cell));
  const number = numberIn(cell);
  byId("own").hidden = !cell.matches(".placed");
  if (number) takeInHand(following(number, direction()));
  else {
    if (!field().value) takeInHand(Number(field().getAttribute("value")) || following(0, 1)); // it was erased
    enter();
  }
}

// What is done while the server switches the mode waits for it, as soon as that is asked for, though
// other requests may go first: it is meant for the new one.
export let isSwitching = false;
const postponed = [];
export function inNewMode(action) {
  if (isSwitching) postponed.push(action);
  else action();
}

document.addEventListener("htmx:config:request", (event) => {
  isSwitching ||= event.detail.ctx.request.body?.has?.("mode") === true;
});

document.addEventListener("htmx:finally:request", (event) => {
  if (!event.detail.ctx.request.body?.has?.("mode")) return;
  isSwitching = false;
  if (field()) for (const action of postponed.splice(0)) action();
});

function chooseByHand(cell) {
  if (isAsking()) return askAbout(valueOf(cell));
  const hand = mode() === "next";
  if (hand) goOn(cell);
  if (hand && byFinger) return; // nothing is typed: the keyboard on the screen may stay away
  field().focus({ preventScroll: true });
  if (hand) field().select();
}

document.addEventListener("click", (event) => {
  if (!field()) return;
  const more = event.target.closest("#more-tools");
  if (event.target.closest(".tools *, #hint-button")) isMoreOpen = false; // its answer closes them
  if (event.target.matches(".pick")) document.querySelector(".why-only[open]")?.toggleAttribute("open"); // for its route
  if (more) {
    isMoreOpen = !isMoreOpen;
    more.ariaExpanded = String(isMoreOpen);
  }
  const key = event.target.closest("#pad button");
  if (key) typeInto(key.value);
  const other = event.target.closest("#game a[data-number]");
  if (other) {
    event.preventDefault();
    if (other.id === "turn") turnRound();
    else pick(Number(other.dataset.number));
  }
  if (event.target.matches("#entry input[name=cell]")) {
    inNewMode(() => chooseByHand(cellAt(event.target.value)));
  }
});

document.addEventListener("pointerdown", (event) => {
  byFinger = event.pointerType === "touch";
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#entry input[name=cell]")) choose(event.target.value);
});

document.addEventListener("input", (event) => {
  if (event.target !== field()) return;
  fillTyped(field().value);
  forgetProblem();
  preview();
});

// --- Numbers on their way, and their answers.

// The cells and numbers that a request places.
export function placedBy(body) {
  const step = body.get("direction") === "down" ? -1 : 1;
  const places = body.get("cells")?.split(" ") ?? [body.get("cell")];
  return places.map((value, index) => [value, String(Number(body.get("number")) + step * index)]);
}

// The second click of a double click finds the field empty: the number is on its way, or just there.
const DOUBLE_CLICK = 1000; // milliseconds, from the answer to the first
let placed = { value: "", at: 0 };
const isDoubleClick = (value) => waiting.has(value) || (value === placed.value && performance.now() - placed.at < DOUBLE_CLICK);

// The number is on its way: the field is free for the next one at once.
document.addEventListener("htmx:config:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (sourceElement.id === "note") fill("");
  if (!["entry", "stroke", "place"].includes(sourceElement.id)) return;
  if (sourceElement.id !== "stroke" && !field().value) {
    const value = request.body.get("cell");
    const isDouble = isDoubleClick(value);
    if (isDouble) event.preventDefault();
    if (isDouble || mode() !== "type" || !cellAt(value).matches(".empty")) return;
    request.body.set("number", field().placeholder);
  }
  const sent = placedBy(request.body);
  for (const [value, number] of sent) if (cellAt(value)?.matches(".empty, .placed")) waiting.set(value, number);
  placed = { value: sent.at(-1)[0], at: performance.now() };
  forgetProblem();
  if (sourceElement.id === "stroke") check(placed.value);
  else fill("");
  if (mode() === "next") takeInHand(following(Number(sent.at(-1)[1]), direction()));
  preview();
});

// On a narrow screen a hint takes the place of these tools and of what they answer.
const IN_PLACE_OF_HINTS = "#reach, #check, [name=mode]";
const isNarrow = () => !matchMedia("(min-width: 56rem)").matches;
const isHintOpen = (sender) => byId("hint")?.matches(":not(.closed)") && !(isNarrow() && sender.matches(IN_PLACE_OF_HINTS));

// Which cells are marked is known when the answers to earlier moves are there; so is what is in hand.
document.addEventListener("htmx:before:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  const { body } = request;
  if (!byId("marked") || !(body instanceof URLSearchParams) || !body.has("version")) return;
  body.set("marked", byId("marked").value);
  body.set("hint", isHintOpen(sourceElement) ? "open" : "closed");
  if (mode() === "next") body.set("hand", entered);
  if (!body.has("direction")) body.set("direction", byId("direction").value);
});

export function forgetWaiting(body) {
  if (!body?.has("number")) return;
  for (const [value, number] of placedBy(body)) if (waiting.get(value) === number) waiting.delete(value);
}

document.addEventListener("htmx:after:swap", (event) => {
  if (!field()) {
    waiting.clear();
    preview();
    return;
  }
  const { request, response, madeAt, sourceElement } = event.detail.ctx;
  const { body } = request;
  byId("more-tools").ariaExpanded = String(isMoreOpen);
  if (response.status >= 400) refusal = { text: byId("problem").textContent, at: performance.now() };
  else if (madeAt < refusal.at) sayProblem(refusal.text);
  forgetWaiting(body);
  if (body?.get("cell") === placed.value) placed.at = performance.now();
  if (chosen === undefined) { // a board that came in by htmx
    chosen = document.querySelector("#entry input[name=cell]:checked")?.value;
    beginByFinger();
  }
  if (radioAt(chosen)) radioAt(chosen).checked = true;
  const said = field().getAttribute("value") ?? "";
  const isNext = mode() === "next";
  const isMode = body?.has("mode");
  // a number that was asked about isn't a move
  if (body?.has("asked") && !isNext && typedAt < madeAt) fill("");
  field().value = entered;
  // what was typed while the mode changed stays
  if (typedAt < (isMode ? madeAt : 1) && (isNext ? !waiting.size : isMode)) {
    fill("");
    if (isNext) takeInHand(Number(said));
  } else if (said && body?.get("cell") === chosen && !entered) fill(said);
  if (body?.has("tier") || body?.has("asked") || sourceElement.matches("#check, #reach")) {
    showMarked();
    byId("side").scrollTop = 0;
    if (sourceElement.matches(".pick")) sourceElement.scrollIntoView({ block: "nearest" });
  }
  preview();
});

// A finger needs no keyboard.
function beginByFinger() {
  if ("usual" in byId("controls").dataset && byFinger) byId("mode-next")?.click();
}

if (field()) {
  entered = field().value;
  typedAt = +(entered !== field().defaultValue); // the browser brought it back
  preview();
  if (mode() === "next") followHand(Number(entered));
  else setTimeout(beginByFinger); // once htmx, which waits likewise, takes presses: or the page loads again
}

// what is opened is brought into view
document.addEventListener("toggle", ({ target }) => {
  target.scrollIntoView({ block: "nearest" });
}, true);
