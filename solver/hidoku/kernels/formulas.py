"""Compiled clauses over the candidates of a settled position: stored, tried, followed, encoded.

Variable v says that one open number is in one cell; literal 2v is v, 2v + 1 its opposite. That a
number has one cell at most and a cell one number is not written as clauses: a variable that becomes
true makes the others of its number and cell false itself; their reason is that literal, written as
-2 - literal.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.hidoku.kernels.arrays import INT, NUMBERS, TABLE, WORDS, Numbers, Table, Words
from solver.hidoku.kernels.bits import ZERO, has, is_single
from solver.hidoku.kernels.propagate import PARTNERS
from solver.kernels import inline, kernel, types, whole

# columns of variables; a number and a cell are groups
NUMBER, CELL, LEVEL, REASON, PHASE, SEEN, RANK, PLACE = range(8)
# columns of clauses: where their literals begin, how many they are, how good the clause is (0: kept
# for ever), and of each of its two watches the next of the same literal, and the literal
START, SIZE, GRADE, NEXT, _, WATCHED = range(6)  # and NEXT + 1, WATCHED + 1
COLUMNS = 8
# rows of order: the heap of variables, the literals assigned, where levels begin among these, a
# stamp for each level, and two for the search for what follows from a clause: variables marked, and
# those to look at
HEAP, ASSIGNMENTS, LEVELS, STAMP, MARKED, PENDING = range(6)
ORDERS = 6
# the state: how many there are, and numbers of the search
VARIABLES, CLAUSES, LITERALS, ASSIGNED, FOLLOWED, DEPTH, HEAPED, CONFLICTS = range(8)
LEARNED, MOST_LEARNED, NEXT_RESTART, GRADES, RECENT = range(8, 13)
FIRST_SIDE, SECOND_SIDE, STAMPS, WRITTEN, REFUTED = range(13, 18)
STATES = 18
NONE, PAIR = whole(-1), whole(-2)  # no clause; two literals of one group


class Formula(NamedTuple):
    """Variables and clauses, and how far a search among them is.

    ``variables`` has a row for each, ``values`` 1, -1 or 0 for each literal. ``order`` holds lists
    of variables and literals, the heap by ``weights``, of which the next conflict adds ``weight``.
    Clauses lie end to end in ``literals``, with a row each in ``clauses``; they are watched by
    their first two, and ``heads`` is where the watches of a literal begin. ``starts`` says where a
    group begins among its ``members``.
    """

    variables: Table
    values: npt.NDArray[np.int8]
    order: Table
    weights: npt.NDArray[np.float64]
    weight: npt.NDArray[np.float64]
    literals: Table
    clauses: Table
    heads: Table
    starts: Table
    members: Table
    state: Numbers


ROW = types.int32[::1]
ROWS = types.int32[:, ::1]
WEIGHTS = types.float64[::1]
FORMULA = types.NamedTuple(
    (ROWS, types.int8[::1], ROWS, WEIGHTS, WEIGHTS, ROW, ROWS, ROW, ROW, ROW, NUMBERS),
    Formula,
)


@inline
def rise(formula: Formula, at: int) -> None:
    """Move a heap's entry up to where it belongs."""
    variables, order, weights = formula.variables, formula.order, formula.weights
    v = order[HEAP, at]
    while at > 0:
        parent = (at - 1) >> 1
        if weights[order[HEAP, parent]] >= weights[v]:
            break
        order[HEAP, at] = order[HEAP, parent]
        variables[order[HEAP, at], RANK] = at
        at = parent
    order[HEAP, at] = v
    variables[v, RANK] = at


@inline
def sink(formula: Formula, v: int) -> None:
    """Put a variable into the heap in place of the first, and move it down to where it belongs."""
    variables, order, weights = formula.variables, formula.order, formula.weights
    count = formula.state[HEAPED]
    at = 0
    child = 1
    while child < count:
        if child + 1 < count and weights[order[HEAP, child + 1]] > weights[order[HEAP, child]]:
            child += 1
        if weights[order[HEAP, child]] <= weights[v]:
            break
        order[HEAP, at] = order[HEAP, child]
        variables[order[HEAP, at], RANK] = at
        at = child
        child = 2 * at + 1
    order[HEAP, at] = v
    variables[v, RANK] = at


@inline
def heaviest(formula: Formula) -> int:
    """Take the variable of most weight from the heap."""
    order, state = formula.order, formula.state
    best = whole(order[HEAP, 0])
    formula.variables[best, RANK] = NONE
    state[HEAPED] -= 1
    if state[HEAPED] > 0:
        sink(formula, order[HEAP, state[HEAPED]])
    return best


@inline
def assign(formula: Formula, literal: int, reason: int) -> None:
    variables, values, state = formula.variables, formula.values, formula.state
    v = literal >> 1
    values[literal] = 1
    values[literal ^ 1] = -1
    variables[v, LEVEL] = state[DEPTH]
    variables[v, REASON] = reason
    formula.order[ASSIGNMENTS, state[ASSIGNED]] = literal
    state[ASSIGNED] += 1


@inline
def go_back(formula: Formula, depth: int) -> None:
    values, order, state = formula.values, formula.order, formula.state
    if state[DEPTH] <= depth:
        return
    first = order[LEVELS, depth]
    for at in range(state[ASSIGNED] - 1, first - 1, -1):
        literal = order[ASSIGNMENTS, at]
        v = literal >> 1
        values[literal] = 0
        values[literal ^ 1] = 0
        if formula.variables[v, RANK] == NONE:
            order[HEAP, state[HEAPED]] = v
            state[HEAPED] += 1
            rise(formula, state[HEAPED] - 1)
    state[ASSIGNED] = first
    state[FOLLOWED] = first
    state[DEPTH] = depth


@inline
def watch(formula: Formula, clause: int) -> None:
    """Put a clause of at least two literals on the lists of its first two."""
    clauses, heads = formula.clauses, formula.heads
    for side in range(2):
        literal = formula.literals[clauses[clause, START] + side]
        clauses[clause, WATCHED + side] = literal
        clauses[clause, NEXT + side] = heads[literal]
        heads[literal] = 2 * clause + side


@inline
def store(formula: Formula, size: int, grade: int) -> int:
    """Make a clause of the literals written last; its number."""
    clauses, state = formula.clauses, formula.state
    clause = state[CLAUSES]
    clauses[clause, START] = state[LITERALS]
    clauses[clause, SIZE] = size
    clauses[clause, GRADE] = grade
    state[CLAUSES] += 1
    state[LITERALS] += size
    state[LEARNED] += 1 if grade > 0 else 0
    watch(formula, clause)
    return whole(clause)


@kernel(types.void(FORMULA, INT))
def add(formula: Formula, size: int) -> None:
    """Make a clause for ever of the literals written last, before anything has been tried.

    Without a literal, or with one that is false already, no solution is left.
    """
    state = formula.state
    literal = whole(formula.literals[state[LITERALS]]) if size else 0
    if size > 1:
        store(formula, size, whole(0))
    elif size == 0 or formula.values[literal] < 0:
        state[REFUTED] = 1
    elif formula.values[literal] == 0:
        assign(formula, literal, NONE)


@inline
def follow_group(formula: Formula, literal: int, column: int) -> int:
    """Make all others of a true variable's number or cell false; PAIR if one is true, or NONE."""
    values, starts, state = formula.values, formula.starts, formula.state
    group = formula.variables[literal >> 1, column]
    for at in range(starts[group], starts[group + 1]):
        other = 2 * whole(formula.members[at])
        if values[other] == 0:
            assign(formula, other + 1, -2 - literal)
        elif values[other] > 0 and other != literal:
            state[FIRST_SIDE] = literal ^ 1
            state[SECOND_SIDE] = other ^ 1
            return PAIR
    return NONE


@inline
def watch_another(formula: Formula, node: int, loser: int) -> bool:
    """Watch another literal of a clause than one that is false; False if all others are."""
    literals, clauses, heads = formula.literals, formula.clauses, formula.heads
    clause = node >> 1
    side = node & 1
    start = whole(clauses[clause, START])
    for at in range(start + 2, start + clauses[clause, SIZE]):
        fresh = literals[at]
        if formula.values[fresh] >= 0:
            literals[at] = loser
            literals[start + side] = fresh
            clauses[clause, WATCHED + side] = fresh
            clauses[clause, NEXT + side] = heads[fresh]
            heads[fresh] = node
            return True
    return False


@inline
def follow_watches(formula: Formula, loser: int) -> int:
    """Look at all clauses that watch a literal that is false; the one that fails, or NONE."""
    values, clauses, heads = formula.values, formula.clauses, formula.heads
    before = -1
    node = whole(heads[loser])
    while node >= 0:
        clause = node >> 1
        side = node & 1
        after = whole(clauses[clause, NEXT + side])
        partner = whole(clauses[clause, WATCHED + 1 - side])
        if values[partner] <= 0 and watch_another(formula, node, loser):
            if before < 0:
                heads[loser] = after
            else:
                clauses[before >> 1, NEXT + (before & 1)] = after
        else:
            if values[partner] < 0:
                return clause
            if values[partner] == 0:
                assign(formula, partner, clause)
            before = node
        node = after
    return NONE


@inline
def propagate(formula: Formula) -> int:
    """Draw all unit conclusions; the clause that fails, PAIR (two sides in the state), or NONE."""
    state = formula.state
    conflict = NONE
    while conflict == NONE and state[FOLLOWED] < state[ASSIGNED]:
        literal = whole(formula.order[ASSIGNMENTS, state[FOLLOWED]])
        state[FOLLOWED] += 1
        if literal & 1 == 0:
            for column in (NUMBER, CELL):
                if conflict == NONE:
                    conflict = follow_group(formula, literal, column)
        if conflict == NONE:
            conflict = follow_watches(formula, literal ^ 1)
    return conflict


# A position encoded: its variables, and the clauses that hold from the start. Each number has a
# cell, each cell a number, the numbers before and after a number are in neighbouring cells, and
# joined cells hold consecutive numbers.


@inline
def number_candidates(formula: Formula, domains: Words, index: Table, k: int, v: int) -> int:
    """Give the candidates of an open number the variables from v on; the next variable."""
    count = domains.shape[0]
    is_placed = is_single(domains, k)
    for w in range(1, domains.shape[1] - 1):
        if domains[k, w] == ZERO:
            continue
        for place in range(64 * w, 64 * w + 64):
            if has(domains, k, place) == 0:
                continue
            if is_placed:
                index[k, place] = -1
                continue
            formula.variables[v, NUMBER] = k
            formula.variables[v, CELL] = count + place
            formula.variables[v, PLACE] = place
            formula.members[v] = v
            formula.starts[count + place + 1] += 1
            v += 1
            index[k, place] = v
    return v


@kernel(types.void(FORMULA, WORDS, ROWS))
def number_variables(formula: Formula, domains: Words, index: Table) -> None:
    """Give each candidate of an open number its variable, and list those of each group.

    ``index`` holds the variable plus 1 by number and place; 0 for no candidate, -1 for a placed
    number's, so that most of it is never touched.
    """
    starts, members = formula.starts, formula.members
    count, stride = domains.shape
    v = whole(0)
    for k in range(count):
        starts[k] = v
        v = number_candidates(formula, domains, index, k, v)
    starts[count] = v
    for place in range(64 * stride):
        starts[count + place + 1] += starts[count + place]
    ends = starts.copy()
    for i in range(v):
        group = formula.variables[i, CELL]
        members[ends[group]] = i
        ends[group] += 1


@inline
def write(formula: Formula, size: int, literal: int) -> int:
    """Write a literal of a new clause behind so many; how many there are then."""
    formula.literals[formula.state[LITERALS] + size] = literal
    return size + 1


@inline
def size_of_group(formula: Formula, group: int) -> int:
    return whole(formula.starts[group + 1] - formula.starts[group])


@inline
def add_groups(formula: Formula, count: int) -> None:
    """Have one of each group's variables true: a number has a cell, a cell a number."""
    for group in range(count):
        size = 0
        for i in range(formula.starts[group], formula.starts[group + 1]):
            size = write(formula, size, 2 * formula.members[i])
        if size > 1:
            add(formula, size)


@inline
def add_neighbours(formula: Formula, domains: Words, shifts: Numbers, index: Table) -> None:
    """Have the numbers before and after a number beside it."""
    for v in range(formula.state[VARIABLES]):
        k = whole(formula.variables[v, NUMBER])
        place = whole(formula.variables[v, PLACE])
        for other in range(k - 1, k + 2, 2):
            if other < 0 or other >= domains.shape[0] or size_of_group(formula, other) == 0:
                continue
            size = write(formula, whole(0), 2 * v + 1)
            for shift in shifts:
                for beside in range(place - shift, place + shift + 1, 2 * shift):
                    if has(domains, other, beside):
                        size = write(formula, size, 2 * index[other, beside] - 2)
            if size - 1 < size_of_group(formula, other):
                add(formula, size)


@inline
def add_joined(
    formula: Formula, domains: Words, index: Table, k: int, place: int, partner: int
) -> None:
    """Have a number beside the one in a cell that is joined to its cell."""
    size = whole(0)
    if index[k, place] > 0:
        size = write(formula, whole(0), 2 * index[k, place] - 1)
    is_kept = False
    for other in range(k - 1, k + 2, 2):
        if has(domains, other, partner):
            is_kept |= index[other, partner] < 0
            size = write(formula, size, 2 * index[other, partner] - 2)
    if not is_kept:
        add(formula, size)


@kernel(types.void(FORMULA, WORDS, NUMBERS, TABLE, ROWS))
def build(formula: Formula, domains: Words, shifts: Numbers, joined: Numbers, index: Table) -> None:
    """Add the clauses that hold from the start."""
    add_groups(formula, domains.shape[0] + 64 * domains.shape[1])
    add_neighbours(formula, domains, shifts, index)
    for row in range(joined.shape[0]):
        place = joined[row, 0]
        for k in range(domains.shape[0]):
            for column in range(PARTNERS, PARTNERS + 2):
                if joined[row, column] and has(domains, k, place):
                    add_joined(formula, domains, index, k, place, joined[row, column])
