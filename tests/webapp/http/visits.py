"""Every address there is, and requests as a server passes them on: byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from urllib.parse import unquote_to_bytes, urlencode

from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.routing import Rule
from werkzeug.test import run_wsgi_app

from tests.webapp.player import HTMX, Player

SAME_ORIGIN = {"Sec-Fetch-Site": "same-origin"}
FORM = "application/x-www-form-urlencoded"
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW")

ARGUMENT = re.compile(r"<(?:[^:<>]+:)?(\w+)>")

#: What each kind of Mastermind game begins with, by the name of its blueprint.
KINDS = {
    "breaker": "mastermind/breaker",
    "setter": "mastermind/setter",
    "challenge": "mastermind/challenge",
}
#: What may stand in the places of arguments that name no game; several where they differ in kind.
NAMED: Mapping[str, tuple[str, ...]] = {
    "name": (
        *("findling", "v7-4x4-7", "v7-5x5-4711", "daily-2026-11-21"),
        *("mini", "hidoku", "mastermind", "all"),
    ),
    "day": ("2026-11-22", "2026-11-21"),
    "key": ("x",),
    "form": ("txt", "json", "svg"),
    "what": ("undo", "rows"),
    "row": ("1", "2"),
    "answers": ("2,0",),
    "study": ("every/perfect/mini", "sample/first/grand/500"),
    "filename": ("css/base.css",),
    "names": ("base",),
    "kind": ("liar", "one-code-left", "what-is-proved", "piles", "find-the-step"),
    "technique": ("corner", "crossing"),
    "level": ("easy",),
    "seed": ("v1-7", "v2-7"),
    "entry": ("frames",),
    "rest": ("rows/1",),
    "keys": ("black-white",),
    "rules": ("mini",),
    "course": ("mastermind", "hidoku", "search"),
    "lesson": ("feedback", "two-rows", "the-path", "depth-first"),
    "step": ("1", "5"),
    "position": ("mini/112:1,0", "mini/112:0,0/112:1,0", "mini/112", "pair/13:%3F"),
}


@dataclass(frozen=True)
class Answer:
    """What came back for a request."""

    status: int
    headers: Headers
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    def outline(self, name: str = "") -> tuple[int, list[tuple[str, str]]]:
        """The status and all headers; a name asked for, and what counts the seconds, left out."""
        headers = [
            (key, value.replace(name, "…") if name else value) for key, value in self.headers
        ]
        timeless = [(key, "" if key in ("Date", "Set-Cookie") else value) for key, value in headers]
        return self.status, sorted(timeless)


@dataclass(frozen=True)
class Visitor:
    """Somebody who sends whatever they like, with the cookie of a player or without one."""

    app: Flask
    cookie: str = ""
    headers: Mapping[str, str] = field(default_factory=lambda: SAME_ORIGIN)

    def ask(
        self, method: str, path: str, query: str = "", form: bytes | None = None, kind: str = FORM
    ) -> Answer:
        """Send a request; ``path`` is percent-encoded, as a socket would get it."""
        environ = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost",
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(form or b""),
        }
        if form is not None:
            environ |= {"CONTENT_TYPE": kind, "CONTENT_LENGTH": str(len(form))}
        own_headers = {**self.headers, **({"Cookie": self.cookie} if self.cookie else {})}
        environ |= {
            f"HTTP_{name.upper().replace('-', '_')}": own_headers[name] for name in own_headers
        }
        body, status, headers = run_wsgi_app(self.app, environ, buffered=True)
        return Answer(int(status.split()[0]), headers, b"".join(body))

    def by_htmx(self) -> Visitor:
        return Visitor(self.app, self.cookie, {**self.headers, **HTMX})


def visitor_of(player: Player) -> Visitor:
    cookie = player.client.get_cookie("pegs")
    return Visitor(player.client.application, f"pegs={cookie.value}" if cookie else "")


def rules_of(app: Flask, *methods: str) -> list[Rule]:
    """Return the rules of all addresses, or of those that take one of some methods."""
    rules = sorted(app.url_map.iter_rules(), key=lambda rule: (rule.rule, rule.endpoint))
    return [rule for rule in rules if not methods or set(methods) & (rule.methods or set())]


def path_of(rule: Rule, values: Mapping[str, str]) -> str:
    """Return an address with percent-encoded text in the places of its arguments, as it is."""
    return ARGUMENT.sub(lambda match: values[match[1]], rule.rule)


def fields(**values: object) -> bytes:
    """Return a form as browsers send it."""
    return urlencode(values, doseq=True).encode()


def broken_code(player: Player) -> str:
    """Return the id of a game whose code the computer has found."""
    url = player.new("mastermind/setter", game="mini", code="111")
    player.move(url, "answers", answer="3,0", sure="3,0")
    return url.rsplit("/", 1)[1]


def valid_values(player: Player) -> dict[str, dict[str, str]]:
    """Begin a game of each kind; return arguments that name something, by blueprint."""
    ids = {
        name: player.new(kind, game="mini").rsplit("/", 1)[1] for name, kind in KINDS.items()
    } | {"analysis": player.old_helper(game="mini").rsplit("/", 1)[1]}
    ids |= {"play": player.new("hidoku/play", board="findling").rsplit("/", 1)[1]}
    ids |= {"review": broken_code(player), "shared": share_of(player)}
    ids |= {"contest": contest_of(player), "classroom": class_of(player)}
    ids |= {"circle": circle_of(player)[0]}
    ids |= dict.fromkeys(("watch", "editor", "exports"), ids["play"])
    common = {argument: values[0] for argument, values in NAMED.items()}
    common |= {"job_id": "a", "game_id": 22 * "a"}
    rooms = {"": common} | {name: {**common, "game_id": key} for name, key in ids.items()}
    names = {"daily": "mastermind", "runs": "all"}
    return rooms | {room: {**common, "name": name} for room, name in names.items()}


def share_of(player: Player) -> str:
    """Play a game to its end and show it to whoever has the link; return the id of that."""
    url = player.new("mastermind/breaker", game="mini")
    for row in range(10):
        player.move(url, "guesses", code=("112", "213", "341")[row % 3])
    plain_player = Player(player.client)  # by htmx it leads nowhere
    return str(plain_player.post("/g/", game=url.rsplit("/", 1)[1]).location).rsplit("/", 1)[1]


def contest_of(player: Player) -> str:
    answer = Player(player.client).post("/friends/codes/black-white/mini", code="344")
    return str(answer.location).rsplit("/", 1)[1]


def class_of(player: Player) -> str:
    """Open a class with a step; return its code."""
    code = str(player.post("/class").location).rsplit("/", 1)[1]
    player.post(f"/class/{code}/steps", address="/learn")
    return code


def circle_of(player: Player) -> tuple[str, str]:
    """Make a circle; return its id and the end of its link."""
    form = {"name": "Kitchen table", "nickname": "Ann"}
    address = str(player.post("/friends/circles", **form).location)
    link = re.search(r"/circle/join/(\w+)", player.get(address).text)
    assert link
    return address.rsplit("/", 1)[1], link[1]


def hostile_paths(
    rule: Rule, valid: Mapping[str, str], values: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield addresses with each hostile value in the place of each argument, and its name."""
    for argument in sorted(rule.arguments):
        for name, value in values.items():
            yield name, path_of(rule, {**valid, argument: value})
