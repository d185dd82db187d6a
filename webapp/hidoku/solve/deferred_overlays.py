"""What is laid over the board of a solve: connections, candidates by reach, cells left.

On large boards that is worked out in a separate process: on an empty 30×30 it takes 0.8 s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Cell, Grid
from webapp.hidoku.solve.overlays import (
    Connections,
    ListedCell,
    connection_marks,
    count_connections,
    joints,
    listed_cell,
    listed_cells,
    notes_of,
    placements_left,
    position_of,
    possible_numbers,
)
from webapp.work.limits import BRIEF_LIMIT
from webapp.work.tasks import Tasks

CANDIDATES: Final = "candidates"
LIST: Final = "list"  # the candidates cell by cell, beside the board
MOST_CELLS: Final = 196  # the largest board whose overlays are worked out at once, in some 30 ms
MOST_KEPT: Final = 200  # overlays; for the largest boards some 50 kB each


@dataclass(frozen=True)
class Overlays:
    notes: Mapping[Cell, str] = field(default_factory=dict)
    marks: Mapping[str, Iterable[Cell]] = field(default_factory=dict)
    connections: Connections | None = None
    listed: tuple[ListedCell, ...] = ()
    looked_at: ListedCell | None = None
    placements: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Wanted:
    grid: Grid
    board: tuple[tuple[Cell, int], ...]
    eliminated: tuple[Candidate, ...]
    shows: tuple[str, ...]
    cell: Cell | None


_laid: Tasks[Overlays] = Tasks(MOST_KEPT, BRIEF_LIMIT)


def overlays_of(wanted: Wanted) -> Overlays:
    """Return overlays; see :meth:`Tasks.ask` for what it raises."""
    if wanted.grid.last <= MOST_CELLS or not needs_reading(wanted):
        return find_overlays(wanted)
    return _laid.ask(wanted, find_overlays, wanted)


def find_overlays(wanted: Wanted) -> Overlays:
    grid, board, found = wanted.grid, dict(wanted.board), Overlays()
    if "connections" in wanted.shows:
        every = tuple(joints(grid, board))
        marks = connection_marks(every)
        found = replace(found, connections=count_connections(every), marks=marks)
    if not needs_reading(wanted):
        return found
    position = position_of(grid, board, wanted.eliminated)
    if "placements" in wanted.shows:
        found = replace(found, placements=placements_left(position))
    return _with_numbers(found, wanted, position) if CANDIDATES in wanted.shows else found


def needs_reading(wanted: Wanted) -> bool:
    """Say whether candidates are asked for, which take most of the time."""
    return bool({CANDIDATES, "placements"} & set(wanted.shows))


def _with_numbers(found: Overlays, wanted: Wanted, position: Position) -> Overlays:
    possible = possible_numbers(position)
    cell = wanted.cell if wanted.cell in possible else None
    return replace(
        found,
        notes=notes_of(wanted.grid, possible, "connections" in wanted.shows),
        listed=listed_cells(possible) if LIST in wanted.shows else (),
        looked_at=listed_cell(cell, possible[cell]) if cell else None,
        marks={**found.marks, "looked-at": (cell,)} if cell else found.marks,
    )
