"""The shapes that a board can have: which cells of a rectangle belong to it.

A shape is a predicate on one cell, decorated with :func:`shape`, which names everything else about
it; no other code knows it by name. The predicate sees the cell from the middle of the board, in
half cells and whole numbers only, so that a shape is the same on every machine and adapts to rows ≠
columns. ``empty_boards.make_shape`` makes boards of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.rules.grid import Adjacency


class Spot(NamedTuple):
    """A cell of a board, and the same cell seen from the middle in half cells (``x``, ``y``)."""

    row: int
    column: int
    rows: int
    columns: int
    shift: int = 0  # half cells that its row is in, on a hexagonal board

    @property
    def x(self) -> int:
        """Half cells to the left or right of the middle."""
        return abs(2 * self.column + 1 + self.shift - self.columns)

    @property
    def y(self) -> int:
        """Half cells above or below the middle."""
        return abs(2 * self.row + 1 - self.rows)


Has = Callable[[Spot], bool]


@dataclass(frozen=True, kw_only=True)
class BoardShape:
    """A shape of boards: which cells it has, and its properties.

    ``least`` is the shortest side at which it is recognisable; ``sample`` are rows and columns that
    show it well, and ``level`` is a difficulty that suits a board of that size. ``adjacency`` is
    the one it is meant for.
    """

    name: str
    has: Has
    least: int
    sample: tuple[int, int]
    level: Difficulty
    adjacency: Adjacency

    @property
    def sentence(self) -> str:
        return self.has.__doc__ or ""

    @property
    def title(self) -> str:
        return self.name.capitalize()

    @property
    def is_whole(self) -> bool:
        return self.least == 1


SHAPES: dict[str, BoardShape] = {}
"""All shapes by name, in the order in which they are offered."""


def shape(
    name: str,
    *,
    least: int,
    sample: tuple[int, int],
    level: Difficulty,
    adjacency: Adjacency = Adjacency.EIGHT,
) -> Callable[[Has], BoardShape]:
    """Turn a predicate on a cell into a shape; see :class:`BoardShape` for the arguments."""

    def register(has: Has) -> BoardShape:
        SHAPES[name] = BoardShape(
            name=name, has=has, least=least, sample=sample, level=level, adjacency=adjacency
        )
        return SHAPES[name]

    return register


@shape("rectangle", least=1, sample=(8, 12), level=Difficulty.EASY)
def rectangle(_: Spot) -> bool:
    """The whole rectangle."""
    return True


@shape("frame", least=5, sample=(11, 11), level=Difficulty.EASY)
def frame(spot: Spot) -> bool:
    """A rim, the middle blocked."""
    wide = max(2, min(spot.rows, spot.columns) // 4)
    return spot.x >= spot.columns - 2 * wide or spot.y >= spot.rows - 2 * wide


@shape("window", least=7, sample=(13, 13), level=Difficulty.MEDIUM)
def window(spot: Spot) -> bool:
    """A rim and a cross: four panes are blocked."""
    wide = max(1, min(spot.rows, spot.columns) // 8)
    return _has_bar(spot.x, spot.columns, wide) or _has_bar(spot.y, spot.rows, wide)


def _has_bar(distance: int, side: int, wide: int) -> bool:
    """Whether a place this far from the middle is in the middle bar or in one along the rim."""
    return distance < 2 * wide or distance >= side - 4 * wide


@shape("disc", least=4, sample=(11, 11), level=Difficulty.MEDIUM)
def disc(spot: Spot) -> bool:
    """An ellipse that touches all four sides."""
    return _reach(spot) <= (spot.rows * spot.columns) ** 2


@shape("ring", least=5, sample=(12, 12), level=Difficulty.MEDIUM)
def ring(spot: Spot) -> bool:
    """A disc with its middle blocked."""
    return disc.has(spot) and 5 * _reach(spot) > (spot.rows * spot.columns) ** 2


def _reach(spot: Spot) -> int:
    """Squared distance from the middle, scaled so that the rim is at rows times columns."""
    return (spot.x * spot.rows) ** 2 + (spot.y * spot.columns) ** 2


@shape("cross", least=5, sample=(11, 11), level=Difficulty.EASY)
def cross(spot: Spot) -> bool:
    """Two bars across each other."""
    arms = spot.columns // 3, spot.rows // 3
    return spot.x < spot.columns - 2 * arms[0] or spot.y < spot.rows - 2 * arms[1]


@shape("diamond", least=5, sample=(12, 12), level=Difficulty.MEDIUM)
def diamond(spot: Spot) -> bool:
    """A square that stands on a corner."""
    return spot.x * spot.rows + spot.y * spot.columns <= spot.rows * spot.columns


@shape("hexagon", least=3, sample=(9, 9), level=Difficulty.EASY, adjacency=Adjacency.HEX)
def hexagon(spot: Spot) -> bool:
    """Six sides; upright where cells have six neighbours."""
    corner = (min(spot.rows, spot.columns) - 1) // 2
    diagonal = spot.row + spot.column
    return corner <= diagonal <= spot.rows + spot.columns - 2 - corner


@shape("triangle", least=4, sample=(8, 14), level=Difficulty.EASY)
def triangle(spot: Spot) -> bool:
    """A tip above, the longest side below."""
    return spot.x <= 1 or spot.x * spot.rows < (spot.row + 1) * spot.columns


@shape("stairs", least=4, sample=(10, 10), level=Difficulty.MEDIUM)
def stairs(spot: Spot) -> bool:
    """Steps from the top left to the bottom right."""
    steps = min(spot.rows, spot.columns) // 2
    return spot.column * steps // spot.columns <= spot.row * steps // spot.rows


@shape("heart", least=5, sample=(12, 13), level=Difficulty.EASY)
def heart(spot: Spot) -> bool:
    """Two humps above, a tip below."""
    down = 2 * spot.row + 1
    brow = 2 * spot.rows
    if 3 * down < brow:
        offset = (2 * spot.x - spot.columns) * brow
        rise = (brow - 3 * down) * spot.columns
        return offset**2 + rise**2 <= (spot.columns * brow) ** 2
    height = 3 * (2 * spot.rows - down)
    whole = 4 * spot.rows
    return spot.x * whole**2 <= spot.columns * height * (2 * whole - height)
