"""One thread through a position: lines of one look each, up to everything that is sure.

A line looks at one row, or compares two. It may use what a row shows by itself (``seen``), said in
the line, and what earlier lines say (``premises``, by number). So each line follows from the rows
and lines that it names, and from nothing else. Lines are found going forward, as a person does: of
all looks that show something sure, the easiest comes next, and what it shows is known from then on.
If no look is easy, the easiest line that makes one easy is put before it.

The data of a thread:

- :attr:`Thread.lines`, in order; the first is number 1. Of a :class:`ThreadLine`, ``claims`` are
  facts: what it shows (the bold part). ``rows`` are the rows that it looks at, the row that is
  counted first. ``scores`` is what their feedback says that matters here, as facts about the pegs
  of a row (``fact.row``): so many in place (``holes``), or of a right colour (no ``holes``).
- :attr:`Thread.open` is what isn't settled: the values of each open hole, and the codes if few.
- What is sure and has no thread is in one last line, ``is_trial``: by trying all possible codes.
- A position where nothing is sure has a line with the strongest sum that its rows show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, combinations
from math import log
from operator import and_
from typing import Final, NamedTuple

import numpy as np

from solver.deduction.knowledge.code_sets import (
    CodeSet,
    FactSet,
    code_set,
    effort,
    every_fact,
    sample,
)
from solver.deduction.knowledge.code_table import CodeTable, table_of
from solver.deduction.knowledge.contradictions import smallest_conflict
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.knowledge.facts import Fact, FactKind, in_sentences
from solver.deduction.rules.feedback_rules import GREEN, GREY, YELLOW
from solver.deduction.rules.game import Code, Game, Turn

FEW_CODES: Final = 6
MOST_SOURCES: Final = 4
SIMPLE: Final = 3.0  # a look that costs no more needs no line before it
MOST_STRONGEST: Final = 2  # lines where nothing is sure
MOST_TRIED: Final = 12  # facts for such a line
LEAST_WORTH: Final = 0.05
UNLIKELY: Final = 9.0
MOST_LINES: Final = 24

NEW_ROW: Final = (0.6, 3.0, 6.0)  # cost of one more row in a line
NEW_LINE: Final = (0.4, 0.6, 3.0, 6.0)
HELPER: Final = 2.0


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
    is_trial: bool = False

    @property
    def named_lines(self) -> tuple[int, ...]:
        return tuple(sorted({premise.line for premise in self.premises}))


@dataclass(frozen=True, kw_only=True)
class Open:
    """What is open: which values each unsettled hole can have; the codes if they are few."""

    holes: tuple[tuple[int, tuple[int, ...]], ...] = ()
    codes: tuple[Code, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Thread:
    """The lines of a position, what they leave open, or the rows that can't all be true."""

    codes: int
    turns: int
    lines: tuple[ThreadLine, ...] = ()
    open: Open = Open()
    contradiction: Proof = ()


class Source(NamedTuple):
    """A fact that a line may use: the codes it excludes, what it costs, and whose it is."""

    fact: Fact
    kills: CodeSet
    cost: float
    row: int = -1
    line: int = -1


class RowLook(NamedTuple):
    """A way to show something: by a row and some sources."""

    cost: float
    row: int
    sources: tuple[Source, ...]


def find_thread(game: Game, turns: Sequence[Turn], goals: Sequence[Fact] = ()) -> Thread:
    """Return the thread of a position, to all that is sure, or to these goals."""
    table = table_of(game, turns)
    count = int(table.left.sum())
    if not count:
        conflict = smallest_conflict(game, turns)
        return Thread(codes=0, turns=len(turns), contradiction=conflict)
    if not turns:
        return Thread(codes=count, turns=0)
    lines = _Search(game, turns, table, goals or sure_facts(table)).lines()
    return Thread(codes=count, turns=len(turns), lines=lines, open=_open(table))


def sure_facts(table: CodeTable) -> tuple[Fact, ...]:
    """Return which holes are sure, then which colours are in the code, then which aren't."""
    codes, counts = table.codes[table.left], table.counts[table.left]
    holes = [
        Fact(FactKind.HOLE, (int(column[0]),), (hole,), 1)
        for hole, column in enumerate(codes.T)
        if (column == column[0]).all()
    ]
    least, most = counts.min(axis=0), counts.max(axis=0)
    inside = [Fact(FactKind.IN, (int(c),), count=1) for c in np.flatnonzero(least)]
    outside = [Fact(FactKind.OUT, (int(c),)) for c in np.flatnonzero(most == 0)]
    return (*holes, *inside, *outside)


def mark_facts(turn: Turn) -> Iterator[Fact]:
    """Yield what the marks of a row show by themselves.

    >>> from solver.deduction.games import game_named
    >>> for fact in mark_facts(game_named("words2").parse_turn("CRANE:--g-y")):
    ...     print(fact.kind.value, fact.colours, fact.holes)
    hole (0,) (2,)
    not-here (4,) (4,)
    out (2,) ()
    out (17,) ()
    out (13,) ()
    in (4,) ()
    """
    marks = tuple(zip(turn.code, turn.feedback, strict=True))
    for hole, (value, mark) in enumerate(marks):
        if mark == GREEN:
            yield Fact(FactKind.HOLE, (value,), (hole,), 1)
        elif (value, GREEN) in marks or (value, YELLOW) in marks:
            yield Fact(FactKind.NOT_HERE, (value,), (hole,))
    for value in dict.fromkeys(turn.code):
        count = sum(guessed == value and mark != GREY for guessed, mark in marks)
        if not count:
            yield Fact(FactKind.OUT, (value,))
        elif (value, GREY) in marks:
            yield Fact(FactKind.COUNT, (value,), count=count)
        elif (value, YELLOW) in marks:
            yield Fact(FactKind.IN, (value,), count=count)


def singles(fact: Fact) -> Iterator[Fact]:
    """Yield the facts of single colours and holes that a fact joins."""
    for colour in fact.colours:
        for hole in fact.holes or (None,):
            yield replace(fact, colours=(colour,), holes=() if hole is None else (hole,))


def opposite(fact: Fact, pegs: int) -> Fact | None:
    """Return what is so if a fact isn't, if that can be said in a fact."""
    match fact.kind:
        case FactKind.HOLE:
            return replace(fact, kind=FactKind.NOT_HERE, count=0)
        case FactKind.IN | FactKind.SOME if fact.count > 1:
            return replace(fact, kind=FactKind.MOST, count=fact.count - 1)
        case FactKind.IN | FactKind.SOME:
            return replace(fact, kind=FactKind.OUT, count=0)
        case FactKind.OUT:
            return replace(fact, kind=FactKind.SOME if fact.colours[1:] else FactKind.IN, count=1)
        case FactKind.MOST if fact.count < pegs:
            return replace(fact, kind=FactKind.SOME, count=fact.count + 1)
    return None


def _open(table: CodeTable) -> Open:
    codes = table.codes[table.left]
    values = [tuple(np.unique(column).tolist()) for column in codes.T]
    holes = tuple((hole, some) for hole, some in enumerate(values) if len(some) > 1)
    few = tuple(map(tuple, codes.tolist())) if len(codes) <= FEW_CODES else ()
    return Open(holes=holes, codes=few)


class _Search:
    def __init__(
        self, game: Game, turns: Sequence[Turn], table: CodeTable, goals: Sequence[Fact]
    ) -> None:
        self._game, self._turns, self._table = game, turns, table
        self._goals = goals
        self._places = sample(table)

    def lines(self) -> tuple[ThreadLine, ...]:
        self._begin()
        if self._game.marks_holes:
            self._read_marks()
        if self._game.is_listed:
            return self._with_list()
        while self._waiting and len(self._lines) < MOST_LINES:
            if not self._go_on():
                break
        if not self._goals:
            self._show_strongest()
        lines = [*self._lines]
        if self._waiting:
            lines.append(
                ThreadLine(claims=in_sentences(f.fact for f in self._waiting), is_trial=True)
            )
        return tuple(lines)

    def _begin(self) -> None:
        few = self._table.taken(self._places)
        self._few = few
        self._every = (1 << len(self._places)) - 1
        self._rows = [code_set(fits) for fits in few.fits]
        guesses = [turn.code for turn in self._turns]
        counts = self._game.counting is not None
        self._facts = [*every_fact(few, guesses, counts=counts)]
        self._scores = [[*self._row_scores(row)] for row in range(len(self._turns))]
        self._own = [[*self._shown_by(row)] for row in range(len(self._turns))]
        self._told: list[Source] = []
        self._lines: list[ThreadLine] = []
        sets = (FactSet(goal, code_set(few.holds(goal)), effort(goal)) for goal in self._goals)
        self._waiting = [goal for goal in sets if goal.codes != self._every]

    def _read_marks(self) -> None:
        """Say what the marks of each row show, unless earlier rows showed it."""
        known: set[Fact] = set()
        for row, turn in enumerate(self._turns):
            facts = [one for fact in mark_facts(turn) for one in singles(fact)]
            new = [fact for fact in facts if fact not in known]
            known.update(new)
            if new:
                self._tell(ThreadLine(claims=in_sentences(new), rows=(row,)), new)

    def _with_list(self) -> tuple[ThreadLine, ...]:
        """Return what marks show, and last what the list of codes shows besides."""
        new = [goal.fact for goal in self._waiting]
        tried = {colour for turn in self._turns for colour in turn.code}
        new = [f for f in new if f.kind is not FactKind.OUT or f.colours[0] in tried]
        if new and int(self._table.left.sum()) > FEW_CODES:
            self._lines.append(ThreadLine(claims=in_sentences(new), is_trial=True))
        return tuple(self._lines)

    def _tell(self, line: ThreadLine, facts: Iterable[Fact]) -> None:
        self._lines.append(line)
        for fact in facts:
            codes = code_set(self._few.holds(fact))
            number = len(self._lines)
            self._told.append(Source(fact, self._every & ~codes, 0.3, -1, number))
        told = {source.fact for source in self._told}
        self._waiting = [goal for goal in self._waiting if goal.fact not in told]

    def _row_scores(self, row: int) -> Iterator[FactSet]:
        """Yield what a row's feedback says of its pegs: so many in place, so many right."""
        turn = self._turns[row]
        pegs = len(turn.code)
        feedback = turn.feedback
        if self._game.marks_holes or not all(type(part) is int for part in feedback):
            return
        holes = tuple(range(pegs))
        numbers = [(holes, feedback[0])]
        if self._game.counting:
            numbers.append(((), sum(feedback)))
        for where, number in numbers:
            for kind in (FactKind.AT_LEAST, FactKind.AT_MOST):
                if (kind, number) not in ((FactKind.AT_LEAST, 0), (FactKind.AT_MOST, pegs)):
                    fact = Fact(kind, turn.code, where, number, row=row)
                    yield FactSet(fact, code_set(self._few.holds(fact)), 1.0)

    def _shown_by(self, row: int) -> Iterator[Source]:
        """Yield what a row shows by itself, as sources for lines that count another row."""
        fits = self._rows[row]
        glance = self._glance(row)
        for fact, codes, weight in self._facts:
            if not fits & ~codes:
                is_glance = not glance & ~codes
                cost = 0.25 if is_glance and fact.holes else 0.4 * weight
                yield Source(replace(fact, proof=(row,)), self._every & ~codes, cost, row)
        for fact, codes, _ in self._scores[row]:
            yield Source(replace(fact, proof=(row,)), self._every & ~codes, 0.6, row)

    def _glance(self, row: int) -> CodeSet:
        """Return the codes left by what is seen without counting: no peg is in place, or right."""
        none = [score.codes for score in self._scores[row] if not score.fact.count]
        return reduce(and_, none, self._every)

    def _go_on(self) -> bool:
        """Add the easiest line that shows something sure; return whether there is one."""
        known = reduce(and_, (self._every & ~s.kills for s in self._sources()), self._every)
        looks = [*self._looks(self._waiting, known, [])]
        best = min(looks, key=lambda look: look[0], default=None)
        if best is None or best[1].cost > SIMPLE:
            better = self._with_helpers(known, best[1].cost if best else UNLIKELY)
            if better is not None:
                for helper in better:
                    self._add(helper)
                return True
        if best is None:
            return False
        self._add(best[1])
        return True

    def _show_strongest(self) -> None:
        """Add lines with what excludes most codes for the effort of reading it."""
        possible = reduce(and_, self._rows)
        facts = [one for one in self._facts if not possible & ~one.codes]
        left = self._every
        for _ in range(MOST_STRONGEST):
            before = left.bit_count()
            worth = [
                (log(before / max(1, (left & one.codes).bit_count())) / (1 + one.effort), one)
                for one in facts
            ]
            worth.sort(key=lambda pair: -pair[0])
            looks = [
                (value / (1 + look.cost), look, one)
                for value, one in worth[:MOST_TRIED]
                if value > LEAST_WORTH
                for look in self._every_look(one.codes)
            ]
            if not looks:
                break
            _, look, one = max(looks, key=lambda found: found[0])
            self._claim = Source(one.fact, self._every & ~one.codes, 0.0)
            self._add(look)
            left &= one.codes

    def _every_look(self, goal: CodeSet) -> Iterator[RowLook]:
        looks = (self._look(goal, row, [], SIMPLE) for row in range(len(self._rows)))
        return filter(None, looks)

    def _sources(self) -> Iterable[Source]:
        return chain(self._told, *self._own)

    def _looks(
        self, goals: Iterable[FactSet], known: CodeSet, more: list[Source]
    ) -> Iterator[tuple[float, RowLook]]:
        for goal in goals:
            for row, fits in enumerate(self._rows):
                if fits & known & ~goal.codes:
                    continue
                look = self._look(goal.codes, row, more)
                if look is not None:
                    bonus = 0.3 if goal.fact.kind is FactKind.HOLE else 0.0
                    new = self._gained(look)
                    yield look.cost + 0.3 * effort(goal.fact) - bonus - 0.4 * (len(new) - 1), look

    def _gained(self, look: RowLook) -> list[FactSet]:
        left = self._left(look)
        return [goal for goal in self._waiting if not left & ~goal.codes]

    def _left(self, look: RowLook) -> CodeSet:
        left = self._rows[look.row]
        for source in look.sources:
            left &= ~source.kills
        return left

    def _look(
        self, goal: CodeSet, row: int, more: list[Source], most: float = UNLIKELY
    ) -> RowLook | None:
        """Return the cheapest sources with which a row shows a goal."""
        bad = self._rows[row] & ~goal
        if not bad:
            return RowLook(0.0, row, ())
        sources = [s for s in chain(self._told, *self._own, more) if s.row != row and s.kills & bad]
        sources.sort(key=lambda source: source.cost)
        best: list[RowLook] = []
        limit = most

        def exclude(
            bad: CodeSet, cost: float, chosen: tuple[Source, ...], rows: Proof, lines: Proof
        ) -> None:
            nonlocal limit
            pivot = bad & -bad
            for source in sources:
                if cost + source.cost >= limit:
                    return
                if not source.kills & pivot:
                    continue
                price = cost + source.cost
                next_rows, next_lines = rows, lines
                if source.row >= 0 and source.row not in rows:
                    price += NEW_ROW[len(rows)]
                    next_rows = (*rows, source.row)
                if source.line >= 0 and source.line not in lines:
                    price += NEW_LINE[len(lines)]
                    next_lines = (*lines, source.line)
                if price >= limit:
                    continue
                left = bad & ~source.kills
                if not left:
                    limit = price
                    best.append(RowLook(price, row, (*chosen, source)))
                elif len(chosen) + 1 < MOST_SOURCES and len(next_rows) < 3 and len(next_lines) < 4:
                    exclude(left, price, (*chosen, source), next_rows, next_lines)

        exclude(bad, 0.0, (), (), ())
        return best[-1] if best else None

    def _with_helpers(self, known: CodeSet, most: float) -> list[RowLook] | None:
        """Return looks of which the last shows something sure, and the others make it easy."""
        helpers: list[Source] = []
        for fact, codes, weight in self._facts:
            if not known & ~codes:
                continue
            for fits in self._rows:
                if not fits & known & ~codes:
                    cost = HELPER + 0.4 * weight
                    helpers.append(
                        Source(fact, self._every & ~codes, cost, -1, 1000 + len(helpers))
                    )
                    break
        if not helpers:
            return None
        known_then = reduce(and_, (self._every & ~h.kills for h in helpers), known)
        looks = [*self._looks(self._waiting, known_then, helpers)]
        for _, look in sorted(looks, key=lambda pair: pair[0]):
            ways = []
            for source in look.sources:
                if source.line >= 1000:
                    way = [
                        self._look(self._every & ~source.kills, row, [])
                        for row, fits in enumerate(self._rows)
                        if not fits & known & source.kills
                    ]
                    ways.append(
                        (min(filter(None, way), key=lambda w: w.cost, default=None), source)
                    )
            if all(way is not None for way, _ in ways):
                total = look.cost + sum(way.cost for way, _ in ways if way) - HELPER * len(ways)
                if total < most:
                    return [*(self._claiming(way, source) for way, source in ways if way)]
        return None

    def _claiming(self, look: RowLook, source: Source) -> RowLook:
        self._claim = source
        return look

    def _add(self, look: RowLook) -> None:
        left = self._left(look)
        claims = [goal for goal in self._waiting if not left & ~goal.codes]
        self._waiting = [goal for goal in self._waiting if goal not in claims]
        if not claims:
            fact = self._claim.fact
            claims = [FactSet(fact, self._every & ~self._claim.kills, 1.0)]
        number = len(self._lines) + 1
        seen = tuple(s.fact for s in look.sources if s.line < 0)
        premises = tuple(Premise(s.line, s.fact) for s in look.sources if s.line >= 0)
        others = dict.fromkeys(s.row for s in look.sources if s.row >= 0)
        scores = self._needed_scores(look, claims)
        line = ThreadLine(
            claims=in_sentences(claim.fact for claim in claims),
            rows=(look.row, *others),
            scores=scores,
            seen=seen,
            premises=premises,
        )
        self._lines.append(line)
        for fact, codes, _ in claims:
            self._told.append(Source(fact, self._every & ~codes, 0.3, -1, number))

    def _needed_scores(self, look: RowLook, claims: Sequence[FactSet]) -> tuple[Fact, ...]:
        """Return the fewest of a row's scores with which the sources show the claims."""
        goal = reduce(and_, (claim.codes for claim in claims))
        before = reduce(and_, (~s.kills for s in look.sources), self._every)
        scores = self._scores[look.row]
        for size in range(len(scores) + 1):
            for some in combinations(scores, size):
                if not reduce(and_, (score.codes for score in some), before) & ~goal:
                    return tuple(score.fact for score in some)
        return tuple(score.fact for score in scores)
