"""Compiled repairs of a path through a few givens that lacks cells yet.

A gap is what lies between two givens, or before the first or after the last. It never has more
cells than it wants, so that once no cell is free all numbers are right.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.hidoku.kernels.arrays import INT, NUMBERS, WORD_ROW, WORDS, Numbers, Words, whole
from solver.hidoku.kernels.bits import has, is_on
from solver.hidoku.kernels.chance import FIRST_FACTOR, below
from solver.kernels import inline, kernel, types

NEXT, PREVIOUS, KIND, GAP, SPOT = range(5)  # columns of cells; place 0 is no cell
OFF, FREE, TAKEN, GIVEN = range(4)  # kinds
HAVE, WANT, FROM, TO = range(4)  # columns of gaps: cells, and the givens at its ends, 0 for none
RARELY = 8  # how often two cells are left out for nothing, with two directions
VARIED = 30  # cells, or pairs of cells, tried to be left out of a known path
TRIAL, FEW = 4, 4  # a quarter of its changes must leave a repair at most a quarter of the cells
FAR = 16  # steps along a gap to a cell that may be left out for another


class Repair(NamedTuple):
    """A path that lacks cells.

    ``cells`` has a row for each place, ``gaps`` one for each gap. ``free[0]`` says how many cells
    are free, the rest which. ``queue`` is for the search for a route, ``chance`` the state of
    random numbers.
    """

    cells: Numbers
    gaps: Numbers
    free: Numbers
    shifts: Numbers
    queue: Numbers
    chance: Words


@inline
def direction(shifts: Numbers, slot: int) -> int:
    """How far apart a place and its neighbour in one of the directions are."""
    return whole(shifts[slot >> 1] * (2 * (slot & 1) - 1))


@inline
def draw_direction(repair: Repair) -> int:
    return direction(repair.shifts, below(repair.chance, 2 * repair.shifts.shape[0]))


@inline
def touch(shifts: Numbers, first: int, second: int) -> bool:
    """Whether two places touch, or one of them is none."""
    if first == 0 or second == 0:
        return True
    for shift in shifts:
        if first - second == shift or second - first == shift:
            return True
    return False


@inline
def join(repair: Repair, first: int, second: int) -> None:
    """Let one place come right before another; 0 is none."""
    if first:
        repair.cells[first, NEXT] = second
    if second:
        repair.cells[second, PREVIOUS] = first


@inline
def take(repair: Repair, place: int, gap: int) -> None:
    """Count a free cell as one of a gap."""
    cells, free = repair.cells, repair.free
    spot = cells[place, SPOT]
    end = free[free[0]]
    free[spot] = end
    cells[end, SPOT] = spot
    free[0] -= 1
    cells[place, KIND] = TAKEN
    cells[place, GAP] = gap
    repair.gaps[gap, HAVE] += 1


@inline
def give_up(repair: Repair, place: int) -> None:
    cells, free = repair.cells, repair.free
    free[0] += 1
    free[free[0]] = place
    cells[place, SPOT] = free[0]
    cells[place, KIND] = FREE
    cells[place, NEXT] = 0
    cells[place, PREVIOUS] = 0
    repair.gaps[cells[place, GAP], HAVE] -= 1


@inline
def count_back(cells: Numbers, place: int, start: int) -> int:
    """How many cells of a route come before a place and after its start."""
    count = 0
    while place != start:
        count += 1
        place = cells[place, PREVIOUS]
    return count


@inline
def find_route(repair: Repair, start: int, goal: int) -> int:
    """Look for a shortest route through free cells; how many these are, -1 if there is none.

    PREVIOUS of the goal and of the cells before it leads back along it.
    """
    cells, shifts, queue = repair.cells, repair.shifts, repair.queue
    for place in range(cells.shape[0]):
        if cells[place, KIND] == FREE:
            cells[place, PREVIOUS] = 0
    queue[0] = start
    done = 0
    size = 1
    slots = 2 * shifts.shape[0]
    while done < size:
        place = queue[done]
        done += 1
        first = below(repair.chance, slots)
        for slot in range(slots):
            fresh = place + direction(shifts, (slot + first) % slots)
            if fresh == goal:
                cells[goal, PREVIOUS] = place
                return count_back(cells, place, start)
            if cells[fresh, KIND] == FREE and cells[fresh, PREVIOUS] == 0 and fresh != start:
                cells[fresh, PREVIOUS] = place
                queue[size] = fresh
                size += 1
    return -1


@inline
def connect(repair: Repair, gap: int) -> bool:
    """Join the givens of a gap by a shortest route, if there is one as short as it must be."""
    cells, gaps, free = repair.cells, repair.gaps, repair.free
    start = gaps[gap, FROM]
    goal = gaps[gap, TO]
    if gaps[gap, WANT] == 0:
        join(repair, start, goal)
        return touch(repair.shifts, start, goal)
    length = find_route(repair, start, goal)
    if length < 0 or length > gaps[gap, WANT]:
        return False
    place = goal
    while place != start:
        before = cells[place, PREVIOUS]
        if before != start:
            take(repair, before, gap)
        join(repair, before, place)
        place = before
    for spot in range(1, free[0] + 1):
        cells[free[spot], PREVIOUS] = 0
    return True


@inline
def gap_after(cells: Numbers, place: int) -> int:
    return whole(cells[place, GAP] + (cells[place, KIND] == GIVEN))


@inline
def wander(repair: Repair, place: int) -> int:
    """Go some steps on or back in a gap."""
    cells = repair.cells
    column = NEXT + below(repair.chance, 2)  # or PREVIOUS
    for _ in range(below(repair.chance, FAR)):
        fresh = cells[place, column]
        if fresh == 0 or cells[fresh, KIND] == GIVEN:
            break
        place = fresh
    return place


@inline
def leave_out(repair: Repair, place: int, gap: int, count: int) -> bool:
    """Leave out one or two cells of a gap, some steps on from or before a place, if they can be."""
    cells = repair.cells
    place = wander(repair, place)
    end = place if count == 1 else cells[place, NEXT]
    if cells[place, KIND] != TAKEN or cells[place, GAP] != gap:
        return False
    if end == 0 or cells[end, KIND] != TAKEN:
        return False
    before = cells[place, PREVIOUS]
    after = cells[end, NEXT]
    if not touch(repair.shifts, before, after):
        return False
    join(repair, before, after)
    give_up(repair, place)
    if end != place:
        give_up(repair, end)
    return True


@inline
def are_consecutive(cells: Numbers, first: int, second: int) -> bool:
    are_on_path = cells[first, KIND] > FREE and cells[second, KIND] > FREE
    return bool(are_on_path and cells[first, NEXT] == second)


@inline
def insert_pair(repair: Repair, place: int, beside: int) -> bool:
    """Put two free cells that touch between two cells of the path that lie likewise."""
    cells, gaps = repair.cells, repair.gaps
    aside = draw_direction(repair)
    first = place + aside
    second = beside + aside
    if not are_consecutive(cells, first, second):
        return False
    gap = gap_after(cells, first)
    is_full = gaps[gap, HAVE] + 2 > gaps[gap, WANT]
    if is_full and not leave_out(repair, first, gap, 2):
        return False
    if not are_consecutive(cells, first, second):
        return True  # what was left out was one of the two
    if gaps[gap, HAVE] + 2 > gaps[gap, WANT]:
        return True
    take(repair, place, gap)
    take(repair, beside, gap)
    join(repair, first, place)
    join(repair, place, beside)
    join(repair, beside, second)
    return True


@inline
def insert_after(repair: Repair, place: int, beside: int, gap: int) -> bool:
    """Put a free cell between a cell of the path and the next."""
    cells, gaps = repair.cells, repair.gaps
    after = cells[beside, NEXT]
    is_full = gaps[gap, HAVE] == gaps[gap, WANT]
    if is_full and not leave_out(repair, beside, gap, 1):
        return False
    if cells[beside, KIND] <= FREE or cells[beside, NEXT] != after:
        return True  # what was left out was one of the two
    take(repair, place, gap)
    join(repair, beside, place)
    join(repair, place, after)
    return True


@inline
def insert(repair: Repair, place: int, beside: int) -> bool:
    """Put a free cell in place of a cell of the path, after it, or at the path's end."""
    cells, gaps, shifts = repair.cells, repair.gaps, repair.shifts
    before = cells[beside, PREVIOUS]
    after = cells[beside, NEXT]
    fits = cells[beside, KIND] == TAKEN and touch(shifts, before, place)
    if fits and touch(shifts, place, after) and below(repair.chance, 2):
        gap = cells[beside, GAP]
        give_up(repair, beside)
        take(repair, place, gap)
        join(repair, before, place)
        join(repair, place, after)
        return True
    gap = gap_after(cells, beside)
    if after == 0:
        if gap == gaps.shape[0] - 1 and gaps[gap, HAVE] < gaps[gap, WANT]:
            take(repair, place, gap)
            join(repair, beside, place)
            return True
    elif touch(shifts, place, after):
        return insert_after(repair, place, beside, gap)
    if before == 0 and cells[beside, GAP] == 0 and gaps[0, HAVE] < gaps[0, WANT]:
        take(repair, place, 0)
        join(repair, place, beside)
        return True
    return False


@inline
def change(repair: Repair) -> bool:
    """Try to use a random free cell beside a random neighbour; whether the path changed.

    A gap that has all it wants leaves out others for it. With two directions, where a free cell is
    often stuck, two cells of the path beside it become free too now and then.
    """
    cells, free, shifts = repair.cells, repair.free, repair.shifts
    place = free[1 + below(repair.chance, free[0])]
    beside = place + draw_direction(repair)
    kind = cells[beside, KIND]
    if kind == OFF:
        return False
    if shifts.shape[0] == 2 and kind > FREE and below(repair.chance, RARELY) == 0:
        return leave_out(repair, beside, gap_after(cells, beside), 2)
    if kind == FREE:
        return insert_pair(repair, place, beside)
    return insert(repair, place, beside)


@inline
def place_givens(repair: Repair, places: Numbers, board: Words) -> int:
    """Put the givens on the board, all else being free; how many gaps there are."""
    cells, gaps, free = repair.cells, repair.gaps, repair.free
    for place in range(64, cells.shape[0] - 64):
        if is_on(board, place):
            cells[place, KIND] = FREE
    gap = 0
    before = 0
    for k in range(places.shape[0]):
        place = places[k]
        if place:
            cells[place, KIND] = GIVEN
            cells[place, GAP] = gap
            gaps[gap, WANT] = k - before
            gaps[gap, TO] = place
            gap += 1
            gaps[gap, FROM] = place
            before = k + 1
    gaps[gap, WANT] = places.shape[0] - before
    for place in range(cells.shape[0]):
        if cells[place, KIND] == FREE:
            free[0] += 1
            free[free[0]] = place
            cells[place, SPOT] = free[0]
    return gap + 1


@inline
def vary(repair: Repair, places: Numbers, path: Numbers) -> None:
    """Leave some cells out of a known path."""
    gap = 0
    for k in range(places.shape[0]):
        if places[k]:
            gap += 1
        else:
            take(repair, path[k], gap)
        join(repair, path[k - 1] if k else 0, path[k])
    for _ in range(VARIED):
        place = path[below(repair.chance, places.shape[0])]
        if repair.cells[place, KIND] == TAKEN:
            count = 2 - repair.shifts.shape[0] // 3
            leave_out(repair, place, repair.cells[place, GAP], count)


@inline
def fill(repair: Repair, most: int, cells: int) -> bool:
    """Change the path until no cell is free, by so many changes at most."""
    free = repair.free
    for done in range(most):
        if free[0] == 0 or (done == most // TRIAL and free[0] > cells // FEW):
            break
        change(repair)
    return bool(free[0] == 0)


@inline
def read(repair: Repair, domains: Words, path: Numbers) -> bool:
    """Write the path, as long as its numbers fit: more candidates may have been eliminated."""
    place = repair.gaps[0, TO]
    while repair.cells[place, PREVIOUS]:
        place = repair.cells[place, PREVIOUS]
    for k in range(path.shape[0]):
        if has(domains, k, place) == 0:
            return False
        path[k] = place
        place = repair.cells[place, NEXT]
    return True


@kernel(types.boolean(NUMBERS, WORDS, WORD_ROW, NUMBERS, INT, INT, NUMBERS))
def repair_path(
    places: Numbers,
    domains: Words,
    board: Words,
    shifts: Numbers,
    attempt: int,
    most: int,
    path: Numbers,
) -> bool:
    """Join the givens by short routes, and lengthen these by so many changes; whether to a path.

    A path that is known already is varied instead: some of its cells are left out first.
    """
    size = 64 * board.shape[0]
    chance = np.array([np.uint64(attempt) * FIRST_FACTOR], np.uint64)
    cells = np.zeros((size, 5), np.int64)
    gaps = np.zeros((places.shape[0] + 1, 4), np.int64)
    free = np.zeros(size + 1, np.int64)
    queue = np.zeros(size + 1, np.int64)
    count = place_givens(Repair(cells, gaps, free, shifts, queue, chance), places, board)
    repair = Repair(cells, gaps[:count], free, shifts, queue, chance)
    if path[0]:
        vary(repair, places, path)
    else:
        # the shortest first, by and large
        weights = np.zeros(count, np.int64)
        for gap in range(1, count - 1):
            weights[gap] = gaps[gap, WANT] + below(chance, 1 + gaps[gap, WANT])
        for gap in np.argsort(weights):
            if 0 < gap < count - 1 and not connect(repair, gap):
                return False
    return fill(repair, most, places.shape[0]) and read(repair, domains, path)
