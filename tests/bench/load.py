"""Many players at once, each with a connection, who play as fast as they are answered.

The players of a load share one thread of one process and speak HTTP by hand, so that they take as
little as can be of the two cores that the server needs.
"""

import random
import re
import selectors
import socket
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from urllib.parse import urlencode

HEAD: Final = (
    "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{htmx}"
    "Sec-Fetch-Site: same-origin\r\nAccept-Encoding: br\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\n{cookie}Content-Length: {length}\r\n\r\n"
)
HTMX: Final = "HX-Request: true\r\nHX-Request-Type: partial\r\n"
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
        match = LOCATION.search(self.head)
        return match[1].decode() if match else ""

    @property
    def size(self) -> int:
        match = LENGTH.search(self.head)
        return int(match[1]) if match else 0


class Request(NamedTuple):
    """A request; as htmx sends it, or as a page without script does."""

    method: str
    path: str
    form: dict[str, object]
    by_htmx: bool = True


#: What a player does: yields requests, and gets the answer to each.
Script = Generator[Request, Answer, None]


@dataclass
class Client:
    port: int
    address: str = "127.0.0.1"
    cookie: str = ""
    received: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        self.socket = socket.create_connection(
            ("127.0.0.1", self.port), source_address=(self.address, 0)
        )
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, request: Request) -> None:
        body = urlencode(request.form).encode()
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        fields = {"cookie": cookie, "length": len(body), "htmx": HTMX if request.by_htmx else ""}
        about = {"method": request.method, "path": request.path}
        head = HEAD.format(port=self.port, **about, **fields)
        self.received.clear()
        self.started = time.perf_counter()
        self.socket.sendall(head.encode() + body)

    def receive(self) -> Answer | None:
        """Take what has come; return the answer once it is whole."""
        chunk = self.socket.recv(65_536)
        if not chunk:
            raise ConnectionError
        self.received += chunk
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return None
        head = bytes(self.received[: end + 2])
        ms = 1000 * (time.perf_counter() - self.started)
        answer = Answer(int(head[9:12]), head, ms)
        if len(self.received) < end + 4 + answer.size:
            return None
        cookie = COOKIE.search(head)
        self.cookie = cookie[1].decode() if cookie else self.cookie
        return answer


def guesses(seed: int, times: list[float]) -> Script:
    """Play Classic for ever, row by row; note the milliseconds of every stored guess."""
    chance = random.Random(seed)
    while True:
        game = yield Request("POST", "/mastermind/breaker/games", {"game": "classic"})
        for version in range(1, 11):
            row = "".join(chance.choice("123456") for _ in range(4))
            form = {"version": version, "typed": "", "code": row}
            answer = yield Request("POST", f"{game.location}/guesses", form)
            if answer.status != 200:
                break  # a lucky row has ended the game
            times.append(answer.milliseconds)


def probes(_seed: int, times: list[float]) -> Script:
    """Have the plain probe read a row and store one, for ever."""
    while True:
        answer = yield Request("POST", "/", {"version": 1, "typed": "", "code": "1122"})
        times.append(answer.milliseconds)


class Crowd:
    """Clients who are served side by side, until it is enough."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._selector = selectors.DefaultSelector()

    def add(self, script: Script, address: str = "127.0.0.1", cookie: str = "") -> None:
        """Let somebody more begin, from an address of this machine."""
        client = Client(self._port, address, cookie)
        self._selector.register(client.socket, selectors.EVENT_READ, (client, script))
        client.send(next(script))

    def run(self, seconds: float) -> None:
        until = time.perf_counter() + seconds
        while (remainder := until - time.perf_counter()) > 0:
            for key, _ in self._selector.select(remainder):
                self._serve(key)

    def _serve(self, key: selectors.SelectorKey) -> None:
        client, script = key.data
        try:
            answer = client.receive()
            if answer:
                client.send(script.send(answer))
        except OSError:  # cut off: it begins again
            self._leave(key)
            client = Client(self._port, client.address, client.cookie)
            self._selector.register(client.socket, selectors.EVENT_READ, (client, script))
            client.send(script.send(Answer(0, b"", 0)))

    def _leave(self, key: selectors.SelectorKey) -> None:
        self._selector.unregister(key.fileobj)
        key.data[0].socket.close()

    def close(self) -> None:
        for key in list(self._selector.get_map().values()):
            self._leave(key)
        self._selector.close()


def play(
    port: int, players: int, seconds: float, script: Callable[[int, list[float]], Script] = guesses
) -> list[float]:
    """Have so many play for so long; return the milliseconds of every stored move."""
    times: list[float] = []
    with closing(Crowd(port)) as crowd:
        for number in range(players):
            crowd.add(script(number, times))
        crowd.run(seconds)
    return times
