"""Mastermind boards too large to list: what any set of turns leaves, by halves, exactly.

``halves`` has the lists of a board, and the codes that fit some turns: counted, sampled, listed;
``half`` one half: its fillings, their multisets of colours, their groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np

from solver.deduction.knowledge.large import kernels
from solver.deduction.knowledge.large.half import Half, Words, shared_words
from solver.deduction.knowledge.large.halves import COLOURS_A_WORD, Fitting, Halves, halves
from solver.deduction.knowledge.large.kernels import Groups, Places
from solver.deduction.rules.game import Turn, frozen
from solver.deduction.rules.mastermind import Feedback

__all__ = ["Fitting", "Halved", "Halves", "halves"]

MOST_FILED: Final = 256


class Halved:
    """What sets of turns leave on a board; sets of turns, and marks, are bits of numbers."""

    def __init__(self, board: Halves, turns: Sequence[Turn]) -> None:
        for turn in turns:
            board.check_turn(turn)
        self._board, self._turns = board, tuple(turns)
        self._excluding = frozen(_excluding(board, turns))
        self._grouped = len(board.left.fillings) + len(board.right.fillings)

    def left(self, turns: int) -> tuple[int, int]:
        board, (left, right) = self._board, self._keyed(turns)
        words, work = kernels.marks_left(
            frozen(np.flatnonzero(self._excluding & turns == 0).astype(np.int32)),
            board.marks,
            board.pairs,
            *(board.left.possible, board.right.possible),
            *(_group_marks(board.left, left), _group_marks(board.right, right)),
            *(left, right),
        )
        return self._number(words.tolist()), work + self._grouped

    def files(self, turns: int) -> tuple[tuple[int, ...], int]:
        """Return the files of some codes left, and the work done.

        Codes whose colours the fewest turns exclude come first.
        """
        board, (left, right) = self._board, self._keyed(turns)
        wholes, lefts, rights, work = kernels.first_matches(
            frozen(self._by_size[self._excluding[self._by_size] & turns == 0]),
            board.pairs,
            *(left, right),
            MOST_FILED,
        )
        files = self._excluding[wholes]
        for turn, (black_left, black_right) in enumerate(self._blacks):
            wrong = black_left[lefts] + black_right[rights] != self._turns[turn].feedback[0]
            files = files | wrong * np.int64(1 << turn)
        return tuple(np.unique(files).tolist()), work + self._grouped

    def answers(self, turns: int, asked: Sequence[int]) -> list[tuple[Feedback, ...]]:
        fits = frozen(self._excluding & turns == 0)
        left = Fitting(self._board, fits, *self._keyed(turns))
        splits = (left.split(self._turns[turn].code) for turn in asked)
        return [
            tuple(Feedback(black, white) for black, white in np.argwhere(split).tolist())
            for split in splits
        ]

    def _keyed(self, turns: int) -> tuple[Groups, Groups]:
        chosen = [turn for place, turn in enumerate(self._turns) if turns >> place & 1]
        return self._board.keyed(chosen)

    def _number(self, words: Sequence[int]) -> int:
        """Combine the four words of marks in the order of ``MarkLayout``."""
        board = self._board
        left, right, low, high = words
        middle = board.left.fillings.shape[1] * board.choices
        counts = low | high << COLOURS_A_WORD * (board.pegs + 1)
        number: int = left | right << middle | counts << board.pegs * board.choices
        return number

    @cached_property
    def _by_size(self) -> Places:
        """The whole multisets, those excluded by the fewest turns first."""
        return np.argsort(np.bitwise_count(self._excluding), kind="stable").astype(np.int32)

    @cached_property
    def _blacks(self) -> list[tuple[Words, Words]]:
        return [self._board.blacks(np.array([turn.code], np.uint8)) for turn in self._turns]


def _excluding(board: Halves, turns: Sequence[Turn]) -> Words:
    """Return the turns that exclude each whole multiset, whatever the order of its pegs."""
    excluding = np.zeros(len(board.counts), np.int64)
    for turn, (code, answer) in enumerate(turns):
        shared = shared_words(board.counts, np.array([code], np.uint8))
        excluding |= (shared != sum(answer)) * np.int64(1 << turn)
    return excluding


def _group_marks(half: Half, groups: Groups) -> Words:
    if not len(groups.group_keys):
        return frozen(np.zeros(0, np.int64))
    return frozen(np.bitwise_or.reduceat(half.marks[groups.order], groups.starts[:-1]))
