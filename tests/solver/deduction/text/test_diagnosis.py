"""A diagnosis in words: each sentence read back, and judged by a search that knows only rules."""

from __future__ import annotations

import re
from random import Random

import pytest

from solver.deduction.games import game_for, game_named
from solver.deduction.knowledge.contradictions import diagnose
from solver.deduction.rules.bulls_and_cows import Digits
from solver.deduction.rules.game import Game
from solver.deduction.rules.mastermind import Rules
from solver.deduction.text.diagnosis import diagnosis_words, other_rows_words
from tests.sampling import asks_all
from tests.solver.deduction.text.diagnosis_checks import (
    Board,
    Judge,
    Row,
    draw_rows,
    numbers,
    others_of,
    otherwise_is_true,
)

CASES: list[tuple[Game, Board]] = [
    (game_for(Rules(3, 4)), Board(3, 4)),
    (game_for(Rules(4, 3)), Board(4, 3)),
    (game_for(Rules(2, 6)), Board(2, 6)),
    (game_for(Digits(3, 9)), Board(3, 9, repeats=False)),
    (game_for(Rules(4, 5, repeats=False)), Board(4, 5, repeats=False)),
]


def said_of(game: Game, rows: list[Row]) -> tuple[str, ...]:
    """Return the words for rows of digits."""
    turns = [game.parse_turn(f"{code}:{black},{white}") for code, (black, white) in rows]
    return diagnosis_words(game, diagnose(game, turns))


def is_true(judge: Judge, sentence: str) -> bool:
    """Read a sentence, and judge it."""
    if read := re.fullmatch(r"The feedback for rows? (.+) can’t (both |all )?be right\.", sentence):
        return judge.conflict(numbers(read[1]))
    if read := re.fullmatch(r"Row (\d+) could be (.+)\.", sentence):
        return all(way_is_true(judge, int(read[1]), way) for way in read[2].split("; or "))
    if sentence.startswith("If "):
        return otherwise_is_true(judge, sentence)
    if sentence == "Changing any one of these would fix it:":
        return judge.fewest() == 1
    if read := re.fullmatch(r"At least (\d+) rows must change, for example:", sentence):
        return judge.fewest() >= int(read[1])
    more = re.fullmatch(r"There (?:is|are) \d+ more sets? of rows that .+\.", sentence)
    assert more, sentence
    return True


def way_is_true(judge: Judge, row: int, words: str) -> bool:
    """Judge “0,0 or 0,1 with row 4 or rows 5 and 6 changed too”: each answer with each set."""
    answers, _, others = words.removesuffix(" changed too").partition(" with ")
    read = [(int(text[0]), int(text[2])) for text in answers.split(" or ")]
    return all(
        judge.could_be(row, answer, other | {row}) for answer in read for other in others_of(others)
    )


@pytest.mark.parametrize(("game", "board"), CASES, ids=lambda case: getattr(case, "name", ""))
def test_what_is_said_of_conflicting_answers_is_so(game: Game, board: Board) -> None:
    chance = Random(14)
    told = 0
    while told < (500 if asks_all() else 60):
        rows = draw_rows(board, chance)
        judge = Judge(board, rows)
        if not judge.is_conflict:
            continue
        told += 1
        false = [one for one in said_of(game, rows) if not is_true(judge, one)]
        assert not false, (rows, false)


def test_each_answer_is_told_with_the_rows_that_make_it_true() -> None:
    game = game_named("classic")
    texts = ("6161:0,2", "3635:1,0", "1215:1,0", "4266:0,1", "2364:0,3")
    words = diagnosis_words(game, diagnose(game, [game.parse_turn(text) for text in texts]))
    assert (
        "Row 1 could be 0,0 with row 4 or row 5 changed too; or 0,1 with row 5 changed too."
        in words
    )


def test_many_sets_of_rows_are_not_all_named() -> None:
    sets = [(0, 1, 2), (0, 3), (0, 4), (0, 5)]
    assert other_rows_words(0, sets) == "rows 2 and 3, row 4, row 5 or other rows"
