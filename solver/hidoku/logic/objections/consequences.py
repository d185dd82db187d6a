"""Objections that say what a number in a cell would lead to: what follows, up to a dead end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise, product
from typing import ClassVar, Self

from solver.hidoku import phrases
from solver.hidoku.logic.claims import Objection
from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.objections.vacancies import TRIED, Obstruction, TrialEnd
from solver.hidoku.logic.patterns.chains import failing_cases, refuted_by_chain
from solver.hidoku.logic.patterns.sight import Sight, Table
from solver.hidoku.logic.reasons import Candidate, Forced, Marked, Refuted
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.domains import Contradiction, Dead
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import Budget
from solver.wording import capitalised, join_words

SEARCH = Budget(nodes=8_000)
ROUTE_SEEN = 3  # steps of a route that isn't there, that are as much work as another step
MOST_NAMED = 4  # numbers that a cell could have beside the one that is left


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
        return is_about and self._fails(sight, out)

    def _fails(self, sight: Sight, out: Candidate) -> bool:
        """Whether what is supposed leads to the dead end, whichever way it goes on."""
        return leads_to_end(sight, out, self.refuted)

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        return f"Then {course(self.refuted, outs)}."

    def key(self, *, of_cell: bool) -> object:
        return (type(self), replace(self.refuted, number=0, cell=Cell(0, 0)))

    @property
    def work(self) -> int:
        """That there is no route isn't said why, and the longer it is the more has to be seen."""
        numbers = self.refuted.why.numbers
        is_route = self.refuted.why.kind in {Dead.NO_ROUTE, Dead.NO_JOINED_ROUTE}
        return self.effort + ((numbers[-1] - numbers[0]) // ROUTE_SEEN if is_route else 0)

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        chain = tuple(Candidate(*link[:2]) for link in self.refuted.chain)
        numbers = self.refuted.why.numbers
        ends = _cells_of_end(self.refuted)
        return Marked(numbers=numbers, tried=tuple(outs), chain=chain, dead_ends=ends)


def _cells_of_end(trial: Refuted) -> tuple[Cell, ...]:
    """The cell that nothing fits, or that two numbers need."""
    return trial.why.cells if trial.why.kind in {Dead.NO_NUMBER, Dead.CLASH} else ()


def told(sight: Sight, out: Candidate, trial: Refuted) -> Refuted:
    """The same with what a reader asks: whence it is counted, and what stops other numbers."""
    *stages, last = _stages(sight, out, trial)
    links = Forced(0, trial.cell), *map(_with_causes, stages, trial.chain)
    chain = (
        link._replace(ends=()) if link.ends == before.ends else link  # said once
        for before, link in pairwise(links)
    )
    trial = replace(trial, chain=tuple(chain))
    cells = trial.why.cells
    if trial.why.kind is Dead.NO_NUMBER:
        return replace(trial, vacancy=last.vacancy())
    if trial.why.kind is Dead.CLASH and len(cells) == 1:
        rivals = (_with_causes(last, Forced(n, cells[0])) for n in trial.why.numbers)
        return replace(trial, rivals=tuple(rivals))
    ends = trial.why.numbers[-2:]
    if trial.why.kind in {Dead.NO_CELL, Dead.NO_ROUTE} and not last.table.leads(*ends):
        return replace(trial, why=Contradiction(Dead.NO_WAY, ends, ()))
    if trial.why.kind is Dead.NO_ROUTE and sight.grid.joined:
        loose = replace(sight, grid=replace(sight.grid, joined=frozenset()))
        if not ends_so(_stages(loose, out, trial)[-1].table, trial.why):
            return replace(trial, why=replace(trial.why, kind=Dead.NO_JOINED_ROUTE))
    return trial


def leads_to_end(sight: Sight, out: Candidate, trial: Refuted) -> bool:
    """Whether each number of a chain follows on a board, and then the dead end."""
    *stages, last = _stages(sight, out, trial)
    stages += [last] * len(trial.rivals)
    return (
        all(map(_follows, stages, (*trial.chain, *trial.rivals)))
        and ends_so(last.table, trial.why)
        and (not trial.vacancy or trial.vacancy.holds(last))
    )


def _stages(sight: Sight, out: Candidate, trial: Refuted) -> list[TrialEnd]:
    """For each number of a chain the board on which it follows, and the board at the end."""
    table = sight.table_with(out)
    fillers = {TRIED: trial.cell}
    if trial.number != out.number:
        table = table.supposing(trial.number, table.layout.bit(trial.cell))
        fillers[out.number] = out.cell
    stages = list[TrialEnd]()
    for _, links in groupby(trial.chain, key=lambda link: link.round):
        stage = TrialEnd(sight, table, trial.cell, trial.number, fillers)
        for link in links:
            stages.append(replace(stage, goal=link.cell, remainder=link.number))
            table = table.supposing(link.number, table.layout.bit(link.cell))
            fillers = {**fillers, link.number: link.cell}
    goal = (*trial.why.cells, trial.cell)[0]
    return [*stages, TrialEnd(sight, table, goal, trial.number, fillers)]


def _with_causes(stage: TrialEnd, link: Forced) -> Forced:
    """A number with those it's counted from, unless it's beside one that has no other way.

    If it's the last for a cell, with what stops the others, unless that is more than one thing.
    """
    table = stage.table
    if link.is_by_cell:
        match stage.stops():
            case Obstruction(_, (obstacle,)) if len(stage.rivals) <= MOST_NAMED:
                return link._replace(obstacle=replace(obstacle, stops=stage.rivals))
        return link
    beside = [n for n in (link.number - 1, link.number + 1) if n in table.placed]
    ways = [table.layout.around(table.placed[n]) & table.empty for n in beside]
    if len(beside) == 2 or table.layout.bit(link.cell) in ways:
        return link
    return link._replace(ends=tuple(sorted(table.beside(table.gap_at[link.number]))))


def _follows(stage: TrialEnd, link: Forced) -> bool:
    table = stage.table
    bit = table.layout.bit(link.cell)
    if link.is_by_cell:
        is_alone = table.numbers_at(bit) == [link.number]
        return is_alone and (not link.obstacle or stage.is_stopped([link.obstacle]))
    is_so = not link.ends or {*link.ends} == table.beside(table.gap_at[link.number])
    return is_so and not table.counted[link.number] & ~bit


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
        case Dead.NO_ROUTE | Dead.NO_JOINED_ROUTE:
            numbers = range(why.numbers[0], why.numbers[-1] + 1)
            is_stuck = any(map(table.is_stuck, why.numbers[1:-1]))
            return is_stuck or not all(map(table.has_walk, table.gaps_with(numbers)))
        case Dead.APART | Dead.NO_WAY:
            is_step = any(table.layout.around(bits_of[0]) & bit for bit in bits_of[1:])
            return not (is_step if bits_of else table.leads(*why.numbers))
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
    """A few numbers would follow, up to a dead end."""

    idea: ClassVar[str] = "contradiction"
    effort: ClassVar[int] = 9

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        trial = refuted_by_chain(survey.sight.table_with(out), out, survey.foresight.links)
        if trial and trial.chain:
            for why in both_ends(trial.why):
                yield cls(told(survey.sight, out, replace(trial, why=why)))

    @property
    def work(self) -> int:
        """For a cell all gaps are looked at, for a number one."""
        by_cell = sum(link.is_by_cell for link in self.refuted.chain)
        return super().work + 2 * (len(self.refuted.chain) - 1 + by_cell)


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
        table = survey.sight.table_with(out)
        for cases in failing_cases(survey.position, table, out, survey.foresight):
            yield from cls.of(survey.sight, out, cases)

    @classmethod
    def of(cls, sight: Sight, out: Candidate, cases: Sequence[Refuted]) -> Iterator[Self]:
        """What is said of some cases, with each way to say how they end."""
        ends = ([told(sight, out, replace(c, why=why)) for why in both_ends(c.why)] for c in cases)
        return (cls(Refuted(*out, cases[0].why), trials) for trials in product(*ends))

    @property
    def trial(self) -> None:
        """It's more than one."""
        return None

    def _fails(self, sight: Sight, out: Candidate) -> bool:
        table = sight.table_with(out)
        number, cell = self._tries[0]
        if self._is_of_cell:
            choices = {Candidate(n, cell) for n in table.numbers_at(table.layout.bit(cell))}
        else:
            choices = {Candidate(number, c) for c in table.layout.cells(table.counted[number])}
        return choices <= {*self._tries} and all(leads_to_end(sight, out, c) for c in self.cases)

    @property
    def _is_of_cell(self) -> bool:
        return self.cases[0].cell == self.cases[-1].cell

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        number, cell = self._tries[0]
        verb = f"{cell_name(cell)} is" if self._is_of_cell else f"{number} goes in"
        preposition = "it’s" if self._is_of_cell else "in"
        groups: dict[Refuted, list[Candidate]] = {}
        for case, out in zip(self.cases, self._tries, strict=True):
            groups.setdefault(replace(case, number=0, cell=Cell(0, 0)), []).append(out)
        premise = f"Then {verb} {self._named(self._tries)}."
        for trial, cases in groups.items():
            text = course(trial, cases, outs)
            then = "then " * text[0].isdigit()  # not to be read as one more of the cases
            condition = f"If {preposition} {self._named(cases)}" if len(groups) > 1 else "Each time"
            premise += f" {condition}, {then}{text}."
        return premise

    def _named(self, cases: Sequence[Candidate]) -> str:
        if self._is_of_cell:
            return phrases.numbered([number for number, _ in cases], "or")
        return phrases.several([cell_name(cell) for _, cell in cases], last="or")

    @property
    def _tries(self) -> tuple[Candidate, ...]:
        return tuple(Candidate(case.number, case.cell) for case in self.cases)

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        ends = tuple(cell for case in self.cases for cell in _cells_of_end(case))
        links = (Candidate(*link[:2]) for case in self.cases for link in case.chain)
        return Marked(tried=tuple(outs), chain=(*self._tries, *links), dead_ends=ends)

    def key(self, *, of_cell: bool) -> object:
        return (type(self), self.cases, self.refuted.number)

    @property
    def work(self) -> int:
        links = sum(len(case.chain) for case in self.cases)
        return self.effort + 2 * (len(self.cases) - 2 + self._is_of_cell) + 3 * links


def course(trial: Refuted, tries: Sequence[Candidate], outs: Sequence[Candidate] = ()) -> str:
    """What follows in turn, up to the dead end, each time that one of some is tried.

    ``outs`` are what is tried before these, if anything is.
    """
    number, cell = tries[0]
    place = str(number) if all(out.number == number for out in tries) else cell_name(cell)
    rounds = groupby(trial.chain, key=lambda link: link.round)
    follow = ", then ".join(
        join_words([forced_text(link, place) for link in links]) for _, links in rounds
    )
    end = ending(trial, place, outs)
    return f"{follow}, so {end}" if follow else end


def ending(trial: Refuted, place: str, outs: Sequence[Candidate] = ()) -> str:
    """The dead end; ``place`` is what is tried, or its cell."""
    if trial.vacancy:
        used = [*(out.number for out in outs), *(link.number for link in trial.chain)]
        return phrases.dead_end(trial.why) + trial.vacancy.words(place, used)
    if trial.rivals:
        first, second = trial.rivals
        ends = first.ends if first.ends != second.ends else ()
        first_text = phrases.numbered_from(first.number, ends)
        second_text = phrases.numbered_from(second.number, second.ends)
        return f"{first_text} and {second_text} both need {cell_name(first.cell)}"
    return phrases.dead_end(trial.why)


def forced_text(link: Forced, place: str = "") -> str:
    """A number that would have to go in a cell, and why; ``place`` is what is tried, or its cell.

    >>> from solver.hidoku.rules.grid import Cell
    >>> forced_text(Forced(4, Cell(0, 0))), forced_text(Forced(4, Cell(0, 0), is_by_cell=True))
    ('4 fits only row 1, column 1', 'only 4 fits row 1, column 1')
    """
    cell = cell_name(link.cell)
    if link.is_by_cell:
        obstacle = link.obstacle
        cause = f" ({obstacle.clause(str(obstacle.number or place), '')})" if obstacle else ""
        return f"only {link.number} fits {cell}{cause}"
    return f"{phrases.numbered_from(link.number, link.ends)} fits only {cell}"


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
        return f"{capitalised(phrases.candidates_named(self.by))} {verb} ruled out."

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(tried=tuple(outs), eliminated=self.by)


@dataclass(frozen=True)
class BySearch(Objection):
    """Nothing that a person follows is known; a search of all paths rules it out."""

    idea: ClassVar[str] = "contradiction"
    effort: ClassVar[int] = 60

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        yield cls()

    def holds(self, sight: Sight, out: Candidate) -> bool:
        board = sight.grid.with_givens({**sight.board, out.cell: out.number})
        return solve(board, 1, SEARCH, 0).verdict is Verdict.NONE

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        return f"Only a search rules {'them' if len(outs) > 1 else 'it'} out."

    def sentence(self, out: Candidate) -> str:
        return f"Only a search shows it: no path has {out.number} there."
