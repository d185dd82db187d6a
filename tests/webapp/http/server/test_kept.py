"""Answers that are the same for everybody are sent again for a moment without asking anew."""

from __future__ import annotations

import asyncio
from typing import Any

from flask import Flask, make_response, request
from flask.typing import ResponseReturnValue

from webapp.http.server.front import SAME_FOR_ALL, Front


class Headers(dict[str, str]):
    """What granian gives."""


class Scope:
    """A request as granian tells of it."""

    proto, http_version, scheme, authority = "http", "1.1", "http", None
    server, client = "127.0.0.1:80", "127.0.0.1:1"

    def __init__(self, method: str, query: str, encoding: str) -> None:
        self.method, self.path, self.query_string = method, "/", query
        self.headers = Headers({"accept-encoding": encoding})


class Wire:
    """What is answered."""

    def __init__(self) -> None:
        self.body = b""

    def response_bytes(self, status: int, headers: Any, body: bytes) -> None:
        self.body = body

    def response_empty(self, status: int, headers: Any) -> None:
        self.body = b""


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

    async def answers(*questions: tuple[str, str, str]) -> list[bytes]:
        found = []
        for question in questions:
            wire = Wire()
            await front.__rsgi__(Scope(*question), wire)
            found.append(wire.body)
        return found

    async def story() -> None:
        kept = ("GET", "for=long", "br")
        assert await answers(kept, kept, ("POST", "for=long", "br")) == [b"1", b"1", b"2"]
        assert await answers(("GET", "for=long", "gzip"), ("GET", "", "br")) == [b"3", b"4"]
        assert await answers(("GET", "", "br"), ("GET", "for=short", "br")) == [b"5", b"6"]
        assert await answers(("GET", "for=short", "br")) == [b"7"]
        own = ("GET", "for=long&who=1", "br")
        assert await answers(own, own) == [b"8", b"9"]  # nobody gets another's cookie
        await asyncio.sleep(0.6)
        assert await answers(kept) == [b"10"]

    asyncio.run(story())
