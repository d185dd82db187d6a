"""How large a board can be on which no given can go and which is still not too hard.

The fewer givens, the harder a board; where none can go it is hard or for experts, but for small
ones. Measured for version 3 of the generator by 180 attempts each: of 6×6 boards from which none
can go 6 are easy, of 7×7 boards 4, of 8×8 boards 1; medium are 4 of the 8×8 boards, 1 of the 9×9
boards, and none of 60 of 10×10. For beginners are 23 of the 4×4 boards, 7 of the 5×5 boards, all
with four neighbours, and none of the 6×6 boards.
"""

from __future__ import annotations

from typing import Final

from solver.hidoku.logic.difficulty import Difficulty
from solver.hidoku.rules.grid import GridError

#: The most cells with which a minimal board of a difficulty is found within the attempts made.
MOST_CELLS_MINIMAL: Final = {
    Difficulty.BEGINNER: 16,
    Difficulty.EASY: 36,
    Difficulty.MEDIUM: 64,
}


def is_within_reach(difficulty: Difficulty | None, cells: int) -> bool:
    """Say whether a minimal board of so many cells and this difficulty can be hoped for.

    >>> is_within_reach(Difficulty.EASY, 36), is_within_reach(Difficulty.EASY, 100)
    (True, False)
    """
    return difficulty is None or cells <= MOST_CELLS_MINIMAL.get(difficulty, cells)


def check_minimal(difficulty: Difficulty | None, cells: int) -> None:
    """Raise GridError, with a sentence, for a minimal board that can't be hoped for."""
    if difficulty is not None and not is_within_reach(difficulty, cells):
        most = MOST_CELLS_MINIMAL[difficulty]
        raise GridError(
            f"A board of {cells} cells on which no given can go is harder than {difficulty.value}: "
            f"that is found with up to {most} cells. Choose a smaller board, a harder one, or let "
            "it have givens that could go."
        )
