"""How hard exercises are, and that a seed stays what it was."""

import pytest

from solver import exercises
from solver.deduction.exercises import liar, one_code_left, piles, what_is_proved
from solver.deduction.exercises.positions import board
from tests.cases import cases

EASY, MEDIUM, HARD = exercises.ExerciseLevel


@cases("seed", range(12))
def test_one_code_left_says_how_many_rows_are_taken_together(seed: int) -> None:
    ways = {level: one_code_left.make(level, seed).deduction for level in exercises.ExerciseLevel}
    assert ways[EASY].most == 1
    assert (ways[MEDIUM].most, ways[MEDIUM].hard) == (2, 1)
    assert max(ways[HARD].most - 1, ways[HARD].hard) > 1


@cases("seed", range(12))
def test_what_is_proved_says_how_many_rows_prove_its_hardest_claim(seed: int) -> None:
    def most(level: exercises.ExerciseLevel) -> int:
        return max(len(proof) for proof in what_is_proved.make(level, seed).proofs if proof)

    assert (most(EASY), most(MEDIUM)) == (1, 2)
    assert most(HARD) > 2


@cases("seed", range(12))
def test_liar_says_how_many_rows_contradict_each_other(seed: int) -> None:
    assert liar.make(EASY, seed).most == 2
    assert liar.make(MEDIUM, seed).most == 3
    assert liar.make(HARD, seed).most > 3


def test_a_seed_stays_what_it_was() -> None:
    """Should this fail, what makes exercises has changed: raise its VERSION."""
    write = board().format_turn
    assert [write(turn) for turn in one_code_left.make(HARD, 7).turns] == [
        *("1256:2,0", "1643:1,1", "6621:1,1", "4633:1,0")
    ]
    assert [write(turn) for turn in what_is_proved.make(HARD, 7).turns] == [
        *("1646:1,1", "1545:0,0", "5356:1,0", "5641:0,1")
    ]
    assert sorted(what_is_proved.make(HARD, 7).proved) == [1, 3, 4, 5]
    assert board().format_code(piles.make(HARD, 7).guess) == "4254"
    assert liar.make(HARD, 7).row == 1


def test_levels_and_seeds_are_read() -> None:
    assert exercises.parse_level("easy") is EASY
    assert (
        exercises.parse_seed(exercises.format_seed(1, exercises.MOST_SEED), 1)
        == exercises.MOST_SEED
    )
    with pytest.raises(exercises.ExerciseError, match="no level"):
        exercises.parse_level("harder")
    with pytest.raises(exercises.ExerciseError, match="another version"):
        exercises.parse_seed("v2-7", 1)


@cases(
    "text",
    ["", "7", "v1", "v1-", "v1--7", "v1-07", "v1-1e3", "v1-²", "v1-1000000000", f"v1-{99 * '9'}"],
)
def test_what_is_no_seed_is_refused(text: str) -> None:
    with pytest.raises(exercises.ExerciseError, match="There’s no exercise “"):
        exercises.parse_seed(text, 1)
