"""Answers that are the same for everybody are sent again for a moment without asking anew."""

from __future__ import annotations

import asyncio
from typing import Any

from flask import Flask, make_response, request
from flask.typing import ResponseReturnValue

from tests.webapp.http.server.apart import run_apart
from webapp.http.server.front import SAME_FOR_ALL, Front


class Headers(dict[str, str]):
    """What granian gives."""


class Scope:
    """A request as granian tells of it."""

    proto, http_version, scheme, authority = "http", "1.1", "http", None
    server, client = "127.0.0.1:80", "127.0.0.1:1"

    def __init__(self, method: str, query: str, encoding: str, host: str = "one.example") -> None:
        self.method, self.path, self.query_string = method, "/", query
        self.headers = Headers({"accept-encoding": encoding, "host": host})


class Wire:
    """What is answered."""

    def __init__(self) -> None:
        self.body = b""

    def response_bytes(self, status: int, headers: Any, body: bytes) -> None:
        self.body = body

    def response_empty(self, status: int, headers: Any) -> None:
        self.body = b""


async def ask(front: Front, *questions: tuple[str, ...]) -> list[bytes]:
    bodies = []
    for question in questions:
        wire = Wire()
        await front.__rsgi__(Scope(*question), wire)
        bodies.append(wire.body)
    return bodies


def test_an_answer_is_kept_for_its_moment_and_its_question_alone() -> None:
    app, asked = Flask("kept"), []

    @app.route("/", methods=["GET", "POST"])
    def page() -> ResponseReturnValue:
        asked.append(request.method)
        seconds = {"long": "0.5", "short": "0"}.get(request.args.get("for", ""))
        answer = make_response(str(len(asked)), {SAME_FOR_ALL: seconds} if seconds else {})
        if "who" in request.args:
            answer.set_cookie("who", "one visitor")
        return answer

    app.config["MAX_CONTENT_LENGTH"] = 1000
    front = Front(app, 2, 0, None)

    async def story() -> None:
        kept = ("GET", "for=long", "br")
        assert await ask(front, kept, kept, ("POST", "for=long", "br")) == [b"1", b"1", b"2"]
        assert await ask(front, ("GET", "for=long", "gzip"), ("GET", "", "br")) == [b"3", b"4"]
        assert await ask(front, ("GET", "", "br"), ("GET", "for=short", "br")) == [b"5", b"6"]
        assert await ask(front, ("GET", "for=short", "br")) == [b"7"]
        own = ("GET", "for=long&who=1", "br")
        assert await ask(front, own, own) == [b"8", b"9"]  # nobody gets another's cookie
        await asyncio.sleep(0.6)
        assert await ask(front, kept) == [b"10"]

    run_apart(story())


def test_an_answer_without_a_body_or_of_another_host_is_sent_to_nobody_else() -> None:
    app = Flask("kept")
    app.config["MAX_CONTENT_LENGTH"] = 1000
    app.add_url_rule("/", view_func=lambda: make_response(request.host, {SAME_FOR_ALL: "2"}))
    front = Front(app, 2, 0, None)

    async def story() -> None:
        assert await ask(front, ("HEAD", "", "br"), ("OPTIONS", "", "br")) == [b"", b""]
        here, there = ("GET", "", "br"), ("GET", "", "br", "two.example")
        assert await ask(front, here, there) == [b"one.example", b"two.example"]
        assert await ask(front, ("HEAD", "", "br"), here) == [b"", b"one.example"]

    run_apart(story())
