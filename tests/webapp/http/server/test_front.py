"""The server's front, spoken to as granian speaks to it."""

import asyncio
import io
import json
import threading
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask, request

from tests.cases import cases
from tests.webapp.http.server.apart import run_apart
from webapp.http.server import front as fronts
from webapp.http.server.front import Front, Pairs
from webapp.http.server.requests import IS_LATE, REQUEST_ID

LARGEST = 1000


class FakeHeaders(dict[str, str]):
    """Headers as granian has them."""

    def items(self) -> Any:
        return [pair for name, value in super().items() for pair in self._pairs(name, value)]

    def _pairs(self, name: str, values: str) -> Pairs:
        return [(name, value) for value in values.split("|")]


@dataclass
class FakeRequest:
    """A request as granian tells of it."""

    method: str = "GET"
    path: str = "/echo"
    query_string: str = ""
    headers: Any = field(default_factory=FakeHeaders)
    client: str = "192.0.2.7:4711"
    server: str = "127.0.0.1:8000"
    scheme: str = "http"
    proto: str = "http"
    http_version: str = "1.1"
    authority: str | None = None


class FakeConnection:
    """The wire to a browser, which sends its body in these parts, and then perhaps falls silent."""

    def __init__(self, *parts: bytes, is_silent: bool = False, is_gone: bool = False) -> None:
        self.parts, self.is_silent, self.is_gone = parts, is_silent, is_gone
        self.taken = 0
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""

    async def __call__(self) -> bytes:
        return b"".join([part async for part in self])

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self.parts:
            self.taken += len(part)
            yield part
        if self.is_gone:
            raise RuntimeError("RSGI transport is closed")
        if self.is_silent:
            await asyncio.sleep(3600)

    def response_bytes(self, status: int, headers: Pairs, body: bytes) -> None:
        self.status, self.headers, self.body = status, dict(headers), body

    def response_empty(self, status: int, headers: Pairs) -> None:
        self.response_bytes(status, headers, b"")


def echo() -> dict[str, Any]:
    """Say what has arrived."""
    return {
        "method": request.method,
        "path": request.path,
        "args": request.args,
        "form": request.form,
        "address": request.remote_addr,
        "url": request.url,
        "cookies": request.cookies,
        "accept": request.headers.get("Accept"),
    }


@pytest.fixture
def app() -> Flask:
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.add_url_rule("/<path:_>", view_func=lambda _: echo(), methods=["GET", "POST"])
    return app


@pytest.fixture
def front(app: Flask) -> Front:
    return Front(app, threads=2, proxies=0, log=None)


def ask(
    front: Front, request_sent: FakeRequest, connection: FakeConnection | None = None
) -> FakeConnection:
    connection = connection or FakeConnection()
    run_apart(front.__rsgi__(request_sent, connection))
    return connection


def test_a_page_is_answered(front: Front) -> None:
    headers = FakeHeaders({"host": "pegs.example", "cookie": "a=1|b=2", "accept": "text/html|*/*"})
    request_sent = FakeRequest(path="/ä b", query_string="x=%C3%A4&y=1+2", headers=headers)
    reflection = json.loads(ask(front, request_sent).body)
    assert reflection["path"] == "/ä b"
    assert reflection["args"] == {"x": "ä", "y": "1 2"}
    assert reflection["address"] == "192.0.2.7"
    assert reflection["url"] == "http://pegs.example/ä%20b?x=ä&y=1+2"
    assert reflection["cookies"] == {"a": "1", "b": "2"}
    assert reflection["accept"] == "text/html,*/*"


def test_an_address_of_ipv6_is_announced(front: Front) -> None:
    request_sent = FakeRequest(client="[2001:db8::1]:4711", server="[::1]:8000")
    reflection = json.loads(ask(front, request_sent).body)
    assert reflection["address"] == "2001:db8::1"
    assert reflection["url"] == "http://[::1]:8000/echo"


def test_head_has_the_length_and_no_body(front: Front) -> None:
    page, head = (ask(front, FakeRequest(method=method)) for method in ("GET", "HEAD"))
    assert head.status == 200
    assert not head.body
    assert abs(int(head.headers["content-length"]) - len(page.body)) == 1  # HEAD is longer than GET


def test_a_refusal_of_head_has_no_body(front: Front) -> None:
    strange = FakeHeaders({"content-length": "many"})
    page, head = (
        ask(front, FakeRequest(method=method, headers=strange)) for method in ("GET", "HEAD")
    )
    assert (page.status, head.status) == (400, 400)
    assert (bool(page.body), head.body) == (True, b"")


def form(body: bytes, **headers: str) -> FakeHeaders:
    value = {"content-type": "application/x-www-form-urlencoded", "content-length": str(len(body))}
    return FakeHeaders({**value, **headers})


def chunked() -> FakeHeaders:
    kind = "application/x-www-form-urlencoded"
    return FakeHeaders({"content-type": kind, "transfer-encoding": "chunked"})


def test_a_form_is_read_whole(front: Front) -> None:
    connection = ask(
        front, FakeRequest("POST", headers=form(b"code=1122")), FakeConnection(b"code", b"=1122")
    )
    assert json.loads(connection.body)["form"] == {"code": "1122"}


def test_a_form_in_chunks_is_read_whole(front: Front) -> None:
    connection = ask(
        front, FakeRequest("POST", headers=chunked()), FakeConnection(b"code", b"=1122")
    )
    assert json.loads(connection.body)["form"] == {"code": "1122"}


@pytest.mark.parametrize("is_chunked", [False, True])
def test_a_form_over_the_limit_is_the_applications_to_refuse(
    front: Front, is_chunked: bool
) -> None:
    body = b"a=" + b"x" * LARGEST
    connection = FakeConnection(body)
    ask(front, FakeRequest("POST", headers=chunked() if is_chunked else form(body)), connection)
    assert connection.status == 413
    assert connection.taken == len(body)  # so the next request on the connection is in order


@pytest.mark.parametrize("is_chunked", [False, True])
def test_a_flood_is_cut_off(
    front: Front, is_chunked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fronts, "MOST_THROWN_AWAY", 1 << 20)
    parts = [b"x" * 65_536] * 1000
    headers = chunked() if is_chunked else form(b"", **{"content-length": str(65_536 * 1000)})
    connection = ask(front, FakeRequest("POST", headers=headers), FakeConnection(*parts))
    assert (connection.status, connection.headers["connection"]) == (413, "close")
    assert connection.taken <= fronts.MOST_THROWN_AWAY + 65_536


@pytest.mark.parametrize("length", [None, 100, 5000])
def test_a_slow_body_is_given_up(
    front: Front, length: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fronts, "BODY_SECONDS", 0.01)
    head = form(b"", **{"content-length": str(length)}) if length else chunked()
    connection = ask(front, FakeRequest("POST", headers=head), FakeConnection(b"a", is_silent=True))
    assert (connection.status, connection.headers["connection"]) == (408, "close")
    assert b"too long" in connection.body


def test_slow_bodies_take_no_thread(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred halves of forms are on their way while pages and a form are answered."""
    monkeypatch.setattr(fronts, "BODY_SECONDS", 3600)

    async def besieged() -> Iterable[int]:
        headers = form(b"", **{"content-length": "100"})
        slow = [
            asyncio.create_task(
                front.__rsgi__(FakeRequest("POST", headers=headers), FakeConnection(is_silent=True))
            )
            for _ in range(100)
        ]
        lines = [FakeConnection(), FakeConnection(b"code=1122")]
        await front.__rsgi__(FakeRequest(), lines[0])
        await front.__rsgi__(FakeRequest("POST", headers=form(b"code=1122")), lines[1])
        for task in slow:
            task.cancel()
        return [connection.status for connection in lines]

    assert run_apart(besieged()) == [200, 200]


def test_a_change_that_takes_long_is_answered_in_time_and_carried_out(
    app: Flask, front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fronts, "LONGEST_CHANGE", 0.05)
    goes_on, is_done = threading.Event(), threading.Event()

    def change() -> str:
        if request.environ.get(IS_LATE):
            return "late"
        assert goes_on.wait(10)
        is_done.set()
        return "done"

    app.add_url_rule("/change", view_func=change, methods=["POST"])
    late, read = ask_twice(front, FakeRequest("POST", "/change"), FakeRequest())
    assert (late.body, read.status) == (b"late", 200)
    goes_on.set()
    assert is_done.wait(10)


def ask_twice(
    front: Front, first: FakeRequest, second: FakeRequest
) -> tuple[FakeConnection, FakeConnection]:
    """Ask one after the other in the same loop; what is carried out then goes on."""
    lines = FakeConnection(), FakeConnection()

    async def ask_both() -> None:
        await front.__rsgi__(first, lines[0])
        await front.__rsgi__(second, lines[1])

    run_apart(ask_both())
    return lines


def test_whoever_leaves_in_the_middle_gets_no_answer(front: Front) -> None:
    headers = form(b"", **{"content-length": "100"})
    assert not ask(
        front, FakeRequest("POST", headers=headers), FakeConnection(b"a", is_gone=True)
    ).status


@pytest.mark.parametrize("length", ["-1", "many", ""])
def test_a_strange_length_is_no_fault_of_ours(front: Front, length: str) -> None:
    connection = ask(front, FakeRequest("POST", headers=form(b"", **{"content-length": length})))
    assert connection.status == 400


def test_the_log_has_a_line_without_cookie_query_and_form(app: Flask) -> None:
    stream = io.StringIO()
    front = Front(app, threads=2, proxies=0, log=stream)
    headers = form(b"code=1122", cookie="pegs=secret")
    ask(
        front,
        FakeRequest("POST", query_string="draft=3344", headers=headers),
        FakeConnection(b"code=1122"),
    )
    entry = json.loads(stream.getvalue())
    assert (entry["method"], entry["path"], entry["status"]) == ("POST", "/echo", 200)
    assert entry["address"] == "192.0.2.7"
    assert not {"secret", "3344", "1122"} & set(stream.getvalue().split('"'))


def test_a_request_has_one_id_in_its_header_the_log_and_the_page_of_an_error(app: Flask) -> None:
    @app.get("/broken")
    def broken() -> str:
        return str(request.environ[REQUEST_ID])

    for proxies, name in ((0, None), (0, "4bf92f3577b34da6"), (1, "4bf92f3577b34da6")):
        stream = io.StringIO()
        front = Front(app, threads=2, proxies=proxies, log=stream)
        lines = [
            ask(
                front,
                FakeRequest(
                    path="/broken", headers=FakeHeaders({"x-request-id": name} if name else {})
                ),
            )
            for _ in range(2)
        ]
        ids = [json.loads(entry)["request"] for entry in stream.getvalue().splitlines()]
        assert [connection.headers["x-request-id"] for connection in lines] == ids
        assert [connection.body.decode() for connection in lines] == ids
        assert (ids == [name, name]) is bool(proxies)  # nobody but a proxy names our requests
        assert len({*ids}) == 2 - bool(proxies)


@cases(
    ("proxies", "value", "address"),
    [
        (0, "203.0.113.9", "192.0.2.7"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (2, "198.51.100.1, 203.0.113.9", "198.51.100.1"),
        (2, "203.0.113.9", "192.0.2.7"),
        (1, "203.0.113.9:4711", "203.0.113.9"),
        (1, "[2001:db8::1]:4711", "2001:db8::1"),
        (1, "[2001:db8::1]", "2001:db8::1"),
    ],
)
def test_networks_are_those_that_the_proxies_tell(
    app: Flask, proxies: int, value: str, address: str
) -> None:
    stream = io.StringIO()
    front = Front(app, threads=2, proxies=proxies, log=stream)
    ask(front, FakeRequest(headers=FakeHeaders({"x-forwarded-for": value})))
    assert json.loads(stream.getvalue())["address"] == address
