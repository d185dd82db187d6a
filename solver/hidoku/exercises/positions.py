"""Positions that one technique advances, kept with the program because most are rare.

``positions.txt`` has one a line, with tabs between technique, level, adjacency, rows and links.
They were met while solving generated boards by techniques (``tests.bench.hidoku_positions`` makes
the file), so each has one solution. A position can be turned, mirrored and counted backwards: what
a technique shows turns with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from solver.exercises import ExerciseLevel
from solver.hidoku.logic.patterns.failures import by_rounds
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.technique import Deduction, Technique, technique_named, techniques
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Grid

FILE = "positions.txt"
BETWEEN = "/"


@dataclass(frozen=True)
class KeptPosition:
    """A position of the file; every number on the board counts as given."""

    technique: Technique
    level: ExerciseLevel
    grid: Grid


def parse_position(line: str) -> KeptPosition:
    name, level, *notes = line.split("\t")
    text = "\n".join(notes).replace(BETWEEN, "\n")
    return KeptPosition(technique_named(name), ExerciseLevel(level), parse_any(text))


@cache
def position_lines() -> dict[tuple[str, str], tuple[str, ...]]:
    lines: dict[tuple[str, str], tuple[str, ...]] = {}
    text = files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    for line in text.splitlines():
        name, level, _ = line.split("\t", 2)
        lines[name, level] = (*lines.get((name, level), ()), line)
    return lines


def lines_of(technique: Technique, level: ExerciseLevel) -> tuple[str, ...]:
    return position_lines().get((technique.name, level.value), ())


@cache
def practised_techniques() -> tuple[Technique, ...]:
    names = {name for name, _ in position_lines()}
    return tuple(technique for technique in techniques() if technique.name in names)


# The technique that advances a position, and everything it shows there.
#
# A hint takes one step, the easiest to follow. An exercise has to know them all, since another step
# by the same technique is also right.


LONGEST = 30  # rounds of a trial that are looked at


def steps_by(technique: Technique, position: Position) -> Iterator[Deduction]:
    """Every step of a technique that places or eliminates something, in the order found.

    Steps by an assumption come without their reasons, the shortest first.
    """
    if technique.is_trial:
        return
    if technique.assumption is None:
        find = technique.find if technique.is_placing else technique.bare or technique.find
        yield from (s for s in find(position) if s.placed or s.eliminated)
    else:
        for failures in by_rounds(position, LONGEST):
            yield from (Deduction(technique, eliminated=(out,)) for out in failures)
