"""Exercises: each by its address, answers, and sheets to print."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from solver.exercises import ExerciseError, parse_level
from webapp.classroom.view import note_answer
from webapp.embed import blueprint as embed
from webapp.embed import not_found
from webapp.embed import render_framed as framed
from webapp.http.errors import error_page
from webapp.http.forms import FormError, list_items, wants_items
from webapp.http.security import player_for_a_new_game
from webapp.learn.carried_game import carry_game
from webapp.learn.exercises.registry import Exercise, find_entry, find_exercise
from webapp.learn.exercises.sheets import items_of, show_paper_exercise, show_sheet
from webapp.learn.idea import IdeaQuestion, idea_of_exercise, paths_of_exercise
from webapp.learn.ideas import show_exercise_page
from webapp.learn.questions.asked import GivenAnswer, judge_answer, solve_question, tell_class
from webapp.storage.games import store
from webapp.storage.records.attempts import count_attempt

blueprint = Blueprint("exercises", __name__, url_prefix="/learn/exercises")
blueprint.url_defaults(carry_game)


@blueprint.get("/<kind>/<level>/<seed>")
def exercise(kind: str, level: str, seed: str) -> ResponseReturnValue:
    """Show an exercise; the address may carry an unfinished answer."""
    exercise = find_exercise(kind, level, seed)
    if wants_items():
        idea = idea_of_exercise(exercise.entry, exercise.theme)
        return list_items([(exercise.url(), f"{idea.title}: one question, {level}")])
    return show(exercise, GivenAnswer(entered=request.args))


@blueprint.post("/<kind>/<level>/<seed>")
@blueprint.post("/<kind>/<level>/<seed>/answers")
def answer(kind: str, level: str, seed: str) -> ResponseReturnValue:
    """Judge an answer; the first one to an exercise counts for what is practised next."""
    exercise = find_exercise(kind, level, seed)
    answer = judge_answer(exercise.question, request.form)
    tell_class(exercise.question, answer, *paths_of_exercise(exercise))
    try:
        if answer.marking and not answer.marking.is_open:
            count(exercise, answer.marking.is_right)
    except FormError as problem:
        answer = replace(answer, marking=None, problem=str(problem))
    return show(exercise, answer)


@blueprint.post("/<kind>/<level>/<seed>/solution")
def solution(kind: str, level: str, seed: str) -> ResponseReturnValue:
    """Show the solution; an exercise not solved before counts as missed."""
    exercise = find_exercise(kind, level, seed)
    note_answer(paths_of_exercise(exercise), "looked at the solution", is_right=False)
    try:
        count(exercise, is_solved=False)
    except FormError as problem:
        return show(exercise, GivenAnswer(problem=str(problem)))
    return show(exercise, solve_question(exercise.question))


@blueprint.post("/<kind>/<level>/next")
def advance(kind: str, level: str) -> ResponseReturnValue:
    entry = find_entry(kind)
    theme = request.form.get("theme", "")
    question = IdeaQuestion(level=parse_level(level), entry=entry, theme=theme)
    return redirect(question.draw().url(), 303)


@blueprint.get("/<kind>/<level>/<seed>/sheet")
def sheet(kind: str, level: str, seed: str) -> ResponseReturnValue:
    exercise = find_exercise(kind, level, seed)
    if wants_items():
        return list_items(items_of(exercise, request.args.get("number", "")))
    paper = show_sheet(exercise, request.args.get("number", ""))
    return render_template("learn/exercises/sheet.html", paper=paper)


@blueprint.get("/<kind>/<level>")
@blueprint.get("/<kind>/<level>/next")
def redirect_to_learn(kind: str, level: str) -> ResponseReturnValue:
    return redirect(url_for("learn.learn"), 303)


@embed.get("/exercise/<kind>/<level>/<seed>", endpoint="exercise")
def framed_exercise(kind: str, level: str, seed: str) -> ResponseReturnValue:
    exercise = find_exercise(kind, level, seed)
    page = exercise.url(_external=True)
    return framed("exercise", one=show_paper_exercise(exercise, 1), page=page)


embed.register_error_handler(ExerciseError, not_found)


@blueprint.errorhandler(ExerciseError)
def refuse(problem: ExerciseError) -> ResponseReturnValue:
    return error_page(NotFound(str(problem)))


def count(exercise: Exercise, is_solved: bool) -> None:
    """Count the first answer to an exercise. Raises FormError if nothing more can be stored."""
    count_attempt(store(), player_for_a_new_game(), exercise.skill, exercise.name, is_solved)


def show(exercise: Exercise, answer: GivenAnswer) -> ResponseReturnValue:
    entry = idea_of_exercise(exercise.entry, exercise.theme)
    return show_exercise_page(entry, exercise, answer)
