"""What a step claims of a board: one class for each kind of claim.

A claim names what it is about, derives it from the board again, says it, and marks it. Those that
rule something out are objections: the answers to “Why not?”.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from solver.hidoku import phrases
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.reasons import Candidate, Marked, Refuted
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Cell
from solver.wording import capitalised

if TYPE_CHECKING:
    from solver.hidoku.logic.easiest import Survey

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
class Claim(ABC):
    """What a step rests on.

    ``idea`` is the name of the technique whose idea it is.
    """

    idea: ClassVar[str]

    @property
    def of_cell(self) -> bool:
        """Whether it says what fills a cell; otherwise, where a number goes."""
        return False

    @property
    def ideas(self) -> tuple[str, ...]:
        """The names of the techniques that it needs."""
        return (self.idea,)

    def places(self, sight: Sight, placement: Candidate) -> bool:
        """Whether it shows that a number goes in a cell, derived from the board again."""
        return False

    def holds(self, sight: Sight, out: Candidate) -> bool:
        """Whether it shows that a candidate is impossible, derived from the board again."""
        return False

    @abstractmethod
    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        """Why these candidates are ruled out, or a number is placed: a sentence each."""

    def lines_after(self, outs: Sequence[Candidate], needed: Sequence[Candidate]) -> list[str]:
        """The same where some candidates have to be ruled out before."""
        if not needed:
            return self.lines(outs)
        verb = "are" if len(needed) > 1 else "is"
        return [*self.lines(outs), f"{phrases.candidates_named(needed)} {verb} ruled out."]

    def question(self, placement: Candidate) -> str:
        number, cell = placement
        return f"What can fill {cell_name(cell)}?" if self.of_cell else f"Where can {number} go?"

    def rows(self, placement: Candidate) -> tuple[ReasonRow, ...]:
        """What remains, and then the alternatives with what is objected to them."""
        text = " ".join(self.lines(()))
        return (ReasonRow(self.label_of([placement]), text, self.marks(()), is_right=True),)

    def label_of(self, outs: Sequence[Candidate]) -> str:
        """Alternatives, or what remains, as a question about a cell or a number names them."""
        if self.of_cell:
            return phrases.few_named(sorted(number for number, _ in outs), "or")
        cells = [cell_name(cell) for _, cell in outs]
        if len(cells) > MOST_LABELLED:
            return f"{len(cells)} other cells"
        return phrases.several(cells, last="or")

    def nudge(self, outs: Sequence[Candidate]) -> str:
        """Where to look: at the numbers that it rests on, or else at the cells."""
        look = self.look(outs)
        cells = look.cells or look.area or look.dead_ends
        place = phrases.numbered([*{*look.numbers}]) or (
            phrases.area_named(cells) if cells else "the whole board"
        )
        return f"Look at {place}."

    def look(self, outs: Sequence[Candidate]) -> Marked:
        """What the nudge refers to: all but what is ruled out, and what would follow."""
        return replace(self.marks(outs), tried=(), chain=(), course=())

    @abstractmethod
    def marks(self, outs: Sequence[Candidate]) -> Marked:
        """What the sentences refer to."""

    @property
    def vacancies(self) -> Sequence[int | Cell]:
        """The numbers that it calls missing, and the cells that it calls empty."""
        return ()

    @property
    def trial(self) -> Refuted | None:
        """What it supposes, and what would follow."""
        return None


@dataclass(frozen=True)
class Searched(Claim):
    """That a search of all paths shows it, which nobody is asked to follow."""

    idea: ClassVar[str] = "contradiction"

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        out = phrases.candidates_named(outs) if outs else "all else"
        return [f"A search of all paths rules out {out}."]

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(tried=tuple(outs))


SEARCHED = Searched()


class Objection(Claim):
    """Why some number can't go in some cell.

    ``effort`` is the least that it asks of a person, from 1 for what is seen at a glance.
    """

    effort: ClassVar[int]

    @classmethod
    @abstractmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Objection]:
        """What this class may object to a candidate, the plainest first; not all of it holds."""

    @abstractmethod
    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        """The objection to some candidates, as a sentence about their cell, or their number."""

    def sentence(self, out: Candidate) -> str:
        """The objection to one candidate, for somebody who asked about it alone."""
        return self.clause([out], of_cell=True)

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        return [self.clause(outs, of_cell=True)]

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(tried=tuple(outs))

    @property
    def work(self) -> int:
        return self.effort

    def against_too(self, sight: Sight, out: Candidate) -> Objection | None:
        """The same for another candidate, if what it says of this one may be so of both."""
        return None

    def key(self, *, of_cell: bool) -> object:
        """What objections have in common that are said once, of a cell's numbers or of cells."""
        return self

    def idea_for(self, *, of_cell: bool) -> str:
        return "only_number" if of_cell and self.idea == "only_cell" else self.idea


@dataclass(frozen=True)
class Structure(Objection):
    """A claim of a technique about missing numbers, and empty cells treated as one area."""

    missing: tuple[int, ...]
    area: tuple[Cell, ...]
    effort: ClassVar[int] = 4

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Objection]:
        return iter(survey.structure.get(out, ()))

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        return " ".join(self.lines(outs))

    @abstractmethod
    def lines(self, outs: Sequence[Candidate]) -> list[str]: ...

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(area=self.area, tried=tuple(outs))

    @property
    def vacancies(self) -> Sequence[int | Cell]:
        return (*self.missing, *self.area)


@dataclass(frozen=True)
class GapStructure(Structure):
    """One about all missing numbers of a gap; ``ends`` are those that are placed."""

    ends: tuple[int, ...]

    @property
    def gap(self) -> range:
        return range(self.missing[0], self.missing[-1] + 1)

    @property
    def route(self) -> str:
        return phrases.route_named(self.missing, self.ends)

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=self.ends, area=self.area, tried=tuple(outs))


@dataclass(frozen=True)
class Sum(Structure):
    """One that adds up the gaps of the whole board."""

    effort: ClassVar[int] = 8

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Objection]:
        return iter(survey.sums.get(out, ()))
