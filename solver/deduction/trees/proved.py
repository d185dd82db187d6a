"""A tree that was read, proved to find every code of its game."""

from __future__ import annotations

from solver.deduction.rules.game import Game
from solver.deduction.trees.simulate import WalkError, walk
from solver.deduction.trees.tree import Row, Tree, TreeError, level_order, nodes_of


def prove_tree(game: Game, rows: list[Row]) -> Tree:
    """Return a tree whose nodes say whether they find a code, once it is shown to find each."""
    below = {(parent, number): node for node, (_, parent, number, _) in enumerate(rows)}
    wins = set[int]()
    for secret in map(game.code_at, game.secrets.tolist()):
        node = 0 if rows else -1
        number = -1
        while node >= 0 and number != game.won:
            number = game.feedbacks.index(game.feedback(game.code_at(rows[node][0]), secret))
            if number != game.won:
                node = below.get((node, number), -1)
        if node < 0:
            raise TreeError(f"The {game.terms.code} {game.format_code(secret)} isn’t found.")
        wins.add(node)
    nodes = [(*row[:3], node in wins) for node, row in enumerate(rows)]
    whole = level_order(game, "read from a text", nodes_of(nodes))
    try:
        walk(game, whole)
    except WalkError as error:
        raise TreeError(str(error)) from error
    return whole
