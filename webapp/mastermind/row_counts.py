"""How many codes the rows of a board leave; on the largest boards one count takes some 10 ms."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Final

from cachetools import LRUCache

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates, fits
from solver.deduction.rules.game import Game, Indices, Turn
from webapp.mastermind.setup import VAST, has_at_most
from webapp.work.tasks import task

Turns = tuple[Turn, ...]
Counts = tuple[int, ...]

#: Up to this many uncounted rows of a large board are counted within a request: a game's new row,
#: and one more.
MOST_AT_ONCE: Final = 2

#: By the game's name, since the cache mustn't hold large boards that nobody plays.
_kept: Final[LRUCache[tuple[str, Turns], Counts]] = LRUCache(4096)
_lock: Final = Lock()


def counts_of(game: Game, turns: Turns) -> Counts:
    """Return how many codes were left after each turn; once it is 0, the rest aren't counted.

    Turns that were counted before aren't counted again.

    >>> from solver.deduction.games import game_named
    >>> counts_of(game_named("mini"), (Turn((0, 0, 1), (3, 0)), Turn((0, 1, 2), (0, 0))) * 2)
    (1, 0, 0, 0)
    """
    name, known = game.name, known_counts(game.name, turns)
    if len(known) < len(turns):
        count = _count_rows if has_at_most(name, VAST) else _counted
        known = count(name, turns, known)
        with _lock:
            _kept[name, turns] = known
    return known


def known_counts(name: str, turns: Turns) -> Counts:
    """Return the known counts of as many first turns as possible; nothing is counted."""
    with _lock:
        for end in range(len(turns), 0, -1):
            if (name, turns[:end]) in _kept:
                return _kept[name, turns[:end]]
    return ()


@task(lambda name, turns, known: len(turns) - len(known) <= MOST_AT_ONCE, 64)
def _counted(name: str, turns: Turns, known: Counts) -> Counts:
    return _count_rows(name, turns, known)


def _count_rows(name: str, turns: Turns, known: Counts) -> Counts:
    counts, game = list(known), game_named(name)
    for end in range(len(known) + 1, len(turns) + 1):
        if counts and not counts[-1]:
            counts.append(0)
        elif game.table is None:
            counts.append(candidates(game, turns[:end]).count)
        else:
            counts.append(_fitting(name, turns[:end]).size)
    return tuple(counts)


@lru_cache(maxsize=256)
def _fitting(name: str, turns: Turns) -> Indices:
    """Return the codes of a board with a table that fit the turns, filtered turn by turn.

    Some 30 kB at most, and soon a few hundred bytes.
    """
    game = game_named(name)
    if not turns:
        return game.secrets
    left = _fitting(name, turns[:-1])
    return left[fits(game, turns[-1], left)]
