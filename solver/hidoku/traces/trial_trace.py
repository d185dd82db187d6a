"""A solve by techniques and trials, as steps of a trace (see ``trace``)."""

from collections import deque
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from functools import reduce
from itertools import takewhile
from operator import or_
from time import monotonic

from solver.hidoku.logic.claims import SEARCHED
from solver.hidoku.logic.easiest import next_round, simple_finders
from solver.hidoku.logic.hints import Reasoning, explain_from
from solver.hidoku.logic.patterns.sight import sight_of
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import ENDS, Step, StepKind, continued, counted
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.search.domains import Contradiction, Dead
from solver.hidoku.search.staged_search import Budget


@dataclass
class _Choice:
    position: Position
    candidates: tuple[Candidate, ...]
    count: int = 0

    @property
    def goes_on(self) -> bool:
        return self.count < len(self.candidates)

    @property
    def trial(self) -> Candidate:
        return self.candidates[self.count - 1]


class Attempt:
    """A solve by all techniques, or only by placements by reach, that ``tries`` when stuck."""

    def __init__(self, position: Position, budget: Budget, *, knows_all: bool, tries: bool) -> None:
        self.position = position
        self.knows_all = knows_all
        self.tries = tries
        self.budget = budget
        self.givens = len(position.board)
        self.choices: list[_Choice] = []
        self.latest = Step(StepKind.START)
        self.solutions = 0
        self.is_cut = False  # time ran out, or logic got stuck, so nothing is decided

    def steps(self) -> Iterator[Step]:
        """The steps up to the end, or until the budget is used up."""
        yield self.latest
        yield from self._forward()
        while self.choices and not (self._is_decided or self.is_cut):
            yield from self._back()
        if not self.is_cut:
            yield self._step(Step(ENDS.get(self.solutions, StepKind.SEVERAL)))

    def _forward(self) -> Iterator[Step]:
        """Steps until the board is full or dead, or nothing leads on."""
        yield from self._sure()
        while not (self._dead or self.position.is_full or self.is_cut):
            if not self.tries:
                self.is_cut = True
                yield self._step(Step(StepKind.STUCK))
                return
            yield self._choose()
            yield from self._sure()
        if self.is_cut:
            return
        if self._dead:
            yield self._step(Step(StepKind.CONTRADICTION, dead=self._why()))
            return
        self.solutions += 1
        yield self._step(Step(StepKind.SOLVED, goes_on=not self._is_decided))

    @property
    def _is_decided(self) -> bool:
        """Whether nothing more can be learnt: two solutions, or one and nothing left to try."""
        if self.solutions == 1:
            return not any(choice.goes_on for choice in self.choices)
        return self.solutions > 1

    @property
    def _dead(self) -> Contradiction | None:
        position = self.position
        return position.dead if self.knows_all else position.weak.dead

    def _why(self) -> Contradiction | None:
        """Why the position is dead; by the board alone if possible."""
        anew = Position.of(self.position.layout.grid, self.position.board)
        return (anew.dead if self.knows_all else anew.weak.dead) or self._dead

    def _sure(self) -> Iterator[Step]:
        if self.knows_all:
            reasoning = explain_from(self.position, _thinking_time(self.budget))
            self.is_cut = reasoning.is_stopped
            yield from self._take_steps(_steps_of(reasoning))
            self.position = reasoning.position
            return
        finders = simple_finders()
        while not self._dead and (next_steps := next_round(self.position, finders)):
            steps, after = next_steps
            yield from self._take_steps(steps)
            self.position = after

    def _take_steps(self, path: Iterable[Deduction]) -> Iterator[Step]:
        standing = len(self.position.board)
        for deduction in path:
            standing += deduction.placed is not None
            yield self._step(_show_step(deduction), standing)

    def _choose(self) -> Step:
        candidates = self._candidates(self._hardest())
        self.choices.append(_Choice(self.position, candidates))
        self.latest = counted(self.latest, len(candidates))
        return self._try()

    def _hardest(self) -> int:
        """The missing number with the fewest cells."""
        missing = (n for gap in self.position.gaps for n in gap.missing)
        return min(missing, key=lambda n: self._cells_of(n).bit_count())

    def _candidates(self, number: int) -> tuple[Candidate, ...]:
        cells = self.position.layout.cells(self._cells_of(number))
        return tuple(Candidate(number, cell) for cell in cells)

    def _cells_of(self, number: int) -> int:
        position = self.position
        return (position.strict if self.knows_all else position.masks)[number]

    def _try(self) -> Step:
        choice = self.choices[-1]
        candidate = choice.candidates[choice.count]
        choice.count += 1
        self.position = choice.position.placing(candidate)
        self.latest = replace(self.latest, nodes=self.latest.nodes + 1)
        step = Step(StepKind.TRY, *candidate)
        return self._step(replace(step, option=choice.count, options=len(choice.candidates)))

    def _back(self) -> Iterator[Step]:
        while self.choices:
            choice = self.choices[-1]
            self.position = choice.position
            yield self._step(Step(StepKind.RETREAT, *choice.trial), closures=1)
            if choice.goes_on:
                yield self._try()
                yield from self._forward()
                return
            self.choices.pop()

    def _step(self, step: Step, standing: int | None = None, closures: int = 0) -> Step:
        height = (len(self.position.board) if standing is None else standing) - self.givens
        self.latest = continued(self.latest, step, len(self.choices) - closures, height)
        return self.latest


class LearningAttempt(Attempt):
    """Trials that leave a clause at each dead end: those of them that don't go together.

    A trial isn't to blame if the others lead to a contradiction without it. The search goes back to
    the newest that is, past later ones, and wherever the others are on the board again, the clause
    rules out the last. Of a solution, all trials are a clause, so that it isn't found again.
    """

    def __init__(self, position: Position, budget: Budget) -> None:
        super().__init__(position, budget, knows_all=False, tries=True)
        self.clauses: list[tuple[Candidate, ...]] = []

    @property
    def _is_decided(self) -> bool:
        return self.solutions > 1 or bool(self.solutions and not self.choices)

    @property
    def _dead(self) -> Contradiction | None:
        dead = self.position.plain.weak.dead
        if dead or self.position.is_full:
            return dead
        number = self._hardest()
        return None if self._cells_of(number) else Contradiction(Dead.NO_CELL, (number,), ())

    def _cells_of(self, number: int) -> int:
        """The cells of a number by counting steps, without those that a clause rules out."""
        position = self.position
        out = [position.layout.bit(c.cell) for c in position.eliminations if c.number == number]
        return position.plain.masks[number] & ~reduce(or_, out, 0)

    def _sure(self) -> Iterator[Step]:
        finders = simple_finders()
        while not self._dead:
            if next_steps := next_round(self.position.plain, finders):
                steps, _ = next_steps
                yield from self._take_steps(steps)
                self.position = self.position.after(*steps)
            elif ruled_out := next(self._ruled_out(), None):
                trial, partners = ruled_out
                self.position = self.position.without([trial])
                yield self._step(Step(StepKind.CLAUSE, *trial, standing=partners))
            elif not self.position.is_full and len(cells := self._candidates(self._hardest())) == 1:
                options = self.position.plain.masks[cells[0].number].bit_count()
                self.position = self.position.placing(cells[0])
                yield self._step(Step(StepKind.ONLY_CELL, *cells[0], options=options))
            else:
                return

    def _ruled_out(self) -> Iterator[tuple[Candidate, tuple[Candidate, ...]]]:
        """Yield the trials that clauses rule out here, each with the others of its clause."""
        where = self.position.where
        for clause in self.clauses:
            missing = [trial for trial in clause if where.get(trial.number) != trial.cell]
            if len(missing) == 1 and missing[0] in self._candidates(missing[0].number):
                yield missing[0], tuple(trial for trial in clause if trial not in missing)

    def _back(self) -> Iterator[Step]:
        clause = tuple(choice.trial for choice in self.choices)
        if self._dead:
            for trial in clause:
                smaller_clause = tuple(candidate for candidate in clause if candidate is not trial)
                clause = smaller_clause if self._fails(smaller_clause) else clause
        if self._dead and clause:
            yield self._step(Step(StepKind.CLAUSE, standing=clause))
        self.clauses.append(clause)
        while self.choices:
            choice = self.choices.pop()
            self.position = choice.position
            yield self._step(Step(StepKind.RETREAT, *choice.trial))
            if choice.trial in clause:
                yield from self._forward()
                return

    def _fails(self, trials: tuple[Candidate, ...]) -> bool:
        """Whether they lead to a contradiction by themselves, if there's time to see it."""
        if self.budget.is_over:
            return False
        twin = copy(self)
        twin.position = reduce(Position.placing, trials, self.choices[0].position)
        deque(twin._sure(), maxlen=0)
        return twin._dead is not None


def _steps_of(reasoning: Reasoning) -> Iterable[Deduction]:
    """The path; if time ran out, what was found up to the first step that assumes something."""
    if reasoning.path or not reasoning.is_stopped:
        return reasoning.path
    steps = (_hasty(entry.position, step) for entry in reasoning.rounds for step in entry.steps)
    return takewhile(lambda step: step.technique.assumption is None, steps)


def _hasty(position: Position, step: Deduction) -> Deduction:
    """A step that rests on all that was ruled out, or on a search if counting doesn't show it."""
    if not step.technique.is_placing:
        step = replace(step, needed=position.eliminations)
    return step if step.holds(sight_of(position)) else replace(step, claim=SEARCHED)


def _show_step(deduction: Deduction) -> Step:
    kind = StepKind.ELIMINATION
    number, cell = deduction.placed or (None, None)
    if deduction.placed:
        kind = StepKind.ONLY_NUMBER if deduction.claim.of_cell else StepKind.ONLY_CELL
    return Step(kind, number, cell, deduction=deduction)


def _thinking_time(budget: Budget) -> Budget:
    """A budget that leaves a fifth of the time for finding the reasons."""
    if budget.deadline is None:
        return budget
    seconds = max(0.0, budget.deadline - monotonic())
    return replace(budget, deadline=budget.deadline - seconds / 5)
