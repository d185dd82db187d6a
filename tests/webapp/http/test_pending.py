"""What any page says of long work: that it goes on, can't begin, or came to nothing."""

import gzip
import re
from html import unescape
from io import BytesIO

import pytest
from flask import Flask

from tests.webapp.player import HTMX
from webapp.http.forms import lead_if_pending
from webapp.work.executor import LostError
from webapp.work.limits import PAGES_LIMIT, TooMuchError
from webapp.work.tasks import PendingError

SAME = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def thinker(app: Flask) -> Flask:
    """An application with a page that raises what its address says."""
    _, of_network, _ = PAGES_LIMIT.sentences
    problems = {"yet": PendingError(), "much": TooMuchError(of_network), "lost": LostError()}

    def think(what: str) -> str:
        raise problems[what]

    app.add_url_rule("/think/<what>", view_func=think, methods=["GET", "POST"])
    return app


def test_a_page_asks_again_by_itself_without_script(thinker: Flask) -> None:
    answer = thinker.test_client().get("/think/yet?step=3&show=a&show=b&waiting=1")
    assert answer.status_code == 200
    again = "/think/yet?step=3&amp;show=a&amp;show=b&amp;waiting=1"
    assert f'http-equiv="refresh" content="1; url={again}"' in answer.text
    assert f'href="{again}"' in answer.text


def test_a_part_of_a_page_is_polled_in_its_place(thinker: Flask) -> None:
    headers = {**HTMX, "HX-Target": "section#frame"}
    answer = thinker.test_client().get("/think/yet?step=3", headers=headers)
    assert answer.status_code == 200
    assert answer.headers["HX-Retarget"] == "#notice"
    assert 'hx-get="/think/yet?step=3&amp;waiting=1"' in answer.text
    assert 'hx-target="#frame"' in answer.text


def test_what_does_not_say_its_part_gets_the_page_that_asks_again(thinker: Flask) -> None:
    headers = {**HTMX, "HX-Target": "body"}
    answer = thinker.test_client().get("/think/yet?step=3", headers=headers)
    assert answer.headers["HX-Redirect"] == "/think/yet?step=3&waiting=1"


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    ("problem", "method", "status", "words"),
    [
        ("much", "GET", 429, "requests from your network"),
        ("much", "POST", 429, "requests from your network"),
        ("lost", "GET", 503, "too much memory"),
        ("lost", "POST", 503, "too much memory"),
    ],
)
def test_what_cannot_be_shown_says_when_to_ask_again(
    thinker: Flask, headers: dict[str, str], problem: str, method: str, status: int, words: str
) -> None:
    answer = thinker.test_client().open(
        f"/think/{problem}", method=method, headers={**SAME, **headers}
    )
    assert answer.status_code == status
    assert words in answer.text
    assert 1 <= int(answer.headers["Retry-After"]) <= 5


def test_what_was_pressed_is_kept_and_sent_again(thinker: Flask) -> None:
    form = {"code": "1 & 2", "version": "3", "also": ["a", "b"]}
    data = {**form, "file": (BytesIO("1 . é".encode()), "board.txt")}
    answer = thinker.test_client().post("/think/yet?step=3", data=data, headers=SAME)
    assert (answer.status_code, answer.headers["Retry-After"]) == (202, "1")
    assert 'action="/think/yet?step=3&amp;waiting=1"' in answer.text
    fields = re.findall(r'<input type="hidden" name="(.*?)" value="(.*?)">', answer.text)
    assert [(name, unescape(value)) for name, value in fields] == [
        *(("code", "1 & 2"), ("version", "3"), ("also", "a"), ("also", "b"), ("file", "1 . é")),
    ]
    assert "press <b>Go on</b>" in answer.text


def test_a_page_sends_again_by_itself_until_the_answer_comes(thinker: Flask) -> None:
    thinker.add_url_rule("/done", view_func=lambda: 500 * "Done", methods=["POST"])
    client, headers = thinker.test_client(), {**SAME, **HTMX, "HX-Target": "section#game"}
    answer = client.post("/think/yet", data={"tier": "1"}, headers=headers)
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (202, "#notice")
    assert 'hx-post="/think/yet?waiting=1"' in answer.text
    assert 'hx-target="#game"' in answer.text
    assert '<input type="hidden" name="tier" value="1">' in answer.text
    source = {"HX-Source": "form#again"}
    again = client.post("/think/yet?waiting=1", headers={**headers, **source})
    assert "hx-partial" not in again.text
    page = client.post("/done", headers={**headers, **source, "Accept-Encoding": "gzip"})
    assert 'hx-target="#notice"' in gzip.decompress(page.data).decode()
    assert client.post("/done", headers=headers).text == 500 * "Done"


def test_a_change_that_is_stored_leads_to_its_page_while_that_is_worked_out(app: Flask) -> None:
    def change() -> str:
        lead_if_pending("/there")
        raise PendingError

    app.add_url_rule("/change", view_func=change, methods=["POST"])
    answer = app.test_client().post("/change", headers={**SAME, **HTMX})
    assert (answer.status_code, answer.location) == (303, "/there")
