"""Proved facts in words, for ``text.advice``: one sentence for each fact or group of facts.

A function from a colour's number to its name, such as "red", names colours; rows count from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from solver.deduction.knowledge.arguments import Argument
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.knowledge.facts import Fact, FactKind, grouped
from solver.deduction.rules.game import Terms
from solver.deduction.rules.mastermind import SYMBOLS
from solver.wording import capitalised, counted, listed, spelled, times

Names = Callable[[int], str]
TERMS: Final = Terms()
EMPTY: Final = "empty"  # the name of a hole without a peg


def plain_name(colour: int) -> str:
    """Name a colour by its symbol.

    >>> plain_name(0)
    'colour 1'
    """
    return f"colour {SYMBOLS[colour]}"


def facts_words(
    facts: Iterable[Fact], names: Names = plain_name, terms: Terms = TERMS
) -> Iterator[str]:
    """Yield a sentence for each group of facts that have the same form and proof."""
    return (_sentence(group, names, terms) for group in grouped(facts))


def fact_words(fact: Fact, names: Names = plain_name, terms: Terms = TERMS) -> str:
    """Return one fact as a sentence with its proof.

    >>> fact_words(Fact(FactKind.NOT_HERE, (1,), (0, 3), proof=(0,)), ["red", "blue"].__getitem__)
    'Blue is not in hole 1 or 4 (row 1).'
    """
    return _sentence((fact,), names, terms)


def claim_words(facts: Sequence[Fact], names: Names = plain_name, terms: Terms = TERMS) -> str:
    """Return what one sentence says, without its proof and full stop."""
    return capitalised(_claims(facts, names, terms))


def _claims(facts: Sequence[Fact], names: Names, terms: Terms) -> str:
    return "; ".join(_claim(fact, names, terms) for fact in facts)


def argument_words(
    argument: Argument | None, names: Names = plain_name, terms: Terms = TERMS
) -> Iterator[str]:
    """Yield the steps of an argument, if there is one, a line each.

    The first line also has what the argument supposes.
    """
    if argument is None:
        return
    start = f"{_supposition(argument, names, terms)} " if argument.supposes else ""
    for place, step in enumerate(argument.steps):
        is_last = place == len(argument.steps) - 1
        if is_last and argument.supposes:
            yield f"{start}But then no code fits {rows_words(step.rows)}."
        else:
            so = "so by" if is_last else "then by" if step.uses_earlier else "by"
            claims = "; ".join(_claims(group, names, terms) for group in grouped(step.claims))
            yield f"{start}{capitalised(so)} {rows_words(step.rows)}, {claims}."
        start = ""


def _supposition(argument: Argument, names: Names, terms: Terms) -> str:
    """Say what an argument starts from: the facts that it refutes, or that they are not all true.

    >>> fact = Fact(FactKind.NOT_HERE, (1,), (0, 3))
    >>> _supposition(Argument((fact,), (), supposes=True), ["red", "blue"].__getitem__, TERMS)
    'Suppose blue is in hole 1 or 4.'
    """
    if argument.refutes:
        return f"Suppose {_claims(argument.facts, names, terms)}."
    fact = argument.facts[0]
    colours = [names(colour) for colour in fact.colours]
    if len(argument.facts) == 1 and EMPTY not in colours:
        match fact.kind:
            case FactKind.HOLE:
                return f"Suppose {terms.hole} {fact.holes[0] + 1} is not {colours[0]}."
            case FactKind.NOT_HERE:
                where = listed(_holes(fact), "or")
                return f"Suppose {together(colours, 'or')} is in {terms.hole} {where}."
            case FactKind.OUT:
                return f"Suppose {together(colours, 'or')} is in the code."
    return "Suppose this is false."


def _sentence(facts: tuple[Fact, ...], names: Names, terms: Terms) -> str:
    listed = " and the list" if facts[0].by_list else ""
    proof = f" ({rows_words(facts[0].proof)}{listed})" if facts[0].proof else ""
    return f"{claim_words(facts, names, terms)}{proof}."


def _claim(fact: Fact, names: Names, terms: Terms) -> str:
    colours = [names(colour) for colour in fact.colours]
    if fact.kind is FactKind.NOT_HERE:
        return _not_here(fact, colours, terms)
    if fact.kind in (FactKind.SUM, FactKind.SOME):
        return _sum_claim(fact, colours, terms)
    if EMPTY in colours:
        pegs = tuple(colour for colour in fact.colours if names(colour) != EMPTY)
        claim = f"{_claim(replace(fact, colours=pegs), names, terms)}, and " if pegs else ""
        return claim + _empty_claim(fact, terms)
    return _count_claim(fact, colours, terms)


def _count_claim(fact: Fact, colours: list[str], terms: Terms) -> str:
    match fact.kind:
        case FactKind.HOLE:
            return f"{terms.hole} {fact.holes[0] + 1} is {colours[0]}"
        case FactKind.OUT:
            return f"{together(colours)} {_are(colours)} not in the code"
        case FactKind.COUNT:
            return f"{_subject(colours)} in the code exactly {times(fact.count)}"
        case _:
            return f"{_subject(colours)} in the code at least {times(fact.count)}"


def _sum_claim(fact: Fact, colours: list[str], terms: Terms) -> str:
    """Say how many of the code's pegs have one of several colours.

    >>> _sum_claim(Fact(FactKind.SUM, (0, 1), count=2), ["red", "orange"], TERMS)
    'exactly two pegs are red or orange'
    """
    thing = terms.hole if EMPTY in colours else terms.peg
    one_of = listed(_common_beginning(colours)[1], "or")  # what all of them begin with is left out
    if not fact.count:
        return f"no {thing} is {one_of}"
    how_many = "exactly" if fact.kind is FactKind.SUM else "at least"
    things, verb = (thing, "is") if fact.count == 1 else (f"{thing}s", "are")
    return f"{how_many} {spelled(fact.count)} {things} {verb} {one_of}"


def _not_here(fact: Fact, colours: list[str], terms: Terms) -> str:
    holes = _holes(fact)
    if EMPTY in colours:
        named = terms.hole if len(holes) == 1 else f"{terms.hole}s"
        return f"{named} {listed(holes)} {_are(holes)} not {together(colours, 'or')}"
    return f"{together(colours)} {_are(colours)} not in {terms.hole} {listed(holes, 'or')}"


def _empty_claim(fact: Fact, terms: Terms) -> str:
    verb = "is" if fact.count == 1 else "are"
    match fact.kind:
        case FactKind.HOLE:
            return f"{terms.hole} {fact.holes[0] + 1} is empty"
        case FactKind.OUT:
            return f"no {terms.hole} is empty"
        case FactKind.IN:
            return f"at least {counted(fact.count, terms.hole)} {verb} empty"
        case _:
            return f"exactly {counted(fact.count, terms.hole)} {verb} empty"


def _holes(fact: Fact) -> list[str]:
    return [str(hole + 1) for hole in fact.holes]


def _are(things: list[str]) -> str:
    return "is" if len(things) == 1 else "are"


def _subject(colours: list[str]) -> str:
    return f"{together(colours)} {'is' if len(colours) == 1 else 'are each'}"


def together(names: Sequence[str], last: str = "and") -> str:
    """Join names by commas and a word; a common beginning is said once.

    >>> together(["digit 1", "digit 2", "digit 4"]), together(["digit 1", "digit 2"], "or")
    ('digits 1, 2 and 4', 'digit 1 or 2')
    """
    thing, rest = _common_beginning(names)
    things = f"{thing}s" if last == "and" else thing
    return f"{things} {listed(rest, last)}" if thing else listed(names, last)


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
    return f"{'row' if len(turns) == 1 else 'rows'} {listed([str(turn + 1) for turn in turns])}"


def scored_words(rows: Proof, would: str, was: str) -> str:
    """Say how a row would have been answered if a guess were the code, and how it was."""
    return f"If it were the code, {rows_words(rows)} would have scored {would}. It scored {was}."
