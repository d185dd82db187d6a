// Drawing a board without leaving the number field: arrows and clicks choose a cell, typing gives
// its number, and the chosen tool says what else a click does. Without this module the cells are
// plain radio buttons and every tool is a button of the form.

import "../copy.js";
import "./places.js";

const find = (id) => document.getElementById(id);
const field = () => find("number");
const radios = () => [...document.querySelectorAll("#entry .cell input")];
const radioAt = (value) => radios().find((radio) => radio.value === value);
const checked = () => document.querySelector("#entry .cell input:checked")?.value;
const tool = () => document.querySelector("#clicks input:checked").value;
const hidden = (name) => document.querySelector(`#entry input[name=${name}]`);

let chosen = checked();
let hasMovedOn = false; // by itself, with the last key
let painted = null; // places that a drag has come over, while it goes on

const isByRows = () => tool() === "rows";

// Row by row, the page has a number pad of its own where there is no keyboard.
function chooseKeyboard() {
  field().inputMode = isByRows() && matchMedia("(pointer: coarse)").matches ? "none" : "numeric";
}

function focusField() {
  chooseKeyboard();
  field().focus({ preventScroll: true });
}

// A number that was typed goes into its cell when the player goes on to another one; one that was asked
// about, or refused, does not.
function choose(value) {
  const radio = radioAt(value);
  if (!radio || value === chosen) return;
  if (field().value === field().defaultValue) field().value = field().defaultValue = "";
  else {
    radioAt(chosen).checked = true;
    find("entry").requestSubmit();
  }
  radio.checked = true;
  chosen = value;
}

function step(rows, columns) {
  const [row, column] = chosen.split(",").map(Number);
  choose(`${row + rows},${column + columns}`);
  radioAt(chosen).scrollIntoView({ block: "nearest", inline: "nearest" });
  focusField();
}

// On to the next cell, row by row; what was typed goes into this one.
function moveOn() {
  const cells = radios();
  const next = cells[cells.findIndex((radio) => radio.value === chosen) + 1];
  if (next) choose(next.value);
  else if (field().value) find("entry").requestSubmit();
  focusField();
}

// A number to which no digit can be added is whole. The space that many type after it then moves no further.
function moveOnIfWhole() {
  hasMovedOn = isByRows() && Number(field().value) * 10 > Number(field().dataset.last);
  if (hasMovedOn) moveOn();
}

function pressPad(key) {
  if (key === "next") moveOn();
  else if (key !== "←") field().value += key;
  else if (field().value) field().value = field().value.slice(0, -1);
  else find("take").click();
  moveOnIfWhole();
}

function typeInto(digit) {
  field().value = digit;
  focusField();
}

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const LETTERS = { h: "block", l: "join" };

document.addEventListener("keydown", (event) => {
  const onBoard = event.target.matches("#entry .cell input, #number, body");
  const letter = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && (letter === "z" || letter === "y") && !event.target.matches("textarea")) {
    find(letter === "z" && !event.shiftKey ? "undo" : "redo").click();
  } else if (!onBoard || event.altKey || event.ctrlKey || event.metaKey) {
    return;
  } else if (isByRows() && [" ", ".", "#"].includes(event.key)) {
    if (event.key === "#") find("block").click();
    if (event.key !== " " || !hasMovedOn) moveOn();
    hasMovedOn = event.key !== " ";
  } else if (event.key in ARROWS) {
    step(...ARROWS[event.key]);
  } else if (event.key === "Backspace" || event.key === "Delete") {
    if (field().value) return;
    find("take").click();
  } else if (letter in LETTERS) {
    find(LETTERS[letter]).click();
  } else if (/^\d$/.test(event.key) && event.target !== field()) {
    typeInto(event.key);
    moveOnIfWhole();
  } else if (event.key === "Enter" && event.target !== field()) {
    find("entry").requestSubmit();
  } else return;
  event.preventDefault();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#entry .cell input")) choose(event.target.value);
  if (event.target.matches("#clicks input")) hidden("first").value = "";
});

document.addEventListener("input", (event) => {
  if (event.target === field()) moveOnIfWhole();
});

// A board that is pasted anywhere but as text is read as if it were.
document.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text/plain");
  if (event.target.matches("textarea, .saved input") || /^\s*\d*\s*$/.test(text)) return;
  event.preventDefault();
  find("text").value = text;
  find("read").click();
});

// A click chooses a cell, and uses the tool there.
document.addEventListener("click", (event) => {
  hasMovedOn = false;
  const key = event.target.closest(".pad button")?.value;
  if (key) pressPad(key);
  if (!event.target.matches("#entry .cell input")) return;
  choose(event.target.value);
  if (tool() === "links") find("join").click();
  if (tool() === "givens" || isByRows()) focusField();
});

// Dragging over cells blocks all of them, or cells, as the first one decides.
const inputUnder = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#entry .cell")?.querySelector("input");

document.addEventListener("pointerdown", (event) => {
  const input = inputUnder(event);
  if (!input || event.button || tool() !== "holes") return;
  painted = new Set([input.value]);
  event.target.releasePointerCapture?.(event.pointerId);
  input.closest(".cell").classList.add("painted");
});

document.addEventListener("pointermove", (event) => {
  const input = painted && inputUnder(event);
  if (!input) return;
  painted.add(input.value);
  input.closest(".cell").classList.add("painted");
});

document.addEventListener("pointerup", () => {
  if (!painted) return;
  hidden("cells").value = [...painted].join(" ");
  painted = null;
  find("block").click();
  hidden("cells").value = "";
});

document.addEventListener("pointercancel", () => {
  painted = null;
  for (const cell of document.querySelectorAll(".painted")) cell.classList.remove("painted");
});

// An edit that waited for an earlier one goes to the draft, and with the version, that it led to.
document.addEventListener("htmx:before:request", (event) => {
  const { body } = event.detail.ctx.request;
  if (!body?.has?.("version")) return;
  for (const name of ["draft", "version"]) body.set(name, hidden(name).value);
});

// The number is on its way: the field is free for the next one.
document.addEventListener("htmx:config:request", (event) => {
  if (event.detail.ctx.sourceElement.id === "entry") field().value = "";
});

// What was unfolded stays so, and so does the tool.
let unfolded = [];
let lastTool = tool();
document.addEventListener("htmx:before:swap", () => {
  lastTool = tool();
  unfolded = [...document.querySelectorAll("#editor details[open]")].map((details) => details.id);
});
document.addEventListener("htmx:after:swap", () => {
  for (const id of unfolded) find(id)?.setAttribute("open", "");
  find(`tool-${lastTool}`).checked = true;
  chooseKeyboard();
});

// The address names the draft, so that a reload or a bookmark brings it back. What was read as text is seen with the board.
document.addEventListener("htmx:after:swap", (event) => {
  const { address } = find("editor").dataset;
  if (address !== location.pathname + location.search) history.replaceState(history.state, "", address);
  if (radioAt(chosen)) radioAt(chosen).checked = true;
  chosen = checked();
  if (event.detail.ctx.sourceElement?.closest("#as-text")) document.querySelector("#editor .messages").scrollIntoView({ block: "center" });
  const refused = field().getAttribute("value");
  if (refused && !field().value) field().value = refused;
});
