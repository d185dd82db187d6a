"""What a page says of a solved Hidoku: how long it took, with which help, what it needs."""

from __future__ import annotations

import time
from dataclasses import dataclass

from solver.hidoku.grade import Grade, grade
from solver.hidoku.grid import Grid
from solver.hidoku.hunt import Budget
from solver.hidoku.puzzle_words import TITLES
from solver.wording import counted, listed
from webapp.counting import price_words
from webapp.recent import recent
from webapp.store import StoredGame

SECONDS = 1.0  # for the techniques of a board; only the largest come near it


@dataclass(frozen=True)
class Ending:
    """The sentences of a solved board."""

    path: str
    time: str
    hints: str
    techniques: str


def ending_of(stored: StoredGame, grid: Grid) -> Ending:
    """Return what is said of a solved board."""
    return Ending(
        path=f"{counted(grid.last, 'number')} in one path.",
        time=time_words(int(stored.seconds)),
        hints=price_words(stored.hints),
        techniques=_techniques(_graded(grid)),
    )


@recent(64)
def _graded(grid: Grid) -> Grade:
    return grade(grid, Budget(deadline=time.monotonic() + SECONDS))


def _techniques(found: Grade) -> str:
    if found.is_cut_short:
        return "Too large a board to say in a moment which techniques it needs."
    if not found.solved_by_techniques:
        return "Techniques alone do not solve this board: it needs a try."
    used = listed([TITLES[technique] for technique in found.techniques])
    level = found.difficulty.value.capitalize()
    return f"{level}. {counted(len(found.techniques), 'technique')} needed: {used}."


def time_words(seconds: int) -> str:
    """Return a time as a clock shows it.

    >>> time_words(65), time_words(3723)
    ('1:05', '1:02:03')
    """
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
