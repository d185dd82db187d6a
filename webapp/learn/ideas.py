"""The page of an idea: its picture, three questions, and where to see it; also asks an exercise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from solver.exercises import ExerciseError, ExerciseLevel, parse_level
from solver.wording import plural
from webapp.http.forms import list_items, render, wants_items
from webapp.http.security import current_player
from webapp.learn.carried_game import carried_game, carry_game
from webapp.learn.class_way import class_way
from webapp.learn.exercises.registry import Exercise
from webapp.learn.idea import (
    COURSES,
    Idea,
    IdeaQuestion,
    find_idea,
    ideas,
    ideas_by_course,
    paths_of_exercise,
    paths_of_step,
)
from webapp.learn.lessons.view import ShownStep, show_step
from webapp.learn.questions.asked import GivenAnswer, ShownAsked, show_asked
from webapp.learn.questions.parts import ShownPart, show_parts
from webapp.learn.questions.touch import Query
from webapp.mastermind.analysis.position import address_of, by_query
from webapp.storage.games import store
from webapp.storage.records.lesson_steps import steps_done

NO_IDEA: Final = "There’s no such idea. See all ideas in Learn."
#: How many sets of three exercises an idea has; the game that led there chooses one.
SETS: Final = 1000
PAGE: Final = "learn/ideas/idea.html"
EXERCISE: Final = "learn/exercises/_exercise.html"
#: Without a game: no board of its easy exercises is too wide for the smallest phone, and the first
#: boards of Hidoku are square, as their ideas' pictures are.
FIRST_SET: Final = 58


@dataclass(frozen=True, kw_only=True)
class ShownIdea:
    """``exercise`` is the one asked by seed; with a ``picture`` the page is the idea's own."""

    idea: Idea
    level: str
    exercise: Exercise | None
    picture: tuple[ShownPart, ...] = ()

    @property
    def template(self) -> str:
        return EXERCISE if self.exercise else "learn/_step.html"

    @property
    def course(self) -> str:
        return COURSES[self.idea.course]

    @property
    def place(self) -> str:
        course_ideas = dict(ideas_by_course())[self.idea.course]
        return f"idea {course_ideas.index(self.idea) + 1} of {len(course_ideas)}"

    @property
    def before(self) -> tuple[Idea, ...]:
        return tuple(filter(None, map(find_idea, self.idea.after)))

    @property
    def see_url(self) -> str:
        scene = self.idea.scene
        match self.idea.see:
            case ["board", board, *by]:
                return url_for("watch.watch", name=board, step=1, by=by[0] if by else None)
            case ["position", measure]:
                return address_of(scene.game, scene.turns, by=by_query(measure))
        return ""


@dataclass(frozen=True, kw_only=True)
class ShownExercise:
    exercise: Exercise
    asked: ShownAsked


blueprint = Blueprint("ideas", __name__, url_prefix="/learn/ideas")
blueprint.url_defaults(carry_game)


@blueprint.get("/<name>")
def idea(name: str) -> ResponseReturnValue:
    """Show an idea; the address may say what was touched in its picture, and a level."""
    entry = ideas().get(name) or abort(404, NO_IDEA)
    if wants_items():
        count = len(entry.questions)
        title = f"{entry.title}: {plural(count, 'question')}"
        return list_items([(entry.url(), title)], count)
    question = _question(entry)
    number = (sum(carried_game().encode()) or FIRST_SET) % SETS
    exercise = question.exercise(number) if question.entry else None
    shown_idea = ShownIdea(
        idea=entry,
        level=question.level.value,
        exercise=exercise,
        picture=tuple(show_parts(entry.scene, entry.parts, request.args)),
    )
    page = _show_question(question, exercise)
    way = class_way(_paths_of(question, exercise))
    return render(PAGE, "learn/ideas/_picture.html", about=shown_idea, shown=page, class_way=way)


def show_exercise_page(entry: Idea, exercise: Exercise, answer: GivenAnswer) -> ResponseReturnValue:
    """Show the page of an idea that asks an exercise; for htmx, only the exercise."""
    shown_idea = ShownIdea(idea=entry, level=exercise.level.value, exercise=exercise)
    page = _show_exercise(exercise, answer, request.values)
    way = class_way(paths_of_exercise(exercise))
    status = 422 if answer.problem else 200
    return render(PAGE, EXERCISE, status, about=shown_idea, shown=page, class_way=way)


def _show_exercise(exercise: Exercise, answer: GivenAnswer, query: Query) -> ShownExercise:
    shown_question = show_asked(exercise.asked, exercise.url(), query, answer)
    return ShownExercise(exercise=exercise, asked=shown_question)


def idea_link(name: str, game: str = "", title: str = "") -> Markup:
    """Return the link that names an idea, by its own title or another.

    With a ``game``, its page leads back there.
    """
    entry = find_idea(name)
    if entry is None:
        raise KeyError(name)
    url = entry.url(game=game) if game else entry.url()
    return Markup('<a class="idea" href="{}">{}</a>').format(url, title or entry.title)


def link_idea(title: str) -> Markup | str:
    """Return a title as the link of the idea that it names, if it names one."""
    names = (entry.name for entry in ideas().values() if entry.title == title)
    name = next(names, "")
    return idea_link(name) if name else title


def _question(entry: Idea) -> IdeaQuestion:
    """Return the question of the level in the address; else, in a class, the first not right."""
    first_path = f"{entry.url(game=None)}/{entry.questions[0].level.value}"
    way = None if "level" in request.args else class_way([first_path])
    class_level = next(iter(way.next_urls), "").rpartition("/")[2] if way else ""
    try:
        level = parse_level(request.args.get("level", class_level))
    except ExerciseError:
        level = ExerciseLevel.EASY
    questions = (question for question in entry.questions if question.level is level)
    return next(questions, entry.questions[0])


def _paths_of(question: IdeaQuestion, exercise: Exercise | None) -> Sequence[str]:
    if exercise:
        return paths_of_exercise(exercise)
    return (
        paths_of_step(question.lesson, question.step) if question.lesson and question.step else ()
    )


def _show_question(question: IdeaQuestion, exercise: Exercise | None) -> ShownExercise | ShownStep:
    answer = GivenAnswer()
    if exercise:
        return _show_exercise(exercise, answer, request.args)
    lesson = question.lesson
    step = question.step
    if lesson is None or step is None:
        raise ValueError(question)
    player = current_player()
    progress = steps_done(store(), player) if player else {}
    return show_step(lesson, step, progress.get(lesson.name, frozenset()), request.args, answer)
