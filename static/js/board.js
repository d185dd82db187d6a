// Choosing a cell and typing its number without leaving the number field. Without this module
// the cells are plain radio buttons and the form works the same.

const field = () => document.getElementById("number");
const radios = () => [...document.querySelectorAll("#entry input[type=radio]")];
const radioAt = (value) => radios().find((radio) => radio.value === value);
const checked = () => document.querySelector("#entry input[type=radio]:checked")?.value;
const spanOf = (radio) => radio.closest(".cell").querySelector("span");

let chosen = checked() ?? radios()[0]?.value; // the player's choice: an answer that arrives late must not move it
const waiting = new Map(); // numbers on their way to the server, by cell

// Show what is typed or on its way in its cell, until the server's board says it.
function preview() {
  for (const label of document.querySelectorAll(".cell.typing")) {
    label.classList.remove("typing");
    label.querySelector("span").textContent = "";
  }
  const typed = field()?.value ? [[chosen, field().value]] : [];
  for (const [value, number] of [...waiting, ...typed]) {
    const radio = radioAt(value);
    if (!radio?.closest(".cell.empty")) continue;
    radio.closest(".cell").classList.add("typing");
    spanOf(radio).textContent = number;
  }
}

function forgetProblem() {
  document.querySelector(".messages").classList.remove("refused");
  document.getElementById("problem").textContent = "";
}

// A number that was typed goes into its cell when the player goes on to another one.
function choose(value) {
  const radio = radioAt(value);
  if (!field() || !radio || value === chosen) return;
  if (field().value) {
    radioAt(chosen).checked = true;
    document.getElementById("entry").requestSubmit();
  } else forgetProblem();
  radio.checked = true;
  chosen = value;
  preview();
}

function step(rows, columns) {
  const [row, column] = chosen.split(",").map(Number);
  choose(`${row + rows},${column + columns}`);
}

function typeInto(digit) {
  field().value = digit;
  field().focus({ preventScroll: true });
  forgetProblem();
  preview();
}

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

document.addEventListener("keydown", (event) => {
  if (!field()) return;
  const onBoard = event.target.matches("#entry input[type=radio], #number, body");
  const onTool = event.target.matches("#entry button");
  const letter = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && (letter === "z" || letter === "y")) {
    document.getElementById(letter === "z" && !event.shiftKey ? "undo" : "redo").click();
  } else if (onTool && /^\d$/.test(event.key)) {
    typeInto(event.key);
  } else if (!onBoard || event.altKey || event.ctrlKey || event.metaKey) {
    return;
  } else if (event.key in ARROWS) {
    step(...ARROWS[event.key]);
    field().focus({ preventScroll: true });
  } else if (event.key === "Backspace" || event.key === "Delete") {
    if (field().value) return;
    document.getElementById("erase").click();
  } else if (/^\d$/.test(event.key) && event.target !== field()) {
    typeInto(event.key);
  } else if (event.key === "Enter" && event.target !== field()) {
    document.getElementById("entry").requestSubmit();
  } else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (!field() || !event.target.closest("#entry .cell")) return;
  field().focus({ preventScroll: true });
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#entry input[type=radio]")) choose(event.target.value);
});

document.addEventListener("input", (event) => {
  if (event.target !== field()) return;
  forgetProblem();
  preview();
});

// The number is on its way: the field is free for the next one at once.
document.addEventListener("htmx:config:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (sourceElement.id !== "entry") return;
  if (!field().value) {
    if (waiting.has(request.body.get("cell"))) event.preventDefault(); // a double click
    return;
  }
  waiting.set(request.body.get("cell"), field().value);
  field().value = "";
  forgetProblem();
});

// No answer: what was on its way goes back into the field.
document.addEventListener("htmx:finally:request", (event) => {
  const { request, response } = event.detail.ctx;
  const cell = request.body?.get("cell");
  if (field() && waiting.has(cell) && !(response?.status < 500) && !field().value) {
    field().value = waiting.get(cell);
    chosen = cell;
    radioAt(cell).checked = true;
  }
  waiting.delete(cell);
  if (field()) preview();
});

document.addEventListener("htmx:after:swap", (event) => {
  if (!field()) {
    document.getElementById("result").focus({ preventScroll: true });
    return;
  }
  const cell = event.detail.ctx.request.body?.get("cell");
  waiting.delete(cell);
  if (radioAt(chosen)) radioAt(chosen).checked = true;
  const refused = field().getAttribute("value");
  if (refused && cell === chosen && !field().value) field().value = refused;
  if (document.activeElement === document.body) document.getElementById("use-hint")?.focus({ preventScroll: true });
  preview();
});

if (field()) preview();
