// The pile table by hand: a code is dragged onto its pile; arrows go from pile to pile.

const CARD_FAR = 8; // pixels: less is a tap
let carried = null; // what is dragged: { card, x, y, isFar }

const pileAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("button.pile");

function markPile(pile) {
  for (const other of document.querySelectorAll("button.pile")) other.classList.toggle("over", other === pile);
}

function dropCard() {
  if (carried) Object.assign(carried.card.style, { translate: "" });
  carried?.card.classList.remove("dragged");
  carried = null;
  markPile(null);
}

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest(".card-code");
  if (card && event.button === 0) carried = { card, x: event.clientX, y: event.clientY, isFar: false };
});

document.addEventListener("pointermove", (event) => {
  if (!carried) return;
  const [x, y] = [event.clientX - carried.x, event.clientY - carried.y];
  if (!carried.isFar && Math.hypot(x, y) < CARD_FAR) return;
  carried.isFar = true;
  carried.card.classList.add("dragged");
  carried.card.style.translate = `${x}px ${y}px`;
  markPile(pileAt(event));
});

document.addEventListener("pointerup", (event) => {
  const pile = carried?.isFar && pileAt(event);
  const choice = carried?.card.querySelector("input");
  dropCard();
  if (!pile) return;
  choice.checked = true;
  pile.click();
});

document.addEventListener("pointercancel", dropCard);

document.addEventListener("keydown", (event) => {
  const pile = event.target.closest?.("button.pile");
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!pile || !step) return;
  const piles = [...pile.closest(".hand-piles").querySelectorAll("button.pile")];
  piles[(piles.indexOf(pile) + step + piles.length) % piles.length].focus();
  event.preventDefault();
});
