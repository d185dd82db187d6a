"""The candidates: codes that fit all feedback so far."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import log2

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules.game import Code, Codes, Game, Indices, Turn, frozen

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Candidates:
    """The codes that would give every guess so far the feedback it got, by ascending index."""

    game: Game
    indices: Indices

    @property
    def count(self) -> int:
        return int(self.indices.size)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Code]:
        """Yield them in lexicographic order, one at a time."""
        return (self.game.code_at(int(index)) for index in self.indices)

    def sample(self, size: int, generator: np.random.Generator) -> Indices:
        """Return the indices of ``size`` of them (or all), ascending; each set equally likely."""
        if size >= self.count:
            return self.indices
        return frozen(np.sort(generator.choice(self.indices, size, replace=False, shuffle=False)))

    def sizes(self, guess: Code) -> tuple[int, ...]:
        """Return how many of them would give each outcome of a guess, in the game's order."""
        guesses = np.array([self.game.index_of(guess)], np.int32)
        feedbacks = self.game.feedback_table(guesses, self.indices)[0]
        return tuple(np.bincount(feedbacks, minlength=len(self.game.feedbacks)).tolist())


def candidates(game: Game, turns: Sequence[Turn]) -> Candidates:
    """Return the codes that fit all turns.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> candidates(game, [game.parse_turn("1122:0,0"), game.parse_turn("3344:0,0")]).count
    16
    """
    codes = game.secrets
    later_turns = turns
    if turns and game.table is None:
        codes = frozen(codes[fitting_secrets(game, turns[0])])
        later_turns = turns[1:]
    for turn in later_turns:
        codes = frozen(codes[fits(game, turn, codes)])
    return Candidates(game, codes)


def fits(game: Game, turn: Turn, secrets: Indices) -> Flags:
    guess = game.index_of(turn.code)
    table = game.table
    if table is None:
        feedbacks = game.feedback_table(np.array([guess], np.int32), secrets)[0]
    else:
        feedbacks = table[guess][secrets]
    flags: Flags = feedbacks == game.feedbacks.index(turn.feedback)
    return flags


@lru_cache(maxsize=32)
def fitting_secrets(game: Game, turn: Turn) -> Flags:
    """Return which secrets fit a turn; the next hint of a game asks for its earlier turns again.

    Without a table of feedback, pegs are counted: six times as fast as all feedback.
    """
    if game.counting is None or game.table is not None:
        return frozen(fits(game, turn, game.secrets))
    codes, counts = secret_codes(game)
    black, total = np.zeros((2, len(codes)), np.int8)
    for hole, colour in enumerate(turn.code):
        black += (codes[:, hole] == colour).view(np.int8)
    for colour in set(turn.code):
        total += np.minimum(counts[:, colour], turn.code.count(colour))
    return frozen((black == turn.feedback[0]) & (total == sum(turn.feedback)))


@lru_cache(maxsize=4)
def secret_codes(game: Game) -> tuple[Codes, NDArray[np.int8]]:
    """Return the codes of all secrets, and how many pegs of each colour they have."""
    codes = np.asfortranarray(game.codes_at(game.secrets))  # a hole's or a colour's lie together
    counts = np.zeros((len(codes), game.choices), np.int8, order="F")
    for hole, colour in product(range(game.pegs), range(game.choices)):
        counts[:, colour] += (codes[:, hole] == colour).view(np.int8)
    return codes, counts


def contradicted(game: Game, code: Code, turns: Sequence[Turn]) -> tuple[int, ...]:
    """Return the indices of the turns that would have had other feedback if this were the secret.

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
    """How many candidates each outcome of a guess would leave.

    ``sizes`` follow the game's order of feedback, zeros included.

    >>> split = Split((1, 0, 3, 4))
    >>> split.outcomes, split.largest, split.expected_size, split.bits
    (3, 4, Fraction(13, 4), 1.4056390622295665)
    """

    sizes: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.sizes)

    @property
    def outcomes(self) -> int:
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
        """The information of the feedback in bits (Shannon's entropy), for display only.

        Choices are made with exact integers, see ``entropy_weights``.
        """
        if self.outcomes < 2:
            return 0.0
        return log2(self.total) - sum(n * log2(n) for n in self.sizes if n) / self.total


def split(candidates: Candidates, guess: Code) -> Split:
    return Split(candidates.sizes(guess))
