"""Compiled growing and shuffling of a path through the cells of a board.

Cells are indices; ``near[cell]`` lists the cells that touch it, filled up with -1 to as many slots
as the adjacency has. ``path[:length]`` holds the cells of the path, ``where[cell]`` its place in
it or -1. ``chance`` is the state of the random numbers: SplitMix64 (Steele, Lea and Flood 2014),
whole numbers only, so that a seed gives the same path on every machine.

A *bite* (Mansfield 1982, "backbite") joins an end of the path to a cell that touches it and cuts
the path there: the part between is walked the other way round, and the path has a new end. The
slots make it fair: every bite and the bite that takes it back are equally likely, so that in the
long run every path that bites can reach is equally likely.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from solver.kernels import inner, kernel

Places = npt.NDArray[np.int64]
Slots = npt.NDArray[np.int64]
Chance = npt.NDArray[np.uint64]

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
STEEPEST = 100  # so that at last hardly any bite is taken that costs more
SHIFTS = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@inner("int64(uint64[::1], int64)")
def below(chance: Chance, count: int) -> Any:
    """Draw a random whole number from 0 up to, but without, a small count."""
    chance[0] += STEP
    word = chance[0]
    word = (word ^ (word >> SHIFTS[0])) * FIRST
    word = (word ^ (word >> SHIFTS[1])) * SECOND
    word = word ^ (word >> SHIFTS[2])
    return np.int64(((word >> SHIFTS[3]) * np.uint64(count)) >> SHIFTS[3])


@inner("void(int64[::1], int64[::1], int64, int64)")
def turn(path: Places, where: Places, first: int, stop: int) -> None:
    """Walk the part of a path from place ``first`` up to, but without, ``stop`` backwards."""
    low = first
    high = stop - 1
    while low < high:
        one = path[low]
        other = path[high]
        path[low] = other
        path[high] = one
        where[other] = low
        where[one] = high
        low += 1
        high -= 1


@inner("void(int64[:, ::1], int64[::1], int64[::1], int64, uint64[::1])")
def bite_at_tail(near: Slots, path: Places, where: Places, length: int, chance: Chance) -> None:
    """Bite with the last cell of a path towards a random slot; nothing happens off the path."""
    cell = near[path[length - 1], below(chance, near.shape[1])]
    if cell >= 0 and where[cell] >= 0:
        turn(path, where, where[cell] + 1, length)


@kernel("void(int64[:, ::1], int64[::1], int64[::1], uint64[::1], int64)")
def mix(near: Slots, path: Places, where: Places, chance: Chance, bites: int) -> None:
    slots = near.shape[1]
    length = path.shape[0]
    for _ in range(bites):
        drawn = below(chance, 2 * slots)
        slot = drawn >> 1
        if drawn & 1:
            cell = near[path[length - 1], slot]
            if cell >= 0:
                turn(path, where, where[cell] + 1, length)
        else:
            cell = near[path[0], slot]
            if cell >= 0:
                turn(path, where, 0, where[cell])


@inner("int64(int64[:, ::1], int64[::1], int64)")
def open_ways(near: Slots, where: Places, cell: int) -> int:
    count = 0
    for other in near[cell]:
        if other >= 0 and where[other] < 0:
            count += 1
    return count


@inner("int64(int64[:, ::1], int64[::1], int64, uint64[::1])")
def narrowest_step(near: Slots, where: Places, cell: int, chance: Chance) -> int:
    """A cell off the path with the fewest ways on (Warnsdorff), ties by chance; -1 if none."""
    best = -1
    least = 99
    ties = 0
    for other in near[cell]:
        if other < 0 or where[other] >= 0:
            continue
        ways = open_ways(near, where, other)
        if ways < least:
            best = other
            least = ways
            ties = 1
        elif ways == least:
            ties += 1
            if below(chance, ties) == 0:
                best = other
    return best


@kernel("int64(int64[:, ::1], int64[::1], int64[::1], int64[::1], uint64[::1], int64, int64)")
def grow(
    near: Slots,
    path: Places,
    where: Places,
    best: Places,
    chance: Chance,
    bites: int,
    forgotten: int,
) -> int:
    """Lengthen the path that starts with ``path[0]`` till it has all cells.

    Where the last cell has no way on, the path is walked from its other end or bites (Pósa's
    rotations, 1976) or, one time in sixteen, forgets up to so many cells at its end. This is done
    ``bites`` times at most. Returns the length of the longest path met, which ``best`` holds.
    """
    where[:] = -1
    where[path[0]] = 0
    length = 1
    longest = 0
    for _ in range(bites):
        while length < path.shape[0]:
            cell = narrowest_step(near, where, path[length - 1], chance)
            if cell < 0:
                break
            path[length] = cell
            where[cell] = length
            length += 1
        if length > longest:
            longest = length
            best[:length] = path[:length]
        if length == path.shape[0]:
            break
        drawn = below(chance, 16)
        if drawn == 0 and forgotten > 0:
            for _ in range(min(length - 1, 1 + below(chance, forgotten))):
                length -= 1
                where[path[length]] = -1
        elif drawn & 1:
            turn(path, where, 0, length)
        else:
            bite_at_tail(near, path, where, length, chance)
    return longest


@inner("boolean(int64[::1], int64[::1], int64, int64, int64)")
def bends(rows: Places, columns: Places, one: int, cell: int, other: int) -> Any:
    """Whether a path that comes from one cell and goes to another bends in the cell between."""
    return (
        rows[cell] - rows[one] != rows[other] - rows[cell]
        or columns[cell] - columns[one] != columns[other] - columns[cell]
    )


@inner("int64(int64[:, ::1], int64[:, :, ::1], int64[::1], int64, int64)")
def crosses(near: Slots, across: Slots, where: Places, one: int, other: int) -> int:
    """Return 1 if the step between two cells crosses a step of the path, else 0."""
    for slot in range(near.shape[1]):
        if near[one, slot] == other:
            left = across[one, slot, 0]
            right = across[one, slot, 1]
            if left < 0 or right < 0 or where[left] < 0 or where[right] < 0:
                return 0
            apart = where[left] - where[right]
            return 1 if apart in (1, -1) else 0
    return 0


@kernel(
    "int64(int64[:, ::1], int64[:, :, ::1], int64[::1], int64[::1], int64[::1], int64[::1],"
    " uint64[::1], int64[::1], int64, int64, int64, int64, int64)"
)
def anneal(
    near: Slots,
    across: Slots,
    rows: Places,
    columns: Places,
    path: Places,
    where: Places,
    chance: Chance,
    odds: Places,
    per_bend: int,
    per_crossing: int,
    costs: int,
    goal: int,
    bites: int,
) -> int:
    """Bite until the costs of a path, a bend and a crossing each at its price, reach a goal.

    A bite that adds to the costs is taken less and less often: at odds of ``odds[k]`` to 65,536,
    where k is what it adds times a factor that grows to ``STEEPEST`` with the last of so many bites
    (Kirkpatrick, Gelatt and Vecchi 1983). Returns the costs in the end, from ``costs`` at first.
    """
    slots = near.shape[1]
    last = path.shape[0] - 1
    for bite in range(bites):
        if costs <= goal:
            break
        drawn = below(chance, 2 * slots)
        is_tail = drawn & 1
        end = path[last] if is_tail else path[0]
        cell = near[end, drawn >> 1]
        if cell < 0:
            continue
        place = where[cell]
        if abs(place - where[end]) < 2:
            continue
        step = 1 if is_tail else -1
        following = path[place + step]  # it becomes the end
        before_end = path[where[end] - step]
        more = 0
        if per_bend != 0:
            if 0 <= place - step <= last:
                earlier = path[place - step]
                more += bends(rows, columns, earlier, cell, end)
                more -= bends(rows, columns, earlier, cell, following)
            more += bends(rows, columns, cell, end, before_end)
            more -= bends(rows, columns, cell, following, path[place + 2 * step])
            more *= per_bend
        if per_crossing != 0:
            more += per_crossing * (
                crosses(near, across, where, cell, end)
                - crosses(near, across, where, cell, following)
            )
        if more > 0:
            k = min(more * (STEEPEST * bite // bites), odds.shape[0] - 1)
            if below(chance, 65536) >= odds[k]:
                continue
        costs += more
        if is_tail:
            turn(path, where, place + 1, last + 1)
        else:
            turn(path, where, 0, place)
    return costs
