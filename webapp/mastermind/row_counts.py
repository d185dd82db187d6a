"""How many codes the rows of the largest boards leave, where one count takes some 10 ms."""

from __future__ import annotations

from threading import Lock
from typing import Final

from cachetools import LRUCache

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Turn
from webapp.work.tasks import task

Turns = tuple[Turn, ...]
Counts = tuple[int, ...]

#: Up to this many uncounted rows are counted within a request: a game's new row, and one more.
MOST_AT_ONCE: Final = 2

_kept: LRUCache[tuple[str, Turns], Counts] = LRUCache(1024)
_lock: Final = Lock()


def rows_left(name: str, turns: Turns) -> Counts:
    """Return how many codes are left after each turn; once it is 0, the rest aren't counted.

    Turns that were counted before aren't counted again.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("mini")
    >>> rows_left("mini", tuple(map(game.parse_turn, ("112:3,0", "123:0,0", "444:0,0"))))
    (1, 0, 0)
    """
    found = _counted(name, turns, known_rows_left(name, turns))
    with _lock:
        _kept[name, turns] = found
    return found


def known_rows_left(name: str, turns: Turns) -> Counts:
    """Return the known counts of as many first turns as possible; nothing is counted."""
    with _lock:
        ends = range(len(turns), 0, -1)
        return next((_kept[name, turns[:end]] for end in ends if (name, turns[:end]) in _kept), ())


def _is_quick(name: str, turns: Turns, known: Counts) -> bool:
    return len(turns) - len(known) <= MOST_AT_ONCE


@task(_is_quick, 64)
def _counted(name: str, turns: Turns, known: Counts) -> Counts:
    counts, game = list(known), game_named(name)
    for end in range(len(known) + 1, len(turns) + 1):
        is_none = bool(counts) and not counts[-1]
        counts.append(0 if is_none else candidates(game, turns[:end]).count)
    return tuple(counts)
