"""The command line for Mastermind, through click's own runner."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solver.cli.main import mastermind

ROOT = Path(__file__).parents[3]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(mastermind, arguments)


def test_a_large_board_lists_at_once() -> None:
    own = ("--pegs", "8", "--colours", "5")
    some = run("candidates", *own, "11223344:1,2").stdout.splitlines()
    assert len(some[1].split()) == 200
    assert some[2] == "These are the first 200; --limit 5640 lists them all."


@pytest.mark.parametrize(("sign", "plain"), [(">", "+"), ("<", "-"), ("?", "x")])
def test_signs_that_a_shell_takes_for_itself_have_others(sign: str, plain: str) -> None:
    typed, quoted = (
        run("candidates", "--game", "pair", f"22:{one}").stdout for one in (plain, sign)
    )
    assert typed == quoted != ""
    assert f"{plain} for {sign}" in " ".join(run("hint", "--help").output.split())
    assert f"`12:{plain}`" in (ROOT / "docs/command-line.md").read_text()


def test_words_of_your_own(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    listed = "amber\nbrine\ncider, delta\r\nember flint\ngrain hazel inlet jaunt karst lemon\n"
    file.write_text(listed, "utf-8-sig")
    own = ("--words", str(file))
    assert run("candidates", *own, "ember:---gg").stdout.splitlines()[1] == "cider"
    assert "Try cider. It’s the word." in run("hint", *own, "ember:---gg").stdout
    tried = run("analyse", *own, "--guess", "cider", "--json")
    assert json.loads(tried.stdout)["candidates"] == 12
    more = tmp_path / "guesses.txt"
    more.write_text("vouch quick ember", "utf-8")
    two = run("hint", *own, "--guesses", str(more), "vouch:-----")
    assert (two.exit_code, two.stderr) == (0, "")
    assert "vouch as a guess only" in run("hint", *own, "vouch:-----").stderr
    alone = run("hint", "--guesses", str(more))
    assert "--guesses goes with --words" in alone.stderr
    both = run("hint", *own, "--game", "words2")
    assert both.exit_code == 2
    assert "--words is a whole game" in both.stderr
    file.write_bytes(b"\xff")
    assert "isn’t text in UTF-8" in run("hint", *own).stderr


def test_turns_are_read_from_standard_input_and_from_lines() -> None:
    text = "A game at a board\n3152 2,1\n2615 1,1\n"
    piped = CliRunner().invoke(mastermind, ["candidates", "-", "3341:1,2"], input=text)
    lines = run("candidates", text, "3341:1,2")
    assert (
        piped.stdout == lines.stdout == run("candidates", "3152:2,1", "2615:1,1", "3341:1,2").stdout
    )
    many = run("candidates", "\n".join(["1122:1,0"] * 11))
    assert "This game has 10 guesses; 11 turns were given." in many.stderr


def test_answers_are_in_the_signs_of_the_turns() -> None:
    """Whoever writes letters, or colours from 0, can’t take an answer for another of their rows."""
    letters = run("candidates", "YRBO:2,1", "OPRB:1,1", "YYGR:1,2")
    digits = run("candidates", "3152:2,1", "2615:1,1", "3341:1,2", "--json")
    codes = json.loads(digits.stdout)["codes"]
    written = [code.translate(str.maketrans("123456", "ROYGBP")) for code in codes]
    assert letters.stdout.splitlines()[1].split() == written
    from_zero = run("candidates", "2041:2,1", "1504:1,1", "2230:1,2", "--json")
    assert "Read as: colours from 0." in from_zero.stderr
    expected = [code.translate(str.maketrans("123456", "012345")) for code in codes]
    assert json.loads(from_zero.stdout)["codes"] == expected
    hint = run("hint", "red-green-green-blue: ⚫⚪", "--json")
    assert set(json.loads(hint.stdout)["guess"].split("-")) <= {
        "red",
        "orange",
        "yellow",
        "green",
        "blue",
        "purple",
    }
    seen = run("review", "--secret", "ROYG", "RRYY", "ROYG", "--json")
    assert [turn["guess"] for turn in json.loads(seen.stdout)["turns"]] == ["RRYY", "ROYG"]
