"""The server's front: granian's requests, read whole and handed to the application in turn.

A request gets a thread only when its body has arrived, within limits of time and size. Until then
it is a few bytes in the event loop, and granian keeps its socket, so a client that sends slowly, or
only half a request, keeps nobody waiting. Answers are handed over whole too, and granian feeds them
to slow readers.

Reads and changes have separate threads, so that pages still work while changes wait for a locked
database.

Chosen by measuring (16 connections, a Flask page of 4 kB, one process, on a two-core machine): GET
and POST a second with granian's WSGI side 6,970 and 4,580, where bodies are read in the threads and
may take for ever; with its RSGI side and this module 4,360 and 2,900; with its ASGI side and
asgiref's WsgiToAsgi 1,170 and 1,170; a2wsgi 1,830, and it can't read granian's bodies. Of the 3 ms
that a move takes, this module costs 0.05 more. Waitress reads bodies first by design, but answers
from one process, in Python.
"""

from __future__ import annotations

import asyncio
import io
import os
import sys
import time
from array import array
from collections.abc import Callable, Coroutine
from mmap import mmap
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

from cachetools import TTLCache
from flask import Flask
from werkzeug.test import run_wsgi_app

from webapp.http.server import requests
from webapp.http.server.turns import FullError, Threads

MOVES: Final = 0  # the place of the moves; those of answers are their statuses
PLACES: Final = 600


class ServerCounts:
    """The counts of a server's processes: each writes a file of its own, and any adds up all.

    The files of processes that have ended stay as long as the server, so no count goes down.
    Rejected: ``prometheus_client``, whose files by process are the same, takes 8 to 10 ms of each
    start, and reads their folder from the environment when it's imported.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        with (folder / f"{os.getpid()}.counts").open("a+b") as file:
            file.truncate(8 * PLACES)
            self._own = memoryview(mmap(file.fileno(), 8 * PLACES)).cast("Q")

    def add(self, place: int) -> None:
        with self._lock:
            self._own[place] += 1

    def totals(self) -> list[int]:
        counts = [array("Q", file.read_bytes()) for file in self._folder.glob("*.counts")]
        return [sum(places) for places in zip(*counts, strict=True)]


if TYPE_CHECKING:
    from granian.rsgi import HTTPProtocol, Scope

#: How long a change may take, seconds, even if the disk hangs.
LONGEST_CHANGE: Final = 9.0

#: The header by which a view says for how many seconds its answer is the same for everyone, at
#: most for so long. It is then sent without a thread, to pages that ask a hundred times a second.
SAME_FOR_ALL: Final = "x-same-for-all"
LONGEST_KEPT: Final = 2.0
#: A whole body must arrive within this time, seconds.
BODY_SECONDS: Final = 10.0
#: How much of a body that is too large is read and thrown away to keep the connection usable.
MOST_THROWN_AWAY: Final = 1 << 24
LONGEST_NUMBER: Final = 18  # digits

Pairs = list[tuple[str, str]]


class Reply(NamedTuple):
    status: int
    headers: Pairs
    body: bytes

    def last(self) -> Reply:
        """Return this answer as the last one, after which the connection is closed."""
        return self._replace(headers=[*self.headers, ("connection", "close")])


def refusal(status: int, sentence: str, retry: int | None = None) -> Reply:
    """Return an answer to a request that never got to the application; it ends the connection."""
    headers = [("content-type", "text/plain; charset=utf-8")]
    if retry is not None:
        headers.append(("retry-after", str(retry)))
    return Reply(status, headers, f"{sentence}\n".encode()).last()


SLOW: Final = refusal(408, "The form took too long to arrive. Please send it again.")
STRANGE: Final = refusal(400, "Something in the request is wrong.")
FULL: Final = refusal(503, "There are too many requests at the moment. Please try again.", retry=2)


class Front:
    """The application as granian calls it: ``threads`` for reading, and as many for changes.

    ``proxies`` is the number of proxies in front of this server, as in
    :class:`webapp.config.Settings`; ``count`` gets each answer's status. When what was asked is
    answered and the process is to end, ``close`` is called.
    """

    def __init__(
        self,
        app: Flask,
        threads: int,
        proxies: int,
        log: TextIO | None,
        *,
        count: Callable[[int], None] = lambda _status: None,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self._app = app
        self._proxies = proxies
        self._log = log
        self._count = count
        self._close = close
        self._largest: int = app.config["MAX_CONTENT_LENGTH"]
        self._reading, self._changing = Threads(threads), Threads(threads)
        self._kept: TTLCache[tuple[str, ...], tuple[float, Reply]] = TTLCache(1024, LONGEST_KEPT)

    async def __rsgi__(self, scope: Scope, wire: HTTPProtocol) -> None:
        start = time.perf_counter()
        address = self._address(scope)
        proxies_id = scope.headers.get("x-request-id") if self._proxies else None
        request_id = requests.new_request_id(proxies_id)
        header_texts = (str(scope.headers.get(name)) for name in ("host", "accept-encoding"))
        question = (scope.method, scope.path, scope.query_string, *header_texts)
        until, kept_answer = self._kept.get(question, (0.0, SLOW))
        try:
            if start < until:
                answer = kept_answer
            else:
                answer = await self._answer(scope, wire, requests.network_of(address), request_id)
                self._keep(question, answer)
        except GoneError:
            return
        headers = [*answer.headers, ("x-request-id", request_id)]
        if scope.method == "HEAD" or not answer.body:
            wire.response_empty(answer.status, headers)
        else:
            wire.response_bytes(answer.status, headers, answer.body)
        self._count(answer.status)
        if self._log:
            requests.log_request(
                self._log,
                scope.path,
                time.perf_counter() - start,
                request=request_id,
                address=address,
                method=scope.method,
                status=answer.status,
                bytes=len(answer.body),
            )

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._close()

    def _keep(self, question: tuple[str, ...], answer: Reply) -> None:
        """Keep an answer to GET for as long as its header says that it is the same for everyone.

        One that brings a visitor their cookie is never sent to another.
        """
        headers = dict(answer.headers)
        if question[0] == "GET" and SAME_FOR_ALL in headers and "set-cookie" not in headers:
            self._kept[question] = (time.perf_counter() + float(headers[SAME_FOR_ALL]), answer)

    def _address(self, scope: Scope) -> str:
        """Return the visitor's address: the connection's, or what the proxies say."""
        address = scope.client
        if self._proxies:
            header = str(scope.headers.get("x-forwarded-for") or "").split(",")
            address = header[-self._proxies].strip() if len(header) >= self._proxies else address
        return requests.without_port(address)

    async def _answer(
        self, scope: Scope, wire: HTTPProtocol, network: str, request_id: str
    ) -> Reply:
        try:
            body = await read_body(scope, wire, self._largest)
            threads = self._reading if scope.method in requests.SAFE_METHODS else self._changing
            visitor = str(scope.headers.get("cookie") or "")
            environ = environ_of(scope, body) | {requests.REQUEST_ID: request_id}
            answering = threads.run(network, visitor, answer_of, self._app, environ)
            if threads is self._changing:
                late = {**environ, "wsgi.input": io.BytesIO(body.data), requests.IS_LATE: True}
                answer = await self._answer_in_time(answering, late)
            else:
                answer = await answering
            return answer if body.is_whole else answer.last()
        except SlowBodyError:
            return SLOW
        except StrangeLengthError:
            return STRANGE
        except FullError:
            return FULL

    async def _answer_in_time(
        self, answering: Coroutine[Any, Any, Reply], late: dict[str, Any]
    ) -> Reply:
        """Wait for a change; if it is late, say that it may not be saved, and let it go on."""
        change = asyncio.ensure_future(answering)
        await asyncio.wait((change,), timeout=LONGEST_CHANGE)
        if change.done():
            return await change
        return await asyncio.to_thread(answer_of, self._app, late)


def answer_of(app: Flask, environ: dict[str, Any]) -> Reply:
    """Have the application answer; for use in a thread."""
    parts, status, headers = run_wsgi_app(app, environ, buffered=True)
    lower = [(name.lower(), value) for name, value in headers.items()]
    return Reply(int(status.split(" ", 1)[0]), lower, b"".join(parts))


def environ_of(scope: Scope, body: Body) -> dict[str, Any]:
    host, _, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode(errors="replace").decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host.strip("[]"),
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": requests.without_port(scope.client),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body.data),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        key = name.upper().replace("-", "_")
        if name in ("content-type", "content-length"):
            environ[key] = value
        elif f"HTTP_{key}" in environ:
            environ[f"HTTP_{key}"] += f"{'; ' if name == 'cookie' else ','}{value}"
        else:
            environ[f"HTTP_{key}"] = value
    if environ.pop("HTTP_TRANSFER_ENCODING", None) or body.length:  # all of it has arrived
        environ["CONTENT_LENGTH"] = str(body.length)
    return environ


# Reading the whole body of a request, within limits of time and size.


class Body(NamedTuple):
    """A body that was read: ``length`` counts everything, including what was thrown away."""

    data: bytes
    length: int
    is_whole: bool = True


class SlowBodyError(Exception):
    """A body didn't arrive in time."""


class GoneError(Exception):
    """The client has gone in the middle of the body."""


class StrangeLengthError(Exception):
    """The stated length of a body isn't a number."""


async def read_body(scope: Scope, wire: HTTPProtocol, largest: int) -> Body:
    """Read the body; of one with more than ``largest`` bytes, only its length.

    Raises SlowBodyError, GoneError or StrangeLengthError.
    """
    header = scope.headers.get("content-length")
    if header is None and scope.headers.get("transfer-encoding") is None:
        return Body(b"", 0)
    if header is not None and not (header.isascii() and header.isdigit()):
        raise StrangeLengthError
    try:
        if header is not None and int(header[:LONGEST_NUMBER]) <= largest:
            data = await asyncio.wait_for(wire(), BODY_SECONDS)
            return Body(data, len(data))
        async with asyncio.timeout(BODY_SECONDS):
            return await _read_large_body(wire, largest)
    except TimeoutError as late:
        raise SlowBodyError from late
    except RuntimeError as problem:  # granian's, when the connection is closed
        raise GoneError from problem


async def _read_large_body(wire: HTTPProtocol, largest: int) -> Body:
    """Read a body of unknown length, or one known to be too large."""
    parts: list[bytes] = []
    length = 0
    async for part in wire:
        length += len(part)
        if length > MOST_THROWN_AWAY:
            return Body(b"", length, is_whole=False)
        if length <= largest:
            parts.append(bytes(part))
    return Body(b"".join(parts), length)
