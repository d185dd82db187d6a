"""Commands about one game: review, and play in every role."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner, Result

from solver.cli.main import mastermind
from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates


def run(*arguments: str, text: str = "") -> Result:
    return CliRunner().invoke(mastermind, arguments, input=text)


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


def test_a_review_to_send() -> None:
    result = run("review", "--share", "--secret", "3636", "1122", "3344", "3355", "3636")
    first, figures, *rows = result.stdout.splitlines()
    assert first == "Mastermind: found in 4 guesses"
    assert re.fullmatch(r"skill \d+ of 100", figures)
    assert rows == ["–", "⚫⚪", "⚫⚪", "⚫⚫⚫⚫"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--secret", "37", "1122"), "The secret: A code has 4 pegs; this one has 2."),
        (("--secret", "3636", "1122", "1172"), "Guess 2: Peg 3 is “7”"),
        (("--secret", "3636", "3636", "1111"), "Guess 2 comes after the end of the game."),
        (("--game", "distinct", "--secret", "3636", "1234"), "3636 can’t be the secret"),
        (("--share", "--json", "--secret", "3636", "1122"), "Choose --share or --json"),
        (("--secret", "3636"), "Missing argument"),
    ],
)
def test_reviews_that_can_not_be(arguments: tuple[str, ...], message: str) -> None:
    result = run("review", *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1


def test_play_as_breaker() -> None:
    text = "1122\nhint\nlist\nhelp\n12x4\n3645\n"
    result = run("play", "--secret", "3645", "--json", text=text)
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "role": "breaker",
        "turns": ["1122:0,0", "3645:4,0"],
        "outcome": "won",
        "secret": "3645",
    }
    for words in (
        *("1122  0,0  (256 codes left)", "Colours 1 and 2 are not in the code (row 1)."),
        *("256 codes: 3333 3334", "Peg 3 is “x”: colours run from 1 to 6,", "Solved in 2 guesses."),
    ):
        assert words in result.stderr


def test_play_until_the_rows_are_full() -> None:
    result = run("play", "--secret", "111", "--game", "3x4/2", text="222\n333\n")
    assert result.stdout.endswith("Out of guesses. The code was 111.\n")


def test_the_secret_is_not_told_to_who_leaves() -> None:
    result = run("play", "--secret", "3645", "--json", text="1122\nquit\n")
    assert json.loads(result.stdout)["secret"] is None
    assert "3645" not in result.stdout + result.stderr


def test_play_against_the_evil_setter() -> None:
    result = run("play", "--game", "mini", "--evil", "--json", text="111\n" * 10)
    told = json.loads(result.stdout)
    assert told["turns"] == ["111:1,0"] * 10
    assert told["outcome"] == "lost"
    game = game_named("mini")
    turns = [game.parse_turn(turn) for turn in told["turns"]]
    assert game.parse_code(told["secret"]) in set(candidates(game, turns))


def test_play_as_setter() -> None:
    game = game_named("classic")
    secret, turns = game.parse_code("3636"), []
    for _ in range(10):
        answers = "".join(f"{game.format_answer(turn.feedback)}\n" for turn in turns)
        told = json.loads(run("play", "--role", "setter", "--json", text=answers).stdout)
        if told["outcome"] == "won":
            break
        prompts = run("play", "--role", "setter", text=answers).stdout
        guess = game.parse_code(re.findall(r"(\S+)  answer:", prompts)[-1])
        turns.append(game.parse_turn(f"{game.format_code(guess)}:0,0"))
        turns[-1] = turns[-1]._replace(feedback=game.feedback(guess, secret))
    assert told["secret"] == "3636"


def test_the_setter_is_told_of_a_contradiction_and_corrects_it() -> None:
    text = "0,0\n0,0\nhelp\nrow 9 1,0\nrow 2 9,9\nrow 2 1,0\nquit\n"
    result = run("play", "--role", "setter", "--json", text=text)
    told = json.loads(result.stdout)
    assert [turn.split(":")[1] for turn in told["turns"]] == ["0,0", "1,0"]
    for words in ("can’t both be true.", "Row 2 could be", "There is no answered row “9”."):
        assert words in result.stderr
    assert "9 black and 9 white can’t be an answer" in result.stderr


def test_a_win_must_agree_with_the_other_answers() -> None:
    usual = ("play", "--role", "setter", "--strategy", "entropy", "--json")
    result = run(*usual, text="1,1\n1,0\n4,0\n1 0,1\nquit\n")
    told = json.loads(result.stdout)
    assert (told["outcome"], told["secret"]) == ("playing", None)
    assert "Row 3: " in result.stderr
    distinct = run("play", "--role", "setter", "--json", "--game", "distinct", text="4,0\n")
    assert json.loads(distinct.stdout)["outcome"] == "playing"


def test_a_closed_input_is_an_end() -> None:
    assert run("play", "--secret", "1122", "--json").exit_code == 0


def test_watch() -> None:
    result = run("play", "--role", "watch", "--game", "bulls10", "--secret", "9035", "--json")
    told = json.loads(result.stdout)
    assert told["turns"][-1] == "9035:4,0"
    assert result.stderr.endswith(f"Solved in {len(told['turns'])} guesses.\n")
    drawn = json.loads(run("play", "--role", "watch", "--game", "pair", "--json").stdout)
    assert drawn["outcome"] == "won"
    options = ("--overlook", "1", "--strategy", "first", "--secret", "3645")
    careless = run("play", "--role", "watch", "--json", *options)
    assert json.loads(careless.stdout)["turns"][1].startswith("1112:")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--role", "setter", "--secret", "1122"),
        ("--role", "setter", "--evil"),
        ("--role", "watch", "--evil"),
        ("--evil", "--secret", "1122"),
        ("--overlook", "0.5"),
        ("--role", "watch", "--overlook", "nan"),
        ("--secret", "112"),
        ("--game", "distinct", "--secret", "1122"),
        ("--role", "judge"),
    ],
)
def test_matches_that_can_not_be(arguments: tuple[str, ...]) -> None:
    result = run("play", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
