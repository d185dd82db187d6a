"""Candidates, splits, choices and trees: known figures, and fast ways equal to plain ones."""

from fractions import Fraction
from itertools import product
from math import log2, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.games import game_for, game_named
from solver.deduction.knowledge.candidates import candidates, contradicted, fitting_secrets, split
from solver.deduction.rules.game import MOST_CODES, Code, Turn
from solver.deduction.rules.mastermind import KeyPegs, Rules, feedback
from solver.deduction.rules.mastermind_game import MastermindGame
from solver.deduction.strategies.measures import entropy_weights
from solver.deduction.strategies.registry import STRATEGIES
from tests.plain.codes import feedback as plain_feedback
from tests.solver.deduction.drawn import turns_of
from tests.solver.deduction.trees.test_tree_plain import COMPARING, Plain

CLASSIC = game_for(Rules())
HELPER = "112233:0,2 445566:1,2 778899:0,1 987654:1,2 661114:0,1 556663:0,2 654321:0,4 439452:4,2"
SMALL = [Rules(3, 4), Rules(2, 7), Rules(4, 2), Rules(1, 5), Rules(3, 1)]


@st.composite
def positions(draw: st.DrawFn) -> tuple[MastermindGame, tuple[Turn, ...]]:
    """Draw a small game and turns answered for one secret, so that some candidate is left."""
    game = game_for(draw(st.sampled_from(SMALL)))
    indices = st.integers(0, len(game.codes) - 1)
    secret = game.code_at(draw(indices))
    guesses = [game.code_at(index) for index in draw(st.lists(indices, max_size=3))]
    return game, tuple(Turn(guess, feedback(guess, secret)) for guess in guesses)


def plain_candidates(game: MastermindGame, turns: tuple[Turn, ...]) -> list[Code]:
    codes = product(range(game.rules.colours), repeat=game.rules.pegs)
    return [
        code for code in codes if all(plain_feedback(t.code, code) == t.feedback for t in turns)
    ]


@given(st.builds(Rules, st.integers(1, 6), st.integers(1, 9)), st.data())
def test_the_table_is_the_plain_feedback(rules: Rules, data: st.DataObject) -> None:
    game = game_for(rules)
    indices = st.lists(st.integers(0, len(game.codes) - 1), min_size=1, max_size=5)
    guesses, secrets = (np.array(data.draw(indices), np.int32) for _ in range(2))
    feedbacks = game.feedback_table(guesses, secrets)
    for (g, guess), (s, secret) in product(enumerate(guesses), enumerate(secrets)):
        plain = plain_feedback(game.code_at(guess), game.code_at(secret))
        assert game.feedbacks[feedbacks[g, s]] == plain


@given(positions())
def test_candidates_are_those_of_a_plain_filter(
    position: tuple[MastermindGame, tuple[Turn, ...]],
) -> None:
    game, turns = position
    codes = list(candidates(game, turns))
    assert codes == plain_candidates(game, turns)
    assert not any(contradicted(game, code, turns) for code in codes)


def test_contradicted_turns_are_named() -> None:
    turns = turns_of(CLASSIC, "1122:1,0", "1345:2,1", "6666:0,0")
    assert contradicted(CLASSIC, CLASSIC.parse_code("1346"), turns) == (1, 2)


@pytest.mark.parametrize(
    ("guess", "parts", "largest", "mean_size", "bits"),
    [
        ("1111", 5, 625, 511.98, 1.498),
        ("1112", 11, 317, 235.95, 2.693),
        ("1122", 13, 256, 204.54, 2.885),
        ("1123", 14, 276, 185.27, 3.044),
        ("1234", 14, 312, 188.19, 3.057),
    ],
)
def test_first_guesses(guess: str, parts: int, largest: int, mean_size: float, bits: float) -> None:
    result = split(candidates(CLASSIC, ()), CLASSIC.parse_code(guess))
    assert (result.total, result.outcomes, result.largest) == (1296, parts, largest)
    assert round(float(result.expected_size), 2) == mean_size
    assert round(result.bits, 3) == bits


def test_a_split_of_nothing() -> None:
    empty = split(candidates(CLASSIC, turns_of(CLASSIC, "1111:0,0", "1111:4,0")), (0, 0, 0, 0))
    assert (empty.total, empty.outcomes, empty.largest) == (0, 0, 0)
    assert (empty.expected_size, empty.bits) == (Fraction(0), 0.0)


@given(positions(), st.sampled_from(COMPARING))
def test_a_choice_is_that_of_a_plain_search(
    position: tuple[MastermindGame, tuple[Turn, ...]], name: str
) -> None:
    game, turns = position
    options = candidates(game, turns)
    assert STRATEGIES[name].choose(game, options, turns) == Plain(name).choose(game, options, turns)


@pytest.mark.parametrize(
    ("first_sizes", "second_sizes"),
    [((4,), (2, 2, 2, 2)), ((8, 8), (4, 16, 0)), ((6, 6), (2,) * 6 + (3,) * 4)],
)
def test_entropy_weights_follow_the_product(
    first_sizes: tuple[int, ...], second_sizes: tuple[int, ...]
) -> None:
    weights = entropy_weights(20)
    sums = [int(sum(weights[n] for n in sizes)) for sizes in (first_sizes, second_sizes)]
    products = [prod(n**n for n in sizes) for sizes in (first_sizes, second_sizes)]
    assert (sums[0] == sums[1]) == (products[0] == products[1])
    assert (sums[0] < sums[1]) == (products[0] < products[1])


@pytest.mark.parametrize("limit", [0, 1, 6, 63, 64, 65, 1296, 4096])
def test_entropy_weights_are_sums_of_primes(limit: int) -> None:
    logs = np.zeros(limit + 1, np.int64)
    for prime in range(2, limit + 1):
        power = limit + 1 if logs[prime] else prime
        while power <= limit:
            logs[power::power] += round(log2(prime) * 2**38)
            power *= prime
    assert (entropy_weights(limit) == logs * np.arange(limit + 1)).all()


@pytest.mark.parametrize("name", ["4x5", "4x5d", "4x5s", "3x4b", "4x5p", "3x4h"])
@given(data=st.data())
def test_without_a_table_pegs_are_counted(name: str, data: st.DataObject) -> None:
    """Large boards have no table of answers."""
    game = game_named(name)
    secrets = game.secrets.tolist()
    indices = st.integers(0, game.code_count - 1)
    turns = [
        Turn(game.code_at(data.draw(indices)), data.draw(st.sampled_from(game.feedbacks)))
        for _ in range(data.draw(st.integers(0, 3)))
    ]
    fitting_secrets.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MastermindGame, "table", None)
        options = candidates(game, turns)
        alone = [fitting_secrets(game, turn).tolist() for turn in turns]
    fitting_secrets.cache_clear()
    feedbacks = [
        [game.feedback(t.code, game.code_at(i)) == t.feedback for i in secrets] for t in turns
    ]
    assert alone == feedbacks
    assert options.indices.tolist() == [
        index for place, index in enumerate(secrets) if all(row[place] for row in feedbacks)
    ]


@pytest.mark.parametrize(("rows", "count"), [(1, 80_460), (7, 10), (8, 2)])
def test_the_example_of_the_six_peg_helper(rows: int, count: int) -> None:
    game = game_named("6x9")
    options = candidates(game, turns_of(game, *HELPER.split()[:rows]))
    assert options.count == len(set(options)) == count
    assert game.parse_code("493452") in options


def test_entropy_weights_stay_within_64_bits() -> None:
    weights = entropy_weights(MOST_CODES)
    assert (np.diff(weights[1:]) > 0).all()
    assert weights[531_441] == 531_441 * 12 * (weights[3] // 3)


def test_feedbacks_of_one_peg() -> None:
    assert game_for(Rules(1, 5)).feedbacks == (KeyPegs(0, 0), KeyPegs(1, 0))
