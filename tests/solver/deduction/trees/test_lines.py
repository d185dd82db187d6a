"""Strategies for words in lines: read by hand here, and by the module."""

import re

import pytest

from solver.deduction.games import game_named
from solver.deduction.optimal import optimum
from solver.deduction.rules.own_words import parse_words
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree
from solver.deduction.trees.nested import format_lines, read_tree
from solver.deduction.trees.tree import TreeError, format_json, level_order
from tests.cases import cases

FISH = parse_words("bream perch trout shark roach tench skate")


def marks(guess: str, word: str) -> str:
    """Mark a guess as the rules say it, by counting what is left of each letter."""
    letters = [goal for goal, letter in zip(word, guess, strict=True) if goal != letter]
    signs = ""
    for goal, letter in zip(word, guess, strict=True):
        if goal == letter:
            signs += "G"
        elif letter in letters:
            letters.remove(letter)
            signs += "Y"
        else:
            signs += "B"
    return signs


def test_each_line_is_the_game_against_a_word() -> None:
    whole = tree(FISH, STRATEGIES["entropy"])
    lines = format_lines(whole).splitlines()
    assert len(lines) == 7
    for line in lines:
        steps = re.findall(r"(\w+) ([BYG]{5})(\d)", line)
        secret = steps[-1][0]
        assert [(marks(guess, secret), str(n)) for n, (guess, _, _) in enumerate(steps, 1)] == [
            (feedback, number) for _, feedback, number in steps
        ]
    for text in ("\n".join(sorted(lines)), "\n".join(lines).upper(), format_json(whole)):
        again = read_tree(text, FISH)
        assert (again.total, again.histogram) == (whole.total, whole.histogram)


def test_perfect_play_is_written_and_read() -> None:
    best = optimum(FISH)
    assert best.plan
    text = format_lines(level_order(FISH, "perfect", best.plan))
    assert read_tree(text, FISH).total == best.total


@cases(
    ("text", "sentence"),
    [
        ("roach GGGGG1", "The word bream isn’t found: nothing follows roach:"),
        ("roach GGGGG2", "Line 1: “roach” is guess 1, not 2."),
        ("roach BBBBB1 skate GGGGG2\nshark GGGGG1", "it guesses “shark” instead of “roach”"),
        ("roach BBBB1", "Line 1: Feedback is written like"),
        ("roach GGGGG1 and so on", "Line 1 isn’t guesses with their marks"),
        ("minnow BBBBBB1", "Line 1: A word has 5 letters here; this one has 6."),
    ],
)
def test_what_is_no_strategy_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(TreeError, match=re.escape(sentence)):
        read_tree(text, FISH)


def test_a_strategy_of_words_hears_nothing_of_other_notations() -> None:
    with pytest.raises(TreeError, match="A strategy for words is lines such as"):
        read_tree("{AB:{10:AA}}", FISH)
    with pytest.raises(TreeError, match="only for games whose feedback marks"):
        format_lines(tree(game_named("1x3"), STRATEGIES["first"]))
