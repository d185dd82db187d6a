"""What the exercises of both games share: how hard they are, and which one a seed makes.

An exercise is named by its kind, a level, and a seed that starts with the version of its generator,
``one-code-left/hard/v1-7``. The same name always means the same exercise, on every machine:
whatever would change it raises the version.
"""

from collections.abc import Iterable
from enum import Enum
from random import Random
from typing import Final, TypeVar

from solver.wording import join_words, quote

MOST_SEED: Final = 999_999_999

Item = TypeVar("Item")


class ExerciseLevel(Enum):
    """How hard an exercise is, by how much a person has to combine; each kind defines how."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class ExerciseError(ValueError):
    """There is no such exercise; the message says why."""


class Draws:
    """The random choices of one exercise.

    Only Python's ``random()`` is guaranteed not to change, so everything is drawn with it.

    >>> Draws("one-code-left/easy/v1-7").below(1000)
    64
    """

    def __init__(self, name: str) -> None:
        self._random = Random(name).random  # noqa: S311 (exercises aren't secret)

    def below(self, count: int) -> int:
        """Return a number from 0 up to, but not including, ``count``."""
        return int(self._random() * count)

    def some(self, items: Iterable[Item], count: int) -> list[Item]:
        """Return ``count`` of the items, or all if there are fewer, in random order."""
        pool = list(items)
        return [pool.pop(self.below(len(pool))) for _ in range(min(count, len(pool)))]


def draws_of(kind: str, level: ExerciseLevel, version: int, seed: int) -> Draws:
    return Draws(f"{kind}/{level.value}/{format_seed(version, seed)}")


def parse_level(text: str) -> ExerciseLevel:
    """Read a level. Raises ExerciseError.

    >>> parse_level("hard")
    <ExerciseLevel.HARD: 'hard'>
    """
    try:
        return ExerciseLevel(text)
    except ValueError:
        levels = join_words([level.value for level in ExerciseLevel], "or")
        raise ExerciseError(f"An exercise is {levels}; “{quote(text)}” is no level.") from None


def format_seed(version: int, seed: int) -> str:
    return f"v{version}-{seed}"


def parse_seed(text: str, version: int) -> int:
    """Read a seed of the current version. Raises ExerciseError.

    >>> parse_seed("v1-7", 1)
    7
    """
    start, dash, digits = text.partition("-")
    is_number = digits.isascii() and digits.isdecimal() and str(int(digits[:12])) == digits
    if not (dash and is_number and int(digits) <= MOST_SEED):
        raise ExerciseError(f"There’s no exercise “{quote(text)}”.")
    if start != f"v{version}":
        raise ExerciseError(
            f"“{quote(text)}” is from another version of this program. Start a new exercise."
        )
    return int(digits)
