"""Objections that say what a number in a cell would lead to: what follows, up to a dead end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from typing import ClassVar, Self

from solver.hidoku.logic.claims import Objection
from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.patterns.chains import failing_cases, refuted_by_chain
from solver.hidoku.logic.patterns.sight import Sight, Table
from solver.hidoku.logic.reasons import Candidate, Forced, Marked, Refuted
from solver.hidoku.phrases import candidates_named, dead_end, few_named, numbered, several
from solver.hidoku.rules.game import cell_name
from solver.hidoku.search.domains import Contradiction, Dead
from solver.wording import capitalised, join_words

MOST_NAMED = 4  # numbers that could be in a cell that is left empty in the end


@dataclass(frozen=True)
class Consequence(Objection):
    """What a number in the wrong cell would lead to."""

    refuted: Refuted

    @property
    def trial(self) -> Refuted | None:
        return self.refuted

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        number, cell = outs[0]
        return [f"Suppose {number} is in {cell_name(cell)}.", self.clause(outs, of_cell=False)]

    def holds(self, sight: Sight, out: Candidate) -> bool:
        is_about = (self.refuted.number, self.refuted.cell) == out
        return is_about and self._fails(sight.table_with(out))

    def _fails(self, table: Table) -> bool:
        """Whether a board with what is supposed leads to the dead end, whichever way it goes on."""
        return _leads_to_end(table, self.refuted)

    def key(self, *, of_cell: bool) -> object:
        return (type(self), self.refuted.chain, self.refuted.why, self.refuted.missing)

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        why = self.refuted.why
        is_at_cells = why.kind in {Dead.NO_NUMBER, Dead.CLASH}
        return Marked(
            numbers=why.numbers,
            tried=tuple(outs),
            chain=tuple(Candidate(*link[:2]) for link in self.refuted.chain),
            dead_ends=why.cells if is_at_cells else (),
        )


def _leads_to_end(table: Table, trial: Refuted) -> bool:
    """Whether each number of a chain follows on a board, and then the dead end."""
    for _, links in groupby(trial.chain, key=lambda link: link.round):
        before = table
        for link in links:
            if not _follows(before, link):
                return False
            table = table.supposing(link.number, table.layout.bit(link.cell))
    return ends_so(table, trial.why)


def _follows(table: Table, link: Forced) -> bool:
    bit = table.layout.bit(link.cell)
    if link.is_by_cell:
        return table.numbers_at(bit) == [link.number]
    return not table.counted[link.number] & ~bit


def ends_so(table: Table, why: Contradiction) -> bool:
    """Whether a board ends as it is said to."""
    bits_of = [table.layout.bit(cell) for cell in why.cells]
    match why.kind:
        case Dead.NO_NUMBER:
            return not any(table.numbers_at(bit) or not bit & table.empty for bit in bits_of)
        case Dead.NO_CELL:
            number, *ends = why.numbers
            gap = table.gap_at[number]
            if len(ends) == 2:
                has_cell = table.near_both_ends(number) > 0
            elif why.is_distinct:
                has_cell = table.has_walk(gap)
            else:  # nothing is said of the way on
                has_cell = table.flooded(gap)[number - gap.start] > 0
            return table.beside(gap) == {*ends} and not has_cell
        case Dead.NO_ROUTE:
            numbers = range(why.numbers[0], why.numbers[-1] + 1)
            is_stuck = any(map(table.is_stuck, why.numbers[1:-1]))
            return is_stuck or not all(map(table.has_walk, table.gaps_with(numbers)))
        case Dead.APART:
            return not table.layout.around(bits_of[0]) & bits_of[1]
        case Dead.UNJOINED:
            a, b = why.numbers
            are_there = [table.masks[a], table.masks[b]] == bits_of
            are_joined = bool(table.layout.partners.get(bits_of[0], 0) & bits_of[1])
            return are_there and are_joined and abs(a - b) > 1
    cells = [table.counted[n] for n in why.numbers if 1 <= n <= table.last]
    is_clash = why.kind is Dead.CLASH and table.placed.keys().isdisjoint(why.numbers)
    return is_clash and len(bits_of) < len(cells) and not any(m & ~sum(bits_of) for m in cells)


def both_ends(why: Contradiction) -> Iterator[Contradiction]:
    """A dead end, and for a number without a cell also that the path has no route to go on."""
    yield why
    if why.kind is Dead.NO_CELL and len(why.numbers) == 2:
        yield replace(why, is_distinct=True)
    elif why.kind is Dead.NO_CELL and len(why.numbers) == 3:
        yield Contradiction(Dead.NO_ROUTE, why.numbers[1:], why.cells)


@dataclass(frozen=True)
class DeadEnd(Consequence):
    """A few numbers would follow, up to a dead end.

    ``reaching`` are the numbers that counting leaves, now, the cell that nothing fits in the end.
    """

    reaching: tuple[int, ...] = ()
    idea: ClassVar[str] = "contradiction"
    effort: ClassVar[int] = 9

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        trial = refuted_by_chain(survey.sight.table, out, survey.foresight.links)
        if trial and trial.chain:
            for why in both_ends(trial.why):
                reaching = _reaching(survey.sight, why)
                names = reaching if len(reaching) <= MOST_NAMED else ()
                yield cls(replace(trial, why=why), names)

    def holds(self, sight: Sight, out: Candidate) -> bool:
        are_all = not self.reaching or {*_reaching(sight, self.refuted.why)} <= {*self.reaching}
        return are_all and super().holds(sight, out)

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        names = f": only {few_named(self.reaching)} could go there" if self.reaching else ""
        return f"Then {_course(self.refuted)}{names}."

    @property
    def work(self) -> int:
        """For a cell all gaps are looked at, for a number one."""
        by_cell = sum(link.is_by_cell for link in self.refuted.chain)
        return self.effort + 2 * (len(self.refuted.chain) - 1 + by_cell)


def _reaching(sight: Sight, why: Contradiction) -> tuple[int, ...]:
    """The numbers that counting leaves the cell of a dead end; none if it isn't about one cell."""
    if why.kind is not Dead.NO_NUMBER or len(why.cells) > 1:
        return ()
    return sight.reaching(why.cells[0])


@dataclass(frozen=True)
class EachWay(Consequence):
    """A number would have a few cells, or a cell a few numbers, and each leads to a dead end."""

    cases: tuple[Refuted, ...]
    idea: ClassVar[str] = "contradiction"
    effort: ClassVar[int] = 11

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        if next(survey.tries, None) is None:
            return
        for cases in failing_cases(survey.position, survey.sight.table, out, survey.foresight):
            yield from cls.of(out, cases)

    @classmethod
    def of(cls, out: Candidate, cases: Sequence[Refuted]) -> Iterator[Self]:
        """What is said of some cases, with each way to say how they end."""
        ends = product(*([replace(c, why=why) for why in both_ends(c.why)] for c in cases))
        return (cls(Refuted(*out, cases[0].why), choice) for choice in ends)

    @property
    def trial(self) -> None:
        """It's more than one."""
        return None

    def _fails(self, table: Table) -> bool:
        bit_of = {case: table.layout.bit(case.cell) for case in self.cases}
        if self._is_of_cell:
            numbers = table.numbers_at(bit_of[self.cases[0]])
            are_all = {*numbers} <= {case.number for case in self.cases}
        else:
            are_all = not table.counted[self.cases[0].number] & ~sum(bit_of.values())
        return (
            are_all
            and len(bit_of) > 1
            and all(
                _leads_to_end(table.supposing(case.number, bit), case)
                for case, bit in bit_of.items()
            )
        )

    @property
    def _is_of_cell(self) -> bool:
        return self.cases[0].cell == self.cases[-1].cell

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        number, cell = self.cases[0].number, self.cases[0].cell
        verb = f"{cell_name(cell)} is" if self._is_of_cell else f"{number} goes in"
        preposition = "it’s" if self._is_of_cell else "in"
        groups: dict[str, list[Refuted]] = {}
        for case in self.cases:
            groups.setdefault(_course(case), []).append(case)
        premise = f"Then {verb} {self._named(self.cases)}."
        if len(groups) == 1:
            return f"{premise} Each time, {_course(self.cases[0])}."
        courses = (f" If {preposition} {self._named(groups[text])}, {text}." for text in groups)
        return premise + "".join(courses)

    def _named(self, cases: Sequence[Refuted]) -> str:
        if self._is_of_cell:
            return numbered([case.number for case in cases], "or")
        return several([cell_name(case.cell) for case in cases], last="or")

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        if self._is_of_cell:
            return Marked(tried=tuple(outs), cells=(self.cases[0].cell,))
        chain = tuple(Candidate(case.number, case.cell) for case in self.cases)
        return Marked(tried=tuple(outs), chain=chain)

    def key(self, *, of_cell: bool) -> object:
        return (type(self), self.cases)

    @property
    def work(self) -> int:
        cases = sum(1 + len(case.chain) for case in self.cases)
        return self.effort + 2 * (cases + self._is_of_cell)


def _course(trial: Refuted) -> str:
    """What follows in turn, up to the dead end."""
    rounds = groupby(trial.chain, key=lambda link: link.round)
    follow = ", then ".join(join_words([*map(forced_text, links)]) for _, links in rounds)
    return f"{follow}, so {dead_end(trial.why)}" if follow else dead_end(trial.why)


def forced_text(link: Forced) -> str:
    """A number that would have to go in a cell, and why.

    >>> from solver.hidoku.rules.grid import Cell
    >>> forced_text(Forced(4, Cell(0, 0))), forced_text(Forced(4, Cell(0, 0), is_by_cell=True))
    ('4 fits only row 1, column 1', 'only 4 fits row 1, column 1')
    """
    cell = cell_name(link.cell)
    if link.is_by_cell:
        return f"only {link.number} fits {cell}"
    return f"{link.number} fits only {cell}"


@dataclass(frozen=True)
class RuledOut(Objection):
    """Earlier steps ruled it out, or a number that would have to be beside it."""

    by: tuple[Candidate, ...]
    idea: ClassVar[str] = "only_cell"
    effort: ClassVar[int] = 1

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        return iter(())  # it's known only to who makes the steps

    def holds(self, sight: Sight, out: Candidate) -> bool:
        table = sight.without(self.by).table
        return not table.cells_of(out.number) & table.layout.bit(out.cell)

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        if {*outs} <= {*self.by}:
            return "Ruled out before."
        verb = "are" if len(self.by) > 1 else "is"
        return f"{capitalised(candidates_named(self.by))} {verb} ruled out."

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(tried=tuple(outs), eliminated=self.by)
