from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from solver.deduction.games import game_named
from webapp.mastermind.feedback_sheet import format_sheet, parse_rows
from webapp.mastermind.setup import BreakerSetup, ComputerSetup, StoredRole
from webapp.storage.games import Store, StoredGame
from webapp.storage.tables import games

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


def review_of(url: str) -> str:
    return f"/mastermind/review/{url.rsplit('/', 1)[1]}"


def text_of(page: str) -> str:
    """Return what stands on a page, without what it is made of."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def find_part(page: str, pattern: str, flags: int = 0) -> str:
    """Return what the first group of a pattern is on a page, which must have it."""
    match = re.search(pattern, page, flags)
    assert match, pattern
    return match[1]


def record_of(app: Flask, url: str) -> StoredGame:
    *_, kind, game_id = url.split("/")
    record = app.extensions["store"].load_any(game_id, kind)
    assert isinstance(record, StoredGame)
    return record


def secret_of(app: Flask, url: str) -> str:
    return str(json.loads(record_of(app, url).start)["secret"])


def unlinked(page: str) -> str:
    """Return a page of Hidoku without the links of the cells that its sentences name."""
    page = re.sub(r'<span class="named"[^>]*>([^<]*)</span>', r"\1", page)
    return re.sub(r'<a class="place"[^>]*>([^<]*)</a>', r"\1", page)


@dataclass
class Player:
    """A visitor with a browser of their own, playing without script or by htmx."""

    client: FlaskClient
    by_htmx: bool = False

    @property
    def id(self) -> str:
        with self.client.session_transaction() as session:
            return str(session["player"])

    def open_tab(self) -> Player:
        cookie = self.client.get_cookie("pegs")
        tab = Player(self.client.application.test_client(), self.by_htmx)
        tab.client.set_cookie("pegs", cookie.value if cookie else "")
        return tab

    def get(self, url: str) -> TestResponse:
        return self.client.get(url, headers=HTMX if self.by_htmx else None)

    def post(self, url: str, **form: object) -> TestResponse:
        headers = {"Sec-Fetch-Site": "same-origin", **(HTMX if self.by_htmx else {})}
        return self.client.post(url, data=form, headers=headers)

    def read(self, url: str, status: int = 200) -> str:
        answer = self.get(url)
        assert answer.status_code == status, url
        return answer.text

    def send(self, url: str, status: int, **form: object) -> str:
        """Post a form; return the page that answers it, with this status."""
        answer = self.post(url, **form)
        assert answer.status_code == status, answer.text
        return answer.text

    def submit(self, url: str, **form: object) -> str:
        """Post a form; return the address that it leads to."""
        answer = self.post(url, **form)
        assert answer.status_code == 303, answer.text
        return answer.location

    def new(self, kind: str, **form: object) -> str:
        return self.submit(f"/{kind}/games", **form)

    def move(self, url: str, action: str, **form: object) -> TestResponse:
        """Post a change from the page as it is now, and follow the way back to it."""
        answer = self.post(f"{url}/{action}", version=self.newest(url), **form)
        return self.get(answer.location) if answer.status_code == 303 else answer

    def newest(self, url: str) -> str:
        """Return the version that the page would say, without having it rendered: for each move."""
        store: Store = self.client.application.extensions["store"]
        query = select(games.c.version).where(games.c.id == url.rsplit("/", 1)[1])
        with store.reading() as connection:
            return str(connection.scalar(query) or 0)

    def old_helper(
        self, rows: str = "", game: str = "classic", keys: str = BreakerSetup.keys
    ) -> str:
        """Store a game of the visitor as the helper did; return the address that it had."""
        store: Store = self.client.application.extensions["store"]
        with self.client.session_transaction() as session:
            player = session.setdefault("player", "0123456789abcdefghijkl")
        sheet = parse_rows(game_named(game), rows)
        start = ComputerSetup(StoredRole.HELPER, keys=keys).write()
        is_finished = sheet.found is not None
        row = store.create(player, "helper", game, start, format_sheet(sheet), finished=is_finished)
        return f"/mastermind/helper/{row.id}"

    def version(self, url: str) -> str:
        page = self.client.get(url).text
        match = re.search(r'name="version" value="(\d+)"', page)
        return match[1] if match else "0"


def visitor(app: Flask, network: int | None = None) -> Player:
    """Return somebody with a browser of their own, from another network for each number."""
    client = app.test_client()
    if network is not None:
        client.environ_base["REMOTE_ADDR"] = f"192.0.2.{network}"
    return Player(client)
