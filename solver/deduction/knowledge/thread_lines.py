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

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from solver.deduction.knowledge.code_table import CodeTable
from solver.deduction.knowledge.facts import JOINED, Fact, FactKind, Proof, in_sentences, singles
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

    @property
    def is_glance(self) -> bool:
        """Whether it only says that no peg of its rows is in place."""
        cells = sum(1 for fact in self.claims for _ in fact.cells)
        return (
            not (self.premises or self.seen)
            and all(fact.kind is FactKind.NOT_HERE for fact in self.claims)
            and len(self.scores) == len(self.rows) > 0
            and all(score.holes and not score.count for score in self.scores)
            and cells == sum(len(score.colours) for score in self.scores)
        )

    def goes_on(self, line: ThreadLine, number: int) -> bool:
        """Say whether it uses the same of rows and lines as the one before, but not that one.

        Rows without any peg in place are one look, too.
        """
        if number in self.named_lines or self.is_trial:
            return False
        if line.is_glance and self.is_glance:
            return True
        uses, uses_before = (
            (entry.rows, entry.scores, entry.seen, entry.named_lines) for entry in (self, line)
        )
        return not (line.case or self.case) and uses == uses_before


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

    @property
    def start(self) -> ThreadLine | None:
        """Where to look first: at the newest row, if a line does, and with few lines before."""
        new_lines = [line for line in self.lines if self.turns - 1 in line.rows]
        return min(new_lines or self.lines, key=lambda line: len(line.premises), default=None)


def needed_lines(
    lines: Sequence[ThreadLine], goals: Sequence[Fact], table: CodeTable
) -> tuple[int, ...]:
    """Return the numbers of lines that tell a goal, or that a later one of these needs.

    What the others say plainly isn't said again.
    """
    goal_singles = {single for goal in goals for single in singles(goal)}
    claims = [[f for f in line.claims if f.kind in JOINED and not line.is_trial] for line in lines]
    masks = [table.all_hold(facts) for facts in claims]
    tellers = {
        number
        for number, line in enumerate(lines, 1)
        if any(single in goal_singles for fact in line.claims for single in singles(fact))
    }
    numbers: list[int] = []
    needs: set[int] = set()
    for number in range(len(lines), 0, -1):
        line = lines[number - 1]
        mask = np.ones(len(table.codes), np.bool_)
        for teller in tellers - {number}:
            mask &= masks[teller - 1]
        is_implied = len(claims[number - 1]) == len(line.claims) and masks[number - 1][mask].all()
        if number in tellers and is_implied and number not in needs:
            tellers.discard(number)
        if number in needs or number in tellers:
            numbers.insert(0, number)
            needs.update(line.named_lines)
    return tuple(numbers)


def joined_lines(
    lines: Sequence[ThreadLine], numbers: Sequence[int] = ()
) -> tuple[ThreadLine, ...]:
    """Return these lines, or all, with new numbers; what follows by the same look is one line."""
    thread: list[ThreadLine] = []
    places: dict[int, int] = {}
    for number in numbers or range(1, len(lines) + 1):
        line = lines[number - 1]
        premises = tuple(Premise(places[n], fact) for n, fact in line.premises)
        line = replace(line, premises=premises)
        if thread and line.goes_on(thread[-1], len(thread)):
            thread[-1] = _merged(thread[-1], line)
        else:
            thread.append(line)
        places[number] = len(thread)
    return tuple(thread)


def _merged(line: ThreadLine, next_line: ThreadLine) -> ThreadLine:
    return replace(
        line,
        claims=in_sentences((*line.claims, *next_line.claims)),
        premises=tuple(dict.fromkeys((*line.premises, *next_line.premises))),
        rows=tuple(dict.fromkeys((*line.rows, *next_line.rows))),
        scores=tuple(dict.fromkeys((*line.scores, *next_line.scores))),
    )
