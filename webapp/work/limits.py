"""How much long work may be under way at once, how long it may take, and what refuses more.

It is counted over all servers, from what the database says is under way: by visitor, so that one
leaves room for others at the same address, and by network, since whoever throws a cookie away is
another visitor with each request.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from webapp.work.admission import Lane

#: When to ask again for what was refused, seconds: most work is done by then.
RETRY_AFTER: Final = 30


class TooManyError(ValueError):
    """The visitor, the network, or all together have as much under way as there may be."""


@dataclass(frozen=True)
class Visitor:
    """Whoever asks for long work: a player's id, and the network the request came from.

    The id is empty without a cookie.
    """

    player: str
    network: str

    def is_same(self, other: Visitor) -> bool:
        """Say whether another is this visitor; of a network, all without a cookie are one.

        >>> Visitor("ann", "192.0.2.1").is_same(Visitor("ann", "192.0.2.9"))
        True
        >>> Visitor("", "192.0.2.1").is_same(Visitor("", "192.0.2.9"))
        False
        """
        return self.player == other.player and (bool(self.player) or self.network == other.network)


#: Raises TooManyError if there is no room beside what these have under way.
Check = Callable[[Sequence[Visitor]], None]


@dataclass(frozen=True)
class Limit:
    """How many of ``what`` there may be at once: of a visitor, of a network, of all together.

    >>> ann, bob = Visitor("ann", "192.0.2.1"), Visitor("bob", "192.0.2.2")
    >>> Limit("jobs under way", 2, 4, 8).check(ann, [ann, bob, ann])
    Traceback (most recent call last):
    webapp.work.limits.TooManyError: You have 2 jobs under way. Wait for one, or cancel it.
    """

    what: str
    of_a_visitor: int
    of_a_network: int
    of_all: int

    def check(self, visitor: Visitor, others: Sequence[Visitor]) -> None:
        """Raise TooManyError if there is no room for another; ``others`` are whose there are."""
        if sum(visitor.is_same(other) for other in others) >= self.of_a_visitor:
            raise TooManyError(
                f"You have {self.of_a_visitor} {self.what}. Wait for one, or cancel it."
            )
        if sum(visitor.network == other.network for other in others) >= self.of_a_network:
            raise TooManyError(
                f"Your network has {self.of_a_network} {self.what}, as many as one can have. "
                "Try again in a minute."
            )
        if len(others) >= self.of_all:
            raise TooManyError(
                f"There are {self.of_all} {self.what}, as many as can be. Try again in a minute."
            )


# How many processes of this machine do long work at once, a kind of it each.
#
# All processes of the server share them (:mod:`webapp.work.forks`).


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


# What a piece of thinking may take: few budgets, by what it is for, and the reason for each.
#
# What is settled before the page is there, or waits for somebody else (a connection, a queue, a
# server's start), is no thinking and has its time where it waits.


#: When a process is ended whose thinking ends itself in two seconds, or has but little to do: on a
#: busy machine that takes some times as long, and beyond it something is wrong.
BRIEF_LIMIT: Final = 10.0
#: The same where it ends itself in ten, and where nobody can tell beforehand how long it takes.
LONG_LIMIT: Final = 30.0


class Allowance(NamedTuple):
    """A budget of thinking.

    After so many ``seconds`` it ends itself and tells what it found by then; whatever still goes on
    at the ``limit`` is ended with its process, and its page says that it came to nothing.
    """

    seconds: float
    limit: float

    @property
    def deadline(self) -> float:
        """When thinking ends itself that begins now, by the monotonic clock."""
        return monotonic() + self.seconds


#: What is said at each change of something that somebody works on: the next change comes soon.
GLANCE: Final = Allowance(0.3, BRIEF_LIMIT)
#: What a page shows besides, and can do without; and what the next request goes on with.
QUICK: Final = Allowance(1.0, BRIEF_LIMIT)
#: What somebody asked for and looks at the page for.
ASKED: Final = Allowance(2.0, BRIEF_LIMIT)
#: What somebody asked to be done as far as it can be, and watches or reads for minutes.
THOROUGH: Final = Allowance(10.0, LONG_LIMIT)
#: What is kept for good with something that is made, though nobody asked for it.
LASTING_SECONDS: Final = 3.0
#: What is made with a page of progress, and can be cancelled.
MAKING_SECONDS: Final = 120


# What a process does with its memory before it forks others, which then share it.
#
# Whatever a process writes to is its own from then on, a page of 4 kB at a time. So before the fork
# there is nothing left that the allocator would fill up afterwards, here and there, and nothing
# that is looked through for garbage again; that saves each process 10 to 20 MB.


#: The library that loads kernels: 60 MB of its code are resident then, and not needed again.
LOADER: Final = "libllvmlite"
MADV_DONTNEED: Final = 4


def settle() -> None:
    """Give back what is free, and leave all that is there out of later looks for garbage."""
    gc.collect()
    gc.freeze()
    if sys.platform == "linux":
        with suppress(AttributeError):  # not every Linux has the C library that can
            ctypes.CDLL(None).malloc_trim(0)
        leave_code(LOADER)


def leave_code(library: str) -> None:
    """Let go of the resident code of a library; what is called again is read again from its file.

    Only what can be executed and not written is left: all else may differ from the file.
    """
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for line in Path("/proc/self/maps").read_text().splitlines():
        places, mode, *_, name = line.split()
        if library in name and mode.startswith("r-x"):
            begin, end = (int(place, 16) for place in places.split("-"))
            madvise(begin, end - begin, MADV_DONTNEED)
