"""Contradictions: equal to trying all sets of turns on small games, and known cases."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.games import game_for, game_named
from solver.deduction.knowledge import contradictions
from solver.deduction.knowledge.candidates import contradicted
from solver.deduction.knowledge.contradictions import (
    MOST_OTHERWISE,
    Correction,
    Diagnosis,
    OtherFeedback,
    candidates_with_lies,
    count_untrue,
    diagnose,
    smallest_conflict,
)
from solver.deduction.knowledge.facts import Proof
from solver.deduction.rules.game import Game, Turn
from solver.deduction.rules.mastermind import Digits, KeyPegs, Rules, feedback

GAMES: list[Game] = [
    game_for(Rules(2, 3)),
    game_for(Rules(3, 4)),
    game_for(Rules(5, 2)),
    game_for(Rules(3, 2, blanks=True)),
    game_for(Rules(3, 5, secret_repeats=False)),
    game_for(Rules(2, 5, repeats=False)),
    game_for(Digits(3, 9)),
    game_named("pair"),
]


@st.composite
def histories(draw: st.DrawFn) -> tuple[Game, tuple[Turn, ...]]:
    """Turns of one secret, some with other feedbacks; so contradictions are often long."""
    game = draw(st.sampled_from(GAMES))
    indices = st.integers(0, len(game.codes) - 1)
    secret = game.code_at(int(draw(st.sampled_from(game.secrets.tolist()))))
    turns = []
    for index in draw(st.lists(indices, min_size=1, max_size=6)):
        guess = game.code_at(index)
        wrong = draw(st.integers(0, 2)) == 0
        row = draw(st.sampled_from(game.feedbacks)) if wrong else game.feedback(guess, secret)
        turns.append(Turn(guess, row))
    return game, tuple(turns)


def plainly(game: Game, turns: Sequence[Turn]) -> Diagnosis:
    """Diagnose by trying all sets of turns on all codes."""
    codes = [game.code_at(index) for index in game.secrets.tolist()]
    feedbacks = [[game.feedback(turn.code, code) for turn in turns] for code in codes]
    files = [{t for t, a in enumerate(row) if a != turns[t].feedback} for row in feedbacks]
    if not all(files):
        return Diagnosis(consistent=True)
    conflicts: list[Proof] = []
    for size in range(1, len(turns) + 1):
        for subset in combinations(range(len(turns)), size):
            held = any(set(conflict) <= set(subset) for conflict in conflicts)
            if not held and all(file & set(subset) for file in files):
                conflicts.append(subset)
    fewest = min(map(len, files))
    smallest = [
        (file, row) for file, row in zip(files, feedbacks, strict=True) if len(file) == fewest
    ]
    corrections = []
    for turn in range(len(turns)):
        mine = [(file, row) for file, row in smallest if turn in file]
        could = {row[turn]: set[Proof]() for _, row in mine}
        for file, row in mine:
            could[row[turn]].add(tuple(sorted(file)))
        ways = [OtherFeedback(keys, tuple(sorted(sets))) for keys, sets in sorted(could.items())]
        if mine:
            corrections.append(Correction(turn, tuple(ways)))
    otherwise = sets_without([correction.turn for correction in corrections], files)
    return Diagnosis(
        consistent=False,
        conflicts=tuple(conflicts),
        changes=fewest,
        corrections=tuple(corrections),
        otherwise=otherwise if fewest == 1 else (),
    )


def sets_without(right: Sequence[int], files: Sequence[set[int]]) -> tuple[Proof, ...]:
    """Return the smallest sets of turns to change that have none of those that are right."""
    turn_sets = {tuple(sorted(file)) for file in files if not file & set(right)}
    fewest = min(map(len, turn_sets), default=0)
    return (
        ()
        if fewest > MOST_OTHERWISE
        else tuple(sorted(turn_set for turn_set in turn_sets if len(turn_set) == fewest))
    )


@given(histories())
def test_a_diagnosis_is_that_of_all_sets(history: tuple[Game, tuple[Turn, ...]]) -> None:
    game, turns = history
    truth = plainly(game, turns)
    assert diagnose(game, turns) == truth
    if truth.consistent:
        with pytest.raises(ValueError, match="all be true"):
            smallest_conflict(game, turns)
    else:
        assert smallest_conflict(game, turns) == truth.conflicts[0]


@given(histories())
def test_a_search_that_ends_early_says_so(history: tuple[Game, tuple[Turn, ...]]) -> None:
    """The fewest changes need no list of all conflicts."""
    game, turns = history
    truth = plainly(game, turns)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contradictions, "MOST_WORK", 0)
        diagnosis = diagnose(game, turns)
        assert diagnosis == replace(truth, conflicts=(), complete=truth.consistent)
        if not truth.consistent:
            assert smallest_conflict(game, turns) in truth.conflicts


def test_a_list_of_conflicts_ends_at_its_bound() -> None:
    game = game_for(Rules(2, 3))
    turns = [Turn((0, 0), KeyPegs(black, 0)) for black in (0, 1, 2)]
    everything = diagnose(game, turns)
    assert everything.conflicts == ((0, 1), (0, 2), (1, 2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contradictions, "MOST_CONFLICTS", 2)
        diagnosis = diagnose(game, turns)
    assert diagnosis.conflicts == ((0, 1), (0, 2))
    assert not diagnosis.complete
    assert (diagnosis.changes, diagnosis.corrections) == (
        everything.changes,
        everything.corrections,
    )


def test_no_turns_contradict_nothing() -> None:
    for game in GAMES:
        assert diagnose(game, []) == Diagnosis(consistent=True)


def test_a_history_of_many_turns() -> None:
    """The same turns again change the count of changes, not that of what is wrong."""
    game = game_for(Rules(4, 6))
    turns = [game.parse_turn(text) for text in ("1122:0,0", "1134:3,0", "5566:0,1")]
    diagnosis = diagnose(game, turns * 9)
    assert diagnosis.changes == 9
    assert all(len(conflict) == 2 for conflict in diagnosis.conflicts)
    with pytest.raises(ValueError, match="60 turns"):
        diagnose(game, turns * 21)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", [Rules(6, 8, blanks=True), Rules(6, 9)])
def test_the_wrong_answer_of_a_large_board_is_named(rules: Rules) -> None:
    game, pegs = game_for(rules), rules.pegs
    secret = (3, 8, 2, 3, 4, 1, 0, 7)[:pegs]
    guesses = [tuple((start + step * hole) % 9 for hole in range(pegs)) for start, step in STEPS]
    turns = [Turn(guess, feedback(guess, secret)) for guess in guesses]
    assert diagnose(game, turns).consistent
    wrong = 4
    black, white = turns[wrong].feedback
    slip = KeyPegs(black, white - 1 if white else white + 1)
    turns[wrong] = Turn(guesses[wrong], slip)
    diagnosis = diagnose(game, turns)
    assert diagnosis.complete
    assert diagnosis.changes == 1
    corrections = {correction.turn: correction for correction in diagnosis.corrections}
    possible = [possible_feedback for possible_feedback, _ in corrections[wrong].feedbacks]
    assert feedback(guesses[wrong], secret) in possible
    assert all(set(corrections) <= set(conflict) for conflict in diagnosis.conflicts)
    check(game, turns, diagnosis)


STEPS = [(0, 1), (1, 2), (2, 0), (3, 1), (8, 1), (5, 4), (3, 0), (8, 7), (4, 5), (1, 0), (4, 0)]


def check(game: Game, turns: Sequence[Turn], diagnosis: Diagnosis) -> None:
    """Check conflicts and corrections by asking anew."""
    for conflict in diagnosis.conflicts:
        chosen = [turns[turn] for turn in conflict]
        assert not diagnose(game, chosen).consistent
        for place in range(len(chosen)):
            assert diagnose(game, chosen[:place] + chosen[place + 1 :]).consistent
    for correction in diagnosis.corrections[:2]:
        possible = [possible_feedback for possible_feedback, _ in correction.feedbacks]
        for possible_feedback in game.feedbacks:
            history = list(turns)
            history[correction.turn] = Turn(turns[correction.turn].code, possible_feedback)
            assert diagnose(game, history).consistent == (possible_feedback in possible)


def test_a_contradiction_of_sums_alone_needs_no_holes() -> None:
    turns = [Turn((0,) * 8, KeyPegs(5, 0)), Turn((1,) * 8, KeyPegs(4, 0))]
    assert diagnose(game_for(Rules(8, 5)), turns).conflicts == ((0, 1),)


def test_codes_if_some_feedback_is_a_lie() -> None:
    """Four pegs, seven colours: one, two, … of the answers are untrue for 9, 169 and more codes."""
    game = game_for(Rules(4, 7))
    texts = ("1234:2,1", "1256:0,2", "7231:1,2", "1324:1,1")
    turns = tuple(map(game.parse_turn, texts))
    counts = [candidates_with_lies(game, turns, lies).count for lies in range(5)]
    assert counts == [0, 9, 178, 1055, 2401]
    codes = list(candidates_with_lies(game, turns, 1))
    assert " ".join(map(game.format_code, codes)) == "2721 5371 6371 7122 7127 7315 7362 7523 7623"


@given(histories())
def test_rows_that_alone_may_be_untrue(history: tuple[Game, tuple[Turn, ...]]) -> None:
    game, turns = history
    codes = [game.code_at(index) for index in game.secrets.tolist()]
    liars = [contradicted(game, code, turns) for code in codes]
    rows = tuple(liars.count((row,)) for row in range(len(turns)))
    assert count_untrue(game, turns) == (liars.count(()), rows)
