// Numbers whose request found no answer stay in their cells, on their way, and are sent again.

import { chosen, fill, forgetWaiting, placedBy, preview, waiting } from "./board.js";
import { byId, field } from "./cells.js";

const PAUSE = 3000; // milliseconds till the next try, where the browser does not say that it is online
const unsent = []; // what those requests said
let timer = 0;

function keep(body) {
  unsent.push(body);
  clearTimeout(timer);
  timer = setTimeout(resend, PAUSE);
}

// In the order in which they were made; what fails once more comes back to `keep`.
function resend() {
  const form = byId("resend");
  if (!form) return;
  for (const body of unsent.splice(0)) {
    form.elements.cells.value = body.get("cells") ?? body.get("cell");
    form.elements.number.value = body.get("number");
    form.elements.direction.value = body.get("direction");
    form.requestSubmit();
  }
}

const isOnItsWay = (body) => placedBy(body).some(([value, number]) => waiting.get(value) === number);

document.addEventListener("htmx:finally:request", (event) => {
  const { request, response, sourceElement, status } = event.detail.ctx;
  const { body } = request;
  const isUnanswered = status.startsWith("error") || response?.status >= 500;
  if (isUnanswered && field() && body?.has("number") && isOnItsWay(body)) keep(body);
  else forgetWaiting(body);
  if (!field()) return;
  if (isUnanswered && sourceElement.id === "note" && !field().value && body.get("cell") === chosen) fill(body.get("number"));
  preview();
});

window.addEventListener("online", resend);
window.addEventListener("beforeunload", (event) => {
  if (unsent.length) event.preventDefault();
});
