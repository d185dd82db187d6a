// The text of an import: line numbers beside it, the bad line selected, files dropped on it.

import "../copy.js";

const LARGEST = 60_000; // bytes; the server takes a little more with the rest of the form
const form = document.getElementById("import");
const text = document.getElementById("text");
const file = document.getElementById("file");
const problem = form.querySelector(".problem");
const numbers = form.querySelector(".line-numbers");

function count() {
  const labels = text.value.split("\n").map((_, index) => `${index + 1}\n`);
  const bad = Number(text.dataset.line ?? 0);
  const mark = document.createElement("mark");
  mark.textContent = labels[bad - 1] ?? "";
  const before = labels.slice(0, Math.max(bad - 1, 0));
  numbers.replaceChildren(before.join(""), mark, labels.slice(bad).join(""));
  numbers.scrollTop = text.scrollTop;
}

function showBadLine() {
  const { start, end, line } = text.dataset;
  if (!line) return;
  text.focus({ preventScroll: true });
  text.setSelectionRange(Number(start), Number(end));
  text.scrollTop = (Number(line) - 4) * parseFloat(getComputedStyle(text).lineHeight);
}

function refuse(thing) {
  problem.textContent = `This ${thing} is too large for a board: 60 kB at most.`;
}

function refuseLarge() {
  const chosen = file.files[0];
  const isLarge = Boolean(chosen) && chosen.size > LARGEST;
  if (isLarge) {
    refuse("file");
    file.value = "";
  }
  return isLarge;
}

// The server would not read so much, and the page that says so would come without the text.
form.addEventListener("submit", (event) => {
  if (new Blob([text.value]).size <= LARGEST) return;
  event.preventDefault();
  refuse("text");
});

text.addEventListener("input", count);
text.addEventListener("scroll", () => (numbers.scrollTop = text.scrollTop));
file.addEventListener("change", refuseLarge);

for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
  form.addEventListener(kind, (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    form.classList.toggle("dropping", kind === "dragenter" || kind === "dragover");
  });
}
form.addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length) return;
  file.files = event.dataTransfer.files;
  if (!refuseLarge()) form.requestSubmit();
});

count();
showBadLine();
