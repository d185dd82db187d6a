"""Each start that the guides name begins, answers a page, a move and a hint, and ends."""

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import psutil

from tests.starts import UNIT, WAYS, play_a_little, started, unit_settings
from tests.webapp.servers import ROOT, RoundRobin
from tests.webapp.storage.postgresql_server import find_programs, running_postgresql
from tests.webapp.work.dask_cluster import running_cluster, wait_for_workers
from tests.webapp.work.patience import until

GUIDES = ("README.md", "docs/deploy.md")
CODE = re.compile(r"^```\n(.*?)^```|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
STARTS = re.compile(r"make play|\S+/pegs-and-paths serve.*|(uvx|pipx) .*serve.*")
PROGRAM = f"{Path(sys.executable).parent}/pegs-and-paths"


def code_lines() -> Iterator[str]:
    """Yield each line of code in the guides, without its comment, and what the unit starts."""
    for page in GUIDES:
        for block, words in CODE.findall((ROOT / page).read_text()):
            yield from (re.sub(r"\s+#.*", "", line) for line in (block or words).splitlines())
    yield UNIT.read_text().partition("\nExecStart=")[2].partition("\n")[0]


def test_every_start_of_the_guides_is_tried_as_they_say_it() -> None:
    trials = {line for lines in WAYS.values() for line in lines}
    lines = set(code_lines())
    assert trials - lines == set()
    assert {line for line in lines if STARTS.fullmatch(line)} - trials == set()


def test_a_server_with_options_keeps_games_in_postgresql(tmp_path: Path) -> None:
    programs = find_programs()
    with ExitStack() as running:
        url = running.enter_context(running_postgresql(programs)) if programs else ""
        data = tmp_path / "games"
        script = f"exec {PROGRAM} serve --host 127.0.0.1 --data {data} --workers 2"
        environment = {"DATABASE_URL": url.replace("+psycopg", ""), "PEGS_WHATEVER": "1"}
        with started(script, tmp_path, environment) as address:
            play_a_little(address)
        assert sorted(path.name for path in data.iterdir() if "sqlite3" not in path.name) == [
            "secret_key"
        ]
        assert (data / "pegs.sqlite3").exists() == (not url)
    log = (tmp_path.parent / f"{tmp_path.name}.log").read_text()
    assert "PEGS_WHATEVER is no setting of this server" in log


def test_the_unit_starts_where_no_home_can_be_written(tmp_path: Path) -> None:
    """The settings are those of the guide, and a monitor asks by the machine's own address."""
    command = UNIT.read_text().partition("\nExecStart=")[2].partition("\n")[0]
    folders = {name: str(tmp_path / name) for name in unit_settings()}
    settings = {"HOME": "/dev/null", "PEGS_TRUSTED_HOSTS": "pegs.example.org", "PEGS_PROXIES": "1"}
    script = f"exec {command.replace('/opt/pegs/bin/pegs-and-paths', PROGRAM)}"
    with started(script, tmp_path, {**folders, **settings}) as address:
        visitor = RoundRobin([address])
        assert visitor.get("/").status == 400
        assert visitor.get("/healthz").text == "ok\n"


def test_boards_come_back_from_a_cluster_and_its_end_is_reported(tmp_path: Path) -> None:
    with running_cluster(tmp_path) as (scheduler, workers):
        wait_for_workers(scheduler)
        script, settings = f"exec {PROGRAM} serve", {"PEGS_SCHEDULER": scheduler}
        with started(script, tmp_path, {**settings, "PEGS_DATA": str(tmp_path)}) as address:
            play_a_little(address)
            visitor = RoundRobin([address])
            seeds = count(1)

            def has_made(name: str) -> bool:
                return visitor.get(f"/hidoku/exchange/boards/{name}/board.json").status == 200

            def ask() -> str:
                """Ask for a board that is too large for the server's own processes."""
                like = {"like": "v7-12x12-medium-1", "seed": next(seeds)}
                return visitor.post("/hidoku/boards", **like).location.rpartition("/")[2]

            board = ask()
            until(lambda: has_made(board))
            for worker in workers:
                worker.kill()
                worker.wait()
            until(lambda: visitor.get("/healthz").text == "The Dask scheduler has no worker.\n")
            unmade = ask()
            assert not has_made(unmade)
            for process in psutil.Process().children():
                if "distributed.cli.dask_scheduler" in process.cmdline():
                    process.kill()
            until(lambda: "scheduler doesn’t answer" in visitor.get("/healthz").text)
