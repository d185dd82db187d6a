// Reading the page of a Hidoku in play: its board, its number field, what stands in the cells.

export const byId = (id) => document.getElementById(id);
export const field = () => byId("number"); // gone when the board is solved
export const mode = () => byId("controls").dataset.mode;
export const isPencil = () => ["note", "tint"].includes(mode()); // no number is placed
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
export const numberIn = (cell) => {
  if (cell.matches(".sent")) return shownIn(cell);
  return cell.matches(".empty") ? 0 : Number(cell.dataset.stands ?? shownIn(cell));
};

const HUES = 24;
export const hueOf = (number) => Math.floor(((number - 1) * HUES) / last());

// Whether two cells are neighbours on this board.
export function touches(one, other) {
  const [down, right] = placeOf(valueOf(one)).map((each, index) => placeOf(valueOf(other))[index] - each);
  const [rows, columns] = [Math.abs(down), Math.abs(right)];
  if (board().dataset.adjacency === "four") return rows + columns === 1;
  if (board().dataset.adjacency === "hex") return Math.max(rows, columns, Math.abs(down + right)) === 1;
  return Math.max(rows, columns) === 1;
}
