"""A strategy's whole tree: which guess it makes after which feedback, for every secret of a game.

:mod:`solver.deduction.trees.grow` grows trees, and :mod:`solver.deduction.trees.simulate` checks
them code by code. As text, JSON has the names of the game and of the strategy, the game's rules,
the tree's totals, and the first guess as a node. A node has the guess and, under each possible
feedback, the next node, or ``null`` under the feedback that ends the game::

    {"game": "pair", "strategy": "knuth", "rules": {…}, "secrets": 25, "total": 83, "max": 4,
     "tree": {"guess": "22", "answers": {"<": {"guess": "33", "answers": {…}}, …, "=": null}}}

``docs/results/check.py`` reads it, which shares nothing with the solver: it needs the rules and
totals.
CSV has for each secret the number of guesses and the guesses.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.deduction.optimal.result import DecisionNodes
from solver.deduction.rules.game import Code, Game, Indices, frozen
from solver.wording import InputError

Row = tuple[int, int, int, bool]


class TreeError(InputError):
    """A game too large for a whole tree, a strategy that never ends, or a fault in a tree."""


@dataclass(frozen=True, eq=False, repr=False)
class Tree(DecisionNodes):
    """A strategy's guesses, level by level, and below each node by ascending feedback.

    All arrays are read-only; the root's feedback is -1.
    """

    game: Game
    strategy: str

    def __eq__(self, other: object) -> bool:
        """Trees of one game are equal if they make the same guesses; strategy names don't count."""
        if not isinstance(other, Tree):
            return NotImplemented
        pairs = zip(columns_of(self), columns_of(other), strict=True)
        return self.game.name == other.game.name and all(np.array_equal(*pair) for pair in pairs)

    def __hash__(self) -> int:
        return hash((self.game.name, self.guesses.tobytes()))

    def __len__(self) -> int:
        return len(self.guesses)

    def __iter__(self) -> Iterator[tuple[Code, tuple[Code, ...]]]:
        """Yield each secret, in order, with the guesses made against it, itself the last."""
        ends = np.flatnonzero(self.wins)
        ends = ends[self.guesses[ends].argsort(kind="stable")]
        return ((line[-1], line) for line in map(self._line_to, ends.tolist()))

    @property
    def first(self) -> Code:
        return self._codes[0]

    @property
    def worst_line(self) -> tuple[Code, ...]:
        leaves = np.flatnonzero(self.wins & (self.depths == self.max))
        return self._line_to(int(leaves[self.guesses[leaves].argmin()]))

    @cached_property
    def _codes(self) -> list[Code]:
        return [tuple(code) for code in self.game.codes_at(self.guesses).tolist()]

    @cached_property
    def _above(self) -> list[int]:
        above: list[int] = self.parents.tolist()
        return above

    def _line_to(self, node: int) -> tuple[Code, ...]:
        line = []
        while node >= 0:
            line.append(self._codes[node])
            node = self._above[node]
        return tuple(reversed(line))


def columns_of(nodes: DecisionNodes) -> tuple[Indices, Indices, Indices, NDArray[np.bool_]]:
    return nodes.guesses, nodes.parents, nodes.feedbacks, nodes.wins


def level_order(game: Game, strategy: str, nodes: DecisionNodes) -> Tree:
    """Return a tree from nodes in any order, with node 0 as the root."""
    guesses, parents, feedbacks, wins = columns_of(nodes)
    steps = np.diff(parents.astype(np.int64) * 256 + feedbacks)
    if not (steps > 0).all():
        order, parents = _by_level(nodes)
        guesses, feedbacks, wins = guesses[order], feedbacks[order], wins[order]
    return Tree(
        frozen(guesses),
        frozen(parents),
        frozen(feedbacks),
        frozen(wins),
        game=game,
        strategy=strategy,
    )


def nodes_of(rows: Sequence[Row] | NDArray[np.int32]) -> DecisionNodes:
    """Return nodes from rows of guess, parent, feedback, and whether the guess can win."""
    guesses, parents, feedbacks, wins = np.ascontiguousarray(np.array(rows, np.int32).T)
    return DecisionNodes(guesses, parents, feedbacks, wins.astype(np.bool_))


def _by_level(nodes: DecisionNodes) -> tuple[NDArray[np.int64], Indices]:
    """Return the nodes in the order of a tree, and their parents' indices in that order."""
    parents, feedbacks, depths = nodes.parents, nodes.feedbacks, nodes.depths
    places = np.zeros(len(parents), np.int64)
    levels = [np.zeros(1, np.int64)]
    count = 1
    for depth in range(2, int(depths.max()) + 1):
        level = np.flatnonzero(depths == depth)
        level = level[np.lexsort((feedbacks[level], places[parents[level]]))]
        places[level] = np.arange(count, count + level.size)
        levels.append(level)
        count += level.size
    order = np.concatenate(levels)
    return order, np.append(-1, places[parents[order[1:]]]).astype(np.int32)


def format_json(tree: Tree) -> str:
    game = tree.game
    codes = [game.format_code(tuple(code)) for code in game.codes_at(tree.guesses).tolist()]
    feedbacks = [game.format_feedback(feedback) for feedback in game.feedbacks]
    branches: list[dict[str, object]] = [{} for _ in codes]
    nodes = [
        {"guess": code, "answers": branch} for code, branch in zip(codes, branches, strict=True)
    ]
    links = zip(tree.parents.tolist(), tree.feedbacks.tolist(), strict=True)
    for node, (parent, feedback) in enumerate(links):
        if node:
            branches[parent][feedbacks[feedback]] = nodes[node]
    for node in np.flatnonzero(tree.wins).tolist():
        branches[node][feedbacks[game.won]] = None
    whole = {
        "game": game.name,
        "strategy": tree.strategy,
        "rules": game.plain_rules,
        "secrets": sum(tree.histogram),
        "total": tree.total,
        "max": tree.max,
        "tree": nodes[0],
    }
    return json.dumps(whole)


def format_csv(tree: Tree) -> str:
    """Write a tree as CSV: a header line, then a line for each secret.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.strategies.registry import STRATEGIES
    >>> from solver.deduction.trees.grow import tree
    >>> whole = tree(game_named("1x3"), STRATEGIES["first"])
    >>> print(format_csv(whole), end="")
    secret,guesses,1,2,3
    1,1,1
    2,2,1,2
    3,3,1,2,3
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["secret", "guesses", *range(1, tree.max + 1)])
    for secret, line in tree:
        codes = [tree.game.format_code(code) for code in line]
        writer.writerow([tree.game.format_code(secret), len(line), *codes])
    return out.getvalue()
