"""Games as text, a move a line; rows and columns count from 1, as in every sentence."""

from __future__ import annotations

import re
from functools import lru_cache

from solver.hidoku.rules.game import Play, with_table
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.moves import BoardInPlay, Move, MoveError
from solver.wording import shown

#: The most moves that are read; ``moves.shorten_moves`` makes sure that at most 3000 are written.
MOST_READ = 10_000

_LINE = re.compile(r"(~?)(\+?)(place|erase|note|tint|line|restart)((?: [0-9]{1,4}){0,4})")
_ARGUMENTS = {"place": 3, "note": 3, "tint": 3, "erase": 2, "line": 4, "restart": 0}


@lru_cache(maxsize=4096)  # each move is written again whenever another is played
def format_move(move: Move) -> str:
    """Write a move, with a ``+`` if it is joined to the move before it.

    >>> format_move(Move("note", Cell(0, 1), 12, joined=True))
    '+note 1 2 12'
    """
    return "+" * move.joined + " ".join(map(str, (move.verb, *arguments(move))))


def arguments(move: Move) -> tuple[int, ...]:
    """Return the numbers that follow the verb of a move.

    >>> arguments(Move("line", Cell(0, 1), goal=Cell(1, 1)))
    (1, 2, 2, 2)
    """
    places = (place + 1 for cell in (move.cell, move.goal) if cell is not None for place in cell)
    return (*places, *(() if move.number is None else (move.number,)))


def parse_move(label: int, line: str) -> tuple[bool, Move]:
    """Read a line of moves: whether the move was undone (``~``), and the move.

    >>> parse_move(1, "~place 3 4 12")
    (True, Move(verb='place', cell=Cell(row=2, column=3), number=12, joined=False, goal=None))
    """
    match = _LINE.fullmatch(line)
    if not match or len(numbers := match[4].split()) != _ARGUMENTS[match[3]]:
        raise MoveError(
            f"Line {label} of the moves reads “{shown(line)}”: expected “place 3 4 12”, "
            "“note 3 4 12”, “tint 3 4 2”, “line 3 4 3 5”, “erase 3 4” or “restart”."
        )
    values = [int(number) for number in numbers]
    cell = Cell(values[0] - 1, values[1] - 1) if values else None
    number = values[2] if len(values) == 3 else None
    goal = Cell(values[2] - 1, values[3] - 1) if len(values) == 4 else None
    return bool(match[1]), Move(match[3], cell, number, bool(match[2]), goal)


def format_moves(play: Play) -> str:
    """The moves as text, one a line: undone ones marked with ``~``, joined ones with ``+``.

    >>> print(format_moves(Play(Grid.of(1, 3)).place(Cell(0, 1), 2).restart().undo()))
    place 1 2 2
    ~restart
    """
    lines = [*map(format_move, play.moves), *("~" + format_move(move) for move in play.undone)]
    return "\n".join(lines)


def parse_moves(grid: Grid, text: str) -> Play:
    """Load a game from the text of :func:`format_moves`; :class:`MoveError` if any move fails."""
    lines = text.splitlines()
    if len(lines) > MOST_READ:
        raise MoveError(f"A game has at most {MOST_READ} moves.")
    parsed = [parse_move(label, line) for label, line in enumerate(lines, 1)]
    split = sum(not taken_back for taken_back, _ in parsed)
    if any(taken_back for taken_back, _ in parsed[:split]):
        raise MoveError("Moves taken back must follow all the others.")
    moves = tuple(move for _, move in parsed)
    table = BoardInPlay(grid, grid.given)
    for move in moves[:split]:
        table.play(move)
    future = table.copy()
    for move in moves[split:]:
        future.play(move)
    return with_table(Play(grid, moves[:split], moves[split:]), table)
