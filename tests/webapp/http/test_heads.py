"""What the head of every page says of it: a description of its own, and its one address."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from markupsafe import Markup

from tests.cases import cases
from tests.sampling import sample
from tests.webapp.http.house import House
from tests.webapp.http.visits import path_of, rules_of
from tests.webapp.player import Player
from webapp.config import ROOT
from webapp.site.machines import ABOUT_SOMETHING, public_endpoints

SHORTEST, LONGEST = 50, 160
#: Without these a page would show another template than it can.
QUERIES = {
    "imports.start": ("", "text=1+.+3/.+%23+./7+.+."),
    "classroom.page": ("", "screen=1"),
}
BASES = tuple(f'{{% extends "{name}.html" %}}' for name in ("layout", "learn/question_page"))
PAGES = {
    path.relative_to(ROOT / "templates").as_posix()
    for path in (ROOT / "templates").rglob("*.html")
    if path.read_text().startswith(BASES)
}


@dataclass
class Head(HTMLParser):
    """The head of a page: what it says by name, and where it leads by kind."""

    text: str
    said: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.text.partition("</head>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes: Mapping[str, str | None] = dict(attrs)
        if tag == "meta" and attributes.get("name"):
            self.said[f"{attributes['name']}"].append(f"{attributes.get('content')}")
        if tag == "link":
            self.said[f"{attributes['rel']}"].append(f"{attributes['href']}")


@dataclass(frozen=True)
class SeenPage:
    """A whole page that was answered: by which route, from which template."""

    label: str
    endpoint: str
    path: str
    status: int
    template: str
    head: Head


@pytest.fixture(scope="module")
def pages(house: House) -> list[SeenPage]:
    """Every page of every state, once."""
    return list(seen_pages(house))


def seen_pages(house: House) -> Iterator[SeenPage]:
    visitors = (house.visitors[0], *house.visitors[2:])  # not by htmx: a part has no head
    for rule in rules_of(house.app, "GET"):
        if rule.endpoint.startswith("embed."):  # frames on other sites' pages
            continue
        for state, values in house.values(rule):
            path = path_of(rule, values)
            # who asks matters of a game alone
            limit = 3 if rule.endpoint == "classroom.page" else 2 if state else 1
            asking = sample(visitors, limit, f"{rule.rule} {state}") if state else visitors[:1]
            for visitor, query in product(asking, QUERIES.get(rule.endpoint, ("",))):
                page = house.page(visitor, path, query)
                if page.answer.body.startswith(b"<!DOCTYPE html>"):
                    label = f"{path} ({state})"
                    template = next(name for name in page.templates if name in PAGES)
                    head = Head(page.answer.text)
                    yield SeenPage(label, rule.endpoint, path, page.answer.status, template, head)


USUAL = "Mastermind and Hidoku, with a solver that explains each move."


def test_every_page_was_seen_and_describes_itself(pages: list[SeenPage]) -> None:
    templates = defaultdict(set)
    for page in pages:
        (description,) = page.head.said["description"]
        assert SHORTEST <= len(description) <= LONGEST, (page.label, description)
        assert description == description.strip(), page.label
        assert description[-1] in ".?", page.label
        if description == USUAL:  # of pages that only their player can open
            assert not page.head.said["canonical"], page.label
        else:
            templates[description].add(page.template)
    doubles = {text: names for text, names in templates.items() if len(names) > 1}
    assert not doubles
    page_templates = {page.template for page in pages}
    assert PAGES - page_templates <= {"pending.html"}  # of slow machines


def test_no_address_is_empty(pages: list[SeenPage]) -> None:
    """As one is that a template reads from a field which has gone."""
    empty = re.compile(r'\b(?:action|formaction|href|src|hx-get|hx-post)=""')
    assert [page.label for page in pages if empty.search(page.head.text)] == []


SHORT = "3 × 3"
#: As long as titles become: of boards by request, of games and of studies.
LONG = {
    "hidoku": "30 × 30 hexagon, eight neighbours, beginner, path without crossings, 40 links",
    "mastermind": "8 pegs, 12 colours, without repeats, white and red keys",
    "lab": "Fewest codes left on average (sampled) on 8 pegs, 12 colours",
}


@cases("name", sorted(PAGES))
def test_short_and_long_titles_have_room(app: Flask, name: str) -> None:
    template = app.jinja_env.get_template(name)
    for title in (
        ()
        if "description" not in template.blocks
        else (SHORT, LONG.get(name.partition("/")[0], SHORT))
    ):
        names = {"title": title} | {name: {"title": title} for name in ("table", "game", "puzzle")}
        face = {"terms": {"code": "code"}}
        names["face"] = face
        names["table"] = {"title": title, "face": face}
        about = {
            "idea": {"title": title, "sentence": "If only one empty cell does, it goes there."}
        }
        context = template.new_context(
            {
                "title": title,
                "about": about,
                **dict.fromkeys(("puzzle", "board", "frame", "shown", "finished", "lesson"), names),
            }
        )
        description = Markup("").join(template.blocks["description"](context)).unescape().strip()
        assert SHORTEST <= len(description) <= LONGEST, (len(description), description)


def test_public_pages_have_one_address(house: House, pages: list[SeenPage]) -> None:
    with house.app.app_context():
        public = public_endpoints()
    assert public >= ABOUT_SOMETHING
    for page in pages:
        canonical, robots = page.head.said["canonical"], page.head.said["robots"]
        if page.endpoint in public:
            assert canonical == [f"http://localhost{page.path}"], page.label
            assert not robots
        else:
            assert (canonical, robots) == ([], ["noindex"]), page.label


def test_what_a_page_shows_just_now_has_no_address_of_its_own(stranger: Player) -> None:
    for path, query in (
        ("/", "draft=12"),
        ("/hidoku/watch/findling", "step=7&by=search"),
        ("/hidoku/boards/findling", "v=1"),
    ):
        for base in ("http://localhost", "https://localhost", "http://localhost:8000"):
            page = stranger.client.get(f"{path}?{query}", base_url=base).text
            assert Head(page).said["canonical"] == [f"{base}{path}"]


def test_colours_of_the_browser_follow_the_theme(stranger: Player) -> None:
    def colours() -> list[str]:
        return Head(stranger.get("/").text).said["theme-color"]

    tokens = Path(ROOT / "static/css/tokens.css").read_text()
    light, dark = colours()
    assert f"--linen-100: {light};" in tokens
    assert f"--night-950: {dark};" in tokens
    for theme, colour in (("light", light), ("dark", dark)):
        stranger.post("/you/settings", theme=theme)
        assert colours() == [colour]


def test_heads_name_what_is_there(stranger: Player) -> None:
    head = Head(stranger.get("/").text).said
    for kind in ("icon", "manifest", "alternate", "preload"):
        (address,) = head[kind]
        assert not urlsplit(address).netloc
        assert stranger.get(address).status_code == 200, kind
