"""The number in hand: the one that comes next where a player goes along the path."""

from __future__ import annotations

from itertools import takewhile

from solver.hidoku.rules.game import Play

UP, DOWN = 1, -1


def following(play: Play, number: int, step: int) -> int | None:
    """Return the next missing number from ``number`` on, turning round at the end of the path.

    >>> from solver.hidoku.rules.grid import Cell, Grid
    >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1, Cell(0, 2): 3, Cell(0, 4): 5}))
    >>> following(play, 1, UP), following(play, 3, UP), following(play, 5, UP)
    (2, 4, 4)
    """
    ahead = _missing(play, number, step)
    return ahead if ahead is not None else _missing(play, number, -step)


def _missing(play: Play, number: int, step: int) -> int | None:
    end = play.grid.last + 1 if step == UP else 0
    return next((n for n in range(number + step, end, step) if n not in play.where), None)


def in_hand(play: Play, wanted: int | None, step: int) -> int | None:
    """Return the number in hand: the wanted one if it is missing, else by the last placement."""
    if wanted is not None and 1 <= wanted <= play.grid.last and wanted not in play.where:
        return wanted
    last = _last_placed(play)
    if last is not None and last not in play.where:
        return last
    return following(play, last or _start(play, step), step)


def _last_placed(play: Play) -> int | None:
    since = takewhile(lambda move: move.verb != "restart", reversed(play.moves))
    return next((move.number for move in since if move.verb == "place"), None)


def _start(play: Play, step: int) -> int:
    """The first given number on the way, as nothing was placed yet."""
    return next(iter(play.where if step == UP else reversed(play.where)), 0)


def ranges(numbers: tuple[int, ...]) -> str:
    """Return ascending numbers with runs drawn together.

    >>> ranges((2, 3, 4, 7, 9, 10))
    '2–4 7 9–10'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
