"""The evil setter of a page: it remembers what it answered, since each change replays its game."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from solver.deduction.evil import EvilMatch
from solver.deduction.game import Answer, Code, Turn
from solver.deduction.games import game_named


class RememberedMatch(EvilMatch):
    """A match against the evil setter in which no answer is searched for twice.

    >>> game = game_named("mini")
    >>> match = RememberedMatch.of(game, [game.parse_code(text) for text in ("112", "213")])
    >>> match.turns == EvilMatch.of(game, match.guesses).turns
    True
    """

    def guess(self, code: Code) -> EvilMatch:
        """Return the match after one more guess. Raises MoveError after its end, or CodeError."""
        answer = _answer(self.game.name, self.turns, code)
        return replace(self, turns=(*self.turns, Turn(code, answer)))


@lru_cache(maxsize=4096)
def _answer(name: str, turns: tuple[Turn, ...], guess: Code) -> Answer:
    """Return the answer to a guess, by the game's name: a cache must not hold large boards."""
    return EvilMatch(game_named(name), turns).guess(guess).turns[-1].feedback
