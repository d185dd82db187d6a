"""Exercises: the list of kinds, each exercise by its address, answers, and sheets to print."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from solver.exercises import AnswerError, ExerciseError, parse_level
from webapp.embed import blueprint as embed
from webapp.embed import not_found
from webapp.embed import render_framed as framed
from webapp.http.errors import error_page
from webapp.http.forms import FormError, render
from webapp.http.security import player_for_a_new_game
from webapp.learn.carried_game import carry_game
from webapp.learn.exercises.day import count_day
from webapp.learn.exercises.entry import JudgedAnswer, OpenAnswerError, ShownLine
from webapp.learn.exercises.lists import show_list, show_sheet
from webapp.learn.exercises.registry import FoundExercise, any_address, find_entry, find_exercise
from webapp.learn.exercises.view import (
    ShownExercise,
    best_time_words,
    seconds_since,
    show_exercise,
    show_judged,
    show_solution,
)
from webapp.storage.games import store
from webapp.storage.records.attempts import Attempts, count_attempt

blueprint = Blueprint("exercises", __name__, url_prefix="/learn/exercises")
blueprint.url_defaults(carry_game)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    return render_template("learn/exercises/index.html", shown=show_list())


@blueprint.get("/<kind>/<level>/<seed>")
def exercise(kind: str, level: str, seed: str) -> ResponseReturnValue:
    """Show an exercise; the address may carry an unfinished answer."""
    exercise = find_exercise(kind, level, seed)
    return show(show_exercise(exercise, request.args, draft=read_draft(exercise)))


@blueprint.post("/<kind>/<level>/<seed>/answers")
def answer(kind: str, level: str, seed: str) -> ResponseReturnValue:
    """Judge an answer; the first one to an exercise counts for the trainer."""
    exercise = find_exercise(kind, level, seed)
    text = ""
    try:
        text = exercise.entry.answer_of(request.form)
        judged = exercise.entry.judge(exercise.puzzle, text)
        judged = count_in_time(exercise, judged)
        if judged.is_right:
            count_day(exercise, player_for_a_new_game(), is_solved=True)
    except OpenAnswerError:
        return show(show_exercise(exercise, request.form, draft=text))
    except (AnswerError, FormError) as problem:
        draft = read_draft(exercise)
        return show(show_exercise(exercise, request.form, draft=draft, problem=str(problem)), 422)
    return show(show_judged(exercise, request.form, text, judged))


@blueprint.post("/<kind>/<level>/<seed>/solution")
def solution(kind: str, level: str, seed: str) -> ResponseReturnValue:
    """Show the solution; an exercise not solved before counts as missed."""
    exercise = find_exercise(kind, level, seed)
    try:
        count(exercise, is_solved=False)
        count_day(exercise, player_for_a_new_game(), is_solved=False)
    except FormError as problem:
        return show(show_exercise(exercise, request.form, problem=str(problem)), 422)
    return show(show_solution(exercise, request.form))


@blueprint.post("/<kind>/<level>/next")
def advance(kind: str, level: str) -> ResponseReturnValue:
    theme = request.form.get("theme", "")
    return redirect(any_address(find_entry(kind), parse_level(level), theme), 303)


@blueprint.get("/<kind>/<level>/<seed>/sheet")
def sheet(kind: str, level: str, seed: str) -> ResponseReturnValue:
    """Show a series of exercises for printing, with their solutions on a separate page."""
    exercise = find_exercise(kind, level, seed)
    paper = show_sheet(exercise, request.args.get("number", ""))
    return render_template("learn/exercises/sheet.html", paper=paper)


@blueprint.get("/<kind>/<level>")
@blueprint.get("/<kind>/<level>/next")
def redirect_to_kinds(kind: str, level: str) -> ResponseReturnValue:
    """Redirect from an address without a seed to the kinds."""
    return redirect(url_for(".index"), 303)


@embed.get("/exercise/<kind>/<level>/<seed>", endpoint="exercise")
def framed_exercise(kind: str, level: str, seed: str) -> ResponseReturnValue:
    exercise = find_exercise(kind, level, seed)
    body = exercise.entry.show(exercise.puzzle, "")
    page = exercise.url(_external=True)
    return framed("exercise", entry=exercise.entry, level=exercise.level, body=body, page=page)


embed.register_error_handler(ExerciseError, not_found)


@blueprint.errorhandler(ExerciseError)
def refuse(problem: ExerciseError) -> ResponseReturnValue:
    return error_page(NotFound(str(problem)))


def read_draft(exercise: FoundExercise) -> str:
    """Return the draft of an answer in a form or an address; "" if it can't be shown."""
    text = exercise.entry.draft_of(request.values)
    try:
        exercise.entry.show(exercise.puzzle, text)
    except AnswerError:
        return ""
    return text


def count(
    exercise: FoundExercise, is_solved: bool, seconds: float | None = None
) -> Attempts | None:
    """Count the first answer to an exercise. Raises FormError if nothing more can be stored."""
    player = player_for_a_new_game()
    return count_attempt(store(), player, exercise.skill, exercise.name, is_solved, seconds=seconds)


def count_in_time(exercise: FoundExercise, judged: JudgedAnswer) -> JudgedAnswer:
    """Count an answer, and add the time of a right one if time counts."""
    is_timed = exercise.entry.is_timed and judged.is_right
    seconds = seconds_since(request.form.get("begun", ""), exercise.name) if is_timed else None
    before = count(exercise, judged.is_right, seconds)
    time_sentence = best_time_words(seconds, before)
    return (
        replace(judged, reasons=(ShownLine(time_sentence), *judged.reasons))
        if time_sentence
        else judged
    )


def show(page: ShownExercise, status: int = 200) -> ResponseReturnValue:
    template = page.exercise.entry.template("exercise")
    return render("learn/exercises/exercise.html", template, status, shown=page, body=page.body)
