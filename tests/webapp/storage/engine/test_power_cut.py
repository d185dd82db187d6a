"""A disk that fails: whatever it does, no acknowledged move is lost, and no move denied stands."""

import json
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from tests.webapp.storage.engine.disk_players import CUTS, open_store
from webapp.http.errors import BROKEN, FAULTS
from webapp.storage.engine import faults

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the disk is one of Linux")
MODES = ["best", "journal"]
DENIED = "othing was changed"


def run_players(story: str, folder: Path, mode: str) -> str:
    """Run players on a disk in a folder; return what they print."""
    for name in ("disk", "images"):
        (folder / name).mkdir()
    command = [sys.executable, "-m", "tests.webapp.storage.engine.disk_players", story]
    process = subprocess.run(
        [*command, folder / "disk", folder / "images", mode],
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    return process.stdout


@pytest.mark.parametrize("mode", MODES)
def test_no_acknowledged_move_is_lost_when_flushes_fail_and_then_the_power(
    tmp_path: Path, mode: str
) -> None:
    run_players("cuts", tmp_path, mode)
    moves = 0
    lost: dict[int, int] = {}
    for number in range(CUTS):
        image = tmp_path / "images" / str(number)
        versions: dict[str, int] = json.loads(image.with_suffix(".json").read_text())
        moves = sum(versions.values())
        lost[number] = missing_moves(image, mode, versions.items())
    assert moves > 100
    assert not any(lost.values()), lost


def missing_moves(image: Path, mode: str, versions: Iterable[tuple[str, int]]) -> int:
    missing = 0
    with closing(open_store(image, mode)) as store:
        with store.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar() == "ok"
        for game_id, version in versions:
            game = store.load_any(game_id, "play")
            missing += max(0, version - (game.version if game else 0))
    return missing


@pytest.mark.parametrize("mode", MODES)
def test_no_move_stands_of_which_a_page_says_that_nothing_was_changed(
    tmp_path: Path, mode: str
) -> None:
    outcomes = [json.loads(line) for line in run_players("faults", tmp_path, mode).splitlines()]
    assert {call for call, *_ in outcomes} >= {"write", "flush"}
    # The test sees moves that stand; with a journal none does whose flush failed.
    assert any(later for _, _, kind, _, later in outcomes if kind) is (mode == "best")
    for call, error, kind, now, later in outcomes:
        if not kind:  # the move was acknowledged: the call was not needed
            assert now == later == 1
            continue
        sentence = FAULTS.get(getattr(faults, kind), BROKEN).sentence
        if DENIED in sentence:
            assert (now, later) == (0, 0), (call, error, kind)
        else:
            assert "may not be saved" in sentence
