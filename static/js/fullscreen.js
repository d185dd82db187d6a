// The whole screen, where the browser can.
function offerFullScreen() {
  const button = document.getElementById("full");
  if (button) button.hidden = !document.fullscreenEnabled;
}

document.addEventListener("htmx:after:swap", offerFullScreen);
offerFullScreen();

document.addEventListener("fullscreenchange", () => {
  const button = document.getElementById("full");
  if (button) button.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
  scrollTo(0, 0); // the board, wherever the button was
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("#full")) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
