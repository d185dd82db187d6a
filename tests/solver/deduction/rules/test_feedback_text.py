"""Feedback and rows as people have them, read by the one reader of commands, pages and library."""

import pytest

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import CodeError, FeedbackError
from solver.deduction.rules.own_words import name_words, parse_words
from solver.deduction.rules.words import ADDED
from tests.cases import cases

TREES = "aspen birch cedar elder hazel larch maple olive palms rowan"


MARKS = """---gy|⬛⬛⬛🟩🟨|⬜⬜⬜🟩🟨|⬛⬜⬛🟩🟨|⬛⬛⬛🟧🟦|BBBGY|bbbgy|00021|0 0 0 2 1|0,0,0,2,1
...GY|xxxgy|___GY|⚫⚪⚫🟢🟡|grey grey grey green yellow
black, gray, -, correct, present|(0, 0, 0, 2, 1)|[0,0,0,2,1]|０００２１|❌❌❌✅🟨|0/0/0/2/1"""


@cases("text", MARKS.replace("\n", "|").split("|"))
def test_marks(text: str) -> None:
    for game in (game_named("words2"), game_named("5x6h"), parse_words(TREES)):
        assert game.parse_feedback(text) == (0, 0, 0, 2, 1)


@cases("text", ["---g", "---gg-", "🟩", "BBBGZ", "0003", "00023", "three greens", "🟩🟨⬛⬜🍏"])
def test_what_is_no_mark(text: str) -> None:
    with pytest.raises(FeedbackError, match="Feedback is written like"):
        game_named("words2").parse_feedback(text)


@cases(
    ("text", "feedback"),
    [
        (text, (1, 2))
        for text in ("1,2", "1A2B", "+1 -2", "+1, −2", "1B2W", "1b 2w", "2W1B", "1R2W", "1B2C")
    ]
    + [
        (text, (1, 2))
        for text in ("1 bull 2 cows", "1 black and 2 whites", "cows: 2, bulls: 1", "12")
    ]
    + [
        (text, (1, 2))
        for text in ("⚫⚪⚪", "⚪⚫⚪", "●○○", "🔴⚪⚪", "🖤🤍🤍", "BWW", "wbw", "RWW", "⬛⬜⬜")
    ]
    + [
        (text, (1, 2))
        for text in ("🟩🟨🟨⬛", "🟨⬜🟩🟨", "ABB", "BCC", "GYY", "BWW-", "■□□", "[1, 2]", "(1;2)")
    ]
    + [
        (text, (1, 2))
        for text in ("(1 black) (2 white)", "1 × black, 2xwhite", "one black, two white", "1●2○")
    ]
    + [
        (text, (1, 2))
        for text in ("1/2", "1-2", "1 2", "1 in place, 2 elsewhere", "1 correct 2 misplaced")
    ]
    + [
        ("–", (0, 0)),
        ("none", (0, 0)),
        ("no bulls, 1 cow", (0, 1)),
        ("2 bulls", (2, 0)),
        ("⚫⚫⚫⚫", (4, 0)),
    ],
)
def test_counts(text: str, feedback: tuple[int, int]) -> None:
    assert game_named("classic").parse_feedback(text) == feedback
    assert game_named("bulls10").parse_feedback(text) == feedback


@cases("text", ["1", "1,2,3", "BWX", "⚫⚪🍏", "two apples", "⚫⚫⚫⚫⚫", "", "1B2Q"])
def test_what_counts_nothing(text: str) -> None:
    with pytest.raises(FeedbackError):
        game_named("classic").parse_feedback(text)


def test_key_pegs_mean_what_the_board_shows() -> None:
    """With eight guesses the white ones are in place; black and white never are the other way."""
    eight, classic = game_named("eight"), game_named("classic")
    assert (eight.parse_feedback("RWW"), classic.parse_feedback("RWW")) == ((2, 1), (1, 2))
    assert eight.parse_feedback("🔴⚪⚪") == (2, 1)
    assert eight.parse_feedback("BWW") == (1, 2)
    assert (
        game_named("4x6p").parse_feedback("⚫⚫")
        == game_named("4x6p").parse_feedback("2 black")
        == (2,)
    )
    with pytest.raises(FeedbackError, match="Write feedback like “2”"):
        game_named("4x6p").parse_feedback("⚫⚪")


@cases(
    ("text", "row"),
    [
        ("1123:1,2", "1123:1,2"),
        ("1 1 2 3  1 2", "1123:1,2"),
        ("Row 1: 1123  1,2", "1123:1,2"),
        ("3. 1123 - 1A2B", "1123:1,2"),
        ("#2) 1123 → ⚫⚪⚪", "1123:1,2"),
        ("1123 | 1 bull 2 cows", "1123:1,2"),
        ("⚫⚪⚪ 1123", "1123:1,2"),
        ("1123 = BWW", "1123:1,2"),
        ("R, R, O, Y; 1B2W", "RROY:1,2"),
        ("red red orange yellow 1 black 2 white", "red-red-orange-yellow:1,2"),
    ],
)
def test_rows_of_pegs(text: str, row: str) -> None:
    read = game_named("classic").read_turns([text])
    assert read.game.format_turn(read.turns[0]) == row


@cases(
    "text",
    [
        "#3 crane 00021",
        "⬛⬛⬛🟩🟨 (CRANE)",
        "“crane” → ‘---gy’",
        "**crane** BBBGY",
        "Guess 2/6: crane ⬛⬛⬛🟩🟨",
        "`crane`: [0, 0, 0, 2, 1]",
    ],
)
def test_a_row_with_a_label_and_quotes(text: str) -> None:
    read = game_named("words2").read_turns([text])
    assert read.game.format_turn(read.turns[0]).lower() == "crane:---gy"


def test_the_text_of_a_newspaper_with_its_words() -> None:
    """Its heading and its address say nothing; squares come before or after a word."""
    lines = [
        "Daily word 1,204 3/6*",
        "⬛🟨⬛⬛⬛ OUTER",
        "SWILL ⬛⬛⬛🟨⬛",
        "https://words.example/1204",
    ]
    read = game_named("words2").read_turns(lines)
    assert list(map(read.game.format_turn, read.turns)) == ["OUTER:-y---", "SWILL:---y-"]
    assert read.notation == (
        "⬛🟨⬛⬛⬛ as -y---; without “Daily word 1,204 3/6…”; without “https://words.exampl…”"
    )
    with pytest.raises(FeedbackError, match="is feedback without its guess"):
        game_named("words2").read_turns([lines[0], "⬛🟨⬛⬛⬛", "🟩🟩🟩🟩🟩"])


@cases("text", ["CRANES -----", "CRANES:-----", "CRANE:", "CRANE", "CRANE:--", "1122:1,0"])
def test_a_slip_is_no_heading(text: str) -> None:
    with pytest.raises((CodeError, FeedbackError), match="Row 1: "):
        game_named("words2").read_turns([text, "CRANE:-----"])


def test_a_guess_needs_no_list() -> None:
    """It's compared with the words that can be hidden, by the plain rule."""
    game = game_named("words2")
    read = game.read_turns(["zzxqj:-----", "VOUCH:----g"])
    assert read.notation.startswith("ZZXQJ as a guess only: it’s on no list")
    codes = candidates(read.game, read.turns)
    plain = [
        code
        for code in map(game.code_at, game.secrets.tolist())
        if all(game.feedback(turn.code, code) == turn.feedback for turn in read.turns)
    ]
    assert list(codes) == plain
    assert len(plain) > 10
    assert not read.game.is_secret(read.turns[0].code)
    assert read.game.secret_count == game.secret_count
    again = game_named(read.game.name)
    assert again.read_turns(["ZZXQJ:-----"]).turns[0] == read.turns[0]
    assert read.game.name.partition(ADDED)[0] == "words2"


def test_more_guesses_change_no_letter_of_a_list_of_ones_own() -> None:
    game = parse_words(TREES)
    larger = game.adapt(["quick", "vexed"])
    for word in game.words:
        assert larger.parse_code(word) == game.parse_code(word)
    assert larger.format_code(larger.parse_code("QUICK")) == "quick"
    with pytest.raises(CodeError, match="not on this game’s list"):
        game.parse_code("quick")


def test_two_lists() -> None:
    """The second one's words are guesses that the first one's aren't."""
    game = parse_words("pear plum lime", "lime figs kiwi pear")
    assert game.words == ("pear", "plum", "lime")
    assert [game.format_code(code) for code in game.codes_in_order[3:]] == ["figs", "kiwi"]
    twin = game_named(name_words("pear plum lime", "lime figs kiwi").name)
    assert twin.words == ("lime", "pear", "plum")
    assert [twin.format_code(code) for code in twin.codes_in_order[3:]] == ["figs", "kiwi"]
    assert not twin.is_secret(twin.parse_code("figs"))
