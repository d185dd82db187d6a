"""Small games of every kind, and the trees of the classic game."""

from functools import cache

import pytest

from solver.deduction.games import game_for, game_named
from solver.deduction.rules.game import Game
from solver.deduction.rules.mastermind import Rules
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.trees.grow import tree
from solver.deduction.trees.tree import Tree
from tests.solver.deduction.made_up_games import Distance

CLASSIC = game_named("classic")


SMALL: dict[str, Game] = {
    "3x4": game_for(Rules(3, 4)),
    "2x7": game_for(Rules(2, 7)),
    "4x2": game_for(Rules(4, 2)),
    "1x5": game_for(Rules(1, 5)),
    "3x1": game_for(Rules(3, 1)),
    "4x4": game_for(Rules(4, 4)),
    "2x3 and blanks": game_for(Rules(2, 3, blanks=True)),
    "3x5, secrets distinct": game_for(Rules(3, 5, secret_repeats=False)),
    "4x5, all distinct": game_for(Rules(4, 5, repeats=False)),
    "pair": game_named("pair"),
    "distance": Distance(),
}
every_small_game = pytest.mark.parametrize("game", SMALL.values(), ids=SMALL)


@cache
def classic(name: str) -> Tree:
    return tree(CLASSIC, STRATEGIES[name])
