"""Why a number goes in a cell: a question, the alternatives, and an objection to each.

“What can fill this cell?” has as alternatives the numbers, and “Where can this number go?” the
cells, that the eye doesn't exclude: those that aren't too far from the ends of a gap, even straight
over filled cells. A person considers no others.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import ClassVar, NamedTuple

from solver.hidoku.logic.claims import Claim, Objection, ReasonRow
from solver.hidoku.logic.objections.consequences import RuledOut
from solver.hidoku.logic.objections.counted import TooFar
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.phrases import counted_from, steps_to
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import bits
from solver.wording import capitalised

Finder = Callable[[Candidate], Objection | None]

WORDS_READ = 5  # of an objection, that are as much work as one step of what it says
NEAR = 2  # steps that a gap may lack to come near a cell


@dataclass(frozen=True)
class AnsweredQuestion(Claim):
    """That each alternative to a placement has an objection.

    ``ends`` are the placed numbers at the ends of its gap.
    """

    placed: Candidate
    is_of_cell: bool
    objections: Mapping[Candidate, Objection]
    ends: tuple[Candidate, ...]
    idea: ClassVar[str] = "only_cell"

    @property
    def of_cell(self) -> bool:
        return self.is_of_cell

    @property
    def ideas(self) -> tuple[str, ...]:
        names = {o.idea_for(of_cell=self.of_cell) for o in self.objections.values()}
        names.add("only_number" if self.of_cell else "only_cell")
        return tuple(sorted(names))

    def places(self, sight: Sight, placement: Candidate) -> bool:
        """Whether each alternative that the eye leaves has an objection that holds."""
        outs = {*alternatives(sight, placement, of_cell=self.of_cell)}
        if placement != self.placed or not outs <= self.objections.keys():
            return False
        for out, objection in self.objections.items():
            if isinstance(objection, RuledOut) and not {*objection.by} <= {*sight.out}:
                return False
            if not objection.holds(sight, out):
                return False
        return True

    @cached_property
    def groups(self) -> list[tuple[Objection, list[Candidate]]]:
        """The alternatives by what is objected to them, the plainest first."""
        groups: dict[object, tuple[Objection, list[Candidate]]] = {}
        for out, objection in self.objections.items():
            key = objection.key(of_cell=self.of_cell)
            groups.setdefault(key, (objection, []))[1].append(out)
        return sorted(groups.values(), key=lambda group: group[0].work)

    def nudge(self, outs: Sequence[Candidate]) -> str:
        question = self.question(self.placed)
        if self.of_cell or not self.ends:
            return question
        return f"{question} It’s {counted_from(self.placed.number, self._end_numbers)}."

    def look(self, outs: Sequence[Candidate]) -> Marked:
        if self.of_cell:
            return Marked(area=(self.placed.cell,))
        return Marked(numbers=self._end_numbers)

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        return [row.sentence for row in self.rows(self.placed)]

    def lines_after(self, outs: Sequence[Candidate], needed: Sequence[Candidate]) -> list[str]:
        return self.lines(outs)  # the rows name what was ruled out

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        rows = [row.marked for row in self.rows(self.placed)]
        return Marked(
            numbers=tuple(number for row in rows for number in row.numbers),
            cells=tuple(cell for row in rows for cell in row.cells),
            area=tuple(cell for row in rows for cell in row.area),
        )

    @property
    def _end_numbers(self) -> tuple[int, ...]:
        return tuple(number for number, _ in self.ends)

    def rows(self, placement: Candidate) -> tuple[ReasonRow, ...]:
        marked = Marked(numbers=self._end_numbers)
        right = ReasonRow(self.label_of([placement]), self._right, marked, True)
        alternatives = (
            ReasonRow(self.label_of(outs), o.clause(outs, of_cell=self.of_cell), o.marks(outs))
            for o, outs in self.groups
        )
        return (right, *alternatives)

    @property
    def _right(self) -> str:
        """Where what remains is, and that nothing else comes near if nothing does."""
        if not self.ends:
            noun = "missing number" if self.of_cell else "empty cell"
            return "It’s the one that’s left." if self.objections else f"It’s the only {noun}."
        locate = counted_from if self.of_cell else steps_to
        distance = f"{capitalised(locate(self.placed.number, self._end_numbers))}."
        if self.objections:
            return distance
        if self.of_cell:
            return f"{distance} No other missing number is near enough."
        suffix = " to both" * (len(self.ends) == 2)
        return f"{distance} No other empty cell is near enough{suffix}."

    @cached_property
    def work(self) -> int:
        """Each objection and its words; each alternative and each long count a little."""
        distance = sum(abs(number - self.placed.number) for number, _ in self.ends)
        effort = sum(objection.work for objection, _ in self.groups)
        words = sum(len(row.objection.split()) for row in self.rows(self.placed)[1:])
        counts = (len(self.objections) + distance) // 6
        return effort + counts + words // WORDS_READ + self.of_cell


def question_in(reason: Deduction | None) -> AnsweredQuestion | None:
    """The question that a reason answers, if not all of it is seen at a glance."""
    claim = reason.claim if reason else None
    return claim if isinstance(claim, AnsweredQuestion) else None


def alternatives(sight: Sight, placement: Candidate, *, of_cell: bool) -> Iterator[Candidate]:
    """The other numbers for a cell, or the other cells for a number, that the eye leaves."""
    number, cell = placement
    bit = sight.layout.bit(cell)
    if not of_cell:
        for other_bit in bits(sight.straight[number] & ~bit):
            yield Candidate(number, sight.layout.cell(other_bit))
        return
    for rival, mask in enumerate(sight.straight):
        if mask & bit and rival != number:
            yield Candidate(rival, cell)


class NearGap(NamedTuple):
    """A gap that doesn't reach a cell, and the steps to it from its ends, even straight."""

    missing: range
    cell: Cell
    steps: Mapping[int, int]

    @property
    def length(self) -> int:
        """The steps from end to end, or from its only end to the end of the path."""
        return len(self.missing) + len(self.steps) - 1

    @property
    def excess(self) -> int:
        """How many steps longer it would be through the cell."""
        return sum(self.steps.values()) - self.length

    @property
    def is_near(self) -> bool:
        return self.excess <= NEAR


def near_gaps(sight: Sight, cell: Cell) -> list[NearGap]:
    """The gaps that don't reach a cell, the nearest first."""
    bit = sight.layout.bit(cell)
    near = list[NearGap]()
    for gap in {*sight.gap_at} - {range(0)}:
        steps = {end: sight.straight_steps(end, cell) or 0 for end in sight.ends_of(gap.start)}
        if steps and not any(sight.straight[number] & bit for number in gap):
            near.append(NearGap(gap, cell, steps))
    return sorted(near, key=lambda gap: (gap.excess, gap.missing.start))


def nearest_cell(sight: Sight, number: int) -> tuple[Candidate, TooFar] | None:
    """A cell too far for a number, even straight, that one would ask about first; if any is.

    It's in reach of the end that the number must be nearer to, or else lacks the least.
    """
    ends = sorted(sight.ends_of(number), key=lambda end: abs(end - number))
    cells = sight.layout.cells(sight.empty & ~sight.straight[number])
    steps = {cell: [sight.straight_steps(end, cell) or 0 for end in ends] for cell in cells}
    if not steps:
        return None

    def lacks(cell: Cell) -> list[int]:
        counts = zip(steps[cell], ends, strict=True)
        return [max(0, count - abs(end - number)) for count, end in counts]

    cell = min(cells, key=lambda cell: (lacks(cell)[0], sum(lacks(cell)), sum(steps[cell])))
    at = lacks(cell).index(max(lacks(cell)))
    return Candidate(number, cell), TooFar(ends[at], steps[cell][at], is_straight=True)


def question_with(
    sight: Sight, placement: Candidate, find: Finder, *, of_cell: bool, most_work: float = inf
) -> AnsweredQuestion | None:
    """The question that a placement answers, with what is found to object to each alternative.

    None if nothing is found to one, or if all of it asks for more than the most work.
    """
    objections: dict[Candidate, Objection] = {}
    work: dict[object, int] = {}
    for out in alternatives(sight, placement, of_cell=of_cell):
        objection = find(out)
        if objection is None:
            return None
        objections[out] = objection
        work.setdefault(objection.key(of_cell=of_cell), objection.work)
        if sum(work.values()) > most_work:
            return None
    _share(sight, objections, of_cell=of_cell)
    ends = (
        Candidate(n, sight.layout.cell(sight.where[n])) for n in sight.ends_of(placement.number)
    )
    return AnsweredQuestion(placement, of_cell, objections, tuple(ends))


def _share(sight: Sight, objections: dict[Candidate, Objection], *, of_cell: bool) -> None:
    """Object to an alternative what is objected to others, if that is no more work."""
    for example in {o.key(of_cell=of_cell): o for o in objections.values()}.values():
        key = example.key(of_cell=of_cell)
        twins = {
            out: twin
            for out, objection in objections.items()
            if (twin := example.against_too(sight, out))
            and twin.key(of_cell=of_cell) == key
            and twin.work <= objection.work
            and twin.holds(sight, out)
        }
        if len({objections[out].key(of_cell=of_cell) for out in twins}) > 1:
            objections.update(twins)
