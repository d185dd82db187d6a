// The stretch of the path around the number in hand, below the board: it follows the hand at once.

import { byId, cells, hueOf, last, numberIn, touches } from "./cells.js";

const BEFORE = 3; // as many as the server shows
const AFTER = 4;

const kindOf = (cell) => (cell === undefined ? "missing" : cell.matches(".given") ? "given" : "placed");

function item(number, where) {
  const [cell, following] = [where.get(number), where.get(number + 1)];
  const kind = kindOf(cell);
  const one = document.createElement(cell ? "span" : "a");
  one.className = `strip-${kind} hue-${hueOf(number)}`;
  if (cell && following && touches(cell, following)) one.classList.add("joined");
  if (!cell) {
    one.href = `?number=${number}&direction=${byId("direction").value}`;
    one.dataset.number = number;
    one.setAttribute("aria-label", `Select ${number}`);
  }
  one.append(Object.assign(document.createElement("b"), { textContent: number }));
  return one;
}

export function showStrip(centre) {
  const where = new Map(cells().map((cell) => [numberIn(cell), cell]));
  where.delete(0);
  const fill = (id, from, to) => {
    const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
    byId(id).replaceChildren(...numbers.map((number) => item(number, where)));
  };
  const less = centre > 95; // three digits need room
  fill("stretch-before", Math.max(1, centre - BEFORE + less), centre - 1);
  fill("stretch-after", centre + 1, Math.min(last(), centre + AFTER - less));
  teach(centre, where);
}

// How to place a first number, for the one just selected; the finger showed another.
function teach(number, where) {
  const words = document.querySelector(".teach span");
  if (!words) return;
  const [from, to] = [number - 1, number + 1].filter((beside) => where.has(beside));
  const line = from ? `Draw a line from ${from}${to ? ` to ${to}` : ""} with your finger, or tap` : "Tap";
  words.textContent = `${line} the cell for ${number}.`;
  document.querySelector(".guide")?.remove();
}
