"""The evil setter of a page: it remembers what it answered, since each change replays its game."""

from __future__ import annotations

from dataclasses import replace

from solver.deduction.games import game_named
from solver.deduction.matches import EvilMatch
from solver.deduction.rules.game import Answer, Code, Turn
from webapp.mastermind.board_sizes import VAST, has_at_most
from webapp.mastermind.row_counts import known_rows_left
from webapp.work.deferred import deferred


class RememberedMatch(EvilMatch):
    """A match against the evil setter in which no answer is searched for twice.

    >>> game = game_named("mini")
    >>> match = RememberedMatch.of(game, [game.parse_code(text) for text in ("112", "213")])
    >>> match.turns == EvilMatch.of(game, match.guesses).turns
    True
    """

    def guess(self, code: Code) -> EvilMatch:
        """Return the match after one more guess. Raises MatchError after its end, or CodeError.

        On the largest boards it raises ThinkingError while the answer is being worked out.
        """
        self.game.index_of(code)
        answer = _answer(self.game.name, self.turns, code)
        return replace(self, turns=(*self.turns, Turn(code, answer)))


def _is_quick(name: str, turns: tuple[Turn, ...], guess: Code) -> bool:
    """Say whether the answer is soon found: on a board soon split, or if one code is left."""
    if has_at_most(name, VAST):
        return True
    known = known_rows_left(name, turns)
    return len(known) == len(turns) > 0 and known[-1] == 1


@deferred(_is_quick, 4096)
def _answer(name: str, turns: tuple[Turn, ...], guess: Code) -> Answer:
    """Return the answer to a guess, by the game's name: a cache must not hold large boards."""
    return EvilMatch(game_named(name), turns).guess(guess).turns[-1].feedback
