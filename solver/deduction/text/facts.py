"""Proved facts in words, for ``text.advice``: one sentence for each fact or group of facts.

A function from a colour's number to its name, such as "red", names colours; rows count from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from solver.deduction.knowledge.facts import Fact, FactKind, Proof, grouped
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


def facts_words(game: Game, facts: Iterable[Fact], names: Names | None = None) -> Iterator[str]:
    """Yield a sentence for each group of facts that have the same form and proof.

    A value is called what ``names`` says, or what the game itself calls it.

    >>> from solver.deduction.games import game_named
    >>> facts = [Fact(FactKind.OUT, (0,), proof=(1,))]
    >>> [*facts_words(game_named("bulls10"), facts), *facts_words(game_named("words2"), facts)]
    ['Digit 0 is not in the code (row 2).', 'Letter A is not in the word (row 2).']
    """
    for group in grouped(facts):
        yield group_words(group, names or game.name_value, game.terms)


def claim_words(facts: Sequence[Fact], names: Names = plain_name, terms: Terms = TERMS) -> str:
    """Return what one sentence says, without its proof and full stop."""
    return capitalised(clauses_words(facts, names, terms))


def clauses_words(facts: Iterable[Fact], names: Names, terms: Terms) -> str:
    """Return what facts say as a part of a sentence."""
    return "; ".join(_claim(fact, names, terms) for fact in facts)


def group_words(facts: tuple[Fact, ...], names: Names, terms: Terms) -> str:
    """Return facts of the same form and proof as a sentence."""
    proof = f" ({rows_words(facts[0].proof)})" if facts[0].proof else ""
    return f"{claim_words(facts, names, terms)}{proof}."


def _claim(fact: Fact, names: Names, terms: Terms) -> str:
    colours = [names(colour) for colour in fact.colours]
    match fact.kind:
        case FactKind.NOT_HERE:
            return _not_here(fact, colours, terms)
        case FactKind.SUM | FactKind.SOME | FactKind.MOST:
            return _sum_claim(fact, colours, terms)
    if EMPTY in colours:
        pegs = tuple(colour for colour in fact.colours if names(colour) != EMPTY)
        claim = f"{_claim(replace(fact, colours=pegs), names, terms)}, and " if pegs else ""
        return claim + _empty_claim(fact, terms)
    return _count_claim(fact, colours, terms)


QUANTITIES: Final = {
    FactKind.SUM: "exactly",
    FactKind.SOME: "at least",
    FactKind.MOST: "at most",
    FactKind.EXACTLY: "exactly",
    FactKind.AT_LEAST: "at least",
    FactKind.AT_MOST: "at most",
}


def _count_claim(fact: Fact, colours: list[str], terms: Terms) -> str:
    match fact.kind:
        case FactKind.HOLE:
            return f"{terms.hole} {fact.holes[0] + 1} is {colours[0]}"
        case FactKind.OUT:
            return f"{together(colours)} {_are(colours)} not in the {terms.code}"
        case FactKind.COUNT:
            return f"{_subject(colours)} in the {terms.code} exactly {times(fact.count)}"
        case _:
            return f"{_subject(colours)} in the {terms.code} at least {times(fact.count)}"


def _sum_claim(fact: Fact, colours: list[str], terms: Terms) -> str:
    """Say how many of the code's pegs have one of several colours.

    >>> _sum_claim(Fact(FactKind.SUM, (0, 1), count=2), ["red", "orange"], TERMS)
    'exactly two pegs are red or orange'
    """
    thing = terms.hole if EMPTY in colours else terms.peg
    one_of = join_words(
        _common_beginning(colours)[1], "or"
    )  # what all of them begin with is left out
    if not fact.count:
        return f"no {thing} is {one_of}"
    things, verb = (thing, "is") if fact.count == 1 else (f"{thing}s", "are")
    return f"{QUANTITIES[fact.kind]} {spelled(fact.count)} {things} {verb} {one_of}"


def _not_here(fact: Fact, colours: list[str], terms: Terms) -> str:
    holes = [str(hole + 1) for hole in fact.holes]
    if EMPTY in colours:
        noun = terms.hole if len(holes) == 1 else f"{terms.hole}s"
        return f"{noun} {join_words(holes)} {_are(holes)} not {together(colours, 'or')}"
    return f"{together(colours)} {_are(colours)} not in {terms.hole} {join_words(holes, 'or')}"


def _empty_claim(fact: Fact, terms: Terms) -> str:
    verb = "is" if fact.count == 1 else "are"
    match fact.kind:
        case FactKind.HOLE:
            return f"{terms.hole} {fact.holes[0] + 1} is empty"
        case FactKind.OUT:
            return f"no {terms.hole} is empty"
        case FactKind.IN:
            return f"at least {plural(fact.count, terms.hole)} {verb} empty"
        case _:
            return f"exactly {plural(fact.count, terms.hole)} {verb} empty"


def _are(things: list[str]) -> str:
    return "is" if len(things) == 1 else "are"


def _subject(colours: list[str]) -> str:
    return f"{together(colours)} {'is' if len(colours) == 1 else 'are each'}"


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
