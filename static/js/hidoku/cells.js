// Reading the page of a Hidoku in play: its board, its number field, what stands in the cells.

export const byId = (id) => document.getElementById(id);
export const field = () => byId("number"); // gone when the board is solved
export const mode = () => byId("controls").dataset.mode;
export const direction = () => (byId("direction").value === "down" ? -1 : 1);

export const board = () => document.querySelector("#entry .board");
export const last = () => Number(board().dataset.last);
export const cells = () => [...document.querySelectorAll("#entry label.cell")];
export const radioAt = (value) => document.querySelector(`#entry input[name=cell][value="${value}"]`);
export const cellAt = (value) => radioAt(value)?.closest(".cell");
export const valueOf = (cell) => cell.querySelector("input").value;
export const placeOf = (value) => value.split(",").map(Number);
export const shownIn = (cell) => Number(cell.querySelector("span").textContent);

// What stands in a cell or is on its way there; 0 for what is only typed or being drawn.
export const numberIn = (cell) => (cell.matches(".empty:not(.sent)") ? 0 : shownIn(cell));
