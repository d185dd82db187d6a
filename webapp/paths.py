"""What a page shows of a Hidoku: cells, ribbon, marks, and how the game stands."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from solver.hidoku.boards import BOARDS, Known
from solver.hidoku.game import Play
from solver.hidoku.grid import Cell, Grid
from solver.hidoku.hint_words import hint_texts
from solver.hidoku.hunt import Budget
from solver.hidoku.search import solve
from solver.hidoku.steps import Technique
from solver.hidoku.techniques import HINT_BUDGET, hint
from solver.hidoku.words import conflict_text
from webapp.counting import hints_words, price_words, times

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


@dataclass(frozen=True)
class Board(Picture):
    """A board in play, with everything around it."""

    id: str
    name: str
    title: str
    version: int
    status: str
    problem: str
    typed: str
    missing: tuple[int, ...]
    can_undo: bool
    can_redo: bool
    can_restart: bool
    is_solved: bool
    result: str
    hints_used: str


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


def show_board(
    game_id: str,
    name: str,
    version: int,
    play: Play,
    hints: str,
    *,
    chosen: Cell | None = None,
    marks: Marks | None = None,
    message: str = "",
    problem: str = "",
    typed: str = "",
) -> Board:
    """Return a board in play; ``message`` is said instead of the usual status."""
    grid = play.grid
    chosen = chosen if chosen is not None and grid.has_cell(chosen) else _first_empty(play)
    picture = draw(grid, play.board, marks, chosen)
    missing = tuple(n for n in range(1, grid.last + 1) if n not in play.where)
    return Board(
        **vars(picture),
        id=game_id,
        name=name,
        title=BOARDS[name].title,
        version=version,
        status=message or _status(play, missing),
        problem=problem,
        typed=typed,
        missing=missing,
        can_undo=play.can_undo,
        can_redo=play.can_redo,
        can_restart=len(play.board) > len(grid.givens),
        is_solved=play.is_solved,
        result=f"{times(grid.last, 'number')} in one path. {price_words(hints)}",
        hints_used=hints_words(hints),
    )


def _first_empty(play: Play) -> Cell:
    cells = play.grid.cells
    return next((cell for cell in cells if cell not in play.board), cells[0])


def _status(play: Play, missing: tuple[int, ...]) -> str:
    if play.is_solved:
        return "Solved: the path is complete."
    if play.is_full:
        return "Every cell is filled, but the path is broken somewhere. Check shows where."
    return f"{times(len(missing), 'number')} to place."


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


@dataclass(frozen=True)
class ShownHint:
    """A hint up to its tier, with what the board marks for it."""

    tier: int
    tiers: int
    texts: tuple[str, ...]
    number: int | None
    cell: Cell | None
    endpoint: str
    use: str
    marks: Marks


SECONDS = 2.0  # of a hint or a check; only the largest and emptiest boards come near it


def show_hint(play: Play, tier: int) -> ShownHint:
    """Return the tiers 1 … ``tier`` of the next step's hint."""
    found = hint(play, _budget())
    is_wrong = found.technique is Technique.WRONG
    marks: dict[str, Iterable[Cell]] = {}
    if tier >= 2:
        reasons = (*(step.because for step in found.before), found.because)
        marks["because"] = [cell for why in reasons for cell in (*why.cells, *why.area)]
    if found.cell is not None and (tier >= 3 or (is_wrong and tier >= 2)):
        marks["looked-at"] = (found.cell,)
    return ShownHint(
        tier=tier,
        tiers=3 if found.cell else 1,
        texts=hint_texts(found)[: tier if found.cell else 3],
        number=found.number,
        cell=found.cell if tier >= 3 else None,
        endpoint="hidoku.erase" if is_wrong else "hidoku.place",
        use=f"Take {found.number} off" if is_wrong else f"Place {found.number} there",
        marks=marks,
    )


def _budget() -> Budget:
    return Budget(HINT_BUDGET.nodes, time.monotonic() + SECONDS)


def show_check(play: Play) -> tuple[str, Marks]:
    """Say whether the board is right so far; return the sentence and the marks."""
    conflicts = play.conflicts()
    if conflicts:
        cells = tuple(cell for conflict in conflicts for cell in conflict.cells)
        more = len(conflicts) - 1
        rest = f" And {times(more, 'more conflict')}, marked on the board." if more else ""
        return conflict_text(conflicts[0]) + rest, {"conflict": cells}
    return _check_against_solution(play), {}


def _check_against_solution(play: Play) -> str:
    placed = {cell: number for cell, number in play.board.items() if cell not in play.grid.given}
    if not placed:
        return "Nothing is placed yet."
    found = solve(play.grid, 2, _budget())
    if not found.unique:
        return "No two numbers quarrel."
    path = found.solutions[0]
    wrong = sum(path[number - 1] != cell for cell, number in placed.items())
    if not wrong:
        return f"Right so far: {times(len(placed), 'number')} placed, no mistake."
    which = f"{wrong} of the {len(placed)} numbers" if len(placed) > 1 else "the number"
    return f"Not yet in open conflict, but {which} you placed cannot stay. A hint names the first."
