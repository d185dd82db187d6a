"""The trees found by jobs: each measured once, drawn, written to files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.deduction.games import game_named
from solver.deduction.trees.studies import parse_study
from solver.deduction.trees.tree import Tree, format_csv, format_json
from webapp.http.tree_picture import TreeLayout, TreePicture
from webapp.lab.findings import parse_tree
from webapp.storage.tasks import StoredTask, TaskStore
from webapp.work.tasks import task

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class MeasuredTree:
    tree: Tree
    costs: Numbers
    heights: Numbers

    def children(self, node: int) -> range:
        """Return the nodes after a node, by ascending feedback."""
        first, last = np.searchsorted(self.tree.parents, [node, node + 1]).tolist()
        return range(first, last)

    def child(self, node: int, feedback: int) -> int | None:
        return next((n for n in self.children(node) if self.tree.feedbacks[n] == feedback), None)


def measure_tree(tree: Tree) -> MeasuredTree:
    costs = tree.sizes.astype(np.int64)
    heights = np.ones(len(tree), np.int64)
    for depth in range(tree.max, 1, -1):
        level = np.flatnonzero(tree.depths == depth)
        np.add.at(costs, tree.parents[level], costs[level])
        np.maximum.at(heights, tree.parents[level], heights[level] + 1)
    return MeasuredTree(tree, costs, heights)


class StrategyPicture(NamedTuple):
    """A strategy’s tree as a picture, and the feedback that leads to each drawn node, as a path."""

    picture: TreePicture
    paths: Mapping[int, str]


def draw_strategy(tree: Tree) -> StrategyPicture:
    """Draw a tree below its first guess; a guess that can be the code is a full node."""
    parents = (tree.parents[1:] - 1).tolist()
    ends = tree.wins[1:]
    layout = TreeLayout(parents)
    picture = layout.draw(range(len(parents)), lambda place: "board" if ends[place] else "left")
    paths: dict[int, str] = {}
    for node in picture.nodes:
        feedback = tree.game.feedbacks[int(tree.feedbacks[node.place + 1])]
        above = paths.get(parents[node.place], "")
        paths[node.place] = f"{above}/{tree.game.format_feedback(feedback)}".lstrip("/")
    return StrategyPicture(picture, paths)


@lru_cache(maxsize=8)
def kept_tree(tasks: TaskStore, job: StoredTask) -> MeasuredTree:
    game = game_named(parse_study(job.key).game)
    return measure_tree(parse_tree(tasks.finding_of(job), game))


#: A finding of 80,000 characters (Bulls and Cows) takes 60 ms as CSV, one of 640,000 (super) 600
#: ms.
MOST_AT_ONCE: Final = 40_000


#: The file types: how each is written, and its media type.
FILE_KINDS: Final[Mapping[str, tuple[Callable[[Tree], str], str]]] = {
    "json": (format_json, "application/json"),
    "csv": (format_csv, "text/csv"),
}


@task(lambda _game, finding, _kind: len(finding) <= MOST_AT_ONCE, 4)
def written(game: str, finding: str, kind: str) -> str:
    write, _ = FILE_KINDS[kind]
    return write(parse_tree(finding, game_named(game)))
