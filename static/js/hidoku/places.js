// A cell that a text names lights up on the board, and its row and column at the edge, while the
// name is pointed at or has the focus. A tap keeps it lit till the next tap.

const CELL_NAME = /row (\d+), column (\d+)/i;
const TEXTS = ".reason, .differences, .verdict :is(p, li), .editing .messages p"; // those of a game come with links
const NAMING = ".place, .correction button";

let lit = null; // what names the cell that is lit
let pinned = null; // what was tapped

// --- Names in texts that came without links become buttons.

function nameCells() {
  for (const text of document.querySelectorAll(TEXTS)) {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) if (!walker.currentNode.parentNode.matches(NAMING)) found.push(walker.currentNode);
    for (const node of found) nameIn(node);
  }
  for (const name of document.querySelectorAll(".named")) if (!name.closest(NAMING)) nameAs(name); // hexagons
}

function nameIn(node) {
  const named = CELL_NAME.exec(node.data);
  if (!named) return;
  const name = node.splitText(named.index);
  const rest = name.splitText(named[0].length);
  nameAs(name);
  nameIn(rest);
}

function nameAs(name) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "place" });
  name.replaceWith(button);
  button.append(name);
}


// --- Cells and rulers.

const namedIn = (place) => place?.querySelector("[data-cell]")?.dataset.cell.split(",") ?? CELL_NAME.exec(place?.textContent)?.slice(1);

function cellNamed([row, column]) {
  const choice = document.querySelector(`.cells input[name=cell][value="${row - 1},${column - 1}"]`);
  if (choice) return choice.closest(".cell");
  const line = document.querySelector(`.cells .board-row[aria-rowindex="${row}"]`);
  return line?.querySelectorAll(".cell")[column - (line.getAttribute("aria-colindex") ?? 1)] ?? null;
}

// The numbers at the edge, of rows and of columns; hexagons lie in only one of them.
const signsOf = (cells, name) => [...(cells?.querySelectorAll(`.ruler-${name} text`) ?? [])];
export const rulerSigns = (cells) => ({ rows: signsOf(cells, "rows"), columns: signsOf(cells, "columns") });

function light(place) {
  if (place === lit) return;
  lit = place;
  for (const one of document.querySelectorAll(".cells .pointed")) one.classList.remove("pointed");
  const named = namedIn(place);
  const cell = named && cellNamed(named);
  if (!cell) return;
  const { rows, columns } = rulerSigns(cell.closest(".cells"));
  cell.classList.add("pointed");
  for (const [signs, number] of [[rows, named[0]], [columns, named[1]]]) {
    signs.find((sign) => sign.textContent.trim() === number)?.classList.add("pointed");
  }
}

for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => light(event.target.closest?.(NAMING) ?? pinned));
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const place = event.target.closest(".place");
  pinned = place === pinned ? null : place;
  light(pinned);
  if (!place) return;
  event.preventDefault();
  const cell = cellNamed(namedIn(place));
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const spoken = document.getElementById("spoken");
  if (cell && spoken) spoken.textContent = cell.querySelector("input").ariaLabel;
});

// An open fold lights its example.
document.addEventListener("toggle", ({ target }) => {
  if (target.matches(".why-only")) light(pinned = target.querySelector("[open] .place"));
}, true);

document.addEventListener("htmx:after:swap", () => {
  nameCells();
  lit = pinned = null;
  light(document.activeElement.closest(NAMING));
});
nameCells();
