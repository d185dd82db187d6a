"""Where a game's guesses went, as one bar: what perfect play needs, one's own part, and luck."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from solver.deduction.explain.review import Review
from solver.wording import listed
from webapp.mastermind.finished import Finished
from webapp.mastermind.review.timed_review import review_in_time

WIDTH: Final = 356
GAP: Final = 2
LABELLED: Final = 40  # a part at least that wide has room for its figure


@dataclass(frozen=True)
class SumPart:
    """A part of the sum: what it is (``par``, ``own``, ``luck``), its figure, and its words.

    ``x`` and ``width`` are where it stands in a bar of :data:`WIDTH`; a part that luck saved stands
    at its end, outlined, since the game was shorter by it.
    """

    kind: str
    figure: str
    words: str
    x: float
    width: float

    @property
    def has_label(self) -> bool:
        """Whether its figure has room inside."""
        return self.width >= LABELLED


@dataclass(frozen=True)
class ShownSum:
    """The bar, if perfect play is known and the code was found; else the figures that there are."""

    is_waiting: bool
    skill: int = 100
    luck: int = 50
    parts: tuple[SumPart, ...] = ()
    words: str = ""
    is_saved: bool = False


def show_sum(finished: Finished) -> ShownSum:
    """Return where a game's guesses went, as far as it is known."""
    seen = review_in_time(finished)
    if len(seen.turns) < len(finished.turns):
        return ShownSum(is_waiting=True)
    if seen.par is None or not seen.exact or not finished.is_won or finished.is_evil:
        return ShownSum(False, seen.skill, seen.luck)
    is_saved = seen.saved > 0
    parts = _parts(seen, seen.par)
    total = len(seen.turns)
    sign = "−" if is_saved else "+"
    par, own, luck = (part.figure for part in parts)
    words = f"{total} guesses: {par} perfect play + {own} yours {sign} {luck} luck"
    return ShownSum(False, seen.skill, seen.luck, parts, words, is_saved)


def _parts(seen: Review, par: Fraction) -> tuple[SumPart, ...]:
    figures = _rounded(len(seen.turns), par, seen.given_away, -seen.saved)
    whole = max(float(par + seen.given_away), float(len(seen.turns)))
    scale = (WIDTH - 2 * GAP) / whole
    widths = [float(par) * scale, float(seen.given_away) * scale, abs(float(seen.saved)) * scale]
    starts = [0.0, widths[0] + GAP, widths[0] + widths[1] + 2 * GAP]
    if seen.saved > 0:
        starts[2] = WIDTH - widths[2]
    told = ("perfect play, on average", _own_words(seen), _luck_words(seen))
    return tuple(
        SumPart(kind, f"{abs(figure):.2f}", words, round(x, 1), round(width, 1))
        for kind, figure, words, x, width in zip(
            ("par", "own", "luck"), figures, told, starts, widths, strict=True
        )
    )


def _rounded(
    total: int, par: Fraction, own: Fraction, luck: Fraction
) -> tuple[float, float, float]:
    """Round the parts to hundredths so that what is shown adds up; luck takes the rest.

    >>> _rounded(6, Fraction(5625, 1296), Fraction(1, 5), Fraction(1, 1))
    (4.34, 0.2, 1.46)
    """
    shown_par, shown_own = round(float(par), 2), round(float(own), 2)
    return shown_par, shown_own, round(total - shown_par - shown_own, 2)


def _own_words(seen: Review) -> str:
    rows = [str(turn.number) for turn in seen.turns if turn.is_mistake]
    if rows:
        return f"yours: {'rows' if len(rows) > 1 else 'row'} {listed(rows)} could be better"
    return "yours: small losses" if seen.given_away else "yours: nothing given away"


def _luck_words(seen: Review) -> str:
    if seen.saved > 0:
        return "good luck, taken off"
    return "bad luck" if seen.saved < 0 else "luck: none either way"
