"""Rules, codes and answers: reading, writing, refusing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.mastermind import (
    Code,
    CodeError,
    Feedback,
    FeedbackError,
    Rules,
    RulesError,
    Turn,
    check_code,
    feedback,
    format_code,
    format_rules,
    format_turn,
    parse_code,
    parse_feedback,
    parse_rules,
    parse_turn,
)

CLASSIC = Rules()
boards = st.builds(Rules, st.integers(1, 8), st.integers(1, 12), st.integers(1, 30))


def codes(rules: Rules) -> st.SearchStrategy[Code]:
    return st.tuples(*[st.integers(0, rules.colours - 1)] * rules.pegs)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Rules, Code, Code]:
    rules = draw(boards)
    return rules, draw(codes(rules)), draw(codes(rules))


@pytest.mark.parametrize(
    ("guess", "secret", "answer"),
    [
        ("1122", "1122", (4, 0)),
        ("1122", "2211", (0, 4)),
        ("1123", "1132", (2, 2)),
        ("1111", "1222", (1, 0)),
        ("1222", "1111", (1, 0)),
        ("1234", "5566", (0, 0)),
        ("1112", "2111", (2, 2)),
        ("1213", "3141", (0, 3)),
    ],
)
def test_feedback(guess: str, secret: str, answer: tuple[int, int]) -> None:
    assert feedback(parse_code(guess, CLASSIC), parse_code(secret, CLASSIC)) == answer


@given(pairs())
def test_feedback_is_symmetric_and_possible(case: tuple[Rules, Code, Code]) -> None:
    rules, guess, secret = case
    answer = feedback(guess, secret)
    assert answer == feedback(secret, guess)
    assert parse_feedback(f"{answer.black},{answer.white}", rules) == answer
    assert (answer.black == rules.pegs) == (guess == secret)


@given(pairs())
def test_texts_read_back_as_they_were_written(case: tuple[Rules, Code, Code]) -> None:
    rules, guess, secret = case
    turn = Turn(guess, feedback(guess, secret))
    assert parse_turn(format_turn(turn), rules) == turn
    assert parse_code(format_code(guess).lower(), rules) == guess
    assert parse_rules(format_rules(rules)) == rules
    check_code(guess, rules)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("112", "A code has 4 pegs; this one has 3."),
        ("", "A code has 4 pegs; this one has 0."),
        ("1" * 100_000, "A code has 4 pegs; this one has 100000."),
        ("1192", "Peg 3 is “9”: colours run from 1 to 6."),
        ("0123", "Peg 1 is “0”: colours run from 1 to 6."),
        ("12²3", "Peg 3 is “²”: colours run from 1 to 6."),
        ("12\x003", "Peg 3 is “�”: colours run from 1 to 6."),
        ("12ß3", "Peg 3 is “ß”: colours run from 1 to 6."),
        ("11_2", "Hole 3 is still empty."),
        ("_1__", "Holes 1, 3 and 4 are still empty."),
    ],
)
def test_a_bad_code_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(CodeError) as caught:
        parse_code(text, CLASSIC)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1122", "A turn is written like"),
        ("1122:1", "An answer is written like “1,2”, black then white; “1” is not."),
        ("1122:3,1", "3 black and 1 white can’t be an answer"),
        ("1122:3,2", "3 black and 2 white can’t be an answer: 4 pegs get from 0 to 4 keys."),
        ("1122:-1,2", "An answer is written like"),
        ("1122:٣,1", "An answer is written like"),
        ("1122:" + "9" * 5000, "An answer is written like"),
        ("1" * 5000, "A turn is written like"),
    ],
)
def test_a_bad_answer_is_refused(text: str, message: str) -> None:
    with pytest.raises(FeedbackError) as caught:
        parse_turn(text, CLASSIC)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize("text", ["", "4", "4x", "4x6/", "0x6", "9x6", "4x13", "4x6/31", "4x6/0"])
def test_a_bad_board_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        parse_rules(text)


@pytest.mark.parametrize("code", [(0, 0, 0), (0, 0, 0, 6), (-1, 0, 0, 0)])
def test_a_tuple_that_is_no_code_is_refused(code: Code) -> None:
    with pytest.raises(CodeError):
        check_code(code, CLASSIC)


def refusal(parse: Callable[[str, Rules], object], text: str, rules: Rules) -> str:
    try:
        parse(text, rules)
    except (CodeError, FeedbackError) as error:
        return str(error)
    return ""


@given(st.text(max_size=60), boards)
def test_any_text_is_read_or_refused_shortly(text: str, rules: Rules) -> None:
    for parse in (parse_code, parse_turn, parse_feedback):
        assert len(refusal(parse, text, rules)) < 150


def test_one_peg_and_one_colour() -> None:
    tiny = Rules(1, 1)
    assert parse_turn("1:1,0", tiny) == Turn((0,), Feedback(1, 0))
    with pytest.raises(CodeError, match=r"^A code has 1 peg; this one has 2\.$"):
        parse_code("11", tiny)
