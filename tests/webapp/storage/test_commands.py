"""Commands that touch what is stored, each as a process of its own on the data of a used server.

Every row is compared, whatever the command says of it.
"""

import ast
import json
import os
import shutil
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.webapp.servers import ROOT, running_servers
from tests.webapp.storage.used import Rows, execute, rows_of, use
from webapp.config import Settings, read_settings
from webapp.storage.games import Store
from webapp.storage.tables import metadata

PROGRAM = Path(sys.executable).parent / "pegs-and-paths"
#: What the transfer of version 1.1.0 left.
LEFT = ("attempts", "boards", "devices", "lesson_steps")
#: What any request writes: limits of visits, and the day's chores.
OF_REQUESTS = ("counts", "daily")


@pytest.fixture(scope="session")
def used(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a used server, and a visitor's cookie."""
    data = tmp_path_factory.mktemp("used")
    return data, use(read_settings({"PEGS_DATA": str(data), "PEGS_NEW_A_DAY": "10000"}))


@pytest.fixture
def data(used: tuple[Path, str], tmp_path: Path) -> Path:
    return Path(shutil.copytree(used[0], tmp_path / "data"))


def url_of(data: Path) -> str:
    return read_settings({"PEGS_DATA": str(data)}).database_url


def run(
    data: Path, *words: str, settings: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environ |= {"PEGS_DATA": str(data), **(settings or {})}
    command = [str(PROGRAM), *words]
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


def stored(rows: Rows) -> Rows:
    return {name: table for name, table in rows.items() if name not in OF_REQUESTS}


def test_one_module_has_all_tables() -> None:
    """Whoever has its ``metadata`` has every table, without another import."""
    making = set()
    for file in (ROOT / "webapp").rglob("*.py"):
        if "migrations" not in file.parts:
            calls = (node for node in ast.walk(ast.parse(file.read_text("utf-8"))))
            if any(isinstance(n, ast.Call) and ast.unparse(n.func) == "sa.Table" for n in calls):
                making.add(file.relative_to(ROOT).as_posix())
    assert making == {"webapp/storage/tables.py"}
    script = "from webapp.storage.tables import metadata; print(*metadata.tables)"
    command = [sys.executable, "-c", script]
    alone = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(alone.stdout.split()) == {*metadata.tables}


def test_a_used_server_has_rows_of_every_kind(data: Path) -> None:
    rows = rows_of(url_of(data))
    assert rows.keys() == {*metadata.tables, "alembic_version"}
    assert [name for name, table in rows.items() if not table] == []


def test_transfer_brings_every_row(data: Path, address: str) -> None:
    before = rows_of(url_of(data))
    process = run(data, "transfer", address.replace("postgresql+psycopg", "postgresql"))
    assert process.returncode == 0, process.stderr
    assert "All rows are copied, read again and compared." in process.stdout
    assert rows_of(address) == before
    assert rows_of(url_of(data)) == before


def test_transfer_brings_what_1_1_0_left(data: Path, address: str, settings: Settings) -> None:
    before = rows_of(url_of(data))
    assert run(data, "transfer", address).returncode == 0
    leave_as_1_1_0(address)
    target = Store(address)
    with target.changing() as connection:  # a game goes on there, and another is deleted for good
        ids = sorted(row["id"] for row in before["games"])
        connection.exec_driver_sql(f"UPDATE games SET version = 99 WHERE id = '{ids[0]}'")
        connection.exec_driver_sql(f"DELETE FROM games WHERE id = '{ids[1]}'")
    rows_there = stored(rows_of(address))
    process = run(data, "transfer", address)
    assert process.returncode == 0, process.stderr
    assert "games: has rows there, so it stays as it is\n" in process.stdout
    assert "attempts: 2 rows\n" in process.stdout
    after = rows_of(address)
    assert {name: after[name] for name in LEFT} == {name: before[name] for name in LEFT}
    assert after["games"] == rows_there["games"]
    target.close()


def leave_as_1_1_0(address: str) -> None:
    """Leave a database as the transfer of that version did."""
    engine = sa.create_engine(address)
    with engine.begin() as connection:
        for name in LEFT:
            connection.exec_driver_sql(f"DROP TABLE {name}")
    engine.dispose()


def test_a_start_makes_the_tables_that_1_1_0_left_and_rows_come_beside_new_ones(
    data: Path, address: str
) -> None:
    before = rows_of(url_of(data))
    assert run(data, "transfer", address).returncode == 0
    leave_as_1_1_0(address)
    target = Store(address)
    target.check()
    row_kept, *_ = before["attempts"]
    with target.changing() as connection:  # somebody has tried it again before the transfer
        again = {**row_kept, "solved": 77}
        connection.execute(sa.insert(metadata.tables["attempts"]).values(again))
    target.close()
    assert run(data, "transfer", address).returncode == 0
    after = rows_of(address)
    assert after.keys() == before.keys()
    other_rows = [row for row in before["attempts"] if row != row_kept]
    assert after["attempts"] == sorted([*other_rows, again], key=repr)
    assert after["boards"] == before["boards"]


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("CREATE TABLE medals (id TEXT)", "The file has a table medals that this version"),
        ("ALTER TABLE runs ADD medal TEXT", "table runs differs from this version’s in its column"),
        ("UPDATE boards SET text = 'a' || char(0)", "A row of boards can’t be stored there"),
        (
            "UPDATE contest_entries SET nickname = printf('%.21c', 'x')",
            "A row of contest_entries can’t be stored there",
        ),
    ],
)
def test_transfer_refuses_what_it_cannot_bring(
    data: Path, address: str, statement: str, sentence: str
) -> None:
    execute(data / "pegs.sqlite3", statement)
    process = run(data, "transfer", address)
    assert (process.returncode, process.stdout) == (2, "")
    assert sentence in process.stderr
    assert not any(stored(rows_of(address)).get(name) for name in metadata.tables)


@pytest.mark.parametrize("missing", sorted(metadata.tables))
def test_a_start_makes_a_missing_table(data: Path, missing: str) -> None:
    before = rows_of(url_of(data))
    execute(data / "pegs.sqlite3", f"DROP TABLE {missing}")
    store = Store(url_of(data))
    store.check()
    store.close()
    assert rows_of(url_of(data)) == {**before, missing: []}


def test_a_backup_is_restored(data: Path, used: tuple[Path, str], tmp_path: Path) -> None:
    """It is made while the server runs; the copy is served again, and downloaded from."""
    before = rows_of(url_of(data))
    running = Store(url_of(data))
    with running.changing() as connection:  # which is then only in the log beside the file
        first = before["games"][0]["id"]
        connection.exec_driver_sql(f"UPDATE games SET version = 99 WHERE id = '{first}'")
    before = rows_of(url_of(data))
    copy = tmp_path / "copy.sqlite3"
    process = run(data, "backup", str(copy))
    running.close()
    assert process.returncode == 0, process.stderr
    assert rows_of(f"sqlite:///{copy}") == before
    with restored(copy, data, tmp_path) as (address, url):
        file = tmp_path / "games.json"
        file.write_bytes(download(address, used[1]))
    assert stored(rows_of(url)) == stored(before)
    check_download(file, before)


@contextmanager
def restored(copy: Path, data: Path, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Serve a copy with its key; yield the server's address, and the database's."""
    file = Path(shutil.copy(copy, tmp_path / "restored.sqlite3"))
    environ = {
        "DATABASE_URL": f"sqlite:///{file}",
        "PEGS_SECRET_KEY": (data / "secret_key").read_text("utf-8").strip(),
    }
    (tmp_path / "servers").mkdir()
    with running_servers(1, tmp_path / "servers", environ) as addresses:
        yield addresses[0], environ["DATABASE_URL"]


def download(address: str, cookie: str) -> bytes:
    request = urllib.request.Request(f"{address}/you/data/games.json")
    request.add_header("Cookie", f"pegs={cookie}")
    with urllib.request.urlopen(request) as answer:
        return bytes(answer.read())


def check_download(file: Path, rows: Rows) -> None:
    """The command reads in the file what a player's rows say, of each kind and of each row."""
    process = run(file.parent, "games", str(file), "--json")
    assert process.returncode == 0, process.stderr
    document = json.loads(process.stdout)
    player = Counter(row["player"] for row in rows["games"]).most_common(1)[0][0]

    def own(table: str) -> list[dict[str, Any]]:
        return [row for row in rows[table] if row.get("player") == player]

    columns = {name: name for name in ("id", "kind", "day", "finished", "result", "guesses")}
    columns |= {"hints_used": "hints_used", "rules": "game"}
    races = {row["contest"] for row in rows["races"]}
    race_games = {row["game"] for row in rows["contest_entries"] if row["contest"] in races}
    player_games = [
        {new: row[old] for old, new in columns.items()}
        for row in own("games")
        if row["kind"] != "editor"
        if row["moves"] or row["finished"] or row["version"] > 1
        if row["id"] not in race_games
    ]
    games = [{name: game[name] for name in columns.values()} for game in document["games"]]
    assert sorted(games, key=repr) == sorted(player_games, key=repr)
    assert {game["id"] for game in document["games"] if "agree" in game["checked"]}
    assert [game["id"] for game in document["games"] if "doesn’t agree" in game["checked"]] == []
    names = ("skill", "box", "last")
    assert [[exercise[name] for name in names] for exercise in document["exercises"]] == [
        [row[name] for name in names] for row in own("attempts")
    ]
    assert document["lessons"] == {row["lesson"]: [row["step"]] for row in own("lesson_steps")}
    assert [run["idea"] for run in document["runs"]] == [row["idea"] for row in own("runs")]
    assert {contest["id"] for contest in document["contests"]} == {
        row["id"] for row in own("contests")
    }


def test_sweep_drops_what_has_had_its_time_and_nothing_else(data: Path) -> None:
    """A year and a half later; what goes is worked out here from the table in its description."""
    file = data / "pegs.sqlite3"
    assert run(data, "sweep").stdout == "0 games cleared away.\n"
    aged_columns = ("games.changed", "games.ended", "contests.made", "shares.made")
    for table, column in (name.split(".") for name in aged_columns):
        execute(file, f"UPDATE {table} SET {column} = datetime({column}, '-550 days')")
    rows = rows_of(url_of(data))
    in_contests = {row["game"] for row in rows["contest_entries"]}
    linking = {row["id"]: json.loads(row["moves"])["game"] for row in rows["games"] if is_link(row)}
    finished_ids = {row["id"] for row in rows["games"] if row["finished"]}
    pairs = {game for pair in linking.items() if not finished_ids.isdisjoint(pair) for game in pair}
    deleted_ids = {row["id"] for row in rows["games"] if row["player"].startswith(":")}
    ids_to_stay = (finished_ids | in_contests | pairs) - deleted_ids
    process = run(data, "sweep")
    games = [row for row in rows["games"] if row["id"] in ids_to_stay]
    assert process.stdout == f"{len(rows['games']) - len(games)} games cleared away.\n"
    of_contests = {"contests": [], "contest_entries": [], "races": [], "class_answers": []}
    after = rows_of(url_of(data))
    assert stored(after) == stored({**rows, "games": games, **of_contests})
    assert [row for row in after["counts"] if row not in rows["counts"]] == []  # some may be over
    assert len(games) < len(rows["games"]) - 20
    assert all([in_contests, pairs, deleted_ids])


def is_link(row: dict[str, Any]) -> bool:
    return row["kind"] == "challenge" and '"game":"' in row["moves"]
