"""Strategies for words as lines, as the public trees of the newspaper's game are written.

A line for each secret has its guesses, each with its marks (B grey, Y yellow, G green) and its
number.

>>> from solver.deduction.rules.own_words import parse_words
>>> whole = parse_lines("pear GGGG1\\npear GGBG1 peer GGGG2", parse_words("pear peer"))
>>> whole.total, format_lines(whole)
(3, 'pear GGGG1\\npear GGBG1 peer GGGG2')
"""

from __future__ import annotations

import re
from typing import Final

from solver.deduction.rules.game import Game
from solver.deduction.trees.proved import prove_tree
from solver.deduction.trees.tree import Row, Tree, TreeError
from solver.wording import shown

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
                raise TreeError(f"Line {number}: “{shown(word)}” is guess {place}, not {count}.")
            guess, feedback = _read_step(word, marks, game, number)
            node = nodes.setdefault(path, len(rows))
            if node == len(rows):
                parent = nodes[path[:-1]] if path else -1
                rows.append((guess, parent, path[-1][1] if path else -1, False))
            if rows[node][0] != guess:
                earlier = game.format_code(game.code_at(rows[node][0]))
                raise TreeError(
                    f"Line {number}: after the same feedback as before, it guesses “{shown(word)}” "
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
