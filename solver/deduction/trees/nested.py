"""Strategies in the nested notation in which they are published, read and written.

``{guess:{reply:rest,…}}``: a reply is its numbers of blacks and whites, two digits; the rest after
it is such a strategy again, or the only code left. The reply that ends the game is left out.
Colours are letters from A on. A tree in our JSON can be read, too.

>>> from solver.deduction.games import game_named
>>> whole = parse_nested("{AB:{10:{AA:{00:BB}},02:BA}}", game_named("2x2"))
>>> whole.total, whole.max, format_nested(whole)
(8, 3, '{AB:{02:BA,10:{AA:{00:BB}}}}')
"""

from __future__ import annotations

import json
import re
from string import ascii_uppercase
from typing import Any

from solver.deduction.rules.game import Code, CodeError, Game
from solver.deduction.trees.simulate import WalkError, walk
from solver.deduction.trees.tree import Row, Tree, TreeError, level_order, nodes_of
from solver.wording import shown

_WORD = re.compile(r"\w+")


def format_nested(tree: Tree) -> str:
    """Write a strategy; TreeError if its game's feedback isn't two counts below ten."""
    replies = _replies(tree.game)
    codes = [_letters(tuple(code)) for code in tree.game.codes_at(tree.guesses).tolist()]
    branches: list[list[str]] = [[] for _ in codes]
    text = ""
    for node in range(len(tree) - 1, -1, -1):  # each node comes after the one above it
        below = ",".join(reversed(branches[node]))
        text = f"{{{codes[node]}:{{{below}}}}}" if below else codes[node]
        if node:
            reply = replies[tree.feedbacks[node]]
            branches[tree.parents[node]].append(f"{reply}:{text}")
    return text


def _replies(game: Game) -> list[str]:
    if game.counting is None:
        raise TreeError("Only feedback of blacks and whites can be written in this notation.")
    return ["".join(map(str, feedback)) for feedback in game.feedbacks]


def parse_nested(text: str, game: Game) -> Tree:
    """Read a strategy, and play it against every code. Raises TreeError if it misses any."""
    replies = {reply: feedback for feedback, reply in enumerate(_replies(game))}
    rows = list[Row]()

    def add(rest: Any, parent: int, feedback: int) -> None:
        if isinstance(rest, dict) and len(rest) == 1:
            [(word, below)] = rest.items()
        else:
            word = rest
            below = {}
        if not isinstance(word, str) or not isinstance(below, dict):
            raise TreeError("Each guess needs its replies, as in {AB:{10:AA,02:BA}}.")
        guess = _parse_code(word, game)
        node = len(rows)
        rows.append((game.index_of(guess), parent, feedback, False))
        for reply, following in below.items():
            if replies.get(reply, game.won) == game.won:
                raise TreeError(f"After {word}, “{shown(reply)}” is no reply that goes on.")
            add(following, node, replies[reply])

    add(_load(text, game), -1, -1)
    return _proved(game, rows)


def _load(text: str, game: Game) -> Any:
    """Return a strategy as nested dicts; our own JSON is changed into them."""
    try:
        if text.lstrip().startswith('{"'):
            return _nested(json.loads(text)["tree"], game)
        return json.loads(_WORD.sub(r'"\g<0>"', text), object_pairs_hook=_branches)
    except TreeError:
        raise
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        raise TreeError(
            "This isn’t a strategy in nested notation, {guess:{reply:rest}}."
        ) from error


def _nested(node: Any, game: Game) -> Any:
    word = _letters(game.parse_code(node["guess"]))
    below = {
        "".join(map(str, game.parse_feedback(feedback))): _nested(following, game)
        for feedback, following in node["answers"].items()
        if following is not None
    }
    return {word: below} if below else word


def _letters(code: Code) -> str:
    return "".join(ascii_uppercase[value] for value in code)


def _branches(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    branches = dict(pairs)
    if len(branches) < len(pairs):
        raise TreeError("A reply of this strategy is followed by two things.")
    return branches


def _parse_code(word: str, game: Game) -> Code:
    code = tuple(map(ascii_uppercase.find, word))
    try:
        game.index_of(code)
    except CodeError as error:
        raise TreeError(f"The guess “{shown(word)}” is no code of this game: {error}") from error
    return code


def _proved(game: Game, rows: list[Row]) -> Tree:
    """Return a tree whose nodes say whether they find a code, once it is shown to find each."""
    below = {(parent, number): node for node, (_, parent, number, _) in enumerate(rows)}
    wins = set[int]()
    for secret in map(game.code_at, game.secrets.tolist()):
        node = 0
        while (feedback := game.feedback(game.code_at(rows[node][0]), secret)) != (game.pegs, 0):
            node = below.get((node, game.feedbacks.index(feedback)), -1)
            if node < 0:
                raise TreeError(f"The code {game.format_code(secret)} isn’t found.")
        wins.add(node)
    nodes = [(*row[:3], node in wins) for node, row in enumerate(rows)]
    whole = level_order(game, "read from a text", nodes_of(nodes))
    try:
        walk(game, whole)
    except WalkError as error:
        raise TreeError(str(error)) from error
    return whole
