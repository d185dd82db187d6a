"""The moves of a play as they are stored."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypedDict

from solver.hidoku.rules.game import Move, Play, parse_moves
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.moves import arguments
from webapp.storage.documents import DocumentForm, refuse_damage

#: A verb, with ``+`` before it where the move belongs to the one before; then row and column, both
#: from 1, and the number or another row and column, where the move has them. Games stored before
#: there was a ``+`` are read.
Entry = tuple[str | int, ...]


class MovesDocument(TypedDict):
    """The moves that stand, and those taken back, the one first that was taken back last."""

    done: list[Entry]
    undone: list[Entry]


MOVES: Final = DocumentForm(MovesDocument, schema=1)


def format_play(play: Play) -> str:
    """Write the moves of a play; without any it is empty.

    >>> from solver.hidoku.rules.grid import Cell
    >>> format_play(Play(Grid.of(1, 3)).place(Cell(0, 1), 2).restart().undo())
    '{"schema":1,"done":[["place",1,2,2]],"undone":[["restart"]]}'
    """
    if not play.moves and not play.undone:
        return ""
    return MOVES.write(
        {"done": list(map(_entry, play.moves)), "undone": list(map(_entry, play.undone))}
    )


@lru_cache(maxsize=4096)  # a move is written again with each that follows
def _entry(move: Move) -> Entry:
    return ("+" * move.joined + move.verb, *arguments(move))


def parse_play(grid: Grid, text: str) -> Play:
    """Read what :func:`format_play` wrote, by playing the moves again on their board.

    Raises DocumentError.
    """
    if not text:
        return Play(grid)
    with refuse_damage("the moves of a play"):
        told = MOVES.read(text)
        lines = [*map(_line, told["done"]), *("~" + _line(move) for move in told["undone"])]
        return parse_moves(grid, "\n".join(lines))


def _line(entry: Entry) -> str:
    return " ".join(map(str, entry))
