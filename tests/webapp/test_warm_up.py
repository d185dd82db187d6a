"""What a server loads before it forks: all that a piece of work needs."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.webapp.servers import ROOT
from webapp import warm_up
from webapp.config import read_settings

SCRIPT = """
import sys
from solver.deduction.games import game_named
from solver.deduction.knowledge.contradictions import diagnose
from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell, Grid
from webapp.hidoku.play.hint_view import find_hint
from webapp.hidoku.verdict import judge
from webapp.warm_up import warm

warm()
game, grid = game_named("classic"), Grid.of(5, 5, {Cell(0, 0): 1, Cell(4, 4): 25})
loaded = set(sys.modules)
find_hint(Play(grid))
judge(grid)
generate(BoardRequest(5, 5, difficulty=Difficulty.EXPERT), 1)
diagnose(game, [game.parse_turn("1122:4,0"), game.parse_turn("3344:4,0")])
print(*sorted(set(sys.modules) - loaded))
"""


def test_a_forked_process_loads_nothing() -> None:
    """Or each process forked for a thought would, and the answer would wait for it."""
    command = [sys.executable, "-c", SCRIPT]
    result = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert result.stdout.split() == []


def test_a_process_takes_the_application_that_was_made_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each that is forked has its own copy, so that one process never takes it twice."""
    monkeypatch.setenv("PEGS_DATA", str(tmp_path))
    monkeypatch.setattr(warm_up, "trim_memory", lambda: None)
    apps = [object(), object()]
    monkeypatch.setattr(warm_up, "create_app", lambda _: apps.pop(0))
    first, second = apps
    warm_up.prepare_app()
    settings = read_settings()
    assert warm_up.app_for(replace(settings, port=settings.port + 1)) is second
    assert warm_up.app_for(settings) is first
