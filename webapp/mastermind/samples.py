"""The little pictures on the first pages: two answered rows, and a piece of a path."""

from __future__ import annotations

from itertools import pairwise

from solver.deduction.games import face_of, game_named
from solver.deduction.rules.mastermind import feedback

_SECRET = (3, 2, 0, 4)
_ROWS = ((0, 0, 1, 2), (3, 2, 1, 5))

_FACE = face_of(game_named("classic"))
SAMPLE_ROWS = tuple((_FACE.pegs(row), _FACE.show(feedback(row, _SECRET))) for row in _ROWS)

_PATH = ((0, 2), (0, 1), (1, 0), (2, 1), (1, 2), (2, 2), (3, 1), (3, 0), (4, 0), (4, 1), (4, 2))

SAMPLE_NUMBERS = tuple(
    (number, column + 0.5, row + 0.62) for number, (column, row) in enumerate(_PATH, 1)
)

SAMPLE_PATH = tuple(
    (x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5, 2 * place)
    for place, ((x1, y1), (x2, y2)) in enumerate(pairwise(_PATH))
)
