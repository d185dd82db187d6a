"""Answers that were corrected: the computer is judged by what it was told when it guessed."""

from dataclasses import replace
from random import Random

from solver.deduction.games import game_named
from solver.deduction.matches import Outcome
from solver.deduction.rules.game import Turn
from tests.cases import cases
from tests.webapp.stored import stored_game
from webapp.mastermind.feedback_sheet import Sheet, format_sheet, parse_sheet
from webapp.mastermind.review.view import show_review
from webapp.mastermind.setter.game import SetterGame
from webapp.mastermind.setter.routes import SETTER
from webapp.mastermind.setup import SetterSetup


def lied_to(name: str, chance: Random) -> tuple[SetterGame, list[tuple[Turn, ...]]]:
    """Play a game whose answers are sometimes lies, corrected once the rows conflict.

    Return it with the rows as they were before each guess that is still on the board.
    """
    game = game_named(name)
    secret = game.code_at(int(chance.choice(game.secrets)))
    setup = SetterSetup(secret=game.format_code(secret), strategy="perfect")
    setter, histories = SetterGame(setup, Sheet(game)), []
    while setter.outcome is Outcome.PLAYING:
        if setter.sheet.is_contradiction:
            setter = setter.corrected()
            continue
        setter = setter.with_guess()
        histories.append(setter.sheet.turns)
        true = setter.true_feedback
        assert true is not None
        lies = [answer for answer in game.feedbacks if answer != game.feedbacks[game.won]]
        answer_given = chance.choice(lies) if chance.random() < 0.3 else true
        setter = replace(setter, sheet=setter.sheet.add_feedback(answer_given))
        setter = replace(setter, sheet=parse_sheet(game, format_sheet(setter.sheet)))
    return setter, histories


@cases("name", ["mini", "classic", "pair"])
def test_each_guess_is_judged_by_the_feedback_it_got(name: str) -> None:
    chance = Random(6)
    corrections = 0
    for _ in range(25):
        setter, histories = lied_to(name, chance)
        start, moves = setter.setup.write(), format_sheet(setter.sheet)
        record = stored_game("setter", name, start=start, moves=moves)
        ending = SETTER.ending(record)
        if ending is None:
            continue
        assert [row.earlier for row in ending.judged] == histories[: len(ending.turns)]
        review = show_review(ending)
        assert [row.number for row in review.rows if row.is_costliest] == []
        assert all(row.figures[0] == ("Skill, 0–100", "100 of 100") for row in review.rows)
        notes = [sentence for sentence in review.sentences if "feedback was corrected" in sentence]
        assert len(notes) == len({change.place for change in setter.sheet.earlier})
        corrections += bool(notes)
    assert corrections >= 5


def test_a_row_that_is_rewritten_or_gone_has_no_earlier_answer() -> None:
    game = game_named("mini")
    sheet = Sheet(game, tuple(map(game.parse_turn, ("112:1,0", "123:0,0")))).corrected(1, (0, 2))
    assert [change.rows for change in sheet.earlier] == [2]
    assert sheet.corrected(1, (0, 2)).earlier == sheet.earlier
    assert sheet.removed(2).earlier == ()
    assert sheet.rewritten(1, game.parse_turn("111:0,0")).earlier == ()
