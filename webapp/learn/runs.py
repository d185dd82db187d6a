"""A run: questions of one idea or of all, of what you are weakest in, until three are wrong."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from solver.exercises import ExerciseError, ExerciseLevel
from solver.wording import plural
from webapp.http.forms import FormError, after_change, render
from webapp.http.security import current_player, player_for_a_new_game
from webapp.learn.carried_game import carry_game
from webapp.learn.exercises.registry import Exercise, find_exercise
from webapp.learn.idea import Idea, IdeaQuestion, idea_of, ideas, ideas_by_course
from webapp.learn.ideas import NO_IDEA
from webapp.learn.questions.asked import (
    GivenAnswer,
    ShownAsked,
    judge_answer,
    show_asked,
    show_judgement,
    solve_question,
)
from webapp.storage.games import store
from webapp.storage.records.attempts import attempts_of, count_attempt, next_skill
from webapp.storage.records.dailies import now, today
from webapp.storage.records.runs import QuestionRun, best_of_day, runs_of, store_run

#: The run of all ideas.
ALL: Final = "all"
#: So many levels ask easy questions, and as many medium ones; all others are hard.
EASY_LEVELS: Final = 2
SKIP: Final = "skip"
STALE: Final = "This page was out of date, perhaps because of another tab. This is your run now."
#: No answer to an exercise is longer; what is stored has to stay small.
LONGEST: Final = 1000

blueprint = Blueprint("runs", __name__, url_prefix="/learn/runs")
blueprint.url_defaults(carry_game)


@dataclass(frozen=True, kw_only=True)
class ShownRun:
    """A run: before it, ``asked`` is None; ``missed`` says what was wrong with a wrong answer."""

    run: QuestionRun
    idea: Idea | None
    todays_best: int
    problem: str = ""
    asked: ShownAsked | None = None
    question_idea: Idea | None = None
    missed: tuple[Markup, ...] = ()

    @property
    def url(self) -> str:
        return url_for("runs.page", name=self.run.idea)

    @property
    def title(self) -> str:
        return f"Run: {self.idea.title}" if self.idea else "Run"

    @property
    def again(self) -> Sequence[Exercise]:
        """The questions that were missed; not those that an earlier version made."""
        exercises = (_find_made(name) for name in self.run.missed.splitlines())
        return [exercise for exercise in exercises if exercise]

    @property
    def text(self) -> str:
        """The result to be sent to others."""
        idea_words = f" of “{self.idea.title}”" if self.idea else ""
        result = f"{plural(self.run.right, 'question')} right, level {self.run.level}"
        address = url_for("runs.page", name=self.run.idea, game=None, _external=True)
        signs = self.run.outcomes.translate({ord("1"): "🟢", ord("0"): "⚫", ord("."): ""})
        return f"Pegs & Paths, a run{idea_words}: {result}\n{signs}\n{address}"


@blueprint.get("/<name>")
def page(name: str) -> ResponseReturnValue:
    """Show a run; the address may carry an unfinished row of pegs."""
    draft = MultiDict({"draft": request.args.get("draft", "")})
    return show(_run(name), GivenAnswer(entered=draft))


@blueprint.post("/<name>")
def answer(name: str) -> ResponseReturnValue:
    """Judge the answer to a question, or a skip, which is wrong; only the first one counts."""
    run = _run(name)
    exercise = _find_made(run.exercise)
    if exercise is None:
        return show(run, problem=STALE)
    fields = [
        (field, text) for field in exercise.question.names for text in request.form.getlist(field)
    ]
    answer_text = urlencode(fields)
    answer = judge_answer(exercise.question, request.form)
    if SKIP in request.form:
        answer_text = SKIP
        answer = GivenAnswer()
    if answer_text and run.entered == answer_text:  # tapped twice
        return show(run)
    if not is_newest(run):
        return show(run, problem=STALE)
    if len(answer_text) > LONGEST:
        return show(run, problem="This answer is too long.")
    if answer.problem or answer.is_open:
        return show(run, answer)
    return change(run, run.answer(answer_text, is_right=answer.is_right), exercise)


@blueprint.post("/<name>/next")
def ask(name: str) -> ResponseReturnValue:
    """Ask the next question, or the first one of another run."""
    run = _run(name)
    if _find_made(run.exercise) and not run.is_over and not run.entered:
        return show(run)
    questions = questions_of(ideas().get(name), 1 if run.is_over else run.level)
    attempts = attempts_of(store(), player_for_a_new_game())
    skill = next_skill([question.skill for question in questions], attempts, now())
    question = next(question for question in questions if question.skill == skill)
    return change(run, run.ask(question.draw().name))


@blueprint.post("/<name>/end")
def end(name: str) -> ResponseReturnValue:
    run = _run(name)
    return change(run, run.stop()) if is_newest(run) else show(run, problem=STALE)


def is_newest(run: QuestionRun) -> bool:
    """Whether the form was made from the run as it is now, and it goes on."""
    return str(run.version) == request.form.get("version") and not run.is_over


def questions_of(idea: Idea | None, level: int) -> Sequence[IdeaQuestion]:
    """Return what a run asks at a level: of all ideas, the first of each course first."""
    exercise_level = tuple(ExerciseLevel)[min((level - 1) // EASY_LEVELS, 2)]
    by_place = [pair for _, group in ideas_by_course() for pair in enumerate(group)]
    every_idea = (entry for _, entry in sorted(by_place, key=lambda pair: pair[0]))
    entries = [idea] if idea else every_idea
    return [drill for entry in entries for drill in entry.drills if drill.level is exercise_level]


def change(
    run: QuestionRun, next_run: QuestionRun, exercise: Exercise | None = None
) -> ResponseReturnValue:
    """Store a change, and what was answered for what is to be practised; show the run."""
    player = player_for_a_new_game()
    try:
        if exercise:
            is_right = next_run.right > run.right
            count_attempt(store(), player, exercise.skill, exercise.name, is_right)
        problem = "" if store_run(store(), player, next_run, today()) else STALE
    except FormError as refusal:
        return show(run, problem=str(refusal))
    url = url_for(".page", name=run.idea)
    return after_change(url, lambda: show(_run(run.idea), problem=problem))


def show(
    run: QuestionRun, answer: GivenAnswer | None = None, problem: str = ""
) -> ResponseReturnValue:
    exercise = _find_made(run.exercise)
    view = ShownRun(
        run=run,
        idea=ideas().get(run.idea),
        todays_best=best_of_day(store(), run.idea, today()),
        problem=problem,
    )
    if exercise:
        view = _with_question(view, exercise, answer or GivenAnswer())
    status = 422 if problem or (answer and answer.problem) else 200
    return render("learn/runs/run.html", "learn/runs/_run.html", status, shown=view)


def _with_question(view: ShownRun, exercise: Exercise, answer: GivenAnswer) -> ShownRun:
    """Add what is asked: open, with a draft, or with what is said of the answer that counts."""
    question = exercise.question
    nothing = MultiDict[str, str]()
    if not view.run.entered:
        version = (("version", str(view.run.version)),)
        return replace(view, asked=show_asked(question, view.url, nothing, answer, version))
    answer = judge_answer(exercise.question, MultiDict(parse_qsl(view.run.entered)))
    misses: tuple[Markup, ...] = ()
    if not answer.is_right:
        if answer.marking:
            retry = replace(answer, tries=1)  # so that all of it is said
            misses = show_judgement(question, retry).sentences
        answer = solve_question(exercise.question)
    return replace(
        view,
        asked=show_asked(question, view.url, nothing, answer),
        question_idea=idea_of(exercise),
        missed=misses,
    )


def _run(name: str) -> QuestionRun:
    """Return the visitor's run of an idea, or of all; 404 if there's none that it could ask."""
    idea = ideas().get(name)
    if name != ALL and not (idea and idea.drills):
        abort(404, NO_IDEA)
    player = current_player()
    runs = runs_of(store(), player) if player else {}
    return runs.get(name, QuestionRun(idea=name))


def _find_made(name: str) -> Exercise | None:
    """Return an exercise by its name; None without one, and if an earlier version made it."""
    with suppress(ExerciseError):
        return find_exercise(*name.split("/")) if name else None
    return None
