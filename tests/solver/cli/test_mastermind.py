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
    result = run("candidates", *own, "--json", "--limit", "2", "11223344:1,2")
    told = json.loads(result.stdout)
    assert (told["count"], told["codes"]) == (5640, ["12111111", "12111115"])
    some = run("candidates", *own, "11223344:1,2").stdout.splitlines()
    assert len(some[1].split()) == 200
    assert some[2] == f"These are the first 200; --limit {told['count']} lists them all."


def test_what_two_wrong_answers_could_be_is_told() -> None:
    turns = ("6161:0,2", "3635:1,0", "1215:1,0", "4266:0,1", "2364:0,3")
    answers = json.loads(run("diagnose", "--json", *turns).stdout)["corrections"][0]["answers"]
    assert {"answer": "0,0", "together": [[1, 4], [1, 5]]} in answers
    assert {"answer": "0,1", "together": [[1, 5]]} in answers
    one = json.loads(run("diagnose", "--json", "1111:1,0", "1234:0,0", "1112:0,1").stdout)
    assert (one["changes"], one["otherwise"]) == (1, [[1, 3]])


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
    assert run("candidates", *own, "ember:---gg").stdout.splitlines()[1] == "CIDER"
    assert "Try CIDER. It’s the code." in run("hint", *own, "ember:---gg").stdout
    tried = run("analyse", *own, "--guess", "cider", "--json")
    assert json.loads(tried.stdout)["candidates"] == 12
    both = run("hint", *own, "--game", "words2")
    assert both.exit_code == 2
    assert "--words is a whole game" in both.stderr
    file.write_bytes(b"\xff")
    assert "isn’t text in UTF-8" in run("hint", *own).stderr
