// Building a row: taps, digits, letters and arrows change the draft in the page; only a whole row is
// sent. Without this module the palette's buttons ask the server for the longer draft.

export const EMPTY = "_";
const game = () => document.getElementById("game");
const codeField = () => document.getElementById("code");
const holes = () => [...document.querySelectorAll("#game .row.current .hole")];
const swatches = () => [...document.querySelectorAll(".swatch[data-symbol]")];
const KEEPS_ROW = new Set(["hint", "strategy", "close-hint", "next-line", "all-lines", "claim", "list"]); // what asks for a part with the same row
let cursor = null; // the hole chosen by tap or arrow; null: the first empty one
let shownRow = "";
let isGuessOut = false;
const rowSpoken = Object.assign(document.createElement("p"), { id: "row-spoken", className: "unseen", role: "status" });
document.getElementById("main")?.append(rowSpoken);
const later = []; // what was done for the next row before the answer to this one came

export function draft() {
  const pegs = Number(game().dataset.pegs);
  return codeField().value.padEnd(pegs, EMPTY).slice(0, pegs).split("");
}

export function isRowOpen() {
  return codeField() !== null && !codeField().closest("details:not([open])");
}

// Do something with the row: now, or once the row on its way is answered.
export function soon(action) {
  if (isGuessOut) later.push(action);
  else if (isRowOpen()) action();
}

// A change of the row: the last refusal no longer speaks of it, and a reload brings it back.
export function change(pegs) {
  document.querySelector(".messages")?.classList.remove("refused");
  document.getElementById("problem")?.replaceChildren();
  document.querySelector("[data-problem]")?.remove();
  const before = holes().map((hole) => hole.getAttribute("aria-label"));
  show(pegs);
  speak(before);
  keepInAddress(pegs.join(""));
}

// Say which peg is where now, and what the row holds: “Red in hole 1. Red, empty, empty, empty”.
function speak(before) {
  const after = holes().map((hole) => hole.getAttribute("aria-label").split(": "));
  const [hole, name] = after.find((label, place) => label.join(": ") !== before[place]) ?? [];
  if (!hole) return;
  const row = after.map(([, word], at) => (at && word[1] ? word.toLowerCase() : sentenceCase(word))).join(", ");
  rowSpoken.textContent = `${sentenceCase(name)} in ${hole.toLowerCase()}. ${row}.`;
}

const sentenceCase = (word) => word[0].toUpperCase() + word.slice(1);

function keepInAddress(text) {
  const url = new URL(location.href);
  if (text.replaceAll(EMPTY, "")) url.searchParams.set("draft", text);
  else url.searchParams.delete("draft");
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

function show(pegs) {
  shownRow = pegs.join("");
  codeField().value = shownRow;
  // before the first row there is no game yet that could say what is missing
  const check = document.getElementById("check-row");
  if (check) check.disabled = pegs.includes(EMPTY);
  if ("waits" in game().dataset) document.getElementById("submit").setAttribute("aria-disabled", pegs.includes(EMPTY));
  for (const copy of document.querySelectorAll("[data-draft-copy]")) copy.value = codeField().value;
  for (const way of document.querySelectorAll("#learn-it a")) carryRow(way, codeField().value);
  holes().forEach((hole, place) => {
    const swatch = swatches().find((one) => one.dataset.symbol === pegs[place]);
    if (hole.dataset.shown !== pegs[place]) {
      hole.replaceChildren(...(swatch ? [swatch.querySelector(".peg").cloneNode(true)] : []));
    }
    hole.dataset.shown = pegs[place];
    hole.setAttribute("aria-label", `${hole.getAttribute("aria-label").split(":")[0]}: ${swatch ? swatch.dataset.name : "empty"}`);
    hole.classList.toggle("chosen", place === target(pegs));
  });
}

// A way to a lesson carries the row along, so that the way back brings it again.
function carryRow(way, text) {
  const url = new URL(way.href);
  const [id] = url.searchParams.get("game").split(".");
  url.searchParams.set("game", `${id}.${text}`);
  way.href = url.href;
}

function target(pegs) {
  if (cursor !== null) return cursor;
  return pegs.indexOf(EMPTY);
}

export function put(colour) {
  const pegs = draft();
  const place = target(pegs);
  if (place < 0) return;
  pegs[place] = colour;
  if (cursor !== null && pegs.includes(EMPTY)) cursor = nextEmpty(pegs, place);
  change(pegs);
}

// The next open hole to the right: only then those left open before it. Null where that is the first one.
function nextEmpty(pegs, place) {
  const next = pegs.indexOf(EMPTY, place);
  return next < 0 || next === pegs.indexOf(EMPTY) ? null : next;
}

const isLocked = (at) => document.querySelector(`#game .row.current .pinned[data-hole="${at}"]`);

function takeBack() {
  const pegs = draft();
  let place = cursor;
  if (place === null || pegs[place] === EMPTY) place = pegs.findLastIndex((peg, at) => peg !== EMPTY && !isLocked(at));
  if (place >= 0) pegs[place] = EMPTY;
  cursor = null;
  change(pegs);
}

function move(step) {
  const pegs = draft();
  const from = target(pegs) < 0 ? pegs.length : target(pegs);
  cursor = Math.max(0, Math.min(pegs.length - 1, from + step));
  show(pegs);
}

// Put a peg into a hole, or with EMPTY take it out.
export function putAt(place, colour) {
  const pegs = draft();
  pegs[place] = colour;
  cursor = null;
  change(pegs);
}

// Copy a row that was played before.
function copyRow(row) {
  if (row?.dataset.code) {
    cursor = null;
    change(row.dataset.code.split(""));
  }
}

function useDraft(text) {
  cursor = null;
  change(text.split(""));
  document.getElementById("submit").focus({ preventScroll: true });
  document.querySelector(".row.current").scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  if (!isRowOpen() && !isGuessOut) return;
  const swatch = event.target.closest(".swatch");
  const hole = event.target.closest(".row.current .hole");
  const suggestion = event.target.closest("[data-draft]");
  const earlier = event.target.closest("#game .row.played[data-code]");
  if (!swatch && !hole && !suggestion && !earlier) return;
  event.preventDefault();
  soon(() => {
    if (suggestion) useDraft(suggestion.dataset.draft);
    else if (earlier) copyRow(earlier);
    else if (hole) {
      cursor = Number(hole.dataset.hole);
      show(draft());
    } else if ("undo" in swatch.dataset) takeBack();
    else put(swatch.dataset.symbol);
  });
});

const copyLast = () => copyRow([...document.querySelectorAll("#game .row.played")].at(-1));
const ROW_KEYS = { ARROWLEFT: () => move(-1), ARROWRIGHT: () => move(1), ARROWUP: copyLast, BACKSPACE: takeBack, DELETE: takeBack };

// What a key does with the row, if anything: a peg set or taken back, another hole, the row before.
// A letter means the peg that has it, or else the one that has it in the other case.
function actionOf(typed, key) {
  const letters = swatches().map((one) => one.dataset.letter ?? "");
  const language = letters.some((letter) => "ıİ".includes(letter || "-")) ? "tr" : "en";
  const capital = (text) => text?.toLocaleUpperCase(language);
  const named = (field, form) => swatches().find((one) => form(one.dataset[field]) === form(typed));
  const swatch = named("letter", String) ?? named("symbol", String) ?? named("letter", capital) ?? named("symbol", capital);
  return swatch ? () => put(swatch.dataset.symbol) : ROW_KEYS[key];
}

document.addEventListener("keydown", (event) => {
  if (!isRowOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=hidden]), textarea, select")) return;
  const key = event.key.toUpperCase();
  const control = event.target.closest("button, a, summary");
  const action = actionOf(event.key, key);
  const submits = !control || control.matches(".hole, .swatch[data-symbol]") && !draft().includes(EMPTY);
  if (action) {
    soon(action);
    if (!key.startsWith("ARROW") && control && !control.closest(".row, .palette")) takeFocus();
  } else if (key === "?") openRules();
  else if (key === "H") document.querySelector("#hint-button, #close-hint")?.click();
  else if (key === "ESCAPE") document.getElementById("close-hint")?.click();
  else if (key === "ENTER" && submits) document.getElementById("guess").requestSubmit();
  else return;
  event.preventDefault();
});

// A row that is not full stays here: the page says what is missing, and the button looks like it.
// One that was built before the answer to the row before came is sent after it.
document.addEventListener(
  "submit",
  (event) => {
    if (event.target.id !== "guess" || !("waits" in game().dataset) || !(later.length || draft().includes(EMPTY))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (later.length) return later.push(() => event.target.requestSubmit());
    document.querySelector(".messages").classList.add("refused");
    document.getElementById("problem").textContent = "Fill every hole first.";
  },
  { capture: true },
);

function openRules() {
  const rules = document.getElementById("rules");
  if (!rules) return;
  rules.open = true;
  rules.tabIndex = -1; // its own, not that of its summary: Enter goes on to submit the row
  rules.focus();
}

// Who types a peg after pressing some button means the row: Enter must not press that button again.
function takeFocus() {
  document.getElementById("submit").focus({ preventScroll: true });
}

// One guess at a time: a second press of the button is not a second row.
document.addEventListener("htmx:config:request", (event) => {
  if (event.detail.ctx.sourceElement.id !== "guess") return;
  if (isGuessOut) event.preventDefault();
  isGuessOut = true;
});

document.addEventListener("htmx:finally:request", (event) => {
  if (event.detail.ctx.sourceElement.id !== "guess") return;
  isGuessOut = false;
  const actions = later.splice(0);
  if (isRowOpen()) actions.forEach((action) => action());
});

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  // the row as it stands when an answer comes in that has the same one; what asked may be gone after it
  ctx.liveDraft = KEEPS_ROW.has(ctx.sourceElement?.id) ? codeField()?.value : "";
});

document.addEventListener("htmx:after:swap", (event) => {
  if (!isRowOpen()) {
    keepInAddress("");
    // where the guesses went arrives later by itself, and takes nobody from where they are by then
    if (event.detail.ctx.target.id === "game") document.getElementById("result")?.focus({ preventScroll: true });
    return;
  }
  const { liveDraft } = event.detail.ctx;
  if (liveDraft) codeField().value = liveDraft;
  if (draft().join("") !== shownRow) cursor = null; // an answer about the same row leaves the chosen hole
  show(draft());
  keepInAddress(draft().join(""));
});

// a row that is unfolded can be built as well
document.addEventListener("toggle", () => isRowOpen() && show(draft()), { capture: true });

if (isRowOpen()) show(draft());
