"""Why a number goes in a cell: a question, the alternatives, and an objection to each.

“What can fill this cell?” has as alternatives the numbers, and “Where can this number go?” the
cells, that the eye doesn't exclude: those that aren't too far from the ends of a gap, even straight
over filled cells. A person considers no others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from solver.hidoku.logic.claims import Claim, Objection
from solver.hidoku.logic.objections.consequences import RuledOut
from solver.hidoku.logic.objections.counted import TooFar
from solver.hidoku.logic.objections.registry import AT_A_GLANCE, DIRECT, LAST, STRUCTURE, object_to
from solver.hidoku.logic.objections.survey import Survey
from solver.hidoku.logic.patterns.sight import Sight, sight_of
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.logic.technique import Deduction, Technique, technique_named
from solver.hidoku.phrases import few_named, several, steps_away
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import bits
from solver.wording import capitalised

NEAR = 2  # steps that a gap may lack to come near a cell
MOST_LABELLED = 3  # cells that are named one by one beside an objection


class ReasonRow(NamedTuple):
    """An alternative, or some with the same objection: how they are named, and what is said.

    ``is_right``: it's what remains in the end.
    """

    label: str
    text: str
    marked: Marked
    is_right: bool = False

    @property
    def sentence(self) -> str:
        return f"{capitalised(self.label)}: {self.text}" if self.is_right else self.objection

    @property
    def objection(self) -> str:
        return f"Not {self.label}: {self.text}"


@dataclass(frozen=True)
class PlacementReason(ABC):
    """Why a number goes in a cell; ``of_cell``: it's asked what fills the cell."""

    placed: Candidate

    @property
    @abstractmethod
    def of_cell(self) -> bool: ...

    @property
    @abstractmethod
    def techniques(self) -> tuple[Technique, ...]:
        """The ideas that it needs."""

    @property
    @abstractmethod
    def nudge(self) -> str:
        """Where to look first."""

    @property
    @abstractmethod
    def nudge_marks(self) -> Marked: ...

    @property
    @abstractmethod
    def rows(self) -> tuple[ReasonRow, ...]:
        """What remains, and then the alternatives with what is objected to them."""

    @property
    def outs(self) -> tuple[Candidate, ...]:
        """The candidates that it rules out."""
        return ()

    @property
    @abstractmethod
    def work(self) -> int:
        """What it asks of a person, from 0 for a glance."""

    @abstractmethod
    def holds(self, position: Position) -> bool:
        """Whether it follows, derived from the board again."""

    @property
    def technique(self) -> Technique:
        """The hardest idea."""
        return max(self.techniques, key=lambda technique: technique.rank)

    @property
    def question(self) -> str:
        number, cell = self.placed
        return f"What can fill {named(cell)}?" if self.of_cell else f"Where can {number} go?"

    @property
    def conclusion(self) -> str:
        number, cell = self.placed
        return f"So it’s {number}." if self.of_cell else f"So it’s {named(cell)}."

    @property
    def lines(self) -> tuple[str, ...]:
        """The whole reason, a sentence each."""
        return (self.question, *(row.sentence for row in self.rows), self.conclusion)

    def label_of(self, outs: Sequence[Candidate]) -> str:
        if self.of_cell:
            return few_named(sorted(number for number, _ in outs), "or")
        cells = [named(cell) for _, cell in outs]
        return (
            several(cells, last="or")
            if len(cells) <= MOST_LABELLED
            else f"{len(cells)} other cells"
        )


@dataclass(frozen=True)
class SeenPlacement(PlacementReason):
    """A number that a technique places at a glance, without alternatives."""

    step: Deduction

    @property
    def of_cell(self) -> bool:
        return self.step.claim.of_cell

    @property
    def techniques(self) -> tuple[Technique, ...]:
        return (self.step.technique,)

    @property
    def nudge(self) -> str:
        return self.step.nudge

    @property
    def nudge_marks(self) -> Marked:
        return self.step.look

    @property
    def rows(self) -> tuple[ReasonRow, ...]:
        label = self.label_of([self.placed])
        return (ReasonRow(label, self.step.reason, self.step.marks, is_right=True),)

    @property
    def work(self) -> int:
        return self.step.technique.weight - 1

    def holds(self, position: Position) -> bool:
        return self.step.holds(sight_of(position))


@dataclass(frozen=True)
class AnsweredQuestion(PlacementReason):
    """A number that remains when each alternative has an objection.

    ``ends`` are the placed numbers at the ends of its gap.
    """

    is_of_cell: bool
    objections: Mapping[Candidate, Objection]
    ends: tuple[Candidate, ...]

    @property
    def of_cell(self) -> bool:
        return self.is_of_cell

    @property
    def outs(self) -> tuple[Candidate, ...]:
        return tuple(self.objections)

    @cached_property
    def groups(self) -> list[tuple[Objection, list[Candidate]]]:
        """The alternatives by what is objected to them, the plainest first."""
        groups: dict[object, tuple[Objection, list[Candidate]]] = {}
        for out, objection in self.objections.items():
            key = objection.key(of_cell=self.of_cell)
            groups.setdefault(key, (objection, []))[1].append(out)
        return sorted(groups.values(), key=lambda group: group[0].work)

    @property
    def techniques(self) -> tuple[Technique, ...]:
        names = {o.idea_for(of_cell=self.of_cell) for o in self.objections.values()}
        names.add("only_number" if self.of_cell else "only_cell")
        return tuple(map(technique_named, sorted(names)))

    @property
    def nudge(self) -> str:
        if self.of_cell or not self.ends:
            return self.question
        return f"{self.question} It’s {self._away}."

    @property
    def nudge_marks(self) -> Marked:
        if self.of_cell:
            return Marked(area=(self.placed.cell,))
        return Marked(numbers=tuple(number for number, _ in self.ends))

    @property
    def _away(self) -> str:
        return steps_away(self.placed.number, [number for number, _ in self.ends])

    @property
    def rows(self) -> tuple[ReasonRow, ...]:
        numbers = tuple(number for number, _ in self.ends)
        right = ReasonRow(self.label_of([self.placed]), self._right, Marked(numbers=numbers), True)
        alternatives = (
            ReasonRow(self.label_of(outs), o.clause(outs, of_cell=self.of_cell), o.marks(outs))
            for o, outs in self.groups
        )
        return (right, *alternatives)

    @property
    def _right(self) -> str:
        """Where what remains is, and that nothing else comes near if nothing does."""
        if not self.ends:
            only = "missing number" if self.of_cell else "empty cell"
            return "It’s the one that’s left." if self.objections else f"It’s the only {only}."
        away = f"{capitalised(self._away)}."
        if self.objections:
            return away
        if self.of_cell:
            return f"{away} No other missing number is near enough."
        both = " to both" * (len(self.ends) == 2)
        return f"{away} No other empty cell is near enough{both}."

    @property
    def work(self) -> int:
        """Each objection counts once, each alternative and each long count a little."""
        far = sum(abs(number - self.placed.number) for number, _ in self.ends)
        objected = sum(objection.work for objection, _ in self.groups)
        return objected + (len(self.objections) + far) // 6 + self.of_cell

    def holds(self, position: Position) -> bool:
        """Whether each alternative that the eye leaves has an objection that holds."""
        return self.holds_on(sight_of(position))

    def holds_on(self, sight: Sight) -> bool:
        """The same of a board on which some was ruled out before."""
        outs = {*alternatives(sight, self.placed, of_cell=self.of_cell)}
        if not outs <= self.objections.keys():
            return False
        for out, objection in self.objections.items():
            if isinstance(objection, RuledOut) and not {*objection.by} <= {*sight.out}:
                return False
            if not objection.holds(sight, out):
                return False
        return True


def alternatives(sight: Sight, placed: Candidate, *, of_cell: bool) -> Iterator[Candidate]:
    """The other numbers for a cell, or the other cells for a number, that the eye leaves."""
    number, cell = placed
    bit = sight.layout.bit(cell)
    if not of_cell:
        for other_bit in bits(sight.straight[number] & ~bit):
            yield Candidate(number, sight.layout.cell(other_bit))
        return
    for rival, mask in enumerate(sight.straight):
        if mask & bit and rival != number:
            yield Candidate(rival, cell)


class NearMiss(NamedTuple):
    """A number that comes near a cell, and why it doesn't get there, even over filled cells."""

    out: Candidate
    far: TooFar


def near_misses(sight: Sight, cell: Cell) -> Iterator[NearMiss]:
    """The nearest number of each gap that comes within two steps of a cell, but not there."""
    bit = sight.layout.bit(cell)
    for gap in sorted({*sight.gap_at} - {range(0)}, key=lambda gap: gap.start):
        ends = sight.ends_of(gap.start)
        if not ends or any(sight.straight[number] & bit for number in gap):
            continue
        steps = {end: sight.straight_steps(end, cell) or 0 for end in ends}
        lacking = {n: max(steps[end] - abs(end - n) for end in ends) for n in gap}
        number = min(gap, key=lacking.__getitem__)
        if lacking[number] <= NEAR:
            start = max(ends, key=lambda end: steps[end] - abs(end - number))
            far = TooFar(start, steps[start], is_straight=True)
            yield NearMiss(Candidate(number, cell), far)


@dataclass(frozen=True)
class QuestionClaim(Claim):
    """That each alternative to a placement has an objection."""

    question: AnsweredQuestion
    idea: ClassVar[str] = "only_cell"

    @property
    def of_cell(self) -> bool:
        return self.question.of_cell

    def places(self, sight: Sight, placed: Candidate) -> bool:
        return placed == self.question.placed and self.question.holds_on(sight)

    def nudge(self, outs: Sequence[Candidate]) -> str:
        return self.question.nudge

    def look(self, outs: Sequence[Candidate]) -> Marked:
        return self.question.nudge_marks

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        return [row.sentence for row in self.question.rows]

    def lines_after(self, outs: Sequence[Candidate], needed: Sequence[Candidate]) -> list[str]:
        return self.lines(outs)  # the rows name what was ruled out

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        rows = [row.marked for row in self.question.rows]
        return Marked(
            numbers=tuple(number for row in rows for number in row.numbers),
            cells=tuple(cell for row in rows for cell in row.cells),
            area=tuple(cell for row in rows for cell in row.area),
        )


def question_of(position: Position, step: Deduction) -> QuestionClaim | None:
    """The question that a step of counting answers, given what was ruled out before it."""
    if step.placed is None:
        return None
    survey = Survey(position)
    before = RuledOut(step.needed)
    of_cell = step.claim.of_cell
    objections: dict[Candidate, Objection] = {}
    for out in alternatives(survey.sight, step.placed, of_cell=of_cell):
        objection = object_to(survey, out, AT_A_GLANCE + DIRECT)
        if objection is None and before.holds(survey.sight, out):
            objection = before
        objection = objection or object_to(survey, out, STRUCTURE + LAST)
        if objection is None:
            return None
        objections[out] = objection
    ends = tuple(Candidate(n, position.where[n]) for n in survey.sight.ends_of(step.placed.number))
    return QuestionClaim(AnsweredQuestion(step.placed, of_cell, objections, ends))
