"""The trees found by jobs: each measured once, drawn level by level, written to files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.deduction.games import game_named
from solver.deduction.rules.game import Indices
from solver.deduction.trees.studies import parse_study
from solver.deduction.trees.tree import Tree, format_csv, format_json
from webapp.lab.findings import parse_tree
from webapp.storage.tasks import StoredTask, TaskStore
from webapp.work.tasks import task

WIDTH = 720
HEIGHT = 20
#: Nodes of at least this width are drawn separately.
APART = 4

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


class TreeLevel(NamedTuple):
    """The positions before a guess, with their codes, and how many of these the guess finds."""

    positions: int
    codes: int
    wins: int
    path: str


def levels_of(tree: Tree) -> tuple[TreeLevel, ...]:
    """Return the levels; codes keep their places from each level to the one drawn below it."""
    starts = starts_of(tree)
    levels = (np.flatnonzero(tree.depths == depth) for depth in range(1, tree.max + 1))
    return tuple(
        TreeLevel(
            level.size,
            int(tree.sizes[level].sum()),
            int(tree.wins[level].sum()),
            _path(starts[level], tree.sizes[level], int(tree.sizes[0])),
        )
        for level in levels
    )


def starts_of(tree: Tree) -> Numbers:
    """Return the column at which the codes of each node begin, if each code has one of its own."""
    before = np.cumsum(tree.sizes) - tree.sizes
    starts = np.zeros(len(tree), np.int64)
    for depth in range(2, tree.max + 1):
        level = np.flatnonzero(tree.depths == depth)
        above = tree.parents[level]
        first = np.searchsorted(tree.parents, above)
        starts[level] = starts[above] + tree.wins[above] + before[level] - before[first]
    return starts


def _path(starts: Numbers, sizes: Indices, total: int) -> str:
    """Draw a level as the outlines of its nodes, merging those too narrow to tell apart."""
    scale = WIDTH / total
    starts_at = np.floor(starts * scale).astype(np.int64)
    right = np.maximum(np.floor((starts + sizes) * scale).astype(np.int64), starts_at + 1)
    right -= right - starts_at >= APART
    edges = np.zeros(WIDTH + 2, np.int64)
    np.add.at(edges, starts_at, 1)
    np.add.at(edges, right, -1)
    covered = np.concatenate([[0], (np.cumsum(edges) > 0).astype(np.int64)])
    changes = np.flatnonzero(np.diff(covered)).tolist()
    spans = zip(changes[::2], changes[1::2], strict=True)
    return "".join(f"M{a} 0h{b - a}v{HEIGHT}h{a - b}z" for a, b in spans)


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
