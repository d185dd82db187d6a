"""What a step of reasoning rests on, as data: numbers, cells, and places that fail."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from solver.hidoku.rules.faults import Fault
from solver.hidoku.rules.game import Conflict
from solver.hidoku.rules.grid import Cell, Pair
from solver.hidoku.search.domains import Contradiction, Dead

if TYPE_CHECKING:
    from solver.hidoku.logic.question import AnsweredQuestion


class Claim(Enum):
    """What a reason claims beside counting steps, so that it can be checked (see ``verify``)."""

    COUNT = "count"
    PASSAGE = "passage"  # what its first cell can hold, which the path enters by the others
    SETS = "sets"  # as many numbers as cells
    ROUTES = "routes"  # all routes of the missing numbers, none of which uses a cell twice
    SUMS = "sums"  # the gaps that can fill an area
    COLOURS = "colours"  # the same by chessboard colours, too
    CUT = "cut"  # the gaps that can fill an area that would be cut off
    CUT_COLOURS = "colours of a cut"
    POCKET = "pocket"  # cells behind a door
    EDGE = "edge"  # routes that would cross, by the order around the edge
    BORDER = "border"  # the same around a piece of empty cells


class Candidate(NamedTuple):
    """A number and a cell it may go in."""

    number: int
    cell: Cell


class Forced(NamedTuple):
    """A number that would have to go in a cell, as the next step of a chain.

    ``is_by_cell``: no other number would fit the cell. Otherwise, no other cell fits the number.
    """

    number: int
    cell: Cell
    is_by_cell: bool = False


@dataclass(frozen=True)
class Refuted:
    """A number that can't go in a cell, with what would follow if it did, and the dead end.

    ``missing`` are consecutive missing numbers, if all their routes lead to the dead end.
    """

    number: int
    cell: Cell
    why: Contradiction
    chain: tuple[Forced, ...] = ()
    missing: tuple[int, ...] = ()


@dataclass(frozen=True)
class Because:
    """What a step rests on: placed numbers, cells to look at, and candidates that fail.

    ``numbers`` are those that the reason is about; ``others`` are all other placed numbers that it
    counts from, because they limit where missing numbers can go. ``ends`` are the first or last
    number, if the path must still be able to continue to them. ``is_by_cell``: no other number fits
    the cell; otherwise, no other cell fits the number. ``conflict`` shows that a number is wrong,
    ``is_elsewhere`` says that the givens allow it only in another place, and ``fault`` is what is
    wrong with the puzzle itself.
    """

    numbers: tuple[int, ...] = ()
    cells: tuple[Cell, ...] = ()
    _: KW_ONLY
    refuted: tuple[Refuted, ...] = ()
    is_by_cell: bool = False
    question: AnsweredQuestion | None = None  # of what remains when each alternative is ruled out
    is_round: bool = False  # what is ruled out is too far only because cells are filled
    fitting: tuple[int, ...] = ()  # the numbers that can be in the area, if they are few
    is_distinct: bool = False  # rests on the cells before and after a number being different
    ends: tuple[int, ...] = ()
    conflict: Conflict | None = None
    is_elsewhere: bool = False
    fault: Fault | None = None
    missing: tuple[int, ...] = ()  # numbers concerned that are not placed yet
    area: tuple[Cell, ...] = ()  # the cells that the words treat as one area
    joined: tuple[Pair, ...] = ()  # the pairs of joined cells that it needs
    eliminated: tuple[Candidate, ...] = ()  # the earlier eliminations it needs
    others: tuple[Candidate, ...] = ()
    within: tuple[range, ...] = ()  # the gaps that go in the area, if any does,
    perhaps: tuple[range, ...] = ()  # and those that may go there
    routes: int = 0  # how many routes of the missing numbers were looked at
    claim: Claim = Claim.COUNT

    @property
    def every_number(self) -> tuple[int, ...]:
        return (*self.numbers, *(number for number, _ in self.others))

    @property
    def every_cell(self) -> tuple[Cell, ...]:
        """The cells to look at, including those of ``others`` and joined ones."""
        beside = (cell for _, cell in self.others)
        ends = (cell for pair in self.joined for cell in pair)
        return (*self.cells, *beside, *ends)


NOTHING = Because()


def nearest(numbers: Iterable[int], number: int) -> tuple[int, ...]:
    """The nearest numbers below and above another one: two, one or none.

    >>> nearest([3, 9, 12], 5)
    (3, 9)
    """
    every = tuple(numbers)
    below = max((n for n in every if n < number), default=None)
    above = min((n for n in every if n > number), default=None)
    return tuple(n for n in (below, above) if n is not None)


@dataclass(frozen=True, kw_only=True)
class Marked:
    """What one step of a hint refers to.

    ``numbers`` and ``cells`` are what it rests on, and ``area`` the cells treated as one; ``tried``
    are candidates that fail, ``chain`` what would follow from them, and ``dead_ends`` the cells
    where that ends; ``eliminated`` are the candidates it needs to be ruled out. Numbers that aren't
    on the board aren't marked.
    """

    numbers: tuple[int, ...] = ()
    cells: tuple[Cell, ...] = ()
    area: tuple[Cell, ...] = ()
    tried: tuple[Candidate, ...] = ()
    chain: tuple[Candidate, ...] = ()
    dead_ends: tuple[Cell, ...] = ()
    eliminated: tuple[Candidate, ...] = ()


def marked_reason(because: Because) -> Marked:
    """Everything a reason refers to: what a technique's reason marks by default.

    >>> marked_reason(Because((3, 5), (Cell(0, 0), Cell(0, 2)))).numbers
    (3, 5)
    """
    refuted = because.refuted
    dead_ends = (entry.why for entry in refuted if entry.why.kind in {Dead.NO_NUMBER, Dead.CLASH})
    return Marked(
        numbers=(
            *because.every_number,
            *because.ends,
            *(number for number, _ in because.others),
            *(n for entry in refuted for n in entry.why.numbers),
        ),
        cells=(*because.cells, *(c for pair in because.joined for c in pair)),
        area=because.area,
        tried=tuple(Candidate(entry.number, entry.cell) for entry in refuted),
        chain=tuple(Candidate(n, cell) for entry in refuted for n, cell, _ in entry.chain),
        dead_ends=tuple(cell for why in dead_ends for cell in why.cells),
        eliminated=because.eliminated,
    )
