"""Commands about one game: review, and play in every role."""

from __future__ import annotations

import json
import re

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
        guess = game.parse_code(re.findall(r"(\S+)  feedback:", prompts)[-1])
        turns.append(game.parse_turn(f"{game.format_code(guess)}:0,0"))
        turns[-1] = turns[-1]._replace(feedback=game.feedback(guess, secret))
    assert told["secret"] == "3636"


def test_watch() -> None:
    result = run("play", "--role", "watch", "--game", "bulls10", "--secret", "9035", "--json")
    told = json.loads(result.stdout)
    assert told["turns"][-1] == "9035:4,0"
    assert result.stderr.endswith(f"Solved in {len(told['turns'])} guesses.\n")
    drawn = json.loads(run("play", "--role", "watch", "--game", "pair", "--json").stdout)
    assert drawn["outcome"] == "won"
    options = ("--overlook", "1", "--strategy", "first", "--secret", "3645")
    forgetful = run("play", "--role", "watch", "--json", *options)
    assert json.loads(forgetful.stdout)["turns"][1].startswith("1112:")
