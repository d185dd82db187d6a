"""Who may have how much long work under way, and whose turn is next: plain bookkeeping.

Work is of a kind (:class:`Lane`), and of somebody (:class:`Asker`): a visitor, by a cookie that can
be thrown away, and a network, which can't. Of each there may be so much under way, waiting
included; and no network takes all the processes of a lane while there is more than one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar


@dataclass(frozen=True)
class Lane:
    """A kind of work: how many processes it may have at once, and how much may be under way.

    ``of_network``, ``of_visitor`` and ``of_all`` bound what runs and waits together. ``patience``
    is how long a piece may wait for its turn, and ``yields`` how far it stands back behind the
    answering of requests (what ``nice`` takes).
    """

    name: str
    at_once: int
    of_visitor: int
    of_network: int
    of_all: int
    patience: float
    yields: int


@dataclass(frozen=True)
class Asker:
    """Whose work it is; a visitor without a cookie has no name, and counts by the network alone."""

    network: str
    visitor: str = ""


#: The server's own work, which is limited where it is asked for.
OURSELVES: Final = Asker("")


class Order(NamedTuple):
    """What is told with a piece of work: its kind, whose it is, and after how long it is ended."""

    lane: Lane
    asker: Asker
    seconds: float


class TooMuchError(ValueError):
    """There is as much under way as there may be; the sentence is for the player."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __reduce__(self) -> tuple[type[TooMuchError], tuple[str]]:
        return TooMuchError, (self.sentence,)


YOURS: Final = "You have asked for as much at once as may be worked on. It goes on in a moment."
OF_NETWORK: Final = "Your network has asked for as much at once as may be worked on. Wait a moment."
OF_ALL: Final = "More is being worked out than there is room for. It goes on in a moment."

Work = TypeVar("Work")


@dataclass(frozen=True)
class Entry(Generic[Work]):
    """A piece of work with whose it is."""

    lane: Lane
    asker: Asker
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
        lane, asker = entry.lane, entry.asker
        others = [one.asker for one in (*self._running, *self._waiting) if one.lane == lane]
        if len(others) >= lane.of_all:
            raise TooMuchError(OF_ALL)
        if asker != OURSELVES:
            if asker.visitor and others.count(asker) >= lane.of_visitor:
                raise TooMuchError(YOURS)
            if sum(one.network == asker.network for one in others) >= lane.of_network:
                raise TooMuchError(OF_NETWORK)
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
        of_one = lane.at_once if entry.asker == OURSELVES else max(1, lane.at_once - 1)
        return running < lane.at_once and self._running_beside(entry) < of_one

    def _running_beside(self, entry: Entry[Work]) -> int:
        """How many of the same network run in the same lane."""
        network = entry.asker.network
        return sum(one.lane == entry.lane and one.asker.network == network for one in self._running)

    def remove(self, work: Work) -> None:
        """Forget a piece of work, whether it runs or waits; without effect if it is not known."""
        self._waiting = [one for one in self._waiting if one.work != work]
        self._running = [one for one in self._running if one.work != work]
