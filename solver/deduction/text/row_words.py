"""What rows show, in words: their scores, rows as a whole, and two rows compared."""

from collections import Counter
from collections.abc import Iterable, Sequence

from solver.deduction.knowledge.facts import OF_PEGS, Fact, FactKind
from solver.deduction.knowledge.looks import MOST_DIFFERENT
from solver.deduction.knowledge.thread_lines import ThreadLine
from solver.deduction.rules.game import TERMS, Code, Terms, Turn
from solver.deduction.text.facts import BOLD, PLAIN, QUANTITIES, FactWords, Names, rows_words
from solver.wording import spelled


class RowWords(FactWords):
    """Writes what some rows of a game show."""

    def __init__(self, turns: Sequence[Turn], names: Names, terms: Terms = TERMS) -> None:
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
            return f"row {row + 1}’s {spelled(fact.count)} in place {verb} {self.where(fact)}"
        of_row = f"row {row + 1}’s {self._terms.peg}s in {self.hole(*fact.holes)}"
        return f"{bound} of {of_row} {verb} in place"

    def _whole_rows(self, line: ThreadLine) -> str:
        """Say of rows as a whole that no peg is in place, or that none is in another hole."""
        if line.premises or any(fact.kind is not FactKind.NOT_HERE for fact in line.claims):
            return ""
        cells = {cell for fact in line.claims for cell in fact.cells}
        codes = [self._turns[row].code for row in line.rows]
        pegs = {peg for code in codes for peg in enumerate(code)}
        peg, hole = self._terms.peg, self._terms.hole
        rows = rows_words(line.rows)
        if cells == pegs:
            places = self._only_places(codes)
            return f"{BOLD}No {peg} of {rows} is in place{PLAIN}.{places}"
        every_cell = {(place, colour) for place in range(len(codes[0])) for colour in codes[0]}
        if not codes[1:] and cells == every_cell - pegs:
            return f"{BOLD}Each {peg} of {rows} is right in its own {hole}, or not at all{PLAIN}."
        return ""

    def _only_places(self, codes: Sequence[Code]) -> str:
        """Say where colours can be that several rows have, none of them in place."""
        places = range(len(codes[0]))
        by_holes: dict[tuple[int, ...], list[int]] = {}
        for colour in sorted(set(codes[0]).intersection(*codes[1:])) if codes[1:] else ():
            holes = tuple(h for h in places if all(code[h] != colour for code in codes))
            if 0 < len(holes) <= len(places) // 2:
                by_holes.setdefault(holes, []).append(colour)
        parts = (
            f"{self.colours(colours)} can only be in {self.either_hole(holes)}"
            for holes, colours in by_holes.items()
        )
        words = ", and ".join(parts)
        return f" So {BOLD}{words}{PLAIN}." if words else ""

    def _score(self, row: int, scores: Sequence[Fact]) -> str:
        """Say what a row's feedback says: so many right, so many of them in place."""
        name = f"row {row + 1}"
        right = [fact for fact in scores if not fact.holes]
        blacks = [fact for fact in scores if fact.holes]
        if right and right[0].count < 0:
            return name
        if right and right[0].count == 0:
            return f"{name} has nothing right"
        if not right:
            return f"{name} has {self._number(blacks)} in place"
        number = self._number(right)
        if blacks and right[0].count == blacks[0].count and number.startswith("only"):
            return f"{name}’s only {self._right_pegs(right[0].count)} in place"
        words = f"{name} has {number} right"
        if is_full(right[0]):
            words = f"all of {name}’s {self._terms.colour}s are right"
        return f"{words}, {self._number(blacks)} in place" if blacks else words

    def _right_pegs(self, count: int) -> str:
        peg = self._terms.peg
        return f"right {peg} is" if count == 1 else f"{spelled(count)} right {peg}s are"

    def _number(self, scores: Sequence[Fact]) -> str:
        count = scores[0].count
        if not count:
            return "none"
        is_most = len(scores) == 1 and scores[0].kind is FactKind.AT_MOST
        return f"only {spelled(count)}" if is_most else spelled(count)

    def _compared(self, line: ThreadLine, other_scores: Sequence[Fact]) -> str:
        """Say what two rows show together, but for what follows."""
        row = line.rows[0]
        other_row = other_scores[0].proof[0]
        facts = (*line.scores, *other_scores)
        scores = (self._score(row, line.scores), self._score(other_row, other_scores))
        numbers = {words.partition(" has ")[2] for words in scores}
        if len(numbers) == 1 and "" not in numbers and not facts[0].holes:
            return f"{rows_words((row, other_row))} each have {numbers.pop()}"
        if all(fact.holes for fact in facts):
            return self._compared_places(row, other_row, line, other_scores) or ", ".join(scores)
        if line.premises or any(fact.holes for fact in facts):
            return ", ".join(scores)
        colours, other_colours = set(self._turns[row].code), set(self._turns[other_row].code)
        counts = [line.scores[0].count, other_scores[0].count]
        if not colours & other_colours and sum(counts) == len(self._turns[row].code):
            sum_words = f"{counts[0]} + {counts[1]} = {sum(counts)}"
            rows = rows_words((row, other_row))
            return f"{rows} share no {self._terms.colour} and have {sum_words} right"
        better_row, worse_row = (row, other_row) if counts[0] > counts[1] else (other_row, row)
        by = abs(counts[0] - counts[1])
        return self._exchange(better_row, worse_row, by, line.claims) or ", ".join(scores)

    def _exchange(self, better_row: int, worse_row: int, by: int, claims: Iterable[Fact]) -> str:
        """Say which few pegs one row has for those of another, and more right, if that is all."""
        codes = [Counter(self._turns[row].code) for row in (better_row, worse_row)]
        gains, losses = codes[0] - codes[1], codes[1] - codes[0]
        about = {colour for fact in claims for colour in fact.colours}
        if any(map(self._is_empty, (*gains, *losses))):
            return ""
        if not 0 < by == gains.total() <= MOST_DIFFERENT or about - {*gains, *losses}:
            return ""
        pegs, replaced_pegs = (self.colours(bag.elements()) for bag in (gains, losses))
        return (
            f"row {better_row + 1} has {pegs} for row {worse_row + 1}’s {replaced_pegs}, "
            f"and {spelled(by)} more right"
        )

    def _compared_places(
        self, row: int, other_row: int, line: ThreadLine, other_scores: Sequence[Fact]
    ) -> str:
        code, other_code = self._turns[row].code, self._turns[other_row].code
        differences = [hole for hole, value in enumerate(code) if value != other_code[hole]]
        counts = line.scores[0].count, other_scores[0].count
        scores = (*line.scores, *other_scores)
        if len(differences) == len(code):
            sums = f"{self._turns[row].feedback[0]} + {self._turns[other_row].feedback[0]}"
            return f"{rows_words((row, other_row))} differ in every hole and have {sums} in place"
        if len(scores) == 2 and all(score.kind is FactKind.AT_LEAST for score in scores):
            place = f"in {self.hole(*differences)}, where they differ"
            cap = f"at most {spelled(len(differences))} of them {place}"
            return f"{rows_words((row, other_row))} have {counts[0]} + {counts[1]} in place, {cap}"
        if len(differences) <= MOST_DIFFERENT:
            place = f"differ only in {self.hole(*differences)}"
            if counts[0] == counts[1]:
                return f"{rows_words((row, other_row))} {place} and have as many in place"
            lead = row if counts[0] > counts[1] else other_row
            number = f"{spelled(abs(counts[0] - counts[1]))} more in place"
            return f"{rows_words((row, other_row))} {place}, and row {lead + 1} has {number}"
        return ""


def is_full(score: Fact) -> bool:
    """Say whether all pegs of a row have right colours."""
    return not score.holes and score.count == len(score.colours)
