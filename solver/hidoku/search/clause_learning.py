"""Conflict learning on the candidates that a settled position leaves open.

Depth-first search repeats itself when a distant contradiction has nothing to do with the latest
trials. For each contradiction a learner (``kernels/learn.py``) finds a clause that says which
choices can't be combined, and never makes that mistake again.
"""

import numpy as np

from solver.hidoku.kernels import formulas, learn
from solver.hidoku.kernels.arrays import Table
from solver.hidoku.kernels.formulas import Formula
from solver.hidoku.kernels.outcomes import FULL
from solver.hidoku.search.propagation import BoardArrays, Places, Words

_LEARNED = 4000  # clauses learned before any are dropped
_ROOM = 16 * _LEARNED


class Learner:
    """A learner for settled domains that finds all their solutions; it can pause at conflicts."""

    def __init__(self, shape: BoardArrays, domains: Words) -> None:
        sizes = np.bitwise_count(domains).sum(axis=1, dtype=np.int64)
        candidates = int(sizes[sizes > 1].sum())
        self._domains = domains
        self._index = np.zeros((domains.shape[0], 64 * domains.shape[1]), np.int32)
        self._formula = formula = _empty_formula(shape, domains, candidates)
        formulas.number_variables(formula, domains, self._index)
        formula.weights[:] = 1 / sizes[formula.variables[:, formulas.NUMBER]]
        heaviest_first = np.argsort(-formula.weights, kind="stable")
        formula.order[formulas.HEAP, :candidates] = heaviest_first
        formula.variables[heaviest_first, formulas.RANK] = np.arange(candidates)
        formulas.build(formula, domains, shape.shifts, shape.joined, self._index)

    def restrict(self, domains: Words, choices: Places, options: Words) -> None:
        """Leave out what a depth-first search has looked at; it has reached ``domains``.

        At each depth one number was chosen; ``options`` are the cells it has still to try. Either
        an earlier choice is undone, or the number is in its present cell or in an untried one.
        """
        earlier: list[int] = []
        for number, row in zip(choices.tolist(), options, strict=True):
            variable = int(self._variables(number, domains[number])[0])
            alternatives = [variable, *self._variables(number, row).tolist()]
            if formulas.PAIR not in alternatives:
                self._add([*earlier, *(2 * v for v in alternatives if v >= 0)])
            if variable == formulas.NONE:
                return
            if variable >= 0:
                earlier.append(2 * variable + 1)

    def _variables(self, number: int, row: Words) -> Table:
        """A number's variables in some cells; NONE if eliminated, PAIR if it is placed."""
        places = np.unpackbits(row.view(np.uint8), bitorder="little").nonzero()[0]
        variables: Table = self._index[number, places] - 1
        return variables

    def _add(self, literals: list[int]) -> None:
        begin = int(self._formula.state[formulas.LITERALS])
        if begin + len(literals) > len(self._formula.literals):
            self._make_room()
        self._formula.literals[begin : begin + len(literals)] = literals
        formulas.add(self._formula, len(literals))

    def prefer_path(self, path: Places) -> None:
        """Try this path's candidates first; only before anything has been tried."""
        variables = self._formula.variables
        is_off_path = path[variables[:, formulas.NUMBER]] != variables[:, formulas.PLACE]
        variables[:, formulas.PHASE] = is_off_path

    def run(self, most_conflicts: int) -> int:
        """Continue until ``most_conflicts`` in all; PAUSED, SOLVED or DONE as in ``learn``."""
        while (outcome := learn.learn(self._formula, most_conflicts)) == FULL:
            self._make_room()
        return outcome

    def _make_room(self) -> None:
        literals = self._formula.literals
        rows = self._formula.clauses
        self._formula = self._formula._replace(
            literals=np.concatenate([literals, np.zeros_like(literals)]),
            clauses=np.concatenate([rows, np.zeros_like(rows)]),
        )

    def block(self) -> int:
        """Forbid the solution just found; DONE if there can be no other, else PAUSED."""
        return learn.block(self._formula)

    @property
    def conflicts(self) -> int:
        """Conflicts so far; each blocked solution counts as one."""
        return int(self._formula.state[formulas.CONFLICTS])

    @property
    def path(self) -> Places:
        formula = self._formula
        path = np.zeros(len(self._domains), np.int64)
        numbers, places = (self._index < 0).nonzero()
        path[numbers] = places
        literals = formula.order[formulas.ASSIGNMENTS, : formula.state[formulas.ASSIGNED]]
        rows = formula.variables[literals[literals % 2 == 0] >> 1]
        path[rows[:, formulas.NUMBER]] = rows[:, formulas.PLACE]
        return path


def _empty_formula(shape: BoardArrays, domains: Words, variables: int) -> Formula:
    count = domains.shape[0]
    bits = 64 * domains.shape[1]
    joined_clauses = 2 * count * len(shape.joined)
    state = np.zeros(formulas.STATES, np.int64)
    state[[formulas.VARIABLES, formulas.HEAPED]] = variables
    state[formulas.MOST_LEARNED] = _LEARNED
    state[formulas.NEXT_RESTART] = learn.RESTART
    rows = 2 * variables + 2 * count + joined_clauses + _LEARNED
    return Formula(
        variables=np.zeros((variables, 8), np.int32),
        values=np.zeros(2 * variables, np.int8),
        order=np.zeros((formulas.ORDERS, variables + 1), np.int32),
        weights=np.zeros(variables),
        weight=np.ones(1),
        literals=np.zeros(22 * variables + 3 * joined_clauses + _ROOM, np.int32),
        clauses=np.zeros((rows, formulas.COLUMNS), np.int32),
        heads=np.full(2 * variables, -1, np.int32),
        starts=np.zeros(count + bits + 1, np.int32),
        members=np.zeros(2 * variables, np.int32),
        state=state,
    )
