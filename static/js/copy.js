// Copying the link. Browsers allow it on a secure page only; elsewhere the address stands there.

function offer() {
  const button = document.getElementById("copy");
  if (button) button.hidden = !navigator.clipboard;
}

document.addEventListener("click", async (event) => {
  if (event.target.id !== "copy") return;
  const address = document.getElementById("address");
  address.select();
  await navigator.clipboard.writeText(address.value);
  event.target.textContent = "Copied";
});

document.addEventListener("htmx:after:swap", offer);
offer();
