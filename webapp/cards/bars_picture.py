"""How many guesses a strategy needed, on a card: a bar for each number of guesses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from webapp.cards.canvas import ACCENT, INK, SOFT, Canvas
from webapp.hidoku.picture.colours import token

BAR: Final = token("--bar")
LEFT, TOP, WIDE, HIGH = 640, 84, 470, 462  # pixels


@dataclass(frozen=True)
class BarsPicture:
    """How many codes took one guess, two, and so on."""

    counts: tuple[int, ...]

    def __call__(self, canvas: Canvas) -> None:
        """Paint it at the right of a card."""
        step = min(64.0, HIGH / len(self.counts))
        top, longest = TOP + (HIGH - step * len(self.counts)) / 2, max(self.counts)
        for place, count in enumerate(self.counts):
            y = top + step * (place + 0.5)
            size = round(min(26, step * 0.6))
            canvas.words((LEFT + 24, y), str(place + 1), size, INK, "mm")
            wide = (WIDE - 150) * count / longest
            fill = ACCENT if count == longest else BAR
            corner, sides = (LEFT + 52, y - step * 0.36), (max(wide, 4), step * 0.72)
            canvas.box(corner, sides, min(8, sides[0] / 2), fill)
            canvas.words((LEFT + 62 + wide, y), f"{count:,}", size, SOFT, "lm")
