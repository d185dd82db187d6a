"""Requests drawn by lot: any address, method and field, with values right, wrong and hostile.

What is drawn keeps clear of long thinking: boards are small, and the addresses that may think long
come seldom. Tests of their own know those.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final
from urllib.parse import quote, quote_from_bytes

from flask import Flask
from werkzeug.routing import Rule

from tests.webapp.http.visits import FORM, METHODS, path_of, rules_of
from webapp.config import ROOT

#: The names that forms have, read off the templates, and those that are made while rendering.
FIELDS: Final = tuple(
    sorted(
        {
            *(
                name
                for path in (ROOT / "templates").rglob("*.html")
                for name in re.findall(r'name="(\w+)"', path.read_text())
            ),
            *(f"hole{hole}" for hole in range(1, 9)),
            *(f"claim{number}" for number in (1, 2, 6, 9)),
            *("right", "other", "role", "guesses", "difficulty", "back"),
            *("node", "show", "waiting", "think", "view", "solution", "page", "like", "v"),
            *("repeats", "feedback", "blanks"),
        }
        - {"viewport", "description", "robots"}
    )
)
MULTIPART: Final = "multipart/form-data; boundary=edge"
LONG: Final = (
    *("a" * 3_000, "9" * 4_500, "1 " * 2_000, "1,1;" * 900, "[" * 3_000),
    *("\n" * 500 + "1 . 3", "-" * 2_000),
)
ODD: Final = (
    *("", " ", "0", "-1", "1", "2", "3", "7", "99", "1e9", "99999999999", "nan", "²", "١", "½"),
    *("\0", "a\0b", "\r\nX-Injected: 1", "é", "♞", "🦄", "\u202e", "\ufffe"),
    *("'", '"><script>', "{{7*7}}"),
    *("../../etc/passwd", "/etc/passwd", "%00", "%2e%2e%2f", "..\\..", "~root", "%s%n", "None"),
    *("true", "[]", "{}", "null", "own", "own-x", "on", "//evil.test/", "javascript:1", "a=b&c=d"),
)
NUMBERS: Final = tuple(map(str, range(1, 17)))
CELLS: Final = tuple(f"{row},{column}" for row in range(-1, 5) for column in range(5))
CODES: Final = (
    *("111", "123", "432", "244", "1122", "1234", "6543", "5555", "0123"),
    *("12", "4,1", "_12"),
)
ANSWERS: Final = ("0,0", "1,0", "0,2", "2,1", "3,0", "4,0", "=", "<", ">", "?", "9,9")
BOARDS: Final = (
    *("findling", "v7-4x4-1", "v7-4x4-beginner-2", "v7-5x5-ring-3"),
    *("daily-2026-01-02", "own-x"),
)
TEXTS: Final = (
    *("1 . 3\n. # .\n7 . .", "1,_\n_,4", "1;;3\n;;\n;;9", "1\t\t3", "1 1", "1", ". .\n. ."),
    *('{"board": [[1, 0], [0, 4]]}', '{"board": [[1, 0, 3]], "adjacency": "4"}', '{"board": 7}'),
    *('{"board": [[1e400]]}', "[[1, 0], [null, 3]]", '{"links": [[[0,0],[9,9]]], "board": [[1]]}'),
)
#: What each field means to be; a field that is not here takes any of the numbers.
MEANT: Final = {
    **dict.fromkeys(("code", "typed", "draft", "secret"), CODES),
    **dict.fromkeys(("cell", "first"), CELLS),
    **dict.fromkeys(("board", "like", "add"), BOARDS),
    **dict.fromkeys(("answer", "sure"), ANSWERS),
    "check": ("empty", "numbers", "filled"),
    "choice": ("0", "1", "2"),
    "rows": ("3", "4", "5", "1122:1,0 1234:0,2", "123:1,0", "123:1,0\n111:0,0"),
    "columns": ("3", "4", "5"),
    "pegs": ("2", "3"),
    "colours": ("2", "3", "4"),
    "game": ("mini", "mini", "mini", "classic", "pair", "bulls9", "own", "3x4", "2x3/4"),
    "study": ("every mini entropy", "sample mini first 20", "worst mini", "every pair parts"),
    "strategy": ("entropy", "knuth", "first", "random", "parts", "perfect", "expected", "worst"),
    "role": ("breaker", "evil"),
    "setter": ("fair", "evil"),
    "practice": ("1",),
    "keys": ("black-white", "white-red", "marks"),
    "way": ("draw", "head", "code"),
    "then": ("play", "edit", "watch"),
    "size": ("own", "6x6"),
    "shape": ("rectangle", "ring", "heart", "hexagon"),
    "adjacency": ("8", "4", "hex", "eight", "four"),
    "difficulty": ("any", "beginner", "easy"),
    "symmetry": ("none", "point", "diagonal"),
    "text": TEXTS,
    "file": TEXTS,
    "tint": ("0", "1", "6"),
    "everywhere": ("1",),
    "cells": ("0,0 0,1", "1,1", "0,0 1,1 2,2"),
    "direction": ("down", "up"),
    "tier": ("1", "2", "3"),
    "by": ("both", "logic", "search"),
    "show": ("candidates", "placements", "list"),
    "tool": ("givens", "holes", "links"),
    "view": ("givens", "solution", "grade"),
    "mode": ("typed", "next", "notes", "tint", "note", "ask"),
    "ask": ("hole 1 is 1", "at least 1 of 2", "exactly 2 of 1 and 2", "row"),
    "repeats": ("all", "none", "guesses"),
    "feedback": ("both", "places", "holes"),
    "back": ("/hidoku/editor", "/hidoku/watch/findling", "/elsewhere"),
    "against": ("first", "before"),
    "seconds": ("3", "30"),
}
#: One value for every field of every form: what a form sends by POST may be in an address as well.
EVERY_FIELD: Final = {name: MEANT.get(name, ("1",))[0] for name in FIELDS} | {"text": "1 _\n_ 4"}
EDITS: Final = ("givens", "takings", "holes", "links", "sizes", "shapes", "texts", "fills", "undo")
#: The addresses that may think long, each with how often it comes among a hundred of the others.
SELDOM: Final = {
    **dict.fromkeys(("boards.create", "boards.make", "boards.board", "lab.create"), 4),
    **dict.fromkeys(("watch.watch", "watch.solutions", "watch.take_over"), 6),
    **dict.fromkeys(("exports.download", "exports.print_page"), 8),
    **dict.fromkeys(("editor.play", "editor.editor", "review.review", "review.row"), 25),
    **dict.fromkeys(("shared.create", "shared.review", "shared.row", "shared.sum"), 25),
}


@dataclass(frozen=True)
class Request:
    """A request as it is sent; ``form`` is None where it has no body."""

    method: str
    path: str
    query: str = ""
    form: bytes | None = None
    kind: str = FORM
    endpoint: str = ""


class Drawer:
    """Draws requests; ``ids`` are those of games by kind, ``version`` tells a game's newest."""

    def __init__(
        self, app: Flask, chance: Random, ids: dict[str, list[str]], version: Callable[[str], int]
    ) -> None:
        self.chance, self.ids, self.version = chance, ids, version
        self.rules = rules_of(app)
        self.weights = [SELDOM.get(rule.endpoint, 100) for rule in self.rules]

    def draw(self) -> Request:
        """Return the next request: mostly by a method that its address takes."""
        (rule,) = self.chance.choices(self.rules, self.weights)
        arguments = {
            name: self._argument(rule, name)
            for name in sorted(rule.arguments - {*(rule.defaults or ())})
        }
        path = path_of(rule, {name: quote(value, safe="/") for name, value in arguments.items()})
        methods = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        method = self.chance.choice(methods if self._is(0.9) else METHODS)
        query = self._encoded(arguments) if self._is(0.5 if method == "GET" else 0.1) else ""
        if method in ("GET", "HEAD", "OPTIONS") and self._is(0.95):
            return Request(method, path, query, endpoint=rule.endpoint)
        form, kind = self._body(arguments)
        return Request(method, path, query, form, kind, rule.endpoint)

    def _is(self, share: float) -> bool:
        return self.chance.random() < share

    def _argument(self, rule: Rule, name: str) -> str:
        if self._is(0.06):
            return self.chance.choice((*ODD, *LONG))
        part = rule.endpoint.partition(".")[0]
        if name in ("game_id", "job_id"):
            mine = self.ids.get("lab" if name == "job_id" else part) or ["a"]
            all_ids = [game_id for ids in self.ids.values() for game_id in ids]
            return self.chance.choice(mine if self._is(0.95) else all_ids)
        values = {
            "name": BOARDS if part != "lab" else ("mini", "classic", "3x4"),
            "what": EDITS,
            "row": NUMBERS[:4],
            "course": ("mastermind", "hidoku", "search"),
            "lesson": ("feedback", "two-rows", "the-path", "counting-steps", "depth-first"),
            "step": NUMBERS[:6],
            "form": ("txt", "json", "svg", "png", "csv"),
            "filename": ("css/base.css", "js/page.js", "img/icon.svg"),
            "names": ("base", "base+hidoku/board", "hidoku/board", "page+copy"),
            "rest": (*EDITS, "rows/1"),
            "entry": ("page", "hidoku/play", "hidoku/cells", "page+copy"),
            "answers": ("0,0", "1,0/0,1", "3,0"),
            "position": ("mini", "mini/112:1,0", "classic/1122:1,0/1344:0,2", "8x5/10", "8x12/10"),
            "day": ("2026-11-22", "2026-11-21", "2999-01-01", "x"),
            "key": ("x",),
            "keys": ("black-white", "letters", "x"),
            "rules": ("mini", "classic", "3x4", "x"),
            "kind": ("one-code-left", "what-is-proved", "piles", "liar", "find-the-step"),
            "technique": ("corner", "crossing", "x"),
            "level": ("easy", "medium", "hard"),
            "seed": ("v1-7", "v2-7", "7"),
            "study": ("every/perfect/mini", "worst/pair", "every/first/3x4"),
        }
        return self.chance.choice(values[name])

    def _fields(self, arguments: dict[str, str]) -> list[tuple[str, str]]:
        """Draw fields, some of them twice, and in half of all forms the newest version."""
        names = self.chance.sample(FIELDS, self.chance.choice((1, 3, 6, 12)))
        if self._is(0.6):
            names += ["code", "cell", "number", "tier"]
        if self._is(0.1):
            names += self.chance.choices(names, k=4)
        pairs = [(name, self._value(name)) for name in names if name != "version"]
        if self._is(0.8):
            newest = self.version(arguments.get("game_id", ""))
            pairs.append(("version", str(newest) if self._is(0.85) else self._value("version")))
        return pairs

    def _value(self, name: str) -> str:
        share = self.chance.random()
        if name == "draft" and share < 0.3:
            return self.chance.choice(self.ids.get("drawing") or ["a"])
        if share < 0.8:
            return self.chance.choice(MEANT.get(name, NUMBERS))
        return self.chance.choice(ODD if share < 0.98 else LONG)

    def _encoded(self, arguments: dict[str, str]) -> str:
        if self._is(0.05):
            return quote_from_bytes(self.chance.randbytes(40), safe="&=%+;")
        pairs = (f"{quote(name)}={quote(value)}" for name, value in self._fields(arguments))
        return "&".join(pairs)

    def _body(self, arguments: dict[str, str]) -> tuple[bytes, str]:
        share = self.chance.random()
        if share < 0.05:
            kind = self.chance.choice((FORM, MULTIPART, "application/json", "text/plain", "", "é"))
            return self.chance.randbytes(200), kind
        if share < 0.2:
            return self._parts(arguments), MULTIPART
        return self._encoded(arguments).encode(), FORM

    def _parts(self, arguments: dict[str, str]) -> bytes:
        """The form as one with a file is sent; the file is text, or anything."""
        parts = [
            f'--edge\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in self._fields(arguments)
            if name != "file"
        ]
        text = self._value("file").encode() if self._is(0.8) else self.chance.randbytes(300)
        head = (
            b'--edge\r\nContent-Disposition: form-data; name="file"; filename="board.txt"\r\n\r\n'
        )
        return b"".join([*parts, head, text, b"\r\n--edge--\r\n"])
