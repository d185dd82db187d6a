"""Mastermind's pages: the player breaks a code set by the computer."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import face_of
from solver.deduction.knowledge.facts import Fact
from solver.deduction.matches import MatchError, Outcome, check_playing
from solver.deduction.rules.game import CodeError
from webapp.http.forms import (
    FormError,
    after_change,
    check_version,
    lead_if_pending,
    parse_tier,
    submitted_row,
)
from webapp.mastermind.analysis.claims import answer_claim, claim_in
from webapp.mastermind.analysis.grid_view import change_notes, note_answer
from webapp.mastermind.board_view import AnyMatch
from webapp.mastermind.breaker.game import OpenMatch, check_allowed, format_guesses, keep
from webapp.mastermind.breaker.kind import BREAKER, PageRequest, show_match
from webapp.mastermind.finished import parse_strategy
from webapp.storage.games import store
from webapp.storage.hint_log import LIST, MOVE, QUESTION, REASON, add_hint, has_hint, position_key

blueprint = Blueprint("breaker", __name__, url_prefix="/mastermind/breaker")
BREAKER.add_to(blueprint)


@blueprint.post("/<game_id>/guesses")
def guess(game_id: str) -> ResponseReturnValue:
    opened = ongoing(game_id)
    code = opened.match.game.parse_code(submitted_row(request.form))
    check_allowed(opened.match.game, opened.setup, opened.match.turns, code)
    match = opened.match.guess(code)
    moves = format_guesses(match.game, match.guesses)
    keep(opened, moves, match.turns)
    is_over = match.outcome is not Outcome.PLAYING
    stored = store().change(opened.stored, moves=moves, finished=is_over)
    rows_there = len(opened.match.turns)
    wanted = PageRequest(draft="", rows_there=rows_there, newest=len(match.turns))
    return after_match_change(replace(opened, stored=stored, match=match), wanted)


@blueprint.post("/<game_id>/surrender")
def give_up(game_id: str) -> ResponseReturnValue:
    opened = ongoing(game_id)
    stored = store().change(opened.stored, finished=True)
    wanted = PageRequest(draft="", rows_there=len(opened.match.turns))
    return after_match_change(replace(opened, stored=stored, match=opened.match.give_up()), wanted)


@blueprint.post("/<game_id>/hints")
def hint(game_id: str) -> ResponseReturnValue:
    """Give a hint up to the tier asked for, and log it.

    The strategy chosen for the move becomes the game's.
    """
    opened = ongoing(game_id)
    tier = parse_tier(request.form)
    match = opened.match
    setup = replace(opened.setup, strategy=parse_strategy(request.form, opened.setup))
    hints = add_hint(opened.stored.hints, opened.key, tier)
    stored = store().change(opened.stored, hints=hints, start=setup.write())
    wanted = replace(row_on_page(match), tier=tier, has_grid=tier == REASON)
    lead_if_pending(url_for(".game", game_id=game_id, draft=wanted.draft))
    return show_match(OpenMatch(stored, setup, match), wanted=wanted)


@blueprint.post("/<game_id>/questions")
def ask_claim(game_id: str) -> ResponseReturnValue:
    """Answer a question about the code; except in practice games, log it as a hint."""
    opened = ongoing(game_id)
    form = request.form
    match = opened.match
    face = face_of(opened.match.game, opened.setup.keys)
    wanted = replace(row_on_page(match), tier=0)
    try:
        claim = claim_in(form, face)
        if "note" in (*form, form.get("mode")) and isinstance(claim, Fact):
            return note(opened, change_notes(face, opened.setup.out, claim))
        feedback = answer_claim(form, face, match.turns)
    except (CodeError, FormError) as problem:
        return show_match(opened, wanted=replace(wanted, claim_problem=problem))
    hints = opened.stored.hints
    setup = opened.setup
    if isinstance(claim, Fact) and feedback.look:
        setup = replace(
            setup, out=note_answer(face, setup.out, claim, is_so=feedback.look == "yes")
        )
    if feedback.is_known and not setup.practice:
        key = position_key(f"{opened.key} {claim}")
        hints = add_hint(hints, key, MOVE if feedback.example else QUESTION)
    if (hints, setup) != (opened.stored.hints, opened.setup):
        stored = store().change(opened.stored, hints=hints, start=setup.write())
        lead_if_pending(BREAKER.address(stored))
        opened = replace(opened, stored=stored, setup=setup)
    return show_match(opened, wanted=replace(wanted, claim=feedback, has_grid=True))


def note(opened: OpenMatch, notes: str) -> ResponseReturnValue:
    """Keep the player's notes in the grid; a hint that is open stays so."""
    setup = replace(opened.setup, out=notes)
    tier = parse_tier(request.form) if request.form.get("tier") else 0
    wanted = replace(row_on_page(opened.match), tier=tier, has_grid=True)
    stored = store().change(opened.stored, start=setup.write())
    return after_match_change(replace(opened, stored=stored, setup=setup), wanted)


@blueprint.post("/<game_id>/candidates")
def price_candidates(game_id: str) -> ResponseReturnValue:
    opened = ongoing(game_id)
    wanted = replace(row_on_page(opened.match), listing={})
    hints = add_hint(opened.stored.hints, opened.key, LIST)
    changed = replace(opened, stored=store().change(opened.stored, hints=hints))
    return after_change(
        url_for(".candidates", game_id=game_id, draft=wanted.draft),
        lambda: show_match(changed, wanted=wanted),
    )


@blueprint.get("/<game_id>/candidates")
def candidates(game_id: str) -> ResponseReturnValue:
    opened = BREAKER.load(game_id)
    if not has_hint(opened.stored.hints, opened.key, LIST):
        return redirect(url_for(".game", game_id=game_id), 303)
    wanted = PageRequest(draft=request.args.get("draft", ""), listing=request.args)
    return show_match(opened, wanted=wanted, fragment="mastermind/_candidates.html")


@blueprint.post("/<game_id>/undo")
def undo(game_id: str) -> ResponseReturnValue:
    opened = ongoing(game_id)
    if not opened.setup.practice:
        raise MatchError("You can undo guesses only in practice games.")
    if not opened.match.turns:
        raise MatchError("There is no guess to undo.")
    *earlier, last = opened.match.guesses
    game = opened.match.game
    store().change(opened.stored, moves=format_guesses(game, earlier))
    draft = "".join(game.format_code(last).split())
    wanted = PageRequest(draft=draft, rows_there=len(earlier), has_grid=True)
    return after_change(
        url_for(".game", game_id=game_id, draft=draft),
        lambda: show_match(BREAKER.load(game_id), wanted=wanted),
    )


def after_match_change(opened: OpenMatch, wanted: PageRequest) -> ResponseReturnValue:
    return after_change(BREAKER.address(opened.stored), lambda: show_match(opened, wanted=wanted))


def row_on_page(match: AnyMatch) -> PageRequest:
    """Return a request of the page that sent this form: it has the rows, and the draft is kept."""
    return PageRequest(draft=submitted_row(request.form), rows_there=len(match.turns))


def ongoing(game_id: str) -> OpenMatch:
    """Return a game that is to be changed.

    Raises MatchError if it is over, whatever version was sent (the page of a finished game sends
    none), and StaleGameError if the form wasn't made from the newest version.
    """
    opened = BREAKER.load(game_id)
    check_playing(opened.match)
    check_version(opened.stored)
    return opened
