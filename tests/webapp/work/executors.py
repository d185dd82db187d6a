"""Executors that tests hold: work is done when the test says so, or refused."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from flask import Flask

from webapp.work.executor import Executor, Handle, LostError
from webapp.work.limits import PAGES_LIMIT, Order, TooMuchError
from webapp.work.tasks import Patience

#: An application's ``PATIENCE`` in tests: work is waited for until it is there, or not at all.
ENDLESS = Patience(300.0, 300.0)
NONE = Patience(0.0, 0.0)

Result = TypeVar("Result")
AnyExecutor = TypeVar("AnyExecutor", bound=Executor)


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


@contextmanager
def behind(app: Flask, executor: AnyExecutor) -> Iterator[AnyExecutor]:
    """Have an application's long work done by another executor."""
    usual, app.extensions["executor"] = app.extensions["executor"], executor
    try:
        yield executor
    finally:
        app.extensions["executor"] = usual
