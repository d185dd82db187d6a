"""What counting shows: least and most values of quantities, each with what it rests on.

A bound is one count in one equation, by bounds that were known before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple

from solver.deduction.knowledge.facts import Fact
from solver.deduction.knowledge.quantities import (
    CountKind,
    Equation,
    Quantity,
    RowCounts,
    pegs_of,
    row_equations,
    set_equations,
    table_equations,
)


@dataclass(frozen=True, eq=False)
class Bound:
    """A least or a most value of a quantity, the row that shows it, and what it rests on.

    If it ``is_given``, it is supposed, or else what the ``premise`` says.
    """

    quantity: Quantity
    is_least: bool
    value: int
    _: KW_ONLY
    row: int | None = None
    causes: tuple[Bound, ...] = ()
    is_given: bool = False
    premise: Fact | None = None

    @property
    def is_supposed(self) -> bool:
        return self.is_given and self.premise is None


Limit = tuple[Quantity, bool, int]  # a quantity, whether this is a least or a most value, and it


class BoundConflict(NamedTuple):
    """An equation whose parts come to too much or too little, by these bounds.

    They are at least ``value``, or at most; the whole is ``limit``.
    """

    equation: Equation
    is_least: bool
    value: int
    limit: int
    causes: tuple[Bound, ...]


class Bounds:
    """All that follows by counting; ``conflict`` is where that fails, if it does.

    Quantities have numbers. ``_values`` has their most and their least values, and ``_bounds`` what
    these rest on, if it isn't the rules of the board alone.
    """

    def __init__(self, most: Sequence[int], pegs: int) -> None:
        self.conflict: BoundConflict | None = None
        self._most = tuple(most)
        self._pegs = pegs
        self._numbers: dict[Quantity, int] = {}
        self._values: tuple[list[int], list[int]] = ([], [])
        self._bounds: tuple[list[Bound | None], list[Bound | None]] = ([], [])
        self._uses: list[tuple[int, ...]] = []
        self._equations: list[tuple[Equation, int, tuple[int, ...]]] = []
        self._waiting: dict[int, None] = {}
        self.count(table_equations(pegs, len(most)))

    def copy(self) -> Bounds:
        other = copy(self)
        other._numbers = dict(self._numbers)
        other._waiting = {}
        other._uses, other._equations = list(self._uses), list(self._equations)
        other._values = (list(self._values[0]), list(self._values[1]))
        other._bounds = (list(self._bounds[0]), list(self._bounds[1]))
        return other

    def show(self, rows: Sequence[RowCounts]) -> Bounds:
        """Set what rows say, with their equations."""
        for row in rows:
            equations = [*row_equations(row)]
            for equation, (low, high) in zip(equations, (row.placed, row.right), strict=True):
                self._set(Bound(equation.whole, True, low, row=row.number))
                self._set(Bound(equation.whole, False, high, row=row.number))
            self._set(Bound(pegs_of(row.code), True, row.right[0], row=row.number))
            self.count(equations)
        return self.count(set_equations(rows, len(self._most)))

    def count(self, equations: Iterable[Equation]) -> Bounds:
        for equation in equations:
            place = len(self._equations)
            whole, *parts = map(self._number, (equation.whole, *equation.parts))
            self._equations.append((equation, whole, tuple(parts)))
            self._waiting[place] = None
            for number in (whole, *parts):
                self._uses[number] = (*self._uses[number], place)
        return self._run()

    def give(self, limits: Iterable[Limit], premise: Fact | None = None) -> Bounds:
        """Suppose that quantities are within limits, or use a fact known before, if it is new."""
        for quantity, is_least, value in limits:
            before = self._values[is_least][self._number(quantity)]
            if premise is None or (value > before if is_least else value < before):
                self._set(Bound(quantity, is_least, value, is_given=True, premise=premise))
        return self._run()

    def bound(self, quantity: Quantity, is_least: bool) -> Bound | None:
        return self._bounds[is_least][self._number(quantity)]

    def reaches(self, limit: Limit) -> bool:
        """Say whether a quantity is known to be at least or at most so much by what rows show."""
        quantity, is_least, value = limit
        bound = self.bound(quantity, is_least)
        return bound is not None and (bound.value >= value if is_least else bound.value <= value)

    def against(self, limits: Iterable[Limit]) -> list[Bound]:
        """Return the bounds that exclude one of these limits by themselves."""
        return [
            bound
            for quantity, is_least, value in limits
            if (bound := self.bound(quantity, not is_least))
            and (bound.value < value if is_least else bound.value > value)
        ]

    def _number(self, quantity: Quantity) -> int:
        number = self._numbers.setdefault(quantity, len(self._uses))
        if number == len(self._uses):
            self._uses.append(())
            for is_least in (False, True):
                self._values[is_least].append(self._natural(quantity, is_least))
                self._bounds[is_least].append(None)
        return number

    def _natural(self, quantity: Quantity, is_least: bool) -> int:
        """Return the least or most that a quantity can be by the rules of the board alone."""
        kind, colours, holes, number = quantity
        if is_least:
            others = sum(most for colour, most in enumerate(self._most) if colour not in colours)
            return int(kind is CountKind.HOLE) or max(0, self._pegs - others) * (
                kind is CountKind.PEGS
            )
        match kind:
            case CountKind.CELL | CountKind.HOLE | CountKind.PLACED:
                return len(holes)
            case CountKind.PEGS:
                return min(self._pegs, sum(self._most[colour] for colour in colours))
            case CountKind.CAPPED:
                return min(number, *(self._most[colour] for colour in colours))
            case _:
                return min(self._pegs, len(colours) if kind is CountKind.KINDS else self._pegs)

    def _run(self) -> Bounds:
        while self._waiting and not self.conflict:
            place = min(self._waiting)  # the table, then rows, and sets of colours last
            del self._waiting[place]
            self._evaluate(*self._equations[place])
        return self

    def _evaluate(self, equation: Equation, whole: int, parts: tuple[int, ...]) -> None:
        """Set what each part can be at least and at most, and the whole."""
        for is_least in (True, False):
            values, others = self._values[is_least], self._values[not is_least]
            total, limit = sum([values[part] for part in parts]), others[whole]
            slack = limit - total if is_least else total - limit
            bounds = [self._bounds[is_least][part] for part in parts]
            last = self._bounds[not is_least][whole]
            if slack < 0:
                causes = tuple(filter(None, (*bounds, last)))
                self.conflict = BoundConflict(equation, is_least, total, limit, causes)
                return
            if total > values[whole] if is_least else total < values[whole]:
                self._improve(equation.whole, is_least, total, equation.row, bounds)
            for place, part in enumerate(parts):
                if abs(others[part] - values[part]) > slack:
                    value = values[part] + (slack if is_least else -slack)
                    rest = [*bounds[:place], *bounds[place + 1 :], last]
                    self._improve(equation.parts[place], not is_least, value, equation.row, rest)

    def _improve(
        self,
        quantity: Quantity,
        is_least: bool,
        value: int,
        row: int | None,
        causes: Iterable[Bound | None],
    ) -> None:
        before = self._values[is_least][self._number(quantity)]
        if value > before if is_least else value < before:
            self._set(Bound(quantity, is_least, value, row=row, causes=tuple(filter(None, causes))))

    def _set(self, bound: Bound) -> None:
        quantity = bound.quantity
        is_least = bound.is_least
        value = bound.value
        number = self._number(quantity)
        self._values[is_least][number] = value
        self._bounds[is_least][number] = bound
        self._waiting.update(dict.fromkeys(self._uses[number]))
        if quantity.kind is CountKind.CAPPED and (is_least or value < quantity.number):
            self._improve(pegs_of(quantity.colours), is_least, value, None, [bound])
        elif quantity.kind is CountKind.PEGS and len(quantity.colours) == 1:
            for most in range(1, self._pegs + 1):
                capped = Quantity(CountKind.CAPPED, quantity.colours, number=most)
                if capped in self._numbers:
                    self._improve(capped, is_least, min(value, most), None, [bound])
