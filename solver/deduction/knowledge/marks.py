"""What feedback that marks each hole shows by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from solver.deduction.knowledge.facts import JOINED, Fact, FactKind
from solver.deduction.rules.feedback_rules import GREEN, GREY, YELLOW
from solver.deduction.rules.game import Turn


def mark_facts(turn: Turn) -> Iterator[Fact]:
    """Yield what the marks of a row show by themselves.

    >>> from solver.deduction.games import game_named
    >>> for fact in mark_facts(game_named("words2").parse_turn("CRANE:--g-y")):
    ...     print(fact.kind.value, fact.colours, fact.holes)
    hole (0,) (2,)
    not-here (4,) (4,)
    out (2,) ()
    out (17,) ()
    out (13,) ()
    in (4,) ()
    """
    marks = tuple(zip(turn.code, turn.feedback, strict=True))
    for hole, (value, mark) in enumerate(marks):
        if mark == GREEN:
            yield Fact(FactKind.HOLE, (value,), (hole,), 1)
        elif (value, GREEN) in marks or (value, YELLOW) in marks:
            yield Fact(FactKind.NOT_HERE, (value,), (hole,))
    for value in dict.fromkeys(turn.code):
        count = sum(letter == value and mark != GREY for letter, mark in marks)
        if not count:
            yield Fact(FactKind.OUT, (value,))
        elif (value, GREY) in marks:
            yield Fact(FactKind.COUNT, (value,), count=count)
        elif (value, YELLOW) in marks:
            yield Fact(FactKind.IN, (value,), count=count)


def singles(fact: Fact) -> Iterator[Fact]:
    """Yield the facts of single colours and holes that a fact joins; a sum stays as it is."""
    if fact.kind not in JOINED:
        yield fact
        return
    for colour in fact.colours:
        for hole in fact.holes or (None,):
            yield replace(fact, colours=(colour,), holes=() if hole is None else (hole,))
