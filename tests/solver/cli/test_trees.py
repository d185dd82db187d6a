"""Commands that play many games: tree, optimum, simulate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solver.cli.main import mastermind
from solver.deduction.games import game_named
from solver.deduction.trees.check import walk
from solver.deduction.trees.export import parse_csv, parse_json


def run(*arguments: str) -> Result:
    return CliRunner().invoke(mastermind, arguments)


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


def test_a_tree_is_exported(tmp_path: Path) -> None:
    game = game_named("mini")
    for name in ("tree.json", "tree.csv"):
        file = tmp_path / name
        result = run("tree", "--game", "mini", "--strategy", "parts", "--export", str(file))
        assert result.exit_code == 0
        text = file.read_text()
        grown = parse_json(text) if file.suffix == ".json" else parse_csv(text, game, "parts")
        assert walk(game, grown) == grown.histogram


def test_optimum() -> None:
    answer = json.loads(run("optimum", "--json").stdout)
    assert (answer["total"], answer["proved"]) == (5625, True)
    assert answer["nodes"] > 0
    limited = json.loads(run("optimum", "--json", "--max-guesses", "5").stdout)
    assert (limited["total"], limited["max"], limited["proved"]) == (5626, 5, True)
    words = run("optimum", "--game", "mini").stdout
    assert "Mean 3.2188, total 206, at most 4." in words
    assert "Proved: no strategy has a smaller total." in words


@pytest.mark.parametrize(("game", "guesses"), [("distinct", 5), ("pair", 4), ("mini", 4)])
def test_the_lower_bound(game: str, guesses: int) -> None:
    answer = json.loads(run("optimum", "--bound", "--json", "--game", game).stdout)
    assert (answer["bound"], answer["max"], answer["proved"]) == (guesses, guesses, True)
    words = run("optimum", "--bound", "--game", game).stdout
    assert f"No strategy can guarantee fewer than {guesses} guesses." in words


def test_an_optimum_is_exported_and_walks(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    assert run("optimum", "--game", "distinct", "--export", str(file)).exit_code == 0
    game = game_named("distinct")
    plan = parse_json(file.read_text())
    assert walk(game, plan) == plan.histogram


def test_a_game_that_can_not_be() -> None:
    result = run("optimum", "--game", "mini", "--max-guesses", "3")
    assert result.exit_code == 1
    assert result.stderr == "No strategy finds every code of mini in 3 guesses.\n"
    assert result.stdout == ""


def test_simulate() -> None:
    arguments = ("simulate", "--game", "4x5", "--strategy", "random", "--games", "40")
    answer = json.loads(run(*arguments, "--seed", "5", "--json").stdout)
    assert set(answer) == {
        *("mean", "error", "max", "ms_per_guess", "games", "given_up", "histogram", "lost")
    }
    assert answer["given_up"] == 0
    assert sum(answer["histogram"]) == answer["games"] == 40
    again = json.loads(run(*arguments, "--seed", "5", "--json").stdout)
    assert again["histogram"] == answer["histogram"]
    careless = json.loads(run(*arguments, "--overlook", "0.5", "--json").stdout)
    assert careless["mean"] > answer["mean"]
    assert "40 games" not in run(*arguments).stderr
    assert "± " in run(*arguments).stdout


def test_games_given_up_are_told_and_make_no_mean() -> None:
    arguments = ("simulate", "--overlook", "1", "--games", "20")
    answer = json.loads(run(*arguments, "--json").stdout)
    assert (answer["games"], answer["mean"], answer["error"], answer["max"]) == (
        20,
        None,
        None,
        None,
    )
    assert 0 < answer["given_up"] == 20 - sum(answer["histogram"]) <= answer["lost"]
    words = run(*arguments).stdout
    assert f"Given up after 100 guesses: {answer['given_up']} of 20 games, so" in words
    assert "Mean" not in words


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tree", "--strategy", "luck"), "“luck” is no strategy; there are entropy,"),
        (("tree", "--game", "grand"), "The game grand has 531,441 secrets"),
        (("tree", "--export", "tree.txt"), "“tree.txt” must end with .json or .csv"),
        (("tree", "--game", "mini", "--export", "no/such/tree.json"), "“no/such/tree.json” can’t"),
        (("optimum", "--game", "super"), "The game super is too large for exact play"),
        (("optimum", "--bound", "--max-guesses", "5"), "--bound looks for the least worst case"),
        (("optimum", "--max-guesses", "0"), "Invalid value for '--max-guesses'"),
        (("simulate", "--games", "0"), "Invalid value for '--games'"),
        (("simulate", "--overlook", "nan"), "Invalid value for '--overlook'"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1
