"""Threads that answer requests, shared out in turn: one network after another.

A client that sends fifty requests at once delays only itself: networks with waiting requests take
turns, and so do the visitors within each. Every other turn goes to the network whose requests have
taken least time lately, so that sixty that ask for what is dear delay each other more than a move:
with turns alone, that waited 1.2 s for a hundred milliseconds of each. While one network's requests
run, at least one thread is left for the others.

Rejected: one limiter shared with :mod:`webapp.work.limits`, or the library ``limits``. They refuse
what is too much; here only a flood is refused, and the question is whose turn is next.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from time import monotonic
from typing import ClassVar, Final, Generic, ParamSpec, TypeVar

from cachetools import LRUCache

#: How many requests may wait for a network, and how many in all.
MOST_OF_NETWORK: Final = 400
MOST: Final = 2000
#: With so many waiting in a process, no request keeps a thread only to wait for a task.
CROWD: Final = 8

Item = TypeVar("Item")
About = ParamSpec("About")
Answer = TypeVar("Answer")


class FullError(Exception):
    """Too many requests are waiting."""


class Turns(Generic[Item]):
    """A queue in which networks take turns, and within a network its visitors.

    >>> turns = Turns()
    >>> for network, visitor, item in [("a", "x", 1), ("a", "x", 2), ("b", "y", 3), ("a", "z", 4)]:
    ...     turns.add(network, visitor, item)
    >>> [turns.take(lambda network: True)[1] for _ in range(4)]
    [1, 3, 4, 2]
    """

    def __init__(self) -> None:
        self._lines: OrderedDict[str, OrderedDict[str, deque[Item]]] = OrderedDict()
        self._waiting: dict[str, int] = {}
        self.all = 0

    def add(self, network: str, visitor: str, item: Item) -> None:
        visitors = self._lines.setdefault(network, OrderedDict())
        visitors.setdefault(visitor, deque()).append(item)
        self._waiting[network] = self.of(network) + 1
        self.all += 1

    def of(self, network: str) -> int:
        return self._waiting.get(network, 0)

    def take(
        self, may: Callable[[str], bool], cost: Callable[[str], float] = lambda network: 0.0
    ) -> tuple[str, Item] | None:
        """Take the next item of a network that may have a turn; return its network and the item.

        The network of the least cost goes first; of equals, the one that waits longest.
        """
        network = min(filter(may, self._lines), key=cost, default=None)
        if network is None:
            return None
        visitors = self._lines.pop(network)
        visitor, line = visitors.popitem(last=False)
        item = line.popleft()
        if line:
            visitors[visitor] = line
        if visitors:
            self._lines[network] = visitors
            self._waiting[network] -= 1
        else:
            del self._waiting[network]
        self.all -= 1
        return network, item


class Threads:
    """A pool of threads for the requests of one event loop; only that loop may call it.

    ``waiting`` is how many requests wait for a thread of any pool.
    """

    waiting: ClassVar[int] = 0

    def __init__(self, count: int) -> None:
        self._of_network = max(1, count - 1)
        self._pool = ThreadPoolExecutor(count, "answering")
        self._turns: Turns[asyncio.Future[None]] = Turns()
        self._running: dict[str, int] = {}
        self._seconds: LRUCache[str, float] = LRUCache(MOST)  # of requests lately, on average
        self._costs = cycle((self._cost, lambda network: 0.0))
        self._free = count

    async def run(
        self,
        network: str,
        visitor: str,
        function: Callable[About, Answer],
        *args: About.args,
        **kwargs: About.kwargs,
    ) -> Answer:
        """Run a function in a thread when its turn comes. Raises FullError."""
        loop = asyncio.get_running_loop()
        await self._turn(loop, network, visitor)
        start = monotonic()
        try:
            return await loop.run_in_executor(self._pool, lambda: function(*args, **kwargs))
        finally:
            self._seconds[network] = (3 * self._cost(network) + monotonic() - start) / 4
            self._leave(network)

    async def _turn(self, loop: asyncio.AbstractEventLoop, network: str, visitor: str) -> None:
        if self._turns.of(network) >= MOST_OF_NETWORK or self._turns.all >= MOST:
            raise FullError
        turn: asyncio.Future[None] = loop.create_future()
        self._turns.add(network, visitor, turn)
        Threads.waiting += 1
        self._begin_next()
        await turn

    def _begin_next(self) -> None:
        while self._free and (next_turn := self._turns.take(self._may_begin, next(self._costs))):
            network, turn = next_turn
            self._running[network] = self._running.get(network, 0) + 1
            self._free -= 1
            Threads.waiting -= 1
            turn.set_result(None)

    def _cost(self, network: str) -> float:
        return float(self._seconds.get(network, 0.0))

    def _may_begin(self, network: str) -> bool:
        return self._running.get(network, 0) < self._of_network

    def _leave(self, network: str) -> None:
        self._free += 1
        self._running[network] -= 1
        if not self._running[network]:
            del self._running[network]
        self._begin_next()
