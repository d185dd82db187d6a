import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solver.cli.main import mastermind
from solver.deduction.strategies.measures import MEASURES

ROOT = Path(__file__).parents[3]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(mastermind, arguments)


def test_a_large_board_lists_at_once() -> None:
    options = ("--pegs", "8", "--colours", "5")
    lines = run("candidates", *options, "11223344:1,2").stdout.splitlines()
    assert len(lines[1].split()) == 200
    assert lines[2] == "These are the first 200; --limit 5640 lists them all."


@pytest.mark.parametrize(("sign", "plain"), [(">", "+"), ("<", "-"), ("?", "x")])
def test_signs_that_a_shell_takes_for_itself_have_others(sign: str, plain: str) -> None:
    plain_output, sign_output = (
        run("candidates", "--game", "pair", f"22:{mark}").stdout for mark in (plain, sign)
    )
    assert plain_output == sign_output != ""
    assert f"{plain} for {sign}" in " ".join(run("hint", "--help").output.split())
    assert f"`12:{plain}`" in (ROOT / "docs/command-line.md").read_text()


def test_words_of_your_own(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    words = "amber\nbrine\ncider, delta\r\nember flint\ngrain hazel inlet jaunt karst lemon\n"
    file.write_text(words, "utf-8-sig")
    options = ("--words", str(file))
    assert run("candidates", *options, "ember:---gg").stdout.splitlines()[1] == "cider"
    assert "Try cider. It’s the word." in run("hint", *options, "ember:---gg").stdout
    analysis = run("analyse", *options, "--guess", "cider", "--json")
    assert json.loads(analysis.stdout)["candidates"] == 12
    guesses = tmp_path / "guesses.txt"
    guesses.write_text("vouch quick ember", "utf-8")
    two = run("hint", *options, "--guesses", str(guesses), "vouch:-----")
    assert (two.exit_code, two.stderr) == (0, "")
    assert "vouch as a guess only" in run("hint", *options, "vouch:-----").stderr
    alone = run("hint", "--guesses", str(guesses))
    assert "--guesses goes with --words" in alone.stderr
    conflict = run("hint", *options, "--game", "words2")
    assert conflict.exit_code == 2
    assert "--words is a whole game" in conflict.stderr
    file.write_bytes(b"\xff")
    assert "isn’t text in UTF-8" in run("hint", *options).stderr


def test_turns_are_read_from_standard_input_and_from_lines() -> None:
    text = "A game at a board\n3152 2,1\n2615 1,1\n"
    pipe = CliRunner().invoke(mastermind, ["candidates", "-", "3341:1,2"], input=text)
    lines = run("candidates", text, "3341:1,2")
    assert (
        pipe.stdout == lines.stdout == run("candidates", "3152:2,1", "2615:1,1", "3341:1,2").stdout
    )
    result = run("candidates", "\n".join(["1122:1,0"] * 11))
    assert "This game has 10 guesses; 11 turns were given." in result.stderr


def test_answers_are_in_the_signs_of_the_turns() -> None:
    """Whoever writes letters, or colours from 0, can’t take an answer for another of their rows."""
    letters = run("candidates", "YRBO:2,1", "OPRB:1,1", "YYGR:1,2")
    digits = run("candidates", "3152:2,1", "2615:1,1", "3341:1,2", "--json")
    codes = json.loads(digits.stdout)["codes"]
    written = [code.translate(str.maketrans("123456", "ROYGBP")) for code in codes]
    assert letters.stdout.splitlines()[1].split() == written
    from_zero = run("candidates", "2041:2,1", "1504:1,1", "2230:1,2", "--json")
    assert "Read as: colours from 0." in from_zero.stderr
    codes_from_zero = [code.translate(str.maketrans("123456", "012345")) for code in codes]
    assert json.loads(from_zero.stdout)["codes"] == codes_from_zero
    hint = run("hint", "red-green-green-blue: ⚫⚪", "--json")
    assert set(json.loads(hint.stdout)["guess"].split("-")) <= {
        "red",
        "orange",
        "yellow",
        "green",
        "blue",
        "purple",
    }
    review = run("review", "--secret", "ROYG", "RRYY", "ROYG", "--json")
    assert [turn["guess"] for turn in json.loads(review.stdout)["turns"]] == ["RRYY", "ROYG"]


@pytest.mark.parametrize("measure", MEASURES)
def test_an_analysis_as_json(measure: str) -> None:
    result = run(
        "analyse", "--game", "mini", "--by", measure, "112:1,0", "--guess", "123", "--json"
    )
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert (report["turns"], report["by"], report["exact"]) == (["112:1,0"], measure, True)
    assert report["candidates"] == sum(part["candidates"] for part in report["tried"]["answers"])
    assert len(report["best"]) == 10
    assert report["best"][0]["needed"]["mean"] >= report["needed"]["mean"]
