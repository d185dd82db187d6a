"""Mastermind's pages: the player breaks a code set by the computer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
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
from webapp.mastermind.analysis.grid_view import change_notes, note_answer, show_grid
from webapp.mastermind.breaker.game import (
    BREAKER,
    OpenMatch,
    check_allowed,
    format_guesses,
    keep,
    open_match,
)
from webapp.mastermind.breaker.view import show_board, show_others
from webapp.mastermind.candidates_view import is_counting, show_candidates
from webapp.mastermind.finished import parse_strategy
from webapp.mastermind.hint_view import show_hint
from webapp.mastermind.new_game_form import (
    USUAL,
    board_card,
    board_cards,
    parse_setup_form,
    random_code,
)
from webapp.mastermind.role_pages import NewGame, RolePages
from webapp.mastermind.roles import OTHERS
from webapp.mastermind.setup import Role, format_setup
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
    if setup.role is Role.BREAKER:
        setup = replace(setup, secret=game.format_code(random_code(game)))
    if not form.get("code"):
        return NewGame(game, setup)
    first = game.parse_code(form["code"])
    check_allowed(game, setup, (), first)
    finished = game.rows == 1 or game.format_code(first) == setup.secret
    return NewGame(game, setup, format_guesses(game, [first]), finished)


def show(
    opened: OpenMatch,
    problem: Exception | None = None,
    *,
    draft: str | None = None,
    rows_there: int = 0,
    newest: int = 0,
    tier: int | None = None,
    listing: Mapping[str, str] | None = None,
    claim: ShownReply | None = None,
    claim_problem: Exception | None = None,
    has_grid: bool = False,
    fragment: str = "mastermind/breaker/_game.html",
) -> ResponseReturnValue:
    """Render the board, as a page or a fragment; ``listing`` asks for the list of candidates, and
    ``claim`` is a question’s answer.

    It shows a hint that was already given up to ``tier``: by default the highest, and none for 0. A
    fragment leaves out the first ``rows_there`` rows, which the page that sent a form of the newest
    version already has. The key pegs of the row ``newest`` arrive one by one. A fragment that
    ``has_grid`` updates the grid.
    """
    stored, is_playing = opened.stored, opened.match.outcome is Outcome.PLAYING
    key = opened.key if stored.hints else 0
    if draft is None:
        query = request.args.get("code") or request.args.get("draft", "")
        draft = submitted_row(request.form) if problem else query
    if tier is None:
        tier = 0 if request.args.get("hint") == "closed" else MOVE
    paid = highest_tier(stored.hints, key) if stored.hints else 0
    tier = min(tier, paid)
    # a hint already given at this row is shown again at no cost
    is_counted, hint = is_counting(), None
    if tier and is_playing:
        hint = show_hint(opened.match, opened.setup, tier, draft, is_counted=is_counted)
    if not (is_playing or is_counted):  # at the end the rows get their counts
        is_counted, rows_there = True, 0
    grid = None
    if is_playing and (has_grid or request.method == "GET"):
        proved_turns, notes = opened.known_turns, opened.setup.out
        if has_grid or "grid" in request.args or proved_turns or notes:
            grid = show_grid(face_of(opened.match.game), proved_turns, notes)
    refused = problem or claim_problem
    view = show_board(
        stored,
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
        hint=hint,
        tier=tier,
        paid=paid,
        rows_there=rows_there,
        newest=newest,
        strategies=ALLOWED[opened.setup.rule],
        chosen=opened.setup.strategy,
        claim=claim,
        claim_problem=claim_problem,
        costs=not opened.setup.practice,
        marked_rows=claim.rows if claim else hint.rows if hint else (),
        marked_holes=hint.holes if hint else (),
        grid=grid,
        marked_symbols=hint.symbols if hint else "",
        left=show_candidates(opened.match.game, opened.match.turns, listing),
        uncounted=not is_counted,
        explained=is_playing
        and not hint
        and len(opened.match.turns) == 1
        and is_first_game(stored),
        candidates_url=url_for(".candidates", game_id=stored.id),
        priced=not (stored.hints and has_hint(stored.hints, key, LIST)),
        **({} if is_playing else _sent(opened)),
    )


def is_first_game(stored: StoredGame) -> bool:
    """Say whether a game that has begun is its player's only one of this kind."""
    return count_played(store(), stored.player, GameQuery((BREAKER.kind,))) == 1


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
    return fewest_guesses(store(), player, BREAKER.kind) if player else {}


def show_day() -> DailyOffer:
    return show_offer("mastermind", current_player())


PAGES = RolePages(
    BREAKER,
    "mastermind/start/start.html",
    start,
    open_match,
    show,
    more={
        "roles": OTHERS,
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
            "draft": "",
            "rows_there": len(opened.match.turns),
            "newest": len(match.turns),
        },
        moves=moves,
        finished=match.outcome is not Outcome.PLAYING,
    )


@blueprint.post("/<game_id>/surrender")
def give_up(game_id: str) -> ResponseReturnValue:
    opened = ongoing(game_id)
    opened = replace(opened, match=opened.match.give_up())
    how = {"draft": "", "rows_there": len(opened.match.turns)}
    return PAGES.changed(opened, how, finished=True)


@blueprint.post("/<game_id>/hints")
def hint(game_id: str) -> ResponseReturnValue:
    """Give a hint up to the tier asked for, and log it.

    The strategy chosen for the move becomes the game's.
    """
    opened = ongoing(game_id)
    tier, match = parse_tier(request.form), opened.match
    setup = replace(opened.setup, strategy=parse_strategy(request.form, opened.setup))
    hints = add_hint(opened.stored.hints, opened.key, tier)
    stored = store().change(opened.stored, hints=hints, start=format_setup(setup))
    draft, rows_there = submitted_row(request.form), len(match.turns)
    return show(
        OpenMatch(stored, setup, match),
        draft=draft,
        rows_there=rows_there,
        tier=tier,
        has_grid=tier == REASON,
    )


@blueprint.post("/<game_id>/questions")
def ask_claim(game_id: str) -> ResponseReturnValue:
    """Answer a question about the code; except in practice games, log it as a hint."""
    opened, form = ongoing(game_id), request.form
    match, face = opened.match, face_of(opened.match.game, opened.setup.keys)
    draft, rows_there = submitted_row(form), len(match.turns)
    try:
        claim = claim_in(form, face)
        if "note" in (*form, form.get("mode")) and isinstance(claim, Fact):
            return note(opened, change_notes(face, opened.setup.out, claim))
        feedback = answer_claim(form, face, match.turns)
    except (CodeError, FormError) as problem:
        return show(opened, draft=draft, rows_there=rows_there, tier=0, claim_problem=problem)
    hints, setup = opened.stored.hints, opened.setup
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
    return show(opened, draft=draft, rows_there=rows_there, tier=0, claim=feedback, has_grid=True)


def note(opened: OpenMatch, notes: str) -> ResponseReturnValue:
    """Keep the player's notes in the grid; a hint that is open stays so."""
    setup = replace(opened.setup, out=notes)
    return PAGES.changed(
        replace(opened, setup=setup),
        {
            "draft": submitted_row(request.form),
            "rows_there": len(opened.match.turns),
            "tier": parse_tier(request.form) if request.form.get("tier") else 0,
            "has_grid": True,
        },
        start=format_setup(setup),
    )


@blueprint.post("/<game_id>/candidates")
def price_candidates(game_id: str) -> ResponseReturnValue:
    """Show the list of candidates, and log it."""
    opened = ongoing(game_id)
    draft, rows_there = submitted_row(request.form), len(opened.match.turns)
    hints = add_hint(opened.stored.hints, opened.key, LIST)
    changed = replace(opened, stored=store().change(opened.stored, hints=hints))
    return after_change(
        url_for(".candidates", game_id=game_id, draft=draft),
        lambda: show(changed, draft=draft, rows_there=rows_there, listing={}),
    )


@blueprint.get("/<game_id>/candidates")
def candidates(game_id: str) -> ResponseReturnValue:
    opened = PAGES.load(game_id)
    if not has_hint(opened.stored.hints, opened.key, LIST):
        return redirect(url_for(".game", game_id=game_id), 303)
    draft = request.args.get("draft", "")
    return show(opened, draft=draft, listing=request.args, fragment="mastermind/_candidates.html")


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
    return after_change(
        url_for(".game", game_id=game_id, draft=draft),
        lambda: show(PAGES.load(game_id), draft=draft, rows_there=len(earlier), has_grid=True),
    )


def ongoing(game_id: str) -> OpenMatch:
    """Return a game that is to be changed.

    Raises MatchError if it is over, whatever version was sent (the page of a finished game sends
    none), and StaleGameError if the form wasn't made from the newest version.
    """
    opened = PAGES.load(game_id)
    check_playing(opened.match)
    check_version(opened.stored)
    return opened
