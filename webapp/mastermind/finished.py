"""A finished game, whoever broke the code: the input of a review."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from solver.deduction.faces.face import Face
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.candidates import candidates, contradicted
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.strategies.measures import Forgetful
from solver.deduction.strategies.registry import ALLOWED, STRATEGIES
from solver.deduction.strategies.strategy import Choice
from solver.deduction.trees.simulate import with_seed
from solver.wording import plural
from webapp.http.forms import FormError
from webapp.mastermind.setup import BreakerSetup, ComputerSetup
from webapp.storage.hint_log import MOVE, has_hint, position_key, shows_move


@dataclass(frozen=True)
class ReviewWording:
    """How a review speaks of the breaker: whose rows they are, and the result in words."""

    whose: str
    won: str
    lost: str
    again: str


YOU: Final = ReviewWording("your", "solved in", "not found in", "Try again from here")
ENTERED: Final = ReviewWording("your", "solved in", "one code left after", "Try again from here")
COMPUTER: Final = ReviewWording("the computer’s", "found in", "not found in", "Play on from here")
THE_BREAKER: Final = ReviewWording("the breaker’s", "found in", "not found in", "Play on from here")


class PastGuess(NamedTuple):
    """A guess with its feedback, and the rows before it as they were when it was made."""

    earlier: tuple[Turn, ...]
    turn: Turn


@dataclass(frozen=True, kw_only=True)
class Finished:
    """The secret and the rows played; ``display`` says how feedback is shown.

    If feedback was corrected later, ``past`` are the rows as they were when the
    guesses were made, and ``corrected`` says so. ``hints`` is the log of hints, None in a role
    without hints. ``rule`` says which guesses were allowed. An evil setter (``is_evil``) chose no
    code before it had to.
    """

    game: Game
    display: str
    secret: Code
    turns: tuple[Turn, ...]
    hints: str | None = None
    voice: ReviewWording = YOU
    is_evil: bool = False
    rule: GuessRule = GuessRule.ANY
    past: tuple[PastGuess, ...] = ()
    corrected: tuple[str, ...] = ()

    @property
    def judged(self) -> tuple[PastGuess, ...]:
        """The rows, each with what was known when its guess was made."""
        turns = self.turns
        return self.past or tuple(PastGuess(turns[:n], turn) for n, turn in enumerate(turns))

    @property
    def face(self) -> Face:
        return face_of(self.game, self.display)

    @property
    def is_won(self) -> bool:
        return self.turns[-1].feedback == self.game.feedbacks[self.game.won]

    @property
    def result_words(self) -> str:
        words = self.voice.won if self.is_won else self.voice.lost
        return f"{words} {plural(len(self.turns), 'guess', 'guesses')}"

    @property
    def last_start(self) -> int:
        """The last row from which the game can be replayed.

        A board has only so many rows, and those before must be answered as the code would.
        """
        lies = (place + 1 for place in contradicted(self.game, self.secret, self.turns))
        return min(len(self.turns), self.game.rows, *lies)


def key_before(game: Game, codes: Iterable[Code]) -> int:
    """Return the key, in the log of hints, of the position after these guesses."""
    return position_key("\n".join(map(game.format_code, codes)))


def advised_rows(game: Game, guesses: Sequence[Code], hints: str) -> tuple[int, ...]:
    if not shows_move(hints):
        return ()
    keys = [key_before(game, guesses[:row]) for row in range(len(guesses))]
    return tuple(row for row, key in enumerate(keys, 1) if has_hint(hints, key, MOVE))


USUAL_SETUP: Final = BreakerSetup()


def parse_strategy(form: Mapping[str, str], setup: BreakerSetup = USUAL_SETUP) -> str:
    names = [strategy.name for strategy in ALLOWED[setup.rule]]
    usual_name = setup.strategy if setup.strategy in names else names[0]
    name = form.get("strategy", usual_name)
    if name not in names:
        raise FormError("Choose a strategy from the list.")
    return name


def advised(game: Game, turns: tuple[Turn, ...], strategy: str) -> Choice:
    """Return the guess of a strategy that ignores nothing; see :func:`choice_after`."""
    return choice_after(game.name, turns, BreakerSetup(strategy=strategy))


@lru_cache(maxsize=512)
def choice_after(name: str, turns: tuple[Turn, ...], setup: ComputerSetup) -> Choice:
    """Return the computer's guess after the turns. Raises ValueError if they leave no code."""
    game = game_named(name)
    codes = candidates(game, turns)
    strategy = with_seed(STRATEGIES[setup.strategy], setup.seed)
    if setup.overlook:
        strategy = Forgetful(strategy, setup.overlook / 100, setup.seed)
    return strategy.choose(game, codes, turns)
