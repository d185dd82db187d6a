"""Which codes of a game each turn excludes, and what any set of turns leaves.

A turn excludes the codes that would have given another answer. Proofs and contradictions need only
two things about a set of turns: what occurs among the codes that none of them excludes, and, for
one such code, which other turns exclude it (its file). Sets of turns, and files, are stored as the
bits of a number. Mastermind boards are handled by halves; for other games, whose codes are listed,
each code is filed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.large import Halved, halves
from solver.deduction.rules.game import Answer, Codes, Game, Turn

# What can occur in a code, as bits: a colour in a hole, and how often the code has a colour.
#
# The marks of a set of codes are those of any of them. A claim is broken by marks too: that red
# isn't in hole 1, by red in hole 1. So checking whether a set of codes proves a claim is one "and".


Marks = int


@dataclass(frozen=True)
class MarkLayout:
    """Which bit means what, on a board of ``pegs`` holes and ``choices`` colours.

    First come the holes, with a bit for each colour; then the colours, with a bit for each possible
    number of pegs, from none to all.
    """

    pegs: int
    choices: int

    @property
    def size(self) -> int:
        return self.choices * (2 * self.pegs + 1)

    def here(self, hole: int, colour: int) -> Marks:
        return 1 << hole * self.choices + colour

    def filled(self, hole: int) -> Marks:
        return ((1 << self.choices) - 1) << hole * self.choices

    def counted(self, colour: int, least: int, most: int) -> Marks:
        """Return the marks for at least ``least`` and at most ``most`` pegs of a colour."""
        first = self.pegs * self.choices + colour * (self.pegs + 1)
        return ((1 << most + 1) - (1 << least)) << first

    def count_range(self, marks: Marks, colour: int) -> tuple[int, int]:
        """Return the fewest and most pegs marked for a colour, which must have a mark."""
        numbers = [
            count for count in range(self.pegs + 1) if marks & self.counted(colour, count, count)
        ]
        return numbers[0], numbers[-1]

    def of_codes(self, codes: Codes) -> NDArray[np.bool_]:
        """Return the marks of the codes ``[codes, pegs]``, as ``[codes, bits]``."""
        is_here = codes[:, :, None] == np.arange(self.choices)
        is_count = is_here.sum(axis=1)[:, :, None] == np.arange(self.pegs + 1)
        middle = self.pegs * self.choices
        marks = np.empty((len(codes), self.size), np.bool_)
        marks[:, :middle] = is_here.reshape(-1, middle)
        marks[:, middle:] = is_count.reshape(-1, self.size - middle)
        return marks


def as_number(flags: NDArray[np.bool_]) -> int:
    """Pack flags into a number, the first flag in the lowest bit."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


MOST_TURNS: Final = 60
MOST_TRIED: Final = 5_000  # sets of turns, before turns are dropped one by one instead
ASKING: Final = 5_000  # steps that any question counts for, even on the smallest board

TurnSet = int
Proof = tuple[int, ...]


class Exclusions:
    """What sets of turns leave; each result is cached. Takes at most 60 turns.

    ``work`` adds up the work done, which the two kinds of exclusions return beside what they find,
    in small steps that are the same on every machine.
    """

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        if len(turns) > MOST_TURNS:
            raise ValueError(f"Proofs are found for up to {MOST_TURNS} turns, not {len(turns)}.")
        self.layout = MarkLayout(game.pegs, game.choices)
        self.turns = len(turns)
        self.every: TurnSet = (1 << len(turns)) - 1
        self.work = 0
        self._source: ListedExclusions | Halved
        if board := game.counting:
            choices, distinct = board.choices, not board.secret_repeats
            self._source = Halved(halves(board.pegs, choices, distinct), turns)
        else:
            self._source = ListedExclusions(game, turns)
        self._left: dict[TurnSet, Marks] = {}
        self._files: dict[TurnSet, tuple[TurnSet, ...]] = {}

    def left(self, turns: TurnSet) -> Marks:
        """Return the marks that occur among the codes that a set of turns leaves; 0 for none."""
        if turns not in self._left:
            self._left[turns], work = self._source.left(turns)
            self.work += work
        return self._left[turns]

    def files(self, turns: TurnSet) -> tuple[TurnSet, ...]:
        """Return the files of some codes that a set of turns leaves; empty only if none is left.

        None of these files contains another.
        """
        if turns not in self._files:
            files, work = self._source.files(turns)
            self._files[turns] = tuple(least(files))
            self.work += work + ASKING
        return self._files[turns]

    def is_contradiction(self, turns: TurnSet) -> bool:
        return not self.files(turns)

    def answers(self, turns: TurnSet, asked: Sequence[int]) -> Sequence[tuple[Answer, ...]]:
        """Return, for each turn in ``asked``, the answers that codes left would give, ascending."""
        return self._source.answers(turns, asked)


class ListedExclusions:
    """The codes of a game, each filed by the set of turns that exclude it: plain, but slower."""

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        self._game = game
        self._guesses = np.array([game.index_of(turn.code) for turn in turns], np.int32)
        given = np.array([game.feedbacks.index(turn.feedback) for turn in turns], np.int64)
        answers = game.answers(self._guesses, game.secrets)
        places = np.int64(1) << np.arange(len(turns))
        self._file_of = (places[:, None] * (answers != given[:, None])).sum(axis=0)
        self._marks = MarkLayout(game.pegs, game.choices).of_codes(game.codes[game.secrets])

    def left(self, turns: TurnSet) -> tuple[Marks, int]:
        return as_number(self._marks[self._file_of & turns == 0].any(axis=0)), len(self._marks)

    def files(self, turns: TurnSet) -> tuple[tuple[TurnSet, ...], int]:
        files = np.unique(self._file_of[self._file_of & turns == 0])
        return tuple(files.tolist()), len(self._file_of)

    def answers(self, turns: TurnSet, asked: Sequence[int]) -> Sequence[tuple[Answer, ...]]:
        left = self._game.secrets[self._file_of & turns == 0]
        numbers = self._game.answers(self._guesses[list(asked)], left)
        feedbacks = self._game.feedbacks
        return [tuple(sorted(feedbacks[number] for number in set(row))) for row in numbers.tolist()]


def bits(turns: TurnSet) -> Proof:
    """Return the turns of a set, ascending.

    >>> bits(0b1010)
    (1, 3)
    """
    return tuple(turn for turn in range(turns.bit_length()) if turns >> turn & 1)


def as_set(turns: Iterable[int]) -> TurnSet:
    return sum(1 << turn for turn in turns)


def least(sets: Iterable[TurnSet]) -> Iterator[TurnSet]:
    """Yield the sets that contain none of the others, the smallest first.

    >>> list(least([0b111, 0b10, 0b101]))
    [2, 5]
    """
    found: list[TurnSet] = []
    for one in sorted(set(sets), key=lambda one: (one.bit_count(), one)):
        if not any(other & one == other for other in found):
            found.append(one)
            yield one


def thinned(turns: TurnSet, suffices: Callable[[TurnSet], bool]) -> TurnSet:
    """Drop turns one by one, first to last, while the rest suffices: every turn left is needed."""
    for turn in bits(turns):
        fewer = turns & ~(1 << turn)
        turns = fewer if suffices(fewer) else turns
    return turns


def fewest_hitting(files: NDArray[np.int64], turns: int) -> Proof:
    """Return the fewest turns of which each file has one; if there are too many, all are needed.

    Among sets of the same size, it is the first.

    >>> fewest_hitting(np.array([0b011, 0b110, 0b100]), 3)
    (0, 2)
    """

    def suffices(few: TurnSet) -> bool:
        return bool((files & few).all())

    sets = (few for size in range(turns + 1) for few in combinations(range(turns), size))
    for few in islice(sets, MOST_TRIED):
        if suffices(as_set(few)):
            return few
    return bits(thinned((1 << turns) - 1, suffices))
