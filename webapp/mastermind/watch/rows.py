"""The rows of a watched game: those stored, those this server has played since, and further ones.

The setup, which has the seed, decides the whole game: the same setup has the same rows, whoever
plays them and whenever. So to look at a row that is not stored plays up to it and stores nothing.
Rows are stored all the same, when a game begins and by a post of its page, so that none is played
twice, and a strategy that plays otherwise one day changes no game that was seen.
"""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import Final

from cachetools import LRUCache

from solver.deduction.rules.game import Game, Turn
from webapp.mastermind.setup import Setup
from webapp.mastermind.watch.game import Duel, is_quick, rows_played
from webapp.work.deferred import if_known

#: The rows known of the games looked at last, so that the next look goes on from there.
_known: Final[LRUCache[tuple[str, Setup], tuple[Turn, ...]]] = LRUCache(256)
_lock: Final = Lock()


def begun(game: Game, setup: Setup) -> Duel:
    """Return a new game with the rows that are played at once: of a large board none."""
    duel = Duel(game, setup)
    return (_further(duel) or duel) if is_quick(game.name, setup, ()) else duel


def played_beyond(duel: Duel, row: int) -> tuple[Duel, bool]:
    """Return a game with the row after this one too; and whether that is still being played.

    It is a game that is over if there is no such row.
    """
    duel = _as_known(duel)
    while not duel.is_over and len(duel.turns) <= row:
        further = _further(duel)
        if further is None:
            return duel, True
        duel = further
    return duel, False


def _as_known(duel: Duel) -> Duel:
    """Return a game with the rows that this server has played since it was stored."""
    with _lock:
        turns = _known.get((duel.game.name, duel.setup), ())
    goes_on = len(turns) > len(duel.turns) and turns[: len(duel.turns)] == duel.turns
    return replace(duel, turns=turns) if goes_on else duel


def _further(duel: Duel) -> Duel | None:
    """Return a game played on for a while; None as long as that is going on."""
    turns = if_known(lambda: rows_played(duel.game.name, duel.setup, duel.turns))
    if turns is None:
        return None
    with _lock:
        _known[duel.game.name, duel.setup] = turns
    return replace(duel, turns=turns)
