"""The review of a game that is over."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from solver.cli.main import mastermind


def run(*arguments: str) -> Result:
    return CliRunner().invoke(mastermind, arguments)


def test_review() -> None:
    result = run("review", "--json", "--secret", "3636", "1122", "3344", "3355", "3636")
    answer = json.loads(result.stdout)
    assert {"turns", "skill", "luck", "first_mistake"} <= set(answer)
    assert [turn["before"] for turn in answer["turns"]] == [1296, 256, 56, 10]
    assert [turn["after"] for turn in answer["turns"]] == [256, 56, 10, 1]
    assert answer["first_mistake"] == 3
    assert answer["exact"]
    assert all(turn["regret"] >= 0 for turn in answer["turns"])
    words = run("review", "--secret", "3636", "1122", "3344", "3355", "3636").stdout
    assert "The first mistake was in row 3." in words
