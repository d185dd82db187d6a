"""Mastermind's pages: the player breaks a code set by the computer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import face_of
from solver.deduction.knowledge.facts import Fact
from solver.deduction.matches import MatchError, Outcome, check_playing
from solver.deduction.rules.game import CodeError, Game
from solver.deduction.strategies.registry import ALLOWED
from webapp.daily.end_view import show_day_end
from webapp.daily.start_view import DailyOffer, show_offer
from webapp.http.errors import status_of
from webapp.http.forms import (
    FormError,
    after_change,
    check_version,
    parse_tier,
    render,
    submitted_row,
)
from webapp.http.security import current_player
from webapp.mastermind.analysis.claims import ShownReply, answer_claim, claim_in
from webapp.mastermind.analysis.grid_view import ShownGrid, change_notes, note_answer, show_grid
from webapp.mastermind.board_view import AnyMatch
from webapp.mastermind.breaker.game import (
    KIND,
    OpenMatch,
    check_allowed,
    format_guesses,
    keep,
    open_match,
)
from webapp.mastermind.breaker.kind import BREAKER
from webapp.mastermind.breaker.view import show_board, show_others
from webapp.mastermind.candidates_view import is_counting, show_candidates
from webapp.mastermind.finished import parse_strategy
from webapp.mastermind.hint_view import ShownAdvice, show_hint
from webapp.mastermind.new_game_form import (
    USUAL,
    board_card,
    board_cards,
    parse_setup_form,
    random_code,
)
from webapp.mastermind.role import Role, roles
from webapp.mastermind.role_pages import NewGame, RolePages
from webapp.mastermind.setup import StoredRole, format_setup
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import (
    LIST,
    MOVE,
    QUESTION,
    REASON,
    add_hint,
    has_hint,
    highest_tier,
    position_key,
)
from webapp.storage.records.contest_entries import contest_of_game
from webapp.storage.records.played import GameQuery, count_played, fewest_guesses
from webapp.storage.records.races import race_of_game


def start(form: Mapping[str, str], game: Game) -> NewGame:
    """Return the game of a form: the computer hides a random code, or none if it is evil.

    A form may bring the first row along, so a game can be over at once.
    """
    setup = parse_setup_form(form, game)
    if setup.role is StoredRole.BREAKER:
        setup = replace(setup, secret=game.format_code(random_code(game)))
    if not form.get("code"):
        return NewGame(game, setup)
    first = game.parse_code(form["code"])
    check_allowed(game, setup, (), first)
    finished = game.rows == 1 or game.format_code(first) == setup.secret
    return NewGame(game, setup, format_guesses(game, [first]), finished)


@dataclass(frozen=True, kw_only=True)
class PageRequest:
    """What the page shall show: by default the row of the address, and all hints given so far."""

    draft: str | None = None
    #: A fragment leaves out so many first rows: the page that sent the form has them.
    rows_there: int = 0
    #: The row whose key pegs arrive one by one.
    newest: int = 0
    #: How far a hint that was given is shown; 0 for not at all.
    tier: int | None = None
    #: The form of the list of possible codes.
    listing: Mapping[str, str] | None = None
    #: The answer to a question, or why there is none.
    claim: ShownReply | None = None
    claim_problem: Exception | None = None
    #: Whether a fragment updates the grid.
    has_grid: bool = False


def show(
    opened: OpenMatch,
    problem: Exception | None = None,
    *,
    wanted: PageRequest = PageRequest(),
    fragment: str = "mastermind/breaker/_game.html",
) -> ResponseReturnValue:
    is_playing = opened.match.outcome is Outcome.PLAYING
    is_counted = is_counting()
    rows_there = wanted.rows_there
    if not (is_playing or is_counted):  # at the end the rows get their counts
        is_counted = True
        rows_there = 0
    draft = _draft(problem) if wanted.draft is None else wanted.draft
    refused = problem or wanted.claim_problem
    view = show_board(
        opened.stored,
        opened.match,
        opened.setup,
        is_counted=is_counted,
        draft=draft,
        problem=str(problem or ""),
        typed=request.form.get("typed", "")[:20] if problem else "",
    )
    return render(
        "mastermind/breaker/game.html",
        fragment,
        status_of(refused) if refused else 200,
        shown=view,
        board=view.table,
        rows_there=rows_there,
        newest=wanted.newest,
        uncounted=not is_counted,
        left=show_candidates(opened.match.game, opened.match.turns, wanted.listing),
        candidates_url=url_for(".candidates", game_id=opened.stored.id),
        **_help(opened, wanted, draft, is_playing=is_playing, is_counted=is_counted),
        **({} if is_playing else _sent(opened)),
    )


def _draft(problem: Exception | None) -> str:
    if problem:
        return submitted_row(request.form)
    return request.args.get("code") or request.args.get("draft", "")


def _help(
    opened: OpenMatch, wanted: PageRequest, draft: str, *, is_playing: bool, is_counted: bool
) -> Mapping[str, Any]:
    """Return the help beside the board: what was paid for is shown again, and what more costs."""
    hints = opened.stored.hints
    match = opened.match
    setup = opened.setup
    claim = wanted.claim
    key = opened.key if hints else 0
    paid = highest_tier(hints, key) if hints else 0
    may_open = wanted.has_grid or request.method == "GET"
    usual = 0 if request.args.get("hint") == "closed" else MOVE
    tier = min(usual if wanted.tier is None else wanted.tier, paid)
    hint: ShownAdvice | None = None
    if tier and is_playing:
        hint = show_hint(match, setup, tier, draft, is_counted=is_counted)
    is_begun = is_playing and not hint and len(match.turns) == 1
    return {
        "hint": hint,
        "tier": tier,
        "paid": paid,
        "strategies": ALLOWED[setup.rule],
        "chosen": setup.strategy,
        "claim": claim,
        "claim_problem": wanted.claim_problem,
        "costs": not setup.practice,
        "priced": not (hints and has_hint(hints, key, LIST)),
        "marked_rows": claim.rows if claim else hint.rows if hint else (),
        "marked_holes": hint.holes if hint else (),
        "marked_symbols": hint.symbols if hint else "",
        "grid": _grid(opened, has_grid=wanted.has_grid) if is_playing and may_open else None,
        "explained": is_begun and is_first_game(opened.stored),
    }


def _grid(opened: OpenMatch, *, has_grid: bool) -> ShownGrid | None:
    """Return the grid if it is asked for, or if a page has something to show on it."""
    turns = opened.known_turns
    notes = opened.setup.out
    is_open = has_grid or "grid" in request.args or turns or notes
    return show_grid(face_of(opened.match.game), turns, notes) if is_open else None


def is_first_game(stored: StoredGame) -> bool:
    """Say whether a game that has begun is its player's only one of this kind."""
    return count_played(store(), stored.player, GameQuery((KIND,))) == 1


def _sent(opened: OpenMatch) -> Mapping[str, Any]:
    """Return what a finished game leads to, and what is shown beside it."""
    contest = contest_of_game(store(), opened.stored.id)
    race = race_of_game(store(), opened.stored.id) if contest else None
    return {
        "contest": contest,
        "is_late": race is not None and not race[0].timed(race[1]).is_over,
        "rematch_of": opened.setup.link,
        "end": show_day_end(opened.stored) or show_others(opened.stored),
    }


def fewest() -> Mapping[str, int]:
    """Return how few guesses the visitor has needed on each board so far."""
    player = current_player()
    return fewest_guesses(store(), player, KIND) if player else {}


def offered_roles() -> list[Role]:
    return [role for role in roles().values() if role.is_offered]


def show_day() -> DailyOffer:
    return show_offer("mastermind", current_player())


PAGES = RolePages(
    role=BREAKER,
    form="mastermind/start/start.html",
    start=start,
    open=open_match,
    show=show,
    more={
        "roles": offered_roles,
        "cards": board_cards(),
        "usual_card": board_card(USUAL),
        "day": show_day,
        "fewest": fewest,
    },
)

blueprint = Blueprint("breaker", __name__, url_prefix="/mastermind/breaker")
PAGES.add_to(blueprint)


@blueprint.post("/<game_id>/guesses")
def guess(game_id: str) -> ResponseReturnValue:
    opened = ongoing(game_id)
    code = opened.match.game.parse_code(submitted_row(request.form))
    check_allowed(opened.match.game, opened.setup, opened.match.turns, code)
    match = opened.match.guess(code)
    moves = format_guesses(match.game, match.guesses)
    keep(opened, moves, match.turns)
    return PAGES.changed(
        replace(opened, match=match),
        {
            "wanted": PageRequest(
                draft="", rows_there=len(opened.match.turns), newest=len(match.turns)
            )
        },
        moves=moves,
        finished=match.outcome is not Outcome.PLAYING,
    )


@blueprint.post("/<game_id>/surrender")
def give_up(game_id: str) -> ResponseReturnValue:
    opened = ongoing(game_id)
    opened = replace(opened, match=opened.match.give_up())
    wanted = PageRequest(draft="", rows_there=len(opened.match.turns))
    return PAGES.changed(opened, {"wanted": wanted}, finished=True)


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
    stored = store().change(opened.stored, hints=hints, start=format_setup(setup))
    wanted = replace(row_on_page(match), tier=tier, has_grid=tier == REASON)
    return show(OpenMatch(stored, setup, match), wanted=wanted)


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
        return show(opened, wanted=replace(wanted, claim_problem=problem))
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
        stored = store().change(opened.stored, hints=hints, start=format_setup(setup))
        opened = replace(opened, stored=stored, setup=setup)
    return show(opened, wanted=replace(wanted, claim=feedback, has_grid=True))


def note(opened: OpenMatch, notes: str) -> ResponseReturnValue:
    """Keep the player's notes in the grid; a hint that is open stays so."""
    setup = replace(opened.setup, out=notes)
    tier = parse_tier(request.form) if request.form.get("tier") else 0
    wanted = replace(row_on_page(opened.match), tier=tier, has_grid=True)
    opened = replace(opened, setup=setup)
    return PAGES.changed(opened, {"wanted": wanted}, start=format_setup(setup))


@blueprint.post("/<game_id>/candidates")
def price_candidates(game_id: str) -> ResponseReturnValue:
    opened = ongoing(game_id)
    wanted = replace(row_on_page(opened.match), listing={})
    hints = add_hint(opened.stored.hints, opened.key, LIST)
    changed = replace(opened, stored=store().change(opened.stored, hints=hints))
    return after_change(
        url_for(".candidates", game_id=game_id, draft=wanted.draft),
        lambda: show(changed, wanted=wanted),
    )


@blueprint.get("/<game_id>/candidates")
def candidates(game_id: str) -> ResponseReturnValue:
    opened = PAGES.load(game_id)
    if not has_hint(opened.stored.hints, opened.key, LIST):
        return redirect(url_for(".game", game_id=game_id), 303)
    wanted = PageRequest(draft=request.args.get("draft", ""), listing=request.args)
    return show(opened, wanted=wanted, fragment="mastermind/_candidates.html")


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
        lambda: show(PAGES.load(game_id), wanted=wanted),
    )


def row_on_page(match: AnyMatch) -> PageRequest:
    """Return a request of the page that sent this form: it has the rows, and the draft is kept."""
    return PageRequest(draft=submitted_row(request.form), rows_there=len(match.turns))


def ongoing(game_id: str) -> OpenMatch:
    """Return a game that is to be changed.

    Raises MatchError if it is over, whatever version was sent (the page of a finished game sends
    none), and StaleGameError if the form wasn't made from the newest version.
    """
    opened = PAGES.load(game_id)
    check_playing(opened.match)
    check_version(opened.stored)
    return opened
