"""Exercises on the command line, through click's own runner."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from solver.cli.exercises import COMMANDS, exercise

NAMES = [kind.name for kind in COMMANDS]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(exercise, arguments)


@pytest.mark.parametrize("kind", NAMES)
def test_every_kind_tells_an_exercise_and_its_solution_when_asked(kind: str) -> None:
    told = run(kind, "--difficulty", "hard", "--seed", "7")
    assert told.exit_code == 0
    version = next(each.version for each in COMMANDS if each.name == kind)
    assert told.stdout.startswith(f"{kind}/hard/v{version}-7\n")
    assert "Solution" not in told.stdout
    document = json.loads(run(kind, "--difficulty", "hard", "--seed", "7", "--json").stdout)
    assert document["exercise"] == f"{kind}/hard/v{version}-7"
    assert "solution" not in document
    solved = run(kind, "--difficulty", "hard", "--seed", "7", "--json", "--solution")
    answer = json.loads(solved.stdout)["solution"]
    assert json.loads(solved.stdout)["why"]
    told = run(kind, "--difficulty", "hard", "--seed", "7", "--solution")
    assert f"Solution: {answer}" in told.stdout
    judged = run(kind, "--difficulty", "hard", "--seed", "7", "--answer", answer)
    assert (judged.exit_code, judged.stdout.split("\n")[0]) == (0, "Right.")


def test_without_a_seed_it_is_any() -> None:
    told = {run("liar", "--json").stdout for _ in range(3)}
    assert len(told) > 1
