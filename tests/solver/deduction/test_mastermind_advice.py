"""Hints: facts with minimal proofs, tiers, and their words."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deduction import advice, facts
from solver.deduction.candidates import candidates
from solver.deduction.facts import Exclusions, Fact, FactKind, is_broken_by, prove
from solver.deduction.games import Mastermind, game_for
from solver.deduction.mastermind import Code, CodeError, Rules, Turn, feedback, parse_turn

CLASSIC = Rules()
NAMES = ["red", "blue", "green", "yellow", "white", "black"].__getitem__


def turns_of(*texts: str) -> tuple[Turn, ...]:
    return tuple(parse_turn(text, CLASSIC) for text in texts)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Mastermind, tuple[Turn, ...]]:
    game = game_for(draw(st.sampled_from([Rules(3, 4), Rules(2, 6), Rules(4, 3), Rules(2, 1)])))
    indices = st.integers(0, len(game.codes) - 1)
    secret = game.code_at(draw(indices))
    guesses = [game.code_at(index) for index in draw(st.lists(indices, max_size=6))]
    return game, tuple(Turn(guess, feedback(guess, secret)) for guess in guesses)


def holds(fact: Fact, code: Code) -> bool:
    """Say plainly whether a fact is true of a code."""
    (first, *_), count = fact.colours, fact.count
    match fact.kind:
        case FactKind.HOLE:
            return code[fact.holes[0]] == first
        case FactKind.OUT:
            return not set(fact.colours) & set(code)
        case FactKind.COUNT:
            return code.count(first) == count
        case FactKind.IN:
            return code.count(first) >= count
        case FactKind.NOT_HERE:
            return all(code[hole] != first for hole in fact.holes)


def plainly_proves(game: Mastermind, turns: list[Turn], fact: Fact) -> bool:
    codes = product(range(game.rules.colours), repeat=game.rules.pegs)
    fitting = (c for c in codes if all(feedback(t.code, c) == t.feedback for t in turns))
    return all(holds(fact, code) for code in fitting)


def test_a_fact_is_broken_where_it_does_not_hold() -> None:
    game = game_for(Rules(3, 4))
    every = [
        Fact(FactKind.HOLE, (1,), (2,), 1),
        Fact(FactKind.OUT, (0, 3)),
        Fact(FactKind.COUNT, (2,), count=2),
        Fact(FactKind.IN, (2,), count=2),
        Fact(FactKind.NOT_HERE, (3,), (0, 2)),
    ]
    for fact in every:
        broken = is_broken_by(fact, game.codes).tolist()
        assert broken == [not holds(fact, game.code_at(index)) for index in range(64)]


@settings(max_examples=80, deadline=None)
@given(positions())
def test_each_proof_suffices_and_has_no_turn_to_spare(
    position: tuple[Mastermind, tuple[Turn, ...]],
) -> None:
    game, turns = position
    for fact in prove(game, turns, game.codes[candidates(game, turns)]):
        proof = [turns[index] for index in fact.proof]
        assert plainly_proves(game, proof, fact)
        for spared in range(len(proof)):
            assert not plainly_proves(game, proof[:spared] + proof[spared + 1 :], fact)


@settings(max_examples=80, deadline=None)
@given(positions())
def test_facts_do_not_repeat_each_other(position: tuple[Mastermind, tuple[Turn, ...]]) -> None:
    game, turns = position
    facts = prove(game, turns, game.codes[candidates(game, turns)])
    out = [colour for fact in facts if fact.kind is FactKind.OUT for colour in fact.colours]
    settled = [fact.holes[0] for fact in facts if fact.kind is FactKind.HOLE]
    assert len(set(out)) == len(out)
    for fact in facts:
        if fact.kind is FactKind.NOT_HERE:
            assert fact.colours[0] not in out
            assert not set(fact.holes) & set(settled)
    kinds = [list(FactKind).index(fact.kind) for fact in facts]
    assert kinds == sorted(kinds)


@settings(max_examples=40, deadline=None)
@given(positions())
def test_the_only_code_left_is_settled_hole_by_hole(
    position: tuple[Mastermind, tuple[Turn, ...]],
) -> None:
    game, turns = position
    left = candidates(game, turns)
    if left.size == 1:
        facts = prove(game, turns, game.codes[left])
        code = {fact.holes[0]: fact.colours[0] for fact in facts}
        assert code == dict(enumerate(game.code_at(int(left[0]))))


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (("1123:0,0",), "Red, blue and green are not in the code (row 1)."),
        (("1111:0,0", "2222:0,0"), "Red is not in the code (row 1)."),
        (("1111:2,0",), "Red is in the code exactly twice (row 1)."),
        (("1122:0,2", "3344:0,2"), "White and black are not in the code (rows 1 and 2)."),
        (("1112:0,1",), "Red is not in hole 1, 2 or 3 (row 1)."),
        (("1666:1,0", "6666:0,0"), "Hole 1 is red (rows 1 and 2)."),
        (("1112:0,1", "2222:0,0"), "Red is in the code exactly once (rows 1 and 2)."),
        (("1222:0,1", "2222:0,0"), "Red is in the code at least once (rows 1 and 2)."),
    ],
)
def test_reasons_in_words(turns: tuple[str, ...], words: str) -> None:
    sentences = advice.reasons_words(advice.reasons(CLASSIC, turns_of(*turns)), NAMES)
    assert any(sentence.startswith(words) for sentence in sentences), sentences


def test_before_the_first_answer() -> None:
    assert advice.nudge_words(advice.nudge(CLASSIC, ())) == ("1,296 codes are still possible.",)
    assert advice.reasons_words(advice.reasons(CLASSIC, ())) == (
        "No row is answered yet: all 1,296 codes are possible.",
    )
    assert advice.move_words(advice.move(CLASSIC, ())) == (
        "Play 1234: it may be the code itself.",
        "It is the guess whose answer tells most, on average.",
        "Its answer falls into one of 14 groups: at worst 312 codes are left, 188.2 on average "
        "(3.06 bits, as much as 3.06 yes-or-no questions).",
    )


def test_a_row_that_is_not_full_is_asked_for_once_there_is_an_answer() -> None:
    assert advice.nudge_words(advice.nudge(CLASSIC, turns_of("1122:1,0"))) == (
        "256 codes are still possible.",
        "Fill your row first, and this hint also says whether it contradicts an answer.",
    )


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        ("first", "It is the first code that is still possible."),
        (
            "minimax-candidates",
            "It is the guess that leaves the fewest codes at worst, of those that may be the code.",
        ),
        ("knuth", "It is the guess that leaves the fewest codes at worst."),
        ("expected", "It is the guess that leaves the fewest codes on average."),
        ("parts", "It is the guess that can get the most different answers."),
    ],
)
def test_by_what_a_guess_is_best(strategy: str, words: str) -> None:
    assert advice.move_words(advice.move(CLASSIC, (), strategy))[1] == words


def test_few_codes_left_need_few_words() -> None:
    turns = turns_of("1122:2,2", "1112:3,0")
    left = candidates(game_for(CLASSIC), turns)
    assert left.size == 2
    assert advice.move_words(advice.move(CLASSIC, turns)) == (
        "Play 1212: it may be the code itself.",
        "If it is not, it is the other of the two codes left.",
    )
    turns = turns_of("1122:2,2")
    assert candidates(game_for(CLASSIC), turns).size == 4
    assert advice.move_words(advice.move(CLASSIC, turns))[2] == (
        "Whatever the answer, only one code is left after it."
    )


def test_when_nothing_is_certain() -> None:
    result = advice.reasons(CLASSIC, turns_of("1123:1,1"))
    assert result.facts == ()
    assert advice.reasons_words(result, NAMES) == (
        "Nothing is certain yet about any single hole or colour.",
        "Yellow, white and black can each be there at most twice.",
        "The likeliest so far: hole 1 is red in 63 of 230 codes.",
    )


@pytest.mark.parametrize(
    ("draft", "contradicts", "words"),
    [
        ((0, 2, 3, 4), (), "Your row fits every answer so far: it may be the code."),
        ((0, 0, 1, 1), (0,), "it contradicts the answer to row 1."),
        ((0, 0, 2, 5), (0, 1), "it contradicts the answers to rows 1 and 2."),
    ],
)
def test_a_draft_row(draft: Code, contradicts: tuple[int, ...], words: str) -> None:
    turns = turns_of("1122:1,0", "6666:0,0")
    result = advice.nudge(CLASSIC, turns, draft)
    assert result == advice.Nudge(108, draft, contradicts, 2)
    assert advice.nudge_words(result)[1].endswith(words)


def test_a_draft_that_is_no_code() -> None:
    with pytest.raises(CodeError):
        advice.nudge(CLASSIC, (), (0, 0, 0, 6))


@pytest.mark.parametrize(
    ("turns", "proof", "words"),
    [
        (("1234:1,1", "1111:2,0", "1166:0,0"), (1, 2), "The answers to rows 2 and 3 can’t all be"),
        (("1234:1,1", "1111:2,1"), (1,), "The answer to row 2 can’t be right."),
    ],
)
def test_answers_that_contradict_each_other(
    turns: tuple[str, ...], proof: tuple[int, ...], words: str
) -> None:
    played = turns_of(*turns)
    result = advice.reasons(CLASSIC, played)
    assert result.contradiction == proof
    assert advice.reasons_words(result)[0].startswith(words)
    wrong = ("No code fits all the answers, so one of them must be wrong.",)
    for draft in ((0, 0, 0, 0), None):
        assert advice.nudge_words(advice.nudge(CLASSIC, played, draft)) == wrong
    assert advice.move(CLASSIC, played) is None
    assert advice.move_words(None) == wrong


CONTRADICTING = tuple(
    parse_turn(text, Rules(4, 4))
    for text in ["3243:0,3", "3231:0,3", "2212:0,2", "4222:1,1", "3112:1,2", "2113:0,3", "1121:2,0"]
)


def test_a_contradiction_is_as_small_as_can_be() -> None:
    proof = advice.reasons(Rules(4, 4), CONTRADICTING).contradiction
    assert len(proof) == 3


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_no_smaller_set_of_turns_contradicts_itself(data: st.DataObject) -> None:
    game = game_for(Rules(3, 4))
    codes = st.integers(0, 63).map(game.code_at)
    drawn = st.builds(Turn, codes, st.sampled_from(game.feedbacks))
    turns = tuple(data.draw(st.lists(drawn, min_size=3, max_size=7)))
    if candidates(game, turns).size:
        return
    proof = Exclusions(game, turns).contradiction()
    assert not candidates(game, [turns[index] for index in proof]).size
    for size in range(len(proof)):
        assert all(candidates(game, few).size for few in combinations(turns, size))


def test_long_games_get_a_contradiction_with_no_turn_to_spare(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(facts, "MOST_WORK", 0)
    game = game_for(Rules(4, 4))
    proof = Exclusions(game, CONTRADICTING).contradiction()
    assert not candidates(game, [CONTRADICTING[index] for index in proof]).size
    for spared in proof:
        assert candidates(game, [CONTRADICTING[index] for index in proof if index != spared]).size


def test_the_last_code() -> None:
    turns = turns_of("1122:2,2", "1212:4,0")
    assert advice.nudge_words(advice.nudge(CLASSIC, turns))[0] == "Only one code is still possible."
    words = advice.move_words(advice.move(CLASSIC, turns), NAMES)
    assert words == ("Play red, blue, red, blue: it is the code.",)
    assert [fact.proof for fact in advice.reasons(CLASSIC, turns).facts] == [(1,)] * 4


def test_a_large_board_says_what_was_weighed() -> None:
    words = advice.move_words(advice.move(Rules(5, 8), ()))
    assert words[-1] == (
        "This board is too large to weigh everything: 2,000 guesses were weighed on 2,000 codes."
    )


def test_count_after_each_turn() -> None:
    turns = turns_of("1122:1,0", "1344:0,2", "3526:2,1")
    assert advice.count_after_each_turn(CLASSIC, turns) == (256, 41, 3)
    assert advice.count_after_each_turn(CLASSIC, ()) == ()


def test_too_many_turns_for_proofs() -> None:
    with pytest.raises(ValueError, match="60 turns"):
        Exclusions(game_for(CLASSIC), turns_of("1122:1,0") * 61)


def test_a_board_of_one_code_needs_no_proof() -> None:
    words = advice.reasons_words(advice.reasons(Rules(2, 1), ()))
    assert words == ("Hole 1 is colour 1.", "Hole 2 is colour 1.")
