// The time to the next daily games runs; without script the page says it in hours and minutes.

const DAY = 86_400_000; // they come at midnight UTC
const next = Math.ceil(Date.now() / DAY) * DAY;

function tick() {
  const left = Math.max(0, Math.ceil((next - Date.now()) / 1000));
  const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60];
  const said = hours ? `${hours} h ${minutes} min` : minutes ? `${minutes} min ${left % 60} s` : `${left} s`;
  for (const one of document.querySelectorAll(".countdown")) if (one.textContent !== said) one.textContent = said;
}

setInterval(tick, 1000);
document.addEventListener("htmx:after:swap", tick);
tick();
