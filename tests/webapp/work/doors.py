"""Doors that tests hold: work is done when the test says so, or refused."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from flask import Flask

from webapp.work.door import Door, Handle, LostError
from webapp.work.limits import PAGES_LIMIT, Order, TooMuchError

Result = TypeVar("Result")
AnyDoor = TypeVar("AnyDoor", bound=Door)


class HeldPiece(Handle[Any]):
    """A piece of work that is done by :meth:`HeldDoor.open`."""

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


class HeldDoor:
    """A door behind which nothing is done until it is opened for a moment."""

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


class FullDoor:
    """A door that lets nobody in."""

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        raise TooMuchError(PAGES_LIMIT.sentences[0])


class BrokenDoor:
    """A door behind which everything dies."""

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        raise LostError("It died.")


@contextmanager
def behind(app: Flask, door: AnyDoor) -> Iterator[AnyDoor]:
    """Have an application's long work go through another door."""
    usual, app.extensions["door"] = app.extensions["door"], door
    try:
        yield door
    finally:
        app.extensions["door"] = usual
