"""What each cell of a picture of a Hidoku looks like."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile

from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.moves import Tints
from solver.hidoku.text.pencil import tint_name
from webapp.hidoku.picture.geometry import BoardPlan

Marks = Mapping[str, Iterable[Cell]]
Notes = Mapping[Cell, str]


@dataclass(frozen=True)
class ShownCell:
    """One cell: ``kind`` is given, placed, empty or hole; ``marks`` are further CSS classes.

    ``said`` describes what is seen there; ``note`` is small text in a cell without a number.
    """

    row: int
    column: int
    kind: str
    number: int | None
    marks: str
    chosen: bool
    said: str
    note: str = ""

    @property
    def words(self) -> str:
        """The cell's name among the choices of a form."""
        return f"Row {self.row + 1}, column {self.column + 1}: {self.said}"

    @property
    def label(self) -> str:
        """The cell's label in a table, which knows its place; "" if its text says it all."""
        is_plain = self.said in {str(self.number), "empty", f"empty, {self.note}"}
        return "" if is_plain else self.said


@dataclass(frozen=True)
class CellRow:
    """A row of cells, with the percentages of the picture's width before and after it."""

    before: float
    cells: tuple[ShownCell, ...]
    after: float

    @property
    def row(self) -> int:
        """The number of the row, counted from 1."""
        return self.cells[0].row + 1

    @property
    def column(self) -> int:
        """The number of its first cell's column, counted from 1."""
        return self.cells[0].column + 1


class Painter:
    """Decides what each cell of one picture looks like."""

    def __init__(
        self,
        grid: Grid,
        board: Mapping[Cell, int],
        marks: Marks,
        chosen: Cell | None,
        *,
        notes: Notes,
        tints: Tints,
        beside: Mapping[Cell, str],
    ) -> None:
        self.grid, self.board, self.chosen, self.notes = grid, board, chosen, notes
        self.tints, self.beside = tints, beside
        self.marks = {name: frozenset(cells) for name, cells in marks.items()}

    @property
    def spoken(self) -> frozenset[Cell]:
        """The cells that the text beside the board is mainly about."""
        return next(
            filter(None, (self.marks.get(name, frozenset()) for name in SPOKEN)), frozenset()
        )

    def line(self, row: int, plan: BoardPlan, whole: bool) -> CellRow:
        """Return a row from its first cell to its last, without the holes at its ends."""
        cells = [Cell(row, column) for column in range(self.grid.columns)]
        if not whole:
            cells = self._trimmed(self._trimmed(cells))
        if not cells:  # a row of nothing but holes keeps its height
            return CellRow(0, (self.cell(Cell(row, 0)),), 100 * (1 - 1 / plan.width))
        shown = tuple(map(self.cell, cells))
        return CellRow(plan.room_before(cells[0]), shown, plan.room_after(cells[-1]))

    def _trimmed(self, cells: list[Cell]) -> list[Cell]:
        """Return the cells in reverse order, without the holes at the end."""
        return list(dropwhile(self.grid.holes.__contains__, reversed(cells)))

    def cell(self, cell: Cell) -> ShownCell:
        number, note = self.board.get(cell), self.notes.get(cell, "")
        kind = _kind(self.grid, cell, number)
        marks = "".join(f" {name}" for name, cells in self.marks.items() if cell in cells)
        is_chosen, tint = cell == self.chosen, self.tints.get(cell, 0)
        beside = self.beside.get(cell, "")
        return _shown(
            cell, kind, number, marks, chosen=is_chosen, note=note, tint=tint, beside=beside
        )


#: Marks that the rulers point at; the first that is there counts.
SPOKEN = ("looked-at", "newest", "target", "tried", "conflict", "chain", "area", "because")


@lru_cache(maxsize=8192)  # a move changes one cell of up to 900
def _shown(
    cell: Cell,
    kind: str,
    number: int | None,
    marks: str,
    *,
    chosen: bool,
    note: str,
    tint: int,
    beside: str,
) -> ShownCell:
    words = (_said(kind, number, marks), tint_name(tint) if tint else "", beside, note)
    said = ", ".join(filter(None, words))
    marks += " wide" * (number is not None and number > 99) + f" tint-{tint}" * bool(tint)
    return ShownCell(*cell, kind, number, marks, chosen, said, note)


def _kind(grid: Grid, cell: Cell, number: int | None) -> str:
    if cell in grid.holes:
        return "hole"
    if cell in grid.given:
        return "given"
    return "empty" if number is None else "placed"


SAID = {
    "conflict": "in conflict",
    "doubtful": "in conflict",
    "newest": "just placed",
    "looked-at": "the cell in question",
    "because": "part of the reason",
    "area": "part of the area",
    "eliminated": "ruled out",
    "reachable": "in reach",
    "differs": "differs between solutions",
    "supposed": "trial only",
}


def _said(kind: str, number: int | None, classes: str) -> str:
    shown = {"empty": "empty", "given": f"{number}, given", "hole": "hole"}.get(kind, str(number))
    return shown + "".join(f", {SAID[name]}" for name in classes.split() if name in SAID)
