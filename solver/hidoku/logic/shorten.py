"""The steps of a path that count, from the end back: placements, and what they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from solver.hidoku.logic.minimal_reasons import fewest
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.search.staged_search import Budget


class RoundSteps(NamedTuple):
    """Steps of one technique that all hold in one position."""

    position: Position
    steps: tuple[Deduction, ...]


def shortened(rounds: Sequence[RoundSteps], end: Position, budget: Budget) -> tuple[Deduction, ...]:
    """The steps that lead to the end, each with its reason.

    Without an end, on a board that is neither full nor dead, all steps count. None are told if time
    runs out before all are.
    """
    if end.is_full or end.dead:
        return _backed(rounds, _of_dead(end), budget)
    told = []
    for position, steps in rounds:
        for step in steps:
            if budget.is_over:
                return ()
            told.append(_told(position, step))
    return tuple(told)


def eliminations_before(
    rounds: Sequence[RoundSteps], placing: Deduction, budget: Budget
) -> tuple[Deduction, ...]:
    """The eliminations of some rounds, each with its reason, that a later placement rests on."""
    return _backed(rounds, placing.because.eliminated, budget)


def _backed(
    rounds: Sequence[RoundSteps], eliminated: Iterable[Candidate], budget: Budget
) -> tuple[Deduction, ...]:
    """The placements, and the eliminations that they and some eliminated candidates rest on."""
    needed = set(eliminated)
    kept: list[Deduction] = []
    for position, steps in reversed(rounds):
        told: list[Deduction] = []
        for step in steps:
            if budget.is_over:
                return ()
            if step.placed or needed & set(step.eliminated):
                told.append(_told(position, step))
        for step in told:
            needed |= set(step.because.eliminated)
        kept += reversed(told)
    return tuple(reversed(kept))


def _of_dead(end: Position) -> tuple[Candidate, ...]:
    """The eliminations by which a position is dead."""
    if end.dead is None:
        return ()

    def is_dead(eliminations: Sequence[Candidate]) -> bool:
        return end.plain.without(eliminations).dead is not None

    return fewest(tuple(dict.fromkeys(end.eliminations)), is_dead)


def _told(position: Position, step: Deduction) -> Deduction:
    """A step with its reason, and the eliminations that it needs."""
    assumption = step.technique.assumption
    if assumption:
        return assumption.explained(position, step) or step
    return step if step.technique.is_placing else _resting(position, step)


def _resting(position: Position, step: Deduction) -> Deduction:
    """A step of structure with the eliminations that it needs."""

    def holds(eliminations: Sequence[Candidate]) -> bool:
        fewer = position.plain.without(eliminations)
        return any(
            found.placed == step.placed and set(step.eliminated) <= set(found.eliminated)
            for found in step.technique.find(fewer)
        )

    eliminated = fewest(tuple(dict.fromkeys(position.eliminations)), holds)
    return replace(step, because=replace(step.because, eliminated=eliminated))
