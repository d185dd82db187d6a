"""Objections that say what a number in a cell would lead to, and steps of techniques."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import ClassVar, Self

from solver.hidoku.logic.objections.objection import Objection, Survey
from solver.hidoku.logic.patterns.chains import refuted_by_chain
from solver.hidoku.logic.patterns.gaps import apart
from solver.hidoku.logic.patterns.room import without_room
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate, Marked, Refuted, marked_reason
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.techniques.contradictions import forced_text, left
from solver.hidoku.logic.verify.sight import Sight
from solver.hidoku.logic.verify.verify import careful_of, fails
from solver.hidoku.phrases import candidates_named, dead_end, few_named
from solver.hidoku.search.domains import Contradiction, Dead
from solver.wording import capitalised

MOST_FORCED = 5  # numbers that would follow
MOST_CROWDED = 3  # claims about a cell without a number that are looked at


@dataclass(frozen=True)
class Leaves(Objection):
    """It would leave a number without a cell, or a cell without a number."""

    refuted: Refuted
    fitting: tuple[int, ...]  # the numbers that fit the cell that would stay empty
    idea: ClassVar[str] = "blocked"
    effort: ClassVar[int] = 4

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        for why in _dead_ends(survey, out):
            fitting = tuple[int, ...]()
            if why.kind is Dead.NO_NUMBER:
                bit = survey.position.layout.bit(why.cells[0])
                masks = enumerate(survey.position.strict)
                fitting = tuple(n for n, mask in masks if mask & bit and n != out.number)
            objection = cls(Refuted(*out, why), fitting)
            if objection.holds(survey.sight, out):
                yield objection

    def holds(self, sight: Sight, out: Candidate) -> bool:
        if (self.refuted.number, self.refuted.cell) != out:
            return False
        return fails(sight, _all_counted(sight), self.refuted)

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        text = f"{'Each' if len(outs) > 1 else 'That'} leaves {left(self.refuted)}"
        fitting = [n for n in self.fitting if n not in {number for number, _ in outs}]
        if fitting and len(outs) == 1:
            verb = "reaches" if len(fitting) == 1 else "reach"
            return f"{text}: only {few_named(fitting)} {verb} it."
        return f"{text}."

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return replace(marked_reason(Because(refuted=(self.refuted,))), tried=tuple(outs))

    def key(self, *, of_cell: bool) -> object:
        return (type(self), self.refuted.why, self.refuted.missing)

    @property
    def work(self) -> int:
        far = [apart(self.refuted.cell, cell) for cell in self.refuted.why.cells]
        return self.effort + min(far, default=0) // 2 + len(self.fitting) // 4


def _all_counted(sight: Sight) -> Because:
    """A reason that counts from every placed number, and uses every joined cell."""
    open_ends = tuple(n for n in (1, sight.grid.last) if n not in sight.where)
    return Because(
        tuple(sight.where),
        joined=tuple(sorted(sight.grid.joined)),
        ends=open_ends,
        is_distinct=True,
    )


def _dead_ends(survey: Survey, out: Candidate) -> Iterator[Contradiction]:
    """What a candidate leaves without room before anything follows, the nearest cell first."""
    position = survey.position
    bit = position.layout.bit(out.cell)
    standing = frozenset((*position.close.standing, out.number))
    if position.strict[out.number] & bit:
        readings = [r.after(standing, [(out.number, bit)]) for r in (position.weak, position.close)]
    else:
        anew = position.with_board({**position.board, out.cell: out.number})
        readings = [anew.weak, anew.close]
    for after in readings:
        if after.dead is None:
            continue
        if after.dead.kind is Dead.NO_NUMBER:
            bare = position.layout.board & ~reduce(or_, after.masks)
            cells = sorted(position.layout.cells(bare), key=lambda c: apart(c, out.cell))
            for cell in cells:
                yield Contradiction(Dead.NO_NUMBER, (), (cell,))
        elif after.dead.kind is not Dead.APART:  # that is counted, or due to joined cells
            yield after.dead


@dataclass(frozen=True)
class Shown(Objection):
    """A technique rules it out at once."""

    step: Deduction
    effort: ClassVar[int] = 4

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        for step in survey.structure.get(out, ()):
            yield from cls._of(survey, replace(step, eliminated=(out,)))

    @classmethod
    def _of(cls, survey: Survey, step: Deduction) -> Iterator[Self]:
        whole = replace(step, because=_counting(survey.sight, step.because))
        proof = careful_of(survey.sight, whole)
        if proof:
            yield cls(proof)

    def holds(self, sight: Sight, out: Candidate) -> bool:
        return out in self.step.eliminated and careful_of(sight, self.step) is not None

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        bare = replace(self.step.because, others=(), joined=(), ends=(), is_distinct=False)
        step = replace(self.step, eliminated=tuple(outs), because=bare)
        return " ".join(step.technique.lines(step))

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        marked = marked_reason(replace(self.step.because, others=()))
        return replace(marked, tried=tuple(outs))

    @property
    def work(self) -> int:
        return self.effort + self.step.technique.weight // 3

    def idea_for(self, *, of_cell: bool) -> str:
        return self.step.technique.name


class ShownHeavily(Shown):
    """A technique that adds up the gaps of the whole board rules it out."""

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        for step in survey.heavy.get(out, ()):
            yield from cls._of(survey, replace(step, eliminated=(out,)))


def _counting(sight: Sight, because: Because) -> Because:
    counted = tuple(
        Candidate(number, sight.layout.cell(bit))
        for number, bit in sight.where.items()
        if number not in because.numbers
    )
    return replace(because, others=counted, joined=tuple(sorted(sight.grid.joined)))


@dataclass(frozen=True)
class Wherever(Leaves):
    """It would leave something without room, wherever a few other numbers go."""

    effort: ClassVar[int] = 7

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        for at, refuted in enumerate(without_room(survey.position, out)):
            if at == MOST_CROWDED:
                return
            objection = cls(refuted, ())
            if objection.holds(survey.sight, out):
                yield objection

    @property
    def work(self) -> int:
        return self.effort + 2 * len(self.refuted.missing)


@dataclass(frozen=True)
class DeadEnd(Objection):
    """A few numbers would follow, up to a dead end."""

    refuted: Refuted
    idea: ClassVar[str] = "contradiction"
    effort: ClassVar[int] = 6

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        refuted = refuted_by_chain(survey.position, out)
        if refuted and refuted.chain and len(refuted.chain) <= MOST_FORCED:
            objection = cls(refuted)
            if objection.holds(survey.sight, out):
                yield objection

    def holds(self, sight: Sight, out: Candidate) -> bool:
        if (self.refuted.number, self.refuted.cell) != out:
            return False
        return fails(sight, _all_counted(sight), self.refuted)

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        follow = ", then ".join(forced_text(forced) for forced in self.refuted.chain)
        return f"Then {follow}, and {dead_end(self.refuted.why)}."

    def key(self, *, of_cell: bool) -> object:
        return (type(self), self.refuted.chain, self.refuted.why)

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return replace(marked_reason(Because(refuted=(self.refuted,))), tried=tuple(outs))

    @property
    def work(self) -> int:
        return self.effort + 3 * len(self.refuted.chain)


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
        position = Position.of(sight.grid, sight.board).without(self.by)
        return not position.strict[out.number] & position.layout.bit(out.cell)

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        if {*outs} <= {*self.by}:
            return "Ruled out before."
        verb = "are" if len(self.by) > 1 else "is"
        return f"{capitalised(candidates_named(self.by))} {verb} ruled out."

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(tried=tuple(outs), eliminated=self.by)
