"""Techniques: methods of reasoning with their words, marks and weights, and the list of them all.

A technique is a finder in a file of the folder ``techniques``, decorated with
``@partial(Technique, …)``, which names everything else about it. No other code knows it by name:
``rank`` gives its place in the order, and :func:`techniques` reads the folder.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from functools import cache
from importlib import import_module

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import NOTHING, Because, Candidate, Marked, marked_reason
from solver.hidoku.phrases import (
    candidates_named,
    difference_reason,
    joined_named,
    numbered,
    sources,
    way_on,
)
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.staged_search import Budget

FOLDER = "solver.hidoku.logic.techniques"
_SIMPLE = 3  # the greatest weight of a technique that places by reach alone


@dataclass(frozen=True)
class Deduction:
    """One step of a person's reasoning: a placement, or candidates eliminated, and why."""

    technique: Technique
    because: Because = NOTHING
    placed: Candidate | None = None
    eliminated: tuple[Candidate, ...] = ()


Finder = Callable[[Position], Iterator[Deduction]]
Words = Callable[[Deduction], str]
Lines = Callable[[Deduction], list[str]]
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
    explained: Callable[[Position, Candidate], Deduction | None]
    round: Callable[[Position, Budget], tuple[tuple[Deduction, ...], int]]
    by_length: Callable[[Position, int], tuple[tuple[Deduction, ...], ...]]


@dataclass(frozen=True, eq=False, repr=False)
class Technique:
    """A method of reasoning; two are the same only if they are one object.

    ``find`` takes a position and yields each step that the position allows. ``rank`` is its place
    in the order, the easiest first. ``weight`` is how much a placed number or a round of
    eliminations asks of a person, from 1 for what is seen at a glance (see ``grade``).
    ``sentence`` says what the idea is, ``after`` names those to know before it. ``nudge`` says
    where to look, and ``lines`` why, a sentence each: first what a person looks at first, then all
    else that the step rests on. Only its :meth:`statement` names what a step places. ``marks`` is
    what the nudge refers to.

    ``is_placing``: it places a number by itself, and its lines name the eliminations it needs;
    other techniques mostly eliminate candidates. ``is_one_a_gap``: it counts steps around a gap, so
    after one step in a gap the reasons of the others change. ``bare`` finds the same steps without
    reasons, as fast as possible; if the technique eliminates, only those that grades and exercises
    count. ``is_trial``: its steps come from the trials of another technique, and count as its.
    """

    find: Finder
    _: KW_ONLY
    name: str
    title: str
    rank: int
    weight: int
    sentence: str
    nudge: Words
    lines: Lines
    marks: Marks
    after: tuple[str, ...] = ()
    is_placing: bool = False
    is_one_a_gap: bool = False
    bare: Finder | None = None
    assumption: Assumption | None = None
    is_trial: bool = False

    @property
    def is_simple(self) -> bool:
        """Whether counting steps is enough to place a number by it."""
        return self.is_placing and self.weight <= _SIMPLE

    def __call__(self, position: Position) -> Iterator[Deduction]:
        return self.find(position)

    def reason(self, step: Deduction) -> str:
        return " ".join(self.lines(step))

    def reason_marks(self, step: Deduction) -> Marked:
        return marked_reason(step.because)

    def statement(self, step: Deduction) -> str:
        """What a step places, if it does, and why."""
        return " ".join((*([placement(step)] if step.placed else []), *self.lines(step)))

    def __repr__(self) -> str:
        return f"technique_named({self.name!r})"

    def __reduce__(self) -> tuple[Callable[[str], Technique], tuple[str]]:
        return technique_named, (self.name,)


def placement(step: Deduction) -> str:
    """What a step places, in a sentence.

    >>> from dataclasses import replace
    >>> step = Deduction(technique_named("between"), placed=Candidate(2, Cell(0, 1)))
    >>> placement(step), placement(replace(step, because=Because(is_by_cell=True)))
    ('2 fits only row 1, column 2.', 'Only 2 fits row 1, column 2.')
    """
    number, cell = step.placed or (0, Cell(0, 0))
    if step.because.is_by_cell:
        return f"Only {number} fits {named(cell)}."
    return f"{number} fits only {named(cell)}."


@cache
def techniques() -> tuple[Technique, ...]:
    """Every technique defined in the folder, from the easiest on."""
    folder = import_module(FOLDER)
    names = (module.name for module in pkgutil.iter_modules(folder.__path__))
    modules = [import_module(f"{FOLDER}.{name}") for name in names]
    values = (value for module in modules for value in vars(module).values())
    every = {value for value in values if isinstance(value, Technique)}
    return tuple(sorted(every, key=lambda technique: technique.rank))


def assuming() -> tuple[Technique, Assumption]:
    """The technique that supposes a number in a cell, and what it needs for that."""
    return next((t, t.assumption) for t in techniques() if t.assumption)


def technique_named(name: str) -> Technique:
    for t in techniques():
        if t.name == name:
            return t
    raise ValueError(f"There is no technique “{name}”.")


def and_what_else(own: Lines) -> Lines:
    """The own lines of a technique, and then what else a step rests on."""
    return lambda step: [*own(step), *what_else(step)]


def what_else(step: Deduction) -> list[str]:
    """What a step rests on beside its premise, a line each.

    These are earlier eliminations, the numbers that it counts from, joined cells, and what a person
    has to mind.
    """
    because = step.because
    lines = list[str]()
    if because.eliminated:
        out = candidates_named(because.eliminated)
        lines.append(f"{out} {'are' if len(because.eliminated) > 1 else 'is'} ruled out.")
    turning = difference_reason(because.is_distinct)
    if because.others:
        start = sources(number for number, _ in because.others)
        onward = way_on(because.ends)
        lines.append(f"Counting through empty cells from {start} shows it{onward}{turning}.")
    elif because.ends or because.is_distinct:
        onward = f" to {numbered(because.ends)}" if because.ends else ""
        lines.append(f"The path must go on{onward}{turning}.")
    if because.joined:
        lines.append(f"This uses {joined_named(because.joined)}.")
    return lines
