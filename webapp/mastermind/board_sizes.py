"""What the size of a board says of the time that its questions take, measured on one core.

A page answers at once what takes some 30 ms at most; the rest goes through the door. The limits are
of codes, since these are what the solver walks through.

=============  ==============================================================================
to 8,192       all answers are in a table: any guess of one step 15 ms, a row's review 60 ms
to 50,000      (super) a guess of one step 20 ms, a row's review 20 ms
to 1,000,000   (grand, 6×9) a guess of one step to 150 ms, what is proved 30 ms
to 10,000,000  (7×9) a count 1 ms, an evil answer 5 ms, what is proved 50 ms and more
beyond         (8×8, 8×12) a count 2 to 15 ms, an evil answer 120 ms, what is proved 250 ms
=============  ==============================================================================
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from solver.deduction.games import PRESETS, game_named
from solver.deduction.strategies.registry import TOLD
from solver.deduction.strategies.strategy import Effort

SMALL: Final = 1300
MIDDLE: Final = 50_000
LARGE: Final = 1_000_000
VAST: Final = 10_000_000


@lru_cache(maxsize=1024)  # asked at each row, of any board by its name
def has_at_most(name: str, codes: int) -> bool:
    """Say whether a board, by its name, has at most so many codes.

    >>> has_at_most("classic", SMALL), has_at_most("grand", MIDDLE), has_at_most("8x12", VAST)
    (True, False, False)
    """
    return game_named(name).code_count <= codes


def is_quick_choice(name: str, strategy: str) -> bool:
    """Say whether a strategy soon has its guess, at whatever row.

    A proof takes some 10 ms on the presets that are small, but up to 300 ms on others of that size.

    >>> [is_quick_choice("super", strategy) for strategy in ("entropy", "perfect", "sampled")]
    [True, True, False]
    >>> is_quick_choice("classic", "perfect"), is_quick_choice("5x4", "perfect")
    (True, False)
    """
    effort = TOLD[strategy].effort
    if effort is Effort.NONE:
        return has_at_most(name, VAST)
    if effort is Effort.PROOF and game_named(name).table is not None:
        return name in PRESETS and has_at_most(name, SMALL)
    return effort is not Effort.DEEP and has_at_most(name, MIDDLE)
