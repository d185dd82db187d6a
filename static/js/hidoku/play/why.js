// A question about a cell: while its form is open, pointing at a cell asks about it.

import { byId, placeOf } from "./cells.js";

export const isAsking = () => byId("hint")?.matches(".asking");

export function askFor(number) {
  byId("why-asked").value = number;
}

export function pointAt(value) {
  [byId("why-row").value, byId("why-column").value] = placeOf(value).map((place) => place + 1);
}

// Without a number a tap chooses a cell, and another tap on it asks about it alone.
// Below an answer, whose form counts as having a cell, each tap asks at once.
export function askAbout(value, { dataset } = byId("hint")) {
  pointAt(value);
  if (["", value].includes(dataset.chosen) || byId("why-asked").value) byId("ask").click();
  else dataset.chosen = value;
}

// A number that is typed is asked about alone, unless a cell was tapped, or the answer is about one.
document.addEventListener("input", ({ target }) => {
  if (target.matches("#why-asked") && !byId("hint")?.matches("[data-chosen]")) byId("why-row").value = byId("why-column").value = "";
});
