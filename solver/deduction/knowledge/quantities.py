"""What is counted, and the equations by which counts add up.

An equation says that parts add up to a whole, so that each part is what the others leave of it. A
row has two equations: its pegs in place, and its right colours. The table of holes and colours has
one for each hole and each colour, and sets of colours add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import combinations, starmap
from typing import NamedTuple

Colours = frozenset[int]


class CountKind(Enum):
    """What is counted.

    CELL: how many of some holes have a colour. HOLE: how many colours a hole has, which is one.
    PEGS: those of the code with one of some colours. CAPPED: the same for one colour, but at most
    ``number``. KINDS: how many of some colours are in the code. PLACED: how many pegs of row
    ``number`` are in place, in some holes. RIGHT: how many of them have a right colour.
    """

    CELL = "cell"
    HOLE = "hole"
    PEGS = "pegs"
    CAPPED = "capped"
    KINDS = "kinds"
    PLACED = "placed"
    RIGHT = "right"


class Quantity(NamedTuple):
    kind: CountKind
    colours: Colours = frozenset()
    holes: frozenset[int] = frozenset()
    number: int = 0


def cell(hole: int, colour: int) -> Quantity:
    return Quantity(CountKind.CELL, frozenset({colour}), frozenset({hole}))


def pegs_of(colours: Iterable[int]) -> Quantity:
    return Quantity(CountKind.PEGS, frozenset(colours))


class Equation(NamedTuple):
    """Parts that add up to a whole, by a row or by the table of holes and colours."""

    whole: Quantity
    parts: tuple[Quantity, ...]
    row: int | None = None


class RowCounts(NamedTuple):
    """A row, and the least and most of its pegs in place, and of those with a right colour."""

    number: int
    code: tuple[int, ...]
    placed: tuple[int, int]
    right: tuple[int, int]


def row_equations(row: RowCounts) -> Iterator[Equation]:
    """Yield how a row's pegs in place add up, and its right ones."""
    holes = frozenset(range(len(row.code)))
    counts = Counter(row.code)
    placed = Quantity(CountKind.PLACED, holes=holes, number=row.number)
    yield Equation(placed, tuple(starmap(cell, enumerate(row.code))), row.number)
    capped = (Quantity(CountKind.CAPPED, frozenset({c}), number=n) for c, n in counts.items())
    yield Equation(Quantity(CountKind.RIGHT, number=row.number), tuple(capped), row.number)


def table_equations(pegs: int, choices: int) -> Iterator[Equation]:
    for hole in range(pegs):
        whole = Quantity(CountKind.HOLE, holes=frozenset({hole}))
        yield Equation(whole, tuple(cell(hole, colour) for colour in range(choices)))
    for colour in range(choices):
        yield Equation(pegs_of({colour}), tuple(cell(hole, colour) for hole in range(pegs)))


def set_equations(rows: Sequence[RowCounts], choices: int) -> Iterator[Equation]:
    """Yield how sets of colours add up: those of rows, what they share, and what they don't."""
    every = frozenset(range(choices))
    sets = {frozenset(row.code) for row in rows}
    sets |= {every - one for one in sets}
    for one in (*sets, every):
        if len(one) > 1:
            yield sum_equation(one)
        yield Equation(pegs_of(every), (pegs_of(one), pegs_of(every - one)))
    for one, other in combinations(sets, 2):
        if not one & other:
            rest = every - one - other
            if len(rest) > 1:
                yield sum_equation(rest)
            yield Equation(pegs_of(every), (pegs_of(one), pegs_of(other), pegs_of(rest)))


def sum_equation(colours: Colours) -> Equation:
    return Equation(pegs_of(colours), tuple(pegs_of({colour}) for colour in sorted(colours)))
