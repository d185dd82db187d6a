// The time to the next daily games runs; without script the page says it in hours and minutes.

const DAY = 86_400_000; // they come at midnight UTC
const next = Math.ceil(Date.now() / DAY) * DAY;

function tick() {
  const left = Math.max(0, Math.ceil((next - Date.now()) / 1000));
  const [minutes, seconds] = [Math.floor(left / 60) % 60, left % 60].map((part) => String(part).padStart(2, "0"));
  for (const one of document.querySelectorAll(".countdown")) one.textContent = `${Math.floor(left / 3600)}:${minutes}:${seconds}`;
}

setInterval(tick, 1000);
document.addEventListener("htmx:after:swap", tick);
tick();
