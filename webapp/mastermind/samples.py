"""The little picture beside the rules in short: two answered rows."""

from __future__ import annotations

from solver.deduction.games import face_of, game_named
from solver.deduction.rules.mastermind import feedback

_SECRET = (3, 2, 0, 4)
_ROWS = ((0, 0, 1, 2), (3, 2, 1, 5))

_FACE = face_of(game_named("classic"))
SAMPLE_ROWS = tuple((_FACE.pegs(row), _FACE.show(feedback(row, _SECRET))) for row in _ROWS)
