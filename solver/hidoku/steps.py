"""Steps as data: why a number must stand somewhere, what a hint says, what a trace is made of.

Two kinds of direct step need no assumption: the only cell for a number, and the only number for a
cell, where "can stand" means reachable from the nearest numbers placed below and above, in the
right count of steps, through empty cells. What a number can reach depends on these two numbers and
the empty cells alone, so the reason names no more than them. Where numbers are placed on one side
only, the path must also be able to go on from there. A weaker reach forgets that the cells before
and after a number differ; hints and traces use it first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from solver.hidoku.domains import Contradiction, Layout, Masks, bits, initial, is_single, owners
from solver.hidoku.game import Conflict
from solver.hidoku.grid import Board, Cell


class Technique(Enum):
    """How a step was found, from the easiest on; the last six are states rather than steps."""

    BETWEEN = "between"  # both path neighbours are placed, one empty cell touches both
    ONE_WAY = "one_way"  # a placed number has one empty cell to go on to
    STRAIGHT_RUN = "straight_run"  # a gap as long as the distance, with one way to walk it
    ONLY_CELL = "only_cell"  # one cell in reach for the number
    ONLY_NUMBER = "only_number"  # one number in reach for the cell
    CORNER = "corner"  # one of the two, as the cells before and after a number differ
    BOTTLENECK = "bottleneck"  # a run must pass a cell, or it is cut in two
    REQUIRED = "required"  # every walk across a gap of this length uses a cell
    AREA = "area"  # free cells that only one gap can fill
    LONE_AREA = "lone_area"  # free cells that only a loose end can fill
    NAKED = "naked"  # two or three numbers share two or three cells
    HIDDEN = "hidden"  # two or three cells are left for two or three numbers alone
    PARITY = "parity"  # chessboard colours: neighbours beside each other alternate
    CROSSING = "crossing"  # two runs would have to cross
    CONTRADICTION = "contradiction"  # a candidate fails in a few forced steps
    SEARCH = "search"  # only a search shows it
    SEVERAL = "several"  # the board has several solutions from here; this is a step of one
    POSSIBLE = "possible"  # a step of one solution; whether there are others is not known
    WRONG = "wrong"  # a placed number cannot stay
    IMPOSSIBLE = "impossible"  # the puzzle itself has no solution
    FINISHED = "finished"  # nothing left to do


@dataclass(frozen=True)
class Refuted:
    """A number that cannot stand in a cell, and what happens if it does.

    ``is_chain`` says that the contradiction comes only after further numbers have followed.
    """

    number: int
    cell: Cell
    why: Contradiction
    is_chain: bool = False


@dataclass(frozen=True)
class Because:
    """What a step rests on: numbers placed, cells to look at, and places that fail.

    ``ends`` are the first or last number where the path must still be able to go on to them;
    ``conflict`` is what shows that a number is wrong, ``is_elsewhere`` that its only place by the
    given numbers is another one.
    """

    numbers: tuple[int, ...] = ()
    cells: tuple[Cell, ...] = ()
    refuted: tuple[Refuted, ...] = ()
    is_distinct: bool = False  # needs that the cells before and after a number differ
    ends: tuple[int, ...] = ()
    conflict: Conflict | None = None
    is_elsewhere: bool = False
    missing: tuple[int, ...] = ()  # numbers concerned that are not placed yet
    area: tuple[Cell, ...] = ()  # the cells that the step speaks of as one


NOTHING = Because()


class Candidate(NamedTuple):
    """A number that may stand in a cell."""

    number: int
    cell: Cell


@dataclass(frozen=True)
class Deduction:
    """One step of a person's reasoning: a placement, or candidates struck, and why."""

    technique: Technique
    because: Because = NOTHING
    placed: Candidate | None = None
    struck: tuple[Candidate, ...] = ()


@dataclass(frozen=True)
class Hint:
    """The next step as data; ``words.hint_texts`` says it in three tiers.

    A step has number and cell (for ``WRONG`` those to erase); a state may have neither.
    """

    technique: Technique
    number: int | None = None
    cell: Cell | None = None
    because: Because = NOTHING


class Kind(Enum):
    """What a step of a trace does."""

    START = "start"  # the given numbers
    ONLY_CELL = "only_cell"
    ONLY_NUMBER = "only_number"
    TRY = "try"
    CONTRADICTION = "contradiction"
    RETREAT = "retreat"
    SOLVED = "solved"
    PROVED = "proved"  # everything else is exhausted: the only solution
    SEVERAL = "several"  # a second solution was found
    IMPOSSIBLE = "impossible"  # everything is exhausted without a solution
    STOPPED = "stopped"  # the budget is used up, or the trace is long enough


ENDS = {0: Kind.IMPOSSIBLE, 1: Kind.PROVED}  # by the solutions found; else SEVERAL
PLACEMENTS = frozenset({Kind.ONLY_CELL, Kind.ONLY_NUMBER, Kind.TRY})


@dataclass(frozen=True)
class Step:
    """One frame: what was done, why, and the counters after it.

    ``depth`` counts open tries; ``placed`` the numbers standing beside the givens; ``option`` of
    ``options`` is the place in a choice. ``dead`` tells why a position failed; a contradiction with
    number and cell is about a number that was dropped before it was placed. ``goes_on`` says of a
    solution that something is left to try.
    """

    kind: Kind
    number: int | None = None
    cell: Cell | None = None
    because: Because = NOTHING
    dead: Contradiction | None = None
    goes_on: bool = False
    option: int = 1
    options: int = 1
    depth: int = 0
    placed: int = 0
    nodes: int = 1
    successors: int = 0
    children: int = 0


def continued(latest: Step, step: Step, depth: int, height: int) -> Step:
    """A step with the counters of the one before it, and its own depth and numbers placed."""
    nodes, successors, children = latest.nodes, latest.successors, latest.children
    step = replace(step, depth=depth, placed=height)
    return replace(step, nodes=nodes, successors=successors, children=children)


def counted(latest: Step, family: int) -> Step:
    """A step after a family of so many successors was generated."""
    successors = latest.successors + family * family
    return replace(latest, successors=successors, children=latest.children + family)


def nearest(numbers: Iterable[int], number: int) -> tuple[int, ...]:
    """The nearest of some numbers below and above another: two, one or none.

    >>> nearest([3, 9, 12], 5)
    (3, 9)
    """
    others = tuple(numbers)
    below = max((n for n in others if n < number), default=None)
    above = min((n for n in others if n > number), default=None)
    return tuple(n for n in (below, above) if n is not None)


def masks_of(layout: Layout, board: Board) -> Masks:
    """The masks of a board in play: each placed number in its cell alone, nothing narrowed yet."""
    masks = initial(layout)
    taken = sum(map(layout.bit, board))
    masks = [mask & ~taken for mask in masks]
    for cell, number in board.items():
        masks[number] = layout.bit(cell)
    return masks


def direct_step(layout: Layout, masks: Masks, board: Board, distinct: bool = False) -> Hint | None:
    """The easiest step in swept masks that needs no assumption, or None.

    Numbers between near neighbours come first, then those with longer gaps, then cells.
    """
    reasons = _Reasons(layout, board, distinct)
    places = min(reasons.only_cells(masks), key=_effort, default=None)
    return places or next(reasons.only_numbers(masks), None)


def _effort(hint: Hint) -> tuple[bool, int, int]:
    numbers = hint.because.numbers
    number = hint.number or 0
    gap = sum(abs(number - other) for other in numbers) * (3 - len(numbers))
    return hint.technique is not Technique.BETWEEN, gap, number


class _Reasons:
    """The direct steps of a board, with what each rests on."""

    def __init__(self, layout: Layout, board: Board, distinct: bool) -> None:
        self.layout, self.distinct, self.last = layout, distinct, layout.grid.last
        self.where = {number: cell for cell, number in board.items()}
        self.empty = layout.board & ~sum(map(layout.bit, board))

    def only_cells(self, masks: Masks) -> Iterator[Hint]:
        for number, mask in enumerate(masks):
            if number not in self.where and is_single(mask):
                rests = nearest(self.where, number)
                is_close = rests == (number - 1, number + 1)
                technique = Technique.BETWEEN if is_close else Technique.ONLY_CELL
                because = self._because(rests, self._ends_of_place(number, rests))
                yield Hint(technique, number, self.layout.cell(mask), because)

    def only_numbers(self, masks: Masks) -> Iterator[Hint]:
        once, twice = owners(masks)
        for bit in bits(once & ~twice & self.empty):
            number = next(n for n, mask in enumerate(masks) if mask & bit)
            because = self._because(nearest(self.where, number), self._ends_of_cell(bit))
            yield Hint(Technique.ONLY_NUMBER, number, self.layout.cell(bit), because)

    def _because(self, rests: tuple[int, ...], ends: tuple[int, ...]) -> Because:
        cells = tuple(self.where[n] for n in rests)
        return Because(rests, cells, is_distinct=self.distinct, ends=ends)

    def _open_ends(self) -> tuple[int, ...]:
        """The first and last number, each if it is not placed (once on a board of one cell)."""
        return tuple(n for n in dict.fromkeys((1, self.last)) if n not in self.where)

    def _ends_of_place(self, number: int, rests: tuple[int, ...]) -> tuple[int, ...]:
        """The ends that a number outside all placed ones must leave a way to.

        After two walked steps a walk can always go back where it came from; so by the weak reach
        only the first step asks for a way on, if there is more than one cell to step to.
        """
        if len(rests) == 2:
            return ()
        if rests and not self.distinct:
            near = self.layout.around(self.layout.bit(self.where[rests[0]])) & self.empty
            if abs(number - rests[0]) > 1 or is_single(near):
                return ()
        side = {n for n in (1, self.last) if not rests or (n < number) == (rests[0] > number)}
        return tuple(n for n in self._open_ends() if n in side and n != number)

    def _ends_of_cell(self, bit: int) -> tuple[int, ...]:
        """The ends that other numbers would have to leave a way to from this cell."""
        ends = self._open_ends()
        if self.distinct or not self.where:
            return ends
        if self.layout.around(bit) & self.empty:
            return ()
        outer = {1: min(self.where), self.last: max(self.where)}
        cell = self.layout.cell(bit)
        near = self.layout.grid.neighbours(cell)
        return tuple(n for n in ends if self.where[outer[n]] in near and abs(n - outer[n]) > 1)
