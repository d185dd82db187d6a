"""Drawings of two trees: a strategy's on a small game, and the article's search on a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from solver.deduction.games import game_named
from solver.deduction.rules.game import Game
from solver.deduction.strategies.registry import OFFERED, STRATEGIES
from solver.deduction.trees.grow import tree
from solver.deduction.trees.tree import Tree
from solver.hidoku.phrases import dead_text
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Board, Cell, Grid
from solver.hidoku.traces.plain_search import Expansion, Node, walk
from solver.wording import capitalised, counted, decimal
from webapp.learn.questions.block import QuestionError

MOST_CODES = 100
LEVEL = 7  # height of a level, where a code is one wide
GAP = 0.25
MOST_DRAWN = 40
WIDE, HIGH = 34, 46  # from node to node, and from level to level


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
    starts, sizes, depths = _places(grown)
    inner, solved = [], []
    for node, (start, size, depth) in enumerate(zip(starts, sizes, depths, strict=True)):
        wins = bool(grown.wins[node])
        if wins:
            solved.append(_box(start, 1, depth))
        if size > wins:
            inner.append(_box(start + wins, size - wins, depth))
    counts = grown.histogram
    levels = (
        f"{counted(count, 'code')} on guess {number}"
        for number, count in enumerate(counts, 1)
        if count
    )
    total = sum(number * count for number, count in enumerate(counts, 1))
    return DrawnTree(
        title=next(
            strategy_entry.words.title
            for strategy_entry in OFFERED
            if strategy_entry.name == strategy
        ),
        width=game.secret_count,
        height=LEVEL * len(counts),
        inner="".join(inner),
        solved="".join(solved),
        levels=tuple(levels),
        sum=f"{total} guesses for all {game.secret_count} codes, "
        f"{decimal(Fraction(int(total), game.secret_count), 3)} on average",
    )


def _places(grown: Tree) -> tuple[list[int], list[int], list[int]]:
    """Return for each node its first column, how many codes are below it, and its level."""
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


@dataclass(frozen=True, kw_only=True)
class DrawnNode:
    """A position of the search: where it is drawn, its board, and what was done with it."""

    number: int
    x: int
    y: int
    label: str
    is_solved: bool
    words: tuple[str, ...]
    board: Board
    newest: tuple[Cell, ...]


@dataclass(frozen=True)
class SearchTree:
    """All positions in the order of the search; ``lines`` joins them as an SVG path.

    ``crosses`` are successors that a check dropped at once.
    """

    width: int
    height: int
    nodes: tuple[DrawnNode, ...]
    lines: str
    crosses: str


@lru_cache(maxsize=16)
def search_tree(grid: Grid) -> SearchTree:
    """Return the tree of a board. Raises QuestionError for one too large to draw."""
    opened = _expand(grid)
    if len(opened) > MOST_DRAWN:
        raise QuestionError(f"The search has more than {MOST_DRAWN} nodes.")
    every = _every(opened)
    columns = _columns(opened, every)
    points = {
        id(node): (WIDE * columns[id(node)] + WIDE // 2, HIGH * node.depth + 20) for node in every
    }
    expansions = {id(expansion.node): expansion for expansion in opened}
    nodes = tuple(
        _node(grid, number, node, expansions.get(id(node)), points[id(node)])
        for number, node in enumerate(every)
    )
    lines = "".join(
        "M{} {}L{} {}".format(*points[id(node.parent)], *points[id(node)])
        for node in every
        if node.parent is not None
    )
    crosses = "".join(_crosses(opened, columns))
    widest = max(columns.values()) + 1
    deepest = max(node.depth for node in every) + 1
    has_crosses = any(expansion.rejected for expansion in opened)
    return SearchTree(WIDE * max(widest, 1), HIGH * (deepest + has_crosses), nodes, lines, crosses)


def _expand(grid: Grid) -> list[Expansion]:
    expansions = []
    for expansion in walk(grid):
        expansions.append(expansion)
        if len(expansions) > MOST_DRAWN:
            break
    return expansions


def _every(opened: list[Expansion]) -> list[Node]:
    """Return the nodes in the order of the search, solutions as they are found."""
    nodes: list[Node] = []
    for expansion in opened:
        nodes.append(expansion.node)
        nodes.extend(child for child in expansion.successors if child.is_solved)
    return nodes


def _columns(opened: list[Expansion], every: list[Node]) -> dict[int, int]:
    """Give each leaf its own column, and each other node the middle of its children."""
    children: dict[int, list[Node]] = {}
    for node in reversed(every):
        if node.parent is not None:
            children.setdefault(id(node.parent), []).append(node)
    rejected = {id(expansion.node): len(expansion.rejected) for expansion in opened}
    columns: dict[int, int] = {}
    used_columns = 0

    def place(node: Node) -> None:
        nonlocal used_columns
        below = children.get(id(node), [])
        first = used_columns
        for child in below:
            place(child)
        used_columns += rejected.get(id(node), 0) if below else max(1, rejected.get(id(node), 0))
        columns[id(node)] = (first + used_columns - 1) // 2

    place(every[0])
    return columns


def _crosses(opened: list[Expansion], columns: dict[int, int]) -> Iterator[str]:
    for expansion in opened:
        x = WIDE * columns[id(expansion.node)] + WIDE // 2
        y = HIGH * expansion.node.depth + 20
        for place in range(len(expansion.rejected)):
            across = 9 * (2 * place - len(expansion.rejected) + 1) // 2 + 5
            yield f"M{x + across - 3} {y + 19}l6 6m0-6l-6 6"


def _node(
    grid: Grid, number: int, node: Node, opened: Expansion | None, point: tuple[int, int]
) -> DrawnNode:
    board = dict(grid.given)
    line: list[Node] = []
    above: Node | None = node
    while above is not None:
        line.append(above)
        above = above.parent
    for step in reversed(line):
        board |= {cell: n for n, cell in step.fills}
        if step.cell is not None:
            board[step.cell] = step.number
    newest = tuple(cell for _, cell in node.fills) + ((node.cell,) if node.cell else ())
    label = str(node.number) if node.cell else "–"
    words = tuple(_words(node, opened))
    x, y = point
    return DrawnNode(
        number=number,
        x=x,
        y=y,
        label=label,
        is_solved=node.is_solved,
        words=words,
        board=board,
        newest=newest,
    )


def _words(node: Node, opened: Expansion | None) -> Iterator[str]:
    if node.cell:
        places = counted(node.places, "cell")
        yield f"{node.number} could go in {places}. Here it’s in {named(node.cell)}."
    else:
        yield "The start: only the given numbers are placed."
    for number, cell in node.fills:
        yield f"Only {number} can connect the cells around {named(cell)}: it’s placed at once."
    if node.is_solved:
        yield "The board is full, so this is a solution."
    elif opened:
        cells = counted(len(opened.successors) + len(opened.rejected), "cell")
        for branch in (opened.successors or opened.rejected)[:1]:
            yield f"Next it tries {branch.number}, which has {cells}."
        for dead_end in opened.rejected:
            yield f"{capitalised(named(dead_end.cell))} fails at once: {dead_text(dead_end.why)}."
