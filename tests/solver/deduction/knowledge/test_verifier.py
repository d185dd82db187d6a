"""The verifier judged by plain loops: it passes what is so, and refuses what was made false."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from solver.deduction.explain import advice
from solver.deduction.explain.claims import ClaimState, ask_about
from solver.deduction.games import NAMES, face_of, game_named
from solver.deduction.knowledge.arguments import Argument, Arguments
from solver.deduction.knowledge.choice import choose
from solver.deduction.knowledge.code_table import CodeTable, prove_facts, table_of
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.knowledge.facts import Fact, FactKind, grouped
from solver.deduction.knowledge.verifier import Verifier
from solver.deduction.rules.game import Code, Game, Turn
from tests.sampling import asks_all, drawn_by
from tests.solver.deduction.drawn import draw_turns
from tests.solver.deduction.knowledge.facts_checks import fitting, follows, holds

MORE = 10 if asks_all() else 1


def told(game: Game, turns: list[Turn]) -> Iterator[tuple[Fact, ...]]:
    """Yield what is found before anything is verified, sentence by sentence."""
    shown = face_of(game).shown_facts(turns)
    table = table_of(game, turns)
    yield from (*grouped(shown), *grouped(prove_facts(table)), *choose(table, turns))


@pytest.mark.parametrize("name", [*NAMES, "8x5", "3x4s", "3x3bs", "4x5d"])
def test_what_is_found_passes_on_every_game(name: str) -> None:
    game, draw = game_named(name), drawn_by(name)
    for _ in range((3 if game.code_count > 10_000 else 15) * MORE):
        turns = draw_turns(game, draw)
        verifier, arguments = Verifier(game, turns), Arguments(game, turns)
        for facts in told(game, turns):
            assert verifier.passes(facts), facts
            argument = arguments.find(facts, facts[0].proof)
            if argument is not None:
                assert verifier.passes_argument(argument), argument


def changed(fact: Fact, game: Game, draw: Random) -> Fact:
    """Return a fact that says something else, or names other rows."""
    match draw.randrange(5):
        case 0:
            few = draw.sample(range(game.choices), len(fact.colours))
            return replace(fact, colours=tuple(sorted(few)))
        case 1 if fact.holes:
            few = draw.sample(range(game.pegs), len(fact.holes))
            return replace(fact, holes=tuple(sorted(few)))
        case 2 if fact.count and fact.kind is not FactKind.HOLE:
            return replace(fact, count=draw.randint(0, game.pegs))
        case 3 if fact.proof:
            return replace(fact, proof=fact.proof[:-1])
        case _ if not fact.holes:
            kinds = FactKind.OUT, FactKind.COUNT, FactKind.IN, FactKind.SUM, FactKind.SOME
            return replace(fact, kind=draw.choice(kinds))
        case _:
            return replace(fact, proof=())


def is_so(fact: Fact, fit: list[set[Code]]) -> bool:
    return all(holds(fact, code) for code in fit[-1].intersection(*(fit[r] for r in fact.proof)))


SMALL = ("mini", "classic", "distinct", "pair", "words", "3x3bs")


@pytest.mark.parametrize("name", SMALL)
def test_a_changed_fact_passes_only_if_it_is_so(name: str) -> None:
    game, draw, seen = game_named(name), drawn_by(f"changed {name}"), Counter[bool]()
    for _ in range(8 * MORE):
        turns = draw_turns(game, draw)
        verifier, fit = Verifier(game, turns), fitting(game, turns)
        for fact in (fact for facts in told(game, turns) for fact in facts):
            for other in (fact, *(changed(fact, game, draw) for _ in range(4))):
                passed = verifier.passes((other,))
                assert passed == is_so(other, fit), (fact, other)
                seen[passed] += 1
                left = fit[-1].intersection(*(fit[row] for row in other.proof))
                is_out = not any(holds(other, code) for code in left)
                assert verifier.passes((other,), refuted=True) == is_out
    assert min(seen[True], seen[False]) > 20


def changed_argument(argument: Argument, game: Game, draw: Random) -> Argument:
    steps = list(argument.steps)
    place = draw.randrange(len(steps))
    step = steps[place]
    match draw.randrange(4):
        case 0 if step.claims:
            (first, *others) = step.claims
            steps[place] = replace(step, claims=(changed(first, game, draw), *others))
        case 1:
            steps[place] = replace(step, rows=step.rows[1:])
        case 2:
            del steps[place]
        case _:
            steps[place] = replace(step, uses_earlier=False)
    return replace(argument, steps=tuple(steps))


@pytest.mark.parametrize("name", ["mini", "classic", "distinct"])
def test_a_changed_argument_passes_only_if_it_follows(name: str) -> None:
    game, draw, seen = game_named(name), drawn_by(f"argued {name}"), Counter[bool]()
    for _ in range(12 * MORE):
        turns = draw_turns(game, draw)
        verifier, fit = Verifier(game, turns), fitting(game, turns)
        for argument in advice.reasons(game, turns).arguments:
            others = (changed_argument(argument, game, draw) for _ in range(6))
            for other in (argument, *others):
                passed = verifier.passes_argument(other)
                assert passed == follows(other, turns, fit), other
                seen[passed] += 1
    assert seen[True]
    assert seen[False]


CLASSIC = game_named("classic")
TURNS = [CLASSIC.parse_turn(text) for text in ("1546:1,2", "4313:0,1")]


def test_a_false_fact_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Fact(FactKind.OUT, (3,), proof=(0, 1))
    choice = choose(table_of(CLASSIC, TURNS), TURNS)
    monkeypatch.setattr(advice, "choose", lambda *_: ((wrong,), *choice))
    facts = advice.reasons(CLASSIC, TURNS).facts
    assert wrong not in facts
    assert facts
    mark = Fact(FactKind.HOLE, (5,), (0,), 1, proof=(0,))
    assert mark not in advice.reasons(CLASSIC, TURNS, [mark]).facts


def test_an_argument_with_a_false_step_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    find = Arguments.find

    def find_wrong(
        self: Arguments, facts: tuple[Fact, ...], rows: Proof, *, refutes: bool = False
    ) -> Argument | None:
        found = find(self, facts, rows, refutes=refutes)
        return found and replace(found, steps=found.steps[:-1])

    claim = Fact(FactKind.OUT, (2,))
    assert advice.reasons(CLASSIC, TURNS).arguments
    assert ask_about(CLASSIC, TURNS, claim).argument
    monkeypatch.setattr(Arguments, "find", find_wrong)
    assert not advice.reasons(CLASSIC, TURNS).arguments
    assert ask_about(CLASSIC, TURNS, claim).argument is None


def test_rows_that_show_nothing_are_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CodeTable, "proof", lambda *_: (1,))
    reply = ask_about(CLASSIC, TURNS, Fact(FactKind.OUT, (2,)))
    assert (reply.state, reply.proof) == (ClaimState.CERTAIN, (0, 1))
