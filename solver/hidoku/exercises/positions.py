"""Positions in which one technique leads on, kept with the program: most are found seldom.

``positions.txt`` has one a line, with tabs between technique, level, adjacency, rows and
links. They were met while boards of the generator were solved by techniques
(``tests.bench.hidoku_positions`` makes the file), so each has one solution. A position can be
turned, mirrored and counted backwards: what a technique shows turns with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from solver.exercises import ExerciseLevel
from solver.hidoku.logic.technique import Technique, technique_named, techniques
from solver.hidoku.rules.file_text import format_text
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.json_format import parse_any
from solver.hidoku.rules.notation import format_plain

FILE = "positions.txt"
_BETWEEN = "/"


@dataclass(frozen=True)
class KeptPosition:
    """A position of the file: every number on the board counts as given."""

    technique: Technique
    level: ExerciseLevel
    grid: Grid


def parse_position(line: str) -> KeptPosition:
    """Read a line of the file."""
    name, level, *notes = line.split("\t")
    text = "\n".join(notes).replace(_BETWEEN, "\n")
    return KeptPosition(technique_named(name), ExerciseLevel(level), parse_any(text))


def format_position(kept: KeptPosition) -> str:
    """Write a position as a line that :func:`parse_position` reads back.

    >>> line = "between\\teasy\\t1 . 3/# . 4\\tadjacency: 4"
    >>> format_position(parse_position(line)) == line
    True
    """
    rows, *notes = format_text(kept.grid, rows=_rows).split("\n")
    return "\t".join([kept.technique.name, kept.level.value, rows, *notes])


def _rows(grid: Grid, board: object) -> str:
    lines = format_plain(grid).split("\n")
    return _BETWEEN.join(" ".join(line.split()) for line in lines)


@cache
def kept_lines() -> dict[tuple[str, str], tuple[str, ...]]:
    """The lines of the file by technique and level."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for line in _lines():
        name, level, _ = line.split("\t", 2)
        found[name, level] = (*found.get((name, level), ()), line)
    return found


def _lines() -> Iterator[str]:
    text = files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    return (line for line in text.splitlines() if line)


def lines_of(technique: Technique, level: ExerciseLevel) -> tuple[str, ...]:
    """The positions of a technique and a level, as lines."""
    return kept_lines().get((technique.name, level.value), ())


@cache
def practised() -> tuple[Technique, ...]:
    """The techniques that have positions, from the easiest on."""
    names = {name for name, _ in kept_lines()}
    return tuple(each for each in techniques() if each.name in names)
