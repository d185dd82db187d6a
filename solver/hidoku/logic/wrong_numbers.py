"""A game without its wrong numbers."""

from __future__ import annotations

from solver.hidoku.logic.hints import HINT_BUDGET, wrong_cell
from solver.hidoku.rules.game import MoveError, Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.solve import SearchResult, solve
from solver.hidoku.search.staged_search import Budget


def without_wrong(
    play: Play, budget: Budget = HINT_BUDGET, known: SearchResult | None = None
) -> Play:
    """Return the game with every wrong number removed, as one move.

    As in hints, a number is wrong if the only solution has it elsewhere, or if no solution is left
    with it. ``known`` are up to two solutions of the grid. Raises :class:`MoveError` if no number
    is wrong.

    >>> from solver.hidoku.rules.grid import Grid
    >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1})).place(Cell(0, 3), 3).place(Cell(0, 1), 2)
    >>> sorted(without_wrong(play).board.values())
    [1, 2]
    """
    known = known or solve(play.grid, 2, budget)
    rest, wrong = play, list[Cell]()
    while (cell := wrong_cell(rest, known, budget)) is not None:
        wrong.append(cell)
        rest = rest.erase(cell)
    if not wrong:  # only one solution shows every wrong number
        verdict = "is wrong" if known.unique else "is known to be wrong"
        raise MoveError(f"No number {verdict}, so there’s nothing to remove.")
    return play.erase(*wrong)
