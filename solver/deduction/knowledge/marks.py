"""What can occur in a code, as bits: a colour in a hole, and how often a colour is there.

The marks of some codes are those of any of them. A claim about the code is broken by marks too:
that red is not in hole 1, by red in hole 1. So whether some codes prove a claim is one "and".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules.game import Codes

Marks = int


@dataclass(frozen=True)
class MarkLayout:
    """Which bit is which, on a board of ``pegs`` holes and ``choices`` colours.

    First come the holes, each with a bit a colour; then the colours, each with a bit for each
    number of its pegs, from none to all.
    """

    pegs: int
    choices: int

    @property
    def size(self) -> int:
        """The number of bits."""
        return self.choices * (2 * self.pegs + 1)

    def here(self, hole: int, colour: int) -> Marks:
        """Return the mark of a colour in a hole."""
        return 1 << hole * self.choices + colour

    def filled(self, hole: int) -> Marks:
        """Return the marks of all colours in a hole."""
        return ((1 << self.choices) - 1) << hole * self.choices

    def counted(self, colour: int, least: int, most: int) -> Marks:
        """Return the marks of a colour being there at least and at most so often.

        >>> bin(MarkLayout(2, 3).counted(0, 1, 2))
        '0b110000000'
        """
        first = self.pegs * self.choices + colour * (self.pegs + 1)
        return ((1 << most + 1) - (1 << least)) << first

    def colours_here(self, marks: Marks, hole: int) -> tuple[int, ...]:
        """Return the colours that are marked in a hole."""
        return tuple(c for c in range(self.choices) if marks & self.here(hole, c))

    def count_range(self, marks: Marks, colour: int) -> tuple[int, int]:
        """Return the fewest and the most pegs that are marked of a colour; it must have a mark."""
        numbers = [
            count for count in range(self.pegs + 1) if marks & self.counted(colour, count, count)
        ]
        return numbers[0], numbers[-1]

    def of_codes(self, codes: Codes) -> NDArray[np.bool_]:
        """Return the marks of each of ``[codes, pegs]``, ``[codes, bits]``."""
        is_here = codes[:, :, None] == np.arange(self.choices)
        is_count = is_here.sum(axis=1)[:, :, None] == np.arange(self.pegs + 1)
        middle = self.pegs * self.choices
        marks = np.empty((len(codes), self.size), np.bool_)
        marks[:, :middle] = is_here.reshape(-1, middle)
        marks[:, middle:] = is_count.reshape(-1, self.size - middle)
        return marks


def as_number(flags: NDArray[np.bool_]) -> int:
    """Pack flags into a number, the first flag lowest.

    >>> as_number(np.array([False, True, True]))
    6
    """
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
