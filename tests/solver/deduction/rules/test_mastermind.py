"""Rules, codes and answers: reading, writing, refusing."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver.deduction.games import face_of, game_for, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.alphabet import format_code, parse_code
from solver.deduction.rules.game import (
    MOST_CODES,
    Code,
    CodeError,
    FeedbackError,
    LargeBoardError,
    RulesError,
    Turn,
)
from solver.deduction.rules.mastermind import (
    Digits,
    KeyPegs,
    Rules,
    check_code,
    feedback,
    format_digits,
    format_rules,
    parse_digits,
    parse_feedback,
    parse_rules,
)
from tests.cases import cases
from tests.plain.codes import feedback as plain_feedback

CLASSIC = Rules()
free = st.builds(
    Rules,
    st.integers(1, 8),
    st.integers(1, 11),
    guesses=st.integers(1, 30),
    blanks=st.booleans(),
)
distinct = st.builds(
    Rules,
    st.integers(1, 5),
    st.integers(5, 12),
    repeats=st.booleans(),
    secret_repeats=st.just(False),
)
digits = st.builds(
    Digits,
    st.integers(3, 6),
    st.sampled_from([9, 10]),
    guesses=st.integers(1, 30),
    repeats=st.booleans(),
)
boards = st.one_of(free, distinct, digits)


def codes(rules: Rules) -> st.SearchStrategy[Code]:
    if not rules.repeats:
        return st.permutations(range(rules.choices)).map(lambda code: tuple(code[: rules.pegs]))
    return st.tuples(*[st.integers(0, rules.choices - 1)] * rules.pegs)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Rules, Code, Code]:
    rules = draw(boards)
    return rules, draw(codes(rules)), draw(codes(rules))


@given(pairs())
def test_feedback_is_that_of_the_plain_rule(case: tuple[Rules, Code, Code]) -> None:
    rules, guess, secret = case
    pegs = feedback(guess, secret)
    assert pegs == feedback(secret, guess) == plain_feedback(guess, secret)
    assert parse_feedback(f"{pegs.black},{pegs.white}", rules) == pegs
    assert (pegs.black == rules.pegs) == (guess == secret)


@given(pairs())
def test_texts_read_back_as_they_were_written(case: tuple[Rules, Code, Code]) -> None:
    rules, guess, secret = case
    assume(rules.code_count <= MOST_CODES)
    game, turn = game_for(rules), Turn(guess, feedback(guess, secret))
    assert game.parse_turn(game.format_turn(turn)) == turn
    assert parse_code(format_code(guess, rules).lower(), rules) == guess
    if isinstance(rules, Digits):
        assert parse_digits(format_digits(rules)) == rules
    else:
        assert parse_rules(format_rules(rules)) == rules
    check_code(guess, rules)


@cases(
    ("text", "message"),
    [
        ("112", "A code has 4 pegs; this one has 3."),
        ("0123", "Peg 1 is “0”: colours run from 1 to 6, or ROYGBP by letter."),
        ("12\x003", "Peg 3 is “�”: colours run from 1 to 6, or ROYGBP by letter."),
        ("11_2", "Hole 3 is still empty."),
        ("_1__", "Holes 1, 3 and 4 are still empty."),
    ],
)
def test_a_bad_code_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(CodeError) as caught:
        parse_code(text, CLASSIC)
    assert str(caught.value) == message


@cases(
    ("text", "message"),
    [
        ("1122", "Write a guess and its feedback like"),
        ("1122:1", "Write feedback like “1,2” (black, then white), not “1”."),
        ("1122:3,2", "3 black and 2 white isn’t possible feedback: 4 pegs get 0 to 4 keys."),
        ("1122:٣,1", "Write feedback like"),
        ("1122:" + "9" * 5000, "Write feedback like"),
    ],
)
def test_a_bad_answer_is_refused(text: str, message: str) -> None:
    with pytest.raises(FeedbackError) as caught:
        game_for(CLASSIC).parse_turn(text)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 150


@cases(
    "text",
    ["", "4", "4x", "4x6/", "0x6", "9x6", "4x13", "4x6/31", "4x6/0", "4x12b", "4x3d", "4x6x"],
)
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


def has_room(rules: Rules) -> bool:
    try:
        game_for(rules)
    except LargeBoardError:
        return False
    return True


@given(st.text(max_size=60), boards.filter(has_room))
def test_any_text_is_read_or_refused_shortly(text: str, rules: Rules) -> None:
    for parse in (parse_code, parse_feedback, lambda text, rules: game_for(rules).parse_turn(text)):
        assert len(refusal(parse, text, rules)) < 150


def test_one_peg_and_one_colour() -> None:
    tiny = Rules(1, 1)
    assert game_for(tiny).parse_turn("1:1,0") == Turn((0,), KeyPegs(1, 0))
    with pytest.raises(CodeError, match=r"^A code has 1 peg; this one has 2\.$"):
        parse_code("11", tiny)


@cases(
    ("rules", "text", "message"),
    [
        (Rules(6, 8, blanks=True), "11223_", "Hole 6 is still empty."),
        (
            Rules(3, 4, blanks=True),
            "1.5",
            "Peg 3 is “5”: colours run from 1 to 4, or ROYG by letter, or . for the blank.",
        ),
        (
            Rules(3, 4, repeats=False),
            "121",
            "Peg 3 is the same as peg 1: no colour may repeat here.",
        ),
        (Digits(4, 9), "1230", "Digit 4 is “0”: digits run from 1 to 9."),
        (
            Rules(3, 4, blanks=True, repeats=False),
            "1..",
            "Holes 2 and 3 are empty: only one may be here.",
        ),
        (Digits(4, 10), "0112", "Digit 3 is the same as digit 2: no digit may repeat here."),
    ],
)
def test_bad_codes_of_other_games(rules: Rules, text: str, message: str) -> None:
    with pytest.raises(CodeError) as caught:
        parse_code(text, rules)
    assert str(caught.value) == message


def test_an_answer_of_bulls_and_cows_that_can_not_be() -> None:
    with pytest.raises(FeedbackError, match="3 bulls and 1 cow isn’t possible"):
        parse_feedback("3,1", Digits(4, 9))


@pytest.mark.parametrize("text", ["", "2of0-9", "7of0-9", "4of2-9", "4of0-9/99", "4 of 0-9"])
def test_bad_games_of_bulls_and_cows_are_refused(text: str) -> None:
    with pytest.raises(RulesError):
        parse_digits(text)


def test_what_may_repeat() -> None:
    assert Rules(4, 6, secret_repeats=False).repeats
    assert not Rules(4, 6, repeats=False).secret_repeats
    with pytest.raises(RulesError, match="need as many colours; there are 3"):
        Rules(4, 3, secret_repeats=False)
    with pytest.raises(RulesError, match="1 to 9 or 0 to 9"):
        Digits(4, 8)


def test_every_sign_means_one_colour_wherever_it_stands() -> None:
    """Names, the letters on pegs, keys and typed codes are one table, up to twelve colours."""
    for colours in range(2, 13):
        game = game_for(Rules(2, colours))
        face = face_of(game)
        signs = [sign for value in face.values for sign in {value.symbol, value.letter}]
        assert len(signs) == len(set(signs))
        for number, value in enumerate(face.values):
            assert value.name.startswith(value.letter)
            for sign in (value.symbol, value.letter, value.letter.lower()):
                assert game.parse_code(f"{sign} {sign}") == (number, number)
        assert set(face.example) <= {value.letter for value in face.values}
        assert game.parse_code(face.example)


@cases("text", ["1A2B", "1a2b", "+1 -2", "+1, −2", "1 bull 2 cows", "1 black and 2 whites"])
def test_feedback_of_other_programs(text: str) -> None:
    assert parse_feedback(text, Rules()) == KeyPegs(1, 2)


def test_digits_may_repeat() -> None:
    game = game_named("4of0-9r")
    assert (game.name, game.code_count, game.secret_count) == ("4of0-9r/10", 10_000, 10_000)
    turns = [game.parse_turn(text) for text in ("7700:1A1B", "1234:+0 -1")]
    secrets = [
        secret
        for secret in product(range(10), repeat=4)
        if all(game.feedback(turn.code, secret) == turn.feedback for turn in turns)
    ]
    assert candidates(game, turns).count == len(secrets)
    assert face_of(game).goal.endswith("Digits may repeat.")
