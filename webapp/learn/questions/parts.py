"""The blocks of a step as templates get them: prose, rows, boards, splits, trees, searches."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from flask import url_for

from solver.deduction.rules.game import Game
from solver.deduction.strategies.registry import STRATEGIES, STRATEGY_WORDS
from solver.deduction.trees.grow import tree
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.traces.cuts import Cuts
from solver.hidoku.traces.plain_search import solve_plain
from solver.wording import decimal, plural
from webapp.hidoku.picture.cells import Marks
from webapp.hidoku.picture.model import draw
from webapp.hidoku.puzzles import title_of
from webapp.http.tree_picture import TreePicture
from webapp.lab.result_view import draw_strategy, show_turn
from webapp.learn.questions.pile_hand import touch_piles
from webapp.learn.questions.scene import Block, QuestionError, Scene, find_block
from webapp.learn.questions.touch import Query, split_guesses, touch_cells, touch_guesses

#: How many nodes of the article's search a lesson waits for.
MOST_NODES: Final = 4_000
#: A lesson's names for the article's three checks, and what each asks.
CUT_NAMES: Final = {
    "numbers": "Every missing number has a cell",
    "filled": "Every placed number can go on",
    "empty": "The path can pass through every empty cell",
}


class ShownPart(NamedTuple):
    """A part as the macro of its ``kind`` draws it; what its ``data`` is depends on that."""

    kind: str
    data: Any


class ShownSearch(NamedTuple):
    """Checks of a search, each with what it asks and whether it is on, and what it then takes."""

    switches: tuple[tuple[str, str, bool], ...]
    nodes: int
    is_whole: bool


def show_parts(
    scene: Scene,
    blocks: tuple[Block, ...],
    query: Query,
    marks: Marks = MappingProxyType({}),
    *,
    draws_board: bool = False,
) -> Iterator[ShownPart]:
    """Yield all parts but the question, and but a board shown by it or for a touch.

    ``marks`` are cells of the board.
    """
    draws_board |= find_block(blocks, "cells") is not None
    for part in blocks:
        if part.name == "board" and not draws_board:
            yield ShownPart(part.name, draw(scene.grid, scene.grid.given, marks))
        elif part.name in _SHOWN:
            yield ShownPart(part.name, _SHOWN[part.name](scene, part, query))


def _search(scene: Scene, block: Block, query: Query) -> object:
    chosen_cuts = query.getlist("check") or ([] if block.argument == "off" else list(CUT_NAMES))
    cuts = Cuts(**{name: name in chosen_cuts for name in CUT_NAMES})
    result = solve_plain(scene.grid, 2, Budget(nodes=MOST_NODES), cuts)
    switches = tuple((name, text, name in chosen_cuts) for name, text in CUT_NAMES.items())
    return ShownSearch(switches, result.nodes, result.complete)


# The tree of a strategy on a small game.

MOST_CODES = 100


class StrategyTree(NamedTuple):
    """A strategy’s tree; ``levels`` says for each guess how many codes it finds."""

    title: str
    picture: TreePicture
    levels: tuple[str, ...]
    sum: str


@lru_cache(maxsize=16)
def draw_tree(game: Game, strategy: str) -> StrategyTree:
    """Return the tree of a strategy. Raises QuestionError for a game too large to draw."""
    if game.secret_count > MOST_CODES:
        raise QuestionError(f"The tree of {game.name} is too large to be drawn.")
    strategy_tree = tree(game, STRATEGIES[strategy])
    counts = strategy_tree.histogram
    levels = (
        f"{plural(count, 'code')} on guess {number}"
        for number, count in enumerate(counts, 1)
        if count
    )
    total = sum(number * count for number, count in enumerate(counts, 1))
    return StrategyTree(
        title=STRATEGY_WORDS[strategy].of().title,
        picture=draw_strategy(strategy_tree).picture,
        levels=tuple(levels),
        sum=f"{total} guesses for all {game.secret_count} codes, "
        f"{decimal(Fraction(total, game.secret_count), 3)} on average",
    )


_SHOWN: Final[Mapping[str, Callable[[Scene, Block, Query], object]]] = {
    "prose": lambda scene, block, _: scene.fill(block.text),
    "rows": lambda scene, *_: [show_turn(scene.face, turn) for turn in scene.turns],
    "codes": lambda scene, *_: [scene.show_card(code) for code in scene.codes],
    "watch": lambda _, block, __: [
        (title_of(name), url_for("watch.watch", name=name, step=1, by="search"))
        for name in block.argument.split()
    ],
    "search": _search,
    "tree": lambda scene, block, _: draw_tree(scene.game, block.argument),
    "try": touch_guesses,
    "piles": touch_piles,
    "split": split_guesses,
    "cells": touch_cells,
}
