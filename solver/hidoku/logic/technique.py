"""Techniques: methods of reasoning with their weights, and the list of them all.

A technique is a finder in a file of the folder ``techniques``, decorated with
``@partial(Technique, …)``, which names everything else about it. No other code knows it by name:
``rank`` gives its place in the order, and :func:`techniques` reads the folder.
"""

from __future__ import annotations

import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass, replace
from functools import cache
from importlib import import_module

from solver.hidoku.logic.claims import SEARCHED, Claim, ReasonRow
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.rules.game import cell_name
from solver.hidoku.search.staged_search import Budget

FOLDER = "solver.hidoku.logic.techniques"
_SIMPLE = 3  # the greatest weight of a technique that places by reach alone


@dataclass(frozen=True)
class Deduction:
    """One step of a person's reasoning: a placement, or candidates eliminated, and why.

    ``needed`` are the candidates ruled out before that the claim needs.
    """

    technique: Technique
    claim: Claim = SEARCHED
    placed: Candidate | None = None
    eliminated: tuple[Candidate, ...] = ()
    needed: tuple[Candidate, ...] = ()

    @property
    def placed_candidate(self) -> Candidate:
        """What it places, which is asked only of a placement."""
        if self.placed is None:
            raise ValueError("This step places nothing.")
        return self.placed

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """The ideas that it needs."""
        return tuple(map(technique_named, self.claim.ideas))

    @property
    def is_searched(self) -> bool:
        """Whether it has no reason that a person can follow."""
        return self.claim == SEARCHED

    def holds(self, sight: Sight) -> bool:
        """Whether it follows from the board and what was ruled out before."""
        view = sight.without(self.needed) if self.needed else sight
        if self.placed and not self.claim.places(view, self.placed):
            return False
        return all(self.claim.holds(view, out) for out in self.eliminated)

    @property
    def nudge(self) -> str:
        return self.claim.nudge(self.eliminated)

    @property
    def look(self) -> Marked:
        return self.claim.look(self.eliminated)

    @property
    def lines(self) -> list[str]:
        return self.claim.lines_after(self.eliminated, self.needed)

    @property
    def reason(self) -> str:
        return " ".join(self.lines)

    @property
    def marks(self) -> Marked:
        return replace(self.claim.marks(self.eliminated), eliminated=self.needed)

    @property
    def placement(self) -> str:
        """What it places, in a sentence.

        >>> from solver.hidoku.rules.grid import Cell
        >>> Deduction(technique_named("between"), placed=Candidate(2, Cell(0, 1))).placement
        '2 fits only row 1, column 2.'
        """
        number, cell = self.placed_candidate
        if self.claim.of_cell:
            return f"Only {number} fits {cell_name(cell)}."
        return f"{number} fits only {cell_name(cell)}."

    @property
    def question(self) -> str:
        """What it answers, if it places a number."""
        return self.claim.question(self.placed_candidate)

    @property
    def rows(self) -> tuple[ReasonRow, ...]:
        return self.claim.rows(self.placed_candidate)

    @property
    def conclusion(self) -> str:
        number, cell = self.placed_candidate
        return f"So it’s {number}." if self.claim.of_cell else f"So it’s {cell_name(cell)}."


Finder = Callable[[Position], Iterator[Deduction]]


class Assumption(ABC):
    """What a technique that assumes something can be asked beside its steps."""

    @abstractmethod
    def finder(self, position: Position, budget: Budget) -> Finder:
        """The finder for the positions of one board, whose steps come without reasons."""

    @abstractmethod
    def explained(self, position: Position, candidate: Candidate) -> Deduction | None:
        """The step that rules out a candidate, with its reason; None if it doesn't hold."""

    @abstractmethod
    def round(self, position: Position, budget: Budget) -> tuple[tuple[Deduction, ...], int]:
        """All steps of the shortest assumptions at once, and their length, for grades."""


@dataclass(frozen=True, eq=False, repr=False)
class Technique:
    """A method of reasoning; two are the same only if they are one object.

    ``find`` takes a position and yields each step that the position allows. ``rank`` is its place
    in the order, the easiest first. ``weight`` is how much a placed number or a round of
    eliminations asks of a person, from 1 for what is seen at a glance (see ``grade``); if it rules
    out candidates, what one of its claims does.
    ``sentence`` says what the idea is, ``after`` names those to know before it.

    ``is_placing``: it places a number by itself; others mostly eliminate candidates.
    ``is_one_a_gap``: it counts steps around a gap, so after one step in a gap the reasons of the
    others change. ``bare`` finds the same steps without reasons, as fast as possible; if the
    technique eliminates, only those that grades and exercises count. ``is_trial``: its steps come
    from the trials of another technique, and count as its. ``is_by_candidate``: who asks about a
    candidate finds its claim without its steps.
    """

    find: Finder
    _: KW_ONLY
    name: str
    title: str
    rank: int
    weight: int
    sentence: str
    after: tuple[str, ...] = ()
    is_placing: bool = False
    is_one_a_gap: bool = False
    bare: Finder | None = None
    assumption: Assumption | None = None
    is_trial: bool = False
    is_by_candidate: bool = False

    @property
    def is_simple(self) -> bool:
        """Whether counting steps is enough to place a number by it."""
        return self.is_placing and self.weight <= _SIMPLE

    def __call__(self, position: Position) -> Iterator[Deduction]:
        return self.find(position)

    def __repr__(self) -> str:
        return f"technique_named({self.name!r})"

    def __reduce__(self) -> tuple[Callable[[str], Technique], tuple[str]]:
        return technique_named, (self.name,)


@cache
def techniques() -> tuple[Technique, ...]:
    """Every technique defined in the folder, from the easiest on."""
    folder = import_module(FOLDER)
    names = (module.name for module in pkgutil.iter_modules(folder.__path__))
    modules = [import_module(f"{FOLDER}.{name}") for name in names]
    values = (value for module in modules for value in vars(module).values())
    ideas = {value for value in values if isinstance(value, Technique)}
    return tuple(sorted(ideas, key=lambda technique: technique.rank))


def assuming() -> tuple[Technique, Assumption]:
    """The technique that supposes a number in a cell, and what it needs for that."""
    return next((t, t.assumption) for t in techniques() if t.assumption)


def technique_named(name: str) -> Technique:
    for t in techniques():
        if t.name == name:
            return t
    raise ValueError(f"There is no technique “{name}”.")
