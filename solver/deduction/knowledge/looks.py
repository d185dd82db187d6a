"""Looks: how one row, or two that are compared, show a fact, and at what cost to the reader.

A look counts one row. It may use facts that were told, and facts that one other row shows by
itself. Of all choices of such sources it has the cheapest that leave no code of the row for which
the fact is false. Or it supposes that the fact is false: then one row shows where pegs must be, and
another would have other feedback.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from operator import and_
from typing import Final, NamedTuple

from solver.deduction.knowledge.code_sets import CodeSet, FactSet
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.knowledge.facts import Fact

MOST_SOURCES: Final = 4
MOST_PROMISING: Final = 40  # sources; more only for codes that these don't exclude
MOST_STEPS: Final = 120  # of one search for the cheapest sources
TOLD_COST: Final = 0.2
GLANCE_COST: Final = 0.25  # where a peg isn't, of a row without any in place
LINE_COSTS: Final = (0.4, 0.7, 3.0, 6.0)  # of naming one more line
OTHER_ROW_COST: Final = 0.7
SCORE_COST: Final = 0.8  # of what a row's feedback says, for one of its two counts
SUPPOSED_COST: Final = 1.2
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

    If the fact's opposite is ``supposed``, the ``sources`` of the other row are what it then shows.
    """

    cost: float
    goal: FactSet
    row: int
    scores: tuple[FactSet, ...] = ()
    sources: tuple[Source, ...] = ()
    is_supposed: bool = False

    @property
    def left(self) -> CodeSet:
        """The codes that fit what the look names of the row, and its sources."""
        sets = [score.codes for score in self.scores]
        return reduce(and_, [*sets, *(~source.kills for source in self.sources)], -1)


def cheapest_cover(
    bad: CodeSet, sources: Iterable[Source], most: float
) -> tuple[float, tuple[Source, ...]] | None:
    """Return the cheapest sources that together exclude these codes, at less than ``most``."""
    if not bad:
        return 0.0, ()
    every = _promising(bad, sources)
    if reduce(lambda left, item: left & ~item[0], every, bad):
        return None
    best: list[tuple[float, tuple[Source, ...]]] = []
    limit = most
    steps = MOST_STEPS

    def exclude(bad: CodeSet, cost: float, chosen: tuple[Source, ...], lines: Proof) -> None:
        nonlocal limit, steps
        pivot = bad & -bad
        last = len(chosen) + 1 == MOST_SOURCES
        for kills, source in every:
            if cost + source.cost >= limit or steps < 0:
                return
            if not kills & pivot or (last and bad & ~kills):
                continue
            steps -= 1
            price = cost + source.cost
            named = lines
            if source.line >= 0 and source.line not in lines:
                price += LINE_COSTS[len(lines)]
                named = (*lines, source.line)
            if price >= limit:
                continue
            left = bad & ~kills
            if not left:
                limit = price
                best.append((price, (*chosen, source)))
            elif len(named) < len(LINE_COSTS):
                exclude(left, price, (*chosen, source), named)

    exclude(bad, 0.0, (), ())
    return best[-1] if best else None


def _promising(bad: CodeSet, sources: Iterable[Source]) -> list[tuple[CodeSet, Source]]:
    """Return what sources exclude of some codes, the cheapest first, without those that do less."""
    found: list[tuple[CodeSet, Source]] = []
    left = bad
    for source in sorted(sources, key=lambda source: source.cost):
        kills = source.kills & bad
        if len(found) > MOST_PROMISING:
            kills &= left
        if kills and all(kills & ~more for more, _ in found):
            found.append((kills, source))
            left &= ~kills
    return found


def needed_scores(
    scores: Sequence[FactSet], before: CodeSet, goal: CodeSet
) -> tuple[FactSet, ...] | None:
    """Return the fewest scores of a row that leave none of these codes outside the goal."""
    bad = before & ~goal
    for size in range(len(scores) + 1):
        for some in combinations(scores, size):
            if not reduce(and_, (score.codes for score in some), bad):
                return some
    return None


def quantities(scores: Iterable[FactSet]) -> int:
    """Return how many of a row's counts are named: of pegs in place, and of right ones."""
    return len({bool(score.fact.holes) for score in scores})


def compares(row: Fact, other: Fact) -> bool:
    """Say whether two scores are compared at a glance: right colours, or rows nearly alike."""
    if not (row.holes and other.holes):
        return not row.holes and not other.holes
    pairs = zip(row.colours, other.colours, strict=True)
    return sum(one != same for one, same in pairs) <= MOST_DIFFERENT
