"""Trees as text: JSON with nested nodes, and CSV with a line for each secret.

JSON has the names of the game and of the strategy, the game's rules, the tree's totals, and the
first guess as a node. A node has the guess and, under each possible answer, the next node, or
``null`` under the answer that ends the game::

    {"game": "pair", "strategy": "knuth", "rules": {…}, "secrets": 25, "total": 83, "max": 4,
     "tree": {"guess": "22", "answers": {"<": {"guess": "33", "answers": {…}}, …, "=": null}}}

``python -m checker`` reads it; it shares nothing with the solver and needs the rules and totals.
CSV has for each secret the number of guesses and the guesses.
"""

from __future__ import annotations

import csv
import io
import json

import numpy as np

from solver.deduction.trees.tree import Tree


def format_json(tree: Tree) -> str:
    """Write a tree as JSON.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.strategies.registry import STRATEGIES
    >>> from solver.deduction.trees.tree import tree
    >>> whole = tree(game_named("1x1"), STRATEGIES["first"])
    >>> format_json(whole).partition('"total": ')[2]
    '1, "max": 1, "tree": {"guess": "1", "answers": {"1,0": null}}}'
    """
    game = tree.game
    codes = [game.format_code(tuple(code)) for code in game.codes_at(tree.guesses).tolist()]
    answers = [game.format_answer(answer) for answer in game.feedbacks]
    branches: list[dict[str, object]] = [{} for _ in codes]
    nodes = [
        {"guess": code, "answers": branch} for code, branch in zip(codes, branches, strict=True)
    ]
    links = zip(tree.parents.tolist(), tree.answers.tolist(), strict=True)
    for node, (parent, answer) in enumerate(links):
        if node:
            branches[parent][answers[answer]] = nodes[node]
    for node in np.flatnonzero(tree.wins).tolist():
        branches[node][answers[game.won]] = None
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
    >>> from solver.deduction.trees.tree import tree
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
