"""The classes of difficulty, from the easiest on."""

from __future__ import annotations

from enum import Enum


class Difficulty(Enum):
    """How hard a board is, from the easiest on."""

    BEGINNER = "beginner"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"

    rank: int  # 0 for a beginner's board to 4 for an expert's

    def __init__(self, _: str) -> None:
        self.rank = len(type(self).__members__)
