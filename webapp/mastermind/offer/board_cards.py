"""What the first page of Mastermind shows: a picture of each board, and two answered rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from solver.deduction.faces.face import Pegs
from solver.deduction.games import face_of, game_named
from solver.deduction.rules.mastermind import feedback
from webapp.mastermind.new_game_form import offered_for

IN_FRONT: Final = 3  # boards; the rest is one tap away


@dataclass(frozen=True)
class BoardCard:
    """A board to choose: its name in a form, its title, a sentence, and a code of it."""

    name: str
    title: str
    sentence: str
    pegs: Pegs


@cache
def board_cards() -> tuple[BoardCard, ...]:
    """Return the boards that a codebreaker can choose."""
    return tuple(
        BoardCard(preset.name, preset.title, preset.sentence, _picture(preset.name))
        for preset in offered_for("breaker")
    )


def _picture(name: str) -> Pegs:
    game = game_named(name)
    code = game.code_at(int(game.secrets[5 * len(game.secrets) // 13])) if game.is_listed else None
    return face_of(game).pegs(code or game.code_at(5 * game.code_count // 13))


_SECRET = (3, 2, 0, 4)
_ROWS = ((0, 0, 1, 2), (3, 2, 1, 5))
_FACE = face_of(game_named("classic"))
#: A code to be found, for the rules in short.
SAMPLE_CODE: Final = _FACE.pegs(_SECRET)
#: Two rows and their answers, beside the rules in short.
SAMPLE_ROWS: Final = tuple((_FACE.pegs(row), _FACE.show(feedback(row, _SECRET))) for row in _ROWS)
