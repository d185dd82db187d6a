"""Techniques: methods of reasoning with their words, marks and weights, and the list of them all.

A technique is a finder in a file of the folder ``techniques``, decorated with :func:`technique`,
which names everything else about it. No other code knows it by name: ``rank`` gives its place in
the order, and :func:`techniques` reads the folder.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import NOTHING, Because, Candidate, Marked, marked_reason
from solver.hidoku.phrases import difference_reason, joined, numbered, ruled_out, sources, way_on
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
Premises = Callable[[Deduction], list[str] | None]
Marks = Callable[[Deduction], Marked]


@dataclass(frozen=True)
class Assumption:
    """What a technique that assumes something needs beside its finder.

    ``finder`` makes the finder for the positions of one board, within a budget. Its steps come
    without reasons; ``explained`` gives a step its reason (None if the step doesn't hold).
    ``round`` finds all steps of the shortest assumptions at once, and their length: grades use it.
    ``by_length`` finds every step shown by an assumption up to a given length, grouped by length,
    the shortest first: the easiest hint is chosen from them.
    """

    finder: Callable[[Position, Budget], Finder]
    explained: Callable[[Position, Deduction], Deduction | None]
    round: Callable[[Position, Budget], tuple[tuple[Deduction, ...], int]]
    by_length: Callable[[Position, int], tuple[tuple[Deduction, ...], ...]]


@dataclass(frozen=True, eq=False, repr=False)
class Technique:
    """A method of reasoning; two are the same only if they are one object.

    ``find`` takes a position and yields each step that the position allows. ``rank`` is its place
    in the order, the easiest first. ``weight`` is how much a placed number or a round of
    eliminations asks of a person, from 1 for what is seen at a glance (see ``grade``).
    ``sentence`` says what the idea is, ``after`` names those to know before it. ``nudge`` says
    where to look, ``reason`` why, without naming a placement, and ``statement`` both; ``marks`` is
    what the nudge refers to, ``reason_marks`` what the reason refers to.

    ``is_placing``: it places a number by itself, and its reason names the eliminations it needs;
    other techniques mostly eliminate candidates. ``is_one_a_gap``: it counts steps around a gap, so
    after one step in a gap the reasons of the others change. ``bare`` finds the same steps without
    reasons, as fast as possible; if the technique eliminates, only those that grades and exercises
    count. ``is_trial``: its steps come from the trials of another technique, and count as its.
    ``premises`` are what a placement rests on beside what was ruled out, a line each; None if its
    reason says that best.
    """

    name: str
    title: str
    rank: int
    weight: int
    sentence: str
    after: tuple[str, ...]
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
    is_trial: bool = False
    premises: Premises | None = None

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
    sentence: str,
    nudge: Words,
    reason: Words,
    marks: Marks,
    after: tuple[str, ...] = (),
    statement: Words | None = None,
    reason_marks: Marks = lambda step: marked_reason(step.because),
    is_placing: bool = False,
    is_one_a_gap: bool = False,
    bare: Finder | None = None,
    assumption: Assumption | None = None,
    is_trial: bool = False,
    premises: Premises | None = None,
) -> Callable[[Finder], Technique]:
    """Turn a finder into a technique; see :class:`Technique` for the arguments.

    By default, the statement of a placement is the number in its cell, followed by the reason.
    """

    words = nudge, reason, statement or _stated(reason)
    return lambda find: Technique(
        name,
        title,
        rank,
        weight,
        sentence,
        after,
        find,
        *words,
        marks,
        reason_marks,
        is_placing,
        is_one_a_gap,
        bare,
        assumption,
        is_trial,
        premises,
    )


def _stated(reason: Words) -> Words:
    def statement(step: Deduction) -> str:
        said, placed = reason(step), step.placed
        return f"{placed.number} goes in {named(placed.cell)}. {said}" if placed else said

    return statement


@cache
def techniques() -> tuple[Technique, ...]:
    """Every technique defined in the folder, from the easiest on."""
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


Clause = Callable[[Deduction, str], str]  # why there is "no other", or "only one"


def placing_reason(why: Clause) -> Words:
    """The reason for a placement, as a sentence that doesn't name the placement."""
    return lambda step: f"{capitalised(why(step, 'only one'))}."


def placing_statement(why: Clause) -> Words:
    """A placement and its reason in one sentence."""

    def statement(step: Deduction) -> str:
        if step.placed is None:
            return f"{capitalised(why(step, 'no other'))}."
        number, place = step.placed.number, named(step.placed.cell)
        return f"{number} goes in {place}: {why(step, 'no other')}."

    return statement


def after_eliminations(said: Words) -> Words:
    """A reason, headed by the earlier eliminations it needs.

    A sentence at the end names the links it needs, and the placed numbers it counts from if those
    are more than the numbers it is about.
    """

    def reason(step: Deduction) -> str:
        sentence = said(step)
        if step.because.eliminated:
            out = ruled_out(step.because.eliminated, step.placed)
            if sentence.startswith("Suppose"):
                sentence = f"{capitalised(out)}. {sentence}"
            else:
                sentence = f"Since {out}, {sentence[0].lower()}{sentence[1:]}"
        return sentence + _rest(step.because)

    return reason


def _rest(because: Because) -> str:
    """The sentence on what else a reason rests on, if anything."""
    careful = difference_reason(because.is_distinct)
    if because.others:
        careful = way_on(because.ends) + careful
        numbers = (number for number, _ in because.others)
        return f" {counted_from(numbers, because.links, careful)}"
    used = f" This uses {joined(because.links)}." if because.links else ""
    if because.ends:
        return f"{used} (The path must go on to {numbered(because.ends)}{careful}.)"
    return used + " (Count steps without turning back.)" * bool(careful)


def counted_from(numbers: Iterable[int], links: Sequence[Link] = (), careful: str = "") -> str:
    """The sentence on the placed numbers from which steps are counted through empty cells.

    >>> counted_from([9, 4])
    '(Count steps from 4 and 9.)'
    """
    given = f", given {joined(links)}" if links else ""
    return f"(Count steps from {sources(numbers)}{careful}{given}.)"
