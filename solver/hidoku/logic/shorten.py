"""The steps of a path that count, found from the end back: placements and what they rest on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from solver.hidoku.logic.claims import Objection
from solver.hidoku.logic.easiest import Survey, direct_finders
from solver.hidoku.logic.objections.consequences import RuledOut
from solver.hidoku.logic.objections.registry import AT_A_GLANCE, DIRECT, LAST, STRUCTURE, object_to
from solver.hidoku.logic.patterns.fewest import fewest
from solver.hidoku.logic.patterns.sight import sight_of
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.question import AnsweredQuestion, question_with
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, assuming, technique_named
from solver.hidoku.search.staged_search import Budget


class RoundSteps(NamedTuple):
    """Steps of one technique that all hold in one position."""

    position: Position
    steps: tuple[Deduction, ...]


def shortened(rounds: Sequence[RoundSteps], end: Position, budget: Budget) -> tuple[Deduction, ...]:
    """The steps that lead to the end, each with its reason.

    If the board is neither full nor dead at the end, all steps count. Empty if time runs out.
    """
    is_open = not (end.is_full or end.dead)
    needed = {*_of_dead(end)}
    path: list[Deduction] = []
    for position, steps in reversed(rounds):
        kept_steps: list[Deduction] = []
        for place, step in enumerate(steps):
            if budget.is_over:
                return ()
            outs = tuple(c for c in step.eliminated if is_open or c in needed)
            if step.placed or outs:
                needed.difference_update(outs)
                kept_steps += _in_turn(position, steps[:place], replace(step, eliminated=outs))
        for step in kept_steps:
            needed |= {*step.needed}
        path += reversed(kept_steps)
    return tuple(reversed(path))


def _of_dead(end: Position) -> tuple[Candidate, ...]:
    """The eliminations that make a position dead."""
    if end.dead is None:
        return ()

    def is_dead(eliminations: Sequence[Candidate]) -> bool:
        return end.plain.without(eliminations).dead is not None

    return fewest(tuple(dict.fromkeys(end.eliminations)), is_dead)


def _in_turn(
    position: Position, before: Sequence[Deduction], step: Deduction
) -> tuple[Deduction, ...]:
    """A step of a round with its reason, for the board after the steps before it.

    Since its reason uses as few eliminations as possible, it may mention a number or a cell that an
    earlier step has filled. Then the reason is found again with those filled, unless the step no
    longer does anything there.
    """
    proof = with_reason(position, step)
    placing = [earlier for earlier in before if earlier.placed]
    fills = {part for earlier in placing for part in earlier.placed or ()}
    if fills.isdisjoint(proof.claim.vacancies):
        return (proof,)
    later = position.after(*placing)
    outs = (c for c in step.eliminated if c in later.candidates(c.number))
    step = replace(step, eliminated=tuple(outs))
    return (with_reason(later, step),) if step.placed or step.eliminated else ()


def with_reason(position: Position, step: Deduction) -> Deduction:
    """The step with as few eliminations as it needs, and as the idea that its claim is."""
    technique = step.technique
    if technique.assumption:
        return technique.assumption.explained(position, step.eliminated[0]) or step
    if technique.is_placing:
        return step
    if technique.name != step.claim.idea:
        step = replace(step, technique=technique_named(step.claim.idea))
    return resting_on_fewest(position, step) or step


def checked(position: Position, step: Deduction) -> Deduction:
    """The step with a claim that holds on a board; if there is none, it rests on a search.

    A placement by counting answers a question.
    """
    if step.technique.is_one_a_gap and (question := _question_of(position, step)):
        return replace(step, claim=question)
    if not step.is_searched and step.holds(sight_of(position)):
        return step
    find_reason = assuming()[1].explained
    return (
        resting_on_fewest(position, step)
        or (placing_step(position, step.placed) if step.placed else None)
        or (find_reason(position, step.eliminated[0]) if len(step.eliminated) == 1 else None)
        or Deduction(assuming()[0], placed=step.placed, eliminated=step.eliminated)
    )


def resting_on_fewest(position: Position, step: Deduction) -> Deduction | None:
    """The step with the fewest eliminations it needs; None if it doesn't hold with all of them.

    Of several that would do, those of its own numbers and cells stay.
    """
    placements = [step.placed] if step.placed else []
    vacancies = {*step.claim.vacancies}
    vacancies |= {part for candidate in (*placements, *step.eliminated) for part in candidate}
    sight = sight_of(position)

    def is_held(needed: Sequence[Candidate]) -> bool:
        return replace(step, needed=tuple(needed)).holds(sight)

    eliminations = sorted(dict.fromkeys(position.eliminations), key=vacancies.isdisjoint)
    return replace(step, needed=fewest(eliminations, is_held)) if is_held(eliminations) else None


def placing_step(position: Position, placement: Candidate) -> Deduction | None:
    """The easiest technique's reason for a number that follows at once; None if it doesn't."""
    about = position.about((placement.number,))
    sight = sight_of(position)
    for technique, find in direct_finders().items():
        for step in find(about) if technique.is_placing else ():
            if step.placed == placement:
                question = _question_of(position, step) if technique.is_one_a_gap else None
                if question or step.holds(sight):
                    return replace(step, claim=question or step.claim)
    return None


def question_of(
    position: Position, placement: Candidate, needed: Sequence[Candidate] = (), *, of_cell: bool
) -> AnsweredQuestion | None:
    """The question that a placement by counting answers, given what was ruled out before it."""
    survey = Survey(position)
    before = RuledOut(tuple(needed))

    def find(out: Candidate) -> Objection | None:
        objection = object_to(survey, out, AT_A_GLANCE + DIRECT)
        if objection is None and before.holds(survey.sight, out):
            return before
        return objection or object_to(survey, out, STRUCTURE + LAST)

    return question_with(survey.sight, placement, find, of_cell=of_cell)


def _question_of(position: Position, step: Deduction) -> AnsweredQuestion | None:
    if step.placed is None:
        return None
    return question_of(position, step.placed, step.needed, of_cell=step.claim.of_cell)
