"""One thread through a position: lines of one look each, up to everything that is sure.

A line looks at one row, or compares two. It may use what a row shows by itself (``seen``), said in
the line, and what earlier lines say (``premises``, by number). So each line follows from the rows
and lines that it names, and from nothing else. Lines are found going forward, as a person does: of
all looks that show something sure, the easiest comes next, and what it shows is known from then on.
If there is no such look, a line comes first that excludes most of what hides something sure.

The data of a thread:

- :attr:`Thread.lines`, in order; the first is number 1. Of a :class:`ThreadLine`, ``claims`` are
  facts: what it shows (the bold part). ``rows`` are the rows that it looks at, the row that is
  counted first. ``scores`` is what their feedback says that matters here, as facts about the pegs
  of a row (``fact.row``): so many in place (``holes``), or of a right colour (no ``holes``).
- If there is a ``case``, the first row shows the claims where it is so, by its ``scores``, and the
  second where it isn't, by ``otherwise``.
- :attr:`Thread.open` is what isn't settled: the values of each open hole, and the codes if few.
- What is sure and has no thread is in one last line, ``is_trial``: by trying all possible codes.
- A position where nothing is sure has a line with the strongest sum that its rows show.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from solver.deduction.knowledge.facts import Fact
from solver.deduction.knowledge.turn_sets import Proof
from solver.deduction.rules.game import Code

FEW_CODES: Final = 6  # that are named one by one


class Premise(NamedTuple):
    """What an earlier line says, by its number from 1."""

    line: int
    fact: Fact


@dataclass(frozen=True, kw_only=True)
class ThreadLine:
    claims: tuple[Fact, ...]
    rows: Proof = ()
    scores: tuple[Fact, ...] = ()
    seen: tuple[Fact, ...] = ()
    premises: tuple[Premise, ...] = ()
    case: Fact | None = None
    otherwise: tuple[Fact, ...] = ()
    is_trial: bool = False

    @property
    def named_lines(self) -> tuple[int, ...]:
        return tuple(sorted({premise.line for premise in self.premises}))


@dataclass(frozen=True, kw_only=True)
class Open:
    """What is open: which values each unsettled hole can have; the codes if they are few.

    ``colours`` are those that some possible codes have, and others don't; ``places`` are colours
    that all have, in no hole that is sure, with the holes where some have them.
    """

    holes: tuple[tuple[int, tuple[int, ...]], ...] = ()
    colours: tuple[int, ...] = ()
    places: tuple[tuple[int, tuple[int, ...]], ...] = ()
    codes: tuple[Code, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Thread:
    """The lines of a position, what they leave open, or the rows that can't all be true."""

    codes: int
    turns: int
    lines: tuple[ThreadLine, ...] = ()
    open: Open = Open()
    contradiction: Proof = ()
