"""Whatever is pressed while nothing is compiled yet is carried out as soon as it can be, once.

Every address that takes a form gets it from a game in each state, without script or by htmx. A twin
of the application, which is warm, says what comes of each.
"""

import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from itertools import product
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import insert, select

from tests.sampling import sample
from tests.webapp.conftest import application
from tests.webapp.http.cold import ColdApp, cold_app
from tests.webapp.http.fuzz import EDITS, EVERY_FIELD
from tests.webapp.http.house import House
from tests.webapp.http.visits import NAMED, Answer, Visitor, path_of, rules_of
from webapp.config import read_settings
from webapp.storage.tables import games

#: What differs between forms that go to the same address.
FORMS: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "breaker.create": ({"game": "mini"}, {"game": "mini", "role": "evil", "code": "112"}),
    "breaker.guess": ({"code": "112"}, {"code": "111"}),
    "breaker.hint": ({"tier": "1"}, {"tier": "2"}, {"tier": "3"}),
    "breaker.ask_claim": ({"ask": "hole 1 is 1"}, {"ask": "row", "code": "112"}),
    "editor.change": ({"cell": "0,0", "number": "3", "board": "findling"},),
    "editor.play": ({"board": "findling"},),
    "editor.hint": ({"board": "findling"},),
    "editor.why": ({"board": "findling", "cell": "0,0", "number": "7"},),
    "exercises.advance": ({},),
    "pencil.note": ({"cell": "9,2", "number": "3"},),
    "play.create": ({"board": "findling"},),
    "play.erase": ({"cell": "9,1"},),
    "play.place": ({"cell": "9,1", "number": "2"},),
    "play.redo": ({},),
    "play.undo": ({},),
    "play.hint": ({"tier": "1"}, {"tier": "3"}),
    "play.why": ({"claim": "2:9,2", "asked": "1"},),
    "setter.code": ({"way": "draw"}, {"way": "head"}, {"code": "112"}),
    "setter.create": (
        {"game": "mini", "way": "draw"},
        {"game": "mini", "way": "draw", "setter": "evil"},
    ),
}
#: The moves of both games; none waits, but for a code that is only chosen by how it’s guessed.
MOVES = {"breaker.guess", "pencil.note", "play.erase", "play.place", "play.redo", "play.undo"}
#: Addresses whose forms end somebody’s doings, so that the next could do nothing.
LAST = ("data.", "you.", "classroom.", "circle.", "contest.", "settings.")
DONE = {200, 204, 303}
FORM_AGAIN = re.compile(r'<form[^>]*id="again"[^>]*>(.*?)</form>', re.DOTALL)
ACTION = re.compile(r'(?:action|hx-post)="([^"]+)"')
FIELD = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


@dataclass(frozen=True, eq=False)
class Press:
    endpoint: str
    path: str
    form: Mapping[str, str]
    visitor: Visitor
    state: str = ""
    game: str = ""

    def __str__(self) -> str:
        return f"{self.endpoint} {self.path} {self.state} {dict(self.form)}"

    @property
    def body(self) -> bytes:
        return urlencode(self.form).encode()


@dataclass(frozen=True)
class Desk:
    """A warm application, with games of one player in each state."""

    app: Flask
    visitor: Visitor
    begun: Mapping[str, str]
    data: Path

    def copied(self, game_id: str) -> str:
        """Return the id of a copy of a game, so that each form has a game to itself."""
        store, copy = self.app.extensions["store"], uuid4().hex[:22]
        with store.changing() as connection:
            result = connection.execute(select(games).where(games.c.id == game_id))
            row = dict(result.mappings().one())
            connection.execute(insert(games).values({**row, "id": copy, "day": ""}))
        return copy

    def presses(self) -> Iterator[Press]:
        common = {name: values[0] for name, values in NAMED.items()} | {"job_id": "a"}
        for rule in rules_of(self.app, "POST"):
            if rule.endpoint == "moved" or rule.endpoint.startswith(LAST):
                continue
            forms = FORMS.get(rule.endpoint, (EVERY_FIELD,))
            names = {"what": EDITS, "kind": NAMED["kind"]}
            argument = next((name for name in names if name in rule.arguments), "")
            for value in names.get(argument, ("",)):
                values = {**common, argument: value, "name": name_for(rule.endpoint)}
                states = self.begun if "game_id" in rule.arguments else {"": ""}
                for form, (state, game_id) in product(forms, states.items()):
                    if not fits(rule.endpoint, state):
                        continue
                    name = f"{path_of(rule, {**values, 'game_id': ''})} {dict(form)} {state}"
                    for visitor in sample((self.visitor, self.visitor.by_htmx()), 1, name):
                        if not game_id:
                            yield Press(rule.endpoint, path_of(rule, values), form, visitor)
                            continue
                        game = self.copied(game_id)
                        path = path_of(rule, {**values, "game_id": game})
                        sent = {**form, "version": str(self.versions()[game])}
                        yield Press(rule.endpoint, path, sent, visitor, state, game)

    def versions(self) -> dict[str, int]:
        return versions_of(self.app)


def versions_of(app: Flask) -> dict[str, int]:
    with app.extensions["store"].reading() as connection:
        rows = connection.execute(select(games.c.id, games.c.version))
        return {row.id: row.version for row in rows}


def name_for(endpoint: str) -> str:
    room = endpoint.partition(".")[0]
    return {"daily": "mastermind", "runs": "all", "boards": "v7-5x5-4711"}.get(room, "findling")


def fits(endpoint: str, state: str) -> bool:
    room = endpoint.partition(".")[0]
    of_room = {
        "play": "hidoku",
        "pencil": "hidoku",
        "editor": "hidoku",
        "watch": "hidoku",
        "analysis": "none",
    }
    return not state or state.startswith(of_room.get(room, room))


@pytest.fixture
def desk(house: House, tmp_path: Path) -> Iterator[Desk]:
    with house.copied(tmp_path / "warm") as copy:
        versions = versions_of(copy.app)
        begun = {state: game for state, game in copy.games.items() if game in versions}
        yield Desk(copy.app, copy.visitors[0], begun, copy.data)


def send(cold: ColdApp, visitor: Visitor, method: str, path: str, form: bytes | None) -> Answer:
    address, _, query = path.partition("?")
    return cold.ask(visitor.cookie, dict(visitor.headers), method, address, query, form)


def again(answer: Answer) -> tuple[str, bytes]:
    """Return what a page that waits sends, and where to."""
    form = FORM_AGAIN.search(answer.text)
    assert form, answer.text
    action = ACTION.search(form[0])
    assert action
    fields = [(unescape(name), unescape(value)) for name, value in FIELD.findall(form[1])]
    return unescape(action[1]), urlencode(fields).encode()


def test_whatever_is_pressed_is_done_once_it_can_be(desk: Desk, tmp_path: Path) -> None:
    presses = [*desk.presses()]
    shutil.copytree(desk.data, tmp_path / "cold")
    ends = {}
    with cold_app(tmp_path / "cold") as cold:
        first = {
            press: send(cold, press.visitor, "POST", press.path, press.body) for press in presses
        }
        cold.release()
        for press, answer in first.items():
            end = answer.status
            assert answer.status not in (500, 503), press
            assert "send it again" not in answer.text, press
            if answer.status == 202:
                path, form = again(answer)
                end = send(cold, press.visitor, "POST", path, form).status
                assert end != 202, press
            elif answer.status == 303 and press.game:
                page = send(cold, press.visitor, "GET", answer.headers["Location"], None)
                assert page.status in (200, 303), press
                assert "being compiled" not in page.text, press
            ends[press] = end
    for press in presses:
        status = press.visitor.ask("POST", press.path, "", press.body).status
        assert (status in DONE) == (ends[press] in DONE), f"{press}: {ends[press]}, not {status}"
        if press.endpoint in MOVES and status in DONE and "evil" not in press.state:
            assert first[press].status != 202, press
    settings = read_settings({"PEGS_DATA": str(tmp_path / "cold")})
    with application(settings, (tmp_path / "cold" / "pegs.sqlite3").read_bytes()) as app:
        cold_versions, warm_versions = versions_of(app), desk.versions()
    for press in presses:
        assert not press.game or cold_versions[press.game] == warm_versions[press.game], press
    waiting = {press.endpoint for press, answer in first.items() if answer.status == 202}
    assert {"breaker.ask_claim", "editor.hint", "play.why", "setter.code"} < waiting
