"""Arguments of three rows or more, each step judged by trying every code of the game."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from solver.deduction.explain.advice import reasons
from solver.deduction.explain.claims import ClaimState, ask_about
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge import arguments as knowledge_arguments
from solver.deduction.knowledge.arguments import MOST_STEPS, Argument, Arguments
from solver.deduction.knowledge.facts import Fact, FactKind, grouped
from solver.deduction.rules.game import Game, Turn
from solver.deduction.text.facts import argument_words
from tests.sampling import asks_all
from tests.solver.deduction.knowledge.facts_checks import proves

MORE = 20 if asks_all() else 1
GRAND = ("217274:1,1", "348515:0,2", "51.562:0,2", "8.6137:0,4", "83.48.:0,1")


def judge(game: Game, turns: list[Turn], argument: Argument) -> None:
    every = [tuple(code) for code in game.codes_at(game.secrets).tolist()]
    fitting = [
        {code for code in every if game.feedback(turn.code, code) == turn.feedback}
        for turn in turns
    ] + [set(every)]  # the last one stands for no row
    parts = [(step.rows, step.claims) for step in argument.steps]
    assert 2 <= len(parts) <= MOST_STEPS
    assert all(1 <= len(rows) <= 2 for rows, _ in parts)
    assert proves(argument, parts, fitting), argument
    for place, (rows, claims) in enumerate(parts):
        for row in rows:  # each row is needed
            fewer = tuple(other for other in rows if other != row)
            assert not proves(
                argument, [*parts[:place], (fewer, claims), *parts[place + 1 :]], fitting
            )
        if place < len(parts) - 1:  # and each step
            assert not proves(argument, [*parts[:place], *parts[place + 1 :]], fitting)


def position(game: Game, draw: random.Random) -> list[Turn]:
    secret = game.code_at(draw.choice(game.secrets.tolist()))
    guesses = [game.code_at(draw.randrange(game.code_count)) for _ in range(draw.randint(3, 5))]
    return [Turn(guess, game.feedback(guess, secret)) for guess in guesses]


@pytest.mark.parametrize(
    ("name", "positions", "least"), [("classic", 25, 0.75), ("bulls10", 4, 0.5), ("pair", 12, 0.7)]
)
def test_each_step_follows_and_is_needed(name: str, positions: int, least: float) -> None:
    game, draw = game_named(name), random.Random(31)
    asked = argued = 0
    for _ in range(positions * MORE):
        turns = position(game, draw)
        found = reasons(game, turns)
        asked += sum(len(group[0].proof) > 2 for group in grouped(found.facts))
        argued += len(found.arguments)
        for argument in found.arguments:
            judge(game, turns, argument)
    assert argued >= least * asked > 0


@pytest.mark.parametrize(("name", "positions"), [("bulls10", 3), ("distinct", 12)])
def test_steps_found_among_a_sample_hold_for_all_codes(
    name: str, positions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Grand, but on boards that a judge can look at as a whole."""
    monkeypatch.setattr(knowledge_arguments, "MOST_CODES", 300)
    monkeypatch.setattr(knowledge_arguments, "SAMPLED", 20)
    test_each_step_follows_and_is_needed(name, positions, 0.3)


def test_a_fact_of_grand_is_argued() -> None:
    game = game_named("grand")
    turns = [game.parse_turn(text) for text in GRAND]
    found = reasons(game, turns)
    assert found.arguments
    if asks_all():
        for argument in found.arguments:
            judge(game, turns, argument)


def test_an_impossible_claim_is_refuted_by_steps() -> None:
    game, draw = game_named("classic"), random.Random(4)
    seen = 0
    for _ in range(60 * MORE):
        turns = position(game, draw)
        claim = Fact(FactKind.HOLE, (draw.randrange(6),), (draw.randrange(4),), 1)
        reply = ask_about(game, turns, claim)
        if reply.argument:
            assert reply.argument.refutes == (reply.state is ClaimState.IMPOSSIBLE)
            assert set(chain.from_iterable(s.rows for s in reply.argument.steps)) == set(
                reply.proof
            )
            judge(game, turns, reply.argument)
            seen += 1
    assert seen > 5


def test_words_of_an_argument() -> None:
    game = game_named("classic")
    face = face_of(game)
    turns = [game.parse_turn(turn) for turn in ("1123:1,0", "1445:0,1", "2651:0,1")]
    fact = Fact(FactKind.OUT, (0,), proof=(0, 1, 2))
    argument = Arguments(game, turns).find((fact,), fact.proof)
    assert argument
    assert tuple(argument_words(argument, face.name_of, face.terms)) == (
        "By row 3, purple is not in hole 2; at least one peg is yellow or green.",
        "Then by row 2, at least one peg is orange or yellow.",
        "So by row 1, red is not in the code.",
    )
