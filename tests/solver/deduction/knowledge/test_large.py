"""Large boards by halves: equal to a plain filter on small ones, known figures on large ones."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product
from math import perm

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.knowledge.large import Fitting, halves
from solver.deduction.knowledge.large.half import packed, unpacked
from solver.deduction.rules.game import Code, Turn
from solver.deduction.rules.mastermind import Feedback, feedback
from tests.cases import cases

HELPER = "112233:0,2 445566:1,2 778899:0,1 987654:1,2 661114:0,1 556663:0,2 654321:0,4 439452:4,2"


def turn_of(text: str) -> Turn:
    code, answer = text.split(":")
    return Turn(tuple(int(peg) - 1 for peg in code), Feedback(*map(int, answer.split(","))))


def plain(pegs: int, choices: int, distinct: bool, turns: list[Turn]) -> list[Code]:
    return [
        code
        for code in product(range(choices), repeat=pegs)
        if not (distinct and len(set(code)) < pegs)
        and all(feedback(turn.code, code) == turn.feedback for turn in turns)
    ]


def rows(codes: np.ndarray) -> list[Code]:
    return [tuple(code) for code in codes.tolist()]


@st.composite
def boards(draw: st.DrawFn) -> tuple[int, int, bool]:
    pegs = draw(st.integers(1, 6))
    return pegs, draw(st.integers(1, {5: 5, 6: 4}.get(pegs, 7))), draw(st.booleans())


@st.composite
def positions(draw: st.DrawFn, most: int = 5) -> tuple[int, int, bool, list[Turn]]:
    """Turns of a secret, so that there are candidates, or with answers as they come."""
    pegs, choices, distinct = draw(boards())
    codes = st.tuples(*[st.integers(0, choices - 1)] * pegs)
    secret = draw(codes)
    any_answer = st.builds(
        lambda black, white: Feedback(black, min(white, pegs - black)),
        st.integers(0, pegs),
        st.integers(0, pegs),
    )
    turns = [
        Turn(guess, draw(any_answer) if draw(st.integers(0, 9)) == 9 else feedback(guess, secret))
        for guess in draw(st.lists(codes, max_size=most))
    ]
    return pegs, choices, distinct, turns


@given(positions())
def test_the_codes_are_those_of_a_plain_filter(position: tuple[int, int, bool, list[Turn]]) -> None:
    pegs, choices, distinct, turns = position
    expected = plain(*position)
    fitting = halves(pegs, choices, distinct).fitting(turns)
    assert fitting.count == len(expected)
    assert rows(fitting.every()) == expected
    assert list(fitting.listed()) == expected


@given(positions())
def test_tallies_and_ranges(position: tuple[int, int, bool, list[Turn]]) -> None:
    pegs, choices, distinct, turns = position
    expected = plain(*position)
    fitting = halves(pegs, choices, distinct).fitting(turns)
    tally = [[sum(c[hole] == x for c in expected) for x in range(choices)] for hole in range(pegs)]
    assert fitting.tally().tolist() == tally
    if not expected:
        with pytest.raises(ValueError, match="No code"):
            fitting.count_ranges()
        return
    counts = [[code.count(x) for code in expected] for x in range(choices)]
    assert fitting.count_ranges() == tuple((min(count), max(count)) for count in counts)


@given(positions(), st.data())
def test_a_split_counts_every_answer(
    position: tuple[int, int, bool, list[Turn]], data: st.DataObject
) -> None:
    pegs, choices, distinct, turns = position
    guess = data.draw(st.tuples(*[st.integers(0, choices - 1)] * pegs))
    split = halves(pegs, choices, distinct).fitting(turns).split(guess)
    expected = Counter(feedback(guess, code) for code in plain(*position))
    found = {Feedback(*map(int, place)): int(split[tuple(place)]) for place in np.argwhere(split)}
    assert found == expected


@given(positions(), st.integers(0, 50), st.integers(0, 2**32))
def test_a_sample_has_no_repeats(
    position: tuple[int, int, bool, list[Turn]], size: int, seed: int
) -> None:
    fitting = halves(*position[:3]).fitting(position[3])
    sample = rows(fitting.sample(size, np.random.default_rng(seed)))
    assert len(set(sample)) == len(sample) == min(size, fitting.count)
    assert set(sample) <= set(fitting.listed())


def test_every_code_is_drawn_as_often() -> None:
    fitting = halves(3, 4, False).fitting([turn_of("112:1,1")])
    generator = np.random.default_rng(5)
    drawn = Counter(code for _ in range(6000) for code in rows(fitting.sample(2, generator)))
    assert len(drawn) == fitting.count
    expected = 12000 / fitting.count
    assert all(abs(times - expected) < 6 * expected**0.5 for times in drawn.values())


@pytest.mark.parametrize("turns", [15, 16, 31, 47])
def test_more_turns_than_fit_a_word(turns: int) -> None:
    generator = np.random.default_rng(turns)
    secret = (3, 1, 1, 4, 0)
    guesses = [tuple(guess) for guess in generator.integers(0, 2, (turns - 1, 5)).tolist()]
    last = (0, 4, 4, 3, 3)
    played = [Turn(guess, feedback(guess, secret)) for guess in [*guesses, last]]
    board = halves(5, 5, False)
    assert list(board.fitting(played).listed()) == plain(5, 5, False, played)
    wrong = Turn(last, Feedback(4, 0))
    for turns_with_a_slip in ([*played[:-1], wrong], [wrong, *played[:-1]]):
        assert list(board.fitting(turns_with_a_slip).listed()) == plain(
            5, 5, False, turns_with_a_slip
        )


@pytest.mark.parametrize(("rows_known", "count"), [(1, 80_460), (7, 10), (8, 2)])
def test_the_example_of_the_six_peg_helper(rows_known: int, count: int) -> None:
    turns = [turn_of(text) for text in HELPER.split()[:rows_known]]
    fitting = halves(6, 9, False).fitting(turns)
    assert fitting.count == count
    assert len(fitting.every()) == count
    assert int(fitting.tally()[0].sum()) == count
    secret = turn_of("493452:0,0").code
    assert secret in set(islice(fitting.listed(), count))


@cases(
    ("pegs", "choices", "distinct", "count"),
    [
        (8, 12, False, 12**8),
        (8, 12, True, perm(12, 8)),
        (7, 10, False, 10**7),
        (8, 10, True, perm(10, 8)),
        (1, 12, False, 12),
        (8, 1, False, 1),
        (6, 5, True, 0),
    ],
)
def test_without_turns_every_code_fits(pegs: int, choices: int, distinct: bool, count: int) -> None:
    fitting = halves(pegs, choices, distinct).fitting([])
    assert fitting.count == count
    assert fitting.tally().tolist() == [[count // choices] * choices] * pegs


@pytest.fixture(name="largest")
def largest_() -> Fitting:
    secret = (7, 0, 11, 3, 3, 8, 0, 5)
    guesses = [(0, 0, 1, 1, 2, 2, 3, 3), (4, 5, 0, 6, 3, 7, 8, 5)]
    turns = [Turn(guess, feedback(guess, secret)) for guess in guesses]
    return halves(8, 12, False).fitting(turns)


def test_all_answers_to_a_guess_share_out_the_largest_board() -> None:
    board, guess = halves(8, 12, False), (0, 0, 0, 1, 1, 2, 3, 4)
    split = board.fitting([]).split(guess)
    assert int(split.sum()) == 12**8
    assert split[8, 0] == 1
    assert split[7, 1] == 0
    for black, white in ((0, 0), (2, 3), (5, 3), (1, 0)):
        answered = board.fitting([Turn(guess, Feedback(black, white))])
        assert answered.count == split[black, white]


def test_blacks_alone_on_the_largest_board() -> None:
    """Without colours to move about, a guess of one colour has closed forms."""
    board = halves(8, 12, False)
    single = [Turn((0,) * 8, Feedback(3, 0))]
    assert board.fitting(single).count == 56 * 11**5
    both = [*single, Turn((1,) * 8, Feedback(2, 0))]
    assert board.fitting(both).count == 56 * 10 * 10**3


def test_the_largest_board_lists_in_order_at_once(largest: Fitting) -> None:
    first = list(islice(largest.listed(), 50))
    assert first == sorted(set(first))
    assert rows(largest.every()[:50]) == first


def test_samples_of_the_largest_board_fit(largest: Fitting) -> None:
    sample = rows(largest.sample(200, np.random.default_rng(1)))
    assert len(set(sample)) == 200
    for guess in ((0, 0, 1, 1, 2, 2, 3, 3), (4, 5, 0, 6, 3, 7, 8, 5)):
        assert len({feedback(guess, code) for code in sample}) == 1


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (Turn((0, 0), Feedback(0, 0)), "no guess"),
        (Turn((0, 0, 4), Feedback(0, 0)), "no guess"),
        (Turn((0, 0, -1), Feedback(0, 0)), "no guess"),
        (Turn((0, 0, 0), Feedback(2, 2)), "no answer"),
        (Turn((0, 0, 0), Feedback(-1, 2)), "no answer"),
    ],
)
def test_what_is_no_turn_is_refused(turn: Turn, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        halves(3, 4, False).fitting([turn])


@pytest.mark.parametrize(("pegs", "choices"), [(0, 6), (9, 6), (4, 0), (4, 13)])
def test_boards_without_lists(pegs: int, choices: int) -> None:
    with pytest.raises(ValueError, match="no lists"):
        halves(pegs, choices, False)


@given(st.lists(st.integers(0, 15), min_size=1, max_size=15))
def test_numbers_come_out_of_words_as_they_went_in(numbers: list[int]) -> None:
    assert unpacked(np.array([packed(numbers)]), len(numbers)).tolist() == [numbers]
