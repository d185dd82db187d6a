"""Executors of tests: threads under a server's limits, or what the test holds or refuses."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Pipe
from typing import Any, TypeVar

from flask import Flask

from solver.hidoku.generate.generate import BoardRequest
from webapp.hidoku.generation import make
from webapp.work.executor import Executor, Handle, LineHandle, LostError, carry_out, is_ended, tell
from webapp.work.limits import PAGES_LIMIT, Admission, Order, TooMuchError
from webapp.work.tasks import Patience

#: An application's ``PATIENCE`` in tests: work is waited for until it is there, or not at all.
ENDLESS = Patience(300.0, 300.0)
NONE = Patience(0.0, 0.0)

Result = TypeVar("Result")
AnyExecutor = TypeVar("AnyExecutor", bound=Executor)


class ThreadExecutor:
    """Threads of this process, each of which starts when its turn comes.

    Nothing can end a thread but its own deadline or its own call of ``is_ended``.
    """

    def __init__(self) -> None:
        self._jobs: Admission[Callable[[], None]] = Admission()
        self._lock = threading.Lock()

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        near_end, far_end = Pipe()

        def job() -> None:
            with far_end:
                carry_out(far_end, lambda: function(*args))

        def leave() -> None:
            with self._lock:
                self._jobs.remove(job)
                self._start()

        with self._lock:
            self._jobs.add(job, order)
            self._start()
        handle: LineHandle[Result] = LineHandle(near_end)
        handle.add_done_callback(lambda _: leave())
        return handle

    def counts(self) -> Counter[tuple[str, str]]:
        with self._lock:
            return self._jobs.counts()

    def _start(self) -> None:
        while job := self._jobs.next():
            threading.Thread(target=job, daemon=True).start()


class HeldPiece(Handle[Any]):
    """A piece of work that is done by :meth:`HeldExecutor.open`."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        super().__init__()
        self.function, self.args = function, args

    def work(self) -> None:
        if not self.set_running_or_notify_cancel():
            return
        try:
            self.set_result(self.function(*self.args))
        except Exception as problem:
            self.set_exception(problem)


class HeldExecutor:
    """Does nothing until it is opened for a moment."""

    def __init__(self) -> None:
        self.pieces: list[HeldPiece] = []

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        self.pieces.append(HeldPiece(function, args))
        return self.pieces[-1]

    def open(self) -> int:
        """Have all be done that waits, outside of any request; return how much it was."""
        pieces, self.pieces = self.pieces, []
        for piece in pieces:
            thread = threading.Thread(target=piece.work)
            thread.start()
            thread.join()
        return len(pieces)


class FullExecutor:
    """Lets nobody in."""

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        raise TooMuchError(PAGES_LIMIT.sentences[0])


class DeadExecutor:
    """Loses all its work."""

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        raise LostError("It died.")


class Slow:
    """The making of a board, which goes on until it is allowed to end, or ended."""

    def __init__(self) -> None:
        self.begun, self.allowed = 0, threading.Event()
        self.path = 3

    def __call__(self, request: BoardRequest, seed: int, seconds: float) -> str:
        self.begun += 1
        while not (is_ended() or self.allowed.wait(0.01)):
            tell((self.path, 7))
        return make(request, seed, seconds)


@contextmanager
def behind(app: Flask, executor: AnyExecutor) -> Iterator[AnyExecutor]:
    """Have an application's long work done by another executor."""
    usual, app.extensions["executor"] = app.extensions["executor"], executor
    try:
        yield executor
    finally:
        app.extensions["executor"] = usual
