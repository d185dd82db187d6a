"""A game without its wrong numbers, by undoing moves or by removing only those numbers."""

from solver.hidoku.logic.hints import HINT_BUDGET, wrong_cell
from solver.hidoku.rules.game import MoveError, Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import SearchResult, solve
from solver.hidoku.search.staged_search import Budget


def last_right(play: Play, budget: Budget = HINT_BUDGET, known: SearchResult | None = None) -> Play:
    """Return the game with moves undone until no number is wrong; they can be redone.

    Raises :class:`MoveError` if no number is wrong.

    As in hints, a number is wrong if the only solution has it elsewhere, or if no solution is left
    with it. ``known`` are up to two solutions of the grid.

    >>> from solver.hidoku.rules.grid import Grid
    >>> play = Play(Grid.of(1, 4, {Cell(0, 0): 1})).place(Cell(0, 1), 2).place(Cell(0, 2), 4)
    >>> last_right(play.place(Cell(0, 3), 3)).board[Cell(0, 1)]
    2
    """
    solutions = known or solve(play.grid, 2, budget)
    if wrong_cell(play, solutions, budget) is None:
        raise MoveError(f"{_none_wrong(solutions)}, so there’s nothing to undo.")
    if solutions.unique:
        return _after(play, _right_moves(play, solutions.solutions[0]))
    while (cell := wrong_cell(play, solutions, budget)) is not None:
        moves = enumerate(play.moves)
        play = _after(play, max(n for n, move in moves if move[:2] == ("place", cell)))
    return play


def without_wrong(
    play: Play, budget: Budget = HINT_BUDGET, known: SearchResult | None = None
) -> Play:
    """Return the game with every wrong number removed, as one move.

    Raises :class:`MoveError` if no number is wrong, in the sense of :func:`last_right`.

    >>> from solver.hidoku.rules.grid import Grid
    >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1})).place(Cell(0, 3), 3).place(Cell(0, 1), 2)
    >>> sorted(without_wrong(play).board.values())
    [1, 2]
    """
    solutions = known or solve(play.grid, 2, budget)
    game = play
    mistakes = list[Cell]()
    while (cell := wrong_cell(game, solutions, budget)) is not None:
        mistakes.append(cell)
        game = game.erase(cell)
    if not mistakes:
        raise MoveError(f"{_none_wrong(solutions)}, so there’s nothing to remove.")
    return play.erase(*mistakes)


def _none_wrong(search: SearchResult) -> str:
    """What can be said when no wrong number was found: only one solution shows every one."""
    return "No number is wrong" if search.unique else "No number is known to be wrong"


def _right_moves(play: Play, solution: Path) -> int:
    """How many moves lead to the last state without a wrong number."""
    mistakes: set[Cell] = set()
    split = 0
    for count, move in enumerate(play.moves, 1):
        match move.verb, move.cell, move.number:
            case "place", Cell() as cell, int(number) if solution[number - 1] != cell:
                mistakes.add(cell)
            case "erase", Cell() as cell, _:
                mistakes.discard(cell)
            case "restart", _, _:
                mistakes.clear()
        if not mistakes:
            split = count
    return split


def _after(play: Play, count: int) -> Play:
    return Play(play.grid, play.moves[:count], (*play.moves[count:], *play.undone))
