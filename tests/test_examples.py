"""The README's commands run as they are printed, on the files of docs/examples."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import solver

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "docs/examples"
COMMANDS = re.findall(
    r"^\.venv/bin/(pegs-and-paths .+)$", (ROOT / "README.md").read_text("utf-8"), re.M
)
SHOWN = [command for command in COMMANDS if " serve" not in command]


@pytest.mark.parametrize("command", SHOWN)
def test_a_command_of_the_readme(command: str) -> None:
    folder = Path(sys.executable).parent
    line = command.replace(".venv/bin/", "")
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    result = subprocess.run(
        line,
        shell=True,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()


def test_there_are_several_commands() -> None:
    assert len(SHOWN) >= 5
    assert any("|" in command for command in SHOWN)


def test_each_board_has_one_solution() -> None:
    boards = {
        path.name: solver.parse_any(path.read_text("utf-8"))
        for path in sorted(EXAMPLES.glob("*"))
        if not path.name.startswith("game")
    }
    assert len(boards) == 3
    for name, board in boards.items():
        assert solver.solve(board).unique, name


def test_a_game_in_two_notations_is_one_game() -> None:
    game = solver.game_named("classic")
    texts = [(EXAMPLES / f"{name}.txt").read_text("utf-8") for name in ("game", "game-from-0")]
    first, second = (game.read_turns(text.splitlines()) for text in texts)
    assert first.turns == second.turns
    codes = [
        list(map(read.game.format_code, solver.candidates(read.game, read.turns)))
        for read in (first, second)
    ]
    assert codes == [["GRYB"], ["3024"]]
