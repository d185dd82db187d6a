"""Which codes of a game each turn excludes, and what any set of turns leaves.

A turn excludes the codes that would have given another answer. Proofs and contradictions need only
two things about a set of turns: what occurs among the codes that none of them excludes, and, for
one such code, which other turns exclude it (its file). Sets of turns, and files, are stored as the
bits of a number.

Rejected: counting by halves of codes, which needs no list: 4 ms for the facts of eight rows on
Grand instead of 6, but 840 lines more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.candidates import fitting_secrets, secret_codes
from solver.deduction.rules.game import Answer, Game, Turn, frozen

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


MOST_TURNS: Final = 60
MOST_FILED: Final = 256  # files looked at in one set of turns
ASKING: Final = 5_000  # steps that any question counts for, even on the smallest board

TurnSet = int
Proof = tuple[int, ...]


class Exclusions:
    """What sets of turns leave; each result is cached. Takes at most 60 turns.

    Codes with the same file are alike: ``_files`` are the files of all secrets, those of the fewest
    turns first, and ``_marks`` what occurs among the codes of each, ``[words, files]``. ``work``
    adds up the work done, in small steps that are the same on every machine.
    """

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        if len(turns) > MOST_TURNS:
            raise ValueError(f"Proofs are found for up to {MOST_TURNS} turns, not {len(turns)}.")
        self.layout = MarkLayout(game.pegs, game.choices)
        self.turns = len(turns)
        self.every: TurnSet = (1 << len(turns)) - 1
        self.work = 0
        self._game, self._turns = game, tuple(turns)
        self._file_of = np.zeros(game.secret_count, np.int64)
        for place, turn in enumerate(turns):
            self._file_of |= ~fitting_secrets(game, turn) * np.int64(1 << place)
        self._files, self._marks = self._group()
        self._left: dict[TurnSet, Marks] = {}
        self._least: dict[TurnSet, tuple[TurnSet, ...]] = {}

    def _group(self) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        narrow = self._file_of.astype(np.min_scalar_type(self.every))  # up to 16 turns, a fast sort
        order = np.argsort(narrow, kind="stable")
        files = self._file_of[order]
        starts = np.flatnonzero(np.append(True, files[1:] != files[:-1]))
        marks = np.bitwise_or.reduceat(secret_marks(self._game)[:, order], starts, axis=1)
        files = files[starts]
        by_size = np.lexsort((files, np.bitwise_count(files)))
        return files[by_size], marks[:, by_size]

    def left(self, turns: TurnSet) -> Marks:
        """Return the marks that occur among the codes that a set of turns leaves; 0 for none."""
        if turns not in self._left:
            words = np.bitwise_or.reduce(self._marks[:, self._files & turns == 0], axis=1)
            self._left[turns] = int.from_bytes(words.astype("<u8").tobytes(), "little")
            self.work += len(self._files)
        return self._left[turns]

    def files(self, turns: TurnSet) -> tuple[TurnSet, ...]:
        """Return the files of some codes that a set of turns leaves; empty only if none is left.

        None of these files contains another.
        """
        if turns not in self._least:
            files = self._files[self._files & turns == 0][:MOST_FILED]
            self._least[turns] = tuple(least(files.tolist()))
            self.work += len(self._files) + ASKING
        return self._least[turns]

    def is_contradiction(self, turns: TurnSet) -> bool:
        return not self.files(turns)

    def answers(self, turns: TurnSet, asked: Sequence[int]) -> Sequence[tuple[Answer, ...]]:
        """Return, for each turn in ``asked``, the answers that codes left would give, ascending."""
        game, left = self._game, self._game.secrets[self._file_of & turns == 0]
        guesses = np.array([game.index_of(self._turns[turn].code) for turn in asked], np.int32)
        numbers = game.answers(guesses, frozen(left))
        return [tuple(sorted(game.feedbacks[one] for one in set(row))) for row in numbers.tolist()]


@lru_cache(maxsize=4)
def secret_marks(game: Game) -> NDArray[np.uint64]:
    """Return the marks of all secrets, ``[words, codes]``."""
    layout = MarkLayout(game.pegs, game.choices)
    codes, counts = secret_codes(game)
    marks = np.zeros((-(-layout.size // 64), len(codes)), np.uint64)
    columns = [(column, game.choices) for column in codes.T]
    columns += [(column, game.pegs + 1) for column in counts.T]
    first = 0
    for column, size in columns:
        words, places = np.divmod(np.arange(first, first + size, dtype=np.uint64), np.uint64(64))
        for word in np.unique(words).tolist():
            marks[word] |= np.where(words == word, np.uint64(1) << places, np.uint64(0))[column]
        first += size
    return marks


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
