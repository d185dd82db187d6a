"""The lines of a thread in words: what a row says, what is known, and in bold what follows.

Each line is a tuple of pieces, so that a page can draw pegs for colours and set claims in bold;
:func:`as_text` joins them. Colours go by their short names: "red", "3", "S".
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from solver.deduction.knowledge.facts import Fact, FactKind, in_sentences, singles
from solver.deduction.knowledge.thread_lines import FEW_CODES, Open, Premise, Thread, ThreadLine
from solver.deduction.rules.game import TERMS, Code, Terms, Turn
from solver.deduction.text.facts import BOLD, PLAIN, Names, Pieces, as_text, rows_words
from solver.deduction.text.row_words import RowWords, is_full
from solver.wording import capitalised, join_words, spelled

MOST_NAMED: Final = 3  # values of an open hole
ABSENCE: Final = (FactKind.NOT_HERE, FactKind.OUT)
MOST_OPEN: Final = 5  # colours that may be in the code or not


def steps_words(
    thread: Thread | None, turns: Sequence[Turn], names: Names, terms: Terms
) -> tuple[str, ...]:
    """Return the lines to an answer; none if they only say that all codes were tried."""
    if thread is None or any(line.is_trial for line in thread.lines):
        return ()
    return tuple(map(as_text, ThreadWords(turns, names, terms).lines(thread)))


def no_rows_words(thread: Thread, terms: Terms = TERMS) -> str:
    return f"There’s no feedback yet, so all {thread.codes:,} {terms.codes} are possible."


class ThreadWords(RowWords):
    """Writes the lines about some rows in the words of their game."""

    def lines(self, thread: Thread) -> list[Pieces]:
        lines = []
        before: ThreadLine | None = None
        for line in thread.lines:
            if line.is_trial:
                words = self._trial(line, thread.codes)
            elif line.case is not None:
                words = self._cases_line(line, line.case)
            else:
                words = self._whole_rows(line) or self._line(line, before)
            lines.append(self.pieces(words))
            before = line
        return lines

    def first_look(self, thread: Thread) -> tuple[str, ...]:
        """Say where to look first, and ask what that shows; nothing if a thread has no line."""
        line = thread.start
        if line is None:
            return ()
        if line.is_trial or not line.rows:
            code = self._terms.code
            return ("No row shows anything sure alone.", f"Try the possible {code}s one by one.")
        start = f"{'Compare' if line.rows[1:] else 'Look at'} {rows_words(line.rows)}."
        scores = [(row, [f for f in line.scores if f.row == row]) for row in line.rows]
        counts = [f"{capitalised(self._score(row, facts))}." for row, facts in scores if facts]
        return (start, " ".join([*counts, capitalised(self._question(line))]))

    def _question(self, line: ThreadLine) -> str:
        colour, code, peg = self._terms.colour, self._terms.code, self._terms.peg
        if line.case is not None:
            case = as_text(self.pieces(self.fact(line.case)))
            return f"what do they show, whether or not {case}?"
        is_said = any(map(is_full, line.scores))  # that these are in
        facts = [fact for fact in line.claims if not (is_said and fact.kind is FactKind.IN)]
        counts = Counter(fact.kind for fact in facts for _ in fact.colours)
        which = {kind: f"which {colour}{'s' if counts[kind] > 1 else ''}" for kind in counts}
        questions = {
            FactKind.HOLE: f"which {peg}s must be in place?",
            FactKind.IN: f"{which.get(FactKind.IN)} must be in the {code}?",
            FactKind.OUT: f"{which.get(FactKind.OUT)} can’t be in the {code}?",
            FactKind.NOT_HERE: f"where can’t its {peg}s be?",
        }
        default = f"how many of the {code}’s {peg}s have which {colour}s?"
        return next((words for kind, words in questions.items() if kind in counts), default)

    def open(self, thread: Thread) -> Pieces:
        """Say what isn't settled, after the lines."""
        return self.pieces(self._open(thread.open, thread.codes))

    def _trial(self, line: ThreadLine, codes: int) -> str:
        code = self._terms.code
        if 1 < codes <= FEW_CODES:
            amount = f"The {spelled(codes)} possible {code}s"
            return f"{amount} have this in common: {self._claims(line)}."
        amount = f"all {code}s" if codes == 1 else f"all {codes:,} possible {code}s"
        return f"By trying {amount}: {self._claims(line)}."

    def _open(self, still: Open, codes: int) -> str:
        if codes == 1:
            return f"Only {self._code(still.codes[0])} is left."
        rest_words = f"{capitalised(spelled(codes))} {self._terms.code}s are left."
        if still.codes and len(still.holes) < len(still.codes[0]):
            holes = [hole for hole, _ in still.holes]
            ways = [" ".join(self.name(code[hole]) for hole in holes) for code in still.codes]
            verb = "is" if len(holes) == 1 else "are"
            return f"Open: {self.hole(*holes)} {verb} {join_words(ways, 'or')}. {rest_words}"
        if still.codes:
            return f"Open: {join_words([*map(self._code, still.codes)], 'or')}."
        choices = [(hole, values) for hole, values in still.holes if len(values) <= MOST_NAMED]
        parts = []
        for values in dict.fromkeys(values for _, values in choices):
            holes = [hole for hole, options in choices if options == values]
            are = "is" if len(holes) == 1 else "are each"
            parts.append(f"{self.hole(*holes)} {are} {self.colours(values, 'or')}")
        for colour, places in still.places:
            if len(places) <= MOST_NAMED and not any(colour in values for _, values in choices):
                parts.append(f"{self.name(colour)} is in {self.either_hole(places)}")
        if 1 < len(still.colours) <= MOST_OPEN:
            parts.append(f"{self.colours(still.colours)} may or may not be in")
        return f"Open: {'; '.join(parts)}. {rest_words}" if parts else rest_words

    def _code(self, code: Code) -> str:
        """Return a whole code: a word or a number as one, colours one by one."""
        are_signs = all(len(self._short(colour)) == 1 for colour in code)
        return ("" if are_signs else " ").join(map(self.name, code))

    def _line(self, line: ThreadLine, before: ThreadLine | None) -> str:
        other_scores = [fact for fact in line.seen if fact.row is not None]
        start, line = self._seen(line)
        if other_scores:
            premises = self._premises(line.premises)
            end = f", and {premises}" if premises else ""
            words = capitalised(self._compared(line, other_scores))
            return f"{start}{words}{end}: {self._claims(line)}."
        if len(line.scores) == 1 and line.premises and not line.seen:
            special = self._only_ones(line, before)
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
                return f"{start}So {whose} in place {verb} {BOLD}{join_words(pegs)}{PLAIN}."
            return f"{start}{capitalised(main)}: {self._claims(line)}."
        body = ", and ".join(filter(None, (main, premises)))
        return f"{start}{capitalised(body)}: {self._claims(line)}."

    def _seen(self, line: ThreadLine) -> tuple[str, ThreadLine]:
        """Say what rows show by themselves, and return the line without claims that this says."""
        singles_left = {single for fact in line.claims for single in singles(fact)}
        by_row: dict[int, list[Fact]] = {}
        for fact in line.seen:
            if fact.row is None:
                by_row.setdefault(fact.proof[0], []).append(replace(fact, proof=()))
        parts = []
        for row, facts in sorted(by_row.items()):
            sure_facts = [fact for fact in facts if singles_left.issuperset(singles(fact))]
            singles_left -= {single for fact in sure_facts for single in singles(fact)}
            remark = self.facts(in_sentences(fact for fact in facts if fact not in sure_facts))
            bold = f"{BOLD}{self.facts(in_sentences(sure_facts))}{PLAIN}" if sure_facts else ""
            parts.append(f"Row {row + 1}: {', '.join(filter(None, (bold, remark)))}. ")
        all_singles = (single for fact in line.claims for single in singles(fact))
        claims = in_sentences(single for single in all_singles if single in singles_left)
        return "".join(parts), replace(line, claims=claims) if parts else line

    def _are_in_place(self, line: ThreadLine) -> bool:
        """Say whether the claims are all of the row's pegs in place, and nothing else matters."""
        holes = [fact for fact in line.claims if fact.kind is FactKind.HOLE]
        score = line.scores[0] if len(line.scores) == 1 else None
        extras = {*line.claims} - {*holes}
        return (
            score is not None
            and bool(score.holes)
            and score.kind is FactKind.AT_LEAST
            and score.count == len(holes)
            and all(fact.kind is FactKind.IN for fact in extras)
        )

    def _cases_line(self, line: ThreadLine, case: Fact) -> str:
        """Say what is so whether a case is or not, each time by one row."""
        row, other_row = line.rows
        premises = self._premises(line.premises)
        condition = f"{capitalised(premises)}. " if premises else ""
        yes = f"if {self.fact(case)}, {self._score(row, line.scores)}"
        no = f"if not, {self._score(other_row, line.otherwise)}"
        return f"{condition}{capitalised(yes)}; {no}. Either way, {self._claims(line)}."

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
        names = self.colours(colour_counts.elements())
        lines = "lines" if line.named_lines[1:] else "line"
        source = f" ({lines} {join_words([*map(str, line.named_lines)])})"
        if {*facts}.issubset(before.claims if before else ()):  # it was just said
            source = ""
        right = f"row {(score.row or 0) + 1}’s only {self._right_pegs(score.count)} {names}"
        return f"{right}{source}: {self._claims(line)}."

    def _premises(self, premises: Sequence[Premise]) -> str:
        parts = []
        for number, group in groupby(sorted(premises, key=lambda p: p.line), lambda p: p.line):
            facts = in_sentences(replace(premise.fact, proof=()) for premise in group)
            in_order = sorted(facts, key=lambda fact: fact.kind in ABSENCE)
            parts.append(f"{self.facts(in_order)} (line {number})")
        return ", and ".join(parts)

    def _claims(self, line: ThreadLine) -> str:
        holes = [fact for fact in line.claims if fact.kind is FactKind.HOLE]
        if len(holes) == len(self._turns[0].code):
            return f"{BOLD}{self.facts(holes)}{PLAIN}"
        pegs = self._every_colour(line)
        if pegs:
            claims = [fact for fact in line.claims if fact.kind not in (FactKind.IN, FactKind.OUT)]
            words = [*map(self.fact, claims)]
            if not claims or not any(map(is_full, line.scores)):
                words.append(f"only {self.colours(pegs)} {'is' if len(pegs) == 1 else 'are'} in")
            return f"{BOLD}{', '.join(words)}{PLAIN}"
        anchors = {fact.colours[0] for fact in line.claims if fact.kind is FactKind.HOLE}
        claims = [fact for fact in line.claims if fact.kind is not FactKind.IN or fact.count > 1]
        facts = [fact for fact in line.claims if fact not in claims]
        news = tuple(colour for fact in facts for colour in fact.colours if colour not in anchors)
        exceptions = [f for f in claims if f.kind is FactKind.NOT_HERE and f.colours == news]
        if any(map(self._is_empty, news)):
            exceptions = []
        present = [fact for fact in claims if fact.kind not in ABSENCE]
        absent = [fact for fact in claims if fact.kind in ABSENCE and fact not in exceptions]
        absent.sort(key=lambda fact: ABSENCE.index(fact.kind))
        inside_words = self.fact(Fact(FactKind.IN, news, count=1)) if news else ""
        inside_words += "".join(f", not {self.where(fact)}" for fact in exceptions)
        parts = (self.facts(present), inside_words, self.facts(absent))
        return f"{BOLD}{', '.join(filter(None, parts))}{PLAIN}"

    def _every_colour(self, line: ThreadLine) -> tuple[int, ...]:
        """Return the colours of the code if a line shows all of them, and says that no other is."""
        if all(fact.kind is not FactKind.OUT for fact in line.claims):
            return ()
        colours = [*_known_colours(line.claims)]
        for score in filter(is_full, line.scores):
            colours = [*score.colours]
        pegs = len(self._turns[0].code)
        is_whole = len(colours) >= pegs and not any(map(self._is_empty, colours))
        return tuple(sorted(set(colours))) if is_whole else ()


def _known_colours(facts: Iterable[Fact]) -> Iterator[int]:
    """Yield the colours that holes have, and those in the code without a known hole."""
    sure_colours = [fact.colours[0] for fact in facts if fact.kind is FactKind.HOLE]
    yield from sure_colours
    for fact in facts:
        if fact.kind is FactKind.IN:
            yield from (c for c in fact.colours for _ in range(fact.count - sure_colours.count(c)))
