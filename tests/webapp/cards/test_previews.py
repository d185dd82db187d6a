"""What messengers read of every page that is sent, by the rules of Open Graph and of the large.

Facebook and WhatsApp want absolute addresses, 1.91 : 1, and take pictures of less than 300 kB for
sure; Slack, Signal, Telegram and X read the same tags.
"""

from html.parser import HTMLParser
from io import BytesIO
from urllib.parse import urlsplit

import pytest
from flask import Flask
from PIL import Image

from tests.cases import cases
from tests.webapp.http.visits import share_of
from tests.webapp.player import Player
from webapp.hidoku.days import daily_name
from webapp.http import security
from webapp.storage.records.dailies import today

REQUIRED = {"type", "site_name", "url", "title", "description", "image"}
OF_PICTURE = {"image:type", "image:width", "image:height", "image:alt"}


class Tags(HTMLParser):
    """The meta elements of a page, by name or property; one that comes twice is an error."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.is_in_head = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fields = dict(attrs)
        self.is_in_head = (self.is_in_head or tag == "head") and tag != "body"
        name = fields.get("property") or fields.get("name")
        if tag == "meta" and name and name != "theme-color":  # of which there is one a theme
            assert self.is_in_head
            assert name not in self.found
            self.found[name] = fields.get("content") or ""


@pytest.fixture
def sent(app: Flask) -> dict[str, str]:
    """The addresses of pages that one sends, by what they are."""
    player = Player(app.test_client())
    challenge = player.new("mastermind/challenge", game="mini")
    player.move(challenge, "code", code="112")
    return {
        "home": "/",
        "board": "/hidoku/boards/findling",
        "daily": f"/hidoku/boards/{daily_name(today())}",
        "solutions": "/hidoku/watch/findling/solutions",
        "step": "/hidoku/watch/findling?step=9&by=both",
        "challenge": challenge,
        "game": f"/g/{share_of(player)}",
        "position": "/mastermind/analysis/classic/1122:1,0",
        "own board": "/mastermind/analysis/5x6/12/11223:1,0",
        "rules": "/hidoku/rules",
    }


def test_every_page_that_is_sent_has_its_card(app: Flask, sent: dict[str, str]) -> None:
    stranger = app.test_client()
    pictures = {}
    for label, address in sent.items():
        tags = Tags(stranger.get(address).text).found
        values = {name.removeprefix("og:"): text for name, text in tags.items()}
        assert values.keys() >= REQUIRED | OF_PICTURE, label
        assert all(values[name] for name in REQUIRED | OF_PICTURE), label
        assert tags["twitter:card"] == "summary_large_image"
        assert values["description"] == " ".join(values["description"].split())
        assert ".." not in values["description"]
        assert 10 <= len(values["title"]) <= 120, values["title"]
        assert 20 <= len(values["description"]) <= 300, values["description"]
        url, picture = urlsplit(values["url"]), urlsplit(values["image"])
        assert {url.scheme, picture.scheme} == {"http"}
        assert {url.netloc, picture.netloc} == {"localhost"}
        pictures[label] = values["image"]
        check_picture(stranger, values["image"], label)
    usual = {"home", "rules", "daily"}  # of a board that is not made yet there is nothing to show
    addresses = [address for label, address in pictures.items() if label not in usual]
    assert len(set(addresses)) == len(addresses) - 2  # solutions and steps as their board
    old = stranger.get("/cards/study/every/perfect/mini.png")  # results of the Lab had one once
    assert old.data == stranger.get(pictures["home"]).data


def check_picture(client: object, address: str, label: str) -> None:
    answer = client.get(address)  # type: ignore[attr-defined]
    assert answer.status_code == 200, label
    assert answer.content_type == "image/png"
    assert len(answer.data) < 300_000
    with Image.open(BytesIO(answer.data)) as image:
        assert image.size == (1200, 630)
        assert image.format == "PNG"
        assert len(image.getcolors(1 << 20) or ()) > 20, label  # it is not empty
    # the day's board is not made yet, so the house's card is sent for now
    policy = "no-store" if label == "daily" else "public"
    assert policy in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})  # type: ignore[attr-defined]
    assert again.status_code == 304


def test_who_plays_gets_no_cookie_by_a_picture(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(app.test_client())
    player.new("hidoku/play")
    monkeypatch.setattr(security, "today", lambda: 7)  # on another day a page renews the cookie
    assert "Set-Cookie" not in player.client.get("/cards/home.png").headers
    assert "Set-Cookie" in player.client.get("/").headers


@cases(
    "address",
    [
        *("board/own-aaaaaaaaaaaaaaaa", "board/nothing"),
        *("game/aaaaaaaaaaaaaaaa", "challenge/aaaa", "position/nothing", "position/classic/1:9"),
    ],
)
def test_there_is_no_card_of_what_is_not_there(app: Flask, address: str) -> None:
    path, mark, query = address.partition("?")
    answer = app.test_client().get(f"/cards/{path}.png{mark}{query}")
    assert answer.status_code == 404


def test_the_card_of_a_withdrawn_game_is_gone(app: Flask) -> None:
    player = Player(app.test_client())
    share = share_of(player)
    assert player.get(f"/cards/game/{share}.png").status_code == 200
    player.post(f"/g/{share}/withdrawals")
    assert player.get(f"/cards/game/{share}.png").status_code == 404


def test_the_houses_card_is_not_kept_for_a_board_that_is_still_to_be_made(app: Flask) -> None:
    client = app.test_client()
    card = client.get("/cards/board/9x9-hard-4711.png")
    assert card.data == client.get("/cards/home.png").data
    assert card.headers["Cache-Control"] == "no-store"
    picture = client.get("/cards/board/findling.png")
    assert "max-age=3600" in picture.headers["Cache-Control"]
