"""The home of learning, and lessons: step by step, whole on paper, or a step in a frame."""

from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from webapp import embed
from webapp.classroom.view import TAUGHT
from webapp.http.forms import after_change, list_items, render, wants_items, with_query
from webapp.http.security import player_for_a_new_game
from webapp.learn.carried_game import carry_game
from webapp.learn.class_way import ClassWay, class_way
from webapp.learn.idea import ideas_of
from webapp.learn.ideas import own_steps, show_step
from webapp.learn.lessons.lesson import Lesson, LessonStep
from webapp.learn.lessons.stack_lesson import STACK, lesson_at
from webapp.learn.map import show_map
from webapp.learn.questions import asked
from webapp.storage.games import store
from webapp.storage.records.attempts import add_step

NO_LESSON = "That lesson doesn’t exist. See all lessons in Learn."
NO_STEP = "This lesson has no such step. See all lessons in Learn."

blueprint = Blueprint("learn", __name__, url_prefix="/learn")
blueprint.url_defaults(carry_game)


@blueprint.get("")
def learn() -> ResponseReturnValue:
    return render_template("learn/learn.html", shown=show_map())


@blueprint.get("/<course>/<lesson>")
def redirect_to_step(course: str, lesson: str) -> ResponseReturnValue:
    """Lead to the first step that isn't done; in a class, to the first that isn't right there."""
    entry = _lesson(course, lesson)
    if wants_items():
        return _list_lesson(entry)
    first = entry.steps[0]
    if way := class_way(first):
        return redirect(next(iter(way.next_urls.values()), first.url()))
    done_numbers = own_steps().get(entry.name, frozenset()) if TAUGHT not in session else ()
    steps = (step for step in entry.steps if step.number not in done_numbers)
    return redirect(next(steps, first).url())


@blueprint.get("/<course>/<lesson>/print")
def paper(course: str, lesson: str) -> ResponseReturnValue:
    """Show a lesson for printing, but no step that needs the screen; the answers are apart."""
    entry = _lesson(course, lesson)
    if wants_items():
        return _list_lesson(entry)
    first = {"course": entry.course, "lesson": entry.slug, "step": "1"}
    frame = url_for("embed.lesson", **first, _external=True)
    sheet = tuple(_paper(step) for step in entry.steps if not step.block("search"))
    way_up = url_for(".redirect_to_step", course=entry.course, lesson=entry.slug)
    return render_template("learn/print.html", about=entry, url=way_up, sheet=sheet, embed=frame)


@blueprint.get("/<course>/<lesson>/<step>")
def step(course: str, lesson: str, step: str) -> ResponseReturnValue:
    """Show a step; the address may carry an answer or a draft, or ask for the solution."""
    entry = _lesson(course, lesson)
    at = _step(entry, step)
    if wants_items():
        if course == STACK:  # its questions belong together
            return _list_lesson(entry)
        return list_items([(request.path, f"{entry.title}, question {step}")])
    way = class_way(at)
    question = at.question
    if request.args.get("show") == "1":
        return _show(at, way, asked.solve_question(question))
    if not question.is_entered(request.args):
        return _show(at, way, asked.GivenAnswer(entered=request.args))
    return _show(at, way, asked.judge_answer(question, request.args))


@blueprint.post("/<course>/<lesson>/<step>")
def answer(course: str, lesson: str, step: str) -> ResponseReturnValue:
    """Judge an answer; a right one completes the step."""
    entry = _lesson(course, lesson)
    at = _step(entry, step)
    question = at.question
    answer = asked.judge_answer(question, request.form)
    if way := class_way(at):
        way.tell(at, answer)
    if not answer.is_right:
        return _show(at, way, answer, 200 if answer.is_open else 422)
    add_step(store(), player_for_a_new_game(), entry.name, at.number)
    fields = [(name, text) for name in question.names for text in request.form.getlist(name)]
    return after_change(with_query(at.url(), urlencode(fields)), lambda: _show(at, way, answer))


@embed.blueprint.get("/lesson/<course>/<lesson>/<step>", endpoint="lesson")
def framed_step(course: str, lesson: str, step: str) -> ResponseReturnValue:
    entry = _lesson(course, lesson)
    at = _step(entry, step)
    page = url_for("learn.step", course=course, lesson=lesson, step=step, _external=True)
    return embed.render_framed("lesson", lesson=entry, one=_paper(at), page=page)


def _show(
    step: LessonStep, way: ClassWay | None, answer: asked.GivenAnswer, status: int = 200
) -> ResponseReturnValue:
    page = show_step(step, answer)
    lesson_ideas = ideas_of(page.lesson) if page.is_last else ()
    context = {"shown": page, "ideas": lesson_ideas, "class_way": way}
    return render("learn/step.html", "learn/_step.html", status, **context)


def _list_lesson(lesson: Lesson) -> ResponseReturnValue:
    page = url_for(".redirect_to_step", course=lesson.course, lesson=lesson.slug)
    return list_items([(page, f"{lesson.title}: lesson")], len(lesson.steps))


def _paper(step: LessonStep) -> asked.PaperQuestion:
    return asked.show_paper(step.question, step.number, step.title)


def _lesson(course: str, slug: str) -> Lesson:
    return lesson_at(course, slug) or abort(404, NO_LESSON)


def _step(lesson: Lesson, text: str) -> LessonStep:
    return lesson.step_named(text) or abort(404, NO_STEP)
