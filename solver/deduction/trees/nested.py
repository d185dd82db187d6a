"""Strategies as others write them, read and written: nested, as in papers, and as lines.

``{guess:{reply:rest,…}}``: a reply is its numbers of blacks and whites, two digits; the rest after
it is such a strategy again, or the only code left. The reply that ends the game is left out.
Colours are letters from A on. ``read_tree`` reads our JSON, too.

>>> from solver.deduction.games import game_named
>>> whole = parse_nested("{AB:{10:{AA:{00:BB}},02:BA}}", game_named("2x2"))
>>> whole.total, whole.max, format_nested(whole)
(8, 3, '{AB:{02:BA,10:{AA:{00:BB}}}}')

For words, as the public trees of the newspaper's game, a line for each secret has its guesses, each
with its marks (B grey, Y yellow, G green) and its number.

>>> from solver.deduction.rules.own_words import parse_words
>>> whole = parse_lines("pear GGGG1\\npear GGBG1 peer GGGG2", parse_words("pear peer"))
>>> whole.total, format_lines(whole)
(3, 'pear GGGG1\\npear GGBG1 peer GGGG2')
"""

import json
import re
from string import ascii_uppercase
from typing import Any, Final

from solver.deduction.rules.game import CodeError, Game
from solver.deduction.trees.simulate import trace_secrets
from solver.deduction.trees.tree import Row, Tree, TreeError, level_order, nodes_of
from solver.wording import quote


def prove_tree(game: Game, rows: list[Row]) -> Tree:
    """Return a tree whose nodes say whether they find a code, once it is shown to find each."""
    wins = {path[-1] for path in trace_secrets(game, nodes_of(rows))}
    nodes = [(*row[:3], node in wins) for node, row in enumerate(rows)]
    return level_order(game, "read from a text", nodes_of(nodes))


_WORD = re.compile(r"\w+")
_UNREADABLE = (
    "This isn’t a strategy in nested notation, {guess:{reply:rest}}, in lines or our JSON."
)


def format_tree(tree: Tree) -> str:
    """Write a strategy in lines if its feedback marks holes, else in nested notation."""
    return (format_lines if tree.game.marks_holes else format_nested)(tree)


def format_nested(tree: Tree) -> str:
    """Write a strategy; TreeError if its game's feedback isn't two counts below ten."""
    replies = _replies(tree.game)
    codes = [
        "".join(map(ascii_uppercase.__getitem__, code))
        for code in tree.game.codes_at(tree.guesses).tolist()
    ]
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
        raise TreeError(
            "Nested notation has only feedback of blacks and whites. A strategy for words is lines "
            "such as “amber BBBGG1 cider GGGGG2”, and one for any game is our JSON."
        )
    return ["".join(map(str, feedback)) for feedback in game.feedbacks]


def read_tree(text: str, game: Game) -> Tree:
    """Read a strategy in our JSON, in lines or in nested notation, and prove that it finds all.

    Raises TreeError if it misses a code.
    """
    if text.lstrip().startswith('{"'):
        return _parse_json(text, game)
    return parse_lines(text, game) if is_lines(text) else parse_nested(text, game)


def parse_nested(text: str, game: Game) -> Tree:
    """Read a strategy in nested notation, whose letters the tree’s game keeps."""
    replies = {reply: feedback for feedback, reply in enumerate(_replies(game))}
    game = game.with_alphabet(tuple(ascii_uppercase[: game.choices]))
    rows = list[Row]()

    def add(subtree: Any, parent: int, feedback: int) -> None:
        if isinstance(subtree, dict) and len(subtree) == 1:
            [(word, below)] = subtree.items()
        else:
            word = subtree
            below = {}
        if not isinstance(word, str) or not isinstance(below, dict):
            raise TreeError("Each guess needs its replies, as in {AB:{10:AA,02:BA}}.")
        node = len(rows)
        rows.append((_index_of(word, game), parent, feedback, False))
        for reply, branch in below.items():
            if replies.get(reply, game.won) == game.won:
                raise TreeError(f"After {word}, “{quote(reply)}” is no reply that goes on.")
            add(branch, node, replies[reply])

    try:
        whole = json.loads(_WORD.sub(r'"\g<0>"', text), object_pairs_hook=_branches)
        add(whole, -1, -1)
    except TreeError:
        raise
    except (ValueError, RecursionError) as error:
        raise TreeError(_UNREADABLE) from error
    return prove_tree(game, rows)


def _index_of(word: str, game: Game) -> int:
    try:
        return game.index_of(tuple(map(ascii_uppercase.find, word)))
    except CodeError as error:
        raise TreeError(f"The guess “{quote(word)}” is no code of this game: {error}") from error


def _branches(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    branches = dict(pairs)
    if len(branches) < len(pairs):
        raise TreeError("A reply of this strategy is followed by two things.")
    return branches


def _parse_json(text: str, game: Game) -> Tree:
    """Read a strategy in our JSON, in the signs in which it is written."""
    rows = list[Row]()

    def add(node: Any, parent: int, feedback: int) -> None:
        place = len(rows)
        rows.append((game.index_of(game.parse_code(node["guess"])), parent, feedback, False))
        for reply, branch in node["answers"].items():
            if branch is not None:
                add(branch, place, game.feedbacks.index(game.parse_feedback(reply)))

    try:
        data = json.loads(text)
        signs = data.get("rules", {}).get("symbols", "")
        game = game.adapt([signs]) if signs else game
        add(data["tree"], -1, -1)
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        raise TreeError(_UNREADABLE) from error
    return prove_tree(game, rows)


_STEP: Final = re.compile(r"(\w+)\s+([BYGbyg⬛⬜🟨🟩-]+?)([0-9]{1,2})(?:\s+|$)")
_MARKS: Final = str.maketrans("-yg", "BYG")


def is_lines(text: str) -> bool:
    return _STEP.match(text.lstrip()) is not None


def parse_lines(text: str, game: Game) -> Tree:
    """Read a strategy, and play it against every word. Raises TreeError if it misses any."""
    lines = [(n, line.split("#")[0].strip()) for n, line in enumerate(text.splitlines(), 1)]
    steps = {number: _STEP.findall(line) for number, line in lines if line}
    game = game.adapt(list(dict.fromkeys(word for line in steps.values() for word, _, _ in line)))
    nodes = dict[tuple[tuple[int, int], ...], int]()
    rows = list[Row]()
    for number, line in lines:
        if line and "".join(line.split()) != "".join(map("".join, steps[number])):
            raise TreeError(f"Line {number} isn’t guesses with their marks, like “amber BYBBG1”.")
        path: tuple[tuple[int, int], ...] = ()
        for place, (word, marks, count) in enumerate(steps.get(number, ()), 1):
            if int(count) != place:
                raise TreeError(f"Line {number}: “{quote(word)}” is guess {place}, not {count}.")
            guess, feedback = _read_step(word, marks, game, number)
            node = nodes.setdefault(path, len(rows))
            if node == len(rows):
                parent = nodes[path[:-1]] if path else -1
                rows.append((guess, parent, path[-1][1] if path else -1, False))
            if rows[node][0] != guess:
                earlier = game.format_code(game.code_at(rows[node][0]))
                raise TreeError(
                    f"Line {number}: after the same feedback as before, it guesses “{quote(word)}” "
                    f"instead of “{earlier}”."
                )
            path = (*path, (guess, feedback))
    return prove_tree(game, rows)


def _read_step(word: str, marks: str, game: Game, number: int) -> tuple[int, int]:
    try:
        guess = game.index_of(game.parse_code(word))
        return guess, game.feedbacks.index(game.parse_feedback(marks))
    except ValueError as error:
        raise TreeError(f"Line {number}: {error}") from error


def format_lines(tree: Tree) -> str:
    """Write a strategy; TreeError if its game doesn't mark holes."""
    game = tree.game
    if not game.marks_holes:
        raise TreeError("Lines with marks are only for games whose feedback marks each hole.")
    lines = []
    for secret, line in tree:
        steps = (
            f"{game.format_code(guess).lower()} "
            f"{game.format_feedback(game.feedback(guess, secret)).translate(_MARKS)}{place}"
            for place, guess in enumerate(line, 1)
        )
        lines.append(" ".join(steps))
    return "\n".join(lines)
