"""``pegs-and-paths mastermind analyse``, through click's own runner."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from solver.cli.main import mastermind
from solver.deduction.strategies.measures import MEASURES


def run(*arguments: str) -> Result:
    return CliRunner().invoke(mastermind, ["analyse", *arguments])


def test_the_best_guesses_for_people() -> None:
    result = run("classic", "1122:1,0")
    assert result.exit_code == 0
    first = "256 codes still fit. Perfect play needs 3.51 more guesses on average, at most 5."
    assert result.stdout.startswith(first)
    assert "1334" in result.stdout
    assert "of 39 kinds: one of each kind is listed." in result.stdout


def test_a_guess_that_is_tried() -> None:
    result = run("1122:1,0", "1344:0,2", "--guess", "3536")
    assert result.exit_code == 0
    assert "It can’t be the code: rows 1 and 2 speak against it." in result.stdout
    assert "0.10 more than the best" in result.stdout
    won = run("1122:1,0", "1344:0,2", "--guess", "3425")
    assert "found" in won.stdout
    assert "no guess is better" in won.stdout


@pytest.mark.parametrize("measure", MEASURES)
def test_as_json(measure: str) -> None:
    result = run("--game", "mini", "--by", measure, "112:1,0", "--guess", "123", "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert (told["turns"], told["by"], told["exact"]) == (["112:1,0"], measure, True)
    assert told["candidates"] == sum(one["candidates"] for one in told["tried"]["answers"])
    assert len(told["best"]) == 10
    assert told["best"][0]["needed"]["mean"] >= told["needed"]["mean"]


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("classic", "1122:0,0", "1122:1,0"), 1, "The answers to rows 1 and 2 can’t all be right."),
        (("nosuch",), 2, "There is no game “nosuch”"),
        (("--game", "mini", "classic"), 2, "Two games were named: mini and classic."),
        (("classic", "1172:1,0"), 2, "Turn 1: Peg 3 is “7”"),
        (("classic", "--guess", "11"), 2, "The guess: "),
        (("classic", "--by", "luck"), 2, "'luck' is not one of"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], code: int, sentence: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert sentence in result.stderr


def test_out_of_reach() -> None:
    result = run("8x12", "11223344:1,2")
    assert result.exit_code == 0
    assert "What perfect play needs here is not known." in result.stdout
    assert "This board is too large to weigh all" in result.stdout
