// An exercise of Hidoku: arrows choose cells, digits and chips the number.

const numberField = () => document.querySelector("#entry #number");
const cellChoices = () => [...document.querySelectorAll("#entry input[name=cell]")];
const chosenCell = () => document.querySelector("#entry input[name=cell]:checked");
let byTouch = false;

function showNumber(number) {
  for (const chip of document.querySelectorAll(".chip")) chip.setAttribute("aria-pressed", chip.dataset.number === number);
}

function middle(choice) {
  const { left, top, width, height } = choice.closest(".cell").getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// The nearest cell in a direction; what lies aside counts twice.
function stepTo(right, down) {
  const from = chosenCell() ?? cellChoices()[0];
  const [x, y] = middle(from);
  const far = (choice) => {
    const [dx, dy] = [middle(choice)[0] - x, middle(choice)[1] - y];
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    return ahead > aside ? ahead + 2 * aside : Infinity;
  };
  const nearest = cellChoices().reduce((best, one) => (far(one) < far(best) ? one : best), from);
  nearest.checked = true;
  nearest.focus();
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  if (!numberField() || event.ctrlKey || event.metaKey || event.altKey) return;
  const isIn = event.target === numberField();
  if (!isIn && !event.target.matches("body, #entry input[name=cell], .chip")) return;
  if (event.key in WAYS) stepTo(...WAYS[event.key]);
  else if (/^\d$/.test(event.key) && !isIn) {
    numberField().value = event.key;
    numberField().focus();
    showNumber(event.key);
  } else if (event.key === "Enter" && !isIn && !event.target.matches(".chip")) document.querySelector("#entry .number-bar .button").click();
  else return;
  event.preventDefault();
});

document.addEventListener("pointerdown", (event) => {
  byTouch = event.pointerType === "touch";
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#entry input[name=cell]") && numberField() && !byTouch) numberField().select();
});

document.addEventListener("input", (event) => {
  if (event.target === numberField()) showNumber(event.target.value.trim());
});

// What the page says stands in the field counts, and not what was typed before.
document.addEventListener("htmx:after:swap", () => {
  if (numberField()) numberField().value = numberField().getAttribute("value");
});

document.addEventListener("click", (event) => {
  const chip = event.target.closest(".chip");
  if (!chip) return;
  numberField().value = chip.dataset.number;
  showNumber(chip.dataset.number);
});
