"""What has long work done elsewhere, as futures.

Work that may take longer than some hundredths of a second is handed to an :class:`Executor` as a
function of a module and its arguments, both of which can be pickled. In a server that is the fork
server (:mod:`webapp.work.forks`), which all processes of this machine share.

The caller gets a future (:class:`Handle`), which also has the last message of the work; to cancel
it ends the work. The work calls :func:`tell` and :func:`is_ended` wherever it runs: in a child of
the fork server, or on its own, where nobody listens and nobody ends it.
"""

import socket
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from webapp.work.limits import Order

POLL_SECONDS: Final = 0.25
LONGEST_COUNT: Final = 1.0  # seconds
NOBODY: Final = "No process is free to work on it."

Result = TypeVar("Result")

#: The line to the caller of the work that runs here, if anybody waits for it.
LINE: ContextVar[Connection | None] = ContextVar("line", default=None)


class Message(NamedTuple):
    """News from a job before it is done."""

    news: Any


class WorkResult(NamedTuple):
    """What a job returned, or the problem that it raised."""

    result: Any = None
    problem: Exception | None = None


def tell(news: Any) -> None:
    line = LINE.get()
    if line:
        line.send(Message(news))


def is_ended() -> bool:
    """Say whether nobody is waiting for the work any more: the caller has closed the line."""
    line = LINE.get()
    return line is not None and line.poll()


def carry_out(line: Connection, work: Callable[[], Any]) -> None:
    """Do a job, and send its caller the outcome."""
    LINE.set(line)
    try:
        outcome = WorkResult(work())
    except Exception as problem:
        problem.add_note(traceback.format_exc())  # pickling drops the traceback
        outcome = WorkResult(problem=problem)
    try:
        line.send(outcome)
    except (OSError, EOFError):
        pass  # nobody waits for it any more
    except Exception as problem:  # it can't be pickled
        line.send(WorkResult(problem=RuntimeError(f"{type(problem).__name__}: {problem}")))


class LostError(BrokenExecutor):
    """The process that did the work is gone: out of memory, or out of time."""


class Handle(Future[Result]):
    """A job that was handed in; ``news`` is its last message, None if it sent none.

    Its result may be a LostError: then there will be none.
    """

    news: Any = None


class Executor(Protocol):
    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        """Hand in a job.

        Raises TooMuchError, and LostError if there is nobody to do it.
        """


class LineHandle(Handle[Result]):
    """A job at the other end of a line; a child of the fork server dies with the line.

    A daemon thread reads the line, so that a server that is stopped doesn't wait for it.
    """

    def __init__(self, line: Connection) -> None:
        super().__init__()
        self._line = line
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with self._line:
            outcome = self._outcome()
        if not self.set_running_or_notify_cancel() or not outcome:  # it was cancelled
            return
        if outcome.problem:
            self.set_exception(outcome.problem)
        else:
            self.set_result(outcome.result)

    def _outcome(self) -> WorkResult | None:
        """Wait for the end of the work; None if it was cancelled."""
        while not self.cancelled():
            if not self._line.poll(POLL_SECONDS):
                continue
            try:
                message: Message | WorkResult = self._line.recv()
            except (OSError, EOFError):
                return WorkResult(problem=LostError("The process working on it is gone."))
            except Exception as problem:  # it can't be unpickled
                return WorkResult(problem=problem)
            if isinstance(message, WorkResult):
                return message
            self.news = message.news
        return None


class ForkExecutor:
    """The fork server that listens at a path."""

    def __init__(self, address: str) -> None:
        self._address = address

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        with self._line() as line, ExitStack() as stack:
            stack.callback(line.close)
            line.send(order)
            refusal = line.recv()
            if refusal is not None:
                raise refusal
            line.send((function, args))
            stack.pop_all()  # the handle closes it
            return LineHandle(line)

    def counts(self) -> Counter[tuple[str, str]]:
        """Return how much is under way, as Admission does. Raises LostError if nobody knows."""
        with self._line() as line, line:
            line.send(None)
            if not line.poll(LONGEST_COUNT):
                raise LostError(NOBODY)
            counts: Counter[tuple[str, str]] = line.recv()
            return counts

    @contextmanager
    def _line(self) -> Iterator[Connection]:
        """Give a line to the fork server. Raises LostError if that is gone, or goes meanwhile."""
        try:
            with socket.socket(socket.AF_UNIX) as end:
                end.connect(self._address)
                line = Connection(end.detach())
            yield line
        except (OSError, EOFError) as problem:
            raise LostError(NOBODY) from problem
