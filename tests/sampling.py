"""Some of many cases, drawn by a name and the seed: the same in every run, another for each name.

`make test-all` asks all of them, and so does a run in which a test is named.
"""

import os
from collections.abc import Iterable
from random import Random
from typing import Final, TypeVar

SEED: Final = os.environ.get("PEGS_TEST_SEED")
ALL: Final = "PEGS_TEST_ALL"
Case = TypeVar("Case")


def asks_all() -> bool:
    return os.environ.get(ALL) == "1"


def drawn_by(name: str) -> Random:
    return Random(f"{SEED} {name}")


def sample(cases: Iterable[Case], limit: int, name: str) -> list[Case]:
    """Return so many of some cases, in their order, or all if all are asked for."""
    whole = list(cases)
    if asks_all() or len(whole) <= limit:
        return whole
    places = drawn_by(name).sample(range(len(whole)), limit)
    return [whole[place] for place in sorted(places)]
