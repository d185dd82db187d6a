"""Many players at once, each with a connection, who play as fast as they are answered.

The players of a load share one thread of one process and speak HTTP by hand, so that they take as
little as can be of the two cores that the server needs.
"""

from __future__ import annotations

import random
import re
import selectors
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol
from urllib.parse import urlencode

HEAD: Final = (
    "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHX-Request: true\r\n"
    "HX-Request-Type: partial\r\nSec-Fetch-Site: same-origin\r\nAccept-Encoding: br\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\n{cookie}Content-Length: {length}\r\n\r\n"
)
COOKIE: Final = re.compile(rb"(?i)\r\nset-cookie: ([^;\r]+)")
LOCATION: Final = re.compile(rb"(?i)\r\nlocation: ([^\r]+)")
LENGTH: Final = re.compile(rb"(?i)\r\ncontent-length: (\d+)")


@dataclass
class Answer:
    """The answer to a request, and how long it took, in milliseconds."""

    status: int
    head: bytes
    milliseconds: float

    @property
    def location(self) -> str:
        """Where it leads."""
        found = LOCATION.search(self.head)
        return found[1].decode() if found else ""


Request = tuple[str, str, dict[str, object]]


class Script(Protocol):
    """What a player does: requests, each after the answer to the one before it."""

    def __call__(self, taken: list[float]) -> Iterator[Request]:
        """Yield requests and get answers; note the milliseconds of those that count."""


@dataclass
class Client:
    """A connection and what comes over it."""

    port: int
    address: str = "127.0.0.1"
    cookie: str = ""
    received: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        self.socket = socket.create_connection(
            ("127.0.0.1", self.port), source_address=(self.address, 0)
        )
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, method: str, path: str, form: dict[str, object]) -> None:
        """Send a request."""
        body = urlencode(form).encode()
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        told = {"port": self.port, "cookie": cookie, "length": len(body)}
        head = HEAD.format(method=method, path=path, **told)
        self.received.clear()
        self.started = time.perf_counter()
        self.socket.sendall(head.encode() + body)

    def receive(self) -> Answer | None:
        """Take what has come; return the answer once it is whole."""
        self.received += self.socket.recv(65_536)
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return None
        head = bytes(self.received[: end + 2])
        length = LENGTH.search(head)
        if len(self.received) < end + 4 + (int(length[1]) if length else 0):
            return None
        taken = 1000 * (time.perf_counter() - self.started)
        cookie = COOKIE.search(head)
        self.cookie = cookie[1].decode() if cookie else self.cookie
        return Answer(int(head[9:12]), head, taken)


def guesses(seed: int, taken: list[float]) -> Iterator[Request]:
    """Play Classic for ever, row by row."""
    chance = random.Random(seed)
    while True:
        begun: Answer = yield "POST", "/mastermind/games", {"game": "classic"}
        for version in range(1, 11):
            row = "".join(chance.choice("123456") for _ in range(4))
            form = {"version": version, "typed": "", "code": row}
            answer: Answer = yield "POST", f"{begun.location}/guesses", form
            if answer.status != 200:
                break  # a lucky row has ended the game
            taken.append(answer.milliseconds)


def probes(taken: list[float]) -> Iterator[Request]:
    """Have the plain probe read a row and store one, for ever."""
    while True:
        answer: Answer = yield "POST", "/", {"version": 1, "typed": "", "code": "1122"}
        taken.append(answer.milliseconds)


def play(port: int, players: int, seconds: float, plays: str = "guesses") -> list[float]:
    """Have so many play for so long; return the milliseconds of every stored move."""
    taken: list[float] = []
    with selectors.DefaultSelector() as selector:
        for number in range(players):
            script = guesses(number, taken) if plays == "guesses" else probes(taken)
            client = Client(port)
            selector.register(client.socket, selectors.EVENT_READ, (client, script))
            client.send(*next(script))
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            for key, _ in selector.select(1):
                client, script = key.data
                answer = client.receive()
                if answer:
                    client.send(*script.send(answer))
        for key in list(selector.get_map().values()):
            key.fileobj.close()
    return taken
