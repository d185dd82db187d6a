"""A strategy's whole tree in pieces: the first guess, and a branch for each answer to it.

The branches know nothing of each other, so they can be grown anywhere and in any order; joined,
they are the very tree that :func:`solver.deduction.trees.tree.tree` grows in one go.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.deduction.knowledge.candidates import candidates
from solver.deduction.optimal.decision_nodes import DecisionNodes
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.strategies.registry import First, OneStep
from solver.deduction.strategies.strategy import Strategy
from solver.deduction.trees import grow
from solver.deduction.trees.tree import Tree, check_size, has_kernels, level_order, nodes_of


def first_guess(game: Game, strategy: Strategy) -> Code:
    """Return the guess at the root of the strategy's tree.

    Raises TreeError for a game too large for a tree.
    """
    check_size(game)
    if isinstance(strategy, OneStep | First) and has_kernels(game):
        return grow.first_guess(game, strategy)
    return strategy.choose(game, candidates(game, ())).guess


def first_turns(game: Game, guess: Code) -> tuple[Turn, ...]:
    """Return the first guess with each answer that leaves the game open, in the answers' order.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("pair")
    >>> [game.format_turn(turn) for turn in first_turns(game, (2, 2))]
    ['22:?', '22:<', '22:>']
    """
    sizes = candidates(game, ()).sizes(guess)
    answers = enumerate(game.feedbacks)
    return tuple(
        Turn(guess, answer) for place, answer in answers if sizes[place] and place != game.won
    )


def joined(
    game: Game, strategy: str, guess: Code, turns: Sequence[Turn], branches: Sequence[DecisionNodes]
) -> Tree:
    """Return the tree of a first guess, its turns, and the branch grown after each of them.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.strategies.registry import STRATEGIES
    >>> from solver.deduction.trees.tree import nodes_after, tree
    >>> game, knuth = game_named("mini"), STRATEGIES["knuth"]
    >>> guess = first_guess(game, knuth)
    >>> turns = first_turns(game, guess)
    >>> branches = [nodes_after(game, knuth, (turn,)) for turn in turns]
    >>> joined(game, "knuth", guess, turns, branches) == tree(game, knuth)
    True
    """
    parts = [nodes_of([(game.index_of(guess), -1, -1, game.is_secret(guess))])]
    count = 1
    for turn, branch in zip(turns, branches, strict=True):
        parents, answers = branch.parents + count, branch.answers.copy()
        parents[0], answers[0] = 0, game.feedbacks.index(turn.feedback)
        parts.append(DecisionNodes(branch.guesses, parents, answers, branch.wins))
        count += len(parents)
    columns = [(part.guesses, part.parents, part.answers, part.wins) for part in parts]
    guesses, above, links, wins = (np.concatenate(column) for column in zip(*columns, strict=True))
    return level_order(game, strategy, DecisionNodes(guesses, above, links, wins))
