"""The one door through which all long work goes.

Work that may take longer than some hundredths of a second is handed to a :class:`Door` as a
function of a module and its arguments, both of which can be pickled. In a server the door leads to
the fork server (:mod:`webapp.work.forks`), which all processes of this machine share. Without one
(in tests, on the command line) it leads to threads of this process, under the same limits.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from contextvars import ContextVar
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar, cast

from webapp.work.limits import Admission, Entry, Order

# What long work and its caller say to each other while it runs.
#
# The work calls :func:`tell` and :func:`is_ended` wherever it runs: in a child of the fork server,
# in a thread, or on its own, where nobody listens and nobody ends it.


class Message(NamedTuple):
    """News from a piece of work before it is done."""

    what: Any


class Done(NamedTuple):
    """What a piece of work returned."""

    result: Any


class Raised(NamedTuple):
    """What a piece of work raised."""

    problem: Exception


class Channel(Protocol):
    """The line from a piece of work to its caller."""

    def send(self, told: Message) -> None:
        """Send a message."""

    def is_ended(self) -> bool:
        """Say whether the caller has stopped waiting."""


#: The line of the work that runs here, if anybody waits for it.
LINE: ContextVar[Channel | None] = ContextVar("line", default=None)


def tell(what: Any) -> None:
    """Tell the caller how far the work has got."""
    line = LINE.get()
    if line:
        line.send(Message(what))


def is_ended() -> bool:
    """Say whether nobody is waiting for the work any more."""
    line = LINE.get()
    return line is not None and line.is_ended()


POLL_SECONDS: Final = 0.25  # seconds
NOBODY: Final = "No process is free to work on it."

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
Hear = Callable[[Any], None]


class LostError(BrokenExecutor):
    """The process that did the work is gone: out of memory, out of time, or told to end."""


class Handle(Protocol[Result_co]):
    """A piece of work under way."""

    def result(self, hear: Hear | None = None) -> Result_co:
        """Wait for the result or raise what the work raises; ``hear`` gets its messages.

        Raises LostError when there will be no result.
        """

    def end(self) -> None:
        """Stop the work; a caller that waits for the result gets LostError."""


class Door(Protocol):
    """Something that has work done elsewhere."""

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        """Hand in a piece of work.

        Raises TooMuchError, and LostError if there is nobody to do it.
        """


def _unpacked(answer: Done | Raised) -> Any:
    if isinstance(answer, Raised):
        raise answer.problem
    return answer.result


class ForkDoor:
    """A door to the fork server that listens at a path."""

    def __init__(self, address: str) -> None:
        self._address = address

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        try:
            connection = self._connected()
        except OSError as problem:
            raise LostError(NOBODY) from problem
        try:
            connection.send(order)
            refusal = connection.recv()
            if refusal is not None:
                raise refusal
            connection.send((function, args))
        except (OSError, EOFError) as problem:
            connection.close()
            raise LostError(NOBODY) from problem
        except BaseException:
            connection.close()
            raise
        return ForkHandle(connection)

    def _connected(self) -> Connection:
        with socket.socket(socket.AF_UNIX) as end:
            end.connect(self._address)
            return Connection(end.detach())


class ForkHandle(Generic[Result]):
    """A connection to a child of the fork server; the child dies when it is closed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._is_ended = threading.Event()

    def result(self, hear: Hear | None = None) -> Result:
        with self._connection:
            while not self._is_ended.is_set():
                if not self._connection.poll(POLL_SECONDS):
                    continue
                answer = self._received()
                if not isinstance(answer, Message):
                    return cast(Result, _unpacked(answer))
                if hear:
                    hear(answer.what)
        raise LostError("It was ended.")

    def _received(self) -> Message | Done | Raised:
        try:
            received: Message | Done | Raised = self._connection.recv()
            return received
        except (OSError, EOFError) as problem:
            raise LostError("The process working on it is gone.") from problem

    def end(self) -> None:
        """Stop the work within a moment."""
        self._is_ended.set()


class ThreadDoor:
    """A door to threads of this process, each of which starts when its turn comes.

    Nothing can end a thread but its own deadline or its own call of :func:`is_ended`, so this door
    isn't for servers.
    """

    def __init__(self) -> None:
        self._pieces: Admission[ThreadHandle[Any]] = Admission()
        self._lock = threading.Lock()

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        handle: ThreadHandle[Result] = ThreadHandle(function, args, self._remove)
        with self._lock:
            self._pieces.add(Entry(order.lane, order.visitor, handle))
            self._start()
        return handle

    def _start(self) -> None:
        while entry := self._pieces.next():
            threading.Thread(target=self._work, args=(entry.work,), daemon=True).start()

    def _work(self, handle: ThreadHandle[Any]) -> None:
        handle.work()
        self._remove(handle)

    def _remove(self, handle: ThreadHandle[Any]) -> None:
        with self._lock:
            self._pieces.remove(handle)
            self._start()


class ThreadHandle(Generic[Result]):
    """A piece of work in a thread, and its line."""

    def __init__(
        self,
        function: Callable[..., Result],
        args: tuple[Any, ...],
        leave: Callable[[ThreadHandle[Any]], None],
    ) -> None:
        self._function, self._args, self._leave = function, args, leave
        self._heard: SimpleQueue[Message | Done | Raised] = SimpleQueue()
        self._ended = threading.Event()

    def work(self) -> None:
        LINE.set(self)
        try:
            self._heard.put(Done(self._function(*self._args)))
        except Exception as problem:
            self._heard.put(Raised(problem))

    def send(self, told: Message) -> None:
        self._heard.put(told)

    def is_ended(self) -> bool:
        return self._ended.is_set()

    def result(self, hear: Hear | None = None) -> Result:
        while not self._ended.is_set():
            with suppress(Empty):
                answer = self._heard.get(timeout=POLL_SECONDS)
                if self._ended.is_set():
                    break
                if not isinstance(answer, Message):
                    return cast(Result, _unpacked(answer))
                if hear:
                    hear(answer.what)
        raise LostError("It was ended.")

    def end(self) -> None:
        """Stop waiting for the work, and give its place to the next."""
        self._ended.set()
        self._leave(self)
