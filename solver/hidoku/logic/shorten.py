"""The steps of a path that count, from the end back: placements, and what they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from solver.hidoku.logic.minimal_reasons import fewest
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.rules.grid import Link
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
    told: list[Deduction] = []
    for position, steps in rounds:
        for place, step in enumerate(steps):
            if budget.is_over:
                return ()
            told += _in_turn(position, steps[:place], step)
    return tuple(told)


def _backed(
    rounds: Sequence[RoundSteps], eliminated: Iterable[Candidate], budget: Budget
) -> tuple[Deduction, ...]:
    """The placements, and the eliminations that they and some eliminated candidates rest on."""
    needed = set(eliminated)
    kept: list[Deduction] = []
    for position, steps in reversed(rounds):
        told: list[Deduction] = []
        for place, step in enumerate(steps):
            if budget.is_over:
                return ()
            if step.placed or needed & set(step.eliminated):
                told += _in_turn(position, steps[:place], step)
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


def _in_turn(
    position: Position, before: Sequence[Deduction], step: Deduction
) -> tuple[Deduction, ...]:
    """A step of a round with its reason, as the board is after the steps before it.

    Resting on fewer eliminations than it was found by, it may speak of a number or a cell that one
    of them has filled; then it is told of the board with these filled, if it does anything there.
    """
    told = with_reason(position, step)
    placing = [each for each in before if each.placed]
    filled = {part for each in placing for part in each.placed or ()}
    if filled.isdisjoint((*told.because.missing, *told.because.area)):
        return (told,)
    later = position.after(*placing)
    live = (each for each in step.eliminated if each in later.candidates(each.number))
    step = replace(step, eliminated=tuple(live))
    return (with_reason(later, step),) if step.placed or step.eliminated else ()


def resting_on_all(position: Position, step: Deduction) -> Deduction:
    """A step that names every link, and every elimination before it: enough, and found at once."""
    if step.technique.is_placing:
        return step
    links = tuple(sorted(position.layout.grid.links))
    eliminated = tuple(dict.fromkeys(position.eliminations))
    return replace(step, because=replace(step.because, links=links, eliminated=eliminated))


def with_reason(position: Position, step: Deduction) -> Deduction:
    """A step with its reason, and the eliminations and links that it needs."""
    assumption = step.technique.assumption
    if assumption:
        return assumption.explained(position, step) or step
    return step if step.technique.is_placing else _resting(position, step)


def _resting(position: Position, step: Deduction) -> Deduction:
    """A step of structure with as few eliminations, and then links, as it is still found by.

    What it rests on besides is told as it is seen with these alone.
    """
    every = tuple(sorted(position.layout.grid.links))

    @cache
    def found(links: tuple[Link, ...], eliminated: tuple[Candidate, ...]) -> Deduction | None:
        steps = step.technique.find(position.resting_on(links, eliminated))
        return next((each for each in steps if _does_as_much(each, step)), None)

    told = tuple(dict.fromkeys(position.eliminations))
    eliminated = fewest(told, lambda kept: found(every, tuple(kept)) is not None)
    links = fewest(every, lambda kept: found(tuple(kept), eliminated) is not None)
    because = (found(links, eliminated) or step).because
    return replace(step, because=replace(because, links=links, eliminated=eliminated))


def _does_as_much(found: Deduction, step: Deduction) -> bool:
    return found.placed == step.placed and set(step.eliminated) <= set(found.eliminated)
