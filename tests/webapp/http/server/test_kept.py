"""Answers that are the same for everybody are sent again for a moment without asking anew."""

import asyncio

from flask import Flask, make_response, request
from flask.typing import ResponseReturnValue

from tests.webapp.http.server.apart import run_apart
from tests.webapp.http.server.test_front import FakeConnection, FakeHeaders, FakeRequest
from webapp.http.server.front import SAME_FOR_ALL, Front


async def ask(front: Front, *questions: tuple[str, ...]) -> list[bytes]:
    """Ask by method, query, encoding, and a host if it is another."""
    bodies = []
    for method, query, encoding, *host in questions:
        headers = FakeHeaders(
            {"accept-encoding": encoding, "host": host[0] if host else "one.example"}
        )
        line = FakeConnection()
        await front.__rsgi__(FakeRequest(method, "/", query, headers), line)
        bodies.append(line.body)
    return bodies


def test_an_answer_is_kept_for_its_moment_and_its_question_alone() -> None:
    app, methods = Flask("kept"), []

    @app.route("/", methods=["GET", "POST"])
    def page() -> ResponseReturnValue:
        methods.append(request.method)
        seconds = {"long": "0.5", "short": "0"}.get(request.args.get("for", ""))
        answer = make_response(str(len(methods)), {SAME_FOR_ALL: seconds} if seconds else {})
        if "who" in request.args:
            answer.set_cookie("who", "one visitor")
        return answer

    app.config["MAX_CONTENT_LENGTH"] = 1000
    front = Front(app, 2, 0, None)

    async def story() -> None:
        call = ("GET", "for=long", "br")
        assert await ask(front, call, call, ("POST", "for=long", "br")) == [b"1", b"1", b"2"]
        assert await ask(front, ("GET", "for=long", "gzip"), ("GET", "", "br")) == [b"3", b"4"]
        assert await ask(front, ("GET", "", "br"), ("GET", "for=short", "br")) == [b"5", b"6"]
        assert await ask(front, ("GET", "for=short", "br")) == [b"7"]
        personal = ("GET", "for=long&who=1", "br")
        assert await ask(front, personal, personal) == [b"8", b"9"]  # nobody gets another's cookie
        await asyncio.sleep(0.6)
        assert await ask(front, call) == [b"10"]

    run_apart(story())


def test_an_answer_without_a_body_or_of_another_host_is_sent_to_nobody_else() -> None:
    app = Flask("kept")
    app.config["MAX_CONTENT_LENGTH"] = 1000
    app.add_url_rule("/", view_func=lambda: make_response(request.host, {SAME_FOR_ALL: "2"}))
    front = Front(app, 2, 0, None)

    async def story() -> None:
        assert await ask(front, ("HEAD", "", "br"), ("OPTIONS", "", "br")) == [b"", b""]
        request, foreign_request = ("GET", "", "br"), ("GET", "", "br", "two.example")
        assert await ask(front, request, foreign_request) == [b"one.example", b"two.example"]
        assert await ask(front, ("HEAD", "", "br"), request) == [b"", b"one.example"]

    run_apart(story())
