"""All kinds of exercises, in the order of the list and of the trainer: the one list."""

from __future__ import annotations

from typing import Final

from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.hidoku.entries import FIND_THE_STEP, LAST_TEN
from webapp.learn.exercises.mastermind.entries import (
    BEST_SPLIT,
    LIAR,
    MUST_BE_SO,
    ONE_CODE_LEFT,
)

ENTRIES: Final[tuple[ExerciseEntry, ...]] = (
    *(ONE_CODE_LEFT, MUST_BE_SO, BEST_SPLIT, LIAR),
    *(FIND_THE_STEP, LAST_TEN),
)
#: By the name that addresses carry.
ENTRY_BY_NAME: Final = {entry.name: entry for entry in ENTRIES}
#: Of which kind there is a small one every day.
OF_THE_DAY: Final = ONE_CODE_LEFT
