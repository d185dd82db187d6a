"""The search for a thread: of all looks that show something sure, the easiest comes next.

If there is none, a line comes first that excludes most of what hides it. What one look shows is one
line, said once and used from then on by its number. On boards of many codes all is tried on a
sample, then each line on all codes; those that break one join the sample.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain, combinations
from math import log
from operator import and_
from typing import Final

import numpy as np

from solver.deduction.knowledge.code_sets import (
    CodeSet,
    FactSet,
    effort,
    sample,
    shared_places,
    shared_sums,
)
from solver.deduction.knowledge.code_table import CodeTable
from solver.deduction.knowledge.facts import JOINED, Fact, FactKind, in_sentences
from solver.deduction.knowledge.look_search import HARD, LookSearch
from solver.deduction.knowledge.looks import TOLD_COST, RowLook, Source
from solver.deduction.knowledge.marks import mark_facts, singles
from solver.deduction.knowledge.thread_lines import FEW_CODES, Premise, ThreadLine
from solver.deduction.rules.game import Game, Turn

SIMPLE: Final = 3.2  # a look that costs no more needs no line before it
MOST_PREPARED: Final = 6  # facts tried for a line that only helps
MARGIN: Final = 1.5  # a dearer look may show so much more
MOST_LINES: Final = 20
PAIR_EFFORT: Final = 1.5  # of two rows for such a line, in place of one
CELL_EFFORT: Final = 0.85  # of a peg's place, which one looks at first
MOST_STRONGEST: Final = 2  # lines where nothing is sure
STRONGEST: Final = 3.0  # that such a line may cost
GLANCE_EFFORT: Final = 1.8  # to read where a row's pegs aren't
MOST_TRIED: Final = 16  # facts for such a line
LEAST_WORTH: Final = 0.05
MOST_ROUNDS: Final = 6  # of a sample, with the codes that broke a line


def find_lines(
    game: Game, turns: Sequence[Turn], table: CodeTable, goals: Sequence[Fact]
) -> tuple[ThreadLine, ...]:
    """Return the lines to these goals, each of which holds for all codes."""
    places = sample(table)
    for _ in range(MOST_ROUNDS):
        lines = ThreadSearch(game, turns, table.taken(places), goals).lines()
        is_sample = len(places) < len(table.codes)
        breaches = [*chain.from_iterable(_breaking(line, table) for line in lines if is_sample)]
        if not breaches:
            return joined_lines(lines, needed_lines(lines, goals, table) if goals else ())
        places = np.union1d(places, breaches)
    return ()


def _breaking(line: ThreadLine, table: CodeTable) -> list[int]:
    """Return places of some codes that fit what a line names and break what it says."""
    if line.is_trial:
        return []
    places = np.flatnonzero(table.fitting(line.rows))
    part = table.taken(places)
    is_broken = part.all_hold(p.fact for p in line.premises) & ~part.all_hold(line.claims)
    return [int(place) for place in places[np.flatnonzero(is_broken)[:64]]]


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
        if thread and _are_alike(thread[-1], line, len(thread)):
            thread[-1] = _merged(thread[-1], line)
        else:
            thread.append(line)
        places[number] = len(thread)
    return tuple(thread)


def _are_alike(line: ThreadLine, next_line: ThreadLine, number: int) -> bool:
    """Say whether two lines use the same of rows and lines, and the second not the first.

    Rows without any peg in place are one look, too.
    """
    if number in next_line.named_lines or next_line.is_trial:
        return False
    if _is_glance(line) and _is_glance(next_line):
        return True
    uses, uses_then = (
        (entry.rows, entry.scores, entry.seen, entry.named_lines) for entry in (line, next_line)
    )
    return not (line.case or next_line.case) and uses == uses_then


def _is_glance(line: ThreadLine) -> bool:
    """Say whether a line only says that no peg of its rows is in place."""
    cells = sum(1 for fact in line.claims for _ in fact.cells)
    return (
        not (line.premises or line.seen)
        and all(fact.kind is FactKind.NOT_HERE for fact in line.claims)
        and len(line.scores) == len(line.rows) > 0
        and all(score.holes and not score.count for score in line.scores)
        and cells == sum(len(score.colours) for score in line.scores)
    )


def _merged(line: ThreadLine, next_line: ThreadLine) -> ThreadLine:
    return replace(
        line,
        claims=in_sentences((*line.claims, *next_line.claims)),
        premises=tuple(dict.fromkeys((*line.premises, *next_line.premises))),
        rows=tuple(dict.fromkeys((*line.rows, *next_line.rows))),
        scores=tuple(dict.fromkeys((*line.scores, *next_line.scores))),
    )


class ThreadSearch(LookSearch):
    """Puts lines one after another until all goals are told."""

    def __init__(
        self, game: Game, turns: Sequence[Turn], table: CodeTable, goals: Sequence[Fact]
    ) -> None:
        super().__init__(game, turns, table)
        self._goals = goals
        self._lines: list[ThreadLine] = []
        self._is_silent = len(turns) == 1
        sets = (FactSet(fact, self._codes_of(fact), effort(fact)) for fact in goals)
        self._waiting = [goal for goal in sets if goal.codes != self._codes]

    def lines(self) -> tuple[ThreadLine, ...]:
        if self._game.marks_holes:
            self._read_marks()
        if self._game.is_listed:
            return self._with_list()
        while self._waiting and len(self._lines) < MOST_LINES:
            look = self._next_look()
            if look is None:
                break
            self._add(look)
        if not self._goals:
            self._show_strongest()
            self._is_silent = not self._lines
            if self._is_silent:
                self._show_strongest()
        if self._waiting:
            facts = in_sentences(goal.fact for goal in self._waiting)
            self._lines.append(ThreadLine(claims=facts, is_trial=True))
        return tuple(self._lines)

    def _next_look(self) -> RowLook | None:
        """Return the easiest look that shows something sure, or else one that helps."""
        self._cap = HARD
        looks: list[RowLook] = []
        for find in (self._looks, self._in_two_cases):
            if min((look.cost for look in looks), default=HARD) > SIMPLE:
                for goal in self._waiting:
                    for look in find(goal):
                        looks.append(look)
                        self._cap = min(self._cap, look.cost + MARGIN)
        best = min(looks, key=self._worth, default=None)
        return best or self._preparing()

    def _worth(self, look: RowLook) -> float:
        hole = 0.8 if look.goal.fact.kind is FactKind.HOLE else 0.0
        codes = look.left & self._codes
        gain = sum(not codes & ~goal.codes for goal in self._waiting)
        return look.cost - hole - 0.35 * gain

    def _preparing(self) -> RowLook | None:
        """Return a look that excludes most of what hides something sure, for its effort."""
        self._cap = HARD
        covers = [fits & self._pool & ~goal.codes for fits in self._rows for goal in self._waiting]
        gains = []
        for fact in self._facts:
            rivals = self._pool & ~fact.codes
            remainders = [fits & rivals for fits in self._rows]
            work = fact.effort * (CELL_EFFORT if fact.fact.holes else 1)
            if all(remainders):
                work *= PAIR_EFFORT
                if all(first & second for first, second in combinations(remainders, 2)):
                    continue
            gain = sum((codes & ~fact.codes).bit_count() for codes in covers) / work
            if gain:
                gains.append((gain, fact))
        gains.sort(key=lambda gain: -gain[0])
        for _, fact in gains[:MOST_PREPARED]:
            look = min(self._looks(fact), key=lambda look: look.cost, default=None)
            if look is not None and look.cost <= HARD:
                return look
        return None

    def _add(self, look: RowLook, facts: Iterable[Fact] = ()) -> None:
        """Add the line of a look, with all that is sure by the same, or else these facts."""
        codes = look.left & self._codes
        claims = [goal.fact for goal in self._waiting if not codes & ~goal.codes]
        if not claims:
            news = [fact for fact in facts if self._pool & ~self._codes_of(fact)]
            claims = news or [look.goal.fact]
        source_rows = dict.fromkeys([look.other, *(s.row for s in look.sources)])
        line = ThreadLine(
            claims=in_sentences(claims),
            rows=tuple(row for row in (look.row, *source_rows) if row >= 0),
            scores=tuple(score.fact for score in look.scores),
            seen=tuple(s.fact for s in look.sources if s.row >= 0),
            premises=tuple(Premise(s.line, s.fact) for s in look.sources if s.line >= 0),
            case=look.cases.fact if look.cases else None,
            otherwise=tuple(score.fact for score in look.otherwise),
        )
        self._tell(line, claims)

    def _tell(self, line: ThreadLine, facts: Iterable[Fact]) -> None:
        """Add a line, and drop what is sure by one of its facts alone."""
        self._lines.append(line)
        for fact in facts:
            codes = self._codes_of(fact)
            kills = self._codes & ~codes
            self._sources.append(Source(fact, kills, TOLD_COST, -1, len(self._lines)))
            self._pool &= codes
            self._waiting = [goal for goal in self._waiting if codes & ~goal.codes]

    def _read_marks(self) -> None:
        """Say what the marks of each row show, unless earlier rows showed it."""
        old_facts: set[Fact] = set()
        for row, turn in enumerate(self._turns):
            facts = [single for fact in mark_facts(turn) for single in singles(fact)]
            counts = {fact.colours for fact in old_facts if fact.kind is FactKind.COUNT}
            facts = [f for f in facts if f.kind is not FactKind.IN or f.colours not in counts]
            news = [fact for fact in facts if fact not in old_facts]
            old_facts.update(news)
            if news:
                self._tell(ThreadLine(claims=in_sentences(news), rows=(row,)), news)

    def _with_list(self) -> tuple[ThreadLine, ...]:
        """Return what marks show, and last what the list of codes shows besides."""
        old_facts = {source.fact for source in self._sources}
        news = [goal.fact for goal in self._waiting if goal.fact not in old_facts]
        colours = {colour for turn in self._turns for colour in turn.code}
        news = [f for f in news if f.kind is not FactKind.OUT or f.colours[0] in colours]
        if news and int(self._table.left.sum()) > FEW_CODES:
            self._lines.append(ThreadLine(claims=in_sentences(news), is_trial=True))
        return tuple(self._lines)

    def _show_strongest(self) -> None:
        """Add lines with what excludes most codes for the effort of reading it."""
        self._cap = STRONGEST
        codes = reduce(and_, self._rows)
        groups = [*self._groups(codes)]
        while len(joined_lines(self._lines)) < MOST_STRONGEST:
            before = self._pool.bit_count()
            worth = []
            for facts, goal in groups:
                after = max(1, (self._pool & goal.codes).bit_count())
                worth.append((log(before / after) / (1 + goal.effort), facts, goal))
            worth.sort(key=lambda entry: -entry[0])
            looks = [
                (value / (1 + look.cost), facts, look)
                for value, facts, goal in worth[:MOST_TRIED]
                if value > LEAST_WORTH
                for look in self._looks(goal)
                if look.cost <= STRONGEST and self._is_worth_saying(look)
            ]
            if not looks:
                break
            _, facts, look = max(looks, key=lambda entry: entry[0])
            self._add(look, facts)
            *lines, line = self._lines
            if lines and not _is_glance(line) and _are_alike(lines[-1], line, len(lines)):
                self._lines = lines  # a look says one thing
                break

    def _is_worth_saying(self, look: RowLook) -> bool:
        """Say whether rows are compared, or one shows where pegs aren't.

        What else one row shows is its feedback in other words, for which there must be need.
        """
        if look.goal.fact.kind is FactKind.NOT_HERE:
            return not look.sources
        return bool(look.sources) or self._is_silent

    def _groups(self, possible: CodeSet) -> Iterator[tuple[tuple[Fact, ...], FactSet]]:
        """Yield facts that go together: both bounds of a sum, and where a row's pegs aren't."""
        by_sum = defaultdict[object, list[FactSet]](list)
        sums: Iterable[FactSet] = ()
        if self._game.counting is not None:
            sums = shared_sums(self._table, [turn.code for turn in self._turns])
        elif self._are_counted:
            sums = shared_places(self._table, self._turns)
        for entry in chain(self._facts, sums):
            kind = entry.fact.kind
            if not possible & ~entry.codes and kind is not FactKind.NOT_HERE:
                is_pegs = kind in (FactKind.SOME, FactKind.MOST)
                by_sum[is_pegs, entry.fact.colours, entry.fact.holes].append(entry)
        for row in range(len(self._rows)):
            glance = [s for s in self._row_sources[row] if s.fact.kind is FactKind.NOT_HERE]
            weight = GLANCE_EFFORT / max(1, len(glance))
            for source in glance:
                codes = self._codes & ~source.kills
                by_sum[row].append(FactSet(replace(source.fact, proof=()), codes, weight))
        for sets in by_sum.values():
            codes = reduce(and_, (entry.codes for entry in sets))
            bounds = sets
            for entry in sets:  # a sum's strongest bounds say the others
                peers = [peer for peer in bounds if peer is not entry]
                if peers and not reduce(and_, (peer.codes for peer in peers)) & ~entry.codes:
                    bounds = peers
            if len({entry.fact.count for entry in bounds}) == len(bounds) == 2:
                bounds = [min(bounds, key=lambda entry: entry.codes.bit_count())]
                codes = bounds[0].codes
            weight = sum(entry.effort for entry in bounds)
            yield tuple(entry.fact for entry in bounds), FactSet(bounds[0].fact, codes, weight)
