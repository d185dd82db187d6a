"""The next round of a person's reasoning: the steps of the easiest technique that has any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.technique import Deduction, Finder, Technique, techniques
from solver.hidoku.search.staged_search import Budget

Finders = Mapping[Technique, Finder]

_SIMPLE = 3  # the most that a placement by reach alone weighs


def simple_finders() -> Finders:
    return {each: each.find for each in techniques() if each.is_placing and each.weight <= _SIMPLE}


def direct_finders() -> Finders:
    """All techniques that assume nothing."""
    return {each: each.find for each in techniques() if each.assumption is None}


def all_finders(position: Position, budget: Budget) -> Finders:
    return {
        each: each.assumption.finder(position, budget) if each.assumption else each.find
        for each in techniques()
    }


def first_round(position: Position, finders: Finders) -> tuple[Deduction, ...]:
    """The steps of the easiest technique that has any; each places or eliminates something new.

    They hold one after the other as they hold in the position: of those that count steps from the
    placed numbers around a gap there is one for each gap, as the next one has a nearer number.
    """
    for technique, find in finders.items():
        found = tuple(_fresh(position, find(position), technique.is_one_a_gap))
        if found:
            return found
    return ()


def next_round(
    position: Position, finders: Finders
) -> tuple[tuple[Deduction, ...], Position] | None:
    """The next round's steps and the position after them; None if nothing is found.

    Where steps that hold side by side lead to a dead position, the later ones may rest on what the
    earlier have made untrue: then it is one step alone.
    """
    steps = first_round(position, finders)
    if not steps:
        return None
    after = position.after(*steps)
    if len(steps) > 1 and after.dead:
        return steps[:1], position.after(steps[0])
    return steps, after


def _fresh(
    position: Position, found: Iterator[Deduction], is_one_a_gap: bool
) -> Iterator[Deduction]:
    """The steps that do more than those before them, and do not clash with one.

    What names a number as missing, or a cell as empty, that one before it fills has to wait.
    """
    used: set[object] = set()
    gaps: set[object] = set()
    eliminated = set(position.eliminations)
    for step in found:
        if not used.isdisjoint((*step.because.missing, *step.because.area)):
            continue
        if step.placed and used.isdisjoint(step.placed):
            if not (is_one_a_gap and step.because.numbers in gaps):
                used |= set(step.placed)
                gaps.add(step.because.numbers)
                yield step
        elif not step.placed and not set(step.eliminated) <= eliminated:
            eliminated |= set(step.eliminated)
            yield step
