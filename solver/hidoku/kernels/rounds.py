"""After how many rounds of singles each candidate turns out to be impossible."""

from __future__ import annotations

import numpy as np

from solver.hidoku.kernels import propagate
from solver.hidoku.kernels.arrays import INT, TABLE, Numbers, Words
from solver.hidoku.kernels.bits import ZERO, bit_of, word_of
from solver.hidoku.kernels.propagate import (
    PackedPosition,
    mark_neighbours_stale,
    sweep,
    take_cells,
    take_numbers,
)
from solver.kernels import inline, kernel, types


@inline
def copy(source: Words, target: Words) -> None:
    for k in range(source.shape[0]):
        for w in range(source.shape[1]):
            target[k, w] = source[k, w]


@inline
def put(position: PackedPosition, k: int, place: int) -> None:
    """Leave a number one cell only, and mark what to look at."""
    for w in range(position.domains.shape[1]):
        position.domains[k, w] = ZERO
    position.domains[k, word_of(place)] = bit_of(place)
    position.stale[k] = propagate.STALE
    mark_neighbours_stale(position.stale, k)
    position.state[propagate.FRESH] = 1


@inline
def count_rounds(position: PackedPosition, before: PackedPosition, most: int) -> int:
    """After how many rounds of singles, all of a round taken at once, a position is dead.

    Between rounds reach is swept to its fixed point. -1 if it is not dead after the most rounds.
    ``before`` has room for the domains as a round begins.
    """
    for done in range(most + 1):
        if sweep(position, propagate.DISTINCT) == propagate.DEAD:
            return done
        # both kinds of single from the same position, then what both leave
        copy(position.domains, before.domains)
        cells = take_cells(position)
        numbers = take_numbers(before)
        if cells == propagate.DEAD or numbers == propagate.DEAD:
            return done + 1 if done < most else -1
        if cells == propagate.SAME and numbers == propagate.SAME:
            return -1
        for k in range(position.domains.shape[0]):
            for w in range(position.domains.shape[1]):
                position.domains[k, w] &= before.domains[k, w]
    return -1


@kernel(types.void(propagate.POSITION, INT, TABLE))
def all_rounds(position: PackedPosition, most: int, candidates: Numbers) -> None:
    """Write for rows (number, place, …) of candidates after how many rounds each is dead.

    The domains are swept first: what depends on one candidate only is then near it. All numbers
    must be marked to look at.
    """
    domains = position.domains
    _, board, shifts, joined, stale, trail, room, state = position
    a = np.zeros(domains.shape, np.uint64)
    b = np.zeros(domains.shape, np.uint64)
    trial = PackedPosition(a, board, shifts, joined, stale, trail, room, state)
    before = PackedPosition(b, board, shifts, joined, stale, trail, room, state)
    outcome = sweep(position, propagate.DISTINCT)
    for row in range(candidates.shape[0]):
        if outcome == propagate.DEAD:
            candidates[row, 2] = 0
            continue
        copy(domains, trial.domains)
        put(trial, candidates[row, 0], candidates[row, 1])
        candidates[row, 2] = count_rounds(trial, before, most)
        position.stale[:] = 0
