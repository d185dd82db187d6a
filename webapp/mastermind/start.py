"""The first page of Mastermind with the form of a new game, and the rules."""

from collections.abc import Iterator
from typing import Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import escape

from solver.deduction.games import OFFERED_PRESETS, face_of, game_named
from solver.deduction.rules.mastermind import feedback
from webapp.http.errors import message
from webapp.mastermind.breaker.kind import BREAKER
from webapp.mastermind.new_game_form import USUAL, count_words
from webapp.mastermind.setup import OldBoardError

_CODE: Final = (3, 2, 0, 4)
_GUESSES: Final = ((0, 0, 1, 2), (3, 2, 1, 5))

blueprint = Blueprint("mastermind", __name__, url_prefix="/mastermind")


@blueprint.get("/")
def start() -> ResponseReturnValue:
    return BREAKER.show_form()


@blueprint.get("/rules")
def rules() -> ResponseReturnValue:
    """Show the rules of the usual board with an example, and what other boards change."""
    face = face_of(game_named(USUAL))
    return render_template(
        "mastermind/start/rules.html",
        legend=face.legend,
        code=face.pegs(_CODE),
        code_words=face.code_words(_CODE),
        rows=[
            (face.pegs(guess), face.code_words(guess), face.show(feedback(guess, _CODE)))
            for guess in _GUESSES
        ],
        boards=list(_other_boards()),
    )


def _other_boards() -> Iterator[tuple[str, str, str]]:
    """Yield the title and sentence of each other board, and its feedback if it is different."""
    usual_legend = face_of(game_named(USUAL)).help
    for preset in OFFERED_PRESETS:
        if preset.name != USUAL:
            legend = face_of(game_named(preset.name)).help
            is_said = legend == usual_legend or bool(preset.like)
            words = "" if is_said else " ".join(entry.name + entry.meaning for entry in legend)
            yield preset.title, preset.sentence, words


@blueprint.app_errorhandler(OldBoardError)
def too_large(problem: OldBoardError) -> ResponseReturnValue:
    """Refuse links to games and challenges on boards that are too large today."""
    return message(410, "This board is too large", str(problem))


@blueprint.get("/count")
def count() -> ResponseReturnValue:
    return str(escape(count_words(request.args)))
