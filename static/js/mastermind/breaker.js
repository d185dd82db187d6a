// A game to be broken: what is held for the next row, and rows that wait for the server.

import { change, draft, EMPTY, isRowOpen } from "./row.js";
import "./drag.js";
import "../share.js";
import { HELD } from "./hold.js";

const guess = () => document.getElementById("guess");
const pins = new Map(); // by hole: the peg that every row begins with until it is unlocked
const OUT = { out: ", ruled out", crossed: ", crossed out by you" }; // what is proved, and what is only noted
const MARKED = / (cited|(not|in-place|elsewhere)-\d)\b/g; // the marks of a line on a row
const RETRY = 4000; // milliseconds until a row is sent again that did not get through
const WIDE = "(min-width: 56rem)"; // room for what a narrow page folds
let unsent = null;
let retry = null;

// Hold a peg, or press "." at its hole: it is locked, and the rows to come begin with it.
function togglePin(place) {
  const peg = draft()[place];
  if (pins.has(place) || peg === EMPTY) pins.delete(place);
  else pins.set(place, peg);
  showPins();
}

function showPins() {
  for (const hole of document.querySelectorAll("#game .row.current .hole")) {
    const isPinned = pins.has(Number(hole.dataset.hole));
    hole.classList.toggle("pinned", isPinned);
    if (isPinned) hole.setAttribute("aria-description", "locked");
    else hole.removeAttribute("aria-description");
  }
}

function startFromPins() {
  const pegs = draft();
  if (pins.size === 0 || pegs.some((peg) => peg !== EMPTY)) return;
  for (const [place, peg] of pins) pegs[place] = peg;
  change(pegs);
}

// The computer's rows appear one after another; a tap or a key shows them all.
for (const touched of ["pointerdown", "keydown"]) {
  document.addEventListener(touched, () => {
    for (const shown of document.querySelector(".revealed")?.getAnimations({ subtree: true }) ?? []) shown.finish();
  });
}

document.addEventListener(HELD, (event) => {
  const hole = event.target.closest("#game .row.current .hole");
  const swatch = event.target.closest(".swatch[data-symbol]");
  if (hole) togglePin(Number(hole.dataset.hole));
  else if (swatch) toggleOut(swatch.dataset.symbol);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "." || !isRowOpen() || document.querySelector(".swatch[data-symbol='.']")) return;
  const chosen = document.querySelector("#game .row.current .hole.chosen");
  const filled = [...document.querySelectorAll("#game .row.current .hole:has(.peg)")].at(-1);
  const hole = chosen?.querySelector(".peg") ? chosen : filled;
  if (hole) togglePin(Number(hole.dataset.hole));
});

// Cross out a colour in every hole, or no longer: a note of the player's own, which the game keeps.
function toggleOut(symbol) {
  const button = document.createElement("button");
  Object.assign(button, { name: "note", value: `at least 1 of ${symbol}`, hidden: true });
  document.getElementById("claim").append(button);
  button.form.requestSubmit(button);
}

function showOut() {
  const grid = document.getElementById("grid")?.dataset;
  for (const swatch of document.querySelectorAll(".swatch[data-symbol]")) {
    let label = swatch.getAttribute("aria-label");
    for (const [look, words] of Object.entries(OUT)) {
      const isSo = (grid?.[look] ?? "").includes(swatch.dataset.symbol);
      swatch.classList.toggle(look, isSo);
      label = label.replace(words, "") + (isSo ? words : "");
    }
    swatch.setAttribute("aria-label", label);
  }
}

// What answers say of single values is on the pegs of their rows; the palette shows the most of it.
const MARKS = ["absent", "present", "placed"];

function showTold() {
  const pegs = [...document.querySelectorAll("#game .row.played .peg")];
  for (const swatch of document.querySelectorAll(".swatch[data-symbol]")) {
    const own = pegs.filter((peg) => peg.textContent.trim() === swatch.dataset.letter);
    const most = MARKS.findLast((mark) => own.some((peg) => peg.classList.contains(`peg-${mark}`)));
    let label = swatch.getAttribute("aria-label");
    for (const mark of MARKS) {
      const words = swatch.form.dataset[mark] ?? "";
      swatch.classList.toggle(mark, mark === most);
      label = label.replace(words, "") + (mark === most ? words : "");
    }
    swatch.setAttribute("aria-label", label);
  }
}

// A row that did not reach the server is sent again by itself, as long as it is the same row.
document.addEventListener("htmx:error", (event) => {
  if (event.detail.ctx?.sourceElement?.id !== "guess") return;
  unsent = draft().join("");
  const notice = document.querySelector("#notice .notice");
  if (notice && !navigator.onLine) notice.textContent = "You are offline. Your row is kept, and sent when you are back.";
  clearTimeout(retry);
  retry = setTimeout(sendAgain, RETRY);
});

function sendAgain() {
  clearTimeout(retry);
  if (unsent !== null && isRowOpen() && draft().join("") === unsent) guess().requestSubmit();
}

window.addEventListener("online", sendAgain);
document.addEventListener("htmx:after:request", (event) => {
  if (event.detail.ctx.sourceElement?.id === "guess") unsent = null;
});

// What fingers can do is taught by one line below the second row, in one game only.
function teachGestures() {
  const line = document.getElementById("gestures");
  if (!line || !matchMedia("(pointer: coarse)").matches) return;
  const memory = storage();
  memory.gestures ??= location.pathname;
  line.hidden = memory.gestures !== location.pathname;
}

function storage() {
  try {
    return localStorage;
  } catch {
    return {}; // a browser that keeps nothing
  }
}

document.addEventListener("htmx:after:swap", () => {
  if (!isRowOpen()) return;
  startFromPins();
  teachGestures();
  showPins();
  showOut();
  showTold();
  showNewestRow();
  showNewestLine();
});

// A line of the reason shows what it speaks of, while one points at it or is on it; else the newest does.
function showLine(line) {
  if (!line) return;
  const rows = new Map(line.dataset.marks.split(";").map((marked) => {
    const [row, ...marks] = marked.split(" ").filter(Boolean);
    return [row, marks];
  }));
  for (const row of document.querySelectorAll("#game .row.played")) {
    const marks = rows.get(row.querySelector(".row-number")?.textContent);
    row.className = row.className.replaceAll(MARKED, "");
    if (marks) row.classList.add("cited", ...marks);
  }
  const cells = new Set(line.dataset.cells.split(" "));
  for (const cell of document.querySelectorAll("#grid .cell")) cell.classList.toggle("lit", cells.has(cell.value[5] + cell.value.at(-1)));
  showInBoard(document.querySelector("#game .row.cited"));
}

// The line that has just come is seen, with what leads on if there is room.
function showNewestLine() {
  const line = document.querySelector(".line[aria-current]");
  showLine(line);
  for (const part of [document.querySelector(".line-steps, .open-end"), line]) part?.scrollIntoView({ block: "nearest" });
}

// The line that is read stays where a narrow window gets lower, as when a phone's bar comes or it is turned.
addEventListener("resize", () => {
  if (!matchMedia(WIDE).matches) showNewestLine();
});

// Bring a row into the part of the board that is seen, where rows move inside it.
function showInBoard(row) {
  const board = row?.parentElement;
  if (!board || board.scrollHeight <= board.clientHeight) return;
  const above = row.getBoundingClientRect().top - board.getBoundingClientRect().top;
  const hidden = above + row.offsetHeight - board.clientHeight + document.querySelector("#game .row.current").offsetHeight;
  if (above < 0) board.scrollTop += above;
  else if (hidden > 0) board.scrollTop += hidden;
}

// Where the board shows a line's rows alone, what a pointer merely lies on would move under it, and back.
for (const event of ["focusin", "click", ...(matchMedia(WIDE).matches ? ["pointerover"] : [])]) {
  document.addEventListener(event, (happened) => showLine(happened.target.closest(".line") ?? document.querySelector(".line[aria-current]")));
}

// A hint that opens is seen with the board, wherever the page was scrolled to.
document.addEventListener("htmx:after:swap", (event) => {
  const { sourceElement } = event.detail.ctx;
  if (sourceElement?.id !== "hint" || !document.getElementById("close-hint")) return;
  if (document.querySelector("#tab-2[aria-pressed=true]")) document.getElementById("questions").open = true;
  if (document.getElementById("hint").getBoundingClientRect().top < 0) window.scrollTo({ top: 0 });
  if (document.activeElement === document.body) document.querySelector("#hint .tab[aria-pressed=true]").focus({ preventScroll: true });
});

// With a hint open the rows move inside the board, to the newest; then they stay where the player moves them.
let newest = "";
function showNewestRow() {
  const rows = document.querySelector("#game .rows");
  const now = [document.getElementById("game").className, rows.querySelectorAll(".played").length].join();
  if (now !== newest) rows.scrollTop = rows.scrollHeight;
  newest = now;
}

if (isRowOpen()) {
  teachGestures();
  showOut();
  showTold();
  showNewestRow();
  showNewestLine();
}

if (matchMedia(WIDE).matches) for (const part of document.querySelectorAll("#questions, #rules")) part.open = true;
