"""The parts of a step as its template gets them: prose, rows, boards, splits, trees, searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from flask import url_for
from werkzeug.datastructures import MultiDict

from solver.deduction.faces.face import Pegs, ShownAnswer
from solver.deduction.knowledge.partition import split
from solver.deduction.rules.game import Code
from webapp.hidoku.picture.model import Picture, draw
from webapp.learn.lessons.board_figures import CUT_NAMES, plain_search
from webapp.learn.lessons.decision_tree import drawn_tree
from webapp.learn.lessons.lesson import Block, LessonStep, Prose
from webapp.learn.lessons.scene import Scene
from webapp.learn.lessons.search_tree import DrawnNode, SearchTree, search_tree
from webapp.learn.lessons.spans import fill_spans
from webapp.mastermind.split_view import ShownSplit, show_split

Query = MultiDict[str, str]


@dataclass(frozen=True)
class ShownPart:
    """A part: what it is, by the name of its macro, and what that gets."""

    kind: str
    data: object


@dataclass(frozen=True)
class LessonRow:
    """A row of pegs with its answer."""

    pegs: Pegs
    answer: ShownAnswer
    words: str


@dataclass(frozen=True)
class LessonSplit:
    """A guess and how it splits the codes that fit."""

    pegs: Pegs
    words: str
    split: ShownSplit


@dataclass(frozen=True)
class CutSwitch:
    """A branch cut of the article's search, and whether it is on."""

    name: str
    meaning: str
    is_on: bool


@dataclass(frozen=True)
class ShownSearch:
    """The article's search on a board with chosen cuts: its switches, and what it counted.

    ``is_whole`` says whether it came to its end within the bound.
    """

    switches: tuple[CutSwitch, ...]
    nodes: int
    successors: int
    depth: int
    is_whole: bool


@dataclass(frozen=True)
class ShownTree:
    """A search tree with one of its nodes looked at."""

    tree: SearchTree
    node: DrawnNode
    picture: Picture
    before: int | None
    after: int | None


def show_parts(
    scene: Scene, step: LessonStep, query: Query, *, has_board: bool
) -> Iterator[ShownPart]:
    """Yield all parts but the question; ``has_board`` if the board stands in the question."""
    tree = step.block("tree")
    hides = has_board or (tree is not None and tree.argument == "board")
    for part in step.parts:
        if isinstance(part, Prose):
            yield ShownPart("prose", fill_spans(scene, part.html))
        elif part.name in _SHOWN and not (part.name == "board" and hides):
            yield ShownPart(part.name, _SHOWN[part.name](scene, part, query))


def show_guess(scene: Scene, guess: Code) -> LessonSplit:
    """Return how a guess splits the codes that fit."""
    sizes = split(scene.left, guess).sizes
    face = scene.face
    return LessonSplit(face.pegs(guess), face.code_words(guess), show_split(face, sizes))


def _rows(scene: Scene, _block: Block, _query: Query) -> object:
    face = scene.face
    shown = ((turn, face.show(turn.feedback)) for turn in scene.turns)
    return tuple(
        LessonRow(face.answered_pegs(turn), answer, f"{face.code_words(turn.code)}: {answer.words}")
        for turn, answer in shown
    )


def _board(scene: Scene, _block: Block, _query: Query) -> object:
    return draw(scene.grid, scene.grid.given)


def _split(scene: Scene, block: Block, _query: Query) -> object:
    return show_guess(scene, scene.game.parse_code(block.argument))


def _watch(_scene: Scene, block: Block, _query: Query) -> object:
    name, _, step = block.argument.partition(" ")
    return url_for("solve.watch", name=name, step=step or None)


def _search(scene: Scene, _block: Block, query: Query) -> object:
    off = [name for name in query.getlist("without") if name in CUT_NAMES]
    found = plain_search(scene.grid, off)
    switches = (CutSwitch(name, text, name not in off) for name, text in CUT_NAMES.items())
    counts = found.nodes, found.children, found.depth
    return ShownSearch(tuple(switches), *counts, is_whole=found.complete)


def _tree(scene: Scene, block: Block, query: Query) -> object:
    if block.argument != "board":
        return drawn_tree(scene.game, block.argument)
    tree = search_tree(scene.grid)
    last, text = len(tree.nodes) - 1, query.get("node", "")
    at = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    node = tree.nodes[min(at, last)]
    marks = {"newest": node.newest}
    picture = draw(scene.grid, node.board, marks)
    before = node.number - 1 if node.number else None
    return ShownTree(tree, node, picture, before, node.number + 1 if node.number < last else None)


_SHOWN: Final[Mapping[str, Callable[[Scene, Block, Query], object]]] = {
    "rows": _rows,
    "board": _board,
    "split": _split,
    "watch": _watch,
    "search": _search,
    "tree": _tree,
}
