"""The technique that leads on in a position, and everything that it shows there.

A hint takes one step, the easiest to follow. An exercise has to know them all: whoever finds
another step by the same technique is right as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.technique import Deduction, Technique, techniques

LONGEST = 30  # rounds of a try that is looked at


class NextTechnique(NamedTuple):
    """The easiest technique that leads on, and its steps."""

    technique: Technique
    steps: tuple[Deduction, ...]


def next_technique(position: Position) -> NextTechnique | None:
    """The easiest technique that places or eliminates anything; None if none does.

    >>> from solver.hidoku.rules.grid import Cell, Grid
    >>> next_technique(Position.of(Grid.of(1, 3, {Cell(0, 0): 1, Cell(0, 2): 3}))).technique
    technique_named('between')
    """
    for technique in techniques():
        steps = tuple(steps_by(technique, position))
        if steps:
            return NextTechnique(technique, steps)
    return None


def steps_by(technique: Technique, position: Position) -> Iterator[Deduction]:
    """Every step of a technique that places or eliminates something, those first found first.

    Steps by an assumption come without their reasons, the shortest first.
    """
    if technique.assumption is None:
        yield from (s for s in technique.find(position) if s.placed or s.eliminated)
    else:
        for steps in technique.assumption.by_length(position, LONGEST):
            yield from steps
