// Playing a Hidoku by keyboard: arrows choose cells, digits are typed into them, letters switch modes.

import { choose, chosen, enter, inNewMode, isHalfTyped, isSwitching, typeInto } from "./board.js";
import { board, byId, cellAt, field, isPencil, mode, placeOf, radioAt } from "./cells.js";
import { goOnFrom } from "./selection.js";
import { sayCell } from "./speech.js";

const isHexagonal = () => board().dataset.adjacency === "hex";
let goal = null; // where the arrows up and down aim at on a hexagonal board, in half cells

// One step on the screen; blocked cells are passed over. A row of hexagons stands half a cell to the right
// of the row above, so that up and down keep as near to their column as they can.
function step(rows, columns, isJoining) {
  const from = chosen;
  let [row, column] = placeOf(chosen);
  goal = rows && isHexagonal() ? (goal ?? 2 * column + row) : null;
  for (let tries = 0; tries < 50; tries++) {
    row += rows;
    column = goal === null ? column + columns : Math.round((goal - row) / 2);
    const nearest = [column, ...(goal === null ? [] : [column - 1, column + 1])].find((one) => radioAt(`${row},${one}`));
    if (nearest === undefined) continue;
    choose(`${row},${nearest}`);
    sayCell(chosen);
    goOnFrom(from, chosen, isJoining);
    cellAt(chosen).scrollIntoView({ block: "nearest", inline: "nearest" });
    return;
  }
}

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

const BUTTONS = { c: "check", f: "candidates", p: "mode-note", r: "reach", t: "mode-tint", w: "why", "+": "hand-after", "-": "hand-before" };

const isForBoard = (key) => /^(.|Arrow.+|Backspace|Delete|Enter)$/.test(key);

// One number after the other, or each typed; from notes and colours back to the one that it was.
function toggleNext() {
  (byId("mode-next") ?? byId(`mode-${isPencil() ? mode() : "type"}`)).click();
}

function showKeys() {
  const summary = document.querySelector("#keys summary");
  summary.click();
  summary.focus();
}

// What a key does; false where it is none of the board's.
function press(key, target, isShifted) {
  const isIn = target === field();
  const hand = mode() === "next";
  if (key in ARROWS) {
    step(...ARROWS[key], isShifted);
    field().focus({ preventScroll: true });
    if (hand) field().select();
  } else if (key === "Backspace" || key === "Delete") {
    if (field().value && mode() !== "tint" && !(hand && cellAt(chosen).matches(".placed, .sent"))) return false;
    byId("erase").click();
  } else if (/^\d$/.test(key) && mode() === "tint") byId(`tint-${key}`)?.click();
  else if (/^\d$/.test(key) && !isIn) typeInto(key);
  else if (key === "Enter") enter();
  else if (key === "n") toggleNext();
  else if (key in BUTTONS) byId(BUTTONS[key])?.click();
  else if (key === "?") showKeys();
  else return isIn && /^[^\d ]$/.test(key); // nothing else gets into a cell
  return true;
}

function pressLater(key, isShifted) {
  if (document.activeElement === field() && /^[\d ]$/.test(key)) typeInto(key);
  else press(key, document.activeElement, isShifted);
}

document.addEventListener("keydown", (event) => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const hasControl = event.ctrlKey || event.metaKey;
  const onBoard = event.target.matches("#entry input[name=cell], #number, body");
  const onTool = event.target.matches("#entry button, #hint button, .place");
  const isTyped = !onBoard && event.target.matches("input, textarea");
  if (hasControl && (key === "z" || key === "y")) {
    if (isTyped) return;
    if (key === "y" || event.shiftKey) byId("redo")?.click();
    else if (isHalfTyped()) typeInto("");
    else byId("undo")?.click();
  } else if (hasControl || event.altKey) return;
  else if (key === "h" && !isTyped) document.querySelector("#close-hint, #hint-button")?.click();
  else if (!field()) return;
  else if (isSwitching && event.target.matches("#entry *, body") && isForBoard(key)) inNewMode(() => pressLater(key, event.shiftKey));
  else if (onTool && /^([\dcfnprtw]|arrow.+)$/i.test(key)) press(key, event.target, event.shiftKey);
  else if (key === "?" && !onBoard && !isTyped) showKeys();
  else if (!onBoard || !press(key, event.target, event.shiftKey)) return;
  event.preventDefault();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#entry input[name=cell]")) goal = null;
});
