// A question about a cell: while its form is open, pointing at a cell asks about it.

import { byId, placeOf } from "./cells.js";

export const isAsking = () => byId("hint")?.matches(".asking");

export function askFor(number) {
  byId("why-asked").value = number;
}

export function pointAt(value, which = "") {
  [byId(`why-row${which}`).value, byId(`why-column${which}`).value] = placeOf(value).map((place) => place + 1);
}

// With a number a tap asks at once; without one it chooses a cell, and the next tap asks about both.
export function askAbout(value) {
  const isSecond = "chosen" in byId("hint").dataset;
  const isAsked = byId("why-asked").value !== "" || isSecond;
  pointAt(value, isSecond ? "2" : "");
  if (isAsked) byId("ask").click();
  else byId("hint").dataset.chosen = value;
}
