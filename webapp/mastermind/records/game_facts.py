"""What lists say of a game of Mastermind: its board, and how it ended."""

from __future__ import annotations

from webapp.mastermind.breaker.role import BREAKER
from webapp.mastermind.finished import Finished
from webapp.mastermind.roles import REVIEWED
from webapp.mastermind.setup import Role, setup_of
from webapp.mastermind.watch.role import WATCH
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import parse_hints, shows_move
from webapp.storage.records.results import GameEnd, GameFacts, Result

#: Whose games count: an evil setter has no code, so that its games are harder than others.
COUNTED = frozenset({Role.BREAKER, Role.GUEST})


def facts_of(stored: StoredGame) -> GameFacts:
    """Return what is known of a game. Raises DocumentError, and ThinkingError for an evil setter's.

    A watched game is over as soon as it begins, and is not played to its end for this.
    """
    if not stored.finished:
        return GameFacts(stored.rules)
    if stored.kind == WATCH.kind:
        return GameFacts(stored.rules, Result(GameEnd.OVER))
    setup, role = setup_of(stored), REVIEWED[stored.kind]
    finished = role.ending(stored, setup) if role.ending else None
    if stored.kind == BREAKER.kind and finished:
        is_counted = setup.role in COUNTED and not setup.practice
        return GameFacts(stored.rules, _result_of_breaker(stored, finished, is_counted=is_counted))
    return GameFacts(stored.rules, Result(GameEnd.OVER, len(finished.turns) if finished else 0))


def _result_of_breaker(stored: StoredGame, finished: Finished, *, is_counted: bool) -> Result:
    return Result(
        GameEnd.WON if finished.is_won else GameEnd.LOST,
        len(finished.turns),
        len(parse_hints(stored.hints)),
        counts=is_counted and not shows_move(stored.hints),
    )
