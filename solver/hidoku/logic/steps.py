"""What a hint says next, and what a trace is made of, as data; ``text`` says these values.

A :class:`Hint` is what a player is told next, a :class:`Step` one frame of a trace. The steps of
reasoning that they tell of are :class:`~solver.hidoku.logic.technique.Deduction` objects.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from solver.hidoku.logic.reasons import NOTHING, Because, Candidate
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.domains import Contradiction


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
        """The name of the technique or the state."""
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
