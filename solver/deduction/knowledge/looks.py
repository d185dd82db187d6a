"""Looks: how one row, or two that are compared, show a fact, and at what cost to the reader.

A look counts one row. It may use facts that were told, and facts that one other row shows by
itself. Of all choices of such sources it has the cheapest that leave no code of the row for which
the fact is false. Or two rows show it in two cases: one if something is so, another if it isn't.
Looks are searched for by sets of codes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations, product
from operator import and_
from typing import Final, NamedTuple

from solver.deduction.knowledge.code_sets import CodeSet, FactSet, code_set, every_fact
from solver.deduction.knowledge.code_table import CodeTable
from solver.deduction.knowledge.facts import Fact, FactKind, Proof
from solver.deduction.rules.game import Game, Turn

SOURCE_COSTS: Final = (0, 0, 0.7, 0.3, 0.3, 0.3)  # of each fact more
MOST_SOURCES: Final = len(SOURCE_COSTS)
MOST_STEPS: Final = 60  # of one search for the cheapest sources
TOLD_COST: Final = 0.2
GLANCE_COST: Final = 0.25  # where a peg isn't, of a row without any in place
LINE_COSTS: Final = (0.4, 0.7, 1.4, 3.0)  # of naming one more line
OTHER_ROW_COST: Final = 0.7
SCORE_COST: Final = 0.8  # of what a row's feedback says, for one of its two counts
CASES_COST: Final = 1.6  # of what is so in two cases
MOST_COUNTS: Final = 2  # that one takes in together
CROWD_COST: Final = 5.0  # of each more
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


class Cover(NamedTuple):
    """Sources that together exclude some codes, and what they cost."""

    cost: float = 0.0
    sources: tuple[Source, ...] = ()
    lines: Proof = ()


def cheapest_cover(bad: CodeSet, sources: Iterable[Source], cap: float) -> Cover | None:
    """Return the cheapest sources that together exclude these codes, at less than ``cap``."""
    if not bad:
        return Cover()
    offers: dict[CodeSet, Source] = {}
    for source in sources:
        kills = source.kills & bad
        if kills and (kills not in offers or source.cost < offers[kills].cost):
            offers[kills] = source
    search = _CoverSearch(offers, cap)
    if not bad & ~search.once:
        search.exclude(bad, Cover())
    return search.best


class _CoverSearch:
    """Takes one source after another, each for a code that few of them exclude."""

    def __init__(self, offers: dict[CodeSet, Source], cap: float) -> None:
        self.best: Cover | None = None
        self._entries = sorted(offers.items(), key=lambda item: item[1].cost)
        self._limit = cap
        self._steps = MOST_STEPS
        self.once = self._twice = self._often = 0  # codes that so many exclude, or more
        for kills in offers:
            self._often |= self._twice & kills
            self._twice |= self.once & kills
            self.once |= kills

    def exclude(self, bad: CodeSet, chosen: Cover) -> None:
        hard = bad & ~self._twice or bad & ~self._often or bad
        pivot = hard & -hard
        is_last = len(chosen.sources) + 1 == MOST_SOURCES
        remainders: list[CodeSet] = []
        for kills, source in self._entries:
            if chosen.cost + source.cost >= self._limit or self._steps < 0:
                return
            if not kills & pivot:
                continue
            remainder = bad & ~kills
            if remainder and (is_last or any(not codes & ~remainder for codes in remainders)):
                continue
            remainders.append(remainder)
            self._steps -= 1
            cost = chosen.cost + source.cost + SOURCE_COSTS[len(chosen.sources)]
            lines = chosen.lines
            if source.line >= 0 and source.line not in lines:
                cost += LINE_COSTS[len(lines)]
                lines = (*lines, source.line)
            if cost >= self._limit:
                continue
            cover = Cover(cost, (*chosen.sources, source), lines)
            if not remainder:
                self._limit = cost
                self.best = cover
            elif len(lines) < len(LINE_COSTS):
                self.exclude(remainder, cover)


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


WHOLE: Final = (FactKind.AT_LEAST, FactKind.AT_MOST)
MOST_CASES: Final = 6  # tried for a goal, those first that leave least to be excluded
HARD: Final = 6.5  # that sources of a look may cost, or it is no argument


class LookSearch:
    """The rows of a position, what each shows by itself, and what was told so far."""

    def __init__(self, game: Game, turns: Sequence[Turn], table: CodeTable) -> None:
        self._game, self._turns, self._table = game, turns, table
        self._codes = (1 << len(table.codes)) - 1
        self._rows = [code_set(fits) for fits in table.fits]
        self._are_counted = not game.marks_holes and all(
            type(part) is int for turn in turns for part in turn.feedback
        )
        guesses = [turn.code for turn in turns]
        self._facts = [*every_fact(table, guesses, counts=game.counting is not None)]
        self._scores = [[*self._row_scores(row)] for row in range(len(turns))]
        self._row_sources = [[*self._shown_by(row)] for row in range(len(turns))]
        kinds = (FactKind.HOLE, FactKind.IN)
        self._cases = [case for case in self._facts if case.fact.kind in kinds]
        self._sources: list[Source] = []
        self._pool = self._codes
        self._cap = HARD  # what the next look may cost

    def _codes_of(self, fact: Fact) -> CodeSet:
        return code_set(self._table.holds(fact))

    def _row_scores(self, row: int) -> Iterator[FactSet]:
        """Yield what a row's feedback says of its pegs: so many in place, so many right.

        Feedback that counts nothing is taken as it is.
        """
        code, feedback = self._turns[row]
        pegs = len(code)
        if not self._are_counted:
            fact = Fact(FactKind.EXACTLY, code, count=-1, row=row)
            yield FactSet(fact, self._rows[row], 0.0)
            return
        numbers: list[tuple[tuple[int, ...], int]] = [(tuple(range(pegs)), feedback[0])]
        if self._game.counting:
            numbers.insert(0, ((), sum(feedback)))
        for holes, number in numbers:
            for kind in (FactKind.AT_LEAST, FactKind.AT_MOST):
                if (kind, number) not in ((FactKind.AT_LEAST, 0), (FactKind.AT_MOST, pegs)):
                    fact = Fact(kind, code, holes, number, row=row)
                    yield FactSet(fact, self._codes_of(fact), 1.0)

    def _shown_by(self, row: int) -> Iterator[Source]:
        """Yield what a row shows by itself, as sources for lines that count another row."""
        fits = self._rows[row]
        none = [score.codes for score in self._scores[row] if not score.fact.count]
        glance = reduce(and_, none, self._codes)
        colours = tuple(sorted(set(self._turns[row].code)))
        for fact, codes, weight in self._facts:
            is_whole = fact.kind in WHOLE and fact.colours == colours
            if not fits & ~codes and not is_whole:  # a score says as much
                cost = 0.45 * weight
                if not glance & ~codes and fact.kind in (FactKind.NOT_HERE, FactKind.OUT):
                    cost = GLANCE_COST
                yield Source(replace(fact, proof=(row,)), self._codes & ~codes, cost, row)
        for fact, codes, _ in self._scores[row]:
            yield Source(replace(fact, proof=(row,)), self._codes & ~codes, SCORE_COST, row)

    def _looks(self, goal: FactSet) -> Iterator[RowLook]:
        """Yield looks at one row, and at two, that show a goal."""
        rivals = self._pool & ~goal.codes
        if not rivals:
            yield from self._look(goal, -1, self._sources)
        for row, fits in enumerate(self._rows):
            if not fits & rivals:
                yield from self._look(goal, row, self._sources)
                continue
            for mate, other_fits in enumerate(self._rows):
                if mate != row and not fits & other_fits & rivals:
                    yield from self._look(goal, row, (*self._sources, *self._row_sources[mate]))

    def _look(self, goal: FactSet, row: int, sources: Iterable[Source]) -> Iterator[RowLook]:
        """Yield the cheapest look at a row from sources that may include those of another row."""
        fits = self._codes if row < 0 else self._rows[row]
        cover = cheapest_cover(fits & ~goal.codes, sources, self._cap)
        if cover is None:
            return
        cost, chosen, _ = cover
        before = reduce(and_, (~source.kills for source in chosen), self._codes)
        scores = () if row < 0 else needed_scores(self._scores[row], before, goal.codes)
        if scores is not None:
            row_sources = [source for source in chosen if source.row >= 0]
            if row_sources and not scores:
                return  # the other row shows it alone
            rows = {source.row for source in row_sources}
            cost += OTHER_ROW_COST * len(rows) + 0.5 * max(0, quantities(scores) - 1)
            facts = [source.fact for source in row_sources if source.fact.row is not None]
            if not all(compares(score.fact, fact) for score in scores for fact in facts):
                cost += UNALIKE_COST
            counts = quantities(scores) + len({bool(fact.holes) for fact in facts})
            cost += CROWD_COST * max(0, counts - MOST_COUNTS)
            cost += 0.25 * (goal.effort - 1)
            yield RowLook(cost, goal, row if scores else -1, scores, chosen)

    def _in_two_cases(self, goal: FactSet) -> Iterator[RowLook]:
        """Yield how rows show a goal: one if something is so, and another if it isn't."""
        leaks = [fits & self._pool & ~goal.codes for fits in self._rows]
        cases = []
        for case in self._cases:
            if not self._pool & case.codes or not self._pool & ~case.codes:
                continue  # it's told whether that is so
            rows = [row for row, codes in enumerate(leaks) if not codes & case.codes]
            mates = rows and [row for row, codes in enumerate(leaks) if not codes & ~case.codes]
            for row, mate in product(rows, mates):
                if row != mate:
                    so = self._rows[row] & case.codes | self._rows[mate] & ~case.codes
                    cases.append(((so & ~goal.codes).bit_count(), row, mate, case))
        for _, row, mate, case in sorted(cases, key=lambda entry: entry[:3])[:MOST_CASES]:
            yield from self._in_cases(goal, case, row, mate)

    def _in_cases(self, goal: FactSet, case: FactSet, row: int, mate: int) -> Iterator[RowLook]:
        so, not_so = self._rows[row] & case.codes, self._rows[mate] & ~case.codes
        cover = cheapest_cover((so | not_so) & ~goal.codes, self._sources, self._cap - CASES_COST)
        if cover is None:
            return
        cost, chosen, _ = cover
        before = reduce(and_, (~source.kills for source in chosen), self._codes)
        scores = needed_scores(self._scores[row], before & case.codes, goal.codes)
        otherwise = needed_scores(self._scores[mate], before & ~case.codes, goal.codes)
        if scores and otherwise and so & before and not_so & before:  # both are open
            cost += CASES_COST + 0.5 * (quantities(scores) + quantities(otherwise) - 2)
            yield RowLook(
                cost, goal, row, scores, chosen, cases=case, other=mate, otherwise=otherwise
            )
