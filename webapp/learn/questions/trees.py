"""A drawing of the tree of a strategy on a small game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from solver.deduction.games import game_named
from solver.deduction.rules.game import Game
from solver.deduction.strategies.registry import STRATEGIES, STRATEGY_WORDS
from solver.deduction.trees.grow import tree
from solver.wording import counted, decimal
from webapp.lab.trees import starts_of
from webapp.learn.questions.block import QuestionError

MOST_CODES = 100
LEVEL = 7  # height of a level, where a code is one wide
GAP = 0.25


@dataclass(frozen=True, kw_only=True)
class DrawnTree:
    """A tree as two SVG paths: guesses that leave codes, and guesses that find one.

    ``levels`` says for each guess how many codes it finds.
    """

    title: str
    width: int
    height: int
    inner: str
    solved: str
    levels: tuple[str, ...]
    sum: str


def draw_tree(game: Game, strategy: str) -> DrawnTree:
    """Return the tree of a strategy. Raises QuestionError for a game too large to draw."""
    if game.secret_count > MOST_CODES:
        raise QuestionError(f"The tree of {game.name} is too large to be drawn.")
    return _draw_tree(game.name, strategy)


@lru_cache(maxsize=16)
def _draw_tree(name: str, strategy: str) -> DrawnTree:
    game = game_named(name)
    grown = tree(game, STRATEGIES[strategy])
    inner = ""
    solved = ""
    columns = (starts_of(grown), grown.sizes, grown.wins, grown.depths)
    for start, size, wins, depth in zip(*(column.tolist() for column in columns), strict=True):
        if wins:
            solved += _box(start, 1, depth)
        if size > wins:
            inner += _box(start + wins, size - wins, depth)
    counts = grown.histogram
    levels = (
        f"{counted(count, 'code')} on guess {number}"
        for number, count in enumerate(counts, 1)
        if count
    )
    total = sum(number * count for number, count in enumerate(counts, 1))
    return DrawnTree(
        title=STRATEGY_WORDS[strategy].title,
        width=game.secret_count,
        height=LEVEL * len(counts),
        inner=inner,
        solved=solved,
        levels=tuple(levels),
        sum=f"{total} guesses for all {game.secret_count} codes, "
        f"{decimal(Fraction(total, game.secret_count), 3)} on average",
    )


def _box(start: int, size: int, depth: int) -> str:
    return f"M{start + GAP / 2} {LEVEL * (depth - 1)}h{size - GAP}v{LEVEL - 1}h{GAP - size}z"
