"""Exact sums: which weights must be among those that add up to a goal, and which cannot be.

The sums in reach are the bits of one integer; adding a weight to each is a shift.
"""

from __future__ import annotations

from collections.abc import Sequence


def choices(weights: Sequence[int], goal: int) -> list[tuple[bool, bool]]:
    """For each weight whether a sum equal to the goal can do with it, and without it.

    Weights are positive and counted once each; both answers are False if no sum fits.

    >>> choices([4, 3, 2], 6)
    [(True, False), (False, True), (True, False)]
    """
    reached, wanted = [1], [1 << goal]
    for weight in weights:
        reached.append(reached[-1] | reached[-1] << weight)
    for weight in reversed(weights):
        wanted.append(wanted[-1] | wanted[-1] >> weight)
    wanted.reverse()  # now the sums of the first few weights from which the goal is in reach
    return [
        (bool(reached[at] << weight & wanted[at + 1]), bool(reached[at] & wanted[at + 1]))
        for at, weight in enumerate(weights)
    ]
