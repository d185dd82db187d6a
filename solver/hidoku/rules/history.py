"""How much of a game is remembered: the oldest moves are let go when there are too many.

A game is loaded by replaying its moves, so a game of a million moves would keep everybody waiting.
Beyond :data:`MOST_MOVES` the oldest are replaced by as few as lead to where they led: what they
wrote stays on the board, and only they cannot be taken back one by one any more.

Refused: a limit that asks the player to undo some moves first, which would take the game apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.moves import MOST_NOTES, BoardInPlay, Move, MoveError

#: Replaying and writing so many takes 13 to 15 ms. A board has 900 cells at most.
MOST_MOVES = 3000
#: How many of the latest moves stay as they were played: the first of these that fits.
KEPT = (2000, 1000, 300, 0)


def remembered(grid: Grid, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return moves that lead to the same board, the latest among them as they were played.

    Notes and lines that mean nothing now, since numbers stand there, may be gone.
    Raises :class:`MoveError` where numbers, notes and colours alone are too many for that.

    >>> from solver.hidoku.rules.grid import Cell
    >>> erased = (Move("place", Cell(0, 1), 2), Move("erase", Cell(0, 1)))
    >>> len(remembered(Grid.of(1, 3), erased * 1600))
    2000
    """
    if len(moves) <= MOST_MOVES:
        return moves
    for kept in KEPT:
        split = len(moves) - kept
        short = tuple(_leading_to(_after(grid, moves[:split])))
        if len(short) + kept <= MOST_MOVES:
            first = tuple(move._replace(joined=False) for move in moves[split : split + 1])
            return (*short, *first, *moves[split + 1 :])
    raise MoveError(
        f"This board has room for {MOST_MOVES} numbers, notes, lines and colours. "
        "Rub some out first."
    )


def _after(grid: Grid, moves: Sequence[Move]) -> BoardInPlay:
    table = BoardInPlay(grid, grid.given)
    for move in moves:
        table.apply(move)
    return table


def _leading_to(table: BoardInPlay) -> Iterator[Move]:
    """The fewest moves that lead there: notes go first, since only empty cells take them."""
    for cell, numbers in table.notes.items():
        for number in sorted(numbers, key=lambda each: (each in table.where, each))[:MOST_NOTES]:
            yield Move("note", cell, number)
    for cell, goal in sorted(table.lines):
        yield Move("line", cell, goal=goal)
    for cell, tint in table.tints.items():
        yield Move("tint", cell, tint)
    for cell, number in table.board.items():
        if cell not in table.grid.given:
            yield Move("place", cell, number)
