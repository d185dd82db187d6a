"""Strategies in nested notation: read by hand here, and by the module."""

import json
import re
from collections import Counter
from itertools import product

import pytest
from click.testing import CliRunner

from solver.cli.main import main
from solver.deduction.games import game_named
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree
from solver.deduction.trees.nested import format_nested, parse_nested, read_tree
from solver.deduction.trees.tree import TreeError, format_json
from tests.cases import cases


def reply(guess: str, secret: str) -> str:
    black = sum(map(str.__eq__, guess, secret))
    return f"{black}{(Counter(guess) & Counter(secret)).total() - black}"


def guesses_for(text: str, secret: str) -> int:
    """Follow a strategy as anybody would who reads the notation for the first time."""
    node = json.loads(re.sub(r"\w+", r'"\g<0>"', text))
    count = 1
    while isinstance(node, dict):
        ((guess, replies),) = node.items()
        if guess == secret:
            return count
        node = replies[reply(guess, secret)]
        count += 1
    assert node == secret
    return count


@pytest.mark.parametrize(("name", "strategy"), [("3x4", "knuth"), ("mini", "perfect")])
def test_what_is_written_finds_every_code_in_as_many_guesses(name: str, strategy: str) -> None:
    whole = tree(game_named(name), STRATEGIES[strategy])
    text = format_nested(whole)
    game = whole.game
    secrets = map("".join, product("ABCDEFGH"[: game.choices], repeat=game.pegs))
    assert sum(guesses_for(text, secret) for secret in secrets) == whole.total
    for again in (parse_nested(text, game), read_tree(format_json(whole), game)):
        assert (format_nested(again), again.histogram) == (text, whole.histogram)


@cases(
    ("text", "words"),
    [
        ("{AB:{10:AA,02:BA}}", "The code BB isn’t found: nothing follows AA:0,0."),
        ("{AB:{10:{AA:{00:BB}}}}", "The code BA isn’t found: nothing follows AB:0,2."),
        ("{AB:{10:{AA:{00:BB}},02:BA,00:BB}}", "is reached by no secret"),
        ("{AB:{10:{AA:{00:BB}},02:BA,02:BA}}", "followed by two things"),
        ("{AB:{20:AB}}", "“20” is no reply"),
        ("{AB:{x:AB}}", "“x” is no reply"),
        ("{AC:{}}", "“AC” is no code of this game"),
        ("{AB:{10:{}}}", "Each guess needs its replies"),
        ('{"tree": {"guess": "12"}}', "This isn’t a strategy"),
        ("{AB:", "This isn’t a strategy"),
        ("{" * 5000, "This isn’t a strategy"),
    ],
)
def test_a_strategy_that_misses_a_code_or_cannot_be_read_is_refused(text: str, words: str) -> None:
    with pytest.raises(TreeError, match=re.escape(words)):
        read_tree(text, game_named("2x2"))


def test_only_counts_of_blacks_and_whites_can_be_written() -> None:
    with pytest.raises(TreeError, match="Nested notation has only feedback of blacks and whites"):
        format_nested(tree(game_named("pair"), STRATEGIES["entropy"]))


def test_a_command_checks_and_converts_a_strategy(tmp_path) -> None:
    def run(*arguments: str):
        return CliRunner().invoke(main, ["mastermind", *arguments, "--game", "3x4"])

    written, conversion = str(tmp_path / "knuth.txt.gz"), str(tmp_path / "knuth.json")
    grown = run("tree", "--strategy", "knuth", "--export", written, "--json")
    read = run("check", written, "--export", conversion, "--json")
    again = run("check", conversion, "--json")
    totals = [json.loads(result.stdout)["total"] for result in (grown, read, again)]
    assert len(set(totals)) == 1
    refusal = run("check", __file__)
    assert (refusal.exit_code, "This isn’t a strategy" in refusal.stderr) == (2, True)
