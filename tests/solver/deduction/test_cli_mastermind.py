"""The command line for Mastermind, through click's own runner."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from solver.cli_mastermind import mastermind


def run(*arguments: str) -> Result:
    return CliRunner().invoke(mastermind, arguments)


def test_hint_as_json() -> None:
    result = run("hint", "--json", "1122:1,0", "1344:0,2")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert set(answer) == {
        *("guess", "candidates", "can_be_code", "parts", "largest", "expected_size", "bits"),
        *("exact", "weighed_guesses", "weighed_codes", "reasons"),
    }
    assert (answer["guess"], answer["candidates"], answer["parts"]) == ("3425", 41, 13)
    assert answer["reasons"][0] == {
        "kind": "not-here",
        "colours": ["1"],
        "holes": [1],
        "count": 0,
        "turns": [2],
        "text": "Colour 1 is not in hole 1 (row 2).",
    }


def test_hint_for_people() -> None:
    result = run("hint", "--strategy", "knuth", "1111:0,0")
    assert result.exit_code == 0
    assert "Colour 1 is not in the code (row 1)." in result.stdout
    assert "codes left" in result.stdout


def test_candidates() -> None:
    result = run("candidates", "--json", "--limit", "2", "1122:0,0", "3344:0,0")
    assert json.loads(result.stdout) == {"count": 16, "codes": ["5555", "5556"]}
    assert run("candidates", "--limit", "1", "1122:0,0").stdout == (
        "256 codes are still possible.\n3333\n"
    )
    assert run("candidates", "--limit", "0").stdout == "1,296 codes are still possible.\n"


def test_tree() -> None:
    result = run("tree", "--json", "--strategy", "knuth")
    answer = json.loads(result.stdout)
    assert answer.pop("seconds") >= 0
    assert answer.pop("worst_line") == ["1122", "1234", "1315", "1111", "1116"]
    assert answer == {
        "first": "1122",
        "histogram": [1, 6, 62, 533, 694],
        "total": 5801,
        "mean": 5801 / 1296,
        "max": 5,
    }
    assert "Mean 5.7647, total 7,471, at most 9." in run("tree", "--strategy", "first").stdout


@pytest.mark.parametrize("command", ["hint", "candidates"])
def test_contradictory_turns(command: str) -> None:
    result = run(command, "--json", "1111:0,0", "1112:3,0")
    assert result.exit_code == 1
    assert result.stderr == "The answers to rows 1 and 2 can’t all be right.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("hint", "1122:1,0", "1172:1,0"), "Turn 2: Peg 3 is “7”: colours run from 1 to 6."),
        (("hint", "1_22:1,0"), "Turn 1: Hole 2 is still empty."),
        (("candidates", "1122:3,1"), "Turn 1: 3 black and 1 white can’t be an answer: "),
        (("hint", "--game", "chess"), "A board is written like"),
        (("hint", "--game", "8x12"), "The board 8×12 has 429,981,696 codes"),
        (("tree", "--strategy", "luck"), "“luck” is no strategy; there are first,"),
        (("tree", "--game", "5x8"), "The game 5x8/10 has 32,768 codes"),
        (("candidates", "--limit", "-1"), "Invalid value for '--limit'"),
        (("hint", "--nonsense"), "No such option"),
        (("hint", *["1122:0,0"] * 11), "This game has 10 guesses; 11 turns were given."),
    ],
)
def test_bad_input(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1
