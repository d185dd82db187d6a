"""Hundreds of requests that nobody would send: none breaks the server, none betrays a code.

That a code is not betrayed is tested without knowing how it could be written: beside the game
stands its twin, with another code that fits every row as well, and the same request must get the
same answer from both. ``PEGS_TEST_FUZZ=10000`` sends more of them.
"""

import os
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
from flask import Flask, Response, request

from solver.deduction.games import game_named
from solver.deduction.matches import Match, Outcome
from tests.sampling import asks_all, drawn_by
from tests.webapp.http.fuzz import Drawer, Request
from tests.webapp.http.visits import (
    KINDS,
    Answer,
    Visitor,
    circle_of,
    class_of,
    contest_of,
    share_of,
    visitor_of,
)
from tests.webapp.player import Player
from webapp.mastermind.breaker.game import parse_guesses
from webapp.mastermind.setup import StoredRole, parse_setup

REQUESTS = int(os.environ.get("PEGS_TEST_FUZZ", "10000" if asks_all() else "800"))
FEW_OF_A_KIND = 12  # games that are played side by side; new ones take the places of the oldest
TWIN = "T" * 22
BEGUN = re.compile(r"^/(mastermind/\w+|hidoku/play|lab/jobs)/([\w-]{16,32})$")
PARTS = {kind: name for name, kind in KINDS.items()} | {"hidoku/play": "play", "lab/jobs": "lab"}


class Table:
    """The games as they are stored, seen and changed from outside of the application."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("PRAGMA synchronous=OFF")
        self.connection.execute("PRAGMA busy_timeout=10000")

    def close(self) -> None:
        self.connection.close()

    def find(self, game_id: str) -> dict[str, object] | None:
        row = self.connection.execute("SELECT * FROM games WHERE id = ?", (game_id,)).fetchone()
        return dict(row) if row else None

    def version(self, game_id: str) -> int:
        row = self.find(game_id) if game_id.isascii() else None
        return int(str(row["version"])) if row else 1

    def put(self, row: dict[str, object]) -> None:
        marks = ", ".join("?" * len(row))
        query = f"INSERT OR REPLACE INTO games ({', '.join(row)}) VALUES ({marks})"
        self.connection.execute(query, tuple(row.values()))

    def drop(self, game_id: str) -> None:
        self.connection.execute("DELETE FROM games WHERE id = ?", (game_id,))


def other_secret(row: dict[str, object], chance: Random) -> str | None:
    """Return another code that fits every row of a game under way; None if nothing is secret."""
    setup = parse_setup(str(row["start"]))
    if (
        row["finished"]
        or not setup.secret
        or setup.role not in (StoredRole.BREAKER, StoredRole.GUEST)
    ):
        return None
    game = game_named(str(row["rules"]))
    guesses = parse_guesses(game, str(row["moves"]))
    match = Match(game, game.parse_code(setup.secret), guesses)
    if match.outcome is not Outcome.PLAYING:
        return None
    codes = [game.code_at(int(index)) for index in game.secrets]
    fitting = [
        code
        for code in codes
        if code != match.secret
        and all(game.feedback(turn.code, code) == turn.feedback for turn in match.turns)
    ]
    return game.format_code(chance.choice(fitting)) if fitting else None


@dataclass
class Fuzz:
    """Some visitors by the id of the player, their games, and what is drawn for them."""

    app: Flask
    visitors: dict[str, Visitor]
    drawer: Drawer
    table: Table
    twins: int = 0

    def send(self) -> int:
        """Send a request, look at the answer, and return its status."""
        chance, request = self.drawer.chance, self.drawer.draw()
        game_id = next((part for part in request.path.split("/") if len(part) == 22), "")
        before = self.table.find(game_id)
        visitor = chance.choice([*self.visitors.values(), Visitor(self.app)])
        if before and chance.random() < 0.85:
            visitor = self.visitors.get(str(before["player"]), visitor)
        visitor = visitor.by_htmx() if chance.random() < 0.5 else visitor
        answer = ask(visitor, request)
        assert answer.status < 500, (answer.status, request)
        assert "X-Injected" not in answer.headers, request
        if before and answer.status >= 400:
            assert self.table.find(game_id) == before, request  # what is refused changes nothing
        if before and before["kind"] == "breaker":
            self.check_twin(visitor, request, answer, before)
        self.learn(answer)
        return answer.status

    def check_twin(
        self, visitor: Visitor, request: Request, answer: Answer, before: dict[str, object]
    ) -> None:
        """The answer is as it would be with another code that fits as well."""
        game_id = str(before["id"])
        after = self.table.find(game_id)
        secret = other_secret(after, self.drawer.chance) if after else None
        if secret is None:
            return
        setup = replace(parse_setup(str(before["start"])), secret=secret)
        self.table.put({**before, "id": TWIN, "start": setup.write()})
        same = ask(visitor, replace(request, path=request.path.replace(game_id, TWIN)))
        self.table.drop(TWIN)
        assert seen(same, TWIN) == seen(answer, game_id), request
        self.twins += 1

    def learn(self, answer: Answer) -> None:
        """Remember a game that an answer leads to, so that later requests are about it."""
        match = BEGUN.match(answer.headers.get("Location", ""))
        if match and match[1] in PARTS:
            ids = self.drawer.ids.setdefault(PARTS[match[1]], [])
            if match[2] not in ids and match[2] != TWIN:
                ids.append(match[2])
                del ids[:-FEW_OF_A_KIND]
        for draft in re.findall(r'name="draft" value="([\w-]{22})"', answer.text):
            self.drawer.ids["drawing"] = [*self.drawer.ids.get("drawing", ()), draft][-3:]


def ask(visitor: Visitor, request: Request) -> Answer:
    return visitor.ask(request.method, request.path, request.query, request.form, request.kind)


def seen(answer: Answer, game_id: str) -> tuple[object, str]:
    """What a visitor sees of an answer, whichever game's it is."""
    return answer.outline(game_id), answer.text.replace(game_id, "…")


@pytest.fixture
def fuzz(app: Flask, tmp_path: Path) -> Iterator[Fuzz]:
    table, ids = Table(tmp_path / "pegs.sqlite3"), dict[str, list[str]]()
    players = [Player(app.test_client()) for _ in range(2)]
    for player in players:
        begin_games(player, ids)
    chance = drawn_by("fuzz")
    with closing(table):
        visitors = {player.id: visitor_of(player) for player in players}
        yield Fuzz(app, visitors, Drawer(app, chance, ids, table.version), table)


def begin_games(player: Player, ids: dict[str, list[str]]) -> None:
    """Begin games of every kind, on small boards, and a challenge that waits for its guest."""
    forms = [{"game": game} for game in ("mini", "mini", "classic", "pair")]
    for part, kind in KINDS.items():
        for form in forms:
            ids.setdefault(part, []).append(player.new(kind, **form).rsplit("/", 1)[1])
    for form in ({"role": "evil"}, {"practice": "1"}, {"practice": "1"}):
        url = player.new("mastermind/breaker", game="mini", **form)
        ids["breaker"].append(url.rsplit("/", 1)[1])
    for challenge in ids["challenge"][-len(forms) :]:
        player.post(f"/mastermind/challenge/{challenge}/code", version=1, way="draw")
    for _ in range(3):
        ids.setdefault("play", []).append(player.new("hidoku/play").rsplit("/", 1)[1])
    ids["review"] = ids["breaker"]
    ids["shared"] = [share_of(player) for _ in range(3)]
    ids["contest"] = [contest_of(player) for _ in range(3)]
    ids["classroom"] = [class_of(player)]
    ids["circle"] = [circle_of(player)[0]]
    ids["editor"] = ids["watch"] = ids["exports"] = ids["play"]


def test_requests_drawn_by_lot_break_and_betray_nothing(fuzz: Fuzz) -> None:
    statuses = Counter(fuzz.send() for _ in range(REQUESTS))
    successes = statuses[200] + statuses[303]
    assert successes > REQUESTS / 4, statuses  # enough of them mean something
    assert fuzz.twins > REQUESTS / 50


def test_a_page_that_depends_on_the_code_is_found_out(fuzz: Fuzz) -> None:
    """The test above is worth something."""

    def betray(answer: Response) -> Response:
        row = fuzz.table.find((request.view_args or {})["game_id"]) or {}
        answer.headers["X-Code"] = parse_setup(str(row["start"])).secret
        return answer

    game_id = fuzz.drawer.ids["breaker"][0]
    question = Request("GET", f"/mastermind/breaker/{game_id}")
    before = fuzz.table.find(game_id)
    assert before
    visitor = fuzz.visitors[str(before["player"])]
    fuzz.check_twin(visitor, question, ask(visitor, question), before)
    assert fuzz.twins == 1
    fuzz.app.after_request_funcs.setdefault(None, []).append(betray)
    with pytest.raises(AssertionError):
        fuzz.check_twin(visitor, question, ask(visitor, question), before)
