"""Pictures of a Hidoku: cells, ribbon and marks, and thumbnails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from solver.hidoku.boards import Known
from solver.hidoku.grid import Cell, Grid

HUES = 24

Marks = Mapping[str, Iterable[Cell]]


@dataclass(frozen=True)
class ShownCell:
    """One cell: ``kind`` is given, placed, empty or hole; ``marks`` are further CSS classes."""

    row: int
    column: int
    kind: str
    number: int | None
    marks: str
    chosen: bool
    words: str


@dataclass(frozen=True)
class RibbonPart:
    """The ribbon between two consecutive numbers, in cells, with the hue of its place."""

    x1: float
    y1: float
    x2: float
    y2: float
    hue: int


@dataclass(frozen=True)
class Picture:
    """A board to draw."""

    rows: int
    columns: int
    last: int
    cells: tuple[tuple[ShownCell, ...], ...]
    ribbon: tuple[RibbonPart, ...]


def draw(
    grid: Grid, board: Mapping[Cell, int], marks: Marks | None = None, chosen: Cell | None = None
) -> Picture:
    """Return the picture of numbers on a grid; ``marks`` names cells by CSS class."""
    marked = {name: frozenset(cells) for name, cells in (marks or {}).items()}
    rows = tuple(
        tuple(
            _cell(grid, board, Cell(row, column), marked, chosen) for column in range(grid.columns)
        )
        for row in range(grid.rows)
    )
    return Picture(grid.rows, grid.columns, grid.last, rows, tuple(_ribbon(grid, board)))


def _cell(
    grid: Grid,
    board: Mapping[Cell, int],
    cell: Cell,
    marked: Mapping[str, frozenset[Cell]],
    chosen: Cell | None,
) -> ShownCell:
    number = board.get(cell)
    kind = _kind(grid, cell, number)
    classes = "".join(f" {name}" for name, cells in marked.items() if cell in cells)
    classes += " wide" if number is not None and number > 99 else ""
    return ShownCell(
        *cell, kind, number, classes, cell == chosen, _words(cell, kind, number, classes)
    )


def _kind(grid: Grid, cell: Cell, number: int | None) -> str:
    if cell in grid.holes:
        return "hole"
    if cell in grid.given:
        return "given"
    return "empty" if number is None else "placed"


def _words(cell: Cell, kind: str, number: int | None, classes: str) -> str:
    shown = {"empty": "empty", "given": f"{number}, given", "hole": "hole"}.get(kind, str(number))
    quarrel = ", in conflict" if "conflict" in classes else ""
    return f"Row {cell.row + 1}, column {cell.column + 1}: {shown}{quarrel}"


def _ribbon(grid: Grid, board: Mapping[Cell, int]) -> Iterator[RibbonPart]:
    where = {number: cell for cell, number in board.items()}
    for number, cell in sorted(where.items()):
        following = where.get(number + 1)
        if following is not None and following in grid.neighbours(cell):
            hue = (number - 1) * HUES // grid.last
            x, y, goal_x, goal_y = cell.column, cell.row, following.column, following.row
            yield RibbonPart(x + 0.5, y + 0.5, goal_x + 0.5, goal_y + 0.5, hue)


@dataclass(frozen=True)
class Thumbnail:
    """A known board on the page of boards."""

    title: str
    source: str
    rows: int
    columns: int
    givens: int
    given_places: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, board: Known) -> Thumbnail:
        """Return the little picture of a board."""
        grid = board.grid
        places = tuple((cell.column, cell.row) for cell, _ in grid.givens)
        return cls(board.title, board.source, grid.rows, grid.columns, len(places), places)
