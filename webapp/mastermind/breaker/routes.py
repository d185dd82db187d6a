"""Mastermind's pages: the player breaks a code set by the computer."""

from dataclasses import replace

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import face_of
from solver.deduction.knowledge.facts import Fact
from solver.deduction.matches import MatchError, Outcome, check_playing
from solver.wording import InputError
from webapp.http import forms
from webapp.mastermind.analysis.grid_view import answer_claim, change_notes, claim_in, note_answer
from webapp.mastermind.board_view import AnyMatch
from webapp.mastermind.breaker.game import OpenMatch, check_allowed, format_guesses
from webapp.mastermind.breaker.kind import BREAKER, PageRequest, show_match
from webapp.mastermind.finished import parse_strategy
from webapp.storage.games import store
from webapp.storage.hint_log import LIST, MOVE, QUESTION, REASON, add_hint, has_hint, position_key

blueprint = Blueprint("breaker", __name__, url_prefix="/mastermind/breaker")
BREAKER.add_to(blueprint)


@blueprint.post("/<game_id>/guesses")
def guess(game_id: str) -> ResponseReturnValue:
    open_game = ongoing(game_id)
    code = open_game.match.game.parse_code(forms.submitted_row(request.form))
    check_allowed(open_game.match.game, open_game.setup, open_game.match.turns, code)
    match = open_game.match.guess(code)
    moves = format_guesses(match.game, match.guesses)
    is_over = match.outcome is not Outcome.PLAYING
    record = store().change(open_game.stored, moves=moves, finished=is_over)
    rows_there = len(open_game.match.turns)
    page = PageRequest(draft="", rows_there=rows_there, newest=len(match.turns))
    return after_match_change(replace(open_game, stored=record, match=match), page)


@blueprint.post("/<game_id>/surrender")
def give_up(game_id: str) -> ResponseReturnValue:
    open_game = ongoing(game_id)
    record = store().change(open_game.stored, finished=True)
    match = open_game.match.give_up()
    page = PageRequest(draft="", rows_there=len(match.turns))
    return after_match_change(replace(open_game, stored=record, match=match), page)


@blueprint.post("/<game_id>/hints")
def hint(game_id: str) -> ResponseReturnValue:
    """Give a hint up to the tier asked for, and log it.

    The strategy chosen for the move becomes the game's.
    """
    open_game = ongoing(game_id)
    tier = forms.parse_tier(request.form)
    match = open_game.match
    setup = replace(open_game.setup, strategy=parse_strategy(request.form, open_game.setup))
    hints = add_hint(open_game.stored.hints, open_game.key, tier)
    record = store().change(open_game.stored, hints=hints, start=setup.write())
    page = replace(row_on_page(match), tier=tier, has_grid=tier == REASON)
    forms.lead_if_pending(url_for(".game", game_id=game_id, draft=page.draft))
    return show_match(OpenMatch(record, setup, match), page=page)


@blueprint.post("/<game_id>/questions")
def ask_claim(game_id: str) -> ResponseReturnValue:
    """Answer a question about the code; except in practice games, log it as a hint."""
    open_game = ongoing(game_id)
    form = request.form
    match = open_game.match
    face = face_of(open_game.match.game, open_game.setup.keys)
    page = replace(row_on_page(match), tier=0)
    try:
        claim = claim_in(form, face)
        if "note" in (*form, form.get("mode")) and isinstance(claim, Fact):
            return note(open_game, change_notes(face, open_game.setup.out, claim))
        feedback = answer_claim(form, face, match.turns)
    except InputError as problem:
        return show_match(open_game, page=replace(page, claim_problem=problem))
    hints = open_game.stored.hints
    setup = open_game.setup
    if isinstance(claim, Fact) and feedback.look:
        setup = replace(
            setup, out=note_answer(face, setup.out, claim, is_so=feedback.look == "yes")
        )
    if feedback.is_known and not setup.practice:
        key = position_key(f"{open_game.key} {claim}")
        hints = add_hint(hints, key, MOVE if feedback.example else QUESTION)
    if (hints, setup) != (open_game.stored.hints, open_game.setup):
        record = store().change(open_game.stored, hints=hints, start=setup.write())
        forms.lead_if_pending(BREAKER.address(record))
        open_game = replace(open_game, stored=record, setup=setup)
    return show_match(open_game, page=replace(page, claim=feedback, has_grid=True))


def note(open_game: OpenMatch, notes: str) -> ResponseReturnValue:
    """Keep the player's notes in the grid; a hint that is open stays so."""
    setup = replace(open_game.setup, out=notes)
    tier = forms.parse_tier(request.form) if request.form.get("tier") else 0
    page = replace(row_on_page(open_game.match), tier=tier, has_grid=True)
    record = store().change(open_game.stored, start=setup.write())
    return after_match_change(replace(open_game, stored=record, setup=setup), page)


@blueprint.post("/<game_id>/candidates")
def price_candidates(game_id: str) -> ResponseReturnValue:
    open_game = ongoing(game_id)
    page = replace(row_on_page(open_game.match), listing={})
    hints = add_hint(open_game.stored.hints, open_game.key, LIST)
    next_open_game = replace(open_game, stored=store().change(open_game.stored, hints=hints))
    return forms.after_change(
        url_for(".candidates", game_id=game_id, draft=page.draft),
        lambda: show_match(next_open_game, page=page),
    )


@blueprint.get("/<game_id>/candidates")
def candidates(game_id: str) -> ResponseReturnValue:
    open_game = BREAKER.load(game_id)
    if not has_hint(open_game.stored.hints, open_game.key, LIST):
        return redirect(url_for(".game", game_id=game_id), 303)
    page = PageRequest(draft=request.args.get("draft", ""), listing=request.args)
    return show_match(open_game, page=page, fragment="mastermind/_candidates.html")


@blueprint.post("/<game_id>/undo")
def undo(game_id: str) -> ResponseReturnValue:
    open_game = ongoing(game_id)
    if not open_game.setup.practice:
        raise MatchError("You can undo guesses only in practice games.")
    if not open_game.match.turns:
        raise MatchError("There is no guess to undo.")
    *earlier, last = open_game.match.guesses
    game = open_game.match.game
    store().change(open_game.stored, moves=format_guesses(game, earlier))
    draft = "".join(game.format_code(last).split())
    page = PageRequest(draft=draft, rows_there=len(earlier), has_grid=True)
    return forms.after_change(
        url_for(".game", game_id=game_id, draft=draft),
        lambda: show_match(BREAKER.load(game_id), page=page),
    )


def after_match_change(open_game: OpenMatch, page: PageRequest) -> ResponseReturnValue:
    return forms.after_change(
        BREAKER.address(open_game.stored), lambda: show_match(open_game, page=page)
    )


def row_on_page(match: AnyMatch) -> PageRequest:
    """Return a request of the page that sent this form: it has the rows, and the draft is kept."""
    return PageRequest(draft=forms.submitted_row(request.form), rows_there=len(match.turns))


def ongoing(game_id: str) -> OpenMatch:
    """Return a game that is to be changed.

    Raises MatchError if it is over, whatever version was sent (the page of a finished game sends
    none), and StaleGameError if the form wasn't made from the newest version.
    """
    open_game = BREAKER.load(game_id)
    check_playing(open_game.match)
    forms.check_version(open_game.stored)
    return open_game
