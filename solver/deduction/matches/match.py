"""One secret being broken: a frozen match that a guess turns into the next one."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Generic, TypeVar

from solver.deduction.rules.game import Code, CodeError, Game, Turn

G = TypeVar("G", bound=Game)


class MatchError(ValueError):
    """A move that is not legal now."""


class Outcome(Enum):
    """How a match stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True)
class Match(Generic[G]):
    """A secret and the guesses made at it.

    Loading a match means playing its guesses again, so what is stored is only what was chosen.
    Raises CodeError if the secret is none of this game.

    >>> from solver.deduction.games import game_named
    >>> match = Match(game_named("classic"), (0, 0, 1, 1)).guess((0, 1, 2, 3))
    >>> match.turns[0].feedback, match.guesses_left
    (Feedback(black=1, white=1), 9)
    """

    game: G
    secret: Code
    guesses: tuple[Code, ...] = ()

    def __post_init__(self) -> None:
        check_secret(self.game, self.secret)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The guesses with their answers."""
        return tuple(Turn(code, self.game.feedback(code, self.secret)) for code in self.guesses)

    @property
    def guesses_left(self) -> int:
        """How many rows are still free."""
        return self.game.rows - len(self.guesses)

    @property
    def outcome(self) -> Outcome:
        """Won by the last guess, lost without a row left, or still playing."""
        if self.guesses and self.guesses[-1] == self.secret:
            return Outcome.WON
        return Outcome.PLAYING if self.guesses_left > 0 else Outcome.LOST

    def guess(self, code: Code) -> Match[G]:
        """Return the match after one more guess. Raises MatchError after its end, or CodeError."""
        if self.outcome is not Outcome.PLAYING:
            raise MatchError(f"This game is over: it was {self.outcome.value}.")
        self.game.index_of(code)
        turn = Turn(code, self.game.feedback(code, self.secret))
        return self.resumed((*self.turns, turn))

    def resumed(self, turns: tuple[Turn, ...]) -> Match[G]:
        """Return this match as it stood after these turns, which were played in it before.

        Neither they nor the secret are looked at again.
        """
        after = copy(self)
        vars(after).update(guesses=tuple(turn.code for turn in turns), turns=turns)
        return after


def check_secret(game: Game, code: Code) -> None:
    """Raise CodeError if the code can't be the secret of this game."""
    game.index_of(code)
    if not game.is_secret(code):
        written = game.format_code(code)
        raise CodeError(f"{written} can’t be the secret: nothing repeats in the code of this game.")
