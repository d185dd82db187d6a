"""One secret to be found: an immutable match, which a guess turns into the next one.

The evil setter doesn't choose a code at first: its feedback keeps as many codes as possible. So a
guess wins only if it is the last code left. Known from games such as Absurdle. Since some code
always fits the feedback, it is fair, if unfriendly.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from html import escape
from typing import Final, Generic, Self, TypeVar

from solver.arguments import refuse_text
from solver.deduction.faces.face import Value, figures
from solver.deduction.games import face_of
from solver.deduction.knowledge.candidates import Candidates, candidates
from solver.deduction.rules.game import Code, CodeError, Feedback, Game, Turn
from solver.deduction.strategies.perfect import group_candidates, is_in_reach, perfect
from solver.deduction.strategies.strategy import generator_for
from solver.wording import InputError

G = TypeVar("G", bound=Game)


class MatchError(InputError):
    """A move that isn't legal now."""


class Outcome(Enum):
    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class PlayedRows:
    """What a match is by its turns, whoever set the code."""

    game: Game
    is_given_up: bool

    @property
    @abstractmethod
    def turns(self) -> tuple[Turn, ...]: ...

    def _repr_svg_(self) -> str:
        """Draw the guesses in notebooks, and nothing of the secret."""
        return draw_match(self.game, self.turns)

    @property
    def guesses_left(self) -> int:
        return self.game.rows - len(self.turns)

    @property
    def outcome(self) -> Outcome:
        if self.turns and self.turns[-1].feedback == self.game.feedbacks[self.game.won]:
            return Outcome.WON
        is_lost = self.is_given_up or self.guesses_left <= 0
        return Outcome.LOST if is_lost else Outcome.PLAYING

    def give_up(self) -> Self:
        """Return the match as lost. Raises MatchError before its first guess and after its end."""
        check_playing(self)
        if not self.turns:
            raise MatchError("Make a guess first. Then you can give up.")
        after = copy(self)
        vars(after).update(is_given_up=True)
        return after


@dataclass(frozen=True)
class Match(PlayedRows, Generic[G]):
    """A secret and the guesses made at it.

    A match is loaded by playing its guesses again, so only what was chosen is stored. Raises
    CodeError if the code can't be a secret of this game.

    >>> from solver.deduction.games import game_named
    >>> match = Match(game_named("classic"), (0, 0, 1, 1)).guess((0, 1, 2, 3))
    >>> match.turns[0].feedback, match.guesses_left
    (KeyPegs(black=1, white=1), 9)
    """

    game: G
    secret: Code
    guesses: tuple[Code, ...] = ()
    is_given_up: bool = False

    def __post_init__(self) -> None:
        refuse_text(self.game, "game", "Game")
        check_secret(self.game, self.secret)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(Turn(code, self.game.feedback(code, self.secret)) for code in self.guesses)

    def guess(self, code: Code) -> Match[G]:
        check_playing(self)
        self.game.index_of(code)
        turn = Turn(code, self.game.feedback(code, self.secret))
        return self.resumed((*self.turns, turn))

    def resumed(self, turns: tuple[Turn, ...]) -> Match[G]:
        """Return this match as it was after these turns, which were played in it before.

        Neither the turns nor the secret are checked again.
        """
        after = copy(self)
        vars(after).update(guesses=tuple(turn.code for turn in turns), turns=turns)
        return after


def check_playing(match: PlayedRows) -> None:
    if match.outcome is not Outcome.PLAYING:
        raise MatchError(f"This game is over: it was {match.outcome.value}.")


def check_secret(game: Game, code: Code) -> None:
    game.index_of(code)
    if not game.is_secret(code):
        text = game.format_code(code)
        raise CodeError(f"{text} can’t be the secret: {game.secret_rule}.")


def evil_feedback(game: Game, turns: Sequence[Turn], guess: Code) -> Feedback:
    """Return the feedback that keeps the most candidates.

    Among equals, it is the one after which perfect play needs the most guesses, if that is in
    reach, or else the first in the game's order; a win comes last. Raises ValueError if the turns
    leave no candidate, CodeError for an invalid guess.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> evil_feedback(game, (), game.parse_code("1122"))
    KeyPegs(black=0, white=0)
    """
    game.index_of(guess)
    codes = candidates(game, turns)
    if not codes.count:
        raise ValueError("No code fits this feedback; there is nothing left to keep.")
    sizes = codes.sizes(guess)
    maxima = [number for number, size in enumerate(sizes) if size == max(sizes)]
    ties = [number for number in maxima if number != game.won] or maxima
    return game.feedbacks[_hardest(game, codes, turns, guess, ties)]


def _hardest(
    game: Game, codes: Candidates, turns: Sequence[Turn], guess: Code, ties: Sequence[int]
) -> int:
    """Return which of the tied outcomes takes perfect play longest, or the first of them."""
    if len(ties) == 1 or not is_in_reach(game, codes.sizes(guess)[ties[0]]):
        return ties[0]
    codes_after = group_candidates(game, codes, guess)
    totals = []
    for number in ties:
        play = perfect(game, codes_after[number], (*turns, Turn(guess, game.feedbacks[number])))
        if play is None:
            return ties[0]
        totals.append(play.total)
    return ties[totals.index(max(totals))]


@dataclass(frozen=True)
class EvilMatch(PlayedRows):
    """A match against the evil setter; ``turns`` are as played, ``seed`` determines the final code.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("mini")
    >>> match = EvilMatch.of(game, [game.parse_code(text) for text in ("112", "213")])
    >>> [game.format_turn(turn) for turn in match.turns], match.guesses_left
    (['112:1,0', '213:0,2'], 8)
    """

    game: Game
    turns: tuple[Turn, ...] = ()
    seed: int = 0
    is_given_up: bool = False

    @classmethod
    def of(cls, game: Game, guesses: Sequence[Code], seed: int = 0) -> EvilMatch:
        match = cls(game, seed=seed)
        for code in guesses:
            match = match.guess(code)
        return match

    @property
    def guesses(self) -> tuple[Code, ...]:
        return tuple(turn.code for turn in self.turns)

    @property
    def secret(self) -> Code | None:
        """The code at the end of the match; None before.

        After a win it is the last guess. After a loss it is one of the codes that fit all feedback,
        each equally likely, and always the same for the same guesses and seed.
        """
        if self.outcome is Outcome.PLAYING:
            return None
        if self.outcome is Outcome.WON:
            return self.turns[-1].code
        generator = generator_for(self.game, self.turns, self.seed)
        indices = candidates(self.game, self.turns).sample(1, generator)
        return self.game.code_at(int(indices[0]))

    def guess(self, code: Code) -> EvilMatch:
        check_playing(self)
        turn = Turn(code, evil_feedback(self.game, self.turns, code))
        return replace(self, turns=(*self.turns, turn))


ROW: Final = 32  # pixels
#: The colours of pegs, as on the pages.
COLOURS: Final = {
    **{"1": "#bf3427", "2": "#ea7a1c", "3": "#f7d154", "4": "#35a27a", "5": "#20489a"},
    **{"6": "#b07ad6", "7": "#f3ece0", "8": "#79d9fa", "9": "#6b212c", "10": "#b9b8b4"},
    **{"11": "#1a1035", "12": "#656667", "blank": "#ffffff", "figure": "#dcc6a0"},
    **{"placed": "#35a27a", "present": "#f7d154", "absent": "#3d2a1c"},
}
INK: Final = "#20150b"
DARK: Final = frozenset({"1", "5", "9", "11", "12", "absent"})


def draw_match(game: Game, turns: Sequence[Turn]) -> str:
    """Return the drawing of some turns; a game without a face is drawn as it is written."""
    wide, high = ROW * (game.pegs + 4), ROW * max(1, len(turns))
    rows = "".join(
        part for place, turn in enumerate(turns) for part in _row(game, turn, ROW * (place + 0.5))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" text-anchor="middle" font-family="sans-serif" font-size="15">'
        f'<title>{len(turns)} of {game.rows} guesses</title><rect width="{wide}" height="{high}" '
        f'fill="#f6efe2"/>{rows}</svg>'
    )


def _row(game: Game, turn: Turn, middle: float) -> Iterator[str]:
    for place, value in enumerate(_pegs(game, turn)):
        x = ROW * (place + 0.5)
        ink = "#ffffff" if value.style in DARK else INK
        fill = COLOURS[value.style]
        yield f'<circle cx="{x}" cy="{middle}" r="13" fill="{fill}" stroke="{INK}"/>'
        yield f'<text x="{x}" y="{middle + 5}" fill="{ink}">{escape(value.letter)}</text>'
    x = ROW * (game.pegs + 2)
    feedback = escape(game.format_feedback(turn.feedback))
    yield f'<text x="{x}" y="{middle + 5}" fill="{INK}">{feedback}</text>'


def _pegs(game: Game, turn: Turn) -> Iterable[Value]:
    try:
        return filter(None, face_of(game).turn_pegs(turn))
    except LookupError:
        return figures(game.format_code(turn.code))
