"""The thread of a position, and the search for it: the easiest look that shows something is next.

If there is none, a line comes first that excludes most of what hides something sure. What one look
shows is one line, said once and used from then on by its number. On boards of many codes all is
tried on a sample, then each line on all codes; those that break one join the sample.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain, combinations
from math import log
from operator import and_
from typing import Final

import numpy as np

from solver.deduction.knowledge import code_sets, thread_lines
from solver.deduction.knowledge.code_sets import CodeSet, FactSet
from solver.deduction.knowledge.code_table import CodeTable, table_of
from solver.deduction.knowledge.contradictions import smallest_conflict
from solver.deduction.knowledge.facts import Fact, FactKind, in_sentences, singles
from solver.deduction.knowledge.guess_rules import mark_facts
from solver.deduction.knowledge.looks import (
    CROWD_COST,
    HARD,
    TOLD_COST,
    LookSearch,
    RowLook,
    Source,
)
from solver.deduction.knowledge.thread_lines import Open, Premise, Thread, ThreadLine
from solver.deduction.rules.game import Game, Turn

SIMPLE: Final = 3.2  # a look that costs no more needs no line before it
MOST_PREPARED: Final = 6  # facts tried for a line that only helps
MOST_HELPERS: Final = 2  # in a row, rather than a look that is hard
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
    places = code_sets.sample(table)
    for _ in range(MOST_ROUNDS):
        lines = ThreadSearch(game, turns, table.taken(places), goals).lines()
        is_sample = len(places) < len(table.codes)
        breaches = [*chain.from_iterable(_breaking(line, table) for line in lines if is_sample)]
        if not breaches:
            return thread_lines.joined_lines(
                lines, thread_lines.needed_lines(lines, goals, table) if goals else ()
            )
        places = np.union1d(places, breaches)
    return ()


def _breaking(line: ThreadLine, table: CodeTable) -> list[int]:
    """Return places of some codes that fit what a line names and break what it says."""
    if line.is_trial:
        return []
    fits = table.fitting(line.rows)
    if line.case:
        fits = np.where(table.holds(line.case), *(table.fitting((row,)) for row in line.rows))
    places = np.flatnonzero(fits)
    part = table.taken(places)
    is_broken = part.all_hold(p.fact for p in line.premises) & ~part.all_hold(line.claims)
    return [int(place) for place in places[np.flatnonzero(is_broken)[:64]]]


class ThreadSearch(LookSearch):
    """Puts lines one after another until all goals are told."""

    def __init__(
        self, game: Game, turns: Sequence[Turn], table: CodeTable, goals: Sequence[Fact]
    ) -> None:
        super().__init__(game, turns, table)
        self._goals = goals
        self._lines: list[ThreadLine] = []
        self._is_silent = len(turns) == 1
        self._helpers = 0  # lines since the last that showed something sure
        sets = (FactSet(fact, self._codes_of(fact), code_sets.effort(fact)) for fact in goals)
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
        if best and (best.cost <= HARD or self._helpers >= MOST_HELPERS):
            return best
        choices = filter(None, (best, self._preparing()))
        return min(choices, key=lambda look: look.cost > HARD, default=None)

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
        hard_look: RowLook | None = None
        for _, fact in gains[:MOST_PREPARED]:
            look = min(self._looks(fact), key=lambda look: look.cost, default=None)
            if look is not None and look.cost <= HARD:
                return look
            if look is not None and look.cost <= HARD + CROWD_COST:
                hard_look = hard_look or look
        return hard_look

    def _add(self, look: RowLook, facts: Iterable[Fact] = ()) -> None:
        """Add the line of a look, with all that is sure by the same, or else these facts."""
        codes = look.left & self._codes
        claims = [goal.fact for goal in self._waiting if not codes & ~goal.codes]
        self._helpers = 0 if claims else self._helpers + 1
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
        if news and int(self._table.left.sum()) > thread_lines.FEW_CODES:
            self._lines.append(ThreadLine(claims=in_sentences(news), is_trial=True))
        return tuple(self._lines)

    def _show_strongest(self) -> None:
        """Add lines with what excludes most codes for the effort of reading it."""
        self._cap = STRONGEST
        codes = reduce(and_, self._rows)
        groups = [*self._groups(codes)]
        while len(thread_lines.joined_lines(self._lines)) < MOST_STRONGEST:
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
            if lines and not line.is_glance and line.goes_on(lines[-1], len(lines)):
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
            sums = code_sets.shared_sums(self._table, [turn.code for turn in self._turns])
        elif self._are_counted:
            sums = code_sets.shared_places(self._table, self._turns)
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


def find_thread(game: Game, turns: Sequence[Turn], goals: Sequence[Fact] = ()) -> Thread:
    """Return the thread of a position, to all that is sure, or to these goals."""
    table = table_of(game, turns)
    count = int(table.left.sum())
    if not count:
        conflict = smallest_conflict(game, turns)
        return Thread(codes=0, turns=len(turns), contradiction=conflict)
    if not turns:
        return Thread(codes=count, turns=0)
    lines = find_lines(game, turns, table, goals or sure_facts(table))
    return Thread(codes=count, turns=len(turns), lines=lines, open=_open(table))


def sure_facts(table: CodeTable) -> tuple[Fact, ...]:
    """Return which holes are sure, then which colours are in the code, then which aren't."""
    colours, counts = table.occurrences(table.left)
    holes = ((hole, *options) for hole, options in enumerate(colours) if len(options) == 1)
    return (
        *(Fact(FactKind.HOLE, (colour,), (hole,), 1) for hole, colour in holes),
        *(Fact(FactKind.IN, (c,), count=1) for c, (low, _) in enumerate(counts) if low),
        *(Fact(FactKind.OUT, (c,)) for c, (_, high) in enumerate(counts) if not high),
    )


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
    colours, counts = table.occurrences(table.left)
    codes = table.codes[table.left]
    values = [tuple(sorted(fits)) for fits in colours]
    sure_colours = {fits[0] for fits in values if len(fits) == 1}
    members = (c for c, (low, _) in enumerate(counts) if low and c not in sure_colours)
    return Open(
        holes=tuple((hole, fits) for hole, fits in enumerate(values) if len(fits) > 1),
        colours=tuple(c for c, (low, high) in enumerate(counts) if not low and high),
        places=tuple((c, tuple(h for h, fits in enumerate(values) if c in fits)) for c in members),
        codes=tuple(map(tuple, codes.tolist())) if len(codes) <= thread_lines.FEW_CODES else (),
    )
