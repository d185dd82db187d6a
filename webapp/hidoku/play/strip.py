"""The stretch of the path around the number in hand, as the page shows it below the board."""

from __future__ import annotations

from dataclasses import dataclass

from solver.hidoku.rules.game import Play
from webapp.hidoku.picture.path import hue_of

BEFORE, AFTER = 3, 4  # numbers shown on each side of the one in hand, where the path has them


@dataclass(frozen=True)
class StripNumber:
    """A number: ``kind`` is given, placed or missing; ``is_joined`` if the path goes on from it."""

    number: int
    kind: str
    hue: int
    is_joined: bool


@dataclass(frozen=True)
class Strip:
    """The number in the middle, and those on each side of it."""

    before: tuple[StripNumber, ...]
    centre: int
    after: tuple[StripNumber, ...]


def strip_of(play: Play, centre: int) -> Strip:
    """Return the stretch around a number.

    >>> from solver.hidoku.rules.grid import Cell, Grid
    >>> strip = strip_of(Play(Grid.of(1, 4, {Cell(0, 0): 1, Cell(0, 3): 4})), 2)
    >>> [(one.number, one.kind) for one in (*strip.before, *strip.after)]
    [(1, 'given'), (3, 'missing'), (4, 'given')]
    """
    first, last = max(1, centre - BEFORE), min(play.grid.last, centre + AFTER)
    before = tuple(_shown(play, number) for number in range(first, centre))
    return Strip(before, centre, tuple(_shown(play, n) for n in range(centre + 1, last + 1)))


def _shown(play: Play, number: int) -> StripNumber:
    cell = play.where.get(number)
    is_joined = cell is not None and play.where.get(number + 1) in play.grid.neighbours(cell)
    hue = hue_of(number, play.grid.last)
    return StripNumber(number, _kind(play, number), hue, is_joined)


def _kind(play: Play, number: int) -> str:
    cell = play.where.get(number)
    if cell is None:
        return "missing"
    return "given" if cell in play.grid.given else "placed"
