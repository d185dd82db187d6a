"""Subjects and verbs agree in every claim that there is, on every registered game."""

import re
from collections.abc import Iterator
from itertools import combinations

from solver.deduction.games import PRESETS, face_of, game_named
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.rules.game import Game
from solver.deduction.text.facts import claim_words
from tests.cases import cases

COUNTED = re.compile(r"(?:at least|at most|exactly) (\w+) (\w+) (is|are) ")
PLAIN = re.compile(r"(.*?) (is|are|can|appear) ")
SINGULAR = ("one", "1")


def facts_of(game: Game) -> Iterator[Fact]:
    last = game.choices - 1
    sets = [(0,), (last,), *combinations((0, 1, last), 2), (0, 1, last)]
    for colours in sets:
        yield from (Fact(FactKind.HOLE, colours[:1], (hole,), 1) for hole in (0, game.pegs - 1))
        yield Fact(FactKind.OUT, colours)
        yield Fact(FactKind.NOT_HERE, colours, (0,))
        yield Fact(FactKind.NOT_HERE, colours, (0, game.pegs - 1))
        for count in range(1, game.pegs + 1):
            kinds = FactKind.COUNT, FactKind.IN, FactKind.SUM, FactKind.SOME, FactKind.MOST
            yield from (Fact(kind, colours, count=count) for kind in kinds)
        yield Fact(FactKind.SUM, colours, count=0)


def check(claim: str) -> None:
    """Hold the number of each subject against that of its verb, clause by clause."""
    assert "exactly no" not in claim
    for clause in re.split(r"; |, and ", claim[0].lower() + claim[1:]):
        if match := COUNTED.match(clause):
            number, thing, verb = match.groups()
            assert (number in SINGULAR) == (verb == "is") == (not thing.endswith("s")), claim
        elif plain := PLAIN.match(clause):
            subject, verb = plain.groups()
            assert (" and " in subject) == (verb == "are"), claim
            if subject_match := re.fullmatch(r"([a-z]+?)(s?) \w+(, \w+)*( and \w+)?", subject):
                assert bool(subject_match[2]) == (verb == "are"), claim


@cases("name", PRESETS)
def test_subjects_and_verbs_agree(name: str) -> None:
    face = face_of(game_named(name))
    for fact in facts_of(face.game):
        for names in (face.name_of, face.plain_name):
            check(claim_words((fact,), names, face.terms))
