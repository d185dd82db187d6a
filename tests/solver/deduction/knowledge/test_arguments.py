"""Arguments: each step is one count over one row and what was said before, judged code by code."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from solver.deduction.explain.advice import reasons
from solver.deduction.explain.claims import ClaimState, ask_about
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.arguments import Arguments, Score
from solver.deduction.knowledge.facts import Fact, FactKind, grouped
from solver.deduction.knowledge.quantities import CountKind
from solver.deduction.rules.game import Turn
from solver.deduction.text.advice import reasons_words
from solver.deduction.text.arguments import argument_words
from tests.sampling import asks_all
from tests.solver.deduction.drawn import draw_turns
from tests.solver.deduction.knowledge.facts_checks import fitting, follows
from tests.solver.deduction.knowledge.one_count import CountReader

MORE = 20 if asks_all() else 1
GRAND = ("566725:0,3", "21.631:0,4", "13327.:2,3", "26.24.:1,1")


@pytest.mark.parametrize(
    ("name", "positions", "least"),
    [("classic", 40, 0.4), ("distinct", 30, 0.4), ("bulls9", 5, 0.1), ("super", 2, 0.1)],
)
def test_each_step_is_one_count(name: str, positions: int, least: float) -> None:
    game, draw = game_named(name), random.Random(31)
    asked = argued = counted = 0
    for _ in range(positions * MORE):
        turns = draw_turns(game, draw, 3)
        advice = reasons(game, turns)
        fit, reader = fitting(game, turns), CountReader(game, turns)
        asked += sum(len(group[0].proof) > 1 for group in grouped(advice.facts))
        argued += len(advice.arguments)
        for argument in advice.arguments:
            assert len(argument.steps) <= 4
            assert all(len([*grouped(step.claims)]) <= 3 for step in argument.steps)
            assert set(argument.premises) <= set(advice.facts) - set(argument.facts)
            assert follows(argument, turns, fit)
            assert all(len(step.rows) <= 1 for step in argument.steps)
            for step in argument.steps:
                assert step.score is None or is_missed(step.score, turns[step.rows[0]])
            counted += not reader.failures(argument)
    assert asked
    assert counted >= 0.9 * argued
    assert argued >= least * asked


def is_missed(score: Score, turn: Turn) -> bool:
    """Say whether a row was scored as is said, and would be scored otherwise."""
    black, white = turn.feedback
    real = black if score.kind is CountKind.PLACED else black + white
    is_beyond = score.value > real if score.is_least else score.value < real
    return is_beyond and score.real_value == real


def test_no_argument_ends_with_no_code_fits() -> None:
    """What a row would have scored is said instead, or what nothing is left for."""
    game, draw, ends = game_named("classic"), random.Random(8), Counter[bool]()
    for _ in range(40):
        advice = reasons(game, draw_turns(game, draw, 3))
        assert "no code fits" not in " ".join(reasons_words(advice))
        ends.update(bool(step.score) for a in advice.arguments for step in a.steps if step.is_end)
    assert ends[True] > ends[False]


def test_a_fact_of_grand_is_argued() -> None:
    game = game_named("grand")
    turns = [game.parse_turn(text) for text in GRAND]
    assert reasons(game, turns).arguments


def test_an_impossible_claim_is_refuted_by_steps() -> None:
    game, draw = game_named("classic"), random.Random(4)
    seen = 0
    for _ in range(60 * MORE):
        turns = draw_turns(game, draw, 3)
        claim = Fact(FactKind.HOLE, (draw.randrange(6),), (draw.randrange(4),), 1)
        reply = ask_about(game, turns, claim)
        if reply.argument:
            assert reply.argument.refutes == (reply.state is ClaimState.IMPOSSIBLE)
            assert follows(reply.argument, turns, fitting(game, turns))
            seen += 1
    assert seen > 5


def steps_of(fact: Fact, *texts: str) -> tuple[str, ...]:
    game = game_named("classic")
    face, turns = face_of(game), [game.parse_turn(text) for text in texts]
    argument = Arguments(game, turns).find((fact,), fact.proof)
    return tuple(argument_words(argument, face.name_of, face.terms))


def test_words_of_an_argument() -> None:
    fact = Fact(FactKind.OUT, (5,), proof=(0, 1))
    assert steps_of(fact, "1123:1,2", "4455:0,1") == (
        "By row 2, at least one peg is green or blue.",
        "By row 1, at least three pegs are red, orange or yellow.",
        "So, since 1 + 3 = 4, purple is not in the code.",
    )


def test_what_takes_more_than_one_count_is_not_one() -> None:
    """Two rows at once, and what the lines before don't say."""
    game = game_named("classic")
    turns = [game.parse_turn(text) for text in ("1546:1,2", "4313:0,1")]
    fact = Fact(FactKind.OUT, (2,), proof=(0, 1))
    argument = Arguments(game, turns).find((fact,), fact.proof)
    assert argument
    assert not CountReader(game, turns).failures(argument)
    end = argument.steps[-1]
    assert CountReader(game, turns).failures(replace(argument, steps=(end,)))
    at_once = replace(end, rows=(0, 1), score=None, is_end=False, claims=(fact,), supposed=())
    assert CountReader(game, turns).failures(replace(argument, steps=(at_once,)))


def test_a_case_that_a_row_excludes_is_not_supposed() -> None:
    fact = Fact(FactKind.SUM, (2, 3, 5), count=4, proof=(0, 1))
    game = game_named("super")
    turns = [game.parse_turn(text) for text in ("63643:0,4", "64258:1,2", "68111:0,1")]
    argument = Arguments(game, turns).find((fact,), fact.proof)
    assert argument
    assert [bool(step.supposed) for step in argument.steps] == [False, True]


def test_what_a_row_would_have_scored() -> None:
    fact = Fact(FactKind.OUT, (2,), proof=(0, 1))
    assert steps_of(fact, "1546:1,2", "4313:0,1") == (
        "Suppose yellow is in the code at least once. "
        "Then by row 2, red and green are not in the code.",
        "But then row 1 would have scored at most 2 keys in all, not 3.",
    )
