"""The tree that a search walks, and the stack of its open choices, read off the steps of a solve.

A node is a number tried in a cell. The search plays no part in it: a step says how many trials are
open, so what closes a branch is seen by that alone. A candidate that a check drops before it is
placed is a leaf that failed at once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.rules.grid import Cell

MOST_DRAWN: Final = 400  # nodes; deeper branches are folded into their number
APART: Final = (
    14  # from depth to depth, as the picture counts, and from leaf to leaf if they're few
)
WIDEST: Final = 420
MARGIN: Final = 9
LARGEST: Final = 3.0  # half the size of a node


@dataclass(frozen=True, kw_only=True)
class TreeNode:
    """A number tried in a cell at a step; ``parent`` is the place of the choice before it.

    ``closed`` is the step at which it is no longer on the board, or the number of steps.
    ``is_dropped`` says that a check refused it before it was placed.
    """

    step: int
    number: int
    cell: Cell
    parent: int
    depth: int
    options: int
    closed: int
    is_dropped: bool = False


class CellOption(NamedTuple):
    """A cell of a choice: ``failed``, on the ``board``, or still ``open``."""

    cell: Cell
    state: str


class OpenChoice(NamedTuple):
    """A line of the stack: the number, its cells, and how many numbers followed from it.

    ``more`` counts cells still to be tried that the search never comes to.
    """

    depth: int
    number: int
    cell: Cell
    options: tuple[CellOption, ...]
    more: int
    forced: int
    step: int


class DrawnNode(NamedTuple):
    x: float
    y: int
    step: int
    label: str
    state: str


@dataclass(frozen=True, kw_only=True)
class TreePicture:
    """The tree at a step as an SVG picture draws it: lines, nodes to press, and folded branches."""

    width: int
    height: int
    lines: str
    open_lines: str
    nodes: tuple[DrawnNode, ...]
    folded: tuple[tuple[float, int, int], ...]
    root: float
    size: float


@dataclass(frozen=True)
class SearchTree:
    nodes: tuple[TreeNode, ...]
    placed: tuple[int, ...] = field(repr=False)

    @cached_property
    def _children(self) -> dict[int, list[int]]:
        children: dict[int, list[int]] = {}
        for place, node in enumerate(self.nodes):
            children.setdefault(node.parent, []).append(place)
        return children

    def count_until(self, step: int) -> int:
        return bisect_right(self.nodes, step, key=lambda node: node.step)

    def open_at(self, step: int) -> tuple[int, ...]:
        """Return the places of the choices that are open after a step, the first one first."""
        places = range(self.count_until(step))
        return tuple(
            place
            for place in places
            if not self.nodes[place].is_dropped and self.nodes[place].closed > step
        )

    def stack_at(self, step: int) -> tuple[OpenChoice, ...]:
        """Return the open choices after a step, the newest first."""
        end = step
        choices = []
        for place in reversed(self.open_at(step)):
            choices.append(self._choice(place, step, end))
            end = self.nodes[place].step - 1
        return tuple(choices)

    def _choice(self, place: int, step: int, end: int) -> OpenChoice:
        node = self.nodes[place]
        siblings = (self.nodes[sibling] for sibling in self._children[node.parent])
        cells = [sibling for sibling in siblings if sibling.number == node.number]
        options = tuple(CellOption(cell.cell, _state_at(cell, step)) for cell in cells)
        return OpenChoice(
            depth=node.depth,
            number=node.number,
            cell=node.cell,
            options=options,
            more=node.options - sum(not cell.is_dropped for cell in cells),
            forced=max(0, self.placed[end] - self.placed[node.step]),
            step=node.step,
        )

    @cached_property
    def _deepest_drawn(self) -> int:
        """Return the depth down to which all nodes are drawn."""
        by_depth = Counter(node.depth for node in self.nodes)
        count = 0
        for depth in sorted(by_depth):
            count += by_depth[depth]
            if count > MOST_DRAWN:
                return depth - 1
        return max(by_depth, default=0)

    @cached_property
    def _places(self) -> dict[int, float]:
        """Return where each drawn node stands from the left; ``-1`` is the root.

        Leaves are equally far apart, and a node is in the middle above its children. The places are
        those of the whole tree, so nothing moves while it grows.
        """
        places: dict[int, float] = {}
        leaves = 0
        todo = [(-1, False)]
        while todo:
            place, is_done = todo.pop()
            is_leaf = place >= 0 and self.nodes[place].depth >= self._deepest_drawn
            children = [] if is_leaf else self._children.get(place, [])
            if not children:
                places[place] = leaves
                leaves += 1
            elif is_done:
                places[place] = (places[children[0]] + places[children[-1]]) / 2
            else:
                todo.append((place, True))
                todo += ((child, False) for child in reversed(children))
        apart = min(APART, WIDEST / leaves)
        return {place: at * apart for place, at in places.items()}

    @cached_property
    def _sizes(self) -> list[int]:
        """Return how many nodes each one has below it."""
        sizes = [0] * len(self.nodes)
        for place in range(len(self.nodes) - 1, -1, -1):
            parent = self.nodes[place].parent
            if parent >= 0:
                sizes[parent] += sizes[place] + 1
        return sizes

    def drawn_at(self, step: int) -> TreePicture:
        """Return the tree as far as it has grown after a step."""
        spots = self._places
        leaves = sum(1 for place in spots if place not in self._children)
        drawn_places = [place for place in range(self.count_until(step)) if place in spots]
        still_open = frozenset(self.open_at(step))
        newest = max(still_open, default=-1)
        lines: dict[bool, list[str]] = {True: [], False: []}
        nodes = []
        for place in drawn_places:
            node = self.nodes[place]
            x, y = spots[place], node.depth * APART
            line = f"M{spots[node.parent]:.5g} {y - APART}L{x:.5g} {y}"
            lines[place in still_open].append(line)
            state = _state_at(node, step)
            label = f"{node.number}"
            if state == "failed" and place in self._children:
                state = "left"
            nodes.append(DrawnNode(x, y, node.step, label, "now" if place == newest else state))
        folded = tuple(
            (spots[place], self.nodes[place].depth * APART, self._sizes[place])
            for place in drawn_places
            if self.nodes[place].depth >= self._deepest_drawn and self._sizes[place]
        )
        return TreePicture(
            width=round(max(spots.values()) + 2 * MARGIN),
            height=self._deepest_drawn * APART + 2 * MARGIN,
            lines="".join(lines[False]),
            open_lines="".join(lines[True]),
            nodes=tuple(nodes),
            folded=folded,
            root=spots[-1],
            size=min(LARGEST, 0.45 * WIDEST / max(leaves, 1)),
        )


def _state_at(node: TreeNode, step: int) -> str:
    if node.step > step:
        return "open"
    return "failed" if node.is_dropped or node.closed <= step else "board"


def search_tree(steps: Sequence[Step]) -> SearchTree:
    """Read the tree off the steps of a solve; what is left out of a long one is missing."""
    nodes: list[TreeNode] = []
    stack: list[int] = []
    for at, step in enumerate(steps):
        is_try = step.kind is StepKind.TRY
        for _ in range(len(stack) - (step.depth - is_try)):
            place = stack.pop()
            nodes[place] = replace(nodes[place], closed=at)
        if step.kind in (StepKind.TRY, StepKind.CONTRADICTION) and step.cell and step.number:
            parent = stack[-1] if stack else -1
            node = TreeNode(
                step=at,
                number=step.number,
                cell=step.cell,
                parent=parent,
                depth=len(stack) + 1,
                options=step.options,
                closed=len(steps) if is_try else at,
                is_dropped=not is_try,
            )
            nodes.append(node)
            if is_try:
                stack.append(len(nodes) - 1)
    return SearchTree(
        nodes=tuple(nodes),
        placed=tuple(step.placed for step in steps),
    )
