"""The page of an idea: its picture, three questions, and where to see it; also asks an exercise."""

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from solver.exercises import ExerciseError, ExerciseLevel, parse_level
from solver.wording import plural
from webapp.http.forms import list_items, render, wants_items
from webapp.http.security import current_player
from webapp.learn.carried_game import carried_game, carry_game
from webapp.learn.class_way import ClassWay, class_way
from webapp.learn.exercises.registry import Exercise
from webapp.learn.idea import (
    COURSES,
    FIRST_SET,
    Idea,
    IdeaQuestion,
    find_idea,
    idea_of,
    ideas,
    ideas_by_course,
)
from webapp.learn.lessons.lesson import LessonStep, ShownStep
from webapp.learn.lessons.stack_lesson import lesson_at
from webapp.learn.questions.asked import GivenAnswer, ShownAsked, show_asked, show_paper
from webapp.learn.questions.parts import ShownPart, show_parts
from webapp.mastermind.analysis.position import address_of, by_query
from webapp.storage.games import store
from webapp.storage.records.attempts import Steps, steps_done

NO_IDEA: Final = "There’s no such idea. See all ideas in Learn."
#: How many sets of three exercises an idea has; the game that led there chooses one.
SETS: Final = 1000
PAGE: Final = "learn/ideas/idea.html"
EXERCISE: Final = "learn/exercises/_exercise.html"


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
            case ["board", board, by, step]:
                return url_for("watch.watch", name=board, step=step, by=by)
            case ["board", board, *by]:
                return url_for("watch.watch", name=board, step=1, by=by[0] if by else None)
            case ["position", measure]:
                return address_of(scene.game, scene.turns, by=by_query(measure))
        return ""


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
    place = question.at((sum(carried_game().encode()) or FIRST_SET) % SETS)
    page: ShownAsked | ShownStep
    if isinstance(place, LessonStep):
        page = show_step(place, GivenAnswer())
    else:
        page = show_asked(place.question, place.url(), request.values, GivenAnswer())
    shown_idea = ShownIdea(
        idea=entry,
        level=question.level.value,
        exercise=None if isinstance(place, LessonStep) else place,
        picture=tuple(show_parts(entry.scene, entry.parts, request.args)),
    )
    way = class_way(place)
    return render(PAGE, "learn/ideas/_picture.html", about=shown_idea, shown=page, class_way=way)


@blueprint.get("/<name>/print")
def paper(name: str) -> ResponseReturnValue:
    """Show an idea for printing: its picture, and the steps that ask it; else lead to its lesson.

    Steps that need the screen aren't printed.
    """
    entry = ideas().get(name) or abort(404, NO_IDEA)
    steps = [question.step for question in entry.questions if question.step]
    steps = [step for step in steps if not step.block("search")]
    for lesson in () if steps else entry.lessons:
        return redirect(url_for("learn.paper", course=lesson.course, lesson=lesson.slug))
    sheet = [show_paper(step.question, at, step.title) for at, step in enumerate(steps, 1)]
    picture = tuple(show_parts(entry.scene, entry.parts, request.args))
    context = {"about": entry, "url": entry.url(), "sheet": sheet, "picture": picture}
    return render_template("learn/print.html", **context)


def show_exercise_page(
    exercise: Exercise, way: ClassWay | None, answer: GivenAnswer
) -> ResponseReturnValue:
    """Show the page of an idea that asks an exercise; for htmx, only the exercise."""
    shown_idea = ShownIdea(idea=idea_of(exercise), level=exercise.level.value, exercise=exercise)
    page = show_asked(exercise.question, exercise.url(), request.values, answer)
    status = 422 if answer.problem else 200
    return render(PAGE, EXERCISE, status, about=shown_idea, shown=page, class_way=way)


def idea_link(name: str, game: str = "", title: str = "") -> Markup:
    """Return the link that names an idea, by its own title or another.

    With a ``game``, its page leads back there.
    """
    entry = find_idea(name)
    if entry is None:
        raise KeyError(name)
    url = entry.url(game=game) if game else entry.url()
    return Markup('<a class="idea" href="{}">{}</a>').format(url, title or entry.title)


def _question(entry: Idea) -> IdeaQuestion:
    """Return the question of the level in the address; else, in a class, the first not right."""
    way = None if "level" in request.args else class_way(entry.questions[0].at(FIRST_SET))
    class_level = next(iter(way.next_urls), "").rpartition("/")[2] if way else ""
    try:
        level = parse_level(request.args.get("level", class_level))
    except ExerciseError:
        level = ExerciseLevel.EASY
    questions = (question for question in entry.questions if question.level is level)
    return next(questions, entry.questions[0])


def own_steps() -> Steps:
    """Return the steps of lessons that the visitor has done."""
    player = current_player()
    return steps_done(store(), player) if player else {}


def show_step(step: LessonStep, answer: GivenAnswer) -> ShownStep:
    lesson = lesson_at(*step.lesson.split("/")) or abort(404, NO_IDEA)
    view = show_asked(step.question, step.url(), request.args, answer)
    done = own_steps().get(lesson.name, frozenset())
    return ShownStep(lesson=lesson, step=step, done=done, asked=view)
