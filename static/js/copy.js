// Copying a link or a snippet. Browsers allow it on a secure page only; elsewhere the text stands there.

const COPIERS = "#copy, [data-copies]";

function offer() {
  for (const button of document.querySelectorAll(COPIERS)) button.hidden = !navigator.clipboard;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest(COPIERS);
  if (!button) return;
  const text = document.getElementById(button.dataset.copies ?? "address");
  text.select();
  await navigator.clipboard.writeText(text.value);
  button.textContent = "Copied";
});

document.addEventListener("htmx:after:swap", offer);
offer();
