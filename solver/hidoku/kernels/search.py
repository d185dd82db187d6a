"""Compiled depth-first search, whose position stays in arrays between calls.

It ends as STUCK where it has opened many nodes for few solutions; conflict learning goes on from
there (``learn``).
"""

from typing import NamedTuple

import numpy as np

from solver.hidoku.kernels import propagate
from solver.hidoku.kernels.arrays import INT, NUMBERS, TABLE, WORDS, Numbers, Words
from solver.hidoku.kernels.bits import LOW, SIX, ZERO, bit_of, has, lowest_bit, size_of, word_of
from solver.hidoku.kernels.outcomes import DONE, PAUSED, SOLVED, STUCK
from solver.kernels import inline, kernel, types, whole

# the state, beside that of the position
PHASE, DEPTH, NODES, SUCCESSORS, CHILDREN, SOLUTIONS, DEEPEST, PATIENCE = range(2, 10)
STATES = 10
OPEN, NEXT = range(2)  # phases: look at the position as it is, or go on to the next trial
CREDIT = 40  # nodes that each solution earns before the search counts as stuck


class Search(NamedTuple):
    """A position, and for each depth the number tried, its cells still to try, and the length of
    the trail there.
    """

    position: propagate.PackedPosition
    choices: Numbers
    untried: Words
    marks: Numbers


SEARCH = types.NamedTuple((propagate.POSITION, NUMBERS, WORDS, NUMBERS), Search)


@inline
def undo(position: propagate.PackedPosition, mark: int) -> None:
    """Go back to where the trail had a length."""
    trail, state = position.trail, position.state
    while state[propagate.NOTED] > mark:
        state[propagate.NOTED] -= 1
        at = trail[state[propagate.NOTED], 0]
        position.domains[whole(at >> SIX), whole(at & LOW)] = trail[state[propagate.NOTED], 1]


@inline
def advance(search: Search) -> bool:
    """Go back to the deepest choice with a cell left and try that cell; False if there is none."""
    position, untried, state = search.position, search.untried, search.position.state
    stride = position.domains.shape[1]
    while state[DEPTH] > 0:
        level = state[DEPTH] - 1
        undo(position, search.marks[level])
        for w in range(1, stride - 1):
            position.room[propagate.MASK, w] = ZERO
        for w in range(1, stride - 1):
            word = untried[level, w]
            if word != ZERO:
                position.room[propagate.MASK, w] = lowest_bit(word)
                untried[level, w] = word ^ lowest_bit(word)
                k = search.choices[level]
                propagate.replace(position, k)
                propagate.mark_neighbours_stale(position.stale, k)
                position.stale[k] = propagate.STALE
                return True
        state[DEPTH] -= 1
    return False


@inline
def choose(search: Search, k: int) -> None:
    """Have a number tried in all its cells next."""
    domains, state = search.position.domains, search.position.state
    level = state[DEPTH]
    family = size_of(domains, k)
    search.choices[level] = k
    search.marks[level] = state[propagate.NOTED]
    for w in range(domains.shape[1]):
        search.untried[level, w] = domains[k, w]
    state[SUCCESSORS] += family * family
    state[CHILDREN] += family
    state[DEPTH] = level + 1
    state[DEEPEST] = max(state[DEEPEST], state[DEPTH])


@inline
def is_known(domains: Words, known: Numbers) -> bool:
    """Say whether solved domains are one of the known paths, a row of places each."""
    for row in range(known.shape[0]):
        k = 0
        while k < domains.shape[0] and has(domains, k, known[row, k]):
            k += 1
        if k == domains.shape[0]:
            return True
    return False


@kernel(INT(SEARCH, TABLE, INT, INT))
def explore(search: Search, known: Numbers, most_nodes: int, most_solutions: int) -> int:
    """Search on until so many nodes or solutions in all, or the end.

    Solutions that are ``known`` do not count. After SOLVED the domains hold the solution.
    """
    position, state = search.position, search.position.state
    while True:
        if state[PHASE] == OPEN:
            if state[NODES] >= most_nodes:
                return PAUSED
            if state[NODES] >= state[PATIENCE] + CREDIT * state[SOLUTIONS]:
                return STUCK
            state[NODES] += 1
            state[PHASE] = NEXT
            if propagate.propagate_fully(position, propagate.DISTINCT):
                k = propagate.fewest(position.domains)
                if k >= 0:
                    choose(search, k)
                elif not is_known(position.domains, known):
                    state[SOLUTIONS] += 1
                    if state[SOLUTIONS] >= most_solutions:
                        return SOLVED
        if not advance(search):
            return DONE
        state[PHASE] = OPEN


# After how many rounds of singles each candidate turns out to be impossible.


@inline
def copy(source: Words, target: Words) -> None:
    for k in range(source.shape[0]):
        for w in range(source.shape[1]):
            target[k, w] = source[k, w]


@inline
def put(position: propagate.PackedPosition, k: int, place: int) -> None:
    """Leave a number one cell only, and mark what to look at."""
    for w in range(position.domains.shape[1]):
        position.domains[k, w] = ZERO
    position.domains[k, word_of(place)] = bit_of(place)
    position.stale[k] = propagate.STALE
    propagate.mark_neighbours_stale(position.stale, k)
    position.state[propagate.FRESH] = 1


@inline
def count_rounds(
    position: propagate.PackedPosition, before: propagate.PackedPosition, most: int
) -> int:
    """After how many rounds of singles, all of a round taken at once, a position is dead.

    Between rounds reach is swept to its fixed point. -1 if it is not dead after the most rounds.
    ``before`` has room for the domains as a round begins.
    """
    for done in range(most + 1):
        if propagate.sweep(position, propagate.DISTINCT) == propagate.DEAD:
            return done
        if done == most:
            return -1
        # both kinds of single from the same position, then what both leave
        copy(position.domains, before.domains)
        cells = propagate.take_cells(position)
        numbers = propagate.take_numbers(before)
        if cells == propagate.DEAD or numbers == propagate.DEAD:
            return done + 1
        if cells == propagate.SAME and numbers == propagate.SAME:
            return -1
        for k in range(position.domains.shape[0]):
            for w in range(position.domains.shape[1]):
                position.domains[k, w] &= before.domains[k, w]
    return -1


@kernel(types.void(propagate.POSITION, INT, TABLE))
def all_rounds(position: propagate.PackedPosition, most: int, candidates: Numbers) -> None:
    """Write for rows (number, place, …) of candidates after how many rounds each is dead.

    The domains are swept first: what depends on one candidate only is then near it. All numbers
    must be marked to look at.
    """
    domains = position.domains
    _, board, shifts, joined, stale, trail, room, state = position
    a = np.zeros(domains.shape, np.uint64)
    b = np.zeros(domains.shape, np.uint64)
    trial = propagate.PackedPosition(a, board, shifts, joined, stale, trail, room, state)
    before = propagate.PackedPosition(b, board, shifts, joined, stale, trail, room, state)
    outcome = propagate.sweep(position, propagate.DISTINCT)
    for row in range(candidates.shape[0]):
        if outcome == propagate.DEAD:
            candidates[row, 2] = 0
            continue
        copy(domains, trial.domains)
        put(trial, candidates[row, 0], candidates[row, 1])
        candidates[row, 2] = count_rounds(trial, before, most)
        position.stale[:] = 0
