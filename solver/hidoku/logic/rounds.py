"""A board solved by techniques in rounds, all at once: what a grade is made of.

Each round takes every step of the easiest technique that finds any, applies them together and
counts the numbers placed or the candidates eliminated. Nothing depends on an order of cells or
numbers, so that turning or mirroring a board, or counting backwards, gives the same rounds. Reasons
are not asked for here: where a technique has a bare finder, that is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.technique import Deduction, Technique, techniques
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import NO_LIMIT, Budget


class Round(NamedTuple):
    """What one round did: numbers placed, or candidates eliminated.

    ``length`` is that of the contradictions of a round that needs them, else 0: 1 if reach alone
    shows that a candidate fails, and one more each time that all which follows must be placed.
    """

    technique: Technique
    placed: int
    eliminated: int
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
            if not any(found.length for found in rounds) and _has_several(grid, budget):
                break
            steps, length = _assumed(position, budget)
        if not steps:
            break
        rounds.append(_counted(steps, length))
        position = position.after(*steps)
    is_solved = position.is_full and position.dead is None
    return Walkthrough(tuple(rounds), is_solved, not is_solved and budget.is_over)


def _counted(steps: Sequence[Deduction], length: int) -> Round:
    placed = {step.placed for step in steps if step.placed}
    eliminated = {candidate for step in steps for candidate in step.eliminated}
    return Round(steps[0].technique, len(placed), len(eliminated), length)


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


def _has_several(grid: Grid, budget: Budget) -> bool:
    """Whether a search finds two solutions: then contradictions would be looked for in vain.

    They would take minutes on an empty board of 900 cells, where two solutions take moments.
    """
    return _verdict(grid, budget) is Verdict.SEVERAL


def is_puzzle(grid: Grid, budget: Budget) -> bool:
    """Whether a short search does not show that there are several solutions, or none."""
    return _verdict(grid, budget) not in {Verdict.SEVERAL, Verdict.NONE}


def _verdict(grid: Grid, budget: Budget) -> Verdict:
    return solve(grid, 2, Budget(_NODES, budget.deadline), 0).verdict
