"""Techniques: ways of reasoning, each with its words, marks and weight, and the list of them all.

A technique is one file in the folder ``techniques``: a finder under :func:`technique`, which names
everything else there is to say of it. Nothing else in the house knows its name: its place in the
order is its ``rank``, and :func:`techniques` reads the folder.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import NOTHING, Because, Candidate, Marked, marked_reason
from solver.hidoku.phrases import joined, ruled_out, sources, standing
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Link
from solver.hidoku.search.staged_search import Budget
from solver.wording import capitalised

FOLDER = "solver.hidoku.logic.techniques"


@dataclass(frozen=True)
class Deduction:
    """One step of a person's reasoning: a placement, or candidates eliminated, and why."""

    technique: Technique
    because: Because = NOTHING
    placed: Candidate | None = None
    eliminated: tuple[Candidate, ...] = ()


Finder = Callable[[Position], Iterator[Deduction]]
Words = Callable[[Deduction], str]
Marks = Callable[[Deduction], Marked]


@dataclass(frozen=True)
class Assumption:
    """What a technique that assumes something needs beside its finder.

    ``finder`` makes the finder for the positions of one board, within a budget; its steps come
    without their reasons, which ``explained`` gives (None if a step does not hold). ``round`` finds
    all steps of the shortest assumptions at once, and how long they are: a grade is made of that.
    ``by_length`` finds every step that an assumption shows which is at most so long, the shortest
    first, each length apart: the easiest hint is chosen from them.
    """

    finder: Callable[[Position, Budget], Finder]
    explained: Callable[[Position, Deduction], Deduction | None]
    round: Callable[[Position, Budget], tuple[tuple[Deduction, ...], int]]
    by_length: Callable[[Position, int], tuple[tuple[Deduction, ...], ...]]


@dataclass(frozen=True, eq=False, repr=False)
class Technique:
    """A way of reasoning; two are the same only if they are one object.

    ``find`` takes a position and yields each step that the position allows. ``rank`` is the place
    in the order, from the easiest on; ``weight`` is how much a number placed or a round of
    eliminations asks of a person, 1 for what is seen at a glance (see ``grade``). ``nudge`` says
    where to look, ``reason`` why, without naming a placement, and ``statement`` both; ``marks`` is
    what the nudge names, ``reason_marks`` what the reason does.

    ``is_placing``: it places a number by itself, and a reason names the eliminations it needs;
    other techniques eliminate candidates, or nearly always. ``is_one_a_gap``: it counts steps
    around a gap, so that after one step in a gap the others have another reason. ``bare`` finds the
    same steps without reasons, as fast as can be.
    """

    name: str
    title: str
    rank: int
    weight: int
    find: Finder
    nudge: Words
    reason: Words
    statement: Words
    marks: Marks
    reason_marks: Marks
    is_placing: bool = False
    is_one_a_gap: bool = False
    bare: Finder | None = None
    assumption: Assumption | None = None

    def __call__(self, position: Position) -> Iterator[Deduction]:
        return self.find(position)

    def __repr__(self) -> str:
        return f"technique_named({self.name!r})"

    def __reduce__(self) -> tuple[Callable[[str], Technique], tuple[str]]:
        return technique_named, (self.name,)


def technique(
    name: str,
    *,
    title: str,
    rank: int,
    weight: int,
    nudge: Words,
    reason: Words,
    marks: Marks,
    statement: Words | None = None,
    reason_marks: Marks = lambda step: marked_reason(step.because),
    is_placing: bool = False,
    is_one_a_gap: bool = False,
    bare: Finder | None = None,
    assumption: Assumption | None = None,
) -> Callable[[Finder], Technique]:
    """Make a finder a technique; see :class:`Technique` for what is said of it.

    The statement of a placement is by default the number in its cell, and the reason.
    """

    words = nudge, reason, statement or _stated(reason)
    return lambda find: Technique(
        name,
        title,
        rank,
        weight,
        find,
        *words,
        marks,
        reason_marks,
        is_placing,
        is_one_a_gap,
        bare,
        assumption,
    )


def _stated(reason: Words) -> Words:
    def statement(step: Deduction) -> str:
        said = reason(step)
        return f"{capitalised(standing(*step.placed))}: {said}" if step.placed else said

    return statement


@cache
def techniques() -> tuple[Technique, ...]:
    """Every technique there is, from the easiest on: those of the modules in the folder."""
    folder = import_module(FOLDER)
    names = (each.name for each in pkgutil.iter_modules(folder.__path__))
    modules = [import_module(f"{FOLDER}.{name}") for name in names]
    defined = (each for module in modules for each in vars(module).values())
    found = {each for each in defined if isinstance(each, Technique)}
    return tuple(sorted(found, key=lambda each: each.rank))


def technique_named(name: str) -> Technique:
    for each in techniques():
        if each.name == name:
            return each
    raise ValueError(f"There is no technique “{name}”.")


# How words of a technique become sentences: what its placements and eliminations say alike.


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
        return f"{number} must go in {place}: {why(step, 'no other')}."

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
    return f" This uses {joined(because.links)}." if because.links else ""


def counted_from(numbers: Iterable[int], links: Sequence[Link] = ()) -> str:
    """The sentence on the placed numbers from which steps are counted.

    >>> counted_from([9, 4])
    '(Steps counted from 4 and 9.)'
    """
    given = f", given {joined(links)}" if links else ""
    return f"(Steps counted from {sources(numbers)}{given}.)"
