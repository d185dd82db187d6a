"""Trees as text: JSON, a node in a node, and CSV, a line a secret.

JSON holds the names of the game and of the strategy, the game's rules, what the tree adds up to,
and the first guess as a node. A node has the guess and, under each answer that can come, the next
node; ``null`` stands under the answer that ends the game::

    {"game": "pair", "strategy": "knuth", "rules": {…}, "secrets": 25, "total": 83, "max": 4,
     "tree": {"guess": "22", "answers": {"<": {"guess": "33", "answers": {…}}, …, "=": null}}}

Rules and sums are for ``python -m checker``, which shares nothing with the solver; they are not
read here.

CSV has for each secret the number of guesses and the guesses; it is read against a game, which
gives the answers again.

Reading makes sure of the form only. Whether a tree finds every secret, the walker tells
(:mod:`solver.deduction.trees.simulate`).
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Final, NoReturn

import numpy as np

from solver.deduction.games import game_named
from solver.deduction.rules.game import Code, Game
from solver.deduction.trees.tree import Row, Tree, TreeError, level_order, nodes_of
from solver.wording import counted, shown

_FORM: Final = '{"game": …, "strategy": …, "tree": …}'


def format_json(tree: Tree) -> str:
    """Write a tree as JSON.

    >>> from solver.deduction.strategies.registry import STRATEGIES
    >>> from solver.deduction.trees.tree import tree
    >>> whole = tree(game_named("1x1"), STRATEGIES["first"])
    >>> format_json(whole).partition('"total": ')[2]
    '1, "max": 1, "tree": {"guess": "1", "answers": {"1,0": null}}}'
    >>> parse_json(format_json(whole)) == whole
    True
    """
    game = tree.game
    codes = [game.format_code(tuple(code)) for code in game.codes_at(tree.guesses).tolist()]
    answers = [game.format_answer(answer) for answer in game.feedbacks]
    branches: list[dict[str, object]] = [{} for _ in codes]
    nodes = [
        {"guess": code, "answers": branch} for code, branch in zip(codes, branches, strict=True)
    ]
    for node, (parent, answer) in enumerate(_links(tree)):
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


def parse_json(text: str, game: Game | None = None) -> Tree:
    """Read a tree, the inverse of format_json; without a game, of the game it names.

    Raises TreeError, with a sentence that names the place.
    """
    whole = _loaded(text)
    if not isinstance(whole, dict) or not {"game", "strategy", "tree"} <= whole.keys():
        raise TreeError(f"A tree is written like {_FORM}; “{shown(text)}” is not.")
    game = _game_of(str(whole["game"]), game)
    rows = list(_rows(game, whole["tree"]))
    return level_order(game, str(whole["strategy"]), nodes_of(rows))


def format_csv(tree: Tree) -> str:
    """Write a tree as CSV: a line of heads, then a line a secret.

    >>> from solver.deduction.strategies.registry import STRATEGIES
    >>> from solver.deduction.trees.tree import tree
    >>> whole = tree(game_named("1x3"), STRATEGIES["first"])
    >>> print(format_csv(whole), end="")
    secret,guesses,1,2,3
    1,1,1
    2,2,1,2
    3,3,1,2,3
    >>> parse_csv(format_csv(whole), whole.game, "first") == whole
    True
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["secret", "guesses", *range(1, tree.max + 1)])
    for secret, line in tree:
        codes = [tree.game.format_code(code) for code in line]
        writer.writerow([tree.game.format_code(secret), len(line), *codes])
    return out.getvalue()


def parse_csv(text: str, game: Game, strategy: str) -> Tree:
    """Read a tree of a game, the inverse of format_csv. Raises TreeError, naming the line."""
    rows: list[Row] = []
    nodes: dict[tuple[int, int], int] = {}
    for number, line in _lines(text, game):
        node, answer = -1, -1
        for place, guess in enumerate(line, start=1):
            known = nodes.setdefault((node, answer), len(rows))
            if known == len(rows):
                rows.append((game.index_of(guess), node, answer, False))
            if rows[known][0] != game.index_of(guess):
                other = game.format_code(game.code_at(rows[known][0]))
                raise TreeError(
                    f"Line {number}: guess {place} is {game.format_code(guess)}, but after the "
                    f"same answers an earlier line guesses {other}."
                )
            node, answer = known, game.feedbacks.index(game.feedback(guess, line[-1]))
        rows[node] = (*rows[node][:3], True)
    if not rows:
        raise TreeError("There is no secret in the text: a line each is needed, below the heads.")
    return level_order(game, strategy, nodes_of(rows))


def _links(tree: Tree) -> Iterator[tuple[int, int]]:
    return zip(tree.parents.tolist(), tree.answers.tolist(), strict=True)


def _loaded(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_without_doubles, parse_int=_number)
    except json.JSONDecodeError as error:
        raise TreeError(
            f"Line {error.lineno}, column {error.colno}: this is no JSON ({error.msg})."
        ) from error
    except RecursionError as error:
        raise TreeError("The text has more nodes in nodes than any tree.") from error


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise TreeError(f"“{shown(double)}” stands twice in one node.")
    return found


def _number(digits: str) -> int:
    try:
        return int(digits)
    except ValueError as error:
        raise TreeError(f"“{shown(digits)}” has too many digits for a number.") from error


def _game_of(name: str, asked: Game | None) -> Game:
    """Return the game asked for, which the tree may call by another name, or else the named one."""
    if asked is not None and asked.name == name:
        return asked
    try:
        named = game_named(name)
    except ValueError as error:
        raise TreeError(f"The game of the tree is unknown: {error}") from error
    if asked is not None and asked != named:
        raise TreeError(f"The tree is of the game “{shown(name)}”, not of {asked.name}.")
    return named


def _rows(game: Game, root: object) -> Iterator[Row]:
    waiting: list[tuple[object, int, int, tuple[str, ...]]] = [(root, -1, -1, ())]
    won = game.format_answer(game.feedbacks[game.won])
    for number, (node, parent, answer, path) in enumerate(waiting):
        if not isinstance(node, dict) or not isinstance(answers := node.get("answers"), dict):
            _fail(path, f"a node with “guess” and “answers” is wanted, not “{shown(str(node))}”.")
        guess = _parsed_guess(game, node.get("guess"), path)
        wins = False
        read: set[int] = set()
        for text, next_node in answers.items():
            place = (*path, f"{game.format_code(guess)}:{text}")
            index = _parsed_answer(game, text, place)
            if index in read:
                _fail(place, "this answer stands twice in one node.")
            read.add(index)
            if (next_node is None) != (index == game.won):
                _fail(place, f"under {won}, and there alone, stands null.")
            if next_node is None:
                wins = True
            else:
                waiting.append((next_node, number, index, place))
        yield game.index_of(guess), parent, answer, wins


def _parsed_guess(game: Game, text: object, path: tuple[str, ...]) -> Code:
    try:
        return game.parse_code(text if isinstance(text, str) else "")
    except ValueError as error:
        _fail(path, str(error))


def _parsed_answer(game: Game, text: str, path: tuple[str, ...]) -> int:
    try:
        return game.feedbacks.index(game.parse_answer(text))
    except ValueError as error:
        _fail(path, str(error))


def _fail(path: tuple[str, ...], reason: str) -> NoReturn:
    place = f"After {' '.join(path)}" if path else "At the root"
    raise TreeError(f"{place}: {reason}")


def _cells(text: str) -> Iterator[list[str]]:
    rows = csv.reader(io.StringIO(text))
    try:
        yield from rows
    except csv.Error as error:
        raise TreeError(f"Line {rows.line_num}: {error}.") from error


def _lines(text: str, game: Game) -> Iterator[tuple[int, tuple[Code, ...]]]:
    """Yield the number of each line below the heads, and its guesses, the secret last."""
    for number, cells in enumerate(_cells(text), start=1):
        if number == 1:
            if cells[:2] != ["secret", "guesses"]:
                raise TreeError("Line 1: the heads “secret,guesses,1,2,…” are wanted.")
            continue
        secret, length, *guesses = cells + [""] * (2 - len(cells))
        if length != str(len(guesses)) or not guesses:
            follow = "follows" if len(guesses) == 1 else "follow"
            raise TreeError(
                f"Line {number}: “{shown(length)}” is not the number of the "
                f"{counted(len(guesses), 'guess', 'guesses')} that {follow}."
            )
        try:
            codes = [game.parse_code(code) for code in (*guesses, secret)]
        except ValueError as error:
            raise TreeError(f"Line {number}: {error}") from error
        if codes.index(codes[-1]) != len(codes) - 2:
            raise TreeError(f"Line {number}: the last guess, and no other, must be the secret.")
        yield number, tuple(codes[:-1])
