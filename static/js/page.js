// What every page needs: say so when the server can't be reached, instead of doing nothing.

document.addEventListener("htmx:error", () => {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = "The server did not answer. Nothing is lost: try again in a moment.";
  document.getElementById("notice").replaceChildren(notice);
});

document.addEventListener("htmx:after:request", (event) => {
  if (event.detail.ctx.response.status < 400) document.getElementById("notice").replaceChildren();
});
