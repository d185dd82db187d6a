"""The commands for whoever runs a server, found beside those of the solver."""

import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime, timedelta
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import update

from solver.cli import main as cli
from solver.kernels import are_compiled
from webapp import server
from webapp.cli.served import NO_FORKS
from webapp.config import read_settings
from webapp.storage.games import Store, games

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def declared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Find the commands that the project declares, installed or not, and a folder of our own."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    commands = project["entry-points"][cli.ADDED]
    points = [EntryPoint(name, value, cli.ADDED) for name, value in commands.items()]
    monkeypatch.setattr(cli, "entry_points", lambda group: points if group == cli.ADDED else [])
    monkeypatch.setenv("PEGS_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(f"sqlite:///{tmp_path / 'pegs.sqlite3'}")
    store.migrate()
    store.engine.dispose()
    return store


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, list(arguments))


def test_they_stand_beside_the_others() -> None:
    page = run("--help").output
    names = ["backup", "compile", "games", "hidoku", "mastermind"]
    names += ["serve", "sweep", "transfer"]
    assert re.findall(r"^  (\w+)  ", page, re.MULTILINE) == names
    assert run("swep").exit_code == 2


def test_the_table_is_loaded_without_a_server() -> None:
    script = (
        "import sys; from webapp.cli import COMMANDS; print(*COMMANDS)"
        "; assert not {'flask', 'sqlalchemy', 'numpy', 'numba'} & set(sys.modules)"
    )
    command = [sys.executable, "-c", script]
    assert "serve" in subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_serve_passes_its_options_to_the_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("HOST", "PORT", "WORKERS"):
        monkeypatch.setenv(f"PEGS_{name}", "")  # put back afterwards
    calls = []

    def main(*, opens: bool) -> int:
        calls.append((read_settings(), opens))
        return 3

    monkeypatch.setattr(server, "main", main)
    data = tmp_path / "games"
    result = run("serve", "--host", "::1", "--port", "8123", "--data", str(data), "--workers", "3")
    assert result.exit_code == 3
    ((settings, opens),) = calls
    assert (settings.host, settings.port, settings.workers) == ("::1", 8123, 3)
    assert (settings.data, opens) == (data, False)
    assert run("serve", "--open").exit_code == 3
    assert calls[1][1]
    monkeypatch.setenv("PEGS_WORKERS", "2")
    assert run("serve", "--workers", "0").exit_code == 3  # one per core, whatever the environment
    assert calls[2][0].workers is None
    assert run("serve", "--port", "0").exit_code == 2


def test_without_forks_nothing_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.fork")
    result = run("serve")
    assert (result.exit_code, result.output) == (2, f"{NO_FORKS}\n")


def test_sweep(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    plays = [store.create("ann", "play", "r", "s") for _ in range(3)]
    old = datetime.now(UTC) - timedelta(hours=23)
    with store.changing() as connection:
        query = update(games).where(games.c.id.in_([game.id for game in plays[:2]]))
        connection.execute(query.values(changed=old))
    assert run("sweep").output == "0 games cleared away.\n"
    with store.changing() as connection:
        query = update(games).where(games.c.id.in_([game.id for game in plays[:2]]))
        connection.execute(query.values(changed=old - timedelta(days=4)))
    monkeypatch.setenv("PEGS_KEEP_UNTOUCHED", "5")
    assert run("sweep").output == "0 games cleared away.\n"
    monkeypatch.setenv("PEGS_KEEP_UNTOUCHED", "4")
    assert run("sweep").output == "2 games cleared away.\n"
    assert store.load(plays[2].id, "ann", "play") == plays[2]
    store.engine.dispose()


@pytest.mark.usefixtures("store")
def test_backup(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("x")
    file = str(tmp_path / "copy")
    result = run("backup", file)
    assert result.exit_code == 0
    assert "bytes, checked." in result.output
    assert "secret_key" in result.output
    again = run("backup", file)
    assert (again.exit_code, again.output.count("\n")) == (2, 1)
    assert "is there already" in again.output
    assert run("backup", file, "--replace").exit_code == 0


@pytest.mark.parametrize(
    ("environment", "command", "sentence"),
    [
        ({}, ("sweep",), "pegs.sqlite3 isn’t there."),
        ({}, ("backup", "copy"), "pegs.sqlite3 isn’t there."),
        ({"DATABASE_URL": "postgres://pegs@127.0.0.1:1/x"}, ("backup", "copy"), "pg_dump"),
        ({"DATABASE_URL": "postgres://pegs@127.0.0.1:1/x"}, ("sweep",), "can’t be used"),
        ({"DATABASE_URL": "nothing"}, ("sweep",), "can’t be used"),
        ({}, ("transfer", "postgres://pegs@127.0.0.1:1/x"), "pegs.sqlite3 isn’t there."),
        ({"PEGS_KEEP_DRAFTS": "soon"}, ("sweep",), "PEGS_KEEP_DRAFTS must be a whole number"),
    ],
)
def test_what_can_not_be_is_one_sentence(
    environment: dict[str, str],
    command: tuple[str, ...],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    answer = run(*command)
    assert answer.exit_code == 2
    assert sentence in answer.output
    assert answer.output.count("\n") == 1


@pytest.mark.parametrize("command", [("sweep",), ("backup", "copy")])
def test_a_broken_database_is_one_sentence(
    tmp_path: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pegs.sqlite3").write_bytes(b"not a database" * 1000)
    answer = run(*command)
    assert answer.exit_code == 2
    assert answer.output.count("\n") == 1
    assert not (tmp_path / "copy").exists()


def test_the_solver_is_compiled_where_a_server_will_find_it() -> None:
    assert "The solver is ready" in run("compile").output
    assert are_compiled()
