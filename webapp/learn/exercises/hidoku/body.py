"""An exercise of Hidoku as its template draws it: a board, and the numbers that may be missing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Board, Cell, Grid
from webapp.hidoku.picture.cells import Marks
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.picture.svg import svg_in_page
from webapp.hidoku.play.hint_marks import named_by


class CellMark(NamedTuple):
    """A cell that is marked, by its CSS class; ``note`` is small text in it."""

    name: str
    cell: Cell
    note: str = ""


@dataclass(frozen=True)
class NumbersBody:
    """A position with an answer, given or not.

    ``placed`` are numbers that stand by the answer; ``tried`` is the candidate that it speaks of,
    and ``is_out`` says that it cannot stand there. ``claims`` are what can be said of a candidate:
    a value for the form, and words for its button. ``chips`` are the numbers to choose from.
    """

    grid: Grid
    task: str
    claims: tuple[tuple[str, str], ...]
    chips: tuple[int, ...]
    placed: Board = field(default_factory=dict)
    tried: Candidate | None = None
    is_out: bool = False
    draft: str = ""
    is_filled: bool = False

    @property
    def typed(self) -> str:
        """What stands in the field of the number."""
        return "" if self.is_filled or self.tried is None else str(self.tried.number)

    @property
    def words(self) -> str:
        """What the board is called."""
        return f"Board of {self.grid.rows} rows and {self.grid.columns} columns"

    def picture(self, marked: Iterable[CellMark] = (), *, is_over: bool = False) -> Picture:
        """Return the board; once it is over, with the candidate of the answer."""
        marks, notes = gathered(marked)
        board = {**self.grid.given, **self.placed}
        if is_over and self.tried and self.is_out:
            marks["eliminated"].add(self.tried.cell)
            notes[self.tried.cell] = str(self.tried.number)
        elif is_over and self.tried:
            board[self.tried.cell] = self.tried.number
            marks["newest"].add(self.tried.cell)
        chosen = self.tried.cell if self.tried and self.grid.has_cell(self.tried.cell) else None
        return draw(self.grid, board, marks, None if is_over else chosen, notes=notes)

    @property
    def drawing(self) -> str:
        """The board on paper, as SVG."""
        return svg_in_page(self.grid, self.grid.given)


def gathered(marked: Iterable[CellMark]) -> tuple[defaultdict[str, set[Cell]], dict[Cell, str]]:
    """Return marks and notes by their cells."""
    marks: defaultdict[str, set[Cell]] = defaultdict(set)
    notes: dict[Cell, str] = {}
    for name, cell, note in sorted(marked):
        marks[name].add(cell)
        if note:
            notes[cell] = note
    return marks, notes


def marks_of(grid: Grid, steps: Iterable[Marked]) -> frozenset[CellMark]:
    """Return what the words of some steps name."""
    marks, notes = named_by(Play(grid), list(steps))
    return frozenset(_cell_marks(marks, notes))


def _cell_marks(marks: Marks, notes: Mapping[Cell, str]) -> Iterable[CellMark]:
    return (
        CellMark(name, cell, notes.get(cell, "")) for name, cells in marks.items() for cell in cells
    )
