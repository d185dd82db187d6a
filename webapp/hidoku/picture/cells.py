"""What each cell of a picture of a Hidoku looks like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property, lru_cache
from itertools import dropwhile
from typing import Final

from markupsafe import Markup, escape

from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.moves import Tints
from solver.hidoku.text.pencil import tint_name
from solver.wording import capitalised
from webapp.hidoku.picture.geometry import BoardPlan, first_cells

Marks = Mapping[str, Iterable[Cell]]


@dataclass(frozen=True)
class Note:
    """Small text in an empty cell, and what it means if it has signs.

    >>> print(Note.of(5, 6), Note.of(5).fails, Note.of(6).follows.words)
    5 6 5✕ then 6
    """

    text: str
    meaning: str = ""

    @classmethod
    def of(cls, *numbers: int) -> Note:
        return cls(" ".join(map(str, numbers)))

    @classmethod
    def joined(cls, notes: Sequence[Note]) -> Note:
        return cls(" ".join(map(str, notes)), ", ".join(note.words for note in notes))

    @property
    def fails(self) -> Note:
        return Note(f"{self}✕", f"{self} fails")

    @property
    def follows(self) -> Note:
        return Note(f"→{self}", f"then {self}")

    @property
    def words(self) -> str:
        return self.meaning or self.text

    def __str__(self) -> str:
        return self.text


NO_NOTE: Final = Note("")
SHORT: Final = 2  # signs
Notes = Mapping[Cell, Note]


@dataclass(frozen=True, kw_only=True)
class ShownCell:
    """One cell: ``kind`` is given, placed, empty or blocked; ``marks`` are further CSS classes.

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
    name: str = ""  # in a sentence

    @property
    def words(self) -> str:
        return f"{capitalised(self.name)}: {self.said}"

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
        return self.cells[0].row + 1

    @property
    def column(self) -> int:
        return self.cells[0].column + 1


@dataclass(frozen=True, eq=False)
class Painter:
    grid: Grid
    board: Mapping[Cell, int]
    marks: Mapping[str, frozenset[Cell]]
    chosen: Cell | None
    _: KW_ONLY
    notes: Notes
    tints: Tints
    beside: Mapping[Cell, str]

    @cached_property
    def _firsts(self) -> Mapping[int, Cell]:
        """The first cells of the lines that hexagons lie in."""
        return first_cells(self.grid, int(self.grid.flat_top))

    @property
    def spoken(self) -> frozenset[Cell]:
        """The cells that the text beside the board is mainly about."""
        groups = (self.marks.get(name) for name in SPOKEN)
        return next(filter(None, groups), frozenset())

    def name(self, cell: Cell) -> str:
        """Return a cell's name in a sentence: hexagons are counted along the line they lie in."""
        if self.grid.adjacency is not Adjacency.HEX:
            return cell_name(cell)
        axis = int(self.grid.flat_top)
        line = cell[axis]
        first = self._firsts.get(line, cell)
        count = cell[1 - axis] - first[1 - axis] + 1
        return f"{('row', 'column')[axis]} {line + 1}, cell {count}"

    def line(self, row: int, plan: BoardPlan, whole: bool) -> CellRow:
        """Return a row from its first cell to its last, without the blocked cells at its ends."""
        cells = plan.row_of(row, self.grid.columns)
        cells = (
            [c for c in cells if plan.shows(c)] if whole else self._trimmed(self._trimmed(cells))
        )
        if not cells:  # a row of nothing but blocked cells keeps its height
            return CellRow(0, (self.cell(Cell(row, 0)),), 100 * (1 - 1 / plan.width))
        row_cells = tuple(self.cell(cell, is_low=plan.is_low(cell.column)) for cell in cells)
        return CellRow(plan.room_before(cells[0]), row_cells, plan.room_after(cells[-1]))

    def _trimmed(self, cells: list[Cell]) -> list[Cell]:
        """Return the cells in reverse order, without the blocked cells at the end."""
        return list(dropwhile(lambda cell: not self.grid.has_cell(cell), reversed(cells)))

    def cell(self, cell: Cell, *, is_low: bool = False) -> ShownCell:
        number = self.board.get(cell)
        marks = "".join(f" {name}" for name, cells in self.marks.items() if cell in cells)
        return _shown(
            cell,
            _kind(self.grid, cell, number),
            number,
            marks + " low" * is_low,
            chosen=cell == self.chosen,
            note=self.notes.get(cell, NO_NOTE),
            tint=self.tints.get(cell, 0),
            beside=self.beside.get(cell, ""),
            name=self.name(cell),
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
    note: Note,
    tint: int,
    beside: str,
    name: str,
) -> ShownCell:
    words = (_said(kind, number, marks), tint_name(tint) if tint else "", beside, note.words)
    label = ", ".join(filter(None, words))
    marks += " wide" if number is not None and number > 99 else ""
    marks += " long" if len(note.text) > SHORT else ""
    marks += f" tint-{tint}" if tint else ""
    return ShownCell(
        row=cell.row,
        column=cell.column,
        kind=kind,
        number=number,
        marks=marks,
        chosen=chosen,
        said=label,
        note=note.text,
        name=name,
    )


def _kind(grid: Grid, cell: Cell, number: int | None) -> str:
    if not grid.has_cell(cell):
        return "blocked"
    if cell in grid.given:
        return "given"
    return "empty" if number is None else "placed"


SAID = {
    "conflict": "in conflict",
    "doubtful": "in conflict",
    "newest": "just placed",
    "tentative": "supposed",
    "looked-at": "the cell in question",
    "because": "part of the reason",
    "area": "part of the area",
    "eliminated": "ruled out",
    "reachable": "in reach",
    "differs": "differs between solutions",
    "supposed": "trial only",
    "tried": "tried",
}


def _said(kind: str, number: int | None, classes: str) -> str:
    words = {"empty": "empty", "given": f"{number}, given", "blocked": "blocked"}.get(
        kind, str(number)
    )
    return words + "".join(f", {SAID[name]}" for name in classes.split() if name in SAID)


NAMED: Final = re.compile(r"\brow (\d+), column (\d+)", re.IGNORECASE)


def name_cells(text: str, painter: Painter) -> str:
    """Return a sentence with the names that its cells have on this board."""
    return NAMED.sub(lambda match: _name_of(match, painter), text)


def _cell_of(match: re.Match[str]) -> Cell:
    return Cell(int(match[1]) - 1, int(match[2]) - 1)


def _name_of(match: re.Match[str], painter: Painter) -> str:
    name = painter.name(_cell_of(match))
    return capitalised(name) if match[0][0] == "R" else name


def cell_links(text: str, painter: Painter, address: str = "") -> Markup:
    """Return a sentence whose cells are links to a game with that cell selected.

    Without the address of a game, hexagons alone are marked, for a script that makes buttons of
    the cells' names, and can't read these.

    >>> from webapp.hidoku.picture.model import draw
    >>> print(cell_links("5 < 6: row 1, column 2.", draw(Grid.of(1, 3), {}).painter, "/play/x"))
    5 &lt; 6: <a class="place" href="/play/x?cell=0,1">row 1, column 2</a>.
    >>> hexagons = Grid.of(2, 2, {Cell(0, 0): 1}, {Cell(1, 0)}, adjacency=Adjacency.HEX)
    >>> print(cell_links("Row 2, column 2 can hold 2.", draw(hexagons, hexagons.given).painter))
    <span class="named" data-cell="2,2">Row 2, cell 1</span> can hold 2.
    """
    is_hex = painter.grid.adjacency is Adjacency.HEX

    def link(match: re.Match[str]) -> str:
        cell = _cell_of(match)
        name = _name_of(match, painter)
        if is_hex:
            name = f'<span class="named" data-cell="{match[1]},{match[2]}">{name}</span>'
        at = f"{escape(address)}?cell={cell.row},{cell.column}"
        return f'<a class="place" href="{at}">{name}</a>' if address else name

    return Markup(NAMED.sub(link, str(escape(text))))  # noqa: S704 - the text is escaped
