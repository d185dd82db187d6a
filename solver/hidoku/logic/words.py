"""How words of a technique become sentences: what its placements and its eliminations say alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from solver.hidoku.logic.reasons import Because
from solver.hidoku.logic.technique import Deduction, Words
from solver.hidoku.phrases import joined, ruled_out, sources
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Link
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
    """A reason, headed by the candidates eliminated before that it needs.

    A sentence names the links that it needs, and from which placed numbers it counts, where they
    are more than those that it is about.
    """

    def reason(step: Deduction) -> str:
        sentence = said(step)
        if step.because.eliminated:
            out = capitalised(ruled_out(step.because.eliminated, step.placed))
            sentence = f"{out}, {sentence[0].lower()}{sentence[1:]}"
        return sentence + _rest(step.because)

    return reason


def _rest(because: Because) -> str:
    """The sentence on what a reason rests on besides, if there is anything."""
    if because.others:
        return f" {counted_from(because.every_number, because.links)}"
    return f" This needs {joined(because.links)}." if because.links else ""


def counted_from(numbers: Iterable[int], links: Sequence[Link] = ()) -> str:
    """The sentence on the placed numbers from which steps are counted.

    >>> counted_from([9, 4])
    'Counted from 4 and 9.'
    """
    given = f", given {joined(links)}" if links else ""
    return f"Counted from {sources(numbers)}{given}."
