// Copying the link. Browsers allow it on a secure page only; elsewhere the address stands there.

const button = document.getElementById("copy");

if (button && navigator.clipboard) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const address = document.getElementById("address");
    address.select();
    await navigator.clipboard.writeText(address.value);
    button.textContent = "Copied";
  });
}
