"""A Hidoku in play as a page shows it: the board, what is missing, how the game stands."""

from __future__ import annotations

from dataclasses import dataclass

from solver.hidoku.game import Play
from solver.hidoku.grid import Cell
from solver.hidoku.search import solve
from solver.hidoku.words import conflict_text
from webapp.counting import hints_words, price_words, times
from webapp.pictures import Marks, Picture, draw
from webapp.pointing import a_moment
from webapp.store import StoredGame


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


def show_board(
    stored: StoredGame,
    title: str,
    play: Play,
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
        id=stored.id,
        name=stored.rules,
        title=title,
        version=stored.version,
        status=message or _status(play, missing),
        problem=problem,
        typed=typed,
        missing=missing,
        can_undo=play.can_undo,
        can_redo=play.can_redo,
        can_restart=len(play.board) > len(grid.givens),
        is_solved=play.is_solved,
        result=f"{times(grid.last, 'number')} in one path. {price_words(stored.hints)}",
        hints_used=hints_words(stored.hints),
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
    found = solve(play.grid, 2, a_moment())
    if not found.unique:
        return "No two numbers quarrel."
    path = found.solutions[0]
    wrong = sum(path[number - 1] != cell for cell, number in placed.items())
    if not wrong:
        return f"Right so far: {times(len(placed), 'number')} placed, no mistake."
    which = f"{wrong} of the {len(placed)} numbers" if len(placed) > 1 else "the number"
    return f"Not yet in open conflict, but {which} you placed cannot stay. A hint names the first."
