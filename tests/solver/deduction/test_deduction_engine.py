"""Candidates, splits, choices and trees: known figures, and fast ways equal to plain ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deduction import games
from solver.deduction.candidates import candidates, contradicted
from solver.deduction.games import Mastermind, frozen, game_for, game_named
from solver.deduction.mastermind import Code, Feedback, Rules, RulesError, Turn, feedback
from solver.deduction.partition import Split, split
from solver.deduction.strategies import STRATEGIES, entropy_weights
from solver.deduction.tree import TreeError, line, tree
from solver.kernels import KERNELS

CLASSIC = game_named("classic")
SMALL = [Rules(3, 4), Rules(2, 7), Rules(4, 2), Rules(1, 5), Rules(3, 1)]


def turns_of(game: Mastermind, *texts: str) -> tuple[Turn, ...]:
    return tuple(game.parse_turn(text) for text in texts)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Mastermind, tuple[Turn, ...]]:
    """Draw a small game and turns answered for one secret, so that some candidate is left."""
    game = game_for(draw(st.sampled_from(SMALL)))
    indices = st.integers(0, len(game.codes) - 1)
    secret = game.code_at(draw(indices))
    guesses = [game.code_at(index) for index in draw(st.lists(indices, max_size=3))]
    return game, tuple(Turn(guess, feedback(guess, secret)) for guess in guesses)


def plain_candidates(game: Mastermind, turns: tuple[Turn, ...]) -> list[Code]:
    every = product(range(game.rules.colours), repeat=game.rules.pegs)
    return [code for code in every if all(feedback(t.code, code) == t.feedback for t in turns)]


def test_the_classic_game() -> None:
    assert CLASSIC.name == "classic"
    assert len(CLASSIC.feedbacks) == 14
    assert CLASSIC.feedbacks[CLASSIC.won] == (4, 0)
    assert CLASSIC is game_for(Rules())
    assert not CLASSIC.codes.flags.writeable
    assert game_named("5x8/12").name == "5x8/12"


@settings(max_examples=40, deadline=None)
@given(st.builds(Rules, st.integers(1, 6), st.integers(1, 9)), st.data())
def test_the_table_is_the_plain_feedback(rules: Rules, data: st.DataObject) -> None:
    game = game_for(rules)
    indices = st.lists(st.integers(0, len(game.codes) - 1), min_size=1, max_size=5)
    guesses, secrets = (np.array(data.draw(indices), np.int32) for _ in range(2))
    answers = game.answers(guesses, secrets)
    for (g, guess), (s, secret) in product(enumerate(guesses), enumerate(secrets)):
        plain = feedback(game.code_at(guess), game.code_at(secret))
        assert game.feedbacks[answers[g, s]] == plain


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_codes_stand_in_lexicographic_order(rules: Rules) -> None:
    game = game_for(rules)
    every = [game.code_at(index) for index in range(len(game.codes))]
    assert every == list(product(range(rules.colours), repeat=rules.pegs))
    assert [game.index_of(code) for code in every] == list(range(len(every)))


def test_a_game_too_large_is_refused() -> None:
    with pytest.raises(RulesError, match="8×12"):
        game_for(Rules(8, 12))


@settings(deadline=None)
@given(positions())
def test_candidates_are_those_of_a_plain_filter(
    position: tuple[Mastermind, tuple[Turn, ...]],
) -> None:
    game, turns = position
    left = [game.code_at(index) for index in candidates(game, turns)]
    assert left == plain_candidates(game, turns)
    assert not any(contradicted(game, code, turns) for code in left)


def test_contradicted_turns_are_named() -> None:
    turns = turns_of(CLASSIC, "1122:1,0", "1345:2,1", "6666:0,0")
    assert contradicted(CLASSIC, CLASSIC.parse_code("1346"), turns) == (1, 2)


@pytest.mark.parametrize(
    ("guess", "parts", "largest", "expected", "bits"),
    [
        ("1111", 5, 625, 511.98, 1.498),
        ("1112", 11, 317, 235.95, 2.693),
        ("1122", 13, 256, 204.54, 2.885),
        ("1123", 14, 276, 185.27, 3.044),
        ("1234", 14, 312, 188.19, 3.057),
    ],
)
def test_first_guesses(guess: str, parts: int, largest: int, expected: float, bits: float) -> None:
    index = CLASSIC.index_of(CLASSIC.parse_code(guess))
    result = split(CLASSIC, index, CLASSIC.secrets)
    assert (result.total, result.parts, result.largest) == (1296, parts, largest)
    assert round(float(result.expected_size), 2) == expected
    assert round(result.bits, 3) == bits


def test_a_split_of_nothing() -> None:
    empty = split(CLASSIC, 0, CLASSIC.secrets[:0])
    assert (empty.total, empty.parts, empty.largest) == (0, 0, 0)
    assert (empty.expected_size, empty.bits) == (Fraction(0), 0.0)


@pytest.mark.parametrize(
    ("name", "first", "histogram", "total"),
    [
        ("first", "1111", (1, 4, 25, 108, 305, 602, 196, 49, 6), 7471),
        ("minimax-candidates", "1122", (1, 12, 99, 468, 662, 54), 5828),
        ("knuth", "1122", (1, 6, 62, 533, 694), 5801),
        ("expected", "1123", (1, 10, 54, 645, 583, 3), 5696),
        ("entropy", "1234", (1, 4, 71, 612, 596, 12), 5722),
        ("parts", "1123", (1, 12, 72, 635, 569, 7), 5668),
    ],
)
def test_whole_trees(name: str, first: str, histogram: tuple[int, ...], total: int) -> None:
    result = tree(CLASSIC, STRATEGIES[name])
    assert CLASSIC.format_code(result.first) == first
    assert result.histogram == histogram
    assert result.total == total
    assert result.mean == Fraction(total, 1296)
    assert result.max == len(result.worst_line) == len(histogram)


@pytest.mark.parametrize("rules", SMALL, ids=str)
@pytest.mark.parametrize("name", STRATEGIES)
def test_a_tree_is_what_playing_every_secret_gives(rules: Rules, name: str) -> None:
    game = game_for(rules)
    strategy = STRATEGIES[name]
    secrets = [game.code_at(index) for index in game.secrets]
    lines = [line(game, strategy, secret) for secret in secrets]
    lengths = [len(guesses) for guesses in lines]
    result = tree(game, strategy)
    assert result.histogram == tuple(lengths.count(n) for n in range(1, max(lengths) + 1))
    assert result.worst_line == lines[lengths.index(max(lengths))]


def test_a_tree_too_large_is_refused() -> None:
    with pytest.raises(TreeError, match="32,768"):
        tree(game_for(Rules(5, 8)), STRATEGIES["first"])


def entropy_as_product(parts: Split) -> int:
    """Compare sums of n log n exactly: by the product of n to the n."""
    return prod(n**n for n in parts.sizes if n)


PLAIN_MEASURES = {
    "knuth": lambda parts: parts.largest,
    "expected": lambda parts: parts.expected_size,
    "entropy": entropy_as_product,
    "parts": lambda parts: -parts.parts,
}


@settings(max_examples=60, deadline=None)
@given(positions(), st.sampled_from(sorted(PLAIN_MEASURES)))
def test_a_choice_is_that_of_a_plain_search(
    position: tuple[Mastermind, tuple[Turn, ...]], name: str
) -> None:
    game, turns = position
    left = candidates(game, turns)
    possible = set(left.tolist())
    best = min(
        range(len(game.codes)),
        key=lambda g: (PLAIN_MEASURES[name](split(game, g, left)), g not in possible, g),
    )
    choice = STRATEGIES[name].choose(game, left)
    assert choice.guess == game.code_at(best)
    assert choice.can_be_code == (best in possible)
    assert choice.split == split(game, best, left)
    assert (choice.weighed_guesses, choice.weighed_codes) == (len(game.codes), left.size)
    assert choice.exact


def test_no_candidate_no_choice() -> None:
    with pytest.raises(ValueError, match="no candidate"):
        STRATEGIES["entropy"].choose(CLASSIC, CLASSIC.secrets[:0])


def test_a_large_game_is_sampled_and_says_so() -> None:
    game = game_for(Rules(5, 8))
    choice = STRATEGIES["entropy"].choose(game, game.secrets)
    assert not choice.exact
    assert choice.weighed_codes <= 2000
    assert choice.split.total == 8**5
    left = candidates(game, turns_of(game, "11223:2,1", "14253:1,2"))
    few = STRATEGIES["knuth"].choose(game, left)
    assert few.weighed_codes == left.size
    assert not few.exact


def test_a_large_game_is_exact_where_everything_allowed_was_weighed() -> None:
    game = game_for(Rules(5, 8))
    left = candidates(game, turns_of(game, "11223:2,1", "14253:1,2"))
    choice = STRATEGIES["minimax-candidates"].choose(game, left)
    assert choice.can_be_code
    assert choice.exact
    assert (choice.weighed_guesses, choice.weighed_codes) == (left.size, left.size)
    assert STRATEGIES["first"].choose(game, game.secrets).exact
    assert not STRATEGIES["minimax-candidates"].choose(game, game.secrets).exact


@pytest.mark.parametrize(
    ("one", "other"),
    [((4,), (2, 2, 2, 2)), ((8, 8), (4, 16, 0)), ((6, 6), (2,) * 6 + (3,) * 4)],
)
def test_entropy_weights_follow_the_product(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    weights = entropy_weights(20)
    sums = [int(sum(weights[n] for n in sizes)) for sizes in (one, other)]
    products = [prod(n**n for n in sizes) for sizes in (one, other)]
    assert (sums[0] == sums[1]) == (products[0] == products[1])
    assert (sums[0] < sums[1]) == (products[0] < products[1])


def test_entropy_weights_stay_within_64_bits() -> None:
    weights = entropy_weights(games.MOST_CODES)
    assert (np.diff(weights[1:]) > 0).all()
    assert weights[-1] == games.MOST_CODES * 12 * (weights[3] // 3)


def test_every_kernel_keeps_to_its_one_signature() -> None:
    """A call with another kind of array would compile again in the middle of a request."""
    STRATEGIES["entropy"].choose(CLASSIC, frozen(CLASSIC.secrets[3:99]))
    tree(CLASSIC, STRATEGIES["first"])
    ours = [entry for entry in KERNELS if entry[0].startswith("solver.deduction.")]
    assert len(ours) == 6
    for name, _, dispatcher in ours:
        assert len(dispatcher.signatures) == 1, name


def test_feedbacks_of_one_peg() -> None:
    assert game_for(Rules(1, 5)).feedbacks == (Feedback(0, 0), Feedback(1, 0))
