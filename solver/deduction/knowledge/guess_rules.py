"""Which guesses a game allows: any, in hard mode those that use every hint, or only possible codes.

Hard mode is that of newspapers: what a row showed in its place stays there, and what it showed
elsewhere comes again, as often as the row showed it. So every possible code may be guessed, and
others too. It needs feedback for each hole, as in Words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.facts import Fact, FactKind, Proof
from solver.deduction.rules.feedback_rules import GREEN, GREY, YELLOW
from solver.deduction.rules.game import Code, Codes, Game, RulesError, Turn


class GuessRule(StrEnum):
    ANY = "any"
    HARD = "hard"
    STRICT = "strict"


def check_rule(game: Game, rule: GuessRule) -> None:
    if rule is GuessRule.HARD and not game.marks_holes:
        raise RulesError(
            "Hard mode needs feedback for each hole, as Words and boards like 4x6h have it."
        )


def unused_hints(code: Code, turns: Sequence[Turn]) -> tuple[Fact, ...]:
    """Return the hints that a guess doesn't use, with the turns that show each.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("words2")
    >>> turns = [game.parse_turn("CRANE:-gy--"), game.parse_turn("ARBOR:yg---")]
    >>> [(hint.kind.value, hint.proof) for hint in unused_hints(game.parse_code("SLATE"), turns)]
    [('hole', (0, 1))]
    """
    return tuple(hint for hint in _hints(turns) if not _uses(np.array([code]), hint)[0])


def use_hints(codes: Codes, turns: Sequence[Turn]) -> NDArray[np.bool_]:
    """Return for each of the codes ``[codes, pegs]`` whether it uses every hint."""
    flags = np.ones(len(codes), np.bool_)
    for hint in _hints(turns):
        flags &= _uses(codes, hint)
    return flags


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


def _hints(turns: Sequence[Turn]) -> tuple[Fact, ...]:
    """Return what marks show to be in the code, if not in the place of a green one."""
    proofs: dict[Fact, Proof] = {}
    for row, turn in enumerate(turns):
        yellows = {value for value, mark in zip(*turn, strict=True) if mark == YELLOW}
        for fact in mark_facts(turn):
            if fact.kind is FactKind.HOLE:
                proofs[fact] = (*proofs.get(fact, ()), row)
            elif fact.kind in (FactKind.IN, FactKind.COUNT) and yellows.issuperset(fact.colours):
                hint = replace(fact, kind=FactKind.IN)
                proofs[hint] = (*proofs.get(hint, ()), row)
    return tuple(replace(hint, proof=proof) for hint, proof in proofs.items())


def _uses(codes: Codes, hint: Fact) -> NDArray[np.bool_]:
    holes = list(hint.holes or range(codes.shape[1]))
    fine: NDArray[np.bool_] = (codes[:, holes] == hint.colours[0]).sum(axis=1) >= hint.count
    return fine
