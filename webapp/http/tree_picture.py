"""A tree as an SVG picture (``templates/_tree.html``): of a search, or of a strategy.

Leaves are equally far apart, and a node is in the middle above its children. The places are those
of the whole tree, so nothing moves while it grows.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

MOST_DRAWN: Final = 400  # nodes; deeper branches are folded into their number
APART: Final = 14  # from depth to depth, as the picture counts, and from leaf to leaf if few
WIDEST: Final = 420
MARGIN: Final = 9
LARGEST: Final = 3.0  # half the size of a node
LABEL: Final = 18  # the room of a number below folded branches; nearer ones are added up


class DrawnNode(NamedTuple):
    """A node to press; ``place`` is its place among all nodes, ``state`` its CSS class."""

    x: float
    y: int
    place: int
    state: str


class FoldedBranch(NamedTuple):
    x: float
    y: int
    nodes: int


class TreePicture(NamedTuple):
    width: int
    height: int
    lines: str
    open_lines: str
    nodes: tuple[DrawnNode, ...]
    folded: tuple[FoldedBranch, ...]
    root: float
    size: float


class TreeLayout:
    """Where nodes stand; each comes after its parent, which is -1 below the root."""

    def __init__(self, parents: Sequence[int]) -> None:
        self.parents = parents
        self.depths: list[int] = []
        self.children: dict[int, list[int]] = {}
        for place, parent in enumerate(parents):
            self.depths.append(1 + (self.depths[parent] if parent >= 0 else 0))
            self.children.setdefault(parent, []).append(place)

    @cached_property
    def deepest_drawn(self) -> int:
        """The depth down to which all nodes are drawn."""
        by_depth = Counter(self.depths)
        count = 0
        for depth in sorted(by_depth):
            count += by_depth[depth]
            if count > MOST_DRAWN:
                return depth - 1
        return max(by_depth, default=0)

    @cached_property
    def _leaves(self) -> dict[int, float]:
        """Return where each drawn node is from the left, counted in leaves; ``-1`` is the root."""
        places: dict[int, float] = {}
        leaves = 0
        todo = [(-1, False)]
        while todo:
            place, is_done = todo.pop()
            is_leaf = place >= 0 and self.depths[place] >= self.deepest_drawn
            children = [] if is_leaf else self.children.get(place, [])
            if not children:
                places[place] = leaves
                leaves += 1
            elif is_done:
                places[place] = (places[children[0]] + places[children[-1]]) / 2
            else:
                todo.append((place, True))
                todo += ((child, False) for child in reversed(children))
        return places

    @cached_property
    def _sizes(self) -> list[int]:
        """How many nodes each one has below it."""
        sizes = [0] * len(self.parents)
        for place in range(len(self.parents) - 1, -1, -1):
            parent = self.parents[place]
            if parent >= 0:
                sizes[parent] += sizes[place] + 1
        return sizes

    def draw(
        self,
        places: Iterable[int],
        state_of: Callable[[int], str],
        still_open: Collection[int] = (),
    ) -> TreePicture:
        """Draw some of the nodes, with the branches that are still open."""
        leaf_count = max(self._leaves.values()) + 1
        distance = min(APART, WIDEST / leaf_count)
        spots = {place: at * distance for place, at in self._leaves.items()}
        drawn_places = [place for place in places if place in spots]
        lines: dict[bool, list[str]] = {True: [], False: []}
        for place in drawn_places:
            y = self.depths[place] * APART
            line = f"M{spots[self.parents[place]]:.5g} {y - APART}L{spots[place]:.5g} {y}"
            lines[place in still_open].append(line)
        return TreePicture(
            width=round(max(spots.values()) + 2 * MARGIN),
            height=self.deepest_drawn * APART + 2 * MARGIN,
            lines="".join(lines[False]),
            open_lines="".join(lines[True]),
            nodes=tuple(
                DrawnNode(spots[place], self.depths[place] * APART, place, state_of(place))
                for place in drawn_places
            ),
            folded=self._fold(drawn_places, spots),
            root=spots[-1],
            size=min(LARGEST, 0.45 * WIDEST / leaf_count),
        )

    def _fold(self, places: Iterable[int], spots: Mapping[int, float]) -> tuple[FoldedBranch, ...]:
        branches: list[FoldedBranch] = []
        for place in sorted(places, key=lambda place: spots[place]):
            size = self._sizes[place]
            if self.depths[place] < self.deepest_drawn or not size:
                continue
            if branches and spots[place] - branches[-1].x < LABEL:
                branches[-1] = branches[-1]._replace(nodes=branches[-1].nodes + size)
            else:
                branches.append(FoldedBranch(spots[place], self.depths[place] * APART, size))
        return tuple(branches)
