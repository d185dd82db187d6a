"""What the server under test draws is never a code that a test guesses."""

import os
import subprocess
import sys
from pathlib import Path

from tests.browser.conftest import SAME_EVERYWHERE

DRAWS = """
from solver.deduction.games import game_named
from webapp.mastermind.new_game_form import random_code

game = game_named("classic")
print(*(game.format_code(random_code(game)) for _ in range(300)))
"""


def test_codes_are_drawn_from_those_that_no_test_guesses(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(SAME_EVERYWHERE)
    path = os.pathsep.join([str(tmp_path), *sys.path])
    codes = subprocess.run(
        [sys.executable, "-c", DRAWS],
        env={**os.environ, "PYTHONPATH": path},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout.split()
    assert len(set(codes)) > 100
    assert min(codes) >= "5252"
    assert max(codes) <= "6161"
