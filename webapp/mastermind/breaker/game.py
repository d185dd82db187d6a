"""The match that a stored game of Mastermind is: its guesses played again, each but once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from solver.deduction.games import game_named
from solver.deduction.matches.match import Match
from solver.deduction.rules.game import Code, Game, Turn
from webapp.http.game_access import Opened
from webapp.mastermind.board_view import AnyMatch
from webapp.mastermind.breaker.evil import RememberedMatch
from webapp.mastermind.setup import Role, Setup, parse_setup
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import position_key


@dataclass(frozen=True)
class OpenMatch(Opened):
    """A stored game and the match it is."""

    setup: Setup
    match: AnyMatch

    @property
    def key(self) -> int:
        """What stands for the position in the log of hints."""
        return position_key(format_guesses(self.match.game, self.match.guesses))


def open_match(stored: StoredGame) -> OpenMatch:
    """Return the game that a stored one is, by playing its guesses again."""
    game, setup = game_named(stored.rules), parse_setup(stored.start)
    if setup.role is Role.EVIL:
        guesses = tuple(map(game.parse_code, stored.moves.splitlines()))
        return OpenMatch(stored, setup, RememberedMatch.of(game, guesses, setup.seed))
    match = Match(game, game.parse_code(setup.secret))
    turns = _turns(stored.rules, setup.secret, stored.moves)
    return OpenMatch(stored, setup, match.resumed(turns))


@lru_cache(maxsize=4096)
def _turns(rules: str, secret: str, moves: str) -> tuple[Turn, ...]:
    """Play guesses again, but each row once: ten rows took 0.2 ms.

    All is known by its text, since a cache must not hold large boards.
    """
    if not moves:
        return ()
    game = game_named(rules)
    earlier, _, last = moves.rpartition("\n")
    match = Match(game, game.parse_code(secret)).resumed(_turns(rules, secret, earlier))
    return match.guess(game.parse_code(last)).turns


def format_guesses(game: Game, codes: Iterable[Code]) -> str:
    """Write guesses as they are stored; the log of hints knows their position by this text."""
    return "\n".join(map(game.format_code, codes))
