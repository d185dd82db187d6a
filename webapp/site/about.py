"""The page about the texts this project began with, each with a way to try its program."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from solver.deduction.games import face_of, game_named
from webapp.mastermind.answer_sheet import parse_rows

#: The helper's own eight rows: purple stands for its brown, turquoise for its black.
HELPER_ROWS: Final = (
    "115544:0,2",
    "332266:1,2",
    "8877..:0,1",
    ".78623:1,2",
    "661113:0,1",
    "226664:0,2",
    "623451:0,4",
    "34.325:4,2",
)
#: The example of the game with eight guesses: red stands for its pink.
EIGHT_ROWS: Final = ("5462:1,0", "6231:1,1", "5351:3,0")

blueprint = Blueprint("about", __name__, url_prefix="/about")


@blueprint.get("")
def about() -> ResponseReturnValue:
    """Show the texts, what their programs do, and where each can be tried."""
    return render_template(
        "site/about.html",
        helper_rows=";".join(HELPER_ROWS),
        first_row=HELPER_ROWS[0],
        eight_rows=";".join(EIGHT_ROWS),
        shown_rows=_shown(HELPER_ROWS),
    )


def _shown(rows: tuple[str, ...]) -> list[tuple[object, ...]]:
    face = face_of(game_named("grand"))
    return [
        (face.pegs(turn.code), face.show(turn.feedback), face.code_words(turn.code))
        for turn in parse_rows(face.game, ";".join(rows)).turns
    ]
