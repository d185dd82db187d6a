// Answering: digits choose how many keys of each kind, and what no row can get is barred.

const fields = () => document.querySelector("#game .answer-fields");
const choice = (name) => fields()?.querySelector(`input[name=${name}]:checked`);
let next = "right"; // the kind of keys that the next digit counts
let isAnswerOut = false;

// With so many in place, this many others can't be: too many in all, or the last with nowhere to be.
function barImpossible() {
  const right = choice("right");
  const pegs = Number(fields()?.dataset.pegs);
  for (const input of fields()?.querySelectorAll("input[name=other]") ?? []) {
    const [black, white] = [Number(right?.value), Number(input.value)];
    input.disabled = right !== null && (black + white > pegs || (black === pegs - 1 && white === 1));
    if (input.disabled) input.checked = false;
  }
  const open = [...(fields()?.querySelectorAll("input[name=other]:enabled") ?? [])];
  if (open.length === 1) open[0].checked = true;
}

// What is chosen counts, no longer what was pasted before.
function takeChoice() {
  barImpossible();
  const pasted = document.querySelector("#paste input");
  if (pasted) pasted.value = "";
}

function choose(digit) {
  const input = fields().querySelector(`input[name=${next}][value="${digit}"]:enabled`);
  if (!input) return;
  input.checked = true;
  takeChoice();
  const hasOther = fields().querySelector("input[name=other]") !== null;
  next = next === "right" && hasOther ? "other" : "right";
}

function isRowUnfinished() {
  return document.getElementById("code")?.value.includes("_") ?? false;
}

document.addEventListener("change", (event) => {
  if (event.target.closest(".answer-fields")) takeChoice();
});

document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isRowUnfinished()) return;
    if (event.target.closest("input:not([type=radio]), textarea, select")) return;
    const answer = document.getElementById("answer");
    const isOpen = fields() && !fields().closest("details:not([open])");
    if (isOpen && /^[0-9]$/.test(event.key) && fields().querySelector("input[name=right]")) choose(event.key);
    else if (event.key === "Enter" && event.target.matches("body, .messages") && answer) answer.requestSubmit();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation(); // so that it is no peg as well
  },
  { capture: true },
);

// One answer at a time: a second press of the button does not answer the next guess.
document.addEventListener("htmx:config:request", (event) => {
  if (!event.detail.ctx.sourceElement.matches(".answer, .answer form")) return;
  if (isAnswerOut) event.preventDefault();
  isAnswerOut = true;
});
document.addEventListener("htmx:finally:request", () => {
  isAnswerOut = false;
});

document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx.target.id !== "game") return; // a part beside it
  next = "right";
  isAnswerOut = false; // a form that the swap took away says nothing more
  barImpossible();
});

barImpossible();
