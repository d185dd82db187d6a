"""Exercises on the command line, through click's own runner."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner, Result

from solver.cli.exercises.group import COMMANDS, exercise

NAMES = [kind.name for kind in COMMANDS]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(exercise, arguments)


@pytest.mark.parametrize("kind", NAMES)
def test_every_kind_tells_an_exercise_and_its_solution_when_asked(kind: str) -> None:
    told = run(kind, "--difficulty", "hard", "--seed", "7")
    assert told.exit_code == 0
    assert re.match(rf"{kind}/hard/v\d-7\n", told.stdout)
    assert "Solution" not in told.stdout
    document = json.loads(run(kind, "--difficulty", "hard", "--seed", "7", "--json").stdout)
    assert document["exercise"] == told.stdout.split("\n")[0]
    assert "solution" not in document
    solved = run(kind, "--difficulty", "hard", "--seed", "7", "--json", "--solution")
    answer = json.loads(solved.stdout)["solution"]
    assert json.loads(solved.stdout)["why"]
    told = run(kind, "--difficulty", "hard", "--seed", "7", "--solution")
    assert f"Solution: {answer}" in told.stdout
    judged = run(kind, "--difficulty", "hard", "--seed", "7", "--answer", answer)
    assert (judged.exit_code, judged.stdout.split("\n")[0]) == (0, "Right.")


@pytest.mark.parametrize(
    ("kind", "answer", "said"),
    [
        ("one-code-left", "1111", "it contradicts the answers to rows 1, 2, 3 and 4"),
        ("must-be-so", "", "that must be so are not marked"),
        ("best-split", "1111", "does not tell them apart"),
        ("liar", "1", "If row 1 were the false one, all the others would be true."),
    ],
)
def test_a_wrong_answer_is_told_why(kind: str, answer: str, said: str) -> None:
    judged = run(kind, "--seed", "7", "--answer", answer)
    assert judged.exit_code == 1
    assert judged.stdout.startswith("Not right.\n")
    assert said in judged.stdout
    document = json.loads(run(kind, "--seed", "7", "--answer", answer, "--json").stdout)
    assert document["right"] is False
    assert said in " ".join(document["told"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("one-code-left", "--answer", "17"), "A code has"),
        (("must-be-so", "--answer", "1,7"), "“7” is none: a claim has a number from 1 to 6."),
        (("liar", "--answer", "0"), "“0” is none: a row has a number from 1 to 6."),
        (("liar", "--answer", ""), "Choose a row"),
        (("liar", "--seed", "1000000000"), "not in the range"),
        (("liar", "--difficulty", "harder"), "harder"),
        (("peace",), "No such command 'peace'."),
    ],
)
def test_bad_input_is_said_in_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    seeded = arguments if "--seed" in arguments else (*arguments, "--seed", "7")
    result = run(*(arguments if len(arguments) == 1 else seeded))
    assert result.exit_code == 2
    assert said in result.stderr


def test_without_a_seed_it_is_any() -> None:
    told = {run("liar", "--json").stdout for _ in range(3)}
    assert len(told) > 1
