"""A move of Hidoku as text: a verb, then row and column from 1, then a number or another cell."""

from __future__ import annotations

import re
from functools import lru_cache

from solver.hidoku.rules.grid import Cell
from solver.hidoku.rules.moves import Move, MoveError
from solver.wording import shown

_LINE = re.compile(r"(~?)(\+?)(place|erase|note|tint|line|restart)((?: [0-9]{1,4}){0,4})")
_ARGUMENTS = {"place": 3, "note": 3, "tint": 3, "erase": 2, "line": 4, "restart": 0}


@lru_cache(maxsize=4096)  # a move is written again with each that follows
def format_move(move: Move) -> str:
    """Write a move; one that is joined to the move before it has a ``+``.

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
    """Read a line of moves: whether the move was taken back (``~``), and the move.

    >>> parse_move(1, "~place 3 4 12")
    (True, Move(verb='place', cell=Cell(row=2, column=3), number=12, joined=False, goal=None))
    """
    found = _LINE.fullmatch(line)
    if not found or len(numbers := found[4].split()) != _ARGUMENTS[found[3]]:
        raise MoveError(
            f"Line {label} of the moves reads “{shown(line)}”: expected “place 3 4 12”, "
            "“note 3 4 12”, “tint 3 4 2”, “line 3 4 3 5”, “erase 3 4” or “restart”."
        )
    values = [int(number) for number in numbers]
    cell = Cell(values[0] - 1, values[1] - 1) if values else None
    number = values[2] if len(values) == 3 else None
    goal = Cell(values[2] - 1, values[3] - 1) if len(values) == 4 else None
    return bool(found[1]), Move(found[3], cell, number, bool(found[2]), goal)
