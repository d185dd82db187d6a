// A question about a cell: while its form is open, pointing at a cell asks about it.

import { byId, placeOf } from "./cells.js";

export const isAsking = () => byId("hint")?.matches(".asking");

export function askFor(number) {
  byId("why-asked").value = number;
}

export function pointAt(value) {
  [byId("why-row").value, byId("why-column").value] = placeOf(value).map((place) => place + 1);
}

export function askAbout(value) {
  pointAt(value);
  byId("ask").click();
}
