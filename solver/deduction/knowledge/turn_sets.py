"""Sets of turns, stored as the bits of a number.

The turns that exclude a code, which would have given them other feedback, are its file.
"""

from __future__ import annotations

from collections.abc import Callable

TurnSet = int
Proof = tuple[int, ...]


def bits(turns: TurnSet) -> Proof:
    """Return the turns of a set, ascending.

    >>> bits(0b1010)
    (1, 3)
    """
    return tuple(turn for turn in range(turns.bit_length()) if turns >> turn & 1)


def every_turn(count: int) -> TurnSet:
    return (1 << count) - 1


def thinned(turns: TurnSet, suffices: Callable[[TurnSet], bool]) -> TurnSet:
    """Drop turns one by one, first to last, while the rest suffices: every turn left is needed."""
    for turn in bits(turns):
        subset = turns & ~(1 << turn)
        turns = subset if suffices(subset) else turns
    return turns
