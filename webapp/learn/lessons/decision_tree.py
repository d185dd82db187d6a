"""The whole tree of a strategy on a small game, drawn: a level a guess, as wide as its codes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from solver.deduction.games import game_named
from solver.deduction.rules.game import Game
from solver.deduction.strategies.registry import OFFERED, STRATEGIES
from solver.deduction.trees.tree import Tree, tree
from solver.wording import counted
from webapp.learn.lessons.lesson import LessonError

MOST_CODES = 100
LEVEL = 7  # units that a level is high, where a code is one wide
GAP = 0.25


@dataclass(frozen=True)
class DrawnTree:
    """A tree as two SVG paths: guesses after which codes are left, and guesses that find one.

    ``levels`` says for each guess how many codes it finds.
    """

    title: str
    width: int
    height: int
    inner: str
    found: str
    levels: tuple[str, ...]
    sum: str


def drawn_tree(game: Game, strategy: str) -> DrawnTree:
    """Return the tree of a strategy. Raises LessonError for a game too large to draw."""
    if game.secret_count > MOST_CODES:
        raise LessonError(f"The tree of {game.name} is too large to be drawn.")
    return _drawn(game.name, strategy)


@lru_cache(maxsize=16)
def _drawn(name: str, strategy: str) -> DrawnTree:
    game = game_named(name)
    grown = tree(game, STRATEGIES[strategy])
    starts, sizes, depths = _places(grown)
    inner, found = [], []
    for node, (start, size, depth) in enumerate(zip(starts, sizes, depths, strict=True)):
        wins = bool(grown.wins[node])
        if wins:
            found.append(_box(start, 1, depth))
        if size > wins:
            inner.append(_box(start + wins, size - wins, depth))
    counts = grown.histogram
    levels = (
        f"{counted(count, 'code')} by guess {number}"
        for number, count in enumerate(counts, 1)
        if count
    )
    total = sum(number * count for number, count in enumerate(counts, 1))
    return DrawnTree(
        _title(strategy),
        game.secret_count,
        LEVEL * len(counts),
        "".join(inner),
        "".join(found),
        tuple(levels),
        f"{total} guesses for all {game.secret_count} codes: {total / game.secret_count:.3f} each",
    )


def _title(strategy: str) -> str:
    return next(one.told.title for one in OFFERED if one.name == strategy)


def _places(grown: Tree) -> tuple[list[int], list[int], list[int]]:
    """Return for each node its first column, how many codes lie below it, and its level."""
    parents: list[int] = grown.parents.tolist()
    wins: list[bool] = grown.wins.tolist()
    sizes = [int(win) for win in wins]
    for node in range(len(parents) - 1, 0, -1):
        sizes[parents[node]] += sizes[node]
    starts, depths = [0] * len(parents), [0] * len(parents)
    used = [int(win) for win in wins]
    for node in range(1, len(parents)):
        above = parents[node]
        starts[node], depths[node] = starts[above] + used[above], depths[above] + 1
        used[above] += sizes[node]
    return starts, sizes, depths


def _box(start: int, size: int, depth: int) -> str:
    return f"M{start + GAP / 2} {LEVEL * depth}h{size - GAP}v{LEVEL - 1}h{GAP - size}z"
