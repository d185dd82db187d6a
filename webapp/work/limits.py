"""How much long work may be under way at once, what runs next, and how long it may take.

Work has a kind (:class:`Lane`) and an owner (:class:`Visitor`). It is limited by visitor, so that
one leaves room for others at the same address, and by network, since a client that throws its
cookie away is a new visitor with each request. No network may take all the processes of a lane that
has more than one. Tasks of pages are counted by the process that runs them; jobs and boards are
counted in the database, over all servers.

Rejected: the library ``limits``, which counts what began within a period (:mod:`webapp.http.quota`
uses it for that), and can't forget what has ended.
"""

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import inf
from time import monotonic
from typing import Final, Generic, NamedTuple, TypeVar

from cachetools import LRUCache

from webapp.storage.tasks import Visitor

#: When to ask again for a job or a board that was refused, seconds: most are done by then.
RETRY_AFTER: Final = 30


class TooMuchError(ValueError):
    """As much is under way as may be; the message is for the player."""


#: The server's own work, limited only by the total.
THE_SERVER: Final = Visitor("", "")


@dataclass(frozen=True)
class Limit:
    """How much may be under way for a visitor, for a network and in all, and what to say beyond.

    While a network has nothing under way, it may begin until there is ``stretch`` times as much in
    all: two networks can't keep the others out.
    """

    of_a_visitor: int
    of_a_network: int
    of_all: int
    sentences: tuple[str, str, str]
    stretch: int = 5

    def check(self, visitor: Visitor, owners: Sequence[Visitor]) -> None:
        """Raise TooMuchError if there is no room beside what ``owners`` have under way."""
        own_sentence, of_network, of_all = self.sentences
        network_count = sum(visitor.network == owner.network for owner in owners)
        if visitor != THE_SERVER:
            if visitor.player and sum(map(visitor.is_same, owners)) >= self.of_a_visitor:
                raise TooMuchError(own_sentence)
            if network_count >= self.of_a_network:
                raise TooMuchError(of_network)
        is_new = visitor != THE_SERVER and not network_count
        if len(owners) >= self.of_all * (self.stretch if is_new else 1):
            raise TooMuchError(of_all)


def limit_of(work_words: str, of_a_visitor: int, of_a_network: int, of_all: int) -> Limit:
    """Return the limit on work that has a page of its own and can be cancelled.

    >>> ann, bob = Visitor("ann", "192.0.2.1"), Visitor("bob", "192.0.2.2")
    >>> limit_of("jobs under way", 2, 4, 8).check(ann, [ann, bob, ann])
    Traceback (most recent call last):
    webapp.work.limits.TooMuchError: You have 2 jobs under way. Wait for one, or cancel it.
    """
    advice = "Try again in a minute."
    sentences = (
        f"You have {of_a_visitor} {work_words}. Wait for one, or cancel it.",
        f"Your network has {of_a_network} {work_words}, as many as one can have. {advice}",
        f"There are {of_all} {work_words} or more, as many as can be. {advice}",
    )
    return Limit(of_a_visitor, of_a_network, of_all, sentences)


# The limits: of a visitor, of a network, of all.

#: What visitors wait for on a page.
PAGES_LIMIT: Final = Limit(
    of_a_visitor=4,
    of_a_network=8,
    of_all=40,
    sentences=(
        "We’re still working on your earlier requests. This will continue in a moment.",
        "We’re still working on earlier requests from your network. Wait a moment.",
        "The server is busy. This will continue in a moment.",
    ),
)
#: On all servers together; each has so many seconds, however many share the machine.
JOBS_LIMIT: Final = replace(limit_of("jobs under way", 2, 4, 8), stretch=1)
#: For small boards and for larger ones separately; on all servers together.
BOARDS_LIMIT: Final = limit_of("boards in the making", 2, 4, 6)


@dataclass(frozen=True, kw_only=True)
class Lane:
    """A kind of work: how many processes of this machine it may have at once, and its limit.

    Without a ``limit`` it is counted in the database. ``patience`` is how many seconds a job may
    wait for its turn, and ``yields`` its niceness, so that answering requests comes first. Of runs
    that last minutes so many may be in the ``queue`` in which networks take turns.
    """

    name: str
    at_once: int
    yields: int
    limit: Limit | None = None
    patience: float = inf
    queue: int = 0


def spare_cores() -> int:
    """Return how many processes may work beside the server: one fewer than there are cores."""
    return max(1, (os.cpu_count() or 1) - 1)


#: Three at once, so that one network takes two at most.
PAGES: Final = Lane(name="pages", at_once=3, yields=10, limit=PAGES_LIMIT, patience=30)
STUDIES: Final = Lane(name="studies", at_once=spare_cores(), yields=15)
QUEUE: Final = BOARDS_LIMIT.stretch * BOARDS_LIMIT.of_all
MAKINGS: Final = Lane(name="boards in the making", at_once=spare_cores(), yields=15, queue=QUEUE)
#: Small boards take hundredths of a second, seldom over one: they don't queue behind large ones.
SMALL_MAKINGS: Final = Lane(name="small boards in the making", at_once=2, yields=10, queue=QUEUE)


class Order(NamedTuple):
    lane: Lane
    visitor: Visitor
    seconds: float  # how long it may take


Work = TypeVar("Work")


class Admission(Generic[Work]):
    """What runs and what waits, each with its order. Not thread-safe."""

    def __init__(self) -> None:
        self._waiting: dict[Work, Order] = {}
        self._running: dict[Work, Order] = {}
        self._turn = count(1)
        self._turns: LRUCache[tuple[str, str], int] = LRUCache(4096)  # each network's last one

    def add(self, work: Work, order: Order) -> None:
        """Have a job wait. Raises TooMuchError."""
        lane = order.lane
        if lane.limit:
            rivals = (*self._running.values(), *self._waiting.values())
            owners = [rival.visitor for rival in rivals if rival.lane == lane]
            lane.limit.check(order.visitor, owners)
        self._waiting[work] = order

    def next(self) -> Work | None:
        """Have the next job run that waits, and return it; None if none may run.

        Its network has the fewest running in its lane; of equals, it is the network that waits
        longest for a turn, and then the oldest job.
        """
        ready_works = [work for work, order in self._waiting.items() if self._has_room(order)]
        if not ready_works:
            return None
        work = min(ready_works, key=self._rank)  # the first of equals has waited longest
        order = self._running[work] = self._waiting.pop(work)
        self._turns[order.lane.name, order.visitor.network] = next(self._turn)
        return work

    def _rank(self, work: Work) -> tuple[int, int]:
        order = self._waiting[work]
        last = self._turns.get((order.lane.name, order.visitor.network), 0)
        return self._running_beside(order), last

    def _has_room(self, order: Order) -> bool:
        lane = order.lane
        running = sum(rival.lane == lane for rival in self._running.values())
        of_network = lane.at_once if order.visitor == THE_SERVER else max(1, lane.at_once - 1)
        return running < lane.at_once and self._running_beside(order) < of_network

    def _running_beside(self, order: Order) -> int:
        rivals = [rival for rival in self._running.values() if rival.lane == order.lane]
        return sum(rival.visitor.network == order.visitor.network for rival in rivals)

    def counts(self) -> Counter[tuple[str, str]]:
        """Return how many jobs wait, and how many run, by the names of their lanes."""
        states = [(order.lane.name, "waiting") for order in self._waiting.values()]
        return Counter(states + [(order.lane.name, "running") for order in self._running.values()])

    def remove(self, work: Work) -> None:
        """Forget a job, whether it runs or waits; do nothing if it isn't known."""
        self._waiting.pop(work, None)
        self._running.pop(work, None)


# How long computing may take: a few budgets by purpose, with the reason for each.
#
# What is decided before the page opens, or waits for somebody else (a connection, a queue, a
# server's start), isn't computing; its time is given where it waits.


#: When to kill a process that has little to do: a busy machine may need several times as long, and
#: beyond this something is wrong.
BRIEF_LIMIT: Final = 10.0
#: The same for work that stops by itself after ten seconds, or whose length can't be predicted.
LONG_LIMIT: Final = 30.0


class Allowance(NamedTuple):
    """A budget for computing, which stops by itself after so long with what it has found."""

    seconds: float

    @property
    def deadline(self) -> float:
        """When computing that begins now stops by itself, by the monotonic clock."""
        return monotonic() + self.seconds


#: For comments on each change that somebody makes: the next change comes soon.
GLANCE: Final = Allowance(0.3)
#: For extras that a page can do without, and for what the next request resumes.
QUICK: Final = Allowance(1.0)
#: For what somebody wants done as far as possible, and will watch or read for minutes.
THOROUGH: Final = Allowance(10.0)
#: For what is stored for good with something new, though nobody asked for it.
LASTING_SECONDS: Final = 3.0
#: For what has a page of progress and can be cancelled.
MAKING_SECONDS: Final = 120
