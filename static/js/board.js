// Playing a Hidoku without leaving the number field: typing into cells, one number after the other.
// Without this module the cells are plain radio buttons and the forms work the same. Beside it
// `drawing` draws strokes and `trail` the ribbon of numbers on their way: a cell has the class
// `typing` for a number that the server has not confirmed, and `sent` where it is on its way.

const byId = (id) => document.getElementById(id);
const field = () => byId("number"); // gone when the board is solved
const board = () => document.querySelector("#entry .board");
const radioAt = (value) => document.querySelector(`#entry input[name=cell][value="${value}"]`);
const cellAt = (value) => radioAt(value)?.closest(".cell");
const valueOf = (cell) => cell.querySelector("input").value;
const placeOf = (value) => value.split(",").map(Number);
const numberIn = (cell) => (cell.matches(".empty:not(.sent)") ? 0 : Number(cell.querySelector("span").textContent));
const mode = () => byId("controls").dataset.mode;
const direction = () => (byId("direction").value === "down" ? -1 : 1);
const last = () => Number(board().dataset.last);

const waiting = new Map(); // numbers on their way to the server, by cell
let chosen = document.querySelector("#entry input[name=cell]:checked")?.value; // the player's choice: an answer that arrives late must not move it
let byFinger = false; // the last touch of the board
let entered = ""; // what the field holds: a swap may put there what was said of an earlier move
let isTyped = false; // by hand, and not a number in hand

// --- What is typed or on its way is shown in its cell, until the server's board says it.

function preview() {
  for (const cell of document.querySelectorAll("#entry .cell.typing")) {
    cell.classList.remove("typing", "sent");
    if (cell.matches(".empty")) cell.querySelector("span").textContent = "";
  }
  if (field()?.value && mode() !== "note") write(chosen, field().value, "typing");
  for (const [value, number] of waiting) write(value, number, "typing", "sent");
  document.dispatchEvent(new Event("hidoku:shown"));
}

function write(value, number, ...classes) {
  const cell = cellAt(value);
  if (!cell?.matches(".empty")) return;
  cell.classList.add(...classes);
  cell.querySelector("span").textContent = number;
}

function fill(text) {
  [entered, isTyped] = [String(text), false];
  field().value = entered;
}

function forgetProblem() {
  document.querySelector(".messages").classList.remove("refused");
  byId("problem").textContent = "";
}

// --- The number in hand.

function standing() {
  const shown = [...document.querySelectorAll("#entry .cell")].map(numberIn);
  return new Set([...shown, ...[...waiting.values()].map(Number)]);
}

// The next missing number, turning round at the end of the path.
function following(number, step) {
  const taken = standing();
  for (const way of [step, -step]) {
    for (let next = number + way; next >= 1 && next <= last(); next += way) if (!taken.has(next)) return next;
  }
  return null;
}

function takeInHand(number) {
  if (!number) return;
  fill(number);
  for (const [id, step] of [["hand-before", -1], ["hand-after", 1]]) {
    const link = byId(id);
    const other = following(number, step) ?? number;
    link.dataset.number = other;
    link.setAttribute("aria-label", `Take ${other} in hand`);
  }
  preview();
}

function turnRound() {
  byId("direction").value = direction() === 1 ? "down" : "up";
  const turn = byId("turn");
  turn.textContent = direction() === 1 ? "↑" : "↓";
  turn.setAttribute("aria-label", `Counting ${byId("direction").value}. Turn round`);
}

// --- Choosing a cell and entering its number.

function enter() {
  field().value = entered;
  byId(mode() === "note" ? "note" : "place").click();
}

function check(value) {
  radioAt(value).checked = true;
  chosen = value;
}

// A number that was typed goes into its cell when the player goes on to another one.
function choose(value) {
  if (!field() || !radioAt(value) || value === chosen) return;
  if (field().value && mode() !== "next") {
    radioAt(chosen).checked = true;
    enter();
  } else forgetProblem();
  check(value);
  preview();
}

// One number after the other: a cell takes the number in hand, or hands on from its own.
function goOn(cell) {
  check(valueOf(cell));
  const number = numberIn(cell);
  if (number) takeInHand(following(number, direction()));
  else if (field().value) enter();
}

const isHexagonal = () => board().dataset.adjacency === "hex";
let goal = null; // where the arrows up and down aim at on a hexagonal board, in half cells

// One step on the screen; holes are passed over. A row of hexagons stands half a cell to the right
// of the row above, so that up and down keep as near to their column as they can.
function step(rows, columns) {
  let [row, column] = placeOf(chosen);
  goal = rows && isHexagonal() ? (goal ?? 2 * column + row) : null;
  for (let tries = 0; tries < 50; tries++) {
    row += rows;
    column = goal === null ? column + columns : Math.round((goal - row) / 2);
    const nearest = [column, ...(goal === null ? [] : [column - 1, column + 1])].find((one) => radioAt(`${row},${one}`));
    if (nearest === undefined) continue;
    choose(`${row},${nearest}`);
    cellAt(chosen).scrollIntoView({ block: "nearest", inline: "nearest" });
    return;
  }
}

function typeInto(digit) {
  fill(digit);
  isTyped = true;
  field().focus({ preventScroll: true });
  forgetProblem();
  preview();
}

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function toggleMode(other) {
  byId(`mode-${mode() === other ? "type" : other}`).click();
}

function showKeys() {
  byId("keys").open = !byId("keys").open;
  byId("keys").querySelector("summary").focus();
}

// What a key does; false where it is none of the board's.
function press(key, target) {
  const isIn = target === field();
  const hand = mode() === "next";
  if (key in ARROWS) {
    step(...ARROWS[key]);
    field().focus({ preventScroll: true });
    if (hand) field().select();
  } else if (key === "Backspace" || key === "Delete") {
    if (field().value && !(hand && cellAt(chosen).matches(".placed"))) return false;
    byId("erase").click();
  } else if (/^\d$/.test(key) && !isIn) typeInto(key);
  else if (key === "Enter") enter();
  else if (key === "n") toggleMode("next");
  else if (key === "p") toggleMode("note");
  else if (hand && (key === "+" || key === "-")) byId(key === "+" ? "hand-after" : "hand-before").click();
  else if (key === "?") showKeys();
  else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  if (!field()) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const hasControl = event.ctrlKey || event.metaKey;
  const onBoard = event.target.matches("#entry input[name=cell], #number, body");
  const onTool = event.target.matches("#entry button");
  if (hasControl && (key === "z" || key === "y")) {
    if (event.target.matches("input:not([name=cell], #number), textarea")) return;
    byId(key === "z" && !event.shiftKey ? "undo" : "redo").click();
  } else if (hasControl || event.altKey) return;
  else if (onTool && /^\d$/.test(key)) typeInto(key);
  else if (key === "?" && !onBoard && !event.target.matches("input, textarea")) showKeys();
  else if (!onBoard || !press(key, event.target)) return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (!field()) return;
  const other = event.target.closest("#hand-before, #hand-after, #turn");
  if (other) {
    event.preventDefault();
    if (other.id === "turn") turnRound();
    else takeInHand(Number(other.dataset.number));
  }
  if (event.target.matches("#entry input[name=cell]")) {
    goal = null;
    const hand = mode() === "next";
    if (hand) goOn(event.target.closest(".cell"));
    if (hand && byFinger) return; // nothing is typed: the keyboard on the screen may stay away
    field().focus({ preventScroll: true });
    if (hand) field().select();
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
  [entered, isTyped] = [field().value, true];
  forgetProblem();
  preview();
});

// --- Numbers on their way, and their answers.

// The cells and numbers that a request places.
function placedBy(body) {
  const step = body.get("direction") === "down" ? -1 : 1;
  const cells = body.get("cells")?.split(" ") ?? [body.get("cell")];
  return cells.map((value, index) => [value, String(Number(body.get("number")) + step * index)]);
}

// The number is on its way: the field is free for the next one at once.
document.addEventListener("htmx:config:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (sourceElement.id === "note") fill("");
  if (!["entry", "stroke", "place"].includes(sourceElement.id)) return;
  if (sourceElement.id !== "stroke" && !field().value) {
    if (waiting.has(request.body.get("cell"))) event.preventDefault(); // a double click
    return;
  }
  const placed = placedBy(request.body);
  for (const [value, number] of placed) if (cellAt(value)?.matches(".empty")) waiting.set(value, number);
  forgetProblem();
  if (sourceElement.id === "stroke") check(placed.at(-1)[0]);
  else fill("");
  if (mode() === "next") takeInHand(following(Number(placed.at(-1)[1]), direction()));
  preview();
});

// Which cells are marked is known when the answers to earlier moves are there.
document.addEventListener("htmx:before:request", (event) => {
  const body = event.detail.ctx.request.body;
  if (byId("marked") && body instanceof URLSearchParams && body.has("version")) body.set("marked", byId("marked").value);
});

function forgetWaiting(body) {
  if (!body?.has("number")) return;
  for (const [value, number] of placedBy(body)) if (waiting.get(value) === number) waiting.delete(value);
}

// No answer: what was on its way goes back into the field.
document.addEventListener("htmx:finally:request", (event) => {
  const { request, response } = event.detail.ctx;
  const cell = request.body?.get?.("cell");
  if (field() && waiting.has(cell) && !(response?.status < 500) && (!field().value || mode() === "next")) {
    fill(waiting.get(cell));
    check(cell);
  }
  forgetWaiting(request.body);
  if (field()) preview();
});

document.addEventListener("htmx:after:swap", (event) => {
  if (!field()) {
    waiting.clear();
    preview();
    byId("result")?.focus({ preventScroll: true });
    return;
  }
  const body = event.detail.ctx.request.body;
  forgetWaiting(body);
  chosen ??= document.querySelector("#entry input[name=cell]:checked")?.value; // a board that came in by htmx
  if (radioAt(chosen)) radioAt(chosen).checked = true;
  const said = field().getAttribute("value") ?? "";
  const [isNext, isMode] = [mode() === "next", body?.has("mode")];
  field().value = entered;
  if (isNext && !waiting.size && (isMode || !isTyped)) {
    fill("");
    takeInHand(Number(said));
  } else if (isMode && !isNext) fill("");
  else if (said && body?.get("cell") === chosen && !entered) fill(said);
  if (document.activeElement === document.body) byId("use-hint")?.focus({ preventScroll: true });
  preview();
});

if (field()) {
  entered = field().value;
  preview();
}
