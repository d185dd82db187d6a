"""What each cell of a picture of a Hidoku looks like."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cached_property, lru_cache
from itertools import chain, combinations, dropwhile
from typing import Final

from markupsafe import Markup, escape

from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.moves import Tints
from solver.hidoku.text.pencil import tint_name
from solver.wording import capitalised, join_words
from webapp.hidoku.picture.geometry import BoardPlan

Marks = Mapping[str, Iterable[Cell]]
Notes = Mapping[Cell, str]


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
    first: int | None = None  # on hexagons, the first column of its row

    @property
    def words(self) -> str:
        column = f"column {self.column + 1}"
        if self.first is not None:
            column = f"cell {self.column - self.first + 1}"
        return f"Row {self.row + 1}, {column}: {self.said}"

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
    def _firsts(self) -> dict[int, int]:
        """The first column of each row of hexagons."""
        hexagons = self.grid.cells if self.grid.adjacency is Adjacency.HEX else ()
        return dict(reversed(hexagons))

    @property
    def spoken(self) -> frozenset[Cell]:
        """The cells that the text beside the board is mainly about."""
        groups = (self.marks.get(name) for name in SPOKEN)
        return next(filter(None, groups), frozenset())

    def name(self, cell: Cell) -> str:
        """A cell's name in a sentence."""
        return self.cell(cell).words.partition(":")[0].lower()

    def name_beside(self, cell: Cell, subjects: Collection[Cell]) -> str:
        """An empty hexagon's name: the fewest numbers around it that no other has; or "".

        Numbers in cells that the sentence is about aren't used: one of them may just be placed.
        """
        nameable = self.board.keys() - set(subjects)
        around = {
            empty: {self.board[near] for near in self.grid.neighbours(empty) if near in nameable}
            for empty in self.grid.cells
            if empty not in self.board
        }
        beside = sorted(around.get(cell, ()))
        for numbers in chain.from_iterable(combinations(beside, n + 1) for n in range(len(beside))):
            if sum(names.issuperset(numbers) for names in around.values()) == 1:
                return f"the empty cell beside {join_words([str(number) for number in numbers])}"
        return ""

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
            note=self.notes.get(cell, ""),
            tint=self.tints.get(cell, 0),
            beside=self.beside.get(cell, ""),
            first=self._firsts.get(cell.row),
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
    first: int | None,
) -> ShownCell:
    words = (_said(kind, number, marks), tint_name(tint) if tint else "", beside, note)
    label = ", ".join(filter(None, words))
    marks += " wide" if number is not None and number > 99 else ""
    marks += f" tint-{tint}" if tint else ""
    return ShownCell(
        row=cell.row,
        column=cell.column,
        kind=kind,
        number=number,
        marks=marks,
        chosen=chosen,
        said=label,
        note=note,
        first=first,
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
    """Return a sentence with names for its hexagons, which have no columns to count."""
    names = _names_in(text, painter)
    return NAMED.sub(lambda match: _name_of(match, names), text)


def _cell_of(match: re.Match[str]) -> Cell:
    return Cell(int(match[1]) - 1, int(match[2]) - 1)


def _names_in(text: str, painter: Painter) -> dict[Cell, str]:
    """Return the names of a text's hexagons: all by numbers beside them, or all by their rows."""
    if painter.grid.adjacency is not Adjacency.HEX:
        return {}
    cells = [_cell_of(match) for match in NAMED.finditer(text)]
    names = {cell: painter.name_beside(cell, cells) for cell in cells}
    return names if all(names.values()) else {cell: painter.name(cell) for cell in cells}


def _name_of(match: re.Match[str], names: Mapping[Cell, str]) -> str:
    name = names.get(_cell_of(match), match[0])
    return capitalised(name) if match[0][0] == "R" else name


def cell_links(text: str, painter: Painter, address: str = "") -> Markup:
    """Return a sentence whose cells are links to a game with that cell selected.

    Hexagons have no columns to count, so their cells get other names. Without the address of a
    game, only these are marked, for a script that makes buttons of them.

    >>> from webapp.hidoku.picture.model import draw
    >>> print(cell_links("5 < 6: row 1, column 2.", draw(Grid.of(1, 3), {}).painter, "/play/x"))
    5 &lt; 6: <a class="place" href="/play/x?cell=0,1">row 1, column 2</a>.
    >>> hexagons = Grid.of(1, 3, {Cell(0, 0): 1}, adjacency=Adjacency.HEX)
    >>> print(cell_links("Row 1, column 2 can hold 2.", draw(hexagons, hexagons.given).painter))
    <span class="named" data-cell="1,2">The empty cell beside 1</span> can hold 2.
    """
    names = _names_in(text, painter)

    def link(match: re.Match[str]) -> str:
        cell = _cell_of(match)
        name = _name_of(match, names)
        if names:
            name = f'<span class="named" data-cell="{match[1]},{match[2]}">{name}</span>'
        at = f"{escape(address)}?cell={cell.row},{cell.column}"
        return f'<a class="place" href="{at}">{name}</a>' if address else name

    return Markup(NAMED.sub(link, str(escape(text))))  # noqa: S704 - the text is escaped
