// What every page with a game needs.

// Say so when the server can't be reached, instead of doing nothing.
document.addEventListener("htmx:error", () => {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = "The server did not answer. Nothing is lost: try again in a moment.";
  document.getElementById("notice").replaceChildren(notice);
});

document.addEventListener("htmx:after:request", (event) => {
  if (event.detail.ctx.response.status < 400) document.getElementById("notice").replaceChildren();
});

// A move that waited for an earlier one of this page goes out with the version it led to.
document.addEventListener("htmx:before:request", (event) => {
  const body = event.detail.ctx.request.body;
  const version = document.querySelector("#game input[name=version]");
  if (version && body instanceof URLSearchParams && body.has("version")) body.set("version", version.value);
});
