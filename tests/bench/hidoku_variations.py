"""Positions of a technique that random boards hardly ever need: three boards made for it, varied.

The boards were found by search: givens and links of random paths were changed as long as fewer
easier techniques led on, until none did and there was one solution. Here givens are taken and added
again by lot, and what still has one solution and no easier technique is another position.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from solver.hidoku.exercises.next_technique import next_technique
from solver.hidoku.logic.position import Position
from solver.hidoku.rules.grid import Adjacency, Grid
from solver.hidoku.rules.json_format import parse_any
from solver.hidoku.search.solve import solve

#: By the name of the technique.
MADE: Final = {
    "crossing": (
        ". . . . #\n. 17 . . #\n7 . . . .\n. . . . .\n. . . . 1\n"
        f"adjacency: {Adjacency.FOUR.value}\nlinks: r1c1-r1c2 r1c1-r2c1 r2c4-r3c4",
        f". . 7 . .\n. . . 15 .\n1 . . . .\n# . . . .\nadjacency: {Adjacency.FOUR.value}",
        ". . 3 4 5\n16 . . . 6\n. . 23 . 7\n. . . # 8\n. . 11 10 9\n"
        f"adjacency: {Adjacency.FOUR.value}",
    ),
}
MOST_CHANGES: Final = 3  # givens taken, and as many added


def variations(technique: str, tries: int) -> Iterator[Grid]:
    """Yield different positions in which a technique is the easiest that leads on."""
    random, found = Random(1), [parse_any(text) for text in MADE[technique]]
    yield from found
    for _ in range(tries):
        grid = _varied(random.choice(found), random)
        if grid not in found and _leads_on(technique, grid):
            found.append(grid)
            yield grid


def _varied(grid: Grid, random: Random) -> Grid:
    path = solve(grid).solutions[0]
    given = dict(grid.given)
    for _ in range(random.randrange(MOST_CHANGES + 1)):
        if given:
            del given[random.choice(list(given))]
    for _ in range(random.randrange(MOST_CHANGES + 1)):
        number = random.randrange(len(path))
        given[path[number]] = number + 1
    return grid.with_givens(given)


def _leads_on(technique: str, grid: Grid) -> bool:
    result = solve(grid) if grid.givens else None
    if result is None or result.count != 1 or not result.complete:
        return False
    found = next_technique(Position.of(grid))
    return found is not None and found.technique.name == technique
