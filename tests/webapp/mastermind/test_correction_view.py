"""What pages say of answers that can't all be true, read back and judged by the bare rules."""

import re
from random import Random

from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.knowledge.contradictions import diagnose
from solver.deduction.rules.game import Turn
from tests.cases import cases
from tests.sampling import asks_all
from tests.solver.deduction.text.diagnosis_checks import Judge, numbers, row_sets
from tests.solver.deduction.text.test_every_game import secrets_of
from tests.solver.deduction.text.test_every_position import rows_of
from webapp.mastermind.correction_view import ShownAlternative, show_conflict
from webapp.mastermind.feedback_sheet import MOST_ROWS, Sheet, parse_rows


def advice_is_true(judge: Judge, advice: str) -> bool:
    """Judge the sentences above the rows that may be wrong."""
    return all(sentence_is_true(judge, sentence) for sentence in re.findall(r"[^.:]+[.:]", advice))


def sentence_is_true(judge: Judge, sentence: str) -> bool:
    sentence = sentence.strip()
    if read := re.fullmatch(r"If only one row is wrong, it’s row (\d+)\.", sentence):
        return judge.alone == {int(read[1])}
    if read := re.fullmatch(r"One mistake, in (either|any of \d) rows?, would explain.*", sentence):
        return len(judge.alone) == (2 if read[1] == "either" else int(read[1][-1]))
    if read := re.fullmatch(r"At least (\d+) rows are wrong\.", sentence):
        return judge.fewest() >= int(read[1])
    if sentence.startswith("If the feedback"):
        return judge.otherwise_is_so(sentence)
    assert sentence == "These could be, together with the rows named:", sentence
    return True


def way_is_true(judge: Judge, row: int, way: ShownAlternative) -> bool:
    """Judge an answer that a row could have been, and what stands by it."""
    answer = judge.game.parse_feedback(way.value)
    if way.leaves == "this row is the code":
        return answer == judge.game.feedbacks[judge.game.won] and judge.leaves(row, answer) == 1
    if way.leaves:
        (count,) = numbers(way.leaves.replace(",", ""))
        return judge.leaves(row, answer) == count
    return all(
        judge.could_be(row, answer, rows | {row})
        for rows in row_sets(way.also.removeprefix("with "))
    )


@cases("name", ["mini", "3of1-9"])
def test_what_a_page_says_of_conflicting_answers_is_so(name: str) -> None:
    game = game_named(name)
    face, chance, count = face_of(game), Random(41), 0
    while count < (400 if asks_all() else 120):
        turns = rows_of(game, chance, 0.4, 6)
        judge = Judge(game, turns, secrets_of(name))
        if not judge.fewest():
            continue
        count += 1
        conflict = show_conflict(Sheet(game, tuple(turns)), face)
        assert conflict
        assert advice_is_true(judge, conflict.advice), (turns, conflict.advice)
        for correction in conflict.corrections:
            for way in correction.ways + correction.more:
                assert way_is_true(judge, correction.row, way), (turns, correction.row, way)


def test_two_wrong_answers_are_not_left_out() -> None:
    game = game_named("classic")
    conflict = show_conflict(parse_rows(game, "1111:1,0;1234:0,0;1112:0,1"), face_of(game))
    assert conflict
    assert conflict.advice == (
        "If only one row is wrong, it’s row 2. If the feedback for row 2 is right, "
        "at least 2 other rows are wrong, for example rows 1 and 3."
    )


def test_a_long_conflict_on_a_large_board_is_named() -> None:
    game = game_named("6x9/20")
    rows = tuple(
        Turn(game.code_at(place * 199_999 % game.code_count), (place % 3, place % 4))
        for place in range(1, 25)
    )
    conflict = show_conflict(Sheet(game, rows), face_of(game))
    assert conflict is not None
    assert conflict.rows


def test_of_many_rows_of_many_secrets_a_smallest_conflict_is_named_first() -> None:
    """Not all conflicts are found here."""
    game = game_named("grand")
    draw = Random(5)
    secrets = [game.code_at(draw.randrange(game.code_count)) for _ in range(4)]
    guesses = [game.code_at(draw.randrange(game.code_count)) for _ in range(MOST_ROWS)]
    turns = tuple(Turn(code, game.feedback(code, draw.choice(secrets))) for code in guesses)
    diagnosis = diagnose(game, turns)
    assert not diagnosis.complete
    assert not candidates(game, [turns[place] for place in diagnosis.conflicts[0]]).count
    assert diagnosis.changes > 1


def test_two_slips_in_many_rows_of_a_large_board_are_found() -> None:
    """Neither of two rows is enough to mend: at least both are wrong, and the page says which."""
    game = game_named("grand")
    draw = Random(9)
    guesses = [game.code_at(draw.randrange(game.code_count)) for _ in range(16)]
    turns = [Turn(code, game.feedback(code, guesses[-1])) for code in guesses[:-1]]
    for place in (3, 8):
        turns[place] = turns[place]._replace(feedback=(4, 0))
    sheet = Sheet(game, tuple(turns))
    conflict = show_conflict(sheet, face_of(game))
    assert conflict is not None
    assert (
        conflict.advice
        == "At least 2 rows are wrong. These could be, together with the rows named:"
    )
    assert [correction.row for correction in conflict.corrections] == [4, 9]
    also = [{way.also for way in correction.ways} for correction in conflict.corrections]
    assert also == [{"with row 9"}, {"with row 4"}]
