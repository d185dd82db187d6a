"""Sheets of exercises from a seed on."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, NamedTuple

from solver.exercises import MOST_SEED, ExerciseLevel
from webapp.learn.exercises.registry import ENTRY_BY_NAME, Exercise
from webapp.learn.idea import Idea, idea_of
from webapp.learn.questions.asked import PaperQuestion, show_paper
from webapp.work.tasks import task

A_PAGE: Final = 12
#: How many sheets and books are cached.
MOST_KEPT: Final = 8


class PaperExercise(NamedTuple):
    exercise: Exercise
    paper: PaperQuestion


@dataclass(frozen=True)
class ShownSheet:
    #: How many exercises a sheet may have.
    numbers: ClassVar = (2, 4, 12, 100)
    levels: ClassVar = tuple(level.value for level in ExerciseLevel)

    exercise: Exercise
    number: int
    pages: tuple[tuple[PaperExercise, ...], ...]

    @property
    def title(self) -> str:
        title = self.idea.title
        colon = "" if title.endswith("?") else ":"
        return f"{title}{colon} {self.number} exercises, {self.exercise.level.value}"

    @property
    def idea(self) -> Idea:
        return idea_of(self.exercise)

    @property
    def per(self) -> int:
        return min(self.number, A_PAGE)


def show_sheet(exercise: Exercise, size: str) -> ShownSheet:
    """Return the sheet that begins with an exercise, of the size asked for or four."""
    seeds = _seeds_of(exercise, size)
    puzzles = make_exercises(exercise.entry.name, exercise.level.value, seeds)
    papers = [
        show_paper_exercise(replace(exercise, seed=seed, puzzle=puzzle), number)
        for number, (seed, puzzle) in enumerate(zip(seeds, puzzles, strict=True), 1)
    ]
    pages = (tuple(papers[start : start + A_PAGE]) for start in range(0, len(seeds), A_PAGE))
    return ShownSheet(exercise, len(seeds), tuple(pages))


def _seeds_of(exercise: Exercise, size: str) -> range:
    """Return the seeds of a sheet, all of the theme of its first exercise."""
    number = next((number for number in ShownSheet.numbers if str(number) == size), 4)
    themes = len(exercise.entry.themes) or 1  # which take turns
    excess = max(0, exercise.seed + (number - 1) * themes - MOST_SEED)
    first = exercise.seed - -(-excess // themes) * themes
    return range(first, first + number * themes, themes)


def items_of(exercise: Exercise, size: str) -> list[tuple[str, str]]:
    """Return the address and title of each exercise on a sheet, none of which is made for it."""
    title = idea_of(exercise).title
    return [(replace(exercise, seed=seed).url(), title) for seed in _seeds_of(exercise, size)]


# a book of hard ones takes a second or two
@task(lambda kind, level, seeds: len(seeds) <= A_PAGE, MOST_KEPT)
def make_exercises(kind: str, level: str, seeds: range) -> tuple[Any, ...]:
    entry = ENTRY_BY_NAME[kind]
    return tuple(entry.make(ExerciseLevel(level), seed) for seed in seeds)


def show_paper_exercise(exercise: Exercise, number: int) -> PaperExercise:
    return PaperExercise(exercise, show_paper(exercise.question, number, idea_of(exercise).title))
