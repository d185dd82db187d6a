"""A solve by techniques and trials, as steps of a trace (see ``trace``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from time import monotonic
from typing import NamedTuple

from solver.hidoku.logic.easiest import next_round, simple_finders
from solver.hidoku.logic.hints import Reasoning, explain_from
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import ENDS, Step, StepKind, continued, counted
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.search.domains import Contradiction
from solver.hidoku.search.staged_search import Budget


class TraceMethod(NamedTuple):
    """Which steps are used: all techniques, or only placements by reach; and whether to try."""

    knows_all: bool
    tries: bool


@dataclass
class _Choice:
    position: Position
    candidates: tuple[Candidate, ...]
    count: int = 0

    @property
    def goes_on(self) -> bool:
        return self.count < len(self.candidates)


class Attempt:
    def __init__(self, position: Position, method: TraceMethod, budget: Budget) -> None:
        self.position = position
        self.method = method
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
            if self.choices:
                yield from self._forward()
        if not self.is_cut:
            yield self._step(Step(ENDS.get(self.solutions, StepKind.SEVERAL)))

    def _forward(self) -> Iterator[Step]:
        """Steps until the board is full or dead, or nothing leads on."""
        yield from self._sure()
        while not (self._dead or self.position.is_full or self.is_cut):
            if not self.method.tries:
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
        return position.dead if self.method.knows_all else position.weak.dead

    def _why(self) -> Contradiction | None:
        """Why the position is dead; by the board alone if possible."""
        anew = Position.of(self.position.layout.grid, self.position.board)
        return (anew.dead if self.method.knows_all else anew.weak.dead) or self._dead

    def _sure(self) -> Iterator[Step]:
        if self.method.knows_all:
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
        position = self.position
        masks = position.strict if self.method.knows_all else position.masks
        missing = (n for gap in position.gaps for n in gap.missing)
        number = min(missing, key=lambda n: masks[n].bit_count())
        cells = position.layout.cells(masks[number])
        self.choices.append(_Choice(position, tuple(Candidate(number, cell) for cell in cells)))
        self.latest = counted(self.latest, len(cells))
        return self._try()

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
            candidate = choice.candidates[choice.count - 1]
            yield self._step(Step(StepKind.RETREAT, *candidate), closures=1)
            if choice.goes_on:
                yield self._try()
                return
            self.choices.pop()

    def _step(self, step: Step, standing: int | None = None, closures: int = 0) -> Step:
        height = (len(self.position.board) if standing is None else standing) - self.givens
        self.latest = continued(self.latest, step, len(self.choices) - closures, height)
        return self.latest


def _steps_of(reasoning: Reasoning) -> Iterable[Deduction]:
    """The path; if time ran out, what was found up to the first step that assumes something."""
    if reasoning.path or not reasoning.is_stopped:
        return reasoning.path
    steps = (
        step if step.technique.is_placing else replace(step, needed=entry.position.eliminations)
        for entry in reasoning.rounds
        for step in entry.steps
    )
    return takewhile(lambda step: step.technique.assumption is None, steps)


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
