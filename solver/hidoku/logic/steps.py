"""What a hint says next, and what a trace is made of, as data; ``text`` says these values.

A :class:`Hint` is what a player is told next, a :class:`Step` one frame of a trace. The steps of
reasoning that they tell of are :class:`~solver.hidoku.logic.technique.Deduction` objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import NOTHING, Because, Candidate
from solver.hidoku.logic.technique import Deduction, Technique, techniques
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.domains import Contradiction
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import NO_LIMIT, Budget


class State(Enum):
    """What a hint tells where it is no step of a technique."""

    TRYING = "trying"  # what shows it is too long to follow; the shortest try is told
    SEARCH = "search"  # only a search shows it
    SEVERAL = "several"  # the board has several solutions from here; this is a step of one
    POSSIBLE = "possible"  # a step of one solution; whether there are others is not known
    WRONG = "wrong"  # a placed number cannot stay
    IMPOSSIBLE = "impossible"  # the puzzle itself has no solution
    FINISHED = "finished"  # nothing left to do


@dataclass(frozen=True)
class Hint:
    """The next step as data; ``text.hints.told`` says it in three tiers.

    A step has number and cell (for ``State.WRONG`` those to erase); a state may have neither.
    ``before`` are the eliminations it rests on, in order; ``technique`` is the hardest of them all,
    or a state, and ``step`` the technique of the placement itself.
    """

    technique: Technique | State
    number: int | None = None
    cell: Cell | None = None
    because: Because = NOTHING
    before: tuple[Deduction, ...] = ()
    step: Technique | None = None

    @property
    def name(self) -> str:
        return self.technique.value if isinstance(self.technique, State) else self.technique.name

    @property
    def steps(self) -> tuple[Deduction, ...]:
        """The eliminations and the placement; none where the hint is a state."""
        if isinstance(self.technique, State) or self.number is None or self.cell is None:
            return ()
        placed = Candidate(self.number, self.cell)
        return (*self.before, Deduction(self.step or self.technique, self.because, placed))


class Ruled(NamedTuple):
    """A candidate ruled out, and how many numbers stood beside the givens then."""

    placed: int
    candidate: Candidate


class StepKind(Enum):
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


ENDS = {0: StepKind.IMPOSSIBLE, 1: StepKind.PROVED}  # by the solutions found; else SEVERAL
PLACEMENTS = frozenset({StepKind.ONLY_CELL, StepKind.ONLY_NUMBER, StepKind.TRY})


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

    kind: StepKind
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


# A board solved by techniques in rounds, all at once: what a grade is made of.
#
# Each round takes every step of the easiest technique that finds any, applies them together and
# counts the numbers placed or the candidates eliminated. Nothing depends on an order of cells or
# numbers, so that turning or mirroring a board, or counting backwards, gives the same rounds.
# Reasons are not asked for here: where a technique has a bare finder, that is used.


class Round(NamedTuple):
    """What one round did: so many numbers placed; none, where candidates were eliminated.

    ``length`` is that of the contradictions of a round that needs them, else 0: 1 if reach alone
    shows that a candidate fails, and one more each time that all which follows must be placed.
    """

    technique: Technique
    placed: int
    length: int = 0


_NODES = 20_000  # of the search for a second solution; unique boards take a tenth at most


class Walkthrough(NamedTuple):
    """The rounds of a board; ``is_cut_short`` where the deadline came first."""

    rounds: tuple[Round, ...]
    is_solved: bool
    is_cut_short: bool


def walk_through(grid: Grid, budget: Budget = NO_LIMIT) -> Walkthrough:
    """Solve a faultless grid by rounds until it is full or dead, or no technique finds a step.

    The walk also ends where contradictions would be next on a board with several solutions. Of the
    budget the deadline counts.
    """
    position, rounds = Position.of(grid), list[Round]()
    while not budget.is_over and not position.is_full and position.dead is None:
        steps, length = _direct(position), 0
        if not steps:
            is_first = not any(found.length for found in rounds)
            if is_first and _verdict(grid, budget) is Verdict.SEVERAL:
                break  # contradictions would take minutes on an empty board, and be in vain
            steps, length = _assumed(position, budget)
        if not steps:
            break
        placed = {step.placed for step in steps if step.placed}
        rounds.append(Round(steps[0].technique, len(placed), length))
        position = position.after(*steps)
    is_solved = position.is_full and position.dead is None
    return Walkthrough(tuple(rounds), is_solved, not is_solved and budget.is_over)


def _direct(position: Position) -> tuple[Deduction, ...]:
    """All steps of the easiest technique that finds any without an assumption."""
    for technique in techniques():
        if technique.assumption is None:
            steps = _different((technique.bare or technique.find)(position))
            if steps:
                return steps
    return ()


def _assumed(position: Position, budget: Budget) -> tuple[tuple[Deduction, ...], int]:
    """All steps of the easiest technique that finds any by assumptions, and their length."""
    for technique in techniques():
        if technique.assumption:
            steps, length = technique.assumption.round(position, budget)
            if steps:
                return steps, length
    return (), 0


def _different(steps: Iterator[Deduction]) -> tuple[Deduction, ...]:
    """Steps without those that place or eliminate just what an earlier one does."""
    first: dict[object, Deduction] = {}
    for step in steps:
        first.setdefault(step.placed or step.eliminated, step)
    return tuple(first.values())


def is_puzzle(grid: Grid, budget: Budget) -> bool:
    """Whether a short search does not show that there are several solutions, or none."""
    return _verdict(grid, budget) not in {Verdict.SEVERAL, Verdict.NONE}


def _verdict(grid: Grid, budget: Budget) -> Verdict:
    return solve(grid, 2, Budget(_NODES, budget.deadline), 0).verdict
