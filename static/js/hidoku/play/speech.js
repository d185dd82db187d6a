// What a screen reader says: the cell that the arrow keys have come to, each number
// that stands where it was put, and hints. How many numbers are left the line below the board says.

import { byId, cellAt, radioAt } from "./cells.js";

export function speak(text) {
  const place = byId("spoken");
  if (place) place.textContent = text;
}

export const sayCell = (value) => speak(radioAt(value).getAttribute("aria-label"));

// The number is read off the board as the answer shows it: a form may carry another one along.
function sayPlaced(value) {
  const number = cellAt(value)?.matches(".placed") ? cellAt(value).textContent.trim() : "";
  const [place] = radioAt(value).getAttribute("aria-label").toLowerCase().split(":");
  speak(number && `${number} placed in ${place}.`);
}

document.addEventListener("htmx:after:swap", (event) => {
  const { request, response, sourceElement } = event.detail.ctx;
  const { body } = request;
  if (response.status >= 400 || !body?.has("version")) return;
  const value = body.get("cell");
  if (["tier", "asked", "claim"].some((name) => body.has(name))) {
    speak(document.querySelector(sourceElement.matches(".pick") ? ".selected" : "#hint .text")?.innerText ?? "");
  } else if (sourceElement.matches("#note, #candidates, #erase")) sayCell(value);
  else if (value && request.action.endsWith("/placements")) sayPlaced(value);
  else speak("");
});
