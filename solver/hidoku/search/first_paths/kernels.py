"""Compiled walks at random, and repairs of a path through a few givens that lacks cells yet.

In repairs ``cells`` has a row for each place (its columns below). A part is what lies between two
givens, or before the first or after the last; ``parts`` says how many cells it has and wants. A
part never has more than it wants, so that once no cell is free all numbers are right.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from solver.kernels import inner, kernel

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Table = npt.NDArray[np.int64]
Flags = npt.NDArray[np.uint8]

ONE = np.uint64(1)
whole: Any = np.int64  # of an unsigned or narrower number
SIX, LOW = np.uint64(6), np.uint64(63)
# SplitMix64 (Steele, Lea and Flood 2014)
STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HALF = np.uint64(32)

NEXT, PREVIOUS, KIND, PART, SPOT = range(5)  # columns of cells; place 0 is no cell
OFF, FREE, TAKEN, GIVEN = range(4)  # kinds
HAVE, WANT, FROM, TO = range(4)  # columns of parts: cells, and the givens at its ends, 0 for none
RARELY = 8  # how often two cells are left out for nothing, with two directions
VARIED = 30  # cells, or pairs of cells, tried to be left out of a known path
TRIAL, FEW = 4, 4  # a quarter of its changes must leave a repair at most a quarter of the cells
FAR = 16  # steps along a part to a cell that may be left out for another


@inner("int64(uint64[::1], int64)")
def below(chance: Words, count: int) -> Any:
    """A random number from 0 up to, but without, a count; ``chance`` is where the stream stands."""
    chance[0] += STEP
    word = chance[0]
    word = (word ^ (word >> np.uint64(30))) * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    word = word ^ (word >> np.uint64(31))
    return whole(((word >> HALF) * np.uint64(count)) >> HALF)


@inner("int64(uint64[:, ::1], int64, int64)")
def has(domains: Words, k: int, place: int) -> Any:
    """1 if a number fits the cell at a place, else 0."""
    at = np.uint64(place)
    return whole((domains[k, whole(at >> SIX)] >> (at & LOW)) & ONE)


# Repairs.


@inner("int64(int64[::1], uint64[::1])")
def step(shifts: Numbers, chance: Words) -> Any:
    drawn = below(chance, 2 * shifts.shape[0])
    return shifts[drawn >> 1] * (2 * (drawn & 1) - 1)


@inner("int64(int64[::1], int64, int64)")
def touch(shifts: Numbers, one: int, other: int) -> int:
    """1 if two places touch, or one of them is none."""
    if one == 0 or other == 0:
        return 1
    for shift in shifts:
        if one - other == shift or other - one == shift:
            return 1
    return 0


@inner("void(int64[:, ::1], int64, int64)")
def join(cells: Table, one: int, other: int) -> None:
    """Let one place come right before another; 0 is none."""
    if one:
        cells[one, NEXT] = other
    if other:
        cells[other, PREVIOUS] = one


@inner("void(int64[:, ::1], int64[::1], int64[:, ::1], int64, int64)")
def take(cells: Table, free: Numbers, parts: Table, place: int, part: int) -> None:
    """Count a free cell as one of a part; ``free[0]`` says how many are free, the rest which."""
    spot = cells[place, SPOT]
    end = free[free[0]]
    free[spot] = end
    cells[end, SPOT] = spot
    free[0] -= 1
    cells[place, KIND] = TAKEN
    cells[place, PART] = part
    parts[part, HAVE] += 1


@inner("void(int64[:, ::1], int64[::1], int64[:, ::1], int64)")
def give_up(cells: Table, free: Numbers, parts: Table, place: int) -> None:
    free[0] += 1
    free[free[0]] = place
    cells[place, SPOT] = free[0]
    cells[place, KIND] = FREE
    cells[place, NEXT] = 0
    cells[place, PREVIOUS] = 0
    parts[cells[place, PART], HAVE] -= 1


@inner("int64(int64[:, ::1], int64[::1], int64[::1], uint64[::1], int64, int64)")
def route(
    cells: Table, shifts: Numbers, queue: Numbers, chance: Words, start: int, goal: int
) -> int:
    """Look for a shortest way through free cells; how many these are, -1 if there is none.

    PREVIOUS of the goal and of the cells before it tells the way back.
    """
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
        turn = below(chance, slots)
        for slot in range(slots):
            at = (slot + turn) % slots
            fresh = place + shifts[at >> 1] * (2 * (at & 1) - 1)
            if fresh == goal:
                count = 0
                cells[goal, PREVIOUS] = place
                while place != start:
                    count += 1
                    place = cells[place, PREVIOUS]
                return count
            if cells[fresh, KIND] == FREE and cells[fresh, PREVIOUS] == 0 and fresh != start:
                cells[fresh, PREVIOUS] = place
                queue[size] = fresh
                size += 1
    return -1


@inner(
    "int64(int64[:, ::1], int64[::1], int64[:, ::1], int64[::1], int64[::1], uint64[::1], int64)"
)
def connect(
    cells: Table,
    free: Numbers,
    parts: Table,
    shifts: Numbers,
    queue: Numbers,
    chance: Words,
    part: int,
) -> int:
    """Join the givens of a part by a shortest way; 0 if there is none as short as it must be."""
    start = parts[part, FROM]
    goal = parts[part, TO]
    if parts[part, WANT] == 0:
        join(cells, start, goal)
        return touch(shifts, start, goal)
    length = route(cells, shifts, queue, chance, start, goal)
    if length < 0 or length > parts[part, WANT]:
        return 0
    place = goal
    while place != start:
        before = cells[place, PREVIOUS]
        if before != start:
            take(cells, free, parts, before, part)
        join(cells, before, place)
        place = before
    for spot in range(1, free[0] + 1):
        cells[free[spot], PREVIOUS] = 0
    return 1


@inner("int64(int64[:, ::1], int64)")
def part_after(cells: Table, place: int) -> Any:
    if cells[place, KIND] == GIVEN:
        return cells[place, PART] + 1
    return cells[place, PART]


@inner(
    "int64(int64[:, ::1], int64[::1], int64[:, ::1], int64[::1], uint64[::1], int64, int64, int64)"
)
def spare(
    cells: Table,
    free: Numbers,
    parts: Table,
    shifts: Numbers,
    chance: Words,
    place: int,
    part: int,
    count: int,
) -> int:
    """Leave out one or two cells of a part, some steps on from or before a place; 1 if done."""
    way = below(chance, 2)
    for _ in range(below(chance, FAR)):
        fresh = cells[place, NEXT + way]
        if fresh == 0 or cells[fresh, KIND] == GIVEN:
            break
        place = fresh
    end = place if count == 1 else cells[place, NEXT]
    if cells[place, KIND] != TAKEN or cells[place, PART] != part:
        return 0
    if end == 0 or cells[end, KIND] != TAKEN:
        return 0
    before = cells[place, PREVIOUS]
    after = cells[end, NEXT]
    if touch(shifts, before, after) == 0:
        return 0
    join(cells, before, after)
    give_up(cells, free, parts, place)
    if end != place:
        give_up(cells, free, parts, end)
    return 1


@inner("int64(int64[:, ::1], int64[::1], int64[:, ::1], int64[::1], uint64[::1])")
def change(cells: Table, free: Numbers, parts: Table, shifts: Numbers, chance: Words) -> int:
    """Try to use a random free cell beside a random neighbour; 1 if the path changed.

    It comes between two cells, with the neighbour if that is free too, in place of one, or at the
    path's end. A part that has all it wants leaves out others for them. With two directions, where
    a free cell is often stuck, two cells of the path beside it become free too now and then.
    """
    place = free[1 + below(chance, free[0])]
    beside = place + step(shifts, chance)
    kind = cells[beside, KIND]
    if kind == OFF:
        return 0
    if shifts.shape[0] == 2 and kind > FREE and below(chance, RARELY) == 0:
        return spare(cells, free, parts, shifts, chance, beside, part_after(cells, beside), 2)
    if kind == FREE:
        # both between two cells that lie likewise
        aside = step(shifts, chance)
        one = place + aside
        other = beside + aside
        if cells[one, KIND] <= FREE or cells[other, KIND] <= FREE or cells[one, NEXT] != other:
            return 0
        part = part_after(cells, one)
        if parts[part, HAVE] + 2 > parts[part, WANT] and (
            spare(cells, free, parts, shifts, chance, one, part, 2) == 0
        ):
            return 0
        if cells[one, KIND] <= FREE or cells[other, KIND] <= FREE or cells[one, NEXT] != other:
            return 1  # what was left out was one of the two
        if parts[part, HAVE] + 2 > parts[part, WANT]:
            return 1
        take(cells, free, parts, place, part)
        take(cells, free, parts, beside, part)
        join(cells, one, place)
        join(cells, place, beside)
        join(cells, beside, other)
        return 1
    before = cells[beside, PREVIOUS]
    after = cells[beside, NEXT]
    fits = kind == TAKEN and touch(shifts, before, place) and touch(shifts, place, after)
    if fits and below(chance, 2):
        part = cells[beside, PART]
        give_up(cells, free, parts, beside)
        take(cells, free, parts, place, part)
        join(cells, before, place)
        join(cells, place, after)
        return 1
    part = part_after(cells, beside)
    if after == 0:
        if part == parts.shape[0] - 1 and parts[part, HAVE] < parts[part, WANT]:
            take(cells, free, parts, place, part)
            join(cells, beside, place)
            return 1
    elif touch(shifts, place, after):
        if parts[part, HAVE] == parts[part, WANT] and (
            spare(cells, free, parts, shifts, chance, beside, part, 1) == 0
        ):
            return 0
        if cells[beside, KIND] <= FREE or cells[beside, NEXT] != after:
            return 1  # what was left out was one of the two
        take(cells, free, parts, place, part)
        join(cells, beside, place)
        join(cells, place, after)
        return 1
    if before == 0 and cells[beside, PART] == 0 and parts[0, HAVE] < parts[0, WANT]:
        take(cells, free, parts, place, 0)
        join(cells, place, beside)
        return 1
    return 0


@inner("int64(int64[::1], uint64[::1], int64[:, ::1], int64[::1], int64[:, ::1])")
def set_up(places: Numbers, board: Words, cells: Table, free: Numbers, parts: Table) -> int:
    """Put the givens on the board, all else being free; how many parts there are."""
    cells[:] = 0
    free[0] = 0
    for place in range(64, cells.shape[0] - 64):
        at = np.uint64(place)
        if (board[whole(at >> SIX)] >> (at & LOW)) & ONE:
            cells[place, KIND] = FREE
    part = 0
    before = 0
    parts[:] = 0
    for k in range(places.shape[0]):
        place = places[k]
        if place:
            cells[place, KIND] = GIVEN
            cells[place, PART] = part
            parts[part, WANT] = k - before
            parts[part, TO] = place
            part += 1
            parts[part, FROM] = place
            before = k + 1
    parts[part, WANT] = places.shape[0] - before
    for place in range(cells.shape[0]):
        if cells[place, KIND] == FREE:
            free[0] += 1
            free[free[0]] = place
            cells[place, SPOT] = free[0]
    return part + 1


@kernel("int64(int64[::1], uint64[:, ::1], uint64[::1], int64[::1], int64, int64, int64[::1])")
def repair(
    places: Numbers,
    domains: Words,
    board: Words,
    shifts: Numbers,
    tried: int,
    most: int,
    path: Numbers,
) -> int:
    """Join the givens by short ways and lengthen them, by so many changes; 1 if a path is found.

    A path that is known already is varied instead: some of its cells are left out first.
    """
    chance = np.array([np.uint64(tried) * FIRST], np.uint64)
    cells = np.zeros((64 * board.shape[0], 5), np.int64)
    free = np.zeros(64 * board.shape[0] + 1, np.int64)
    queue = np.zeros(64 * board.shape[0] + 1, np.int64)
    room = np.zeros((places.shape[0] + 1, 4), np.int64)
    count = set_up(places, board, cells, free, room)
    parts = room[:count].copy()
    if path[0]:
        part = 0
        for k in range(places.shape[0]):
            if places[k]:
                part += 1
            else:
                take(cells, free, parts, path[k], part)
            join(cells, path[k - 1] if k else 0, path[k])
        for _ in range(VARIED):
            place = path[below(chance, places.shape[0])]
            if cells[place, KIND] == TAKEN:
                part = cells[place, PART]
                spare(cells, free, parts, shifts, chance, place, part, 2 - shifts.shape[0] // 3)
    else:
        # the shortest first, by and large
        weights = np.zeros(count, np.int64)
        for part in range(1, count - 1):
            weights[part] = parts[part, WANT] + below(chance, 1 + parts[part, WANT])
        for part in np.argsort(weights):
            if 0 < part < count - 1 and (
                connect(cells, free, parts, shifts, queue, chance, part) == 0
            ):
                return 0
    for done in range(most):
        if free[0] == 0 or (done == most // TRIAL and free[0] > places.shape[0] // FEW):
            break
        change(cells, free, parts, shifts, chance)
    if free[0]:
        return 0
    place = parts[0, TO]
    while cells[place, PREVIOUS]:
        place = cells[place, PREVIOUS]
    for k in range(places.shape[0]):
        if has(domains, k, place) == 0:  # other candidates may have been eliminated besides
            return 0
        path[k] = place
        place = cells[place, NEXT]
    return 1


# Random walks, by Warnsdorff's rule.


@inner("int64(uint8[::1], int64[::1], int64)")
def ways_out(free: Flags, shifts: Numbers, place: int) -> int:
    count = 0
    for shift in shifts:
        count += whole(free[place - shift]) + whole(free[place + shift])
    return count


@inner("int64(int64[::1], uint8[::1], int64[::1], int64, int64, int64)")
def walls_in(
    given: Numbers, free: Flags, shifts: Numbers, place: int, number: int, last: int
) -> int:
    """1 if a number at a place leaves too few free cells beside a given that is still to come."""
    for shift in shifts:
        for beside in range(place - shift, place + shift + 1, 2 * shift):
            if free[beside] and given[beside] > number + 1:
                needed = 1 if given[beside] == last else 2
                if ways_out(free, shifts, beside) <= needed:
                    return 1
    return 0


@inner("int64(uint64[:, ::1], int64[::1], uint8[::1], int64[::1], uint64[::1], int64[::1], int64)")
def walk(
    domains: Words,
    shifts: Numbers,
    free: Flags,
    given: Numbers,
    chance: Words,
    path: Numbers,
    loose: int,
) -> Any:
    """Walk from 1 on, where fewest ways are left, each number where it fits; how far it got.

    A loose walk asks only where 1 fits.
    """
    count, stride = domains.shape
    place = 0
    seen = 0
    for start in range(64, 64 * stride - 64):
        if has(domains, 0, start):
            seen += 1
            if below(chance, seen) == 0:
                place = start
    path[0] = place
    free[place] = 0
    for k in range(1, count):
        best = 0
        least = 1 << 30
        ties = 0
        for shift in shifts:
            for fresh in range(place - shift, place + shift + 1, 2 * shift):
                if free[fresh] == 0 or (loose == 0 and has(domains, k, fresh) == 0):
                    continue
                ways = ways_out(free, shifts, fresh)
                if ways > least or (ways == 0 and k < count - 1):
                    continue
                if given[fresh] < 0 and walls_in(given, free, shifts, fresh, k + 1, count):
                    continue
                if ways < least:
                    least = ways
                    ties = 0
                ties += 1
                if below(chance, ties) == 0:
                    best = fresh
        if best == 0:
            return k
        place = best
        path[k] = place
        free[place] = 0
    return count


@inner("int64(uint64[:, ::1], uint64[::1], int64[::1], uint64[::1], int64[::1], int64[::1])")
def turn_end(
    domains: Words, board: Words, shifts: Numbers, chance: Words, path: Numbers, order: Numbers
) -> int:
    """Change a path until its last number fits where it ends; 1 if it does, 0 after many moves.

    A move joins the end to a cell beside it, and turns round what followed that cell (Mansfield's
    "backbite", 1982). ``order`` holds the number, from 0, by place.
    """
    count = domains.shape[0]
    for k in range(count):
        order[path[k]] = k
    for _ in range(30 * count):
        end = path[count - 1]
        if has(domains, count - 1, end):
            return 1
        shift = shifts[below(chance, shifts.shape[0])]
        beside = end + shift * (2 * below(chance, 2) - 1)
        at = np.uint64(beside)
        if (board[np.int64(at >> SIX)] >> (at & LOW)) & ONE:
            low = order[beside] + 1
            high = count - 1
            while low < high:
                one = path[low]
                other = path[high]
                path[low] = other
                path[high] = one
                order[other] = low
                order[one] = high
                low += 1
                high -= 1
    return 0


@inner("int64(uint64[:, ::1], int64[::1], int64[::1])")
def note_givens(domains: Words, shifts: Numbers, given: Numbers) -> int:
    """Write the number placed at each place, -1 beside such; 1 if only ends are placed."""
    count, stride = domains.shape
    loose = 1
    for k in range(count):
        only = 0
        size = 0
        for place in range(64, 64 * stride - 64):
            if has(domains, k, place):
                only = place
                size += 1
        if size == 1:
            given[only] = k + 1
            loose &= k == 0 or k == count - 1
            for shift in shifts:
                for beside in (only - shift, only + shift):
                    given[beside] = given[beside] or -1
    return loose


@kernel("int64(uint64[:, ::1], uint64[::1], int64[::1], int64, int64, int64[::1])")
def walk_until_through(
    domains: Words, board: Words, shifts: Numbers, first: int, last: int, path: Numbers
) -> int:
    """Walk from one try to before another until a walk gets through; the next try, or -1."""
    count, stride = domains.shape
    free = np.zeros(64 * stride + 64, np.uint8)
    order = np.zeros(64 * stride + 64, np.int64)
    given = np.zeros(64 * stride + 64, np.int64)
    chance = np.zeros(1, np.uint64)
    loose = note_givens(domains, shifts, given)
    for tried in range(first, last):
        for place in range(64 * stride):
            at = np.uint64(place)
            free[place] = np.uint8((board[np.int64(at >> SIX)] >> (at & LOW)) & ONE)
        chance[0] = np.uint64(tried) * FIRST
        if walk(domains, shifts, free, given, chance, path, loose) == count and (
            loose == 0 or turn_end(domains, board, shifts, chance, path, order)
        ):
            # a walk heeds the ends and givens; other candidates may have been eliminated besides
            fitting = 0
            for k in range(count):
                fitting += has(domains, k, path[k])
            if fitting == count:
                return tried + 1
    return -1
