// Choosing a cell and typing its number without leaving the number field. Without this module
// the cells are plain radio buttons and the form works the same.

const field = () => document.getElementById("number");
const radios = () => [...document.querySelectorAll("#entry input[type=radio]")];
const chosen = () => document.querySelector("#entry input[type=radio]:checked");

function preview() {
  for (const label of document.querySelectorAll(".cell.typing")) {
    label.classList.remove("typing");
    label.querySelector("span").textContent = "";
  }
  const label = chosen()?.closest(".cell.empty");
  if (!label || !field().value) return;
  label.classList.add("typing");
  label.querySelector("span").textContent = field().value;
}

function choose(radio) {
  radio.checked = true;
  preview();
}

function step(rows, columns) {
  const [row, column] = chosen().value.split(",").map(Number);
  const value = `${row + rows},${column + columns}`;
  const next = radios().find((radio) => radio.value === value);
  if (next) choose(next);
}

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

document.addEventListener("keydown", (event) => {
  if (!field()) return;
  const onBoard = event.target.matches("#entry input[type=radio], #number, body");
  if ((event.ctrlKey || event.metaKey) && "zyZ".includes(event.key)) {
    document.getElementById(event.key === "z" ? "undo" : "redo").click();
  } else if (!onBoard || event.altKey || event.ctrlKey || event.metaKey) {
    return;
  } else if (event.key in ARROWS) {
    step(...ARROWS[event.key]);
    field().focus();
  } else if (event.key === "Backspace" || event.key === "Delete") {
    if (field().value) return;
    document.getElementById("erase").click();
  } else if (/^\d$/.test(event.key) && event.target !== field()) {
    field().value = event.key;
    field().focus();
    preview();
  } else if (event.key === "Enter" && event.target !== field()) {
    document.getElementById("entry").requestSubmit();
  } else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (!field() || !event.target.closest("#entry .cell")) return;
  field().focus({ preventScroll: true });
  field().select();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#entry input[type=radio]")) preview();
});

document.addEventListener("input", (event) => {
  if (event.target === field()) preview();
});

// The server's word on the field counts: empty after a placed number, the typed one after a refusal.
document.addEventListener("htmx:after:swap", () => {
  if (!field()) {
    document.getElementById("again").focus({ preventScroll: true });
    return;
  }
  field().value = field().getAttribute("value");
  if (document.activeElement === document.body) field().focus({ preventScroll: true });
  preview();
});

if (field()) preview();
