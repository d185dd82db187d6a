"""Trees as text: read plainly, they make the guesses of the tree."""

import csv
import io
import json

import pytest

from solver.deduction.rules.game import Code, Game
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree
from solver.deduction.trees.tree import format_csv, format_json
from tests.solver.deduction.trees.tree_checks import every_small_game


@every_small_game
@pytest.mark.parametrize("name", ["knuth", "opening"])
def test_both_texts_have_the_lines_of_the_tree(game: Game, name: str) -> None:
    result = tree(game, STRATEGIES[name])
    whole = json.loads(format_json(result))
    assert (whole["game"], whole["strategy"]) == (game.name, name)
    assert (whole["total"], whole["max"]) == (result.total, result.max)
    assert [line_to(game, whole["tree"], secret) for secret, _ in result] == [
        line for _, line in result
    ]
    heads, *rows = csv.reader(io.StringIO(format_csv(result)))
    assert heads == ["secret", "guesses", *map(str, range(1, result.max + 1))]
    assert rows == [
        [game.format_code(secret), str(len(line)), *map(game.format_code, line)]
        for secret, line in result
    ]


def line_to(game: Game, node: dict, secret: Code) -> tuple[Code, ...]:
    """Return the guesses made against a secret, by a node and those below it."""
    line = []
    while node is not None:
        line.append(game.parse_code(node["guess"]))
        node = node["answers"][game.format_feedback(game.feedback(line[-1], secret))]
    return tuple(line)
