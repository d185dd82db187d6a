"""The strategies beside the one-step ones, and what each says of itself."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.games import NAMES, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Game, Turn
from solver.deduction.strategies.measures import Forgetful, cost_weights
from solver.deduction.strategies.perfect import perfect
from solver.deduction.strategies.registry import STRATEGIES, Opening, Random
from solver.deduction.strategies.sampling import Sampled
from solver.deduction.strategies.strategy import can_be_secret, pool, sampled_pool
from tests.cases import cases
from tests.solver.deduction.drawn import turns_of

CLASSIC = game_named("classic")


@st.composite
def positions(draw: st.DrawFn) -> tuple[Game, tuple[Turn, ...]]:
    """Draw a game and turns answered for one secret."""
    game = game_named(draw(st.sampled_from([*NAMES, "8x5", "7x4b", "3x3d", "5x8s", "4x12s"])))
    indices = st.integers(0, game.code_count - 1)
    secret = game.code_at(draw(indices.filter(lambda i: game.is_secret(game.code_at(i)))))
    guesses = [game.code_at(index) for index in draw(st.lists(indices, max_size=5))]
    return game, tuple(Turn(guess, game.feedback(guess, secret)) for guess in guesses)


@given(positions(), st.sampled_from(sorted(STRATEGIES)))
def test_every_strategy_plays_every_game(
    position: tuple[Game, tuple[Turn, ...]], name: str
) -> None:
    game, turns = position
    options = candidates(game, turns)
    choice = STRATEGIES[name].choose(game, options, turns)
    assert choice.strategy == name
    assert game.code_at(game.index_of(choice.guess)) == choice.guess
    fits = all(game.feedback(turn.code, choice.guess) == turn.feedback for turn in turns)
    assert choice.can_be_code == (fits and game.is_secret(choice.guess))
    assert choice.split.total == options.count
    assert 0 <= choice.weighed_codes <= options.count
    assert 0 <= choice.weighed_guesses <= game.code_count
    assert STRATEGIES[name].choose(game, options, turns) == choice
    if options.count == 1:
        assert choice.guess == next(iter(options))


@cases("name", STRATEGIES)
def test_no_candidate_no_choice(name: str) -> None:
    none = candidates(CLASSIC, turns_of(CLASSIC, "1111:0,0", "1111:4,0"))
    for strategy in (STRATEGIES[name], Forgetful(STRATEGIES[name], 0.5)):
        with pytest.raises(ValueError, match="no possible code"):
            strategy.choose(CLASSIC, none)


def test_random_is_seeded_and_consistent() -> None:
    turns = turns_of(CLASSIC, "1122:1,1")
    options = candidates(CLASSIC, turns)
    guesses = {Random(seed=seed).choose(CLASSIC, options, turns).guess for seed in range(60)}
    assert len(guesses) > 30
    assert guesses <= set(options)


def test_the_opening() -> None:
    guesses = []
    turns: tuple[Turn, ...] = ()
    for _ in range(4):
        guess = Opening().choose(CLASSIC, candidates(CLASSIC, turns), turns).guess
        guesses.append(CLASSIC.format_code(guess))
        turns = (*turns, Turn(guess, CLASSIC.feedback(guess, (5, 4, 0, 0))))
    assert guesses[:2] == ["1234", "3456"]
    third = next(iter(candidates(CLASSIC, turns[:2])))
    assert guesses[2] == CLASSIC.format_code(third)


@pytest.mark.parametrize(
    ("name", "turns", "total"),
    [
        ("classic", (), 5625),
        ("classic", ("1122:2,2",), 2 * 4),
        ("mini", (), 206),
        ("distinct", ("1234:1,1",), None),
        ("pair", (), None),
    ],
)
def test_perfect_play(name: str, turns: tuple[str, ...], total: int | None) -> None:
    game = game_named(name)
    history = turns_of(game, *turns)
    options = candidates(game, history)
    choice = STRATEGIES["perfect"].choose(game, options, history)
    assert choice.exact
    assert choice.total is not None
    assert (choice.weighed_guesses, choice.weighed_codes) == (game.code_count, options.count)
    if total is not None:
        assert choice.total == total


def test_out_of_reach_perfect_says_so() -> None:
    game = game_named("bulls10")
    choice = STRATEGIES["perfect"].choose(game, candidates(game, ()), ())
    assert (choice.exact, choice.total, choice.strategy) == (False, None, "perfect")
    assert perfect(game, candidates(game, ()), ()) is None


def test_sampled_comes_close_to_perfect_play() -> None:
    """Over all secrets of a small game: two steps ahead on everything."""
    game = game_named("4x4")
    lengths = []
    for index in game.secrets:
        secret, turns = game.code_at(int(index)), ()
        while not turns or turns[-1].code != secret:
            guess = Sampled().choose(game, candidates(game, turns), turns).guess
            turns = (*turns, Turn(guess, game.feedback(guess, secret)))
        lengths.append(len(turns))
    perfect = STRATEGIES["perfect"].choose(game, candidates(game, ()), ()).total
    assert perfect is not None
    assert perfect <= sum(lengths) <= perfect * Fraction(102, 100)


def test_a_forgetful_player_overlooks_turns_for_good() -> None:
    turns = turns_of(CLASSIC, "1122:1,0", "3344:0,1", "5566:1,1")
    options = candidates(CLASSIC, turns)
    first = STRATEGIES["first"]
    assert Forgetful(first, 0.0).choose(CLASSIC, options, turns) == first.choose(
        CLASSIC, options, turns
    )
    assert Forgetful(first, 1.0).choose(CLASSIC, options, turns).guess == (0, 0, 0, 0)
    again = turns_of(CLASSIC, "1111:1,0", "1112:0,1")
    forgetful = Forgetful(first, 1.0).choose(CLASSIC, candidates(CLASSIC, again), again)
    assert forgetful.guess == (0, 0, 0, 2)


@given(st.floats(0, 1), st.integers(0, 99))
def test_a_forgetful_player_makes_no_guess_twice(share: float, seed: int) -> None:
    game = game_named("mini")
    player = Forgetful(STRATEGIES["knuth"], share, seed)
    secret, turns = (3, 1, 0), ()
    while len(turns) < 64 and (not turns or turns[-1].code != secret):
        guess = player.choose(game, candidates(game, turns), turns).guess
        assert guess not in {turn.code for turn in turns}
        turns = (*turns, Turn(guess, game.feedback(guess, secret)))
    assert turns[-1].code == secret


def test_pools_are_exact_as_long_as_it_pays() -> None:
    game = game_named("grand")
    options = candidates(game, ())
    whole = pool(game, options, ())
    assert (len(whole.guesses), whole.covered, whole.is_exact) == (11, 531_441, True)
    turns = turns_of(game, "112233:0,2")
    sample = pool(game, candidates(game, turns), turns)
    assert not sample.is_exact
    assert sample.covered == len(sample.guesses) <= 2000
    again = sampled_pool(game, candidates(game, turns), turns)
    assert (again.guesses == sample.guesses).all()


def test_a_comparison_that_symmetry_makes_cheap_is_exact() -> None:
    game = game_named("6x8")
    turns = turns_of(game, "111111:0,0")
    choice = STRATEGIES["entropy"].choose(game, candidates(game, turns), turns)
    assert (choice.exact, game.format_code(choice.guess)) == (True, "223344")


def test_which_guesses_can_be_the_secret() -> None:
    game = game_named("distinct")
    turns = turns_of(game, "1123:1,1")
    possible = can_be_secret(game, np.arange(game.code_count, dtype=np.int32), turns)
    assert np.flatnonzero(possible).tolist() == candidates(game, turns).indices.tolist()


def test_cost_weights_grow_ever_faster() -> None:
    weights = cost_weights(3000)
    assert (np.diff(weights) > 0).all()
    assert (np.diff(weights)[9:] <= np.diff(weights)[10:].max()).all()
