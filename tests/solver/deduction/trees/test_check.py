"""The walker finds planted errors."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.deduction.games import game_named
from solver.deduction.rules.game import frozen
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree
from solver.deduction.trees.simulate import walk
from solver.deduction.trees.tree import Tree, TreeError
from tests.solver.deduction.trees.tree_checks import CLASSIC, classic


def planted(result: Tree, **changes: NDArray[Any]) -> Tree:
    arrays: dict[str, Any] = {name: frozen(array) for name, array in changes.items()}
    return replace(result, **arrays)


def a_leaf(result: Tree) -> int:
    return len(result) - 1


def test_the_walker_finds_a_wrong_guess() -> None:
    result = classic("knuth")
    guesses = result.guesses.copy()
    guesses[a_leaf(result)] = 0
    with pytest.raises(TreeError, match=r"The code \d+ isn’t found: nothing follows 1111:.*"):
        walk(CLASSIC, planted(result, guesses=guesses))


def test_the_walker_finds_a_missing_branch() -> None:
    result = classic("knuth")
    columns = ("guesses", "parents", "feedbacks", "wins")
    short = planted(result, **{name: getattr(result, name)[:-1] for name in columns})
    with pytest.raises(TreeError, match="isn’t found: nothing follows"):
        walk(CLASSIC, short)


@pytest.mark.parametrize("stand", [[3, 2], [2, 2]])
def test_the_walker_finds_swapped_subtrees_and_a_branch_twice(stand: list[int]) -> None:
    result = classic("knuth")
    feedbacks = result.feedbacks.copy()
    feedbacks[[2, 3]] = feedbacks[stand]
    with pytest.raises(TreeError, match="isn’t found"):
        walk(CLASSIC, planted(result, feedbacks=feedbacks))


def test_the_walker_finds_a_second_root() -> None:
    result = classic("knuth")
    parents = result.parents.copy()
    parents[7] = -1
    with pytest.raises(TreeError, match="isn’t found"):
        walk(CLASSIC, planted(result, parents=parents))


def test_the_walker_finds_a_node_that_no_secret_reaches() -> None:
    game = game_named("pair")
    result = tree(game, STRATEGIES["knuth"])
    feedbacks = set(range(3)) - set(result.feedbacks[result.parents == a_leaf(result)].tolist())
    grown = planted(
        result,
        guesses=np.append(result.guesses, np.int32(0)),
        parents=np.append(result.parents, np.int32(a_leaf(result))),
        feedbacks=np.append(result.feedbacks, np.int32(feedbacks.pop())),
        wins=np.append(result.wins, np.False_),
    )
    with pytest.raises(TreeError, match=r"Node 25, with the guess 00, is reached by no secret"):
        walk(game, grown)


def test_the_walker_finds_a_false_claim() -> None:
    result = classic("knuth")
    wins = result.wins.copy()
    wins[0] = False
    with pytest.raises(TreeError, match="Node 0, with the guess 1122, finds one, unlike it says"):
        walk(CLASSIC, planted(result, wins=wins))
