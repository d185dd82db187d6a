"""Answers that were corrected: the computer is judged by what it was told when it guessed."""

from __future__ import annotations

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
    made, known = SetterGame(setup, Sheet(game)), []
    while made.outcome is Outcome.PLAYING:
        if made.sheet.is_contradiction:
            made = made.corrected()
            continue
        made = made.with_guess()
        known.append(made.sheet.turns)
        true = made.true_feedback
        assert true is not None
        lies = [answer for answer in game.feedbacks if answer != game.feedbacks[game.won]]
        given = chance.choice(lies) if chance.random() < 0.3 else true
        made = replace(made, sheet=made.sheet.add_feedback(given))
        made = replace(made, sheet=parse_sheet(game, format_sheet(made.sheet)))
    return made, known


@cases("name", ["mini", "classic", "pair"])
def test_each_guess_is_judged_by_the_feedback_it_got(name: str) -> None:
    chance = Random(6)
    corrected = 0
    for _ in range(25):
        made, known = lied_to(name, chance)
        start, moves = made.setup.write(), format_sheet(made.sheet)
        stored = stored_game("setter", name, start=start, moves=moves)
        finished = SETTER.ending(stored)
        if finished is None:
            continue
        assert [row.earlier for row in finished.judged] == known[: len(finished.turns)]
        seen = show_review(finished)
        assert [row.number for row in seen.rows if row.is_costliest] == []
        assert all(row.figures[0] == ("Skill, 0–100", "100 of 100") for row in seen.rows)
        told = [sentence for sentence in seen.sentences if "feedback was corrected" in sentence]
        assert len(told) == len({one.place for one in made.sheet.earlier})
        corrected += bool(told)
    assert corrected >= 5


def test_a_row_that_is_rewritten_or_gone_has_no_earlier_answer() -> None:
    game = game_named("mini")
    sheet = Sheet(game, tuple(map(game.parse_turn, ("112:1,0", "123:0,0")))).corrected(1, (0, 2))
    assert [one.rows for one in sheet.earlier] == [2]
    assert sheet.corrected(1, (0, 2)).earlier == sheet.earlier
    assert sheet.removed(2).earlier == ()
    assert sheet.rewritten(1, game.parse_turn("111:0,0")).earlier == ()
