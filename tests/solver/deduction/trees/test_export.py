"""A tree as text: read plainly, it makes the guesses of the tree."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Code, Game
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree
from solver.deduction.trees.tree import format_json
from tests.solver.deduction.trees.tree_checks import every_small_game


@every_small_game
@pytest.mark.parametrize("name", ["knuth", "opening"])
def test_the_text_has_the_lines_of_the_tree(game: Game, name: str) -> None:
    result = tree(game, STRATEGIES[name])
    whole = json.loads(format_json(result))
    assert (whole["game"], whole["strategy"]) == (game.name, name)
    assert (whole["total"], whole["max"]) == (result.total, result.max)
    secrets = list(candidates(game, ()))
    lines = [line_to(game, whole["tree"], secret) for secret in secrets]
    assert [line[-1] for line in lines] == secrets
    lengths = Counter(map(len, lines))
    assert result.histogram == tuple(lengths[n] for n in range(1, result.max + 1))
    assert result.worst_line == next(line for line in lines if len(line) == result.max)


def line_to(game: Game, node: dict, secret: Code) -> tuple[Code, ...]:
    """Return the guesses made against a secret, by a node and those below it."""
    line = []
    while node is not None:
        line.append(game.parse_code(node["guess"]))
        node = node["answers"][game.format_answer(game.feedback(line[-1], secret))]
    return tuple(line)
