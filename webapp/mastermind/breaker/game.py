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
        return key_before(self.match.game, self.match.guesses)


def open_match(stored: StoredGame) -> OpenMatch:
    """Return the game that a stored one is."""
    setup = parse_setup(stored.start)
    return OpenMatch(stored, setup, replayed(stored, setup))


def replayed(stored: StoredGame, setup: Setup) -> AnyMatch:
    """Return the match that a stored game is, by playing its guesses again."""
    game = game_named(stored.rules)
    if setup.role is Role.EVIL:
        guesses = tuple(map(game.parse_code, stored.moves.splitlines()))
        return RememberedMatch.of(game, guesses, setup.seed)
    match = Match(game, game.parse_code(setup.secret))
    return match.resumed(_turns(stored.rules, setup.secret, stored.moves))


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


def moves_of(match: AnyMatch) -> str:
    """Write the guesses of a match as they are stored."""
    return "\n".join(map(match.game.format_code, match.guesses))


def key_before(game: Game, codes: Iterable[Code]) -> int:
    """Return what stands in the log of hints for the position that some guesses led to."""
    return position_key("\n".join(map(game.format_code, codes)))
