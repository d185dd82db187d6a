"""No address, sent by any method, breaks the server or tells of files outside ``static/``."""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, product, repeat
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.routing import Rule

from tests.sampling import sample
from tests.webapp.conftest import application
from tests.webapp.http import visits
from tests.webapp.player import Player
from webapp.config import read_settings
from webapp.http.assets import STATIC

UP = "../" * 12
HOSTILE = {
    "parent": "../secret_key",
    "encoded": "..%2f..%2fpyproject.toml",
    "encoded dots": "%2e%2e%2f%2e%2e%2fpyproject.toml",
    "encoded twice": "%252e%252e%252fpyproject.toml",
    "overlong slash": "..%c0%af..%c0%afetc%c0%afpasswd",
    "backslash": "..%5c..%5cpyproject.toml",
    "NUL": "findling%00.txt",
    "NUL alone": "%00",
    "absolute": "/etc/passwd",
    "absolute, encoded": "%2fetc%2fpasswd",
    "drive": "C:%5cWindows%5cwin.ini",
    "address": "file:///etc/passwd",
    "zero device": f"{UP}dev/zero",
    "memory": f"{UP}proc/self/environ",
    "home": "~root",
    "long": "a" * 20_000,
    "many digits": "9" * 5_000,
    "deep": "a/" * 2_000 + "a",
    "no ASCII": "%E2%99%9E%F0%9F%A6%84",
    "digit of elsewhere": "%D9%A1",
    "surrogate": "%ed%a0%80",
    "no UTF-8": "%ff%fe",
    "negative": "-1",
    "line": "a%0d%0aX-Injected:%201",
    "markup": "%22%3E%3Cscript%3E",
    "template": "%7B%7B7*7%7D%7D",
    "statement": "'%20OR%201=1--",
    "empty": "",
    "dots": "..",
}
#: What each route gets by every method; the others by those of GET and POST that it takes.
BY_ANY_METHOD = ("parent", "encoded", "NUL", "zero device", "no UTF-8", "many digits")
READ = ("GET", "POST")  # the methods by which some address reads what it is sent
#: What no address takes stands in turn for its kind: it is refused before an address is looked at.
IN_TURN = "in turn"
NEVER_TAKEN = ("PUT", "DELETE", "PATCH", "TRACE", "BREW")
WAYS = ("GET", "HEAD", "OPTIONS", "POST", IN_TURN)
QUERIES = (
    "%00=%00&&&=&=",
    "v=%ff%fe&draft=%ff&row=%ed%a0%80",
    "draft=" + "9" * 5_000,
    "&".join(f"board={name}" for name in ("", "..%2f..%2fsecret_key", "%00", "own-x", "%ff")),
    "row=-1&step=1e9&n=%D9%A1&page=99999999999&seconds=nan&by=..&show=%00&cell=1,&back=//evil.test",
    "text=%00%ff&adjacency=../&game=%7B%7D&pegs=-1&colours=9999&rows=1122:1,0/%00&tool=x&draft=..",
)
A_RULE = 1  # as many attacks are drawn for it
#: Text of files that no answer may carry, beside the server's own secret key.
FOREIGN = (b"root:x:", b"SQLite format 3", b"[build-system]")


@dataclass(frozen=True)
class House:
    """An application with a game of each kind, who plays them, and files that concern nobody."""

    app: Flask
    visitor: visits.Visitor
    valid: dict[str, dict[str, str]]
    data: Path

    def values(self, rule: Rule) -> dict[str, str]:
        return self.valid.get(rule.endpoint.partition(".")[0], self.valid[""])

    def check(self, answer: visits.Answer, label: object) -> None:
        """No fault of ours, no text of a file, and no header that the address wrote."""
        assert answer.status < 500, label
        key = (self.data / "secret_key").read_bytes().strip()
        assert not any(text in answer.body for text in (*FOREIGN, key)), label
        assert "X-Injected" not in answer.headers, label


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, empty_database: bytes) -> Iterator[House]:
    data: Path = tmp_path_factory.mktemp("data")
    with application(read_settings({"PEGS_DATA": str(data)}), empty_database) as app:
        player = Player(app.test_client())
        yield House(app, visits.visitor_of(player), visits.valid_values(player), data)


def methods_of(way: str) -> Iterator[str]:
    return cycle(NEVER_TAKEN) if way == IN_TURN else repeat(way)


def test_methods_in_turn_are_those_that_no_address_takes(house: House) -> None:
    methods = {method for rule in visits.rules_of(house.app) for method in rule.methods or ()}
    assert set(visits.METHODS) - methods == set(NEVER_TAKEN)
    assert set(visits.METHODS) == {*NEVER_TAKEN, *WAYS} - {IN_TURN}


def is_read(rule: Rule, method: str) -> bool:
    """Say whether what the method sends there is read, and not refused whatever it is."""
    return method in READ and method in (rule.methods or ())


def test_names_that_are_sent_are_read_at_many_addresses(house: House) -> None:
    rules = [rule for rule in visits.rules_of(house.app) if rule.arguments]
    for method, minimum in (("GET", 60), ("POST", 60)):
        assert sum(is_read(rule, method) for rule in rules) >= minimum


@pytest.mark.parametrize("way", WAYS)
def test_no_hostile_address_breaks_anything(house: House, way: str) -> None:
    short_values = {name: HOSTILE[name] for name in BY_ANY_METHOD}
    form = b"version=%ff&code=%00" if way not in ("GET", "HEAD", "OPTIONS") else None
    count, methods = 0, methods_of(way)
    for rule in visits.rules_of(house.app):
        values = HOSTILE if is_read(rule, way) else short_values
        paths = [*visits.hostile_paths(rule, house.values(rule), values)]
        for name, path in sample(paths, A_RULE, f"{way} {rule.rule}"):
            method = next(methods)
            answer = house.visitor.ask(method, path, form=form)
            house.check(answer, (method, rule.rule, name))
            count += 1
        for query in sample(QUERIES, A_RULE, f"{way} {rule.rule}"):
            method, path = next(methods), visits.path_of(rule, house.values(rule))
            answer = house.visitor.ask(method, path, query, form)
            house.check(answer, (method, rule.rule, query))
    assert count >= 80


def pairs(files: list[Path]) -> list[tuple[str, str]]:
    """Return each file's names, each with one as long of a file that is not there."""
    missing = [path.with_name(path.name[:-1] + "~") for path in files]
    assert all(path.exists() for path in files)
    assert not any(path.exists() for path in missing)
    file_pairs = list(zip(files, missing, strict=True))
    relative = [
        (os.path.relpath(file, folder), os.path.relpath(absent_file, folder))
        for file, absent_file in file_pairs
        for folder in (STATIC, STATIC / "css")
    ]
    return [*relative, *((str(file), str(absent_file)) for file, absent_file in file_pairs)]


@pytest.mark.parametrize("way", WAYS)
def test_a_file_outside_is_as_one_that_is_not_there(house: House, way: str) -> None:
    key = house.data / "secret_key"
    files = [house.data / "pegs.sqlite3", STATIC.parent / "README.md"]
    keys, all_of_them = pairs([key]), pairs([key, *files, Path("/etc/passwd"), Path("/dev/zero")])
    methods = methods_of(way)
    for rule in visits.rules_of(house.app):
        pairs_of_names = all_of_them if is_read(rule, way.replace("HEAD", "GET")) else keys
        choices = product(pairs_of_names, sorted(rule.arguments))
        for names, argument in sample(choices, A_RULE, f"{way} {rule.rule}"):
            method = next(methods)
            values = house.values(rule)
            paths = [visits.path_of(rule, {**values, argument: name}) for name in names]
            first, second = (
                house.visitor.ask(method, path).outline(name)
                for name, path in zip(names, paths, strict=True)
            )
            assert first == second, (method, rule.rule, names)


def test_a_guess_at_a_file_is_not_confirmed(house: House) -> None:
    """The mark of a file outside is no mark."""
    path = house.data / "secret_key"
    mark = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    for method in ("GET", "HEAD", "OPTIONS"):
        address = f"/static/{os.path.relpath(path, STATIC)}"
        right, wrong = (house.visitor.ask(method, address, f"v={v}") for v in (mark, "0" * 12))
        assert right.outline() == wrong.outline()
        assert right.headers["Cache-Control"] == "no-cache"


def test_no_address_asks_for_one_file_many_times(house: House) -> None:
    for kind in ("/styles/{}.css", "/scripts/{}.js"):
        name = "base" if "css" in kind else "copy"
        assert house.visitor.ask("GET", kind.format(name)).status == 200
        assert house.visitor.ask("GET", kind.format("+".join([name] * 500))).status == 404
