"""Compiled growing and shuffling of a path through the cells of a board.

A *bite* (Mansfield 1982, "backbite") joins an end of the path to a cell that touches it and cuts
the path there: the part between is walked the other way round, and the path has a new end. The
slots make it fair: every bite and the bite that takes it back are equally likely, so that in the
long run every path that bites can reach is equally likely.
"""

from typing import NamedTuple

import numpy as np

from solver.hidoku.kernels.arrays import INT, NUMBERS, TABLE, WORD_ROW, Numbers, Words
from solver.kernels import inline, kernel, types, whole

STEEPEST = 100  # so that at last hardly any bite is taken that costs more

# Random numbers by SplitMix64 (Steele, Lea and Flood 2014): whole numbers only, so that a seed does
# the same on every machine.

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
HALF = np.uint64(32)


@inline
def below(chance: Words, count: int) -> int:
    """A random number from 0 up to, but without, a small count; ``chance`` is the state."""
    chance[0] += STEP
    word = chance[0]
    word = (word ^ (word >> np.uint64(30))) * FIRST_FACTOR
    word = (word ^ (word >> np.uint64(27))) * SECOND_FACTOR
    word = word ^ (word >> np.uint64(31))
    return whole(((word >> HALF) * np.uint64(count)) >> HALF)


class Path(NamedTuple):
    """A path on a board whose cells are indices.

    ``near[cell]`` lists the cells that touch a cell, filled up with -1 to as many slots as the
    adjacency has. ``cells`` are those of the path in order, ``where[cell]`` their place in it or
    -1. ``chance`` is the state of the random numbers.
    """

    near: Numbers
    cells: Numbers
    where: Numbers
    chance: Words


class Prices(NamedTuple):
    """What bends and crossings cost, and what it takes to count them.

    ``across[cell, slot]`` are the two cells beside a step, ``rows`` and ``columns`` those of the
    cells. ``odds[k]`` of 65,536 is how often a bite is taken that costs k.
    """

    across: Numbers
    rows: Numbers
    columns: Numbers
    odds: Numbers
    per_bend: int
    per_crossing: int


PATH = types.NamedTuple((TABLE, NUMBERS, NUMBERS, WORD_ROW), Path)
PRICES = types.NamedTuple((types.int64[:, :, ::1], NUMBERS, NUMBERS, NUMBERS, INT, INT), Prices)


@inline
def turn(cells: Numbers, where: Numbers, first: int, stop: int) -> None:
    """Walk the part of a path from place ``first`` up to, but without, ``stop`` backwards."""
    low = first
    high = stop - 1
    while low < high:
        cell = cells[low]
        cells[low] = cells[high]
        cells[high] = cell
        where[cells[low]] = low
        where[cell] = high
        low += 1
        high -= 1


@inline
def bite_at_tail(path: Path, length: int) -> None:
    """Bite with the last cell of a path towards a random slot; nothing happens off the path."""
    slot = below(path.chance, path.near.shape[1])
    cell = path.near[path.cells[length - 1], slot]
    if cell >= 0 and path.where[cell] >= 0:
        turn(path.cells, path.where, path.where[cell] + 1, length)


@kernel(types.void(PATH, INT))
def mix(path: Path, bites: int) -> None:
    near, cells, where = path.near, path.cells, path.where
    slots = near.shape[1]
    length = cells.shape[0]
    for _ in range(bites):
        draw = below(path.chance, 2 * slots)
        slot = draw >> 1
        if draw & 1:
            cell = near[cells[length - 1], slot]
            if cell >= 0:
                turn(cells, where, where[cell] + 1, length)
        else:
            cell = near[cells[0], slot]
            if cell >= 0:
                turn(cells, where, whole(0), where[cell])


@inline
def count_exits(path: Path, cell: int) -> int:
    count = 0
    for slot in range(path.near.shape[1]):
        neighbour = path.near[cell, slot]
        if neighbour >= 0 and path.where[neighbour] < 0:
            count += 1
    return count


@inline
def narrowest_step(path: Path, cell: int) -> int:
    """A cell off the path with the fewest exits (Warnsdorff), ties at random; -1 if none."""
    near, where = path.near, path.where
    best = -1
    least = 99
    ties = 0
    for slot in range(near.shape[1]):
        neighbour = near[cell, slot]
        if neighbour < 0 or where[neighbour] >= 0:
            continue
        exits = count_exits(path, neighbour)
        if exits < least:
            best = neighbour
            least = exits
            ties = 1
        elif exits == least:
            ties += 1
            if below(path.chance, ties) == 0:
                best = neighbour
    return best


@inline
def lengthen(path: Path, length: int) -> int:
    """Walk on from the last cell until there is no exit; the length then."""
    cells = path.cells
    while length < cells.shape[0]:
        cell = narrowest_step(path, cells[length - 1])
        if cell < 0:
            break
        cells[length] = cell
        path.where[cell] = length
        length += 1
    return length


@inline
def get_unstuck(path: Path, length: int, forgotten: int) -> int:
    """Forget some cells at the end, walk from the other end, or bite; the length then."""
    draw = below(path.chance, whole(16))
    if draw == 0 and forgotten > 0:
        for _ in range(min(length - 1, 1 + below(path.chance, forgotten))):
            length -= 1
            path.where[path.cells[length]] = -1
    elif draw & 1:
        turn(path.cells, path.where, whole(0), length)
    else:
        bite_at_tail(path, length)
    return length


@kernel(INT(PATH, NUMBERS, INT, INT))
def grow(path: Path, best: Numbers, bites: int, forgotten: int) -> int:
    """Lengthen the path that starts with its first cell till it has all cells.

    Where the last cell has no exit, the path is walked from its other end or bites (Pósa's
    rotations, 1976) or, one time in sixteen, forgets up to so many cells at its end. This is done
    ``bites`` times at most. Returns the length of the longest path met, which ``best`` holds.
    """
    cells = path.cells
    path.where[:] = -1
    path.where[cells[0]] = 0
    length = whole(1)
    longest = 0
    for _ in range(bites):
        length = lengthen(path, length)
        if length > longest:
            longest = length
            for place in range(length):
                best[place] = cells[place]
        if length == cells.shape[0]:
            break
        length = get_unstuck(path, length, forgotten)
    return longest


@inline
def bends(prices: Prices, before: int, cell: int, after: int) -> bool:
    """Whether a path that comes from one cell and goes to another bends in the cell between."""
    rows, columns = prices.rows, prices.columns
    return bool(
        rows[cell] - rows[before] != rows[after] - rows[cell]
        or columns[cell] - columns[before] != columns[after] - columns[cell]
    )


@inline
def crosses(path: Path, prices: Prices, cell: int, neighbour: int) -> int:
    """Return 1 if the step between two cells crosses a step of the path, else 0."""
    where, across = path.where, prices.across
    for slot in range(path.near.shape[1]):
        if path.near[cell, slot] == neighbour:
            first = across[cell, slot, 0]
            second = across[cell, slot, 1]
            if first < 0 or second < 0 or where[first] < 0 or where[second] < 0:
                return 0
            return 1 if abs(where[first] - where[second]) == 1 else 0
    return 0


@inline
def added_cost(path: Path, prices: Prices, end: int, cell: int, step: int) -> int:
    """What a bite of an end into a cell adds; ``step`` leads from the cell to the new end."""
    cells, where = path.cells, path.where
    place = where[cell]
    new_end = cells[place + step]
    cost = 0
    if prices.per_bend != 0:
        if 0 <= place - step < cells.shape[0]:
            before = cells[place - step]
            cost += bends(prices, before, cell, end)
            cost -= bends(prices, before, cell, new_end)
        cost += bends(prices, cell, end, cells[where[end] - step])
        cost -= bends(prices, cell, new_end, cells[place + 2 * step])
        cost *= prices.per_bend
    if prices.per_crossing != 0:
        crossings = crosses(path, prices, cell, end) - crosses(path, prices, cell, new_end)
        cost += prices.per_crossing * crossings
    return cost


@kernel(INT(PATH, PRICES, INT, INT, INT))
def anneal(path: Path, prices: Prices, cost: int, goal: int, bites: int) -> int:
    """Bite until the cost of a path, a bend and a crossing each at its price, reaches a goal.

    A bite that adds to the cost is taken less and less often, by ``odds`` at what it adds times a
    factor that grows to ``STEEPEST`` with the last of so many bites (Kirkpatrick, Gelatt and Vecchi
    1983). Returns the cost in the end, from ``cost`` at first.
    """
    cells, where, odds = path.cells, path.where, prices.odds
    slots = path.near.shape[1]
    last = cells.shape[0] - 1
    for bite in range(bites):
        if cost <= goal:
            break
        draw = below(path.chance, 2 * slots)
        is_tail = draw & 1
        end = cells[last] if is_tail else cells[0]
        cell = path.near[end, draw >> 1]
        if cell < 0 or abs(where[cell] - where[end]) < 2:
            continue
        place = where[cell]
        more = added_cost(path, prices, end, cell, 1 if is_tail else -1)
        if more > 0:
            k = min(more * (STEEPEST * bite // bites), odds.shape[0] - 1)
            if below(path.chance, whole(65536)) >= odds[k]:
                continue
        cost += more
        if is_tail:
            turn(cells, where, place + 1, last + 1)
        else:
            turn(cells, where, whole(0), place)
    return cost
