"""Every technique with its finder, from the easiest on: the one table of them.

A finder takes a position and yields each step of its technique that the position allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.steps import Deduction, Technique
from solver.hidoku.logic.techniques.areas import filled_areas, lone_areas
from solver.hidoku.logic.techniques.bottlenecks import bottlenecks, required_cells
from solver.hidoku.logic.techniques.pairs_triples import hidden, naked
from solver.hidoku.logic.techniques.parity_crossing import crossings, parity
from solver.hidoku.logic.techniques.singles import (
    between,
    corners,
    linked,
    one_way,
    only_cells,
    only_numbers,
    straight_runs,
)

Finder = Callable[[Position], Iterator[Deduction]]
Finders = dict[Technique, Finder]

SIMPLE: Finders = {
    Technique.BETWEEN: between,
    Technique.ONE_WAY: one_way,
    Technique.LINK: linked,
    Technique.STRAIGHT_RUN: straight_runs,
    Technique.ONLY_CELL: only_cells,
    Technique.ONLY_NUMBER: only_numbers,
}
"""Placements by reach alone."""

DIRECT: Finders = {
    **SIMPLE,
    Technique.CORNER: corners,
    Technique.BOTTLENECK: bottlenecks,
    Technique.REQUIRED: required_cells,
    Technique.AREA: filled_areas,
    Technique.LONE_AREA: lone_areas,
    Technique.NAKED: naked,
    Technique.HIDDEN: hidden,
    Technique.PARITY: parity,
    Technique.CROSSING: crossings,
}
"""All steps that assume nothing."""


_FAR = frozenset({Technique.ONLY_CELL, Technique.ONLY_NUMBER, Technique.CORNER})


def first_round(position: Position, finders: Finders) -> tuple[Deduction, ...]:
    """The steps of the easiest technique that has any; each places or eliminates something new.

    They hold one after the other as they hold in the position: of those that count steps from the
    placed numbers around a gap there is one for each gap, as the next one has a nearer number.
    """
    for technique, find in finders.items():
        found = tuple(_fresh(position, find(position), is_far=technique in _FAR))
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


def _fresh(position: Position, found: Iterator[Deduction], is_far: bool) -> Iterator[Deduction]:
    """The steps that do more than those before them, and do not clash with one."""
    used: set[object] = set()
    gaps: set[object] = set()
    eliminated = set(position.eliminations)
    for step in found:
        if step.placed and used.isdisjoint(step.placed):
            if not (is_far and step.because.numbers in gaps):
                used |= set(step.placed)
                gaps.add(step.because.numbers)
                yield step
        elif not step.placed and not set(step.eliminated) <= eliminated:
            eliminated |= set(step.eliminated)
            yield step
