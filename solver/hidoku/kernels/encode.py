"""Compiled encoding of a settled position: its variables, and the clauses that hold from the start.

Each number has a cell, each cell a number, the numbers before and after a number are in
neighbouring cells, and joined cells hold consecutive numbers.
"""

from __future__ import annotations

from solver.hidoku.kernels import formulas
from solver.hidoku.kernels.arrays import NUMBERS, TABLE, WORDS, Numbers, Table, Words
from solver.hidoku.kernels.bits import ZERO, has, is_single
from solver.hidoku.kernels.formulas import Formula, add
from solver.hidoku.kernels.propagate import PARTNERS
from solver.kernels import inline, kernel, types, whole


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
            formula.variables[v, formulas.NUMBER] = k
            formula.variables[v, formulas.CELL] = count + place
            formula.variables[v, formulas.PLACE] = place
            formula.members[v] = v
            formula.starts[count + place + 1] += 1
            v += 1
            index[k, place] = v
    return v


@kernel(types.void(formulas.FORMULA, WORDS, formulas.ROWS))
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
        group = formula.variables[i, formulas.CELL]
        members[ends[group]] = i
        ends[group] += 1


@inline
def write(formula: Formula, size: int, literal: int) -> int:
    """Write a literal of a new clause behind so many; how many there are then."""
    formula.literals[formula.state[formulas.LITERALS] + size] = literal
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
    for v in range(formula.state[formulas.VARIABLES]):
        k = whole(formula.variables[v, formulas.NUMBER])
        place = whole(formula.variables[v, formulas.PLACE])
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


@kernel(types.void(formulas.FORMULA, WORDS, NUMBERS, TABLE, formulas.ROWS))
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
