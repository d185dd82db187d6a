"""To look changes nothing: no GET or HEAD writes a row, whatever state its game is in.

Limits of visits (``counts``) and the day's chores (``daily``) are written by any request, and say
nothing of a game. The cookie is set by looking too; it is the visitor's own.
"""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from sqlalchemy import select, text

from tests.sampling import sample
from tests.webapp.http.fuzz import EVERY_FIELD
from tests.webapp.http.house import House
from tests.webapp.http.visits import Answer, path_of, rules_of
from tests.webapp.player import Player
from webapp.storage.tables import metadata

OF_REQUESTS = {"counts", "daily"}
WATCHED = [table for table in metadata.sorted_tables if table.name not in OF_REQUESTS]
#: A value of the program’s on a page, where nothing should stand or a word.
VALUE = re.compile(r"[>\"](None|True|False)[<\"]")
QUERIES = (
    "",
    "text=1+_%0A_+4",
    urlencode(EVERY_FIELD),
    "row=2&seen=x&code=shown&waiting=1&draft=12_&page=2&step=3&by=search&tier=2&cell=1,1&board=findling&guess=123&by=worst"
    "&node=2&check=empty&choice=1&number=4&right=1&other=0",
)


def rows_of(app: Flask) -> dict[str, Any]:
    """Return all that is stored, by table and in order."""
    with app.extensions["store"].reading() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table)))) for table in WATCHED
        }


def written_in(app: Flask) -> int:
    """Return how many rows have been written, put down by the database's own triggers."""
    with app.extensions["store"].reading() as connection:
        return int(connection.execute(text("SELECT count(*) FROM written")).scalar_one())


def have_writing_noted(app: Flask) -> None:
    """Have each row that is written noted: to read all of them after each request takes long."""
    with app.extensions["store"].changing() as connection:
        connection.execute(text("CREATE TABLE written (what TEXT)"))
        for table, verb in product(WATCHED, ("INSERT", "UPDATE", "DELETE")):
            statement = f"INSERT INTO written VALUES ('{verb} {table.name}')"
            name = f"{table.name}_{verb}"
            trigger = f"CREATE TRIGGER {name} AFTER {verb} ON {table.name} BEGIN {statement}; END"
            connection.execute(text(trigger))


@pytest.fixture(scope="module")
def watched(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house.copied(tmp_path_factory.mktemp("watched") / "data") as copy:
        have_writing_noted(copy.app)
        yield copy


def test_the_games_are_in_the_states_they_are_named_for(watched: House) -> None:
    with watched.app.extensions["store"].reading() as connection:
        rows = connection.execute(select(metadata.tables["games"])).mappings()
        is_finished = {row["id"]: row["finished"] for row in rows}
    assert len(set(watched.games.values())) == len(watched.games)
    for state, game_id in watched.games.items():
        if not state.startswith(("challenge", "helper", "shared", "contest")):
            assert is_finished[game_id] == state.endswith("over"), state


def asked(house: House, method: str) -> Iterator[tuple[str, Answer]]:
    """Yield every address by a method, and what it answered: by GET one of each rule with every
    query, and the others, as those of a game in each state, with one of them.

    HEAD answers as GET does, so that two games, their owner and an empty query are enough for it.
    """
    every_way = list(product(house.visitors, QUERIES))
    for rule in rules_of(house.app, method):
        addresses = list(house.values(rule))
        if method == "HEAD":
            addresses = sample(addresses, 2, rule.rule)
        for number, (state, values) in enumerate(addresses):
            path = path_of(rule, values)
            if method == "HEAD":
                ways = every_way[:1]
            elif state or number:
                ways = sample(every_way, 1, f"{rule.rule} {state or path}")
            else:
                ways = [(sample(house.visitors, 1, f"{rule.rule} {q}")[0], q) for q in QUERIES]
            for visitor, query in ways:
                label = f"{method} {rule.rule} {values} {query} ({state})"
                yield label, visitor.ask(method, path, query)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_to_look_changes_nothing(watched: House, method: str) -> None:
    before, written, count, changing = rows_of(watched.app), written_in(watched.app), 0, []
    for label, answer in asked(watched, method):
        count += answer.status == 200
        assert not VALUE.search(answer.text), label
        if written_in(watched.app) != written:
            written, after = written_in(watched.app), rows_of(watched.app)
            changing += [label] if after != before else []
            before = after
    assert rows_of(watched.app) == before
    assert not changing, "\n".join(changing)
    assert count >= 60


def test_what_is_written_is_noted(watched: House) -> None:
    before = written_in(watched.app)
    Player(watched.app.test_client()).new("mastermind/breaker", game="mini")
    assert written_in(watched.app) > before
