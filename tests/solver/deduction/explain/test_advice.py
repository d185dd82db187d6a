"""Hints: facts with minimal proofs, tiers, and their words."""

import pytest

from solver.deduction.explain import advice
from solver.deduction.games import game_for, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.knowledge.code_table import prove
from solver.deduction.knowledge.facts import FactKind
from solver.deduction.knowledge.thread import find_thread
from solver.deduction.rules.game import Code, CodeError, Game, Turn
from solver.deduction.rules.mastermind import Rules
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.text import advice as advice_words
from solver.deduction.text.diagnosis import conflict_words
from solver.deduction.text.facts import facts_words
from solver.deduction.text.thread import no_rows_words
from tests.cases import cases
from tests.solver.deduction.knowledge.test_facts import POSITIONS

CLASSIC = game_for(Rules())
NAMES = ["red", "blue", "green", "yellow", "white", "black"].__getitem__


def turns_of(*texts: str) -> tuple[Turn, ...]:
    return tuple(CLASSIC.parse_turn(text) for text in texts)


@cases(("game", "turns"), POSITIONS)
def test_facts_do_not_repeat_each_other(game: Game, turns: list[Turn]) -> None:
    facts = prove(game, turns).facts
    out = [colour for fact in facts if fact.kind is FactKind.OUT for colour in fact.colours]
    holes = [fact.holes[0] for fact in facts if fact.kind is FactKind.HOLE]
    assert len(set(out)) == len(out)
    for fact in facts:
        if fact.kind is FactKind.NOT_HERE:
            assert not set(fact.colours) & set(out)
            assert not set(fact.holes) & set(holes)
    kinds = [list(FactKind).index(fact.kind) for fact in facts]
    assert kinds == sorted(kinds)


@cases(
    ("turns", "words"),
    [
        (("1123:0,0",), "Red, blue and green are not in the code (row 1)."),
        (("1111:0,0", "2222:0,0"), "Red is not in the code (row 1)."),
        (("1111:2,0",), "Red is in the code exactly twice (row 1)."),
        (("1122:0,2", "3344:0,2"), "White and black are not in the code (rows 1 and 2)."),
        (("1112:0,1",), "Red is not in hole 1, 2 or 3; blue is not in hole 4 (row 1)."),
        (
            ("1122:2,0", "3344:2,0"),
            "Red and green are not in hole 3 or 4; blue and yellow are not in hole 1",
        ),
        (("1666:1,0", "6666:0,0"), "Hole 1 is red (rows 1 and 2)."),
        (("1112:0,1", "2222:0,0"), "Red is in the code exactly once (rows 1 and 2)."),
        (("1222:0,1", "2222:0,0"), "Red is in the code at least once (rows 1 and 2)."),
    ],
)
def test_reasons_in_words(turns: tuple[str, ...], words: str) -> None:
    sentences = [*facts_words(CLASSIC, prove(CLASSIC, turns_of(*turns)).facts, NAMES)]
    assert any(sentence.startswith(words) for sentence in sentences), sentences


def test_before_the_first_answer() -> None:
    assert advice_words.nudge_words(advice.nudge(CLASSIC, ())) == (
        "1,296 possible codes are left.",
    )
    assert no_rows_words(find_thread(CLASSIC, ())) == (
        "There’s no feedback yet, so all 1,296 codes are possible."
    )
    assert advice_words.move_words(CLASSIC, advice.move(CLASSIC, ())) == (
        "Try 1123. It could be the code.",
        "No guess needs fewer guesses on average.",
        "Expect 4.34 more guesses, this one included.",
        "14 possible outcomes: 276 codes left at worst, 185.3 on average.",
    )


def test_a_row_that_is_not_full_gets_no_comment() -> None:
    assert advice_words.nudge_words(advice.nudge(CLASSIC, turns_of("1122:1,0"))) == (
        "256 possible codes are left.",
    )


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        ("first", "It’s the first possible code."),
        ("minimax-candidates", "No guess that could be the code leaves fewer codes at worst."),
        ("entropy", "No guess tells you more: 3.06 bits on average."),
        ("knuth", "No guess leaves fewer codes at worst."),
        ("expected", "No guess leaves fewer codes on average than its 185.3."),
        ("parts", "No guess has more than its 14 possible outcomes."),
    ],
)
def test_by_what_a_guess_is_best(strategy: str, words: str) -> None:
    assert (
        advice_words.move_words(CLASSIC, advice.move(CLASSIC, (), STRATEGIES[strategy]))[1] == words
    )


def test_few_codes_left_need_few_words() -> None:
    turns = turns_of("1122:2,2", "1112:3,0")
    assert candidates(CLASSIC, turns).count == 2
    assert advice_words.move_words(CLASSIC, advice.move(CLASSIC, turns)) == (
        "Try 1212. It could be the code.",
        "If it isn’t, the code is the other one left.",
    )
    turns = turns_of("1122:2,2")
    assert candidates(CLASSIC, turns).count == 4
    assert advice_words.move_words(CLASSIC, advice.move(CLASSIC, turns, STRATEGIES["entropy"]))[
        2
    ] == ("Whatever the feedback, only one code is left after it.")


@pytest.mark.parametrize(
    ("draft", "contradicts", "words"),
    [
        ((0, 2, 3, 4), (), ("Your row fits all the feedback so far, so it could be the code.",)),
        (
            (0, 0, 1, 1),
            (0,),
            (
                "Your row can’t be the code: it doesn’t fit the feedback for row 1.",
                "If it were the code, row 1 would have scored 4,0. It scored 1,0.",
            ),
        ),
        (
            (0, 0, 2, 5),
            (0, 1),
            (
                "Your row can’t be the code: it doesn’t fit the feedback for rows 1 and 2.",
                "If it were the code, row 1 would have scored 2,0. It scored 1,0.",
            ),
        ),
    ],
)
def test_a_draft_row(draft: Code, contradicts: tuple[int, ...], words: tuple[str, ...]) -> None:
    turns = turns_of("1122:1,0", "6666:0,0")
    result = advice.nudge(CLASSIC, turns, draft)
    assert (result.candidates, result.contradicts, result.turns) == (108, contradicts, 2)
    sentences = advice_words.nudge_words(result, feedback_words=CLASSIC.format_feedback)
    assert sentences[1:] == words


def test_a_draft_row_before_the_first_answer_and_before_the_last() -> None:
    first = advice_words.nudge_words(advice.nudge(CLASSIC, (), (0, 0, 1, 1)))
    assert first[1] == "Your row could be the code: there’s no feedback yet to rule it out."
    turns = turns_of("1122:2,2", "1212:4,0")
    last = advice_words.nudge_words(advice.nudge(CLASSIC, turns, (0, 1, 0, 1)))
    assert last[1] == "Your row fits all the feedback so far, so it must be the code."
    turns = turns_of("1122:0,0", "3344:0,0", "1144:0,0")
    wrong = advice_words.nudge_words(advice.nudge(CLASSIC, turns, (0, 0, 3, 3)))
    assert wrong[1].endswith("it doesn’t fit the feedback for any row.")


def test_a_draft_that_is_no_code() -> None:
    with pytest.raises(CodeError):
        advice.nudge(CLASSIC, (), (0, 0, 0, 6))


@pytest.mark.parametrize(
    ("turns", "proof", "words"),
    [
        (
            ("1234:1,1", "1111:2,0", "1166:0,0"),
            (1, 2),
            "The feedback for rows 2 and 3 can’t both be",
        ),
        (("1234:1,1", "1111:2,1"), (1,), "The feedback for row 2 can’t be right."),
    ],
)
def test_answers_that_contradict_each_other(
    turns: tuple[str, ...], proof: tuple[int, ...], words: str
) -> None:
    history = turns_of(*turns)
    result = find_thread(CLASSIC, history)
    assert result.contradiction == proof
    assert conflict_words(result.contradiction).startswith(words)
    wrong = ("No code fits all the feedback, so at least one row is wrong.",)
    for draft in ((0, 0, 0, 0), None):
        assert advice_words.nudge_words(advice.nudge(CLASSIC, history, draft)) == wrong
    assert advice.move(CLASSIC, history) is None
    assert advice_words.move_words(CLASSIC, None) == wrong


def test_the_last_code() -> None:
    turns = turns_of("1122:2,2", "1212:4,0")
    assert (
        advice_words.nudge_words(advice.nudge(CLASSIC, turns))[0]
        == "Only one possible code is left."
    )
    words = advice_words.move_words(CLASSIC, advice.move(CLASSIC, turns))
    assert words == ("Try 1212. It’s the code.",)
    (line,) = find_thread(CLASSIC, turns).lines
    assert line.rows == (1,)


def test_a_large_board_says_what_was_compared() -> None:
    game = game_named("grand")
    words = advice_words.move_words(game, advice.move(game, (), STRATEGIES["sampled"]))
    assert words[-1] == (
        "This board is too large to compare everything: 531,441 guesses were compared on "
        "50,000 of the 531,441 codes left."
    )


def test_out_of_reach_perfect_play_is_not_claimed() -> None:
    game = game_named("bulls10")
    move = advice.move(game, [game.parse_turn("0123:0,1")], STRATEGIES["perfect"])
    words = " ".join(advice_words.move_words(game, move))
    assert "since perfect play can’t be worked out here" in words
    assert "too large" not in words


def test_a_draft_that_the_rules_exclude() -> None:
    nudge = advice.nudge(game_named("distinct"), (), (0, 0, 1, 2))
    assert advice_words.nudge_words(nudge)[1] == (
        "Your row can’t be the code, since nothing repeats in the code of this game."
    )


@pytest.mark.parametrize(
    ("name", "turn", "words"),
    [
        (
            "grand",
            "11..22:0,0",
            "Colours 1 and 2 are not in the code, and no hole is empty (row 1).",
        ),
        ("bulls10", "0123:0,0", "Digits 0, 1, 2 and 3 are not in the code (row 1)."),
        ("bulls9", "1234:2,2", "Digits 1, 2, 3 and 4 are each in the code exactly once (row 1)."),
        (
            "bulls9",
            "1234:0,1",
            "Digit 1 is not in place 1; digit 2 is not in place 2; digit 3 is not in place 3; "
            "digit 4 is not in place 4 (row 1).",
        ),
        (
            "grand",
            "1....2:0,3",
            "Colour 1 is not in hole 1; colour 2 is not in hole 6; holes 2, 3, 4 and 5 "
            "are not empty (row 1).",
        ),
        ("pair", "04:?", "Number 0 is not in place 1; number 4 is not in place 2 (row 1)."),
        ("words2", "CRANE:-----", "Letters A, C, E, N and R are not in the word (row 1)."),
    ],
)
def test_other_games_name_their_things(name: str, turn: str, words: str) -> None:
    game = game_named(name)
    facts = prove(game, [game.parse_turn(turn)]).facts
    assert words in facts_words(game, facts)
