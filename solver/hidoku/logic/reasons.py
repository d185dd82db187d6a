"""What reasons are made of, as data: candidates, what follows from one, and marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.domains import Contradiction

if TYPE_CHECKING:
    from solver.hidoku.logic.objections.vacancies import Obstacle, Vacancy


class Candidate(NamedTuple):
    """A number and a cell it may go in."""

    number: int
    cell: Cell


class Forced(NamedTuple):
    """A number that would have to go in a cell, as the next step of a chain.

    ``is_by_cell``: no other number would fit the cell. Otherwise, no other cell fits the number.
    It follows from those of earlier ``rounds`` of the chain. ``ends`` are the placed numbers that
    it's counted from, unless that is seen at a glance; ``obstacle`` stops other numbers.
    """

    number: int
    cell: Cell
    is_by_cell: bool = False
    round: int = 1
    ends: tuple[int, ...] = ()
    obstacle: Obstacle | None = None


@dataclass(frozen=True)
class Refuted:
    """A number that can't go in a cell, with what would follow if it did, and the dead end.

    ``vacancy`` says why nothing fits a cell in the end; ``rivals`` are two numbers that need one.
    """

    number: int
    cell: Cell
    why: Contradiction
    chain: tuple[Forced, ...] = ()
    vacancy: Vacancy | None = None
    rivals: tuple[Forced, ...] = ()


def nearest(numbers: Iterable[int], number: int) -> tuple[int, ...]:
    """The nearest numbers below and above another one: two, one or none.

    >>> nearest([3, 9, 12], 5)
    (3, 9)
    """
    pool = tuple(numbers)
    below = max((n for n in pool if n < number), default=None)
    above = min((n for n in pool if n > number), default=None)
    return tuple(n for n in (below, above) if n is not None)


@dataclass(frozen=True, kw_only=True)
class Marked:
    """What a sentence refers to.

    ``numbers`` and ``cells`` are what it rests on, and ``area`` the cells treated as one; ``tried``
    are candidates that fail, ``chain`` what would follow from them, and ``dead_ends`` the cells
    where that ends; ``course`` are missing numbers on their only route, and ``eliminated`` the
    candidates it needs to be ruled out. Numbers that aren't on the board aren't marked.
    """

    numbers: tuple[int, ...] = ()
    cells: tuple[Cell, ...] = ()
    area: tuple[Cell, ...] = ()
    tried: tuple[Candidate, ...] = ()
    chain: tuple[Candidate, ...] = ()
    dead_ends: tuple[Cell, ...] = ()
    course: tuple[Candidate, ...] = ()
    eliminated: tuple[Candidate, ...] = ()
