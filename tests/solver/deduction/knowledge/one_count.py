"""Whether a step of an argument is one count: over one small table, by the lines before alone.

A reader knows what those lines say, word by word, and sees at a glance that a colour that is out is
in no hole, and that a hole with a colour has no other. Each claim of a step has to follow from one
of these tables: which pegs of its row are in place; how often each colour is in the code, of which
the row has so many; the colours of one hole; the holes of one colour. No more than six cells of it
may be open. What is true of the codes that are left by all rows helps nobody here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from solver.deduction.knowledge.arguments import Argument, ArgumentStep
from solver.deduction.knowledge.facts import ANYWHERE, Fact, FactKind
from solver.deduction.knowledge.quantities import CountKind
from solver.deduction.rules.game import Code, Game, Turn
from tests.solver.deduction.knowledge.facts_checks import all_hold, holds, right, singles

MOST_OPEN = 6
Cells = dict[tuple[int, int], bool]  # hole and colour: whether it is there, if that is known
LEAST = {FactKind.IN, FactKind.SOME, FactKind.AT_LEAST, FactKind.HOLE}
MOST = {FactKind.MOST, FactKind.AT_MOST, FactKind.OUT, FactKind.NOT_HERE}


class CountReader:
    """Reads arguments of one position, of a game in which a row has numbers."""

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        self._pegs, self._choices, self._turns = game.pegs, game.choices, turns
        self._most = game.pegs if game.is_secret((0,) * game.pegs) else 1  # pegs of one colour

    def failures(self, argument: Argument) -> list[ArgumentStep]:
        """Return the steps that take more than one count."""
        known = [*split(argument.premises)]
        supposed: list[Fact] | None = None
        failed = []
        for step in argument.steps:
            if step.supposed:
                supposed = [*known, *split(step.supposed)]
            lines = known if supposed is None else supposed
            waiting = [*split(step.claims)]
            while shown := [claim for claim in waiting if self._shows(step, lines, claim)]:
                lines += shown
                waiting = [claim for claim in waiting if claim not in shown]
            is_proved = (
                not waiting
                and len(step.rows) < 2
                and (not step.is_end or self._is_absurd(step, lines))
            )
            failed += [] if is_proved else [step]
            supposed = None if step.is_end else supposed
        return failed

    def _shows(self, step: ArgumentStep, lines: Sequence[Fact], claim: Fact) -> bool:
        by_cells = (
            all(self._verdict(claim, cells) for cells in table)
            for table in self._cell_tables(step, lines, [claim])
        )
        return any(by_cells) or self._count_shows(step, lines, claim)

    def _count_shows(self, step: ArgumentStep, lines: Sequence[Fact], claim: Fact) -> bool:
        if not is_of_counts(claim):
            return False
        counts = self._count_table(step, lines, [claim])
        return counts is not None and all(holds(claim, code) for code in counts)

    def _is_absurd(self, step: ArgumentStep, lines: Sequence[Fact]) -> bool:
        """Say whether a row would score as said, or else whether some table has nothing left."""
        score = step.score
        if score is None:
            tables = [*self._cell_tables(step, lines, lines)]
            counts = self._count_table(step, lines, lines)
            return not all([*tables]) or counts == []
        guess, open_step = self._turns[step.rows[0]].code, ArgumentStep(rows=())
        if score.kind is CountKind.PLACED:
            cells = [*enumerate(guess)]
            others = [line for line in lines if line.row != step.rows[0]]
            table = self._assignments(lines, cells) or self._assignments(others, cells)
            numbers = [sum(known[cell] for cell in cells) for known in table or ()]
        else:
            counts = self._count_table(open_step, lines, [], guess)
            numbers = [right(guess, code) for code in counts or ()]
        if score.is_least:
            return bool(numbers) and min(numbers) >= score.value
        return bool(numbers) and max(numbers) <= score.value

    def _cell_tables(
        self, step: ArgumentStep, lines: Sequence[Fact], claims: Iterable[Fact]
    ) -> Iterator[list[Cells]]:
        holes = {hole for claim in claims for hole in claim.holes if hole != ANYWHERE}
        colours = {colour for claim in claims for colour in claim.colours}
        for row in step.rows:
            turn = self._turns[row]
            cells = [*enumerate(turn.code)]
            if (table := self._assignments(lines, cells)) is not None:
                black = turn.feedback[0]
                yield [known for known in table if sum(known[cell] for cell in cells) == black]
        for hole in holes:
            cells = [(hole, colour) for colour in range(self._choices)]
            if (table := self._assignments(lines, cells)) is not None:
                yield [known for known in table if sum(known[cell] for cell in cells) == 1]
        for colour in colours:
            cells = [(hole, colour) for hole in range(self._pegs)]
            if (table := self._assignments(lines, cells)) is not None:
                yield [known for known in table if sum(known[c] for c in cells) <= self._most]

    def _assignments(
        self, lines: Sequence[Fact], cells: Sequence[tuple[int, int]]
    ) -> list[Cells] | None:
        """Return how cells can be filled by the lines; None if too many of them are open."""
        base = self._glance(lines)
        open_cells = [cell for cell in cells if cell not in base]
        if len(open_cells) > MOST_OPEN:
            return None
        table = []
        for filled in product((False, True), repeat=len(open_cells)):
            known = dict(base)
            for (hole, colour), is_there in zip(open_cells, filled, strict=True):
                if is_there:
                    known |= self._excluded_by(hole, colour)
                known[hole, colour] = is_there
            agree = all(known[cell] for cell, so in zip(open_cells, filled, strict=True) if so)
            if agree and not any(self._verdict(line, known) is False for line in lines):
                table.append(known)
        return table

    def _glance(self, lines: Sequence[Fact]) -> Cells:
        known: Cells = {}
        for line in lines:
            if line.kind is FactKind.OUT:
                known |= {(hole, line.colours[0]): False for hole in range(self._pegs)}
            elif line.kind is FactKind.NOT_HERE:
                known[line.holes[0], line.colours[0]] = False
        for line in lines:
            if line.kind is FactKind.HOLE:
                known |= self._excluded_by(line.holes[0], line.colours[0])
                known[line.holes[0], line.colours[0]] = True
        return known

    def _excluded_by(self, hole: int, colour: int) -> Cells:
        known = {(hole, other): False for other in range(self._choices)}
        if self._most == 1:
            known |= {(other, colour): False for other in range(self._pegs)}
        return known

    def _verdict(self, fact: Fact, known: Cells) -> bool | None:
        """Say whether a fact is true, by some cells; None if they don't decide it."""
        if ANYWHERE in fact.holes or fact.kind in (FactKind.IF, FactKind.SAME):
            return None
        cells = fact.claims if fact.holes else [*product(range(self._pegs), fact.colours)]
        values = [known.get(cell) for cell in cells]
        low, high, count = values.count(True), len(values) - values.count(False), fact.count
        if fact.kind in LEAST:
            return True if low >= count else False if high < count else None
        if fact.kind in MOST:
            return True if high <= count else False if low > count else None
        return True if low == high == count else False if not low <= count <= high else None

    def _count_table(
        self,
        step: ArgumentStep,
        lines: Sequence[Fact],
        claims: Iterable[Fact],
        guess: Code = (),
    ) -> list[Code] | None:
        """Return the codes, in any order of pegs, by what lines say of colours and the row's total.

        Colours of which nobody speaks apart are one. None if too many counts are open.
        """
        known = self._glance(lines)
        told = [line for line in lines if is_of_counts(line)]
        turns = [self._turns[row] for row in step.rows]
        apart = {*guess, *(colour for turn in turns for colour in turn.code)}
        apart |= {c for fact in (*told, *claims) for c in fact.colours if fact.holes}
        groups: dict[object, list[int]] = {}
        for colour in range(self._choices):
            names = tuple(colour in fact.colours for fact in (*told, *claims))
            groups.setdefault(colour if colour in apart else names, []).append(colour)
        ranges = []
        for colours in groups.values():
            least = sum(known.get((h, c), False) for h in range(self._pegs) for c in colours)
            most = sum(
                any(known.get((hole, colour), True) for colour in colours)
                for hole in range(self._pegs)
            )
            fixed = [
                line.count
                for line in told
                if line.kind in (FactKind.COUNT, FactKind.OUT) and [*line.colours] == colours
            ]
            most = min(most, self._most * len(colours))
            ranges.append([*fixed[:1]] or [*range(least, most + 1)])
        if sum(len(numbers) > 1 for numbers in ranges) > MOST_OPEN:
            return None
        table = []
        for numbers in product(*ranges):
            if sum(numbers) == self._pegs:
                pairs = zip(groups.values(), numbers, strict=True)
                code = tuple(colours[0] for colours, number in pairs for _ in range(number))
                fits = (right(turn.code, code) == sum(turn.feedback) for turn in turns)
                if all_hold(told, code) and all(fits):
                    table.append(code)
        return table


def split(facts: Iterable[Fact]) -> Iterator[Fact]:
    return (single for fact in facts for single in singles(fact))


def is_of_counts(fact: Fact) -> bool:
    return not fact.holes or set(fact.holes) == {ANYWHERE}
