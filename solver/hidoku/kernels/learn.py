"""Compiled conflict-driven clause learning.

Learning by the first unique implication point, clauses shortened by what follows from their rest,
activities that decay, restarts when the clauses learned lately lie on more levels than most, and
half of the learned clauses dropped now and then are those of MiniSat and of Glucose (Eén and
Sörensson 2003; Sörensson and Biere 2009; Audemard and Simon 2009). What is tried is not what a
variable was last, but that it is true, or what a path known to be close has: most are false at any
time, which says little. Both together, on minimal boards of 20×20 to 30×30, and of 15×15 with four
neighbours, saved a seventh to a third of the conflicts. These restarts, and not Luby's sequence in
units of 50, save another tenth at 25×25, a fifth at 30×30 and a quarter at 15×15.
"""

import numpy as np

from solver.hidoku.kernels import formulas
from solver.hidoku.kernels.arrays import INT, Numbers, Word
from solver.hidoku.kernels.bits import ZERO, bit_of
from solver.hidoku.kernels.formulas import Formula, assign, go_back, heaviest, rise, store, watch
from solver.hidoku.kernels.outcomes import DONE, FULL, PAUSED, SOLVED
from solver.kernels import inline, kernel, whole

RESTART = 10  # conflicts at least between two restarts
LATELY = 5  # grades of some 2 ** LATELY conflicts decide on a restart
FINE = 256  # parts of a grade in their sum
WORSE = 1.1  # how much worse than all they must be
DECAY = 1 / 0.95
HUGE = 1e100
GRADE_LIMIT = 256  # grades above count as the one below it


@inline
def add_weight(formula: Formula, v: int) -> None:
    weights, weight = formula.weights, formula.weight
    weights[v] += weight[0]
    if weights[v] > HUGE:
        for other in range(weights.shape[0]):
            weights[other] /= HUGE
        weight[0] /= HUGE
    if formula.variables[v, formulas.RANK] >= 0:
        rise(formula, whole(formula.variables[v, formulas.RANK]))


@inline
def mark(formula: Formula, literal: int) -> int:
    """Mark a false literal of a reason: 1 if it is of this level, else 0 (kept for the clause)."""
    variables, state = formula.variables, formula.state
    v = literal >> 1
    if variables[v, formulas.SEEN] or variables[v, formulas.LEVEL] == 0:
        return 0
    variables[v, formulas.SEEN] = 1
    add_weight(formula, v)
    if variables[v, formulas.LEVEL] == state[formulas.DEPTH]:
        return 1
    formula.literals[state[formulas.LITERALS] + state[formulas.WRITTEN]] = literal
    state[formulas.WRITTEN] += 1
    return 0


@inline
def mark_reason(formula: Formula, reason: int, literal: int) -> int:
    """Mark what is false in a reason; how much is of this level. ``literal`` is what follows."""
    literals, clauses, state = formula.literals, formula.clauses, formula.state
    if reason == formulas.PAIR and literal == formulas.NONE:
        return mark(formula, state[formulas.FIRST_SIDE]) + mark(
            formula, state[formulas.SECOND_SIDE]
        )
    if reason < formulas.NONE:
        return mark(formula, (-2 - reason) ^ 1)
    count = 0
    start = clauses[reason, formulas.START]
    for i in range(start, start + clauses[reason, formulas.SIZE]):
        if literals[i] != literal:
            count += mark(formula, whole(literals[i]))
    return count


@inline
def level_bit(formula: Formula, v: int) -> Word:
    return bit_of(whole(formula.variables[v, formulas.LEVEL]))


@inline
def implied(formula: Formula, literal: int, levels: Word, marked: int) -> int:
    """Look whether a false literal follows from others that are marked, by any number of reasons.

    Returns how many variables the row MARKED holds then: what follows on the way is marked, too; -1
    if it does not follow. ``levels`` are bits of the levels it can do so on.
    """
    variables, order, clauses = formula.variables, formula.order, formula.clauses
    if variables[literal >> 1, formulas.REASON] == formulas.NONE:
        return -1
    first = marked
    order[formulas.PENDING, 0] = literal >> 1
    pending = 1
    while pending > 0:
        pending -= 1
        v = order[formulas.PENDING, pending]
        reason = whole(variables[v, formulas.REASON])
        start = 0
        size = 1
        if reason >= 0:
            start = clauses[reason, formulas.START]
            size = clauses[reason, formulas.SIZE]
        for at in range(start, start + size):
            other = formula.literals[at] >> 1 if reason >= 0 else (-2 - reason) >> 1
            if (
                other == v
                or variables[other, formulas.SEEN]
                or variables[other, formulas.LEVEL] == 0
            ):
                continue
            if (
                variables[other, formulas.REASON] == formulas.NONE
                or (level_bit(formula, other) & levels) == ZERO
            ):
                for i in range(first, marked):
                    variables[order[formulas.MARKED, i], formulas.SEEN] = 0
                return -1
            variables[other, formulas.SEEN] = 1
            order[formulas.MARKED, marked] = other
            marked += 1
            order[formulas.PENDING, pending] = other
            pending += 1
    return marked


@inline
def swap(formula: Formula, i: int, j: int) -> None:
    """Swap two of the literals written last."""
    literals, begin = formula.literals, formula.state[formulas.LITERALS]
    literal = literals[begin + i]
    literals[begin + i] = literals[begin + j]
    literals[begin + j] = literal


@inline
def shorten(formula: Formula) -> int:
    """Leave out of the literals written last what follows from the rest; how many remain."""
    variables, literals, order = formula.variables, formula.literals, formula.order
    begin, size = formula.state[formulas.LITERALS], formula.state[formulas.WRITTEN]
    levels = ZERO
    for i in range(1, size):
        levels |= level_bit(formula, literals[begin + i] >> 1)
    count = whole(1)
    marked = whole(0)
    for i in range(1, size):
        result = implied(formula, whole(literals[begin + i]), levels, marked)
        marked = max(marked, result)
        if result < 0:
            swap(formula, count, i)
            count += 1
    for i in range(1, size):
        variables[literals[begin + i] >> 1, formulas.SEEN] = 0
    for i in range(marked):
        variables[order[formulas.MARKED, i], formulas.SEEN] = 0
    return count


@inline
def analyse(formula: Formula, conflict: int) -> int:
    """Write what a conflict teaches behind the last clause; its length.

    First comes the literal that will follow, then one of the deepest level of the others.
    """
    variables, literals, state = formula.variables, formula.literals, formula.state
    begin = state[formulas.LITERALS]
    state[formulas.WRITTEN] = 1  # the first is known at the end
    literal = formulas.NONE
    at = state[formulas.ASSIGNED] - 1
    reason = conflict
    pending = mark_reason(formula, reason, literal)  # literals of this level still to replace
    while True:
        while variables[formula.order[formulas.ASSIGNMENTS, at] >> 1, formulas.SEEN] == 0:
            at -= 1
        literal = whole(formula.order[formulas.ASSIGNMENTS, at])
        at -= 1
        variables[literal >> 1, formulas.SEEN] = 0
        pending -= 1
        if pending == 0:
            break
        pending += mark_reason(formula, whole(variables[literal >> 1, formulas.REASON]), literal)
    literals[begin] = literal ^ 1
    size = shorten(formula)
    for i in range(2, size):
        level = variables[literals[begin + i] >> 1, formulas.LEVEL]
        if level > variables[literals[begin + 1] >> 1, formulas.LEVEL]:
            swap(formula, whole(1), i)
    return size


@inline
def spread(formula: Formula, size: int) -> int:
    """On how many levels the literals lie that were written last (LBD)."""
    order, state = formula.order, formula.state
    state[formulas.STAMPS] += 1
    count = 0
    for at in range(state[formulas.LITERALS], state[formulas.LITERALS] + size):
        level = formula.variables[formula.literals[at] >> 1, formulas.LEVEL]
        if order[formulas.STAMP, level] != state[formulas.STAMPS]:
            order[formulas.STAMP, level] = state[formulas.STAMPS]
            count += 1
    return count


@inline
def worst_grade(formula: Formula, grades: Numbers) -> int:
    """The grade up to which half of the learned clauses are. ``grades`` has room for counts."""
    clauses, state = formula.clauses, formula.state
    grades[:] = 0
    for clause in range(state[formulas.CLAUSES]):
        grades[min(clauses[clause, formulas.GRADE], GRADE_LIMIT - 1)] += 1
    worst = 1
    few = grades[1]
    while worst < GRADE_LIMIT - 1 and few < state[formulas.LEARNED] // 2:
        worst += 1
        few += grades[worst]
    return worst


@inline
def forget(formula: Formula, grades: Numbers) -> None:
    """Drop the worse half of the learned clauses, and all that are true; nothing may be tried."""
    literals, clauses, state = formula.literals, formula.clauses, formula.state
    worst = worst_grade(formula, grades)
    formula.heads[:] = formulas.NONE
    count = whole(0)
    end = 0
    state[formulas.LEARNED] = 0
    for clause in range(state[formulas.CLAUSES]):
        start = clauses[clause, formulas.START]
        size = clauses[clause, formulas.SIZE]
        stays = clauses[clause, formulas.GRADE] <= max(worst - 1, 2)
        for at in range(start, start + size):
            stays &= formula.values[literals[at]] <= 0
        if stays:
            for i in range(size):
                literals[end + i] = literals[start + i]
            clauses[count, formulas.START] = end
            clauses[count, formulas.SIZE] = size
            clauses[count, formulas.GRADE] = clauses[clause, formulas.GRADE]
            state[formulas.LEARNED] += 1 if clauses[count, formulas.GRADE] > 0 else 0
            watch(formula, count)
            count += 1
            end += size
    state[formulas.CLAUSES] = count
    state[formulas.LITERALS] = end


@inline
def learn_from(formula: Formula, conflict: int) -> None:
    """Learn a clause, go back to where it has one literal left, and draw the conclusion."""
    literals, state = formula.literals, formula.state
    size = analyse(formula, conflict)
    formula.weight[0] *= DECAY
    grade = spread(formula, size)
    state[formulas.GRADES] += grade
    state[formulas.RECENT] += FINE * grade - (state[formulas.RECENT] >> LATELY)
    literal = whole(literals[state[formulas.LITERALS]])
    reason = formulas.NONE
    back = whole(0)
    if size > 1:
        back = formula.variables[literals[state[formulas.LITERALS] + 1] >> 1, formulas.LEVEL]
        reason = store(formula, size, grade)
    go_back(formula, back)
    assign(formula, literal, reason)


@inline
def is_restart_due(formula: Formula) -> bool:
    state = formula.state
    lately = state[formulas.RECENT] / (FINE << LATELY)
    is_worse = lately * state[formulas.CONFLICTS] > WORSE * state[formulas.GRADES]
    return bool(state[formulas.CONFLICTS] >= state[formulas.NEXT_RESTART] and is_worse)


@inline
def restart(formula: Formula, grades: Numbers) -> None:
    state = formula.state
    state[formulas.NEXT_RESTART] = state[formulas.CONFLICTS] + RESTART
    go_back(formula, whole(0))
    if state[formulas.LEARNED] > state[formulas.MOST_LEARNED]:
        forget(formula, grades)
        state[formulas.MOST_LEARNED] += state[formulas.MOST_LEARNED] // 8


@inline
def try_variable(formula: Formula) -> None:
    """Try the unassigned variable of most activity."""
    state = formula.state
    v = heaviest(formula)
    while formula.values[2 * v] != 0:
        v = heaviest(formula)
    formula.order[formulas.LEVELS, state[formulas.DEPTH]] = state[formulas.ASSIGNED]
    state[formulas.DEPTH] += 1
    assign(formula, 2 * v + formula.variables[v, formulas.PHASE], formulas.NONE)


@kernel(INT(formulas.FORMULA, INT))
def learn(formula: Formula, most: int) -> int:
    """Search on until so many conflicts in all: PAUSED, SOLVED, DONE, or FULL (make room first)."""
    state = formula.state
    grades = np.zeros(GRADE_LIMIT, np.int64)
    while True:
        if state[formulas.REFUTED]:
            return DONE
        room = formula.literals.shape[0] - state[formulas.LITERALS]
        if (
            room < 2 * state[formulas.VARIABLES]
            or formula.clauses.shape[0] - state[formulas.CLAUSES] < 2
        ):
            return FULL
        conflict = formulas.propagate(formula)
        if conflict != formulas.NONE:
            state[formulas.CONFLICTS] += 1
            if state[formulas.DEPTH] == 0:
                return DONE
            learn_from(formula, conflict)
            if state[formulas.CONFLICTS] >= most:
                return PAUSED
        elif state[formulas.ASSIGNED] == state[formulas.VARIABLES]:
            return SOLVED
        elif is_restart_due(formula):
            restart(formula, grades)
        else:
            try_variable(formula)


@kernel(INT(formulas.FORMULA))
def block(formula: Formula) -> int:
    """Forbid the solution found: not all of what was tried again. DONE if nothing was tried."""
    literals, order, state = formula.literals, formula.order, formula.state
    size = state[formulas.DEPTH]
    if size == 0:
        return DONE
    for i in range(size):
        literals[state[formulas.LITERALS] + i] = (
            order[formulas.ASSIGNMENTS, order[formulas.LEVELS, size - 1 - i]] ^ 1
        )
    literal = whole(literals[state[formulas.LITERALS]])
    reason = store(formula, size, whole(0)) if size > 1 else formulas.NONE
    go_back(formula, size - 1)
    assign(formula, literal, reason)
    state[formulas.CONFLICTS] += 1
    return PAUSED
