"""Codes in the signs of whoever wrote them: read, kept, and written back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.games import face_of, game_named
from solver.deduction.rules.alphabet import alphabet_words, find_alphabet, format_code, parse_code
from solver.deduction.rules.game import Code, CodeError
from solver.deduction.rules.mastermind import LETTERS, NAMES, Digits, Rules
from tests.cases import cases

CLASSIC = game_named("classic")
ALPHABETS = {
    "letters": "ROYGBP",
    "from 0": "012345",
    "from A": "ABCDEF",
    "circles": "🔴🟠🟡🟢🔵🟣",
    "own": "RKYGBP",
    "words": ("red", "orange", "yellow", "green", "blue", "purple"),
}


@cases(
    ("codes", "ours", "words"),
    [
        (("0012", "3350"), ("1123", "4461"), "colours from 0"),
        (("AABB", "CDEF"), ("1122", "3456"), "colours from A"),
        (
            ("RRGK", "WGKR"),
            ("RRG2", "3G2R"),
            "K as orange and W as yellow, since this board has no K or W",
        ),
        (("1122", "RROY"), ("1122", "1123"), ""),
        (("RRBY", "goyb"), ("1153", "4235"), ""),
        (("１１２２",), ("1122",), ""),
        (("red red light-blue green",), (), ""),
        (("red, red, blue, Green",), ("1154",), ""),
        (("🔴🔴🟢🟣", "🔴🟤🟤🔵"), ("1146", "1225"), "🟤 as orange, since this board has no 🟤"),
        (("1127",), (), ""),
        (("01 7",), (), ""),
        (("KWXV", "ZUHJ"), (), ""),
        (("A_BB",), (), ""),
    ],
)
def test_codes_of_other_programs_are_read_all_in_one_alphabet(
    codes: tuple[str, ...], ours: tuple[str, ...], words: str
) -> None:
    rules = Rules()
    alphabet = find_alphabet(codes, rules)
    assert alphabet_words(rules, alphabet) == words
    assert find_alphabet(codes, Digits()) == ()
    if not ours:
        with pytest.raises(CodeError):
            [parse_code(code, rules, alphabet) for code in codes]
    else:
        read = [parse_code(code, rules, alphabet) for code in codes]
        assert read == [tuple(int(sign) - 1 for sign in code.translate(_DIGITS)) for code in ours]


_DIGITS = str.maketrans(LETTERS[:6], "123456")


@given(
    st.sampled_from(sorted(ALPHABETS)),
    st.lists(st.tuples(*[st.integers(0, 5)] * 4), min_size=1, max_size=4),
)
def test_a_position_is_written_as_it_was_read(name: str, codes: list[Code]) -> None:
    """By a plain writer of each alphabet; what it writes is read as the same codes."""
    signs = ALPHABETS[name]
    between = "-" if name == "words" else ""
    full = [*codes, (0, 1, 2, 3), (2, 3, 4, 5)]  # so that every sign is there
    texts = [between.join(signs[value] for value in code) for code in full]
    position = CLASSIC.read_turns([f"{text}:1,1" for text in texts])
    assert [turn.code for turn in position.turns] == full
    assert [position.game.format_code(turn.code) for turn in position.turns] == texts


def test_a_position_keeps_its_alphabet_though_fewer_rows_show_it() -> None:
    game = CLASSIC.read_turns(["0123:0,2", "4451:2,1"]).game
    assert game.read_turns(["4451:2,1"]).turns[0].code == (4, 4, 5, 1)
    assert game.read_turns(["RRYG:2,1"]).game.format_code((0, 5, 2, 3)) == "RPYG"


def test_digits_are_never_ours_where_they_count_from_0() -> None:
    game = CLASSIC.with_alphabet(tuple("012345"))
    assert game.parse_code("5RG0") == (5, 0, 3, 0)
    with pytest.raises(CodeError, match="Peg 4 is “6”: colours run from 0 to 5, or ROYGBP"):
        game.parse_code("0126")
    letters = CLASSIC.with_alphabet(tuple("ABCDEF"))
    with pytest.raises(CodeError, match="Peg 1 is “R”: colours are A, B, C, D, E and F"):
        letters.parse_code("RGGG")


def test_every_colour_has_its_word_on_the_largest_board() -> None:
    rules = Rules(2, 11, blanks=True)
    words = find_alphabet(["light grey, empty"], rules)
    for value, name in enumerate(NAMES[:11]):
        text = format_code((value, 11), rules, words)
        assert name.lower().endswith(text.removesuffix("-empty"))
        assert parse_code(text, rules, words) == parse_code(f"{name} blank", rules, words)


def test_faces_show_the_signs_on_pegs() -> None:
    for name, signs in ALPHABETS.items():
        face = face_of(CLASSIC.with_alphabet(tuple(signs)))
        letters = [value.letter for value in face.values]
        assert letters == list(signs if name not in {"words", "circles"} else "ROYGBP")
        assert face.plain_name(1) == ("orange" if name == "words" else f"colour {signs[1]}")
        assert face_of(CLASSIC).plain_name(1) == "colour 2"
