"""A server whose disk hangs or fails: every move is answered in time, and as what it is."""

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.ports import free_ports
from tests.webapp.servers import Answer, RoundRobin, does_answer, running_server
from tests.webapp.work.patience import until

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the disk is one of Linux"),
    pytest.mark.timeout(1800),  # seconds: kernels are compiled anew
]

PROMISED = 10.0  # seconds
PLAYERS = 12
#: A server on a disk that hangs or fails as long as its folder has a file of this name.
START = """
import errno, os, time
from pathlib import Path
from tests.webapp.storage.engine.disk import Disk
from webapp import server
from webapp.storage.engine.sqlite import best_library
folder = Path(os.environ["PEGS_DATA"])
def plan(call):
    while call == "flush" and (folder / "hangs").exists():
        time.sleep(0.05)
    return errno.EIO if call == "flush" and (folder / "fails").exists() else 0
best_library()  # which loads SQLite
Disk(folder, plan).insert()
raise SystemExit(server.main())
"""


class Player:
    def __init__(self, address: str) -> None:
        self.browser = RoundRobin([address])
        answer = self.browser.post("/mastermind/breaker/games", game="classic")
        assert answer.status == 303, answer
        self.game = answer.location
        self.seconds = 0.0

    def guess(self, version: int = 1) -> Answer:
        start = time.monotonic()
        answer = self.browser.post(f"{self.game}/guesses", version=version, code="1122")
        self.seconds = time.monotonic() - start
        return answer

    def shows_guess(self) -> bool:
        return "Row 1:" in self.browser.get(self.game).text


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data") / "data"


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    port = next(free_ports())
    environ = {"PEGS_WORKERS": "2", "DATABASE_URL": ""}
    with running_server(port, folder, environ, [sys.executable, "-c", START]):
        address = f"http://127.0.0.1:{port}"
        until(lambda: does_answer(address))
        yield address


def test_every_move_on_a_disk_that_hangs_is_answered_in_time_while_pages_are_shown(
    folder: Path, address: str
) -> None:
    players = [Player(address) for _ in range(PLAYERS)]
    (folder / "hangs").touch()
    try:
        with ThreadPoolExecutor(PLAYERS) as pool:
            answers = pool.map(Player.guess, players)
            start = time.monotonic()
            assert all(player.browser.get(player.game).status == 200 for player in players)
            assert time.monotonic() - start < PROMISED
            statuses = [(answer.status, "may not be saved" in answer.text) for answer in answers]
        health = players[0].browser.get("/healthz")
    finally:
        (folder / "hangs").unlink()
    assert max(player.seconds for player in players) < PROMISED
    assert {status for status, _ in statuses} == {503}
    assert any(has_doubt for _, has_doubt in statuses)
    assert (health.status, "disk" in health.text) == (503, True)
    for player in players:
        if not player.shows_guess():
            player.guess()
        until(player.shows_guess)


def test_a_disk_that_fails_is_named_and_forgotten_once_it_works(folder: Path, address: str) -> None:
    player = Player(address)
    (folder / "fails").touch()
    answer, health = player.guess(), player.browser.get("/healthz")
    (folder / "fails").unlink()
    assert answer.status == 503
    assert "What you just sent may not be saved; earlier moves are." in answer.text
    assert 'value="1122"' in answer.text
    assert (health.status, "disk" in health.text) == (503, True)
    # a descriptor that was open then reports the failure once more
    until(lambda: player.browser.get("/healthz").text == "ok\n")
    until(lambda: player.guess().status != 503)
    assert player.shows_guess()
