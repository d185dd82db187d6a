"""The code never leaves the server before the end: not in a page, a header or a cookie."""

import base64
import re
import zlib

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.webapp.player import HTMX
from webapp.mastermind.breaker import kind as breaker

CODE = (2, 5, 3, 0)
SIGHTS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"3\W{0,4}6\W{0,4}4\W{0,4}1",  # as typed, also as a list
        r"2\W{1,4}5\W{1,4}3\W{1,4}0",  # as it is inside the program
        r"yellow\W+purple\W+green\W+red",
        r"\bYPGR\b",
        re.escape(base64.b64encode(b"3641").decode().rstrip("=")),
    )
]
RANDOM = re.compile(r"v=[0-9a-f]{12}|(?<=mastermind/)[\w-]{22}")


def everything(answer: TestResponse) -> str:
    """Return all a browser receives: body, headers, and the cookie's content opened."""
    headers = str(answer.headers)
    cookies = " ".join(opened(part) for part in re.findall(r"pegs=([^;]+)", headers))
    head = re.sub(r"pegs=[^;]+|(Date: |Expires=)[^;\n]+", "", headers)  # 36:41 is a time too
    return RANDOM.sub("", f"{answer.text}\n{head}\n{cookies}")


def opened(cookie: str) -> str:
    payload = cookie.lstrip(".").split(".")[0]
    raw = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    text = (zlib.decompress(raw) if cookie.startswith(".") else raw).decode()
    return re.sub(r'"player":"[\w-]+"', "", text)


def is_seen(answer: TestResponse) -> bool:
    return any(sight.search(everything(answer)) for sight in SIGHTS)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize("last", ["3641", "1111"], ids=["won", "lost"])
def test_the_code_is_seen_at_the_end_only(
    app: Flask, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], last: str
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda rules: CODE)
    client = app.test_client()
    headers = {**headers, "Sec-Fetch-Site": "same-origin"}

    def post(path: str, **form: object) -> TestResponse:
        return client.post(path, data=form, headers=headers)

    start = post("/mastermind/breaker/games")
    url = start.location
    answers = [start, client.get(url), client.get("/"), client.get("/mastermind/")]
    version = 1
    rows = ["1122", "1234", "5566", "2222", "4444", "5555", "6666", "1111", "1111"]
    for row in rows:
        answers.append(post(f"{url}/guesses", version=version, code="12"))  # refused
        answers.append(post(f"{url}/hints", version=version, code="6655", tier=1))
        answers.append(post(f"{url}/guesses", version=version, code=row))  # stale
        answers.append(post(f"{url}/guesses", version=version + 1, code=row))
        answers.append(client.get(url, headers=headers))
        version += 2
    assert not any(map(is_seen, answers))
    post(f"{url}/guesses", version=version, code=last)
    assert is_seen(client.get(url))
