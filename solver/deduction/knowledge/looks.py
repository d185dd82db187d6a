"""Looks: how one row, or two that are compared, show a fact, and at what cost to the reader.

A look counts one row. It may use facts that were told, and facts that one other row shows by
itself. Of all choices of such sources it has the cheapest that leave no code of the row for which
the fact is false. Or two rows show it in two cases: one if something is so, another if it isn't.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from operator import and_
from typing import Final, NamedTuple

from solver.deduction.knowledge.code_sets import CodeSet, FactSet
from solver.deduction.knowledge.facts import Fact
from solver.deduction.knowledge.turn_sets import Proof

SOURCE_COSTS: Final = (0, 0, 0.7, 0.3, 0.3, 0.3)  # of each fact more
MOST_SOURCES: Final = len(SOURCE_COSTS)
MOST_STEPS: Final = 60  # of one search for the cheapest sources
TOLD_COST: Final = 0.2
GLANCE_COST: Final = 0.25  # where a peg isn't, of a row without any in place
LINE_COSTS: Final = (0.4, 0.7, 1.4, 3.0)  # of naming one more line
OTHER_ROW_COST: Final = 0.7
SCORE_COST: Final = 0.8  # of what a row's feedback says, for one of its two counts
CASES_COST: Final = 1.6  # of what is so in two cases
UNALIKE_COST: Final = 0.9  # of two rows that aren't compared by one count
MOST_DIFFERENT: Final = 2  # holes in which such rows differ


class Source(NamedTuple):
    """A fact that a line may use: the codes it excludes, what it costs, and whose it is."""

    fact: Fact
    kills: CodeSet
    cost: float
    row: int = -1
    line: int = -1


class RowLook(NamedTuple):
    """How a fact is shown: the row that is counted (or -1), what its feedback must say, sources.

    If there are ``cases``, the row shows the goal if they are so, and ``other`` if they aren't.
    """

    cost: float
    goal: FactSet
    row: int
    scores: tuple[FactSet, ...] = ()
    sources: tuple[Source, ...] = ()
    cases: FactSet | None = None
    other: int = -1
    otherwise: tuple[FactSet, ...] = ()

    @property
    def left(self) -> CodeSet:
        """The codes that fit what the look names of the row, and its sources."""
        codes = reduce(and_, (score.codes for score in self.scores), -1)
        if self.cases:
            codes &= self.cases.codes
            codes |= reduce(and_, (score.codes for score in self.otherwise), ~self.cases.codes)
        return reduce(and_, (~source.kills for source in self.sources), codes)


def cheapest_cover(
    bad: CodeSet, sources: Iterable[Source], cap: float
) -> tuple[float, tuple[Source, ...]] | None:
    """Return the cheapest sources that together exclude these codes, at less than ``cap``."""
    if not bad:
        return 0.0, ()
    offers: dict[CodeSet, Source] = {}
    for source in sources:
        kills = source.kills & bad
        if kills and (kills not in offers or source.cost < offers[kills].cost):
            offers[kills] = source
    once = twice = often = 0  # codes that so many sources exclude, or more
    for kills in offers:
        often |= twice & kills
        twice |= once & kills
        once |= kills
    if bad & ~once:
        return None
    entries = sorted(offers.items(), key=lambda item: item[1].cost)
    best: list[tuple[float, tuple[Source, ...]]] = []
    limit = cap
    steps = MOST_STEPS

    def exclude(bad: CodeSet, cost: float, chosen: tuple[Source, ...], lines: Proof) -> None:
        nonlocal limit, steps
        hard = bad & ~twice or bad & ~often or bad
        pivot = hard & -hard
        is_last = len(chosen) + 1 == MOST_SOURCES
        remainders: list[CodeSet] = []
        for kills, source in entries:
            if cost + source.cost >= limit or steps < 0:
                return
            if not kills & pivot:
                continue
            remainder = bad & ~kills
            if remainder and (is_last or any(not codes & ~remainder for codes in remainders)):
                continue
            remainders.append(remainder)
            steps -= 1
            price = cost + source.cost + SOURCE_COSTS[len(chosen)]
            new_lines = lines
            if source.line >= 0 and source.line not in lines:
                price += LINE_COSTS[len(lines)]
                new_lines = (*lines, source.line)
            if price >= limit:
                continue
            if not remainder:
                limit = price
                best.append((price, (*chosen, source)))
            elif len(new_lines) < len(LINE_COSTS):
                exclude(remainder, price, (*chosen, source), new_lines)

    exclude(bad, 0.0, (), ())
    return best[-1] if best else None


def needed_scores(
    scores: Sequence[FactSet], before: CodeSet, goal: CodeSet
) -> tuple[FactSet, ...] | None:
    """Return the fewest scores of a row that leave none of these codes outside the goal."""
    leaks = before & ~goal
    for size in range(len(scores) + 1):
        for subset in combinations(scores, size):
            if not reduce(and_, (score.codes for score in subset), leaks):
                return subset
    return None


def quantities(scores: Iterable[FactSet]) -> int:
    """Return how many of a row's counts are named: of pegs in place, and of right ones."""
    return len({bool(score.fact.holes) for score in scores})


def compares(row: Fact, second_row: Fact) -> bool:
    """Say whether two scores are compared at a glance: of right colours, or of pegs in place.

    Then rows must be nearly alike, or differ everywhere.
    """
    if not (row.holes and second_row.holes):
        return not row.holes and not second_row.holes
    pairs = zip(row.colours, second_row.colours, strict=True)
    differences = sum(colour != rival for colour, rival in pairs)
    return differences <= MOST_DIFFERENT or differences == len(row.holes)
