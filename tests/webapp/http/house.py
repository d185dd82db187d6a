"""A house: an application with games of each kind in each state, which can be copied."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

import pytest
from flask import Flask, template_rendered
from werkzeug.routing import Rule

from tests.webapp.conftest import application
from tests.webapp.http import visits
from tests.webapp.plain_browser import PlainBrowser, Reader
from tests.webapp.player import Player
from tests.webapp.work.patience import until
from webapp.config import Settings, read_settings
from webapp.mastermind.breaker import kind as breaker

CODE = "344"  # of three pegs, found by no guess made below
BOARD = "1 2\n3 _"  # one cell short of a solution


#: What somebody would type or choose where a page leaves a field empty.
TYPED = {
    **{"code": "112", "typed": "112", "secret": "112", "nickname": "Ann", "number": "2"},
    **{"cell": "9,1", "row": "1", "column": "1", "address": "/learn", "sure": "1", "choice": "0"},
    **{"text": "1 _\n_ 4", "right": "1", "other": "0", "answer": "1,0", "answers": "1,0"},
}


@dataclass(frozen=True)
class Page:
    """What was answered, and from which templates."""

    answer: visits.Answer
    templates: tuple[str, ...]


class Form(NamedTuple):
    visitor: visits.Visitor
    path: str
    sent: dict[str, str]


Forms = Mapping[str, list[Form]]


@dataclass(frozen=True)
class House:
    """An application with games of each kind in each state, and who looks at them.

    To look changes nothing, so that each page is made once for all who read it.
    """

    app: Flask
    data: Path
    visitors: tuple[visits.Visitor, ...]
    games: Mapping[str, str]
    job: str
    boards: tuple[str, ...]
    pages: dict[tuple[str, str, str], Page] = field(default_factory=dict)

    def values(self, rule: Rule) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield what a rule's arguments may be, with a name for the state."""
        pools = {
            **visits.NAMED,
            "job_id": (self.job,),
            "name": (*visits.NAMED["name"], *self.boards),
        }
        is_of_game = "game_id" in rule.arguments
        games = list(self.games.items()) if is_of_game else [("", "")]
        for state, game_id in games[:1] if rule.endpoint == "moved" else games:
            names = sorted(rule.arguments - {"game_id"} - {*(rule.defaults or ())})
            for chosen in product(*(pools[name] for name in names)):
                yield state, {**dict(zip(names, chosen, strict=True)), "game_id": game_id}

    def page(self, visitor: visits.Visitor, path: str, query: str = "") -> Page:
        """Return a page for somebody without script."""
        key = visitor.cookie, path, query
        if key not in self.pages:
            names: list[str] = []

            def note(_app: Flask, template: object, **_context: object) -> None:
                names.append(str(getattr(template, "name", "")))

            with template_rendered.connected_to(note, self.app):
                answer = visitor.ask("GET", path, query)
            self.pages[key] = Page(answer, tuple(names))
        return self.pages[key]

    @contextmanager
    def copied(self, data: Path) -> Iterator[House]:
        """Open a copy in a new folder: whatever is done there, this house stays as it is."""
        self.app.extensions["store"].close()  # then all is in the file
        shutil.copytree(self.data, data)
        with application(settings_at(data), (data / "pegs.sqlite3").read_bytes()) as app:
            visitors = tuple(replace(visitor, app=app) for visitor in self.visitors)
            yield replace(self, app=app, data=data, visitors=visitors, pages={})


def breaker_games(player: Player) -> Iterator[tuple[str, str]]:
    for role, practice in product(("breaker", "evil"), ("", "1")):
        for state, rows in (("begun", 0), ("midway", 2), ("over", 10)):
            url = player.new("mastermind/breaker", game="mini", role=role, practice=practice)
            for row in range(rows):
                player.move(url, "guesses", code=("112", "213", "341")[row % 3])
            yield f"breaker {role}{practice} {state}", url
    url = player.new("mastermind/breaker", game="mini")
    player.move(url, "hints", tier=3, code="")
    yield "breaker hint", url


def setter_games(player: Player) -> Iterator[tuple[str, str]]:
    yield "setter without a code", player.new("mastermind/setter", game="mini")
    yield "setter begun", player.new("mastermind/setter", game="mini", way="head")
    for setter, code in (("fair", {"code": CODE}), ("evil", {"way": "draw"})):
        form = {"setter": setter, "strategy": "first", **code}
        url = player.new("mastermind/setter", game="mini", **form)
        player.move(url, "answers")
        yield f"setter {setter}", url
    yield (
        "setter thinking",
        player.new("mastermind/setter", game="super", strategy="knuth", way="draw"),
    )
    for state, answers in (("midway", ("0,0",)), ("over", ("3,0",))):
        url = player.new("mastermind/setter", game="mini", way="head")
        for answer in answers:
            player.move(url, "answers", answer=answer, sure=answer)
        yield f"setter {state}", url


def helper_games(player: Player) -> Iterator[tuple[str, str]]:
    for state, rows in (
        ("begun", ""),
        ("midway", "1122:0,0"),
        ("over", "1122:0,0;3434:2,0;3456:4,0"),
        ("in conflict", "1122:0,0;1122:1,0"),
    ):
        yield f"helper {state}", player.old_helper(rows)


def challenges(player: Player, guest: Player) -> Iterator[tuple[str, str]]:
    for state in ("setting", "waiting", "withdrawn", "playing", "over"):
        url = player.new("mastermind/challenge", game="mini")
        if state != "setting":
            player.move(url, "code", code=CODE)
        if state == "withdrawn":
            player.move(url, "withdrawal")
        if state in ("playing", "over"):
            board = guest.post(f"{url}/games", version=2).location
            guest.move(board, "guesses", code="112" if state == "playing" else CODE)
            yield f"guest {state}", board
        yield f"challenge {state}", url


def contests(player: Player, guest: Player) -> Iterator[tuple[str, str]]:
    for state in ("begun", "over"):
        url = f"/group-challenge/{visits.contest_of(player)}"
        board = guest.post(f"{url}/games", nickname="Ann").location
        guest.move(board, "guesses", code="112" if state == "begun" else CODE)
        yield f"contest {state}", url
    race = player.post(f"/group-challenge/{visits.contest_of(player)}/race").location
    guest.post(f"{race}/games", nickname="Ann")
    yield "contest as a race", race
    code = visits.class_of(player)
    guest.post("/class/pupils", code=code, nickname="Ann")
    yield "contest as a class", f"/class/{code}"
    circle, key = visits.circle_of(player)
    yield "contest as a circle", f"/circle/{circle}"
    yield "contest as a circle to join", f"/circle/join/{visits.circle_of(guest)[1]}"
    guest.post(f"/circle/join/{key}", nickname="Bob")


def hidoku_games(player: Player, board: str) -> Iterator[tuple[str, str]]:
    for name, end in ((board, "4"), ("findling", "")):
        yield f"hidoku begun {name}", player.new("hidoku/play", board=name)
        url = player.new("hidoku/play", board=name)
        player.move(url, "hints", tier=3)
        yield f"hidoku hint {name}", url
        if end:
            url = player.new("hidoku/play", board=name)
            player.move(url, "placements", cell="1,1", number=end)
            yield "hidoku over", url
    url = player.new("hidoku/play", board="findling")
    player.move(url, "placements", cell="9,1", number="2")
    player.move(url, "notes", cell="9,2", number="3")
    player.move(url, "undo")
    yield "hidoku midway", url


def job_of(player: Player) -> str:
    url = player.post("/lab/jobs", game="mini", strategy="first").location
    until(lambda: "under-way" not in player.client.get(url).text)
    return url.rsplit("/", 1)[1]


def board_of(player: Player) -> str:
    url = player.post("/hidoku/exchange/import", text=BOARD).location
    return url.rsplit("/", 1)[1]


def games_in_all_states(player: Player, guest: Player, board: str) -> Iterator[tuple[str, str]]:
    """Begin games of each kind; yield the state and the address of each."""
    yield from breaker_games(player)
    yield from setter_games(player)
    yield from helper_games(player)
    yield from challenges(player, guest)
    yield from hidoku_games(player, board)
    yield "shared", f"/g/{visits.share_of(player)}"
    yield from contests(player, guest)


def settings_at(data: Path) -> Settings:
    return read_settings({"PEGS_DATA": str(data), "PEGS_NEW_A_DAY": "100000"})


@contextmanager
def open_house(data: Path, database: bytes) -> Iterator[House]:
    with application(settings_at(data), database) as app:
        player, guest = Player(app.test_client()), Player(app.test_client())
        board = board_of(player)
        player.post("/hidoku/editor/givens", cell="0,0", number="7")
        player.post("/learn/runs/all/next")
        with pytest.MonkeyPatch.context() as patch:  # not while others use the house
            patch.setattr(breaker, "random_code", lambda game: game.parse_code(CODE))
            games = {
                state: url.rsplit("/", 1)[1]
                for state, url in games_in_all_states(player, guest, board)
            }
        visitor = visits.visitor_of(player)
        visitors = (visitor, visitor.by_htmx(), visits.visitor_of(guest), visits.Visitor(app))
        yield House(app, data, visitors, games, job_of(player), (board,))


def forms_on(page: str, url: str, visitor: visits.Visitor) -> Iterator[Form]:
    """Yield the form of each button on a page, as it is filled; what is empty is typed."""
    browser = PlainBrowser(visitor.app.test_client())
    browser.root = Reader(page).root
    for button in browser.all("button"):
        form = browser.form_of(button)
        if form is None:
            continue
        method, action, sent = browser.sent_by(button, form)
        if method == "post":
            names = {element.attrs["name"] for element in form if "name" in element.attrs}
            sent |= {name: TYPED[name] for name in names & TYPED.keys() if not sent.get(name)}
            yield Form(visitor, urljoin(url, action), sent)


def forms_of(house: House) -> Forms:
    """Return the forms of all pages by what they are sent to."""
    forms = defaultdict(list)
    adapter = house.app.url_map.bind("localhost")
    places = [
        (rule, values)
        for rule in visits.rules_of(house.app, "GET")
        for _, values in house.values(rule)
    ]
    for (rule, values), visitor in product(places, (house.visitors[0], house.visitors[2])):
        path = visits.path_of(rule, values)
        page = house.page(visitor, path).answer
        if page.status == 200 and "html" in page.headers.get("Content-Type", ""):
            for form in forms_on(page.text, path, visitor):
                endpoint, _ = adapter.match(form.path.partition("?")[0], "POST")
                forms[endpoint].append(form)
    return forms
