"""Compiled conflict-driven clause learning over the candidates of a settled position.

Variable v says that one open number stands in one cell; literal 2v is v, 2v + 1 its opposite.
``facts`` has a row for each variable (its columns below). Clauses lie end to end in ``lits``; a row
of ``clauses`` tells where, how long, how good (0: kept for ever), and the next watch of each of its
two watched literals, which are its first two; ``heads`` is where the watches of a literal begin.
That a number has one cell at most and a cell one number is not written as clauses: a variable that
becomes true makes the others of its number and cell false itself (``starts`` and ``others`` list
them); their reason is that literal, written as -2 - literal.

Learning by the first unique implication point, clauses shortened by what follows from their rest,
activities that decay, restarts when the clauses learned lately lie on more levels than most, and
half of the learned clauses dropped now and then are those of MiniSat and of Glucose (Eén and
Sörensson 2003; Sörensson and Biere 2009; Audemard and Simon 2009). What is tried is not what a
variable was last, but that it is true, or what a path known to be close has: most are false at any
time, which says little. Both together, on minimal boards of 20×20 to 30×30, and of 15×15 with four
neighbours, saved a seventh to a third of the conflicts. These restarts, and not Luby's sequence in
units of 50, save another tenth at 25×25, a fifth at 30×30 and a quarter at 15×15.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from solver.kernels import inner, kernel

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Table = npt.NDArray[np.int32]
Signs = npt.NDArray[np.int8]
Weights = npt.NDArray[np.float64]

ZERO, ONE = np.uint64(0), np.uint64(1)
whole: Any = np.int64  # of an unsigned or narrower number
SIX, LOW = np.uint64(6), np.uint64(63)

# columns of facts; a number and a cell are groups, told by where their variables begin in starts
NUMBER, CELL, LEVEL, REASON, PHASE, SEEN, RANK, PLACE = range(8)
# columns of clauses
START, SIZE, GRADE, NEXT, _, WATCHED = range(6)  # and NEXT + 1, WATCHED + 1
COLUMNS = 8
# rows of order: the heap of variables, the trail, where levels begin on it, a stamp for each level,
# and two for the search for what follows from a clause: variables marked, and those to look at
HEAP, TRAIL, LEVELS, STAMP, SEARCHED, PENDING = range(6)
# the state
(
    VARIABLES,
    CLAUSES,
    LITERALS,
    ASSIGNED,
    LOOKED_AT,
    DEPTH,
    HEAPED,
    CONFLICTS,
    LEARNED,
    MOST_LEARNED,
    NEXT_RESTART,
    GRADES,
    RECENT,
    ONE_SIDE,
    OTHER_SIDE,
    STAMPS,
    WRITTEN,
    DEAD,
) = range(18)
STATES = 18
PAUSED, FOUND, DONE, FULL = 0, 1, 2, 4  # how a call ends; the first three as in the search
NONE, PAIR = -1, -2  # no clause; two literals of one group
RESTART = 10  # conflicts at least between two restarts
LATELY = 5  # grades of some 2 ** LATELY conflicts decide on a restart
FINE = 256  # parts of a grade in their sum
WORSE = 1.1  # how much worse than all they must be
DECAY = 1 / 0.95
HUGE = 1e100


@inner("void(float64[::1], int32[:, ::1], int32[:, ::1], int64)")
def rise(weights: Weights, facts: Table, order: Table, at: int) -> None:
    """Move a heap's entry up to where it belongs."""
    v = order[HEAP, at]
    while at > 0:
        parent = (at - 1) >> 1
        if weights[order[HEAP, parent]] >= weights[v]:
            break
        order[HEAP, at] = order[HEAP, parent]
        facts[order[HEAP, at], RANK] = at
        at = parent
    order[HEAP, at] = v
    facts[v, RANK] = at


@inner("int64(float64[::1], int32[:, ::1], int32[:, ::1], int64[::1])")
def heaviest(weights: Weights, facts: Table, order: Table, state: Numbers) -> Any:
    best = order[HEAP, 0]
    facts[best, RANK] = NONE
    state[HEAPED] -= 1
    count = state[HEAPED]
    if count > 0:
        v = order[HEAP, count]
        at = 0
        child = 1
        while child < count:
            if child + 1 < count and weights[order[HEAP, child + 1]] > weights[order[HEAP, child]]:
                child += 1
            if weights[order[HEAP, child]] <= weights[v]:
                break
            order[HEAP, at] = order[HEAP, child]
            facts[order[HEAP, at], RANK] = at
            at = child
            child = 2 * at + 1
        order[HEAP, at] = v
        facts[v, RANK] = at
    return best


@inner("void(int64, int64, int32[:, ::1], int8[::1], int32[:, ::1], int64[::1])")
def assign(
    literal: int, reason: int, facts: Table, values: Signs, order: Table, state: Numbers
) -> None:
    v = literal >> 1
    values[literal] = 1
    values[literal ^ 1] = -1
    facts[v, LEVEL] = state[DEPTH]
    facts[v, REASON] = reason
    order[TRAIL, state[ASSIGNED]] = literal
    state[ASSIGNED] += 1


@inner("void(int64, float64[::1], int32[:, ::1], int8[::1], int32[:, ::1], int64[::1])")
def go_back(
    depth: int, weights: Weights, facts: Table, values: Signs, order: Table, state: Numbers
) -> None:
    if state[DEPTH] <= depth:
        return
    first = order[LEVELS, depth]
    for at in range(state[ASSIGNED] - 1, first - 1, -1):
        literal = order[TRAIL, at]
        v = literal >> 1
        values[literal] = 0
        values[literal ^ 1] = 0
        if facts[v, RANK] == NONE:
            order[HEAP, state[HEAPED]] = v
            state[HEAPED] += 1
            rise(weights, facts, order, state[HEAPED] - 1)
    state[ASSIGNED] = first
    state[LOOKED_AT] = first
    state[DEPTH] = depth


@inner("void(int64, int32[::1], int32[:, ::1], int32[::1])")
def watch(clause: int, lits: Table, clauses: Table, heads: Table) -> None:
    """Put a clause of at least two literals on the lists of its first two."""
    for side in range(2):
        literal = lits[clauses[clause, START] + side]
        clauses[clause, WATCHED + side] = literal
        clauses[clause, NEXT + side] = heads[literal]
        heads[literal] = 2 * clause + side


@inner(
    "int64(int32[:, ::1], int8[::1], int32[:, ::1], int32[::1], int32[:, ::1], int32[::1],"
    " int32[::1], int32[::1], int64[::1])"
)
def propagate(
    facts: Table,
    values: Signs,
    order: Table,
    lits: Table,
    clauses: Table,
    heads: Table,
    starts: Table,
    others: Table,
    state: Numbers,
) -> Any:
    """Draw all unit conclusions; the clause that fails, PAIR (two sides in the state), or NONE."""
    while state[LOOKED_AT] < state[ASSIGNED]:
        literal = whole(order[TRAIL, state[LOOKED_AT]])
        state[LOOKED_AT] += 1
        if literal & 1 == 0:
            # the others of its number and of its cell
            for column in range(2):
                group = facts[literal >> 1, column]
                for at in range(starts[group], starts[group + 1]):
                    other = 2 * whole(others[at])
                    if values[other] == 0:
                        assign(other + 1, -2 - literal, facts, values, order, state)
                    elif values[other] > 0 and other != literal:
                        state[ONE_SIDE] = literal ^ 1
                        state[OTHER_SIDE] = other ^ 1
                        return PAIR
        lost = literal ^ 1
        before = -1
        node = whole(heads[lost])
        while node >= 0:
            clause = node >> 1
            side = node & 1
            after = whole(clauses[clause, NEXT + side])
            partner = whole(clauses[clause, WATCHED + 1 - side])
            moved = False
            if values[partner] <= 0:
                start = whole(clauses[clause, START])
                for at in range(start + 2, start + clauses[clause, SIZE]):
                    fresh = lits[at]
                    if values[fresh] >= 0:
                        lits[at] = lost
                        lits[start + side] = fresh
                        clauses[clause, WATCHED + side] = fresh
                        clauses[clause, NEXT + side] = heads[fresh]
                        heads[fresh] = node
                        moved = True
                        break
                if not moved:
                    if values[partner] < 0:
                        return clause
                    assign(partner, clause, facts, values, order, state)
            if not moved:
                before = node
            elif before < 0:
                heads[lost] = after
            else:
                clauses[before >> 1, NEXT + (before & 1)] = after
            node = after
    return NONE


@inner(
    "int64(int64, float64[::1], float64[::1], int32[:, ::1], int32[:, ::1], int32[::1], int64[::1])"
)
def mark(
    literal: int,
    weights: Weights,
    weight: Weights,
    facts: Table,
    order: Table,
    lits: Table,
    state: Numbers,
) -> int:
    """Note a false literal of a reason: 1 if it is of this level, else 0 (kept for the clause)."""
    v = literal >> 1
    if facts[v, SEEN] or facts[v, LEVEL] == 0:
        return 0
    facts[v, SEEN] = 1
    weights[v] += weight[0]
    if weights[v] > HUGE:
        for other in range(weights.shape[0]):
            weights[other] /= HUGE
        weight[0] /= HUGE
    if facts[v, RANK] >= 0:
        rise(weights, facts, order, facts[v, RANK])
    if facts[v, LEVEL] == state[DEPTH]:
        return 1
    lits[state[LITERALS] + state[WRITTEN]] = literal
    state[WRITTEN] += 1
    return 0


@inner("int64(int64, uint64, int64, int32[:, ::1], int32[:, ::1], int32[::1], int32[:, ::1])")
def implied(
    literal: int, levels: Any, noted: int, facts: Table, order: Table, lits: Table, clauses: Table
) -> int:
    """Look whether a false literal follows from others that are marked, by any number of reasons.

    Returns how many variables are noted then in the row SEARCHED: what follows on the way is marked
    and noted, too; -1 if it does not follow. ``levels`` are bits of the levels it can do so on.
    """
    if facts[literal >> 1, REASON] == NONE:
        return -1
    first = noted
    order[PENDING, 0] = literal >> 1
    pending = 1
    while pending > 0:
        pending -= 1
        v = order[PENDING, pending]
        reason = whole(facts[v, REASON])
        start = 0
        size = 1
        if reason >= 0:
            start = clauses[reason, START]
            size = clauses[reason, SIZE]
        for at in range(start, start + size):
            other = lits[at] >> 1 if reason >= 0 else (-2 - reason) >> 1
            if other == v or facts[other, SEEN] or facts[other, LEVEL] == 0:
                continue
            level = ONE << (np.uint64(facts[other, LEVEL]) & LOW)
            if facts[other, REASON] == NONE or (level & levels) == ZERO:
                for i in range(first, noted):
                    facts[order[SEARCHED, i], SEEN] = 0
                return -1
            facts[other, SEEN] = 1
            order[SEARCHED, noted] = other
            noted += 1
            order[PENDING, pending] = other
            pending += 1
    return noted


@inner(
    "int64(int64, float64[::1], float64[::1], int32[:, ::1], int32[:, ::1], int32[::1],"
    " int32[:, ::1], int64[::1])"
)
def analyse(
    conflict: int,
    weights: Weights,
    weight: Weights,
    facts: Table,
    order: Table,
    lits: Table,
    clauses: Table,
    state: Numbers,
) -> int:
    """Write what a conflict teaches behind the last clause; its length.

    First comes the literal that will follow, then one of the deepest level of the others.
    """
    begin = state[LITERALS]
    state[WRITTEN] = 1  # literals written so far; the first is known at the end
    left = 0  # literals of this level still to replace by their reasons
    literal = NONE
    at = state[ASSIGNED] - 1
    reason = conflict
    while True:
        if reason == PAIR and literal == NONE:
            left += mark(state[ONE_SIDE], weights, weight, facts, order, lits, state)
            left += mark(state[OTHER_SIDE], weights, weight, facts, order, lits, state)
        elif reason < NONE:
            left += mark((-2 - reason) ^ 1, weights, weight, facts, order, lits, state)
        else:
            start = clauses[reason, START]
            for i in range(start, start + clauses[reason, SIZE]):
                if lits[i] != literal:
                    left += mark(whole(lits[i]), weights, weight, facts, order, lits, state)
        while facts[order[TRAIL, at] >> 1, SEEN] == 0:
            at -= 1
        literal = whole(order[TRAIL, at])
        at -= 1
        facts[literal >> 1, SEEN] = 0
        left -= 1
        if left == 0:
            break
        reason = whole(facts[literal >> 1, REASON])
    lits[begin] = literal ^ 1
    # leave out what follows from the rest; marks are taken off afterwards
    size = state[WRITTEN]
    kept = 1
    noted = 0
    levels = ZERO
    for i in range(1, size):
        levels |= ONE << (np.uint64(facts[lits[begin + i] >> 1, LEVEL]) & LOW)
    for i in range(1, size):
        found = implied(whole(lits[begin + i]), levels, noted, facts, order, lits, clauses)
        noted = max(noted, found)
        if found < 0:
            swapped = lits[begin + kept]
            lits[begin + kept] = lits[begin + i]
            lits[begin + i] = swapped
            kept += 1
    for i in range(1, size):
        facts[lits[begin + i] >> 1, SEEN] = 0
    for i in range(noted):
        facts[order[SEARCHED, i], SEEN] = 0
    for i in range(2, kept):
        if facts[lits[begin + i] >> 1, LEVEL] > facts[lits[begin + 1] >> 1, LEVEL]:
            swapped = lits[begin + 1]
            lits[begin + 1] = lits[begin + i]
            lits[begin + i] = swapped
    return kept


@inner("int64(int64, int32[:, ::1], int32[:, ::1], int32[::1], int64[::1])")
def spread(size: int, facts: Table, order: Table, lits: Table, state: Numbers) -> int:
    """On how many levels the literals lie that were written last (LBD)."""
    state[STAMPS] += 1
    count = 0
    for at in range(state[LITERALS], state[LITERALS] + size):
        level = facts[lits[at] >> 1, LEVEL]
        if order[STAMP, level] != state[STAMPS]:
            order[STAMP, level] = state[STAMPS]
            count += 1
    return count


@inner("int64(int64, int64, int32[::1], int32[:, ::1], int32[::1], int64[::1])")
def keep(size: int, grade: int, lits: Table, clauses: Table, heads: Table, state: Numbers) -> Any:
    """Make a clause of the literals written last; its number."""
    clause = state[CLAUSES]
    clauses[clause, START] = state[LITERALS]
    clauses[clause, SIZE] = size
    clauses[clause, GRADE] = grade
    state[CLAUSES] += 1
    state[LITERALS] += size
    state[LEARNED] += 1 if grade > 0 else 0
    watch(clause, lits, clauses, heads)
    return clause


@inner("void(int32[::1], int32[:, ::1], int32[::1], int8[::1], int64[::1])")
def forget(lits: Table, clauses: Table, heads: Table, values: Signs, state: Numbers) -> None:
    """Drop the worse half of the learned clauses, and all that are true; nothing may be tried."""
    grades = np.zeros(256, np.int64)
    for clause in range(state[CLAUSES]):
        grades[min(clauses[clause, GRADE], 255)] += 1
    worst = 1
    few = grades[1]
    while worst < 255 and few < state[LEARNED] // 2:
        worst += 1
        few += grades[worst]
    for literal in range(heads.shape[0]):
        heads[literal] = NONE
    count = 0
    end = 0
    state[LEARNED] = 0
    for clause in range(state[CLAUSES]):
        start = clauses[clause, START]
        size = clauses[clause, SIZE]
        stays = clauses[clause, GRADE] <= max(worst - 1, 2)
        for at in range(start, start + size):
            stays &= values[lits[at]] <= 0
        if stays:
            for i in range(size):
                lits[end + i] = lits[start + i]
            clauses[count, START] = end
            clauses[count, SIZE] = size
            clauses[count, GRADE] = clauses[clause, GRADE]
            state[LEARNED] += 1 if clauses[count, GRADE] > 0 else 0
            watch(count, lits, clauses, heads)
            count += 1
            end += size
    state[CLAUSES] = count
    state[LITERALS] = end


@kernel(
    "int64(float64[::1], float64[::1], int32[:, ::1], int8[::1], int32[:, ::1], int32[::1],"
    " int32[:, ::1], int32[::1], int32[::1], int32[::1], int64[::1], int64)"
)
def learn(
    weights: Weights,
    weight: Weights,
    facts: Table,
    values: Signs,
    order: Table,
    lits: Table,
    clauses: Table,
    heads: Table,
    starts: Table,
    others: Table,
    state: Numbers,
    most: int,
) -> int:
    """Search on until so many conflicts in all: PAUSED, FOUND, DONE, or FULL (make room first)."""
    while True:
        if state[DEAD]:
            return DONE
        room = lits.shape[0] - state[LITERALS]
        if room < 2 * state[VARIABLES] or clauses.shape[0] - state[CLAUSES] < 2:
            return FULL
        conflict = propagate(facts, values, order, lits, clauses, heads, starts, others, state)
        size = 0
        if conflict != NONE:
            state[CONFLICTS] += 1
            if state[DEPTH] == 0:
                return DONE
            size = analyse(conflict, weights, weight, facts, order, lits, clauses, state)
            weight[0] *= DECAY
            grade = spread(size, facts, order, lits, state)
            state[GRADES] += grade
            state[RECENT] += FINE * grade - (state[RECENT] >> LATELY)
        elif state[ASSIGNED] == state[VARIABLES]:
            return FOUND
        if size > 0:
            # go back to where the clause has one literal left, and draw the conclusion
            literal = whole(lits[state[LITERALS]])
            reason = NONE
            back = 0
            if size > 1:
                back = facts[lits[state[LITERALS] + 1] >> 1, LEVEL]
                reason = keep(size, grade, lits, clauses, heads, state)
            go_back(back, weights, facts, values, order, state)
            assign(literal, reason, facts, values, order, state)
            if state[CONFLICTS] >= most:
                return PAUSED
            continue
        lately = state[RECENT] / (FINE << LATELY)
        if (
            state[CONFLICTS] >= state[NEXT_RESTART]
            and lately * state[CONFLICTS] > WORSE * state[GRADES]
        ):
            state[NEXT_RESTART] = state[CONFLICTS] + RESTART
            go_back(0, weights, facts, values, order, state)
            if state[LEARNED] > state[MOST_LEARNED]:
                forget(lits, clauses, heads, values, state)
                state[MOST_LEARNED] += state[MOST_LEARNED] // 8
            continue
        # try the unassigned variable of most activity
        v = heaviest(weights, facts, order, state)
        while values[2 * v] != 0:
            v = heaviest(weights, facts, order, state)
        order[LEVELS, state[DEPTH]] = state[ASSIGNED]
        state[DEPTH] += 1
        assign(2 * v + facts[v, PHASE], NONE, facts, values, order, state)


@kernel(
    "int64(float64[::1], int32[:, ::1], int8[::1], int32[:, ::1], int32[::1], int32[:, ::1],"
    " int32[::1], int64[::1])"
)
def block(
    weights: Weights,
    facts: Table,
    values: Signs,
    order: Table,
    lits: Table,
    clauses: Table,
    heads: Table,
    state: Numbers,
) -> int:
    """Forbid the solution found: not all of what was tried again. DONE if nothing was tried."""
    size = state[DEPTH]
    if size == 0:
        return DONE
    for i in range(size):
        lits[state[LITERALS] + i] = order[TRAIL, order[LEVELS, size - 1 - i]] ^ 1
    literal = whole(lits[state[LITERALS]])
    reason = keep(size, 0, lits, clauses, heads, state) if size > 1 else NONE
    go_back(size - 1, weights, facts, values, order, state)
    assign(literal, reason, facts, values, order, state)
    state[CONFLICTS] += 1
    return PAUSED


@kernel(
    "void(int64, int32[:, ::1], int8[::1], int32[:, ::1], int32[::1], int32[:, ::1],"
    " int32[::1], int64[::1])"
)
def add(
    size: int,
    facts: Table,
    values: Signs,
    order: Table,
    lits: Table,
    clauses: Table,
    heads: Table,
    state: Numbers,
) -> None:
    """Make a clause for ever of the literals written last, before anything has been tried.

    Without a literal, or with one that is false already, nothing is left to be found.
    """
    literal = whole(lits[state[LITERALS]]) if size else 0
    if size > 1:
        keep(size, 0, lits, clauses, heads, state)
    elif size == 0 or values[literal] < 0:
        state[DEAD] = 1
    elif values[literal] == 0:
        assign(literal, NONE, facts, values, order, state)


@inner("int64(uint64[:, ::1], int64, int64)")
def has(domains: Words, k: int, place: int) -> Any:
    """1 if a number fits the cell at a place, else 0; there is no number below 0."""
    if k < 0 or k >= domains.shape[0]:
        return 0
    at = np.uint64(place)
    return whole((domains[k, whole(at >> SIX)] >> (at & LOW)) & ONE)


@kernel("void(uint64[:, ::1], int32[:, ::1], int32[:, ::1], int32[::1], int32[::1])")
def number_variables(
    domains: Words, index: Table, facts: Table, starts: Table, others: Table
) -> None:
    """Give each candidate of an open number its variable, and list those of each group.

    ``index`` holds the variable plus 1 by number and place; 0 for no candidate, -1 for a placed
    number's, so that most of it is never touched.
    """
    count, stride = domains.shape
    v = 0
    for k in range(count):
        starts[k] = v
        only = 0
        for w in range(1, stride - 1):
            if domains[k, w] != ZERO:
                for place in range(64 * w, 64 * w + 64):
                    if has(domains, k, place):
                        only = place if only == 0 else -1
        if only > 0:
            index[k, only] = -1
            continue
        for w in range(1, stride - 1):
            if domains[k, w] != ZERO:
                for place in range(64 * w, 64 * w + 64):
                    if has(domains, k, place):
                        facts[v, NUMBER] = k
                        facts[v, CELL] = count + place
                        facts[v, PLACE] = place
                        others[v] = v
                        starts[count + place + 1] += 1
                        v += 1
                        index[k, place] = v
    starts[count] = v
    for place in range(64 * stride):
        starts[count + place + 1] += starts[count + place]
    ends = starts.copy()
    for i in range(v):
        group = facts[i, CELL]
        others[ends[group]] = i
        ends[group] += 1


@kernel(
    "void(uint64[:, ::1], int64[::1], int64[:, ::1], int32[:, ::1], int32[:, ::1], int8[::1],"
    " int32[:, ::1], int32[::1], int32[:, ::1], int32[::1], int32[::1], int32[::1], int64[::1])"
)
def build(
    domains: Words,
    shifts: Numbers,
    links: Numbers,
    index: Table,
    facts: Table,
    values: Signs,
    order: Table,
    lits: Table,
    clauses: Table,
    heads: Table,
    starts: Table,
    others: Table,
    state: Numbers,
) -> None:
    count, stride = domains.shape
    # a number has a cell, a cell a number
    for group in range(count + 64 * stride):
        size = starts[group + 1] - starts[group]
        if size > 1:
            for i in range(size):
                lits[state[LITERALS] + i] = 2 * others[starts[group] + i]
            add(size, facts, values, order, lits, clauses, heads, state)
    # a number's path neighbours are beside it
    for v in range(state[VARIABLES]):
        k = whole(facts[v, NUMBER])
        place = whole(facts[v, PLACE])
        for other in range(k - 1, k + 2, 2):
            if other < 0 or other >= count or starts[other] == starts[other + 1]:
                continue
            lits[state[LITERALS]] = 2 * v + 1
            size = 1
            for shift in shifts:
                for beside in range(place - shift, place + shift + 1, 2 * shift):
                    if has(domains, other, beside):
                        lits[state[LITERALS] + size] = 2 * index[other, beside] - 2
                        size += 1
            if size - 1 < starts[other + 1] - starts[other]:
                add(size, facts, values, order, lits, clauses, heads, state)
    # linked cells hold consecutive numbers
    for row in range(links.shape[0]):
        place = links[row, 0]
        for k in range(count):
            for column in range(1, 3):
                linked = links[row, column]
                if linked == 0 or has(domains, k, place) == 0:
                    continue
                size = 0
                if index[k, place] > 0:
                    lits[state[LITERALS]] = 2 * index[k, place] - 1
                    size = 1
                kept = False
                for other in range(k - 1, k + 2, 2):
                    if has(domains, other, linked):
                        kept |= index[other, linked] < 0
                        lits[state[LITERALS] + size] = 2 * index[other, linked] - 2
                        size += 1
                if not kept:
                    add(size, facts, values, order, lits, clauses, heads, state)
