"""The steps of a path that count, found from the end back: placements and what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from solver.hidoku.logic.patterns.fewest import fewest
from solver.hidoku.logic.patterns.gaps import ends_beside
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.verify.verify import careful, is_held
from solver.hidoku.rules.grid import Pair
from solver.hidoku.search.staged_search import Budget


class RoundSteps(NamedTuple):
    """Steps of one technique that all hold in one position."""

    position: Position
    steps: tuple[Deduction, ...]


def shortened(rounds: Sequence[RoundSteps], end: Position, budget: Budget) -> tuple[Deduction, ...]:
    """The steps that lead to the end, each with its reason.

    If the board is neither full nor dead at the end, all steps count. Empty if time runs out.
    """
    is_open = not (end.is_full or end.dead)
    needed = {*_of_dead(end)}
    path: list[Deduction] = []
    for position, steps in reversed(rounds):
        kept_steps: list[Deduction] = []
        for place, step in enumerate(steps):
            if budget.is_over:
                return ()
            mine = tuple(c for c in step.eliminated if is_open or c in needed)
            if step.placed or mine:
                needed.difference_update(mine)
                kept_steps += _in_turn(position, steps[:place], replace(step, eliminated=mine))
        for step in kept_steps:
            needed |= set(step.because.eliminated)
        path += reversed(kept_steps)
    return tuple(reversed(path))


def _of_dead(end: Position) -> tuple[Candidate, ...]:
    """The eliminations that make a position dead."""
    if end.dead is None:
        return ()

    def is_dead(eliminations: Sequence[Candidate]) -> bool:
        return end.plain.without(eliminations).dead is not None

    return fewest(tuple(dict.fromkeys(end.eliminations)), is_dead)


def _in_turn(
    position: Position, before: Sequence[Deduction], step: Deduction
) -> tuple[Deduction, ...]:
    """A step of a round with its reason, for the board after the steps before it.

    Since its reason uses as few eliminations as possible, it may mention a number or a cell that an
    earlier step has filled. Then the reason is found again with those filled, unless the step no
    longer does anything there.
    """
    kept_steps = with_reason(position, step)
    placing = [earlier for earlier in before if earlier.placed]
    filled = {part for earlier in placing for part in earlier.placed or ()}
    because = kept_steps.because
    if filled.isdisjoint((*because.missing, *because.area, *because.fitting)):
        return (kept_steps,)
    later = position.after(*placing)
    live = (c for c in step.eliminated if c in later.candidates(c.number))
    step = replace(step, eliminated=tuple(live))
    return (with_reason(later, step),) if step.placed or step.eliminated else ()


def resting_on_all(position: Position, step: Deduction) -> Deduction:
    """A step that names every premise it can have: sufficient, and found at once."""
    if step.technique.is_placing:
        return step
    because = replace(
        step.because,
        joined=tuple(sorted(position.layout.grid.joined)),
        eliminated=tuple(dict.fromkeys(position.eliminations)),
        others=ends_beside(position, step.because.numbers),
    )
    return replace(step, because=because)


def with_reason(position: Position, step: Deduction) -> Deduction:
    assumption = step.technique.assumption
    if assumption:
        return assumption.explained(position, step.eliminated[0]) or step
    if step.because.refuted:
        return step
    return step if step.technique.is_placing else resting(position, step) or step


def resting(position: Position, step: Deduction) -> Deduction | None:
    """A step with as few eliminations, and then joins, as it needs; None if it doesn't hold."""
    proof = careful(position, resting_on_all(position, step))
    return resting_on_fewest(position, proof) if proof else None


def resting_on_fewest(position: Position, step: Deduction) -> Deduction:
    """The same step without the eliminations, and then the joined cells, that it holds without.

    Of several that would do, those of its own numbers and cells stay.
    """
    because = step.because
    placed = [step.placed] if step.placed else []
    own = {*placed, *step.eliminated}
    numbers = {*because.missing, *(number for number, _ in own)}
    cells = {*because.area, *(cell for _, cell in own)}

    def is_far(candidate: Candidate) -> bool:
        return candidate.number not in numbers and candidate.cell not in cells

    joined = because.joined
    near_first = sorted(because.eliminated, key=is_far)
    eliminated = fewest(near_first, lambda some: is_held(position, _resting_on(step, joined, some)))
    joined = fewest(joined, lambda some: is_held(position, _resting_on(step, some, eliminated)))
    return _resting_on(step, joined, eliminated)


def _resting_on(
    step: Deduction, joined: Sequence[Pair], eliminated: Sequence[Candidate]
) -> Deduction:
    because = replace(step.because, joined=tuple(joined), eliminated=tuple(eliminated))
    return replace(step, because=because)
