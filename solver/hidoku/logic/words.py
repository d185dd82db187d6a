"""How words of a technique become sentences: what its placements and its eliminations say alike."""

from __future__ import annotations

from collections.abc import Callable

from solver.hidoku.logic.technique import Deduction, Words
from solver.hidoku.phrases.lists import ruled_out
from solver.hidoku.rules.game import named
from solver.wording import capitalised

Clause = Callable[[Deduction, str], str]  # why there is "no other", or "only one"


def placing_reason(why: Clause) -> Words:
    """The reason of a placement as a sentence that does not name it."""
    return lambda step: f"{capitalised(why(step, 'only one'))}."


def placing_statement(why: Clause) -> Words:
    """A placement and its reason in one sentence."""

    def statement(step: Deduction) -> str:
        if step.placed is None:
            return f"{capitalised(why(step, 'no other'))}."
        number, place = step.placed.number, named(step.placed.cell)
        if step.because.is_by_cell:
            return f"{capitalised(place)} must hold {number}: {why(step, 'no other')}."
        return f"{number} must stand in {place}: {why(step, 'no other')}."

    return statement


def after_eliminations(said: Words) -> Words:
    """A reason, headed by the candidates eliminated before that it needs."""

    def reason(step: Deduction) -> str:
        sentence = said(step)
        if not step.because.eliminated:
            return sentence
        out = capitalised(ruled_out(step.because.eliminated, step.placed))
        return f"{out}, {sentence[0].lower()}{sentence[1:]}"

    return reason
