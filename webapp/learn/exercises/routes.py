"""Exercises: each by its address, answers, and sheets to print."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from solver.exercises import MOST_SEED, ExerciseError, ExerciseLevel, parse_level
from webapp import embed
from webapp.http.errors import error_page
from webapp.http.forms import FormError, list_items, wants_items
from webapp.http.security import player_for_a_new_game
from webapp.learn.carried_game import carry_game
from webapp.learn.class_way import class_way
from webapp.learn.exercises.registry import ENTRY_BY_NAME, Exercise, find_entry, find_exercise
from webapp.learn.idea import Idea, IdeaQuestion, idea_of
from webapp.learn.ideas import show_exercise_page
from webapp.learn.questions import asked
from webapp.learn.questions.asked import GivenAnswer, PaperQuestion
from webapp.storage.games import store
from webapp.storage.records.attempts import count_attempt
from webapp.work.tasks import task

A_PAGE: Final = 12
#: How many sheets and books are cached.
MOST_KEPT: Final = 8

blueprint = Blueprint("exercises", __name__, url_prefix="/learn/exercises")
blueprint.url_defaults(carry_game)


@blueprint.get("/<kind>/<level>/<seed>")
def exercise(kind: str, level: str, seed: str) -> ResponseReturnValue:
    """Show an exercise; the address may carry an unfinished answer."""
    exercise = find_exercise(kind, level, seed)
    if wants_items():
        return list_items([(exercise.url(), f"{idea_of(exercise).title}: one question, {level}")])
    return show_exercise_page(exercise, class_way(exercise), GivenAnswer(entered=request.args))


@blueprint.post("/<kind>/<level>/<seed>")
@blueprint.post("/<kind>/<level>/<seed>/answers")
def answer(kind: str, level: str, seed: str) -> ResponseReturnValue:
    """Judge an answer; the first one to an exercise counts for what is practised next."""
    exercise = find_exercise(kind, level, seed)
    answer = asked.judge_answer(exercise.question, request.form)
    if way := class_way(exercise):
        way.tell(exercise, answer)
    if answer.marking and not answer.is_open:
        answer = count(exercise, answer, is_solved=answer.is_right)
    return show_exercise_page(exercise, way, answer)


@blueprint.post("/<kind>/<level>/<seed>/solution")
def solution(kind: str, level: str, seed: str) -> ResponseReturnValue:
    """Show the solution; an exercise not solved before counts as missed."""
    exercise = find_exercise(kind, level, seed)
    answer = asked.solve_question(exercise.question)
    if way := class_way(exercise):
        way.tell(exercise, answer)
    return show_exercise_page(exercise, way, count(exercise, answer, is_solved=False))


@blueprint.post("/<kind>/<level>/next")
def advance(kind: str, level: str) -> ResponseReturnValue:
    entry = find_entry(kind)
    theme = request.form.get("theme", "")
    question = IdeaQuestion(level=parse_level(level), entry=entry, theme=theme)
    return redirect(question.draw().url(), 303)


@blueprint.get("/<kind>/<level>/<seed>/sheet")
def sheet(kind: str, level: str, seed: str) -> ResponseReturnValue:
    exercise = find_exercise(kind, level, seed)
    size = request.args.get("number", "")
    if wants_items():  # none of which is made for it
        title = idea_of(exercise).title
        seeds = _seeds_of(exercise, size)
        return list_items([(replace(exercise, seed=seed).url(), title) for seed in seeds])
    paper = show_sheet(exercise, size)
    return render_template("learn/exercises/sheet.html", paper=paper)


@blueprint.get("/<kind>/<level>")
@blueprint.get("/<kind>/<level>/next")
def redirect_to_learn(kind: str, level: str) -> ResponseReturnValue:
    return redirect(url_for("learn.learn"), 303)


@embed.blueprint.get("/exercise/<kind>/<level>/<seed>", endpoint="exercise")
def framed_exercise(kind: str, level: str, seed: str) -> ResponseReturnValue:
    exercise = find_exercise(kind, level, seed)
    page = exercise.url(_external=True)
    return embed.render_framed("exercise", one=show_paper_exercise(exercise, 1), page=page)


embed.blueprint.register_error_handler(ExerciseError, embed.not_found)


@blueprint.errorhandler(ExerciseError)
def refuse(problem: ExerciseError) -> ResponseReturnValue:
    return error_page(NotFound(str(problem)))


def count(exercise: Exercise, answer: GivenAnswer, *, is_solved: bool) -> GivenAnswer:
    """Count the first answer to an exercise; return it, or why nothing more can be stored."""
    try:
        count_attempt(store(), player_for_a_new_game(), exercise.skill, exercise.name, is_solved)
    except FormError as problem:
        return replace(answer, marking=None, problem=str(problem))
    return answer


# Sheets of exercises from a seed on.


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


# a book of hard ones takes a second or two
@task(lambda kind, level, seeds: len(seeds) <= A_PAGE, MOST_KEPT)
def make_exercises(kind: str, level: str, seeds: range) -> tuple[Any, ...]:
    entry = ENTRY_BY_NAME[kind]
    return tuple(entry.make(ExerciseLevel(level), seed) for seed in seeds)


def show_paper_exercise(exercise: Exercise, number: int) -> PaperExercise:
    title = idea_of(exercise).title
    return PaperExercise(exercise, asked.show_paper(exercise.question, number, title))
