"""Plays of Hidoku replayed last, so that a move need not replay all the moves before it.

A play is known by the text of its board and that of its moves, and by nothing else. So it is right
whichever process stored them, and what is not here is replayed. That takes 0.15 ms of a move's 3
on a 10×10 with 30 moves, and the more the longer a game goes on.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Final

from cachetools import LRUCache

from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Grid
from webapp.hidoku.board_text import parse_stored
from webapp.hidoku.play.moves_document import parse_play

MOST_KEPT: Final = 256
#: Characters of moves; a play with more is not kept, so that all together take 60 MB at the most.
LONGEST: Final = 13_000

_kept: Final[LRUCache[tuple[str, str], Play]] = LRUCache(MOST_KEPT)
_lock: Final = Lock()


def replay(start: str, moves: str) -> Play:
    """Return the play that these texts are. Raises DocumentError."""
    with _lock:
        play = _kept.get((start, moves))
    if play is None:
        play = parse_play(board_of(start), moves)
        keep(start, moves, play)
    return play


def keep(start: str, moves: str, play: Play) -> None:
    """Keep a play for the next request; ``replay`` must give the same for these texts."""
    if len(moves) <= LONGEST:
        with _lock:
            _kept[start, moves] = play


@lru_cache(maxsize=256)
def board_of(start: str) -> Grid:
    """Return a board, read once: on 900 cells that takes longer than to replay a game."""
    return parse_stored(start).grid
