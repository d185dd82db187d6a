// When the last number stands a light runs along the whole path, once.

import { byId, cells, numberIn } from "./cells.js";
import { middle } from "./trail.js";

let isOver = byId("result") !== null;

function run() {
  const ribbon = byId("ribbon");
  if (!ribbon || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const along = cells().toSorted((one, other) => numberIn(one) - numberIn(other));
  const beam = document.createElementNS(ribbon.namespaceURI, "path");
  beam.setAttribute("class", "light");
  beam.setAttribute("pathLength", 1);
  beam.setAttribute("d", `M${along.map((cell) => middle(cell, ribbon).map((place) => place.toFixed(2)).join(" ")).join("L")}`);
  beam.addEventListener("animationend", () => beam.remove());
  ribbon.append(beam);
}

document.addEventListener("htmx:after:swap", () => {
  const wasOver = isOver;
  isOver = byId("result") !== null;
  if (!isOver || wasOver) return; // a race’s scoreboard comes every second
  byId("game").classList.add("over");
  byId("result").focus({ preventScroll: true });
  requestAnimationFrame(run);
});
