"""The lines of a thread in words: what a row says, what is known, and in bold what follows.

Each line is a tuple of pieces, so that a page can draw pegs for colours and set claims in bold;
:func:`as_text` joins them. Colours go by their short names: "red", "3", "S".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.knowledge.thread import Open, Premise, Thread, ThreadLine
from solver.deduction.rules.game import Terms, Turn
from solver.deduction.text.facts import TERMS, Names, plain_name
from solver.wording import capitalised, listed, spelled

_COLOUR: Final = 0xE000  # a character from here on stands for a colour
_BOLD, _PLAIN = "\uf8f0", "\uf8f1"
_PARTS: Final = re.compile(f"[{chr(_COLOUR)}-\uf8f1]")


BOUNDS: Final = {
    FactKind.SOME: "at least",
    FactKind.MOST: "at most",
    FactKind.AT_LEAST: "at least",
    FactKind.AT_MOST: "at most",
}


class LinePiece(NamedTuple):
    """Some words of a line, or the name of a colour (its number, or -1); bold if it's claimed."""

    text: str
    colour: int = -1
    is_claim: bool = False


Pieces = tuple[LinePiece, ...]


def as_text(pieces: Iterable[LinePiece]) -> str:
    return "".join(piece.text for piece in pieces)


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


def no_rows_words(thread: Thread) -> str:
    return f"There’s no feedback yet, so all {thread.codes:,} codes are possible."


class ThreadWords:
    """Writes the lines about some rows in the words of their game."""

    def __init__(
        self, turns: Sequence[Turn], names: Names = plain_name, terms: Terms = TERMS
    ) -> None:
        self._turns, self._names, self._terms = turns, names, terms

    def lines(self, thread: Thread) -> list[Pieces]:
        return [self.line(line, thread.codes) for line in thread.lines]

    def line(self, line: ThreadLine, codes: int) -> Pieces:
        if line.is_trial:
            every = "both" if codes == 2 else f"all {codes:,}"
            start = f"By trying {every} possible {self._terms.code}s: "
            if codes == 1:
                start = f"By trying all {self._terms.code}s: "
            return self._pieces(f"{start}{self._claims(line.claims)}.")
        return self._pieces(" ".join(map(capitalised, self._sentences(line))))

    def open(self, thread: Thread) -> Pieces:
        """Say what isn't settled, after the lines."""
        return self._pieces(self._open(thread.open, thread.codes))

    def _open(self, still: Open, codes: int) -> str:
        if codes == 1:
            return f"Only {self._run(still.codes[0])} is left."
        rest_words = f"{spelled(codes)} {self._terms.code}s are left"
        if still.codes and len(still.holes) < len(still.codes[0]):
            holes = [hole for hole, _ in still.holes]
            ways = [self._run(code[hole] for hole in holes) for code in still.codes]
            is_single = len(holes) == 1
            where = f"{self._hole(*holes)} {'is' if is_single else 'are'}"
            return f"Open: {where} {listed(ways, 'or')}. {capitalised(rest_words)}."
        if still.codes:
            ways = [self._run(code) for code in still.codes]
            return f"Open: {listed(ways, 'or')}."
        few = [(hole, values) for hole, values in still.holes if len(values) <= 3]
        parts = [f"{self._hole(hole)} is {self._list(values, 'or')}" for hole, values in few]
        return (
            f"Open: {'; '.join(parts)}. {capitalised(rest_words)}."
            if parts
            else f"{capitalised(rest_words)}."
        )

    def _run(self, colours: Iterable[int]) -> str:
        return " ".join(map(self._name, colours))

    def _sentences(self, line: ThreadLine) -> Iterator[str]:
        seen_scores = [fact for fact in line.seen if fact.row is not None]
        seen = [fact for fact in line.seen if fact.row is None]
        for row, facts in groupby(sorted(seen, key=lambda fact: fact.proof), lambda f: f.proof[0]):
            yield f"row {row + 1}: {self._facts(facts)}."
        for row, facts in groupby(
            sorted(seen_scores, key=lambda fact: fact.proof), lambda f: f.proof[0]
        ):
            yield f"{self._score(row, [*facts])}."
        main = self._score(line.rows[0], line.scores) if line.scores else ""
        premises = self._known(line.premises)
        start = ", and ".join(filter(None, (main, premises)))
        so = "so " if start else f"row {line.rows[0] + 1}: " if line.rows else ""
        yield f"{start}{', ' if start else ''}{so}{self._claims(line.claims)}."

    def _known(self, premises: Sequence[Premise]) -> str:
        parts = []
        for number, some in groupby(sorted(premises, key=lambda p: p.line), lambda p: p.line):
            parts.append(f"{self._facts(p.fact for p in some)} (line {number})")
        return ", and ".join(parts)

    def _score(self, row: int, scores: Sequence[Fact]) -> str:
        """Say what a row's feedback says: so many right, so many of them in place."""
        right = [fact for fact in scores if not fact.holes]
        placed = [fact for fact in scores if fact.holes]
        name = f"row {row + 1}"
        code = self._turns[row].code
        if right and right[0].count == 0:
            return f"{name} has none of {self._list(dict.fromkeys(code))}"
        if right:
            number, size = right[0].count, len(code)
            if number == size:
                words = f"all of row {row + 1}’s {self._terms.peg}s are right"
            else:
                words = f"{name} has {self._bound(right)}{spelled(number)} of {self._list(code)}"
            if placed:
                words += f", {self._placed(placed)}"
            return words
        return f"{name} has {self._placed(placed)}"

    def _placed(self, placed: Sequence[Fact]) -> str:
        count = placed[0].count
        return (
            f"{self._bound(placed) if count else ''}{spelled(count) if count else 'none'} in place"
        )

    def _bound(self, facts: Sequence[Fact]) -> str:
        if len(facts) > 1:
            return ""
        return "only " if facts[0].kind is FactKind.AT_MOST else ""

    def _claims(self, facts: Sequence[Fact]) -> str:
        placed = {fact.colours[0] for fact in facts if fact.kind is FactKind.HOLE}
        claims = [fact for fact in facts if fact.kind is not FactKind.IN or fact.count > 1]
        inside = [fact for fact in facts if fact not in claims]
        new = tuple(colour for fact in inside for colour in fact.colours if colour not in placed)
        if new:
            claims.append(Fact(FactKind.IN, new, count=1))
        return f"{_BOLD}{self._facts(claims)}{_PLAIN}"

    def _facts(self, facts: Iterable[Fact]) -> str:
        return ", ".join(map(self._fact, facts))

    def _fact(self, fact: Fact) -> str:
        colours, count = fact.colours, fact.count
        are = "is" if len(colours) == 1 else "are"
        words = ""
        match fact.kind:
            case FactKind.HOLE:
                words = f"{self._hole(*fact.holes)} is {self._name(colours[0])}"
            case FactKind.OUT:
                words = ", ".join(f"no {self._name(colour)}" for colour in colours)
            case FactKind.IN:
                often = f" {self._times(count)}" if count > 1 else ""
                words = f"{self._list(colours)} {are} in{often}"
            case FactKind.COUNT:
                words = f"{self._list(colours)} {are} in exactly {self._times(count)}"
            case FactKind.NOT_HERE:
                holes = listed([str(hole + 1) for hole in fact.holes], "or")
                words = f"{self._list(colours)} {are}n’t in {self._terms.hole} {holes}"
            case FactKind.AT_LEAST if count == 1:
                words = f"{self._list(colours, 'or')} is in"
            case FactKind.AT_MOST if count == 1 and len(colours) == 2:
                words = f"{self._list(colours)} aren’t both in"
            case FactKind.AT_LEAST | FactKind.AT_MOST:
                verb = "is" if count == 1 else "are"
                words = f"{BOUNDS[fact.kind]} {spelled(count)} of {self._list(colours)} {verb} in"
            case _:
                peg = self._terms.peg
                things = f"{peg} is" if count == 1 else f"{peg}s are"
                bound = BOUNDS.get(fact.kind, "exactly")
                words = f"{bound} {spelled(count)} {things} {self._list(colours, 'or')}"
        return words

    def _times(self, count: int) -> str:
        return {1: "once", 2: "twice"}.get(count, f"{spelled(count)} times")

    def _hole(self, *holes: int) -> str:
        thing = self._terms.hole if len(holes) == 1 else f"{self._terms.hole}s"
        return f"{thing} {listed([str(hole + 1) for hole in holes])}"

    def _list(self, colours: Iterable[int], last: str = "and") -> str:
        return listed([self._name(colour) for colour in colours], last)

    def _name(self, colour: int) -> str:
        return chr(_COLOUR + colour)

    def _pieces(self, text: str) -> Pieces:
        """Split written text at colours and claims."""
        pieces: list[LinePiece] = []
        is_claim = False
        place = 0
        for match in _PARTS.finditer(text):
            if match.start() > place:
                pieces.append(LinePiece(text[place : match.start()], -1, is_claim))
            place = match.end()
            sign = match[0]
            if sign in (_BOLD, _PLAIN):
                is_claim = sign == _BOLD
            else:
                colour = ord(sign) - _COLOUR
                pieces.append(LinePiece(self._short(colour), colour, is_claim))
        if place < len(text):
            pieces.append(LinePiece(text[place:], -1, is_claim))
        return tuple(pieces)

    def _short(self, colour: int) -> str:
        return self._names(colour).removeprefix(f"{self._terms.colour} ")
