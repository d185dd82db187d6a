// Sending what is said of a finished game: by the system's own sheet where there is one, else copied.

async function sendShared(name = "sent-text") {
  const field = document.getElementById(name);
  const status = document.getElementById("sent-status");
  try {
    if (navigator.share) {
      await navigator.share({ text: field.value });
      return;
    }
    await navigator.clipboard.writeText(field.value);
    status.textContent = "Copied.";
  } catch (problem) {
    if (problem.name === "AbortError") return; // the sheet was closed again
    field.select();
    status.textContent = "Your browser didn’t copy it. Copy the text above yourself.";
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#send, [data-sends]");
  if (button) sendShared(button.dataset.sends);
});

document.addEventListener("htmx:after:swap", () => {
  const fresh = document.querySelector("#share[data-send]");
  if (!fresh) return;
  fresh.removeAttribute("data-send");
  sendShared();
});
