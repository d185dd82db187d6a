"""Sets of codes as the bits of numbers: the codes for which a fact is true, or that fit a row.

One number holds thousands of codes, so that whether a fact follows from others is one operation.
On a board of more codes than :data:`MOST_CODES` they are a sample that has what decides: possible
codes, those that only one row excludes, and some of each row. Whatever follows on a sample is tried
on all codes, and those for which it is false join the sample.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.code_table import CodeTable, Mask
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.rules.game import Code, Turn

MOST_CODES: Final = 2_500
SAMPLED: Final = 800  # possible codes, and those that one row alone excludes
OF_ROW: Final = 400  # codes that fit a row, whatever the others say
LARGEST_SHARED: Final = 5  # colours that rows share, or not
LARGEST_PART: Final = 3  # colours of a sum, but for a row's own

CodeSet = int


class FactSet(NamedTuple):
    """A fact, the codes for which it is true, and what it takes to read it."""

    fact: Fact
    codes: CodeSet
    effort: float


def code_set(mask: Mask) -> CodeSet:
    return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")


def code_sets(masks: NDArray[np.bool_]) -> list[CodeSet]:
    rows = np.packbits(masks, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in rows]


def sample(table: CodeTable) -> NDArray[np.intp]:
    """Return the places of the codes to look at."""
    if len(table.codes) <= MOST_CODES:
        return np.arange(len(table.codes))
    draw = np.random.default_rng(0)
    misses = np.bitwise_count(table.files)
    groups = [misses == 0, misses == 1, *table.fits]
    sizes = [SAMPLED, SAMPLED, *([OF_ROW] * len(table.fits))]
    places = [draw.integers(len(table.codes), size=OF_ROW)]
    for group, size in zip(groups, sizes, strict=True):
        rows = np.flatnonzero(group)
        places.append(rows if len(rows) <= size else draw.choice(rows, size, replace=False))
    return np.unique(np.concatenate(places))


def every_fact(table: CodeTable, guesses: Iterable[Code], *, counts: bool) -> Iterator[FactSet]:
    """Yield facts about single holes and colours, and if rows are counted, sums over colours.

    Those that are true of all codes are left out, and of equal ones all but the easiest to read.
    """
    masks = dict(_single_facts(table))
    if counts:
        masks |= _sums(table, tuple(guesses))
    sets = {(1 << len(table.codes)) - 1, 0}
    for fact, codes in zip(masks, code_sets(np.array([*masks.values()])), strict=True):
        if codes not in sets:
            sets.add(codes)
            yield FactSet(fact, codes, effort(fact))


def _single_facts(table: CodeTable) -> Iterator[tuple[Fact, Mask]]:
    pegs, choices = table.codes.shape[1], table.counts.shape[1]
    cells = table.codes.T[:, None] == np.arange(choices)[:, None]
    for hole, colour in product(range(pegs), range(choices)):
        yield Fact(FactKind.HOLE, (colour,), (hole,), 1), cells[hole, colour]
        yield Fact(FactKind.NOT_HERE, (colour,), (hole,)), ~cells[hole, colour]
    for colour, column in enumerate(table.counts.T):
        for count in range(1, int(column.max()) + 1):
            yield Fact(FactKind.IN, (colour,), count=count), column >= count
            yield _fewer(FactKind.MOST, (colour,), count), column < count


def _sums(table: CodeTable, guesses: Sequence[Code]) -> Iterator[tuple[Fact, Mask]]:
    """Yield how many of some of a row's colours are in, and how many pegs have one of them all."""
    columns = table.counts.T
    for colours in dict.fromkeys(_parts(guesses)):
        kinds = (columns[list(colours)] > 0).sum(axis=0)
        for count in range(1, len(colours) + 1):
            yield Fact(FactKind.AT_LEAST, colours, count=count), kinds >= count
            yield _fewer(FactKind.AT_MOST, colours, count), kinds < count
    for colours in dict.fromkeys(tuple(sorted(set(guess))) for guess in guesses):
        total = columns[list(colours)].sum(axis=0)
        for count in range(1, table.codes.shape[1] + 1):
            yield Fact(FactKind.SOME, colours, count=count), total >= count
            yield Fact(FactKind.MOST, colours, count=count - 1), total < count


def _fewer(kind: FactKind, colours: tuple[int, ...], count: int) -> Fact:
    return Fact(kind, colours, count=count - 1) if count > 1 else Fact(FactKind.OUT, colours)


def shared_sums(table: CodeTable, guesses: Sequence[Code]) -> Iterator[FactSet]:
    """Yield how many pegs have a colour of one row but not of another, of both, or of neither."""
    choices = table.counts.shape[1]
    pairs = [(set(code), set(rival)) for code, rival in combinations(guesses, 2)]
    sets = [part for a, b in pairs for part in (a - b, b - a, a & b, {*range(choices)} - a - b)]
    for colours in dict.fromkeys(tuple(sorted(part)) for part in sets):
        if 1 < len(colours) <= LARGEST_SHARED:
            total = table.counts.T[list(colours)].sum(axis=0)
            yield from _bounds(total, Fact(FactKind.SOME, colours), Fact(FactKind.MOST, colours))


def shared_places(table: CodeTable, turns: Sequence[Turn]) -> Iterator[FactSet]:
    """Yield how many pegs of two rows are in place where these agree, and where they differ.

    Of rows that differ everywhere, in how many holes either is right.
    """
    for pair in combinations(turns, 2):
        (code, blacks), (rival, rival_blacks) = pair
        holes = range(len(code))
        common_holes = tuple(hole for hole in holes if code[hole] == rival[hole])
        other_holes = tuple(hole for hole in holes if hole not in common_holes)
        parts: list[tuple[Code, tuple[int, ...]]] = []
        if blacks != (0,) != rival_blacks:
            whole = ((*code, *rival), (*holes, *holes))
            parts.append((_at(code, common_holes), common_holes) if common_holes else whole)
        if common_holes:
            parts += [
                (_at(turn.code, other_holes), other_holes) for turn in pair if turn.feedback != (0,)
            ]
        for colours, places in parts:
            number = (table.codes[:, places] == colours).sum(axis=1)
            bound = Fact(FactKind.AT_LEAST, colours, places)
            yield from _bounds(number, bound, Fact(FactKind.AT_MOST, colours, places))


def _bounds(numbers: NDArray[np.integer], floor: Fact, ceiling: Fact) -> Iterator[FactSet]:
    """Yield facts of each count that the numbers of some codes come to: at least that, or less."""
    all_codes = (1 << len(numbers)) - 1
    for count in range(1, int(numbers.max()) + 1):
        codes = code_set(numbers >= count)
        at_least, at_most = replace(floor, count=count), replace(ceiling, count=count - 1)
        yield FactSet(at_least, codes, effort(at_least))
        yield FactSet(at_most, all_codes & ~codes, effort(at_most))


def _at(code: Code, holes: Sequence[int]) -> Code:
    return tuple(code[hole] for hole in holes)


def _parts(guesses: Iterable[Code]) -> Iterator[tuple[int, ...]]:
    for guess in guesses:
        colours = sorted(set(guess))
        for size in {*range(2, min(len(colours), LARGEST_PART) + 1), len(colours)} - {1}:
            yield from combinations(colours, size)


def effort(fact: Fact) -> float:
    if fact.holes or len(fact.colours) == 1:
        return 1.0
    return 1.0 + 0.3 * len(fact.colours)
