// A question about a cell: while its form is open, pointing at a cell asks about it.

import { byId, placeOf } from "./cells.js";

export const isAsking = () => byId("hint")?.matches(".asking");

export function askFor(number) {
  byId("why-asked").value = number;
}

export function pointAt(value, which = "") {
  [byId(`why-row${which}`).value, byId(`why-column${which}`).value] = placeOf(value).map((place) => place + 1);
}

// Without a number the first tap chooses a cell, and the second asks about both, or about the one.
// Below an answer, whose form counts as having a cell, each tap asks at once.
export function askAbout(value, { dataset } = byId("hint")) {
  const isSecond = "chosen" in dataset && dataset.chosen !== value;
  pointAt(value, isSecond ? "2" : "");
  if ("chosen" in dataset || byId("why-asked").value) byId("ask").click();
  else dataset.chosen = value;
}
