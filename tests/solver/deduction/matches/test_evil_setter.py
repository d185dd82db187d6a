"""The evil setter: it keeps as much as any answer could, and every answer fits a code."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.games import game_for, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.matches import EvilMatch, MatchError, Outcome, evil_feedback
from solver.deduction.optimal import optimum
from solver.deduction.rules.game import Code, CodeError, Feedback, Game, Turn
from solver.deduction.rules.mastermind import Rules
from solver.deduction.strategies.registry import STRATEGIES
from tests.solver.deduction.made_up_games import Untabled

ONE_PEG = game_for(Rules(1, 4))
SMALL: list[Game] = [
    game_named("pair"),
    game_named("mini"),
    game_for(Rules(2, 4)),
    game_for(Rules(3, 3, secret_repeats=False)),
    game_for(Rules(3, 5, repeats=False)),
]


def plain_feedback(game: Game, options: Sequence[Code], guess: Code) -> Feedback:
    """Return the answer of the definition: the largest part, the longest to play, the first."""
    ranks = []
    for number, feedback in enumerate(game.feedbacks):
        part = [code for code in options if game.feedback(guess, code) == feedback]
        if part:
            codes = np.array([game.index_of(code) for code in part], np.int32)
            total = 0 if number == game.won else optimum(game, codes).total
            ranks.append((len(part), total, -number))
    return game.feedbacks[-max(ranks)[2]]


@given(st.sampled_from(SMALL), st.lists(st.integers(0, 10**6), max_size=6))
def test_answers_are_those_of_the_definition(game: Game, numbers: list[int]) -> None:
    turns: tuple[Turn, ...] = ()
    for number in numbers:
        guess = game.code_at(number % game.code_count)
        codes = list(candidates(game, turns))
        feedback = evil_feedback(game, turns, guess)
        assert feedback == plain_feedback(game, codes, guess)
        turns = (*turns, Turn(guess, feedback))
        after = candidates(game, turns).count
        assert after >= 1
        if guess in codes and len(codes) > 1:
            assert feedback != game.feedbacks[game.won]


@given(st.lists(st.integers(0, 63), max_size=5))
def test_without_a_table_as_many_are_kept(numbers: list[int]) -> None:
    game = game_named("mini")
    plain_game = Untabled(Rules(3, 4))
    turns: tuple[Turn, ...] = ()
    for number in numbers:
        guess = game.code_at(number)
        feedbacks = [evil_feedback(board, turns, guess) for board in (game, plain_game)]
        counts = [candidates(game, (*turns, Turn(guess, feedback))).count for feedback in feedbacks]
        assert counts[0] == counts[1]
        turns = (*turns, Turn(guess, feedbacks[1]))


def test_one_peg_by_hand() -> None:
    """Every guess is wrong until it is the last code left."""
    match = EvilMatch.of(ONE_PEG, [(0,), (1,), (2,), (3,)])
    assert [turn.feedback for turn in match.turns] == [(0, 0), (0, 0), (0, 0), (1, 0)]
    assert (match.outcome, match.secret) == (Outcome.WON, (3,))
    replay = EvilMatch.of(ONE_PEG, [(0,), (1,), (2,), (2,)])
    assert (replay.outcome, replay.secret, replay.guesses_left) == (Outcome.PLAYING, None, 6)


def test_ties_prefer_the_longer_game_then_the_first_answer() -> None:
    """Of two codes left, a guess at one keeps the other; a guess at neither goes by order."""
    game = game_for(Rules(2, 3))
    turns = [game.parse_turn("12:0,2")]
    assert evil_feedback(game, turns, (1, 0)) == (2, 0)
    turns = [game.parse_turn("11:1,0"), game.parse_turn("33:0,0")]
    assert set(candidates(game, turns)) == {(0, 1), (1, 0)}
    assert evil_feedback(game, turns, (0, 1)) == (0, 2)
    assert evil_feedback(game, turns, (0, 2)) == (0, 1)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["classic", "distinct", "pair", "bulls9", "grand", "8x5"])
def test_whole_matches(name: str) -> None:
    game = game_named(name)
    match = EvilMatch(game)
    while match.outcome is Outcome.PLAYING:
        options = candidates(game, match.turns)
        guess = STRATEGIES["first"].choose(game, options, match.turns).guess
        sizes = options.sizes(guess)
        match = match.guess(guess)
        assert candidates(game, match.turns).count == max(sizes)
        assert (match.outcome is Outcome.WON) == (options.count == 1)
    assert match.guesses_left >= 0
    assert match.secret is not None
    for turn in match.turns:
        assert game.feedback(turn.code, match.secret) == turn.feedback
    assert EvilMatch.of(game, match.guesses) == match


def test_after_a_loss_the_seed_draws_the_secret() -> None:
    game = game_for(Rules(4, 6, guesses=2))
    guesses = [(0, 0, 1, 1), (2, 2, 3, 3)]
    match = EvilMatch.of(game, guesses)
    assert (match.outcome, match.guesses_left) == (Outcome.LOST, 0)
    codes = set(candidates(game, match.turns))
    secrets = [EvilMatch.of(game, guesses, seed).secret for seed in range(30)]
    assert secrets == [EvilMatch.of(game, guesses, seed).secret for seed in range(30)]
    assert set(secrets) <= codes
    assert len(set(secrets)) > 1


def test_no_guess_after_the_end() -> None:
    with pytest.raises(MatchError, match="won"):
        EvilMatch.of(ONE_PEG, [(0,), (1,), (2,), (3,), (0,)])
    with pytest.raises(MatchError, match="lost"):
        EvilMatch.of(game_for(Rules(4, 6, guesses=1)), [(0, 0, 0, 0)] * 2)


@pytest.mark.parametrize("name", ["classic", "8x5"])
def test_what_is_no_code_or_no_history(name: str) -> None:
    game = game_named(name)
    with pytest.raises(CodeError, match="pegs"):
        evil_feedback(game, (), (0, 1))
    last_code = game.code_at(game.code_count - 1)
    turn = Turn(last_code, game.feedbacks[game.won])
    with pytest.raises(ValueError, match="No code fits"):
        evil_feedback(game, [turn, turn._replace(feedback=game.feedbacks[0])], last_code)
