"""One secret being broken: a frozen match that a guess turns into the next one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from solver.deduction.mastermind import Code, Rules, Turn, check_code, feedback


class MoveError(ValueError):
    """A move that is not legal now."""


class Outcome(Enum):
    """How a match stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True)
class Match:
    """A secret and the guesses made at it.

    Loading a match means playing its guesses again, so what is stored is only what was chosen.
    Raises CodeError if the secret is no code of the board.

    >>> match = Match(Rules(), (0, 0, 1, 1)).guess((0, 1, 2, 3))
    >>> match.turns[0].feedback, match.guesses_left
    (Feedback(black=1, white=1), 9)
    """

    rules: Rules
    secret: Code
    guesses: tuple[Code, ...] = ()

    def __post_init__(self) -> None:
        check_code(self.secret, self.rules)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The guesses with their answers."""
        return tuple(Turn(code, feedback(code, self.secret)) for code in self.guesses)

    @property
    def guesses_left(self) -> int:
        """How many rows are still free."""
        return self.rules.guesses - len(self.guesses)

    @property
    def outcome(self) -> Outcome:
        """Won by the last guess, lost without a row left, or still playing."""
        if self.guesses and self.guesses[-1] == self.secret:
            return Outcome.WON
        return Outcome.PLAYING if self.guesses_left > 0 else Outcome.LOST

    def guess(self, code: Code) -> Match:
        """Return the match after one more guess. Raises MoveError after its end, or CodeError."""
        if self.outcome is not Outcome.PLAYING:
            raise MoveError(f"This game is over: it was {self.outcome.value}.")
        check_code(code, self.rules)
        return replace(self, guesses=(*self.guesses, code))
