"""The questions of a class's steps: what is answered, where a pupil goes on, what all look at."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from textwrap import shorten
from typing import NamedTuple

from flask import url_for

from solver.exercises import ExerciseError
from webapp.classroom.view import PupilQuestion, find_question
from webapp.http.forms import parse_step
from webapp.learn.exercises.registry import find_exercise
from webapp.learn.idea import FIRST_SET, Place, ideas, paths_of
from webapp.learn.lessons.stack_lesson import lesson_at
from webapp.learn.questions.asked import GivenAnswer, PaperQuestion, show_paper
from webapp.storage.records.classes import BEGUN, LONGEST_WORDS, ClassStep


class PlacedQuestion(NamedTuple):
    """A question of a step: where it is asked, and the address at which a pupil finds it."""

    place: Place
    url: str


def questions_of(step: ClassStep) -> Mapping[str, PlacedQuestion]:
    """Return the questions of a step, each by the path that counts; none of a board or a game."""
    match step.place.removeprefix("/learn/").split("/"):
        case ["ideas", name] if name in ideas():
            return {
                f"{step.place}/{question.level.value}": PlacedQuestion(
                    question.at(FIRST_SET),
                    ideas()[name].url(level=question.level.value, _anchor="levels"),
                )
                for question in ideas()[name].questions
            }
        case ["exercises", kind, level, seed]:
            with suppress(ExerciseError):
                return {step.place: PlacedQuestion(find_exercise(kind, level, seed), step.path)}
        case [course, slug, *number] if not number[1:] and (lesson := lesson_at(course, slug)):
            places = [place for place in lesson.steps if number in ([], [str(place.number)])]
            paths = [f"/learn/{place.name}" for place in places]
            return {
                step.place if number else path: PlacedQuestion(place, path)
                for path, place in zip(paths, places, strict=True)
            }
    return {}


@dataclass(frozen=True)
class ClassWay:
    """A question of the visitor's class: how many of its step are right, and which is next."""

    question: PupilQuestion

    def tell(self, place: Place, answer: GivenAnswer) -> None:
        """Have the class know of an answer to what is asked."""
        question = place.question
        if answer.is_open:
            self.question.note_answer(BEGUN)
        elif answer.is_shown:
            self.question.note_answer("looked at the solution")
        elif answer.marking:
            words = question.scene.plain_sentence(question.entered_words(answer.entered))
            title = question.scene.plain_sentence(question.title)
            title = shorten(title, max(LONGEST_WORDS - len(words) - 1, 1), placeholder="…")
            self.question.note_answer(f"{title} {words}", is_right=answer.is_right)

    @cached_property
    def _questions(self) -> Mapping[str, PlacedQuestion]:
        return questions_of(self.question.step)

    @property
    def total(self) -> int:
        return len(self._questions)

    @cached_property
    def next_urls(self) -> Mapping[str, str]:
        """Where the step's other questions are that aren't right, by their paths."""
        right = self.question.right_paths
        return {
            path: question.url for path, question in self._questions.items() if path not in right
        }

    @property
    def right(self) -> int:
        return self.total - len(self.next_urls)

    @property
    def url(self) -> str:
        class_url = url_for("classroom.page", game_id=self.question.entry.contest)
        return next(iter(self.next_urls.values()), class_url)


def class_way(place: Place) -> ClassWay | None:
    """Return the way on from a question; None outside a class."""
    question = find_question(paths_of(place))
    return ClassWay(question) if question else None


class StepPicture(NamedTuple):
    """A question of a step as all see it, without its answer; and the numbers of them all.

    A search, or codes for piles, the class does together: ``moves`` are made, and ``most`` can be.
    """

    question: PaperQuestion
    numbers: range
    moves: int
    most: int


def show_step_picture(step: ClassStep, number: str, moves: str) -> StepPicture | None:
    """Return the first question of a step, or the one of a number; None if it asks none."""
    places = [question.place for question in questions_of(step).values()]
    numbers = range(1, len(places) + 1)
    if not places:
        return None
    at = int(number) if number in map(str, numbers) else 1
    question = places[at - 1].question
    last_card = question.solution.get("card", "")  # the last move of a search would end it
    draft = f"{question.solution.get('draft', '')} {last_card}".split()
    count = parse_step(moves, len(draft))
    paper = show_paper(question, at, step.title, " ".join(draft[:count]))
    return StepPicture(paper, numbers, count, len(draft))
