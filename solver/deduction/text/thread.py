"""The lines of a thread in words: what a row says, what is known, and in bold what follows.

Each line is a tuple of pieces, so that a page can draw pegs for colours and set claims in bold;
:func:`as_text` joins them. Colours go by their short names: "red", "3", "S".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from solver.deduction.knowledge.facts import OF_PEGS, Fact, FactKind, in_sentences
from solver.deduction.knowledge.looks import MOST_DIFFERENT
from solver.deduction.knowledge.marks import singles
from solver.deduction.knowledge.thread_lines import FEW_CODES, Open, Premise, Thread, ThreadLine
from solver.deduction.rules.game import TERMS, Code, Terms, Turn
from solver.deduction.text.facts import QUANTITIES, Names, plain_name, rows_words
from solver.deduction.text.line_facts import BOLD, PLAIN, FactWords, Pieces, as_text
from solver.wording import capitalised, listed, spelled

MOST_NAMED: Final = 3  # values of an open hole
ABSENCE: Final = (FactKind.NOT_HERE, FactKind.OUT)
MOST_OPEN: Final = 5  # colours that may be in the code or not


def steps_words(
    thread: Thread | None,
    turns: Sequence[Turn],
    names: Names = plain_name,
    terms: Terms = TERMS,
) -> tuple[str, ...]:
    """Return the lines to an answer; none if they only say that all codes were tried."""
    if thread is None or any(line.is_trial for line in thread.lines):
        return ()
    return tuple(map(as_text, ThreadWords(turns, names, terms).lines(thread)))


def no_rows_words(thread: Thread, terms: Terms = TERMS) -> str:
    return f"There’s no feedback yet, so all {thread.codes:,} {terms.codes} are possible."


class ThreadWords(FactWords):
    """Writes the lines about some rows in the words of their game."""

    def __init__(
        self, turns: Sequence[Turn], names: Names = plain_name, terms: Terms = TERMS
    ) -> None:
        super().__init__(names, terms)
        self._turns = turns

    def fact(self, fact: Fact) -> str:
        if fact.kind in OF_PEGS and fact.holes:
            return self._places(fact)
        return super().fact(fact)

    def _places(self, fact: Fact) -> str:
        """Say how many of a row's pegs are in place in some holes, or in how many, of two rows."""
        pegs = range(len(self._turns[0].code))
        bound = f"{QUANTITIES[fact.kind]} {spelled(fact.count)}"
        verb = "is" if fact.count == 1 else "are"
        if len(fact.holes) > len(pegs):
            codes = [fact.colours[: len(pegs)], fact.colours[len(pegs) :]]
            rows = [next(r for r, turn in enumerate(self._turns) if turn.code == c) for c in codes]
            holes = self._terms.hole if fact.count == 1 else f"{self._terms.hole}s"
            return f"{bound} {holes} {verb} as in row {rows[0] + 1} or row {rows[1] + 1}"
        row = next(
            row
            for row, turn in enumerate(self._turns)
            if all(turn.code[hole] == c for hole, c in fact.cells)
        )
        if fact.kind is not FactKind.AT_MOST and (fact.count,) == self._turns[row].feedback[:1]:
            where = f"{self._terms.hole} {listed([str(hole + 1) for hole in fact.holes], 'or')}"
            return f"row {row + 1}’s {spelled(fact.count)} in place {verb} in {where}"
        of_row = f"row {row + 1}’s {self._terms.peg}s in {self.hole(*fact.holes)}"
        return f"{bound} of {of_row} {verb} in place"

    def lines(self, thread: Thread) -> list[Pieces]:
        written = []
        before: ThreadLine | None = None
        for line in thread.lines:
            if line.is_trial:
                words = self._trial(line, thread.codes)
            elif line.case is not None:
                words = self._cases_line(line, line.case)
            else:
                words = self._whole_rows(line) or self._line(line, before)
            written.append(self.pieces(words))
            before = line
        return written

    def first_look(self, thread: Thread) -> tuple[str, ...]:
        """Say where a thread begins, and ask what it shows; nothing if it has no line."""
        line = thread.lines[0] if thread.lines else None
        if line is None:
            return ()
        if line.is_trial or not line.rows:
            code = self._terms.code
            return ("No row shows anything sure alone.", f"Try the possible {code}s one by one.")
        start = (
            f"Compare {_rows(*line.rows)}." if line.rows[1:] else f"Look at {_rows(*line.rows)}."
        )
        scores = [(row, [f for f in line.scores if f.row == row]) for row in line.rows]
        counts = [f"{capitalised(self._score(row, some))}." for row, some in scores if some]
        return (start, " ".join([*counts, capitalised(self._question(line))]))

    def _question(self, line: ThreadLine) -> str:
        colour, code, peg = self._terms.colour, self._terms.code, self._terms.peg
        if line.case is not None:
            return f"what do they show, whether or not {self._plainly(line.case)}?"
        questions = {
            FactKind.HOLE: f"which {peg}s must be in place?",
            FactKind.IN: f"which {colour} must be in the {code}?",
            FactKind.OUT: f"which {colour} can’t be in the {code}?",
            FactKind.NOT_HERE: f"where can’t its {peg}s be?",
        }
        kinds = {fact.kind for fact in line.claims}
        every = f"how many of the {code}’s {peg}s have which {colour}s?"
        return next((words for kind, words in questions.items() if kind in kinds), every)

    def _plainly(self, fact: Fact) -> str:
        return as_text(self.pieces(self.fact(fact)))

    def open(self, thread: Thread) -> Pieces:
        """Say what isn't settled, after the lines."""
        return self.pieces(self._open(thread.open, thread.codes))

    def _trial(self, line: ThreadLine, codes: int) -> str:
        code = self._terms.code
        if 1 < codes <= FEW_CODES:
            return (
                f"The {spelled(codes)} possible {code}s have this in common: {self._claims(line)}."
            )
        tried = f"all {code}s" if codes == 1 else f"all {codes:,} possible {code}s"
        return f"By trying {tried}: {self._claims(line)}."

    def _open(self, still: Open, codes: int) -> str:
        if codes == 1:
            return f"Only {self._code(still.codes[0])} is left."
        rest_words = f"{capitalised(spelled(codes))} {self._terms.code}s are left."
        if still.codes and len(still.holes) < len(still.codes[0]):
            holes = [hole for hole, _ in still.holes]
            ways = [self._run(code[hole] for hole in holes) for code in still.codes]
            verb = "is" if len(holes) == 1 else "are"
            return f"Open: {self.hole(*holes)} {verb} {listed(ways, 'or')}. {rest_words}"
        if still.codes:
            return f"Open: {listed([*map(self._code, still.codes)], 'or')}."
        few = [(hole, values) for hole, values in still.holes if len(values) <= MOST_NAMED]
        parts = []
        for values in dict.fromkeys(values for _, values in few):
            holes = [hole for hole, some in few if some == values]
            are = "is" if len(holes) == 1 else "are each"
            parts.append(f"{self.hole(*holes)} {are} {self.colours(values, 'or')}")
        for colour, places in still.places:
            if len(places) <= MOST_NAMED and not any(colour in values for _, values in few):
                where = f"{self._terms.hole} {listed([str(hole + 1) for hole in places], 'or')}"
                parts.append(f"{self.name(colour)} is in {where}")
        if 1 < len(still.colours) <= MOST_OPEN:
            parts.append(f"which of {self.colours(still.colours)} are in")
        return f"Open: {'; '.join(parts)}. {rest_words}" if parts else rest_words

    def _run(self, colours: Iterable[int]) -> str:
        return " ".join(map(self.name, colours))

    def _code(self, code: Code) -> str:
        """Return a whole code: a word or a number as one, colours one by one."""
        are_signs = all(len(self._short(colour)) == 1 for colour in code)
        return ("" if are_signs else " ").join(map(self.name, code))

    def _line(self, line: ThreadLine, before: ThreadLine | None) -> str:
        other_scores = [fact for fact in line.seen if fact.row is not None]
        start, line = self._seen(line)
        if other_scores:
            return f"{start}{capitalised(self._compared(line, other_scores))}"
        if len(line.scores) == 1 and line.premises and not line.seen:
            special = self._only_ones(line, before) or self._last_ones(line)
            if special:
                return capitalised(special)
        main = self._score(line.rows[0], line.scores) if line.scores else ""
        premises = self._premises(line.premises)
        if not line.scores and not line.premises and line.rows:
            main = f"row {line.rows[0] + 1}"
        if start and not premises:
            if self._are_in_place(line):
                number = spelled(line.scores[0].count)
                whose = f"row {line.rows[0] + 1}’s {number}"
                verb = "is" if line.scores[0].count == 1 else "are"
                holes = (fact for fact in line.claims if fact.kind is FactKind.HOLE)
                pegs = [f"{self.name(f.colours[0])} in {self.hole(*f.holes)}" for f in holes]
                return f"{start}So {whose} in place {verb} {BOLD}{listed(pegs)}{PLAIN}."
            return f"{start}{capitalised(main)}: {self._claims(line)}."
        body = ", and ".join(filter(None, (main, premises)))
        return f"{start}{capitalised(body)}: {self._claims(line)}."

    def _seen(self, line: ThreadLine) -> tuple[str, ThreadLine]:
        """Say what rows show by themselves, and return the line without claims that this says."""
        claimed = {single for fact in line.claims for single in singles(fact)}
        by_row: dict[int, list[Fact]] = {}
        for fact in line.seen:
            if fact.row is None:
                by_row.setdefault(_row_of(fact), []).append(replace(fact, proof=()))
        parts = []
        for row, facts in sorted(by_row.items()):
            sure = [fact for fact in facts if claimed.issuperset(singles(fact))]
            claimed -= {single for fact in sure for single in singles(fact)}
            rest = self.facts(in_sentences(fact for fact in facts if fact not in sure))
            bold = f"{BOLD}{self.facts(in_sentences(sure))}{PLAIN}" if sure else ""
            parts.append(f"Row {row + 1}: {', '.join(filter(None, (bold, rest)))}. ")
        every = (single for fact in line.claims for single in singles(fact))
        claims = in_sentences(single for single in every if single in claimed)
        return "".join(parts), replace(line, claims=claims) if parts else line

    def _whole_rows(self, line: ThreadLine) -> str:
        """Say of rows as a whole that no peg is in place, or that none is in another hole."""
        if line.premises or any(fact.kind is not FactKind.NOT_HERE for fact in line.claims):
            return ""
        cells = {cell for fact in line.claims for cell in fact.cells}
        codes = [self._turns[row].code for row in line.rows]
        pegs = {peg for code in codes for peg in enumerate(code)}
        peg, hole = self._terms.peg, self._terms.hole
        rows = _rows(*line.rows)
        if cells == pegs:
            where = self._only_places(codes)
            return f"{BOLD}No {peg} of {rows} is in place{PLAIN}.{where}"
        every_cell = {(place, colour) for place in range(len(codes[0])) for colour in codes[0]}
        if not codes[1:] and cells == every_cell - pegs:
            words = f"Each {peg} of {rows} is right in its own {hole}, or not at all"
            return f"{BOLD}{words}{PLAIN}."
        return ""

    def _only_places(self, codes: Sequence[Code]) -> str:
        """Say where colours can be that several rows have, none of them in place."""
        places = range(len(codes[0]))
        by_holes: dict[tuple[int, ...], list[int]] = {}
        for colour in sorted(set(codes[0]).intersection(*codes[1:])) if codes[1:] else ():
            free = tuple(h for h in places if all(code[h] != colour for code in codes))
            if 0 < len(free) <= len(places) // 2:
                by_holes.setdefault(free, []).append(colour)
        parts = (
            f"{self.colours(colours)} can only be in {self._terms.hole} "
            f"{listed([str(hole + 1) for hole in free], 'or')}"
            for free, colours in by_holes.items()
        )
        words = ", and ".join(parts)
        return f" So {BOLD}{words}{PLAIN}." if words else ""

    def _are_in_place(self, line: ThreadLine) -> bool:
        """Say whether the claims are all of the row's pegs in place, and nothing else matters."""
        holes = [fact for fact in line.claims if fact.kind is FactKind.HOLE]
        score = line.scores[0] if len(line.scores) == 1 else None
        more = {*line.claims} - {*holes}
        return (
            score is not None
            and bool(score.holes)
            and score.kind is FactKind.AT_LEAST
            and score.count == len(holes)
            and all(fact.kind is FactKind.IN for fact in more)
        )

    def _compared(self, line: ThreadLine, other_scores: Sequence[Fact]) -> str:
        """Say what two rows show together."""
        row = line.rows[0]
        other_row = _row_of(other_scores[0])
        premises = self._premises(line.premises)
        end = f", and {premises}" if premises else ""
        claims = self._claims(line)
        both = (*line.scores, *other_scores)
        scores = (self._score(row, line.scores), self._score(other_row, other_scores))
        numbers = {words.partition(" has ")[2] for words in scores}
        if len(numbers) == 1 and "" not in numbers and not both[0].holes:
            return f"{_rows(row, other_row)} each have {numbers.pop()}{end}: {claims}."
        if all(fact.holes for fact in both):
            words = self._compared_places(row, other_row, line, other_scores)
            return f"{words}{end}: {claims}."
        mine, theirs = set(self._turns[row].code), set(self._turns[other_row].code)
        counts = [line.scores[0].count, other_scores[0].count]
        is_sum = all(not fact.holes for fact in both) and not mine & theirs and not premises
        if is_sum and sum(counts) == len(self._turns[row].code):
            sum_words = f"{counts[0]} + {counts[1]} = {sum(counts)}"
            thing = self._terms.colour
            return f"{_rows(row, other_row)} share no {thing} and have {sum_words} right: {claims}."
        if not premises and all(not fact.holes for fact in both) and counts[0] != counts[1]:
            more, fewer = (row, other_row) if counts[0] > counts[1] else (other_row, row)
            exchange = self._exchange(more, fewer, abs(counts[0] - counts[1]), line.claims)
            if exchange:
                return f"{exchange}: {claims}."
        return f"{', '.join(scores)}{end}: {claims}."

    def _exchange(self, more: int, fewer: int, by: int, claims: Iterable[Fact]) -> str:
        """Say which few pegs one row has for those of another, and more right, if that is all."""
        codes = [Counter(self._turns[row].code) for row in (more, fewer)]
        mine, theirs = codes[0] - codes[1], codes[1] - codes[0]
        about = {colour for fact in claims for colour in fact.colours}
        if any(map(self._is_empty, (*mine, *theirs))):
            return ""
        if mine.total() != by or by > MOST_DIFFERENT or about - {*mine, *theirs}:
            return ""
        pegs, replaced_pegs = (self.colours(few.elements()) for few in (mine, theirs))
        return (
            f"row {more + 1} has {pegs} for row {fewer + 1}’s {replaced_pegs}, "
            f"and {spelled(by)} more right"
        )

    def _compared_places(
        self, row: int, other_row: int, line: ThreadLine, other_scores: Sequence[Fact]
    ) -> str:
        mine, theirs = self._turns[row].code, self._turns[other_row].code
        different = [hole for hole, value in enumerate(mine) if value != theirs[hole]]
        counts = line.scores[0].count, other_scores[0].count
        both = (*line.scores, *other_scores)
        if len(different) == len(mine):
            sums = f"{self._turns[row].feedback[0]} + {self._turns[other_row].feedback[0]}"
            return f"{_rows(row, other_row)} differ in every hole and have {sums} in place"
        if len(both) == 2 and all(score.kind is FactKind.AT_LEAST for score in both):
            where = f"in {self.hole(*different)}, where they differ"
            most = f"at most {spelled(len(different))} of them {where}"
            return f"{_rows(row, other_row)} have {counts[0]} + {counts[1]} in place, {most}"
        if len(different) <= MOST_DIFFERENT:
            where = f"differ only in {self.hole(*different)}"
            if counts[0] == counts[1]:
                return f"{_rows(row, other_row)} {where} and have as many in place"
            more = row if counts[0] > counts[1] else other_row
            number = spelled(abs(counts[0] - counts[1]))
            return f"{_rows(row, other_row)} {where}, and row {more + 1} has {number} more in place"
        first = self._score(row, line.scores)
        return f"{first}, {self._score(other_row, other_scores)}"

    def _cases_line(self, line: ThreadLine, case: Fact) -> str:
        """Say what is so whether a case is or not, each time by one row."""
        row, other_row = line.rows
        premises = self._premises(line.premises)
        condition = f"{capitalised(premises)}. " if premises else ""
        so = f"if {self.fact(case)}, {self._score(row, line.scores)}"
        not_so = f"if not, {self._score(other_row, line.otherwise)}"
        return f"{condition}{capitalised(so)}; {not_so}. Either way, {self._claims(line)}."

    def _only_ones(self, line: ThreadLine, before: ThreadLine | None) -> str:
        """Say that a row's right pegs are known, so that no other peg of it is."""
        (score,) = line.scores
        facts = [premise.fact for premise in line.premises]
        is_in = all(fact.kind in (FactKind.HOLE, FactKind.IN) for fact in facts)
        if score.holes or score.kind is not FactKind.AT_MOST or not is_in:
            return ""
        in_row, colour_counts = Counter(score.colours), Counter(_known_colours(facts))
        if any(colour_counts[colour] > in_row[colour] for colour in colour_counts):
            return ""
        are_out = all(fact.kind is FactKind.OUT for fact in line.claims)
        if colour_counts.total() != score.count or not are_out:
            return ""
        row, number = score.row or 0, spelled(score.count)
        claims_before = before.claims if before else ()
        facts_before = {fact for fact in claims_before if fact.kind is FactKind.HOLE}
        if facts_before == {*facts}:
            start = "it’s" if score.count == 1 else "they’re"
            return f"{start} row {row + 1}’s only {number}: {self._claims(line)}."
        names = self.colours(colour_counts.elements())
        verb = "is" if score.count == 1 else "are"
        lines = self._line_numbers(line.premises)
        return f"row {row + 1}’s only {number} {verb} {names} ({lines}): {self._claims(line)}."

    def _last_ones(self, line: ThreadLine) -> str:
        """Say that a row's right pegs are those that aren't out."""
        (score,) = line.scores
        facts = [premise.fact for premise in line.premises]
        if score.holes or score.kind is not FactKind.AT_LEAST or score.count != 1:
            return ""
        inside = [fact for fact in line.claims if fact.kind is FactKind.IN and fact.count == 1]
        is_out = all(fact.kind is FactKind.OUT for fact in facts)
        if not is_out or len(line.claims) != 1 or not inside or len(inside[0].colours) > 1:
            return ""
        out = self.colours((c for f in facts for c in f.colours), "or")
        lines = self._line_numbers(line.premises)
        return f"row {(score.row or 0) + 1}’s one isn’t {out} ({lines}): {self._claims(line)}."

    def _line_numbers(self, premises: Sequence[Premise]) -> str:
        numbers = sorted({premise.line for premise in premises})
        return f"line{'s' * (len(numbers) > 1)} {listed([str(number) for number in numbers])}"

    def _premises(self, premises: Sequence[Premise]) -> str:
        parts = []
        for number, some in groupby(sorted(premises, key=lambda p: p.line), lambda p: p.line):
            facts = in_sentences(replace(premise.fact, proof=()) for premise in some)
            in_order = sorted(facts, key=lambda fact: fact.kind in ABSENCE)
            parts.append(f"{self.facts(in_order)} (line {number})")
        return ", and ".join(parts)

    def _score(self, row: int, scores: Sequence[Fact]) -> str:
        """Say what a row's feedback says: so many right, so many of them in place."""
        name = f"row {row + 1}"
        right = [fact for fact in scores if not fact.holes]
        placed = [fact for fact in scores if fact.holes]
        if right and right[0].count < 0:
            return name
        if right and right[0].count == 0:
            return f"{name} has nothing right"
        if not right:
            return f"{name} has {self._number(placed)} in place"
        number = f"all its {self._terms.peg}s" if _is_full(right[0]) else self._number(right)
        if placed and right[0].count == placed[0].count and number.startswith("only"):
            return f"{name}’s {number} right {'is' if right[0].count == 1 else 'are'} in place"
        words = f"{name} has {number} right"
        return f"{words}, {self._number(placed)} in place" if placed else words

    def _number(self, scores: Sequence[Fact]) -> str:
        count = scores[0].count
        if not count:
            return "none"
        is_most = len(scores) == 1 and scores[0].kind is FactKind.AT_MOST
        return f"only {spelled(count)}" if is_most else spelled(count)

    def _claims(self, line: ThreadLine) -> str:
        holes = [fact for fact in line.claims if fact.kind is FactKind.HOLE]
        if len(holes) == len(self._turns[0].code):
            return f"{BOLD}{self.facts(holes)}{PLAIN}"
        every = self._every_colour(line)
        if every:
            claims = [fact for fact in line.claims if fact.kind not in (FactKind.IN, FactKind.OUT)]
            words = [*map(self.fact, claims)]
            if not claims or not any(map(_is_full, line.scores)):
                words.append(f"only {self.colours(every)} {'is' if len(every) == 1 else 'are'} in")
            return f"{BOLD}{', '.join(words)}{PLAIN}"
        placed = {fact.colours[0] for fact in line.claims if fact.kind is FactKind.HOLE}
        claims = [fact for fact in line.claims if fact.kind is not FactKind.IN or fact.count > 1]
        inside = [fact for fact in line.claims if fact not in claims]
        new = tuple(colour for fact in inside for colour in fact.colours if colour not in placed)
        elsewhere = [f for f in claims if f.kind is FactKind.NOT_HERE and f.colours == new]
        if any(map(self._is_empty, new)):
            elsewhere = []
        present = [fact for fact in claims if fact.kind not in ABSENCE]
        absent = [fact for fact in claims if fact.kind in ABSENCE and fact not in elsewhere]
        absent.sort(key=lambda fact: ABSENCE.index(fact.kind))
        inside_words = self.fact(Fact(FactKind.IN, new, count=1)) if new else ""
        inside_words += "".join(f", not {self.where(fact)}" for fact in elsewhere)
        parts = (self.facts(present), inside_words, self.facts(absent))
        return f"{BOLD}{', '.join(filter(None, parts))}{PLAIN}"

    def _every_colour(self, line: ThreadLine) -> tuple[int, ...]:
        """Return the colours of the code if a line shows all of them, and says that no other is."""
        if all(fact.kind is not FactKind.OUT for fact in line.claims):
            return ()
        colours = [*_known_colours(line.claims)]
        for score in filter(_is_full, line.scores):
            colours = [*score.colours]
        pegs = len(self._turns[0].code)
        is_whole = len(colours) >= pegs and not any(map(self._is_empty, colours))
        return tuple(sorted(set(colours))) if is_whole else ()


def _rows(*rows: int) -> str:
    return rows_words(tuple(sorted(rows)))


def _is_full(score: Fact) -> bool:
    """Say whether all pegs of a row have right colours."""
    return not score.holes and score.count == len(score.colours)


def _row_of(fact: Fact) -> int:
    return fact.proof[0]


def _known_colours(facts: Iterable[Fact]) -> Iterator[int]:
    """Yield the colours that holes have, and those in the code without a known hole."""
    placed = [fact.colours[0] for fact in facts if fact.kind is FactKind.HOLE]
    yield from placed
    for fact in facts:
        if fact.kind is FactKind.IN:
            yield from (c for c in fact.colours for _ in range(fact.count - placed.count(c)))
