"""What a move tests, read back from its words and judged by counting codes one by one."""

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from math import log2

import pytest

from solver.deduction.explain.advice import OpenQuestion, move, questions
from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Code
from solver.deduction.text.advice import asked_pieces
from solver.deduction.text.facts import as_text, plain_name
from tests.bench.threads import positions
from tests.sampling import asks_all

MORE = 10 if asks_all() else 1


def bits(values: Sequence[Hashable]) -> float:
    shares = [count / len(values) for count in Counter(values).values()]
    return -sum(share * log2(share) for share in shares)


def answer(question: OpenQuestion, code: Code) -> int:
    """Say which of the claims are true, as a number."""
    are_so = [
        colour in code if hole < 0 else code[hole] == colour for hole, colour in question.claims
    ]
    assert question.is_new or len(are_so) == 1
    return sum(2**place for place, is_so in enumerate(are_so) if is_so)


@pytest.mark.parametrize(("name", "count"), [("classic", 60), ("bulls9", 6), ("distinct", 20)])
def test_what_a_move_tests_is_what_its_feedback_shows(name: str, count: int) -> None:
    game, kinds = game_named(name), Counter[str]()
    for turns, possible in positions(game, count * MORE, seed=3):
        choice = move(game, turns)
        assert choice
        issues = questions(candidates(game, turns), choice.guess, turns)
        feedbacks = [game.feedback(choice.guess, code) for code in possible]
        for question in issues:
            answers = [answer(question, code) for code in possible]
            gain = bits(answers) + bits(feedbacks) - bits([*zip(answers, feedbacks, strict=True)])
            assert gain > bits(answers) / 5 > 0
            assert question.is_settled == (abs(gain - bits(answers)) < 1e-6)
        if issues:
            sentence = as_text(asked_pieces(issues, plain_name))
            assert sentence.count("?") == len(issues)
            is_settled = re.search(r"\? Any feedback settles (it|both)\.$", sentence) is not None
            assert is_settled == all(question.is_settled for question in issues)
            kinds[str(is_settled)] += 1
    assert min(kinds.values()) > 1


def test_the_words_of_what_a_move_tests() -> None:
    game = game_named("classic")
    turns = [game.parse_turn(turn) for turn in ("5343:1,0", "1361:0,1", "4645:2,0")]
    choice = move(game, turns)
    assert choice
    issues = questions(candidates(game, turns), choice.guess, turns)
    assert as_text(asked_pieces(issues, plain_name)) == (
        "2 is new: is it in? Is 4 in hole 1? Any feedback settles both."
    )


def test_among_many_codes_a_move_says_what_it_tests() -> None:
    game = game_named("classic")
    for texts in (["1122:1,0"], ["1234:0,2"], ["1123:1,1"], ["1122:0,1"]):
        turns = [game.parse_turn(text) for text in texts]
        choice = move(game, turns)
        assert choice
        assert questions(candidates(game, turns), choice.guess, turns)
    first, *_ = questions(candidates(game, ()), (0, 0, 1, 1))
    assert first.is_new
    assert as_text(asked_pieces((first,), plain_name)) == "1 and 2 are new: which are in?"
