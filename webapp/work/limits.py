"""How much long work may be under way at once, whose turn is next, and how long it may take.

Work is of a kind (:class:`Lane`) and of somebody (:class:`Visitor`). It is limited by visitor, so
that one leaves room for others at the same address, and by network, since whoever throws a cookie
away is another visitor with each request; and no network takes all the processes of a lane while
there is more than one. Tasks of pages are counted by the process that does them; jobs and boards,
over all servers, by what the database says is under way.

Refused: the library ``limits``, which counts what was begun within a time, as
:mod:`webapp.http.quota` has it count, and takes nothing off when it ends.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Final, Generic, NamedTuple, TypeVar

#: When to ask again for a job or a board that was refused, seconds: most are done by then.
RETRY_AFTER: Final = 30


class TooMuchError(ValueError):
    """There is as much under way as there may be; what it says is for the player."""


class Visitor(NamedTuple):
    """Whoever asks for long work: a player's id, and the network the request came from.

    The id is empty without a cookie; then the network alone counts.
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


#: The server's own work, which only a limit of all together holds back.
THE_SERVER: Final = Visitor("", "")

#: Raises TooMuchError if there is no room beside what these have under way.
Check = Callable[[Sequence[Visitor]], None]


@dataclass(frozen=True)
class Limit:
    """How much there may be at once of a visitor, of a network, and of all; what is said beyond."""

    of_a_visitor: int
    of_a_network: int
    of_all: int
    sentences: tuple[str, str, str]

    def check(self, visitor: Visitor, others: Sequence[Visitor]) -> None:
        """Raise TooMuchError if there is no room for another; ``others`` are whose there are."""
        yours, of_network, of_all = self.sentences
        if visitor != THE_SERVER:
            if visitor.player and sum(map(visitor.is_same, others)) >= self.of_a_visitor:
                raise TooMuchError(yours)
            if sum(visitor.network == other.network for other in others) >= self.of_a_network:
                raise TooMuchError(of_network)
        if len(others) >= self.of_all:
            raise TooMuchError(of_all)


def limit_of(what: str, of_a_visitor: int, of_a_network: int, of_all: int) -> Limit:
    """Return the limit of what somebody begins, sees on a page of its own, and can cancel.

    >>> ann, bob = Visitor("ann", "192.0.2.1"), Visitor("bob", "192.0.2.2")
    >>> limit_of("jobs under way", 2, 4, 8).check(ann, [ann, bob, ann])
    Traceback (most recent call last):
    webapp.work.limits.TooMuchError: You have 2 jobs under way. Wait for one, or cancel it.
    """
    again = "Try again in a minute."
    sentences = (
        f"You have {of_a_visitor} {what}. Wait for one, or cancel it.",
        f"Your network has {of_a_network} {what}, as many as one can have. {again}",
        f"There are {of_all} {what}, as many as can be. {again}",
    )
    return Limit(of_a_visitor, of_a_network, of_all, sentences)


# The limits: of a visitor, of a network, of all.

#: What visitors wait for on pages.
PAGES_LIMIT: Final = Limit(
    *(4, 8, 40),
    (
        "We’re still working on your earlier requests. This will continue in a moment.",
        "We’re still working on earlier requests from your network. Wait a moment.",
        "The server is busy. This will continue in a moment.",
    ),
)
#: On all servers together.
JOBS_LIMIT: Final = limit_of("jobs under way", 2, 4, 8)
#: For small boards and for the others, each by themselves; on all servers together.
BOARDS_LIMIT: Final = limit_of("boards in the making", 2, 4, 6)


@dataclass(frozen=True)
class Lane:
    """A kind of work: how many processes of this machine it may have at once, and its limit.

    Without a ``limit`` it is counted in the database. ``patience`` is how long a piece may wait for
    its turn, and ``yields`` how far it stands back behind the answering of requests (what ``nice``
    takes).
    """

    name: str
    at_once: int
    yields: int
    limit: Limit | None = None
    patience: float = inf


def spare_cores() -> int:
    """Return how many processes may work beside the server: one a core but one."""
    return max(1, (os.cpu_count() or 1) - 1)


#: Three at once, so that one network takes two at the most.
PAGES: Final = Lane("pages", 3, 10, PAGES_LIMIT, patience=30)
STUDIES: Final = Lane("studies", spare_cores(), 15)
MAKINGS: Final = Lane("boards in the making", spare_cores(), 15)
#: Boards that take hundredths of a second, and seldom more than one, wait for no large one.
SMALL_MAKINGS: Final = Lane("small boards in the making", 2, 10)


class Order(NamedTuple):
    """What is told with a piece of work: its kind, whose it is, and after how long it is ended."""

    lane: Lane
    visitor: Visitor
    seconds: float


Work = TypeVar("Work")


@dataclass(frozen=True)
class Entry(Generic[Work]):
    """A piece of work with whose it is."""

    lane: Lane
    visitor: Visitor
    work: Work


class Admission(Generic[Work]):
    """What runs and what waits. Not for several threads at once."""

    def __init__(self) -> None:
        self._waiting: list[Entry[Work]] = []
        self._running: list[Entry[Work]] = []

    @property
    def under_way(self) -> int:
        """How much runs or waits."""
        return len(self._waiting) + len(self._running)

    def add(self, entry: Entry[Work]) -> None:
        """Let a piece of work wait for its turn. Raises TooMuchError."""
        lane = entry.lane
        others = [one.visitor for one in (*self._running, *self._waiting) if one.lane == lane]
        if lane.limit:
            lane.limit.check(entry.visitor, others)
        self._waiting.append(entry)

    def next(self) -> Entry[Work] | None:
        """Move the entry whose turn it is to those that run, and return it; None if none may.

        Of those that waited longest in their lane, that of the network with the fewest running.
        """
        free = [entry for entry in self._waiting if self._has_room(entry)]
        if not free:
            return None
        chosen = min(free, key=self._running_beside)  # the first of equals has waited longest
        self._waiting.remove(chosen)
        self._running.append(chosen)
        return chosen

    def _has_room(self, entry: Entry[Work]) -> bool:
        lane = entry.lane
        running = sum(one.lane == lane for one in self._running)
        of_one = lane.at_once if entry.visitor == THE_SERVER else max(1, lane.at_once - 1)
        return running < lane.at_once and self._running_beside(entry) < of_one

    def _running_beside(self, entry: Entry[Work]) -> int:
        """How many of the same network run in the same lane."""
        network = entry.visitor.network
        return sum(
            one.lane == entry.lane and one.visitor.network == network for one in self._running
        )

    def remove(self, work: Work) -> None:
        """Forget a piece of work, whether it runs or waits; without effect if it is not known."""
        self._waiting = [one for one in self._waiting if one.work != work]
        self._running = [one for one in self._running if one.work != work]


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
