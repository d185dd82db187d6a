"""The candidates: codes that fit every answer so far.

If a game has a table of answers, the codes are filtered turn by turn. The candidates of a larger
Mastermind board are counted by halves (:mod:`solver.deduction.knowledge.large`), and listed only on
request.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import log2
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.large import Fitting, halves
from solver.deduction.rules.game import (
    MOST_LISTED,
    Code,
    CountingGame,
    Game,
    Indices,
    RulesError,
    Turn,
    frozen,
)


class Candidates(Protocol):
    """The codes that would give every guess so far the feedback it got."""

    @property
    def count(self) -> int:
        """How many there are, exactly."""

    def __len__(self) -> int:
        """Return the same."""

    @property
    def indices(self) -> Indices:
        """Their indices, ascending, read-only. Raises RulesError above 600,000 of them."""

    def __iter__(self) -> Iterator[Code]:
        """Yield them in lexicographic order, one at a time."""

    def sample(self, size: int, generator: np.random.Generator) -> Indices:
        """Return the indices of ``size`` of them (or all), ascending; each set equally likely."""

    def sizes(self, guess: Code) -> tuple[int, ...]:
        """Return how many of them would get each answer to a guess, in the game's order."""

    def tally(self) -> NDArray[np.int64]:
        """Return how many of them have each colour in each hole, ``[hole, colour]``."""

    def count_ranges(self) -> tuple[tuple[int, int], ...]:
        """Return for each colour the fewest and most pegs. Raises ValueError if there are none."""


@dataclass(frozen=True)
class ListedCandidates:
    game: Game
    indices: Indices

    @property
    def count(self) -> int:
        return int(self.indices.size)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Code]:
        return (self.game.code_at(int(index)) for index in self.indices)

    def sample(self, size: int, generator: np.random.Generator) -> Indices:
        if size >= self.count:
            return self.indices
        return frozen(np.sort(generator.choice(self.indices, size, replace=False, shuffle=False)))

    def sizes(self, guess: Code) -> tuple[int, ...]:
        guesses = np.array([self.game.index_of(guess)], np.int32)
        answers = self.game.answers(guesses, self.indices)[0]
        return tuple(np.bincount(answers, minlength=len(self.game.feedbacks)).tolist())

    def tally(self) -> NDArray[np.int64]:
        columns = self.game.codes_at(self.indices).T
        return np.array([np.bincount(column, minlength=self.game.choices) for column in columns])

    def count_ranges(self) -> tuple[tuple[int, int], ...]:
        codes = self.game.codes_at(self.indices)
        counts = [(codes == colour).sum(axis=1) for colour in range(self.game.choices)]
        return tuple((int(count.min()), int(count.max())) for count in counts)


@dataclass(frozen=True)
class Whole(ListedCandidates):
    """Every code of a large board: listed once, but split by halves, which takes a tenth."""

    game: CountingGame

    def sizes(self, guess: Code) -> tuple[int, ...]:
        return by_halves(self.game, ()).sizes(guess)


@dataclass(frozen=True)
class Counted:
    game: Game
    fitting: Fitting

    @property
    def count(self) -> int:
        return self.fitting.count

    def __len__(self) -> int:
        return self.count

    @cached_property
    def indices(self) -> Indices:
        if self.count > MOST_LISTED:
            raise RulesError(
                f"{self.count:,} codes are possible; they are listed up to {MOST_LISTED:,}."
            )
        return frozen(self.game.indices_of(self.fitting.every()))

    def __iter__(self) -> Iterator[Code]:
        return self.fitting.listed()

    def sample(self, size: int, generator: np.random.Generator) -> Indices:
        if size >= self.count:
            return self.indices
        return frozen(np.sort(self.game.indices_of(self.fitting.sample(size, generator))))

    def sizes(self, guess: Code) -> tuple[int, ...]:
        split = self.fitting.split(guess)
        return tuple(int(split[answer]) for answer in self.game.feedbacks)

    def tally(self) -> NDArray[np.int64]:
        return self.fitting.tally()

    def count_ranges(self) -> tuple[tuple[int, int], ...]:
        return self.fitting.count_ranges()


def candidates(game: Game, turns: Sequence[Turn]) -> Candidates:
    """Return the codes that fit all turns.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> candidates(game, [game.parse_turn("1122:0,0"), game.parse_turn("3344:0,0")]).count
    16
    """
    if game.table is None and (board := game.counting):
        is_whole = board.is_listed and not turns
        return Whole(board, board.secrets) if is_whole else by_halves(board, turns)
    left = game.secrets
    for turn in turns:
        left = frozen(left[fits(game, turn, left)])
    return ListedCandidates(game, left)


def by_halves(game: CountingGame, turns: Sequence[Turn]) -> Counted:
    board = halves(game.pegs, game.choices, not game.secret_repeats)
    return Counted(game, board.fitting(turns))


def fits(game: Game, turn: Turn, secrets: Indices) -> NDArray[np.bool_]:
    guess, table = game.index_of(turn.code), game.table
    if table is None:
        answers = game.answers(np.array([guess], np.int32), secrets)[0]
    else:
        answers = table[guess][secrets]
    fitting: NDArray[np.bool_] = answers == game.feedbacks.index(turn.feedback)
    return fitting


def contradicted(game: Game, code: Code, turns: Sequence[Turn]) -> tuple[int, ...]:
    """Return the indices of the turns that would have had another answer if this were the secret.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> contradicted(game, (0, 0, 0, 0), [game.parse_turn(t) for t in ("1122:2,0", "1345:0,1")])
    (1,)
    """
    return tuple(
        index for index, turn in enumerate(turns) if game.feedback(turn.code, code) != turn.feedback
    )


@dataclass(frozen=True)
class Split:
    """How many candidates each answer to a guess would leave.

    ``sizes`` follow the game's order of answers, zeros included.

    >>> split = Split((1, 0, 3, 4))
    >>> split.parts, split.largest, split.expected_size, split.bits
    (3, 4, Fraction(13, 4), 1.4056390622295665)
    """

    sizes: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.sizes)

    @property
    def parts(self) -> int:
        return sum(size > 0 for size in self.sizes)

    @property
    def largest(self) -> int:
        return max(self.sizes, default=0)

    @property
    def expected_size(self) -> Fraction:
        """The average number of candidates left, exact; 0 without candidates."""
        return Fraction(sum(size * size for size in self.sizes), max(self.total, 1))

    @property
    def bits(self) -> float:
        """The information of the answer in bits (Shannon's entropy), for display only.

        Choices are made with exact integers, see ``entropy_weights``.
        """
        if self.parts < 2:
            return 0.0
        return log2(self.total) - sum(n * log2(n) for n in self.sizes if n) / self.total


def split(candidates: Candidates, guess: Code) -> Split:
    """Return how a guess splits the candidates."""
    return Split(candidates.sizes(guess))
