"""How many processes of this machine do long work at once, a kind of it each.

All processes of the server share them (:mod:`webapp.work.forks`).
"""

from __future__ import annotations

import os
from math import inf
from typing import Final

from webapp.work.admission import Lane

#: How much there may be of each is counted in the database, over all machines
#: (:mod:`webapp.work.limits`), so that here nothing of it is refused.
UNBOUNDED: Final = 10**9


def spare_cores() -> int:
    """Return how many processes may work beside the server: one a core but one."""
    return max(1, (os.cpu_count() or 1) - 1)


def lane_of_ours(name: str, at_once: int, yields: int) -> Lane:
    """Return a lane of work that waits for its turn until whoever looks after it ends it."""
    return Lane(name, at_once, UNBOUNDED, UNBOUNDED, UNBOUNDED, patience=inf, yields=yields)


STUDIES: Final = lane_of_ours("studies", spare_cores(), yields=15)
MAKINGS: Final = lane_of_ours("boards in the making", spare_cores(), yields=15)
#: Boards that take hundredths of a second, and seldom more than one, wait for no large one.
SMALL_MAKINGS: Final = lane_of_ours("small boards in the making", 2, yields=10)
