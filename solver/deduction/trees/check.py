"""The checker of trees: plays a tree against every secret, by the plain rule of answers.

It shares nothing with what builds trees: neither tables nor compiled loops, only the game's own
answer to one guess.
"""

from __future__ import annotations

from collections import Counter
from typing import NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules.game import Code, Game, Indices

Branches = dict[tuple[int, int], int]


class WalkError(ValueError):
    """A fault in a tree; the message names the secret or the node."""


class TreeNodes(Protocol):
    """A tree's nodes, the root first, as :class:`~solver.deduction.trees.tree.Tree` has them."""

    @property
    def guesses(self) -> Indices:
        """The index of the code each node guesses."""

    @property
    def parents(self) -> Indices:
        """The node before; -1 at the root."""

    @property
    def answers(self) -> Indices:
        """The index of the answer that leads from there to here."""

    @property
    def wins(self) -> NDArray[np.bool_]:
        """Whether the tree says that the guess can be the secret here."""


def walk(game: Game, tree: TreeNodes) -> tuple[int, ...]:
    """Return how many secrets fall to the 1st, 2nd, … guess, if the tree is right.

    Raises WalkError if a secret is not found, or if a node is reached by none, says wrongly
    whether its guess can be the secret, or stands twice under one answer.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.strategies.registry import STRATEGIES
    >>> from solver.deduction.trees.tree import tree
    >>> game = game_named("pair")
    >>> walk(game, tree(game, STRATEGIES["entropy"]))
    (1, 3, 9, 11, 1)
    """
    codes = [game.code_at(int(index)) for index in tree.guesses]
    branches = _branches(tree)
    lengths: Counter[int] = Counter()
    reached: set[int] = set()
    winning: set[int] = set()
    for index in game.secrets.tolist():
        path = _path(game, codes, branches, game.code_at(index))
        lengths[len(path)] += 1
        reached.update(path)
        winning.add(path[-1])
    _check_nodes(game, tree, codes, reached, winning)
    return tuple(lengths[length] for length in range(1, max(lengths) + 1))


def _branches(tree: TreeNodes) -> Branches:
    """Return the node that each node's answer leads to."""
    branches: Branches = {}
    links = zip(tree.parents.tolist(), tree.answers.tolist(), strict=True)
    for node, link in enumerate(links):
        if (link[0] < 0) != (node == 0):
            raise WalkError(f"Node {node} has the parent {link[0]}; the root alone, 0, has -1.")
        if link in branches:
            raise WalkError(f"Nodes {branches[link]} and {node} stand under one answer.")
        branches[link] = node
    return branches


def _path(game: Game, codes: list[Code], branches: Branches, secret: Code) -> list[int]:
    """Return the nodes that a secret's answers lead through, up to where it is guessed."""
    node = 0
    path = [node]
    while (answer := game.feedback(codes[node], secret)) != game.feedbacks[game.won]:
        number = game.feedbacks.index(answer)
        if (node, number) not in branches:
            _fail(game, codes, path, secret)
        node = branches[node, number]
        path.append(node)
    return path


def _fail(game: Game, codes: list[Code], path: list[int], secret: Code) -> NoReturn:
    line = [(codes[node], game.feedback(codes[node], secret)) for node in path]
    turns = [f"{game.format_code(code)}:{game.format_answer(answer)}" for code, answer in line]
    raise WalkError(
        f"The secret {game.format_code(secret)} is not found: after {' '.join(turns)} "
        f"(node {path[-1]}) there is no guess."
    )


def _check_nodes(
    game: Game, tree: TreeNodes, codes: list[Code], reached: set[int], winning: set[int]
) -> None:
    for node, wins in enumerate(tree.wins.tolist()):
        what = f"Node {node}, with the guess {game.format_code(codes[node])},"
        if node not in reached:
            raise WalkError(f"{what} is reached by no secret.")
        if wins != (node in winning):
            raise WalkError(f"{what} {'finds no secret' if wins else 'finds one'}, unlike it says.")
