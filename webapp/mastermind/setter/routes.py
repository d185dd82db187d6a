"""The setter's pages: a code is set or drawn, and the computer breaks it, each guess explained."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from solver.deduction.matches import MatchError, Outcome
from webapp.http.forms import check_version
from webapp.mastermind.feedback_sheet import format_sheet, parse_feedback, parse_row
from webapp.mastermind.setter.game import SetterGame, feedback_to_pending
from webapp.mastermind.setter.kind import SETTER, OpenSetterGame, with_submitted_code

blueprint = Blueprint("setter", __name__, url_prefix="/mastermind/setter")
SETTER.add_to(blueprint)


@blueprint.get("/<game_id>/candidates")
def candidates(game_id: str) -> ResponseReturnValue:
    return SETTER.show(SETTER.load(game_id), args=request.args)


@blueprint.post("/<game_id>/code")
def code(game_id: str) -> ResponseReturnValue:
    """Set the code: built, typed, drawn at random, or kept in mind and entered later."""
    opened = SETTER.load(game_id)
    if opened.setting.has_begun and not opened.setting.can_be_revealed:
        raise MatchError(f"The {opened.setting.game.terms.code} is already set.")
    check_version(opened.stored)
    return changed(opened, with_submitted_code(opened.setting, request.form))


@blueprint.post("/<game_id>/answers")
def give_feedback(game_id: str) -> ResponseReturnValue:
    opened = SETTER.load(game_id)
    setting = opened.setting
    if setting.outcome is not Outcome.PLAYING:
        raise MatchError("This game is over. You can still open a row and change it.")
    check_version(opened.stored)
    feedback = feedback_to_pending(request.form, setting)
    return changed(opened, replace(setting, sheet=setting.sheet.add_feedback(feedback)))


@blueprint.post("/<game_id>/corrections")
def change_feedback(game_id: str) -> ResponseReturnValue:
    opened = SETTER.newest(game_id)
    feedback = parse_feedback(request.form, opened.setting.face)
    sheet = opened.setting.sheet.corrected(parse_row(request.form), feedback)
    return changed(opened, replace(opened.setting, sheet=sheet))


@blueprint.post("/<game_id>/corrections/all")
def correct(game_id: str) -> ResponseReturnValue:
    opened = SETTER.newest(game_id)
    return changed(opened, opened.setting.corrected())


def changed(opened: OpenSetterGame, setting: SetterGame) -> ResponseReturnValue:
    """Store a change, with the computer's next guess."""
    setting = setting.with_guess()
    return SETTER.change(
        replace(opened, setting=setting),
        start=setting.setup.write(),
        moves=format_sheet(setting.sheet),
        finished=setting.outcome is not Outcome.PLAYING,
    )
