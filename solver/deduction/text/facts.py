"""Facts in words: as the lines of a thread say them, and by themselves, a sentence for each.

A function from a colour's number to its name, such as "red", names colours; rows count from 1.
Lines are in pieces, for pages that draw pegs.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from solver.deduction.knowledge.facts import JOINED, Fact, FactKind, Proof, grouped
from solver.deduction.rules.game import EMPTY, TERMS, Game, Terms
from solver.deduction.rules.mastermind import SYMBOLS
from solver.wording import capitalised, join_words, plural, spelled, times

Names = Callable[[int], str]


def plain_name(colour: int) -> str:
    """Name a colour by its symbol.

    >>> plain_name(0)
    'colour 1'
    """
    return f"colour {SYMBOLS[colour]}"


QUANTITIES: Final = {
    FactKind.SUM: "exactly",
    FactKind.SOME: "at least",
    FactKind.MOST: "at most",
    FactKind.EXACTLY: "exactly",
    FactKind.AT_LEAST: "at least",
    FactKind.AT_MOST: "at most",
}


def together(names: Sequence[str], last: str = "and") -> str:
    """Join names by commas and a word; a common beginning is said once.

    >>> together(["digit 1", "digit 2", "digit 4"]), together(["digit 1", "digit 2"], "or")
    ('digits 1, 2 and 4', 'digit 1 or 2')
    """
    thing, endings = _common_beginning(names)
    things = f"{thing}s" if last == "and" else thing
    return f"{things} {join_words(endings, last)}" if thing else join_words(names, last)


def _common_beginning(names: Sequence[str]) -> tuple[str, list[str]]:
    """Return the common beginning of several names, if any, and the rest of each."""
    things = {name.rpartition(" ")[0] for name in names}
    if len(names) < 2 or len(things) > 1:
        return "", list(names)
    return things.pop(), [name.rpartition(" ")[2] for name in names]


def rows_words(turns: Proof) -> str:
    """Name turns by their row numbers.

    >>> rows_words((0, 3))
    'rows 1 and 4'
    """
    numbers = join_words([str(turn + 1) for turn in sorted(turns)])
    return f"{'rows' if turns[1:] else 'row'} {numbers}"


def scored_words(rows: Proof, would: str, was: str, code: str = TERMS.code) -> str:
    """Say how a row would have been answered if a guess were the code, and how it was."""
    return f"If it were the {code}, {rows_words(rows)} would have scored {would}. It scored {was}."


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

    between: ClassVar = ", "

    def __init__(self, names: Names, terms: Terms) -> None:
        self._names, self._terms = names, terms

    def facts(self, facts: Iterable[Fact]) -> str:
        return ", ".join(map(self.fact, _with_both_bounds(facts)))

    def fact(self, fact: Fact) -> str:
        empty = tuple(colour for colour in fact.colours if self._is_empty(colour))
        if empty and fact.kind in JOINED and fact.kind is not FactKind.HOLE:
            words = self._empty_holes(fact)
            pegs = tuple(colour for colour in fact.colours if colour not in empty)
            return self.between.join([self.fact(replace(fact, colours=pegs)), words][not pegs :])
        return self._of_pegs(fact)

    def _empty_holes(self, fact: Fact) -> str:
        match fact.kind:
            case FactKind.OUT:
                return f"no {self._terms.hole} is empty"
            case FactKind.NOT_HERE:
                verb = "is" if len(fact.holes) == 1 else "are"
                return f"{self.hole(*fact.holes)} {verb} not empty"
        bound = "exactly" if fact.kind is FactKind.COUNT else "at least"
        verb = "is" if fact.count == 1 else "are"
        return f"{bound} {plural(fact.count, self._terms.hole)} {verb} empty"

    def _of_pegs(self, fact: Fact) -> str:
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
                often = f" {self._times(count)}" if count > 1 else ""
                words = f"{self.colours(colours)} {are} in{often}"
            case FactKind.COUNT:
                words = f"{self.colours(colours)} {are} in exactly {self._times(count)}"
            case FactKind.NOT_HERE:
                words = f"{self.colours(colours)} {are}n’t {self.where(fact)}"
            case FactKind.AT_LEAST if count == 1:
                words = f"{self.colours(colours, 'or')} is in"
            case FactKind.AT_MOST if count == 1 and len(colours) == 2:
                words = f"{self.colours(colours)} aren’t both in"
            case FactKind.AT_MOST if count == 1:
                words = f"no two of {self.colours(colours)} are in"
            case FactKind.AT_LEAST | FactKind.AT_MOST | FactKind.EXACTLY:
                verb = "is" if count == 1 else "are"
                bound = QUANTITIES[fact.kind]
                words = f"{bound} {spelled(count)} of {self.colours(colours)} {verb} in"
            case _:
                has_empty = any(map(self._is_empty, colours))
                peg = self._terms.hole if has_empty else self._terms.peg
                things = f"{peg} is" if count in (0, 1) else f"{peg}s are"
                bound = f"{QUANTITIES[fact.kind]} {spelled(count)}" if count else "no"
                words = f"{bound} {things} {self.either_colour(colours)}"
        return words

    def where(self, fact: Fact) -> str:
        return f"in {self.either_hole(fact.holes)}"

    def either_hole(self, holes: Iterable[int]) -> str:
        return f"{self._terms.hole} {join_words([str(hole + 1) for hole in sorted(holes)], 'or')}"

    def _times(self, count: int) -> str:
        return {1: "once", 2: "twice"}.get(count, f"{spelled(count)} times")

    def hole(self, *holes: int) -> str:
        thing = self._terms.hole if len(holes) == 1 else f"{self._terms.hole}s"
        return f"{thing} {join_words([str(hole + 1) for hole in holes])}"

    def colours(self, colours: Iterable[int], last: str = "and") -> str:
        return join_words([self.name(colour) for colour in colours], last)

    def either_colour(self, colours: Iterable[int]) -> str:
        return self.colours(colours, "or")

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


class ClaimWords(FactWords):
    """Writes facts that stand by themselves, outside of lines; colours go by their whole names.

    >>> ClaimWords(plain_name, TERMS).fact(Fact(FactKind.SUM, (0, 1), count=2))
    'exactly two pegs are 1 or 2'
    """

    between: ClassVar = ", and "

    def _of_pegs(self, fact: Fact) -> str:
        colours = self.colours(fact.colours)
        are = "is" if len(fact.colours) == 1 else "are"
        code = f"in the {self._terms.code}"
        match fact.kind:
            case FactKind.OUT:
                return f"{colours} {are} not {code}"
            case FactKind.NOT_HERE:
                return f"{colours} {are} not {self.where(fact)}"
            case FactKind.COUNT | FactKind.IN:
                bound = "exactly" if fact.kind is FactKind.COUNT else "at least"
                verb = "is" if len(fact.colours) == 1 else "are each"
                return f"{colours} {verb} {code} {bound} {times(fact.count)}"
        return super()._of_pegs(fact)

    def name(self, colour: int) -> str:
        return self._names(colour)

    def colours(self, colours: Iterable[int], last: str = "and") -> str:
        return together([*map(self.name, colours)], last)

    def either_colour(self, colours: Iterable[int]) -> str:
        return join_words(_common_beginning([*map(self.name, colours)])[1], "or")


def claim_words(facts: Iterable[Fact], names: Names = plain_name, terms: Terms = TERMS) -> str:
    """Return what one sentence says, without its proof and full stop."""
    return capitalised("; ".join(map(ClaimWords(names, terms).fact, facts)))


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


def facts_words(game: Game, facts: Iterable[Fact], names: Names | None = None) -> Iterator[str]:
    """Yield a sentence for each group of facts that have the same form and proof.

    A value is called what ``names`` says, or what the game itself calls it.

    >>> from solver.deduction.games import game_named
    >>> facts = [Fact(FactKind.OUT, (0,), proof=(1,))]
    >>> [*facts_words(game_named("bulls10"), facts), *facts_words(game_named("words2"), facts)]
    ['Digit 0 is not in the code (row 2).', 'Letter A is not in the word (row 2).']
    """
    for group in grouped(facts):
        proof = f" ({rows_words(group[0].proof)})" if group[0].proof else ""
        yield f"{claim_words(group, names or game.name_value, game.terms)}{proof}."
