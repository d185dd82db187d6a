// The table of a contest: who does not look at the page is not told what arrives.

import "./copy.js";

document.addEventListener("htmx:before:request", (event) => {
  if (document.hidden && event.detail.ctx.sourceElement?.id === "poll") event.preventDefault();
});
