"""The easiest reason for a placement: what is seen at a glance, or the question with least work.

Objections are looked for kind by kind, the plainest first. After each kind it is known which
numbers have one cell left and which cells one number. Their questions are compared, and if one is
easy, no harder kind is looked at. All work is counted and none is timed, so the same position has
the same reason under any load.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count, islice

from solver.hidoku.logic.claims import Objection
from solver.hidoku.logic.easiest import Survey, direct_finders
from solver.hidoku.logic.objections import registry
from solver.hidoku.logic.objections.consequences import BySearch
from solver.hidoku.logic.patterns.chains import OF_QUESTION
from solver.hidoku.logic.patterns.failures import by_rounds
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.question import AnsweredQuestion, alternatives, question_with
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, technique_named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import is_single
from solver.hidoku.search.domains import sole_numbers
from solver.hidoku.search.solve import solve
from solver.hidoku.search.staged_search import NO_LIMIT, Budget

MOST_COMPARED = 10  # questions that are compared, those with the fewest alternatives
#: The work of a reason after which no harder kind of objection, no trial and no longer trial is
#: looked for: more is seldom easier then, and takes time.
EASY, FAIR, HARD = 10, 24, 40
LONGEST = 6  # rounds of a trial
PATH_BUDGET = Budget(nodes=1_000)
MOST_ASKED = 150  # work of a reason that somebody asked for, who reads it row by row
MOST_SEARCHED = 2  # of its alternatives


def easiest_reason(
    position: Position, placement: Candidate | None = None, budget: Budget = NO_LIMIT
) -> Deduction | None:
    """The reason that asks the least of a person, or the one for a placement that is wanted.

    Of the budget only the deadline counts.

    >>> from solver.hidoku.rules.grid import Cell, Grid
    >>> position = Position.of(Grid.of(1, 3, {Cell(0, 0): 1, Cell(0, 2): 3}))
    >>> easiest_reason(position).placed
    Candidate(number=2, cell=Cell(row=0, column=1))
    """
    if position.dead:
        return None
    return _Search(position, placement, budget).easiest()


def whole_reason(position: Position, placement: Candidate, budget: Budget) -> Deduction | None:
    """The reason for a placement, however long, for somebody who asks; few objections by search."""
    survey = Survey(position, OF_QUESTION)
    question: AnsweredQuestion | None = None
    most_work = MOST_ASKED
    for of_cell in (False, True):
        spares = iter([BySearch()] * MOST_SEARCHED)

        def find(out: Candidate, spares: Iterator[Objection] = spares) -> Objection | None:
            objection = None if budget.is_over else registry.object_to(survey, out, registry.EVERY)
            return objection or next(spares, None)

        better = question_with(survey.sight, placement, find, of_cell=of_cell, most_work=most_work)
        if better:
            question = better
            most_work = better.work - 1
    return _deduction(question, placement) if question else None


def _deduction(question: AnsweredQuestion, placement: Candidate) -> Deduction:
    technique = max(map(technique_named, question.ideas), key=lambda idea: idea.rank)
    return Deduction(technique, question, placement)


class _Search:
    def __init__(self, position: Position, placement: Candidate | None, budget: Budget) -> None:
        self.survey = Survey(position)
        self.position = self.survey.position
        self.sight = self.survey.sight
        self.goal = placement
        self.budget = budget
        self.masks = list(self.position.strict)
        self.kinds: registry.Kinds = ()  # those looked for so far
        self.objections: dict[Candidate, Objection] = {}
        self.tried = Counter[Candidate]()  # how many kinds were looked for, without success
        self.best: Deduction | None = None
        self.work = registry.MOST_WORK  # of the best reason so far

    def easiest(self) -> Deduction | None:
        self.best = next(self._seen(), None)
        self.work = self.best.technique.weight - 1 if self.best else registry.MOST_WORK
        for exclude, new_kinds, effort in self._stages():
            if self.budget.is_over or (self.best and self.work <= effort):
                break
            self.kinds += new_kinds
            for number, cell in exclude():
                self.masks[number] &= ~self.position.layout.bit(cell)
            self._compare()
        return self.best

    def _seen(self) -> Iterator[Deduction]:
        """What a technique places at a glance."""
        about = self.position.about((self.goal.number,)) if self.goal else self.position
        for technique, find in direct_finders().items():
            if technique.is_placing and not technique.is_one_a_gap:
                for step in find(about):
                    is_asked = self.goal in {None, step.placed}
                    if step.placed and is_asked and step.holds(self.sight):
                        yield step

    def _stages(self) -> Iterator[tuple[Callable[[], Iterable[Candidate]], registry.Kinds, int]]:
        """What is ruled out, kind by kind of objections, these, and what work makes it needless."""
        survey = self.survey
        trials = by_rounds(self.position, LONGEST)
        yield lambda: (), registry.AT_A_GLANCE + registry.DIRECT, 0
        yield lambda: chain(*by_rounds(self.position, 2)), (), EASY  # a cell fails a round late
        yield lambda: survey.structure, registry.STRUCTURE, EASY
        yield lambda: chain(survey.sums, *islice(trials, 3)), registry.LAST, FAIR
        yield lambda: chain(*trials), (), FAIR
        yield self._tried, registry.TRIED, HARD

    def _tried(self) -> Iterator[Candidate]:
        """What fails each way, of two cells left for a number, or two numbers for a cell.

        A search tells which of them can be right: of these nothing is looked for.
        """
        cells = self.position.layout.cells
        pairs = [[Candidate(n, c) for c in cells(m)] for n, m in enumerate(self.masks) if m]
        by_cell: dict[Cell, list[Candidate]] = {}
        for out in chain(*pairs):
            by_cell.setdefault(out.cell, []).append(out)
        times = Counter(chain(*(pair for pair in (*pairs, *by_cell.values()) if len(pair) == 2)))
        grid = self.position.layout.grid.with_givens(self.position.board)
        path = next(iter(solve(grid, 1, PATH_BUDGET).solutions), ())
        right = {*map(Candidate, count(1), path)}
        for out, _ in times.most_common():
            if out in right:
                continue
            if objection := registry.object_to(self.survey, out, registry.TRIED, self.work):
                self.objections[out] = objection
                yield out

    def _compare(self) -> None:
        """Look for the easiest question among those of which the alternatives are ruled out."""
        singles = (single for single in self._singles() if self.goal in {None, single[0]})
        questions = [(self._count(*single), *single) for single in singles]
        for _, placement, of_cell in sorted(questions)[:MOST_COMPARED]:
            question = question_with(
                self.sight, placement, self._find, of_cell=of_cell, most_work=self.work
            )
            if question and question.work < self.work:
                self.best = _deduction(question, placement)
                self.work = question.work

    def _count(self, placement: Candidate, of_cell: bool) -> int:
        return sum(1 for _ in alternatives(self.sight, placement, of_cell=of_cell))

    def _singles(self) -> Iterator[tuple[Candidate, bool]]:
        """The numbers with one cell, and the cells with one number (True)."""
        cell = self.position.layout.cell
        for gap in self.position.gaps:
            for number in gap.missing:
                if is_single(self.masks[number]):
                    yield Candidate(number, cell(self.masks[number])), False
        for bit, number in sole_numbers(self.masks, self.position.empty).items():
            yield Candidate(number, cell(bit)), True

    def _find(self, out: Candidate) -> Objection | None:
        """The easiest objection to a candidate of the kinds that weren't looked for yet."""
        if out not in self.objections:
            kinds = self.kinds[self.tried[out] :]
            self.tried[out] = len(self.kinds)
            if objection := registry.object_to(self.survey, out, kinds, self.work):
                self.objections[out] = objection
        return self.objections.get(out)
