"""Databases that version 1.1.0 wrote: they are brought up to date."""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import MetaData, Table, insert, inspect, select

from tests.webapp.player import Player
from tests.webapp.servers import ROOT
from tests.webapp.storage.old_rows import OldRow, old_rows
from tests.webapp.work.executors import ENDLESS, ThreadExecutor
from webapp.application import create_app
from webapp.config import Settings
from webapp.storage.engine.faults import StartError
from webapp.storage.engine.migration import MIGRATIONS, newest_revision
from webapp.storage.games import Store
from webapp.storage.records.attempts import attempts_of, count_attempt
from webapp.storage.tables import boards, games, metadata, tasks

#: The lists that name a player's open games, and the tables of what the lab found.
LISTS = (
    *(f"/mastermind/{role}" for role in ("", "setter/", "challenge/")),
    *("/", "/hidoku/", "/hidoku/editor", "/hidoku/rules", "/lab/", "/lab/games/pair"),
    *("/you", "/you/statistics", "/you/statistics?game=hidoku", "/daily/mastermind"),
    "/daily/hidoku",
)


def fill(store: Store, rows: Iterable[OldRow]) -> None:
    """Make the tables of version 1.1.0, and write rows into them as it did."""
    sql = Path(__file__).with_name("release_1_1_0.sql").read_text("utf-8")
    with store.changing() as connection:
        moment = "DATETIME" if store.is_sqlite else "TIMESTAMP WITH TIME ZONE"
        for statement in sql.replace("MOMENT", moment).split(";"):
            connection.exec_driver_sql(statement)
        for row in rows:
            old_table = Table(row.table, MetaData(), autoload_with=connection)
            connection.execute(insert(old_table).values(**row.values))


@contextmanager
def running(settings: Settings) -> Iterator[Flask]:
    app = create_app(settings, executor=ThreadExecutor())
    app.config["PATIENCE"] = ENDLESS
    yield app
    app.extensions["tasks"].close()
    app.extensions["store"].engine.dispose()


def visitor(app: Flask, player: str) -> Player:
    browser = Player(app.test_client())
    with browser.client.session_transaction() as session:
        session["player"] = player
    return browser


def pages_of(app: Flask, rows: Iterable[OldRow]) -> dict[str, str]:
    """Return the page of each row, which its player can open and which shows what it did."""
    pages = {}
    for row in rows:
        answer = visitor(app, row.player).client.get(row.page, follow_redirects=True)
        assert answer.status_code == 200, row.page
        pages[row.page] = answer.text
        assert [text for text in row.shown if text not in answer.text] == [], row.page
    return pages


def texts_in(store: Store) -> dict[str, Any]:
    """Return all texts of the tables that are there, by what they belong to."""
    columns: dict[Any, tuple[str, ...]] = {
        games: ("kind", "start", "moves", "hints"),
        boards: ("text",),
        tasks: ("summary", "finding"),
    }
    with store.reading() as connection:
        return {
            row[0]: dict(zip(names, row[1:], strict=True))
            for table, names in columns.items()
            for row in connection.execute(select(next(iter(table.c)), *map(table.c.get, names)))
        }


def is_open(row: OldRow) -> bool:
    """Say whether a list offers to continue a game at its address, which watched ones left."""
    is_over = row.values.get("finished", True) or row.values["rules"] == "8x12/12"
    return not is_over and row.player == "ann" and "/watch/" not in row.page


def is_begun(row: OldRow) -> bool:
    """Say whether the list of all games of ann has it: a drawing is none."""
    values = row.values
    if row.table != "games" or row.player != "ann" or values["kind"] in ("drawing", "editor"):
        return False
    return bool(values["finished"] or values["moves"] or values["version"] > 1)


def all_games(player: Player) -> set[str]:
    """Return the ids of the games in the list of all, page by page."""
    ids: set[str] = set()
    for number in range(1, 9):
        page = player.get(f"/you?page={number}")
        if page.status_code == 404:
            break
        ids |= set(re.findall(r"/you/games/([^/]+)/deletion", page.text))
    return ids


def test_every_game_opens_as_before(settings: Settings) -> None:
    rows, store = old_rows(), Store(settings.database_url)
    fill(store, rows)
    with running(settings) as app:
        lists = {url: visitor(app, "ann").get(url) for url in LISTS}
        ids = all_games(visitor(app, "ann"))
        pages_of(app, rows)
    assert ids == {str(row.values["id"]) for row in rows if is_begun(row)}
    assert {url: page.status_code for url, page in lists.items()} == dict.fromkeys(LISTS, 200)
    pages = {row.page for row in rows if row.page in "".join(page.text for page in lists.values())}
    assert pages >= {row.page for row in rows if is_open(row)}
    store.close()


def test_an_older_database_is_refused_as_it_is(settings: Settings) -> None:
    store = Store(settings.database_url)
    with store.changing() as connection:
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES ('0025')")
    with pytest.raises(StartError, match=r"older than version 1\.1\.0.*Start that version once"):
        store.migrate()
    assert inspect(store.engine).get_table_names() == ["alembic_version"]
    store.close()


NOTES = "/mastermind/analysis/classic/1122:0,1/3344:2,0"


def test_games_go_on_where_they_stood(settings: Settings) -> None:
    store = Store(settings.database_url)
    fill(store, old_rows())
    with running(settings) as app:
        ann, bob = visitor(app, "ann"), visitor(app, "bob")
        assert "71 numbers to place." in ann.move("/hidoku/play/commas", "redo").text
        assert "8 numbers" not in ann.move("/mastermind/breaker/old", "guesses", code="3641").text
        assert ann.get("/mastermind/analysis/games/notes").location == NOTES
        assert "256" in ann.move("/mastermind/setter/pending", "answers").text
        assert "Row 2" in bob.move("/mastermind/breaker/guest", "guesses", code="1344").text
        assert "Row 2 of 10" in ann.get("/mastermind/challenge/begun").text
    store.close()


def test_an_upgraded_database_has_the_tables_of_a_new_one(tmp_path: Path) -> None:
    old, new = (Store(f"sqlite:///{tmp_path / name}") for name in ("old", "new"))
    fill(old, ())
    for store in (old, new):
        store.migrate()
    assert schema_of(old) == schema_of(new)


def test_what_the_transfer_of_1_1_0_left_is_made(settings: Settings) -> None:
    store = Store(settings.database_url)
    fill(store, ())
    with store.changing() as connection:
        for name in ("attempts", "boards", "devices", "lesson_steps"):
            connection.exec_driver_sql(f"DROP TABLE {name}")
    store.migrate()
    assert {*inspect(store.engine).get_table_names()} == {*metadata.tables, "alembic_version"}
    store.close()


def test_attempts_at_last_ten_go_and_all_others_stay(settings: Settings) -> None:
    store = Store(settings.database_url)
    fill(store, ())
    for skill in ("last-ten/easy", "liar/easy", "last-tenth/easy"):
        count_attempt(store, "ann", skill, f"{skill}/v1-7", is_solved=True)
    (liar,) = (past for past in attempts_of(store, "ann") if past.skill == "liar/easy")
    with store.changing() as connection:
        connection.exec_driver_sql("UPDATE attempts SET best = 70.5")
    store.migrate()
    assert [past.skill for past in attempts_of(store, "ann")] == ["last-tenth/easy", "liar/easy"]
    assert liar in attempts_of(store, "ann")
    assert "best" not in {col["name"] for col in inspect(store.engine).get_columns("attempts")}
    store.close()


def schema_of(store: Store) -> dict[str, object]:
    inspector = inspect(store.engine)
    return {
        name: (
            [
                (col["name"], str(col["type"]), col["nullable"])
                for col in inspector.get_columns(name)
            ],
            inspector.get_pk_constraint(name)["constrained_columns"],
            sorted((index["name"], index["column_names"]) for index in inspector.get_indexes(name)),
        )
        for name in inspector.get_table_names()
    }


def damaged(page: str, **values: str) -> OldRow:
    """Return a row with other texts than any release wrote."""
    row = next(row for row in old_rows() if row.page == page)
    return OldRow(row.table, {**row.values, **values}, page, (), row.player)


def document(text: str) -> str:
    return f'{{"schema":1,{text}}}'


#: Of games played as now, ``test_documents`` asks for more.
DAMAGED = (
    damaged("/mastermind/breaker/evil", moves="1122\n\ud7ff"),
    damaged(
        "/mastermind/analysis/games/notes",
        moves=document('"rows":[{"code":"1122","answer":"9,9"}]'),
    ),
    damaged("/mastermind/watch/watched?row=1", start="[1]"),
    damaged("/mastermind/challenge/waiting", start=document('"role":"friend","secret":"0"')),
    damaged("/hidoku/editor?draft=plain", start="1 . ?"),
    damaged("/hidoku/boards/own-aaaaaaaaaaaaaaaa", text="[" * 5000),
    damaged("/hidoku/boards/3x3-hard-7", text=document('"grid":{"board":[[1,2]]},"grade":3')),
    damaged("/lab/jobs/every-knuth-pair", summary="{}", finding=document('"strategy":"\\ud800"')),
)


def test_a_damaged_row_stops_nothing_and_its_page_says_so(settings: Settings) -> None:
    store = Store(settings.database_url)
    pages = ("/mastermind/breaker/won", "/mastermind/setter/found")
    whole = [row for row in old_rows() if row.page in pages]
    fill(store, (*DAMAGED, *whole))
    before = texts_in(store)
    with running(settings) as app:
        assert texts_in(store) == before
        pages_of(app, whole)
        for row in DAMAGED:
            answer = visitor(app, row.player).client.get(row.page, follow_redirects=True)
            assert (answer.status_code, "This can’t be opened" in answer.text) == (404, True), row
        for url in LISTS:
            assert visitor(app, "ann").get(url).status_code == 200, url
    store.close()


def test_the_newest_file_is_the_last_migration() -> None:
    """Else a start would not see that one is missing, or ask Alembic every time."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert newest_revision() == ScriptDirectory.from_config(config).get_current_head()


def test_a_database_that_is_up_to_date_needs_no_alembic(settings: Settings) -> None:
    create_app(settings)
    script = (
        "import sys; from webapp.storage.games import Store;"
        "Store(sys.argv[1]).migrate(); print('alembic' in sys.modules)"
    )
    command = [sys.executable, "-c", script, settings.database_url]
    process = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    assert process.stdout == "False\n"
