"""Visitors who keep a server busy by being slow: half a head, half a body, answers unread."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

HALF_OPEN, SLOW_BODIES, SLOW_READERS = 600, 200, 200

HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
A_BODY_TO_COME = (
    b"POST /mastermind/breaker/games HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n"
)
MANY_PAGES = b"GET /mastermind/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 40
BETWEEN = 1.0  # seconds from one byte to the next


@contextmanager
def besieged(port: int) -> Iterator[None]:
    """Have all of them at work on a server, while the context lasts; who is cut off returns."""
    stop = threading.Event()
    kinds = ((HALF_A_HEAD, HALF_OPEN), (A_BODY_TO_COME, SLOW_BODIES), (MANY_PAGES, SLOW_READERS))
    slow = [Slow(port, start) for start, count in kinds for _ in range(count)]
    thread = threading.Thread(target=_keep_slow, args=(slow, stop))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


class Slow:
    def __init__(self, port: int, start: bytes) -> None:
        self._port, self._start = port, start
        self._connect()

    def _connect(self) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self._socket.settimeout(5)
        self._socket.connect(("127.0.0.1", self._port))
        self._socket.setblocking(False)
        self._send(self._start)

    def step(self) -> None:
        """Send a byte; a reader reads none."""
        if self._start is not MANY_PAGES:
            try:
                self._socket.send(b"x")
            except BlockingIOError:
                pass
            except OSError:
                self._socket.close()
                self._connect()

    def _send(self, data: bytes) -> None:
        with suppress(BlockingIOError):
            self._socket.send(data)

    def close(self) -> None:
        self._socket.close()


def _keep_slow(slow: list[Slow], stop: threading.Event) -> None:
    while not stop.wait(BETWEEN):
        for client in slow:
            client.step()
    for client in slow:
        client.close()
