"""Conflict learning on the candidates that a settled position leaves open.

Depth-first search repeats itself when a distant contradiction has nothing to do with the latest
trials. For each contradiction a learner (``kernels``) finds a clause that says which choices can't
be combined, and never makes that mistake again. Its initial clauses: each number has a cell, each
cell a number, the numbers before and after a number are in neighbouring cells, and linked cells
hold consecutive numbers.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solver.hidoku.search.clause_learning import kernels
from solver.hidoku.search.propagation import BoardArrays, Places, Words

Table = npt.NDArray[np.int32]

_LEARNED = 4000  # clauses learned before any are dropped
_ROOM = 16 * _LEARNED


class Learner:
    """A learner for settled domains that finds all their solutions; it can pause at conflicts."""

    def __init__(self, shape: BoardArrays, domains: Words) -> None:
        sizes = np.bitwise_count(domains).sum(axis=1, dtype=np.int64)
        variables = int(sizes[sizes > 1].sum())
        self._domains, self._shape = domains, shape
        self._allocate(variables)
        kernels.number_variables(domains, self._index, self._facts, *self._groups)
        self._weights[:] = 1 / sizes[self._facts[:, kernels.NUMBER]]
        heaviest_first = np.argsort(-self._weights, kind="stable")
        self._order[kernels.HEAP, :variables] = heaviest_first
        self._facts[heaviest_first, kernels.RANK] = np.arange(variables)
        kernels.build(
            domains, shape.shifts, shape.links, self._index, *self._all, *self._groups, self._state
        )

    def _allocate(self, variables: int) -> None:
        last, bits = self._domains.shape[0], 64 * self._domains.shape[1]
        linked = 2 * last * len(self._shape.links)
        self._state = np.zeros(kernels.STATES, np.int64)
        self._index = np.zeros((last, bits), np.int32)
        self._facts = np.zeros((variables, 8), np.int32)
        self._values = np.zeros(2 * variables, np.int8)
        self._order = np.zeros((6, variables + 1), np.int32)
        self._weights, self._weight = np.zeros(variables), np.ones(1)
        self._heads = np.full(2 * variables, -1, np.int32)
        self._groups = np.zeros(last + bits + 1, np.int32), np.zeros(2 * variables, np.int32)
        self._clauses = np.zeros(
            (2 * variables + 2 * last + linked + _LEARNED, kernels.COLUMNS), np.int32
        )
        self._lits = np.zeros(22 * variables + 3 * linked + _ROOM, np.int32)
        self._state[[kernels.VARIABLES, kernels.HEAPED]] = variables
        self._state[kernels.MOST_LEARNED] = _LEARNED
        self._state[kernels.NEXT_RESTART] = kernels.RESTART

    @property
    def _all(self) -> tuple[Table, npt.NDArray[np.int8], Table, Table, Table, Table]:
        """The arguments of most kernels: variables, values, order, and clauses."""
        facts, values, order = self._facts, self._values, self._order
        return facts, values, order, self._lits, self._clauses, self._heads

    def restrict(self, domains: Words, choice: Places, rest: Words) -> None:
        """Leave out what a depth-first search has looked at; it has reached ``domains``.

        At each depth one number was chosen; ``rest`` are the cells it has still to try. Either an
        earlier choice is undone, or the number is in its present cell or in one of ``rest``.
        """
        earlier: list[int] = []
        for number, row in zip(choice.tolist(), rest, strict=True):
            now = int(self._variables(number, domains[number])[0])
            left = self._variables(number, row).tolist()
            if kernels.PAIR not in {now, *left}:
                self._add([*earlier, *(2 * v for v in (now, *left) if v >= 0)])
            if now == kernels.NONE:
                return
            if now >= 0:
                earlier.append(2 * now + 1)

    def _variables(self, number: int, row: Words) -> Table:
        """A number's variables in some cells; NONE if eliminated, PAIR if it is placed."""
        places = np.unpackbits(row.view(np.uint8), bitorder="little").nonzero()[0]
        found: Table = self._index[number, places] - 1
        return found

    def _add(self, literals: list[int]) -> None:
        begin = int(self._state[kernels.LITERALS])
        if begin + len(literals) > len(self._lits):
            self._make_room()
        self._lits[begin : begin + len(literals)] = literals
        kernels.add(len(literals), *self._all, self._state)

    def prefer_path(self, path: Places) -> None:
        """Try this path's candidates first; only before anything has been tried."""
        facts = self._facts
        facts[:, kernels.PHASE] = path[facts[:, kernels.NUMBER]] != facts[:, kernels.PLACE]

    def run(self, most: int) -> int:
        """Continue until ``most`` conflicts in all; PAUSED, FOUND or DONE as in ``kernels``."""
        while (status := self._learn(most)) == kernels.FULL:
            self._make_room()
        return status

    def _make_room(self) -> None:
        self._lits = np.concatenate([self._lits, np.zeros_like(self._lits)])
        self._clauses = np.concatenate([self._clauses, np.zeros_like(self._clauses)])

    def _learn(self, most: int) -> int:
        rest = *self._all, *self._groups, self._state
        return int(kernels.learn(self._weights, self._weight, *rest, most))

    def block(self) -> int:
        """Forbid the solution just found; DONE if there can be no other, else PAUSED."""
        return int(kernels.block(self._weights, *self._all, self._state))

    @property
    def conflicts(self) -> int:
        """Conflicts so far; each blocked solution counts as one."""
        return int(self._state[kernels.CONFLICTS])

    @property
    def path(self) -> Places:
        path = np.zeros(len(self._domains), np.int64)
        numbers, places = (self._index < 0).nonzero()
        path[numbers] = places
        trail = self._order[kernels.TRAIL, : self._state[kernels.ASSIGNED]]
        facts = self._facts[trail[trail % 2 == 0] >> 1]
        path[facts[:, kernels.NUMBER]] = facts[:, kernels.PLACE]
        return path
