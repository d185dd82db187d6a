"""Words with a list of one's own: any length and alphabet, and what is refused."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.faces.claims import read_claim
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.knowledge.facts import Fact
from solver.deduction.rules.game import FeedbackError, RulesError
from solver.deduction.rules.own_words import name_words, parse_words
from solver.deduction.rules.words import FIRST_LIST
from webapp.mastermind.board_view import draft_of


@pytest.mark.parametrize(
    ("text", "turn", "codes"),
    [
        ("cat dog cow", "cow:g--", ["cat"]),
        ("привет минута дорога страна", "дорога:-y---g", []),
        ("привет минута дорога страна", "дорога:--g--g", ["страна"]),
        ("straßen gassenx", "gassenx:ggggggg", ["gassenx"]),
        ("ΚΑΛΑΘΙΑΣ ΘΑΛΑΣΣΑΣ", "θαλασσας:gggggggg", ["ΘΑΛΑΣΣΑΣ"]),
        ("καλαθιας θαλασσας", "ΘΑΛΑΣΣΑΣ:gggggggg", ["ΘΑΛΑΣΣΑΣ"]),  # σ and ς were typed
        ("Birne Tulpe", "birne:ggggg", ["Birne"]),
        ("Apfel Tafel Birne", "tafel:-yggg", ["APFEL"]),  # a and A were typed
        ("ışık irin ırak ilik ılık", "ilik:-g-g", ["ılık"]),
        ("ışık irin ırak ilik ılık", "ILIK:gggg", ["ılık"]),
        ("IŞIK İRİN IRAK İLİK ILIK", "ilik:-g-g", ["ILIK"]),
        ("Işık irin ırak İlik ılık", "ilik:-g-g", ["ILIK"]),
        ("irin ipek", "IRIN:gggg", ["irin"]),
    ],
)
def test_a_list_of_any_length_and_alphabet(text: str, turn: str, codes: list[str]) -> None:
    game = parse_words(text)
    if not codes:
        with pytest.raises(FeedbackError, match="No two words of this list give"):
            game.parse_turn(turn)
        return
    assert [*map(game.format_code, candidates(game, [game.parse_turn(turn)]))] == codes
    plain = [
        [game.feedback(guess, secret) for secret in game.codes_in_order]
        for guess in game.codes_in_order
    ]
    assert [[game.feedbacks[number] for number in row] for row in game.table.tolist()] == plain


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A list has 2 to 8,192 words; this one has 0."),
        ("amber it", "A word has 3 to 8 letters; “it” has 2."),
        ("amber elbows", "All words have as many letters as the first, “amber”; “elbows” has 6."),
        ("amber al-to", "“al-to” isn’t a word of letters alone."),
        (
            "Weg weg",
            "“Weg” and “weg” would be one word here, since they differ only in capitals or last "
            "forms. Leave one of them out.",
        ),
        (
            "ILIK ilik ılık",
            "“ILIK” and “ılık” would be one word here, since they differ only in capitals or last "
            "forms. Leave one of them out.",
        ),
        (
            "מלך ילד",
            "“מ” is written from right to left. The rows of this game run from left to right, "
            "and so must the words of a list.",
        ),
        (
            "كتب ولد",
            "“ك” is written from right to left. The rows of this game run from left to right, "
            "and so must the words of a list.",
        ),
        (
            " ".join(
                first + second for first in FIRST_LIST[:20] for second in ("FIG", "ORE", "TIN")
            ),
            "These words give more than 255 kinds of feedback. "
            "Take fewer words, or words of at most five letters.",
        ),
    ],
)
def test_what_is_no_list_of_words(text: str, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_words(text)
    assert str(caught.value) == sentence


@given(st.data())
def test_a_name_holds_its_list(data: st.DataObject) -> None:
    letters = st.text(st.sampled_from("ABCDEÉÑÅЖЯΩ"), min_size=5, max_size=5)
    words = data.draw(st.lists(letters, min_size=2, max_size=40, unique=True))
    game = name_words("\n".join(words))
    assert game_named(game.name).plain_rules == game.plain_rules
    assert [*game.words] == sorted(words)
    assert re.fullmatch(r"[\w-]+", game.name, re.ASCII)


@pytest.mark.parametrize("suffix", ["", "x", "eJw", "é", name_words("cat dog").name[8:-4]])
def test_a_damaged_name_is_refused(suffix: str) -> None:
    with pytest.raises(RulesError, match="the list is damaged"):
        game_named(f"words-1-{suffix}")


def test_an_old_list_of_hebrew_words_still_opens() -> None:
    """Links and stored games of 1.1 name it."""
    name = "words-1-eNozvj7z-rzrc4Bw8vVZADuuCNo"
    assert game_named(name).words == ("ילד", "מלך")


def test_a_list_of_guesses_tells_two_letters_apart_too() -> None:
    game = parse_words("irin ilik", "ILIK ırak")
    assert game.parse_code("ılık") != game.parse_code("ilik")
    assert [game.is_secret(game.parse_code(word)) for word in ("ilik", "ılık")] == [True, False]


def test_a_claim_about_letters_that_share_a_capital() -> None:
    game = parse_words("ışık irin ırak ilik ılık")
    face = face_of(game)
    for letter in "ıi":
        claim = read_claim(face, f"Place 1 is {letter}")
        assert isinstance(claim, Fact)
        assert [game.letters[value] for value in claim.colours] == [letter]
    assert draft_of(face, "ılIİ").text == "ılıi"
