"""Steps as data: why a number must stand somewhere, what a hint says, what a trace is made of.

A :class:`Deduction` is one step of reasoning: a number placed, or candidates eliminated, with its
technique and what it rests on (:class:`Because`). A :class:`Hint` is what a player is told next, a
:class:`Step` one frame of a trace. No sentence is here: the modules of words say these values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from solver.hidoku.rules.game import Conflict
from solver.hidoku.rules.grid import Cell, Link
from solver.hidoku.search.domains import Contradiction


class Technique(Enum):
    """How a step was found, from the easiest on; those after CONTRADICTION are states."""

    BETWEEN = "between"  # both path neighbours are placed, one empty cell touches both
    ONE_WAY = "one_way"  # a placed number has one empty cell to go on to
    LINK = "link"  # a cell linked with a placed number holds the number before or after it
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


PLACING = frozenset(
    {
        Technique.BETWEEN,
        Technique.ONE_WAY,
        Technique.LINK,
        Technique.STRAIGHT_RUN,
        Technique.ONLY_CELL,
        Technique.ONLY_NUMBER,
        Technique.CORNER,
    }
)
"""The techniques that place a number; the others eliminate candidates, or nearly always."""


class Candidate(NamedTuple):
    """A number that may stand in a cell."""

    number: int
    cell: Cell


class Ruled(NamedTuple):
    """A candidate ruled out, and how many numbers stood beside the givens then."""

    placed: int
    candidate: Candidate


class Forced(NamedTuple):
    """A number that would have to stand in a cell, as the next thing in a chain.

    ``is_by_cell`` says that no other number would fit the cell, not no other cell the number.
    """

    number: int
    cell: Cell
    is_by_cell: bool = False


@dataclass(frozen=True)
class Refuted:
    """A number that cannot stand in a cell, what would follow if it did, and the dead end."""

    number: int
    cell: Cell
    why: Contradiction
    chain: tuple[Forced, ...] = ()


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
    links: tuple[Link, ...] = ()  # the links it needs
    eliminated: tuple[Candidate, ...] = ()  # the candidates eliminated before that it needs


NOTHING = Because()


@dataclass(frozen=True)
class Deduction:
    """One step of a person's reasoning: a placement, or candidates eliminated, and why."""

    technique: Technique
    because: Because = NOTHING
    placed: Candidate | None = None
    eliminated: tuple[Candidate, ...] = ()


@dataclass(frozen=True)
class Hint:
    """The next step as data; ``hint_words.hint_texts`` says it in three tiers.

    A step has number and cell (for ``WRONG`` those to erase); a state may have neither. ``before``
    are the eliminations it rests on, in order; ``technique`` is the hardest of them all, and
    ``step`` the technique of the placement itself.
    """

    technique: Technique
    number: int | None = None
    cell: Cell | None = None
    because: Because = NOTHING
    before: tuple[Deduction, ...] = ()
    step: Technique | None = None


class Kind(Enum):
    """What a step of a trace does."""

    START = "start"  # the given numbers
    ONLY_CELL = "only_cell"
    ONLY_NUMBER = "only_number"
    ELIMINATION = "strike"  # candidates are eliminated
    TRY = "try"
    CONTRADICTION = "contradiction"
    RETREAT = "retreat"
    SOLVED = "solved"
    PROVED = "proved"  # everything else is exhausted: the only solution
    SEVERAL = "several"  # a second solution was found
    IMPOSSIBLE = "impossible"  # everything is exhausted without a solution
    STUCK = "stuck"  # no technique finds a further step, and no try is made
    LEFT_OUT = "left_out"  # steps that a long trace does not keep
    STOPPED = "stopped"  # the budget is used up


ENDS = {0: Kind.IMPOSSIBLE, 1: Kind.PROVED}  # by the solutions found; else SEVERAL
PLACEMENTS = frozenset({Kind.ONLY_CELL, Kind.ONLY_NUMBER, Kind.TRY})


@dataclass(frozen=True)
class Step:
    """One frame: what was done, why, and the counters after it.

    ``depth`` counts open tries; ``placed`` the numbers standing beside the givens; ``option`` of
    ``options`` is the place in a choice. ``dead`` tells why a position failed; a contradiction with
    number and cell is about a number that was dropped before it was placed. ``goes_on`` says of a
    solution that something is left to try. ``technique`` and ``eliminated`` tell how a person found
    it, and what was eliminated. ``left_out`` counts the steps that a long trace leaves out here;
    ``standing`` are the numbers placed after them, in order, and ``ruled_out`` what is ruled out.
    """

    kind: Kind
    number: int | None = None
    cell: Cell | None = None
    because: Because = NOTHING
    dead: Contradiction | None = None
    goes_on: bool = False
    technique: Technique | None = None
    eliminated: tuple[Candidate, ...] = ()
    left_out: int = 0
    standing: tuple[Candidate, ...] = ()
    ruled_out: tuple[Ruled, ...] = ()
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
