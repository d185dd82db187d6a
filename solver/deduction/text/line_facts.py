"""Facts in words, as the lines of a thread say them, in pieces for pages that draw pegs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from solver.deduction.knowledge.facts import JOINED, Fact, FactKind
from solver.deduction.rules.game import EMPTY, Terms
from solver.deduction.text.facts import QUANTITIES, Names, clauses_words
from solver.wording import capitalised, join_words, spelled

_COLOUR: Final = 0xE000  # a character from here on stands for a colour
BOLD, PLAIN = "\uf8f0", "\uf8f1"
_PARTS: Final = re.compile(f"[{chr(_COLOUR)}-\uf8f1]")


class LinePiece(NamedTuple):
    """Some words of a line, or the name of a colour (its number, or -1); bold if it's claimed."""

    text: str
    colour: int = -1
    is_claim: bool = False


Pieces = tuple[LinePiece, ...]


def as_text(pieces: Iterable[LinePiece]) -> str:
    return "".join(piece.text for piece in pieces)


class FactWords:
    """Writes facts in the words of a game; colours go by their short names: "red", "3", "S"."""

    def __init__(self, names: Names, terms: Terms) -> None:
        self._names, self._terms = names, terms

    def facts(self, facts: Iterable[Fact]) -> str:
        return ", ".join(map(self.fact, _with_both_bounds(facts)))

    def fact(self, fact: Fact) -> str:
        empty = tuple(colour for colour in fact.colours if self._is_empty(colour))
        if empty and fact.kind in JOINED and fact.kind is not FactKind.HOLE:
            words = clauses_words((replace(fact, colours=empty),), self._names, self._terms)
            pegs = tuple(colour for colour in fact.colours if colour not in empty)
            return f"{self.fact(replace(fact, colours=pegs))}, {words}" if pegs else words
        colours, count = fact.colours, fact.count
        are = "is" if len(colours) == 1 else "are"
        match fact.kind:
            case FactKind.HOLE:
                words = f"{self.hole(*fact.holes)} is {self.name(colours[0])}"
            case FactKind.OUT if len(colours) == 2:
                words = f"no {self.name(colours[0])}, no {self.name(colours[1])}"
            case FactKind.OUT:
                words = f"no {self.colours(colours, 'or')}"
            case FactKind.IN:
                words = f"{self.colours(colours)} {are} in{self.often(count)}"
            case FactKind.COUNT:
                words = f"{self.colours(colours)} {are} in exactly {self._times(count)}"
            case FactKind.NOT_HERE:
                words = f"{self.colours(colours)} {are}n’t {self.where(fact)}"
            case FactKind.AT_LEAST if count == 1:
                words = f"{self.colours(colours, 'or')} is in"
            case FactKind.AT_MOST if count == 1 and len(colours) == 2:
                words = f"{self.colours(colours)} aren’t both in"
            case FactKind.AT_LEAST | FactKind.AT_MOST | FactKind.EXACTLY:
                verb = "is" if count == 1 else "are"
                bound = QUANTITIES[fact.kind]
                words = f"{bound} {spelled(count)} of {self.colours(colours)} {verb} in"
            case _:
                peg = self._terms.hole if empty else self._terms.peg
                things = f"{peg} is" if count == 1 else f"{peg}s are"
                bound = QUANTITIES[fact.kind]
                words = f"{bound} {spelled(count)} {things} {self.colours(colours, 'or')}"
        return words

    def where(self, fact: Fact) -> str:
        return f"in {self.either_hole(fact.holes)}"

    def either_hole(self, holes: Iterable[int]) -> str:
        return f"{self._terms.hole} {join_words([str(hole + 1) for hole in sorted(holes)], 'or')}"

    def often(self, count: int) -> str:
        return f" {self._times(count)}" if count > 1 else ""

    def _times(self, count: int) -> str:
        return {1: "once", 2: "twice"}.get(count, f"{spelled(count)} times")

    def hole(self, *holes: int) -> str:
        thing = self._terms.hole if len(holes) == 1 else f"{self._terms.hole}s"
        return f"{thing} {join_words([str(hole + 1) for hole in holes])}"

    def colours(self, colours: Iterable[int], last: str = "and") -> str:
        return join_words([self.name(colour) for colour in colours], last)

    def name(self, colour: int) -> str:
        return chr(_COLOUR + colour)

    def _is_empty(self, colour: int) -> bool:
        return self._names(colour) == EMPTY

    def pieces(self, text: str) -> Pieces:
        """Split written text at colours and claims."""
        pieces: list[LinePiece] = []
        is_claim = False
        place = 0
        for match in _PARTS.finditer(text):
            if match.start() > place:
                pieces.append(LinePiece(text[place : match.start()], -1, is_claim))
            place = match.end()
            sign = match[0]
            if sign in (BOLD, PLAIN):
                is_claim = sign == BOLD
            else:
                colour = ord(sign) - _COLOUR
                starts = match.start() == 0 or text[: match.start()].endswith(". ")
                name = self._short(colour)
                pieces.append(LinePiece(capitalised(name) if starts else name, colour, is_claim))
        if place < len(text):
            pieces.append(LinePiece(text[place:], -1, is_claim))
        return tuple(pieces)

    def _short(self, colour: int) -> str:
        return self._names(colour).removeprefix(f"{self._terms.colour} ")


def _with_both_bounds(facts: Iterable[Fact]) -> list[Fact]:
    """Return facts with one fact for a least and a most count that are the same."""
    by_sum = {(fact.kind, fact.colours, fact.holes): fact for fact in facts}
    for floor, ceiling, kind in (
        (FactKind.SOME, FactKind.MOST, FactKind.SUM),
        (FactKind.AT_LEAST, FactKind.AT_MOST, FactKind.EXACTLY),
        (FactKind.IN, FactKind.MOST, FactKind.COUNT),
    ):
        for (bound_kind, colours, holes), fact in [*by_sum.items()]:
            upper = by_sum.get((ceiling, colours, holes))
            if bound_kind is floor and upper is not None and fact.count == upper.count:
                del by_sum[floor, colours, holes], by_sum[ceiling, colours, holes]
                by_sum[kind, colours, holes] = replace(fact, kind=kind)
    return [*by_sum.values()]
