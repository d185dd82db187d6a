"""The candidates of large Mastermind boards, exactly, without listing all codes.

Meet in the middle: a code is a left and a right half of at most four holes each. Blacks are counted
hole by hole, so a code's blacks are the sum of its halves'; blacks and whites together depend only
on the code's colours. So the codes that fit are, for each multiset of colours that fits, the pairs
of halves that form it and whose blacks add up to the answers. On 8 holes of 12 colours these are
at most 1.9 million pairs of halves' multisets instead of 430 million codes, and few after a turn.

Refused: a search peg by peg with pruning, which must open each code that it counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.large import half as sides
from solver.deduction.knowledge.large import kernels
from solver.deduction.knowledge.large.half import (
    Half,
    Words,
    answer_words,
    black_words,
    chunks,
    has_no_repeat,
    shared_words,
    unpacked,
)
from solver.deduction.knowledge.large.kernels import Groups, Pairs, Places
from solver.deduction.rules.game import Code, Codes, Turn, frozen
from solver.deduction.rules.mastermind import MOST_COLOURS, MOST_PEGS

FEW: Final = 20_000  # codes: listed at once in 2 ms or less
COLOURS_A_WORD: Final = 6  # the counts of this many colours fit a word: 6 * (8 + 1) bits


@dataclass(frozen=True, eq=False, repr=False)
class Halves:
    """The lists of a board, made once: its halves, and what they combine to.

    ``counts`` is ``[wholes, choices]``: how many pegs of each colour a whole multiset has.
    ``whole_of[left multiset, right multiset]`` is the whole one, or -1 if a colour would repeat
    that mustn't. ``pairs`` are the flat indices into ``whole_of``, sorted by the whole.
    """

    pegs: int
    choices: int
    left: Half
    right: Half
    counts: Codes
    whole_of: Places
    pairs: Pairs

    def fitting(self, turns: Sequence[Turn]) -> Fitting:
        fits = np.ones(len(self.counts), np.bool_)
        for turn in turns:
            self.check_turn(turn)
        for chunk in chunks(turns):
            _, shared = answer_words(chunk)
            fits &= shared_words(self.counts, self._guesses(chunk)) == shared
        return Fitting(self, frozen(fits), *self.keyed(turns))

    def keyed(self, turns: Sequence[Turn]) -> tuple[Groups, Groups]:
        """Group the fillings of each half by blacks, so that those that fit the turns match.

        The key of a left filling is its blacks; that of a right one is what it leaves to the left.
        """
        words = []
        for chunk in chunks(turns):
            blacks, _ = answer_words(chunk)
            left, right = self.blacks(self._guesses(chunk))
            words.append((left, blacks - right))
        left, right = sides.joined(words)
        return sides.groups(self.left, left), sides.groups(self.right, right)

    def _guesses(self, turns: Sequence[Turn]) -> Codes:
        return np.array([turn.code for turn in turns], np.uint8).reshape(-1, self.pegs)

    @cached_property
    def marks(self) -> Words:
        """What each whole multiset can have, ``[wholes, 4]``: in its halves, and its counts.

        The first two words have the bits of ``Half.marks``. The others have the bits ``colour *
        (pegs + 1) + count``, one for the first six colours and one for the rest.
        """
        words = np.zeros((len(self.counts), 4), np.int64)
        for colour, count in enumerate(self.counts.T):
            for side, half in enumerate((self.left, self.right)):
                holes = range(half.fillings.shape[1])
                column = sum(1 << hole * self.choices + colour for hole in holes)
                words[:, side] |= (count > 0) * np.int64(column)
            word, row = divmod(colour, COLOURS_A_WORD)
            words[:, 2 + word] |= np.int64(1) << row * (self.pegs + 1) + count.astype(np.int64)
        return frozen(words)

    def blacks(self, guesses: Codes) -> tuple[Words, Words]:
        """Return the packed blacks of ``[guesses, pegs]`` in each left and each right filling."""
        middle = self.left.fillings.shape[1]
        return (
            black_words(self.left.fillings, guesses[:, :middle], self.choices),
            black_words(self.right.fillings, guesses[:, middle:], self.choices),
        )

    def check_guess(self, guess: Code) -> None:
        if len(guess) != self.pegs or not all(0 <= choice < self.choices for choice in guess):
            board = f"{self.pegs} holes and {self.choices} choices"
            raise ValueError(f"{guess} is no guess on a board of {board}.")

    def check_turn(self, turn: Turn) -> None:
        self.check_guess(turn.code)
        if min(turn.feedback) < 0 or sum(turn.feedback) > self.pegs:
            raise ValueError(f"{tuple(turn.feedback)} is no answer for {self.pegs} holes.")


@dataclass(frozen=True, eq=False, repr=False)
class Fitting:
    """The codes of a board that fit some turns; ``fits`` says which whole multisets do."""

    board: Halves
    fits: NDArray[np.bool_]
    left: Groups
    right: Groups

    @property
    def count(self) -> int:
        return int(self._ends[-1]) if self._ends.size else 0

    def sample(self, size: int, generator: np.random.Generator) -> Codes:
        size = min(size, self.count)
        ranks = generator.choice(self.count, size, replace=False, shuffle=False)
        return self._ascending(np.sort(ranks))

    def every(self) -> Codes:
        """Return all codes, ``[codes, pegs]``, in lexicographic order; for a million or so."""
        codes = self._ascending(np.arange(self.count))
        places = self.board.choices ** np.arange(self.board.pegs)[::-1]
        return codes[np.argsort(codes @ places)]

    def listed(self) -> Iterator[Code]:
        if self.count <= FEW:
            yield from map(tuple, self.every().tolist())
            return
        board, rights = self.board, np.argsort(self.right.keys, kind="stable")
        keys = self.right.keys[rights]
        starts, ends = (np.searchsorted(keys, self.left.keys, side) for side in ("left", "right"))
        for left in np.flatnonzero(starts < ends).tolist():
            some = rights[starts[left] : ends[left]]
            wholes = board.whole_of[board.left.multiset_of[left], board.right.multiset_of[some]]
            fitting = some[(wholes >= 0) & self.fits[wholes]]
            head = tuple(board.left.fillings[left].tolist())
            yield from ((*head, *tail) for tail in board.right.fillings[fitting].tolist())

    def tally(self) -> Words:
        holes = np.zeros((self.board.pegs, self.board.choices), np.int64)
        hole = 0
        weighed = zip(
            (self.board.left, self.board.right),
            (self.left, self.right),
            self._matches[1:],
            strict=True,
        )
        for half, groups, weights in weighed:
            each = np.repeat(weights, groups.sizes)
            for column in half.fillings[groups.order].T:
                np.add.at(holes[hole], column, each)
                hole += 1
        return holes

    def split(self, guess: Code) -> Words:
        """Return how many of the codes would get each answer to a guess, ``[black, white]``."""
        self.board.check_guess(guess)
        guesses = np.array([guess], np.uint8)
        left, right = (
            frozen(sides.histograms(groups, blacks))
            for groups, blacks in zip(
                (self.left, self.right), self.board.blacks(guesses), strict=True
            )
        )
        shared = shared_words(self.board.counts[self._wholes], guesses)
        return kernels.split_matches(
            self._wholes,
            frozen(shared.astype(np.int32)),
            self.board.pairs,
            *(left, right),
            *(self.left, self.right),
            self.board.pegs,
        )

    def count_ranges(self) -> tuple[tuple[int, int], ...]:
        if not self.count:
            raise ValueError("No code fits, so no colour has a range.")
        counts, sizes = self.multisets()
        counts = counts[sizes > 0]
        least, most = counts.min(axis=0).tolist(), counts.max(axis=0).tolist()
        return tuple(zip(least, most, strict=True))

    def multisets(self) -> tuple[Codes, Words]:
        """Return counts of pegs, ``[multisets, colours]``, and how many of the codes have them."""
        return self.board.counts[self._wholes], np.diff(self._ends, prepend=0)

    @cached_property
    def _wholes(self) -> Places:
        return frozen(np.flatnonzero(self.fits).astype(np.int32))

    @cached_property
    def _matches(self) -> tuple[Words, Words, Words]:
        ends, left_weights, right_weights = kernels.count_matches(
            self._wholes, self.board.pairs, self.left, self.right
        )
        return frozen(ends), frozen(left_weights), frozen(right_weights)

    @property
    def _ends(self) -> Words:
        return self._matches[0]

    def _ascending(self, ranks: Words) -> Codes:
        lefts, rights = kernels.matches_at(
            frozen(ranks), self._wholes, self._ends, self.board.pairs, self.left, self.right
        )
        halves = (self.board.left.fillings[lefts], self.board.right.fillings[rights])
        return np.concatenate(halves, axis=1)


@lru_cache(maxsize=12)
def halves(pegs: int, choices: int, distinct: bool) -> Halves:
    """Return the lists of a board from a small cache: 20 MB on 8 holes of 12 choices.

    ``choices`` counts what a hole can hold, a blank included; ``distinct`` leaves out codes that
    repeat one. Raises ValueError outside 1–8 holes and 1–12 choices.

    >>> halves(8, 12, False).fitting([]).count == 12**8
    True
    """
    if not (1 <= pegs <= MOST_PEGS and 1 <= choices <= MOST_COLOURS):
        raise ValueError(f"There are no lists for {pegs} holes of {choices} choices.")
    left, right = (sides.half(holes, choices, distinct) for holes in (pegs - pegs // 2, pegs // 2))
    sums = left.colours[:, None] + right.colours
    allowed = has_no_repeat(sums) | (not distinct)
    wholes = np.unique(sums[allowed])
    whole_of = np.where(allowed, np.searchsorted(wholes, sums), -1).astype(np.int32)
    pairs, starts = kernels.members(frozen(whole_of.ravel()), len(wholes))
    return Halves(
        pegs=pegs,
        choices=choices,
        left=left,
        right=right,
        counts=frozen(unpacked(wholes, choices)),
        whole_of=frozen(whole_of),
        pairs=Pairs(frozen(pairs), frozen(starts), whole_of.shape[1]),
    )
