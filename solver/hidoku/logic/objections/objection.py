"""What an objection is, and what is counted of a board to find one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

from solver.hidoku.logic.easiest import direct_finders
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.verify.sight import Sight

MOST_WEIGHT = 10  # of the techniques whose steps are looked at first


@dataclass(frozen=True)
class Objection(ABC):
    """Why some number can't go in some cell: a claim that can be checked.

    ``idea`` is the name of the technique whose idea it is, and ``effort`` what it asks of a person,
    from 1 for what is seen at a glance.
    """

    idea: ClassVar[str]
    effort: ClassVar[int]

    @classmethod
    @abstractmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        """The objections of this class to a candidate, the plainest first."""

    @abstractmethod
    def holds(self, sight: Sight, out: Candidate) -> bool:
        """Whether it shows that a candidate is impossible, derived from the board again."""

    @abstractmethod
    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        """The objection to some candidates, as a sentence about their cell, or their number."""

    def sentence(self, out: Candidate) -> str:
        """The objection to one candidate, for somebody who asked about it alone."""
        return self.clause([out], of_cell=True)

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        """What it refers to, beside the candidates."""
        return Marked(tried=tuple(outs))

    @property
    def work(self) -> int:
        return self.effort

    def key(self, *, of_cell: bool) -> object:
        """What objections have in common that are said once, of a cell's numbers or of cells."""
        return self

    def idea_for(self, *, of_cell: bool) -> str:
        return self.idea


class Survey:
    """What is counted of a position, once for all questions about it."""

    def __init__(self, position: Position) -> None:
        self.position = position.plain
        self.sight = Sight(position.layout.grid, position.board)

    @cached_property
    def structure(self) -> dict[Candidate, list[Deduction]]:
        """For each candidate that a technique rules out at once, the steps, the easiest first."""
        return self._ruled_out(is_heavy=False)

    @cached_property
    def heavy(self) -> dict[Candidate, list[Deduction]]:
        """The same for techniques that add up the gaps of the whole board."""
        return self._ruled_out(is_heavy=True)

    def _ruled_out(self, *, is_heavy: bool) -> dict[Candidate, list[Deduction]]:
        steps: dict[Candidate, list[Deduction]] = {}
        for technique, find in direct_finders().items():
            if not technique.is_placing and (technique.weight > MOST_WEIGHT) is is_heavy:
                for step in find(self.position):
                    for out in step.eliminated:
                        steps.setdefault(out, []).append(step)
        return steps
