// Reading the board of a Hidoku in play, for the scripts that stand after this one in the same file.

const board = () => document.querySelector("#entry .board");
const cells = () => [...document.querySelectorAll("#entry label.cell")];
const valueOf = (cell) => cell.querySelector("input").value;
const placeOf = (value) => value.split(",").map(Number);
const last = () => Number(board().dataset.last);
const direction = () => (document.getElementById("direction").value === "down" ? -1 : 1);

// What stands in a cell or is on its way there; 0 for what is only typed or being drawn.
const numberIn = (cell) => (cell.matches(".empty:not(.sent)") ? 0 : Number(cell.querySelector("span").textContent));
