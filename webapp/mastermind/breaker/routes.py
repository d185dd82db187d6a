"""Mastermind's pages: the player breaks a code that the computer has set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.matches.match import MatchError, Outcome
from solver.deduction.rules.game import Code, CodeError, RulesError
from solver.deduction.strategies.registry import OFFERED
from webapp.http.errors import status_of
from webapp.http.forms import FormError, parse_tier, submitted_row
from webapp.http.fragments import after_change, or_later, render
from webapp.http.game_access import find_game, newest
from webapp.http.security import player_for_a_new_game
from webapp.http.unfinished import patient
from webapp.mastermind.board_cards import IN_FRONT, board_cards
from webapp.mastermind.board_view import AnyMatch, show_board
from webapp.mastermind.breaker.game import format_guesses, key_before, replayed
from webapp.mastermind.breaker.role import BREAKER
from webapp.mastermind.candidates_view import show_candidates
from webapp.mastermind.hint_view import ShownAdvice, show_hint
from webapp.mastermind.new_game_form import (
    parse_game,
    parse_setup_form,
    random_code,
)
from webapp.mastermind.new_game_page import add_ways_back, show_form
from webapp.mastermind.opponent import parse_strategy
from webapp.mastermind.roles import OTHERS
from webapp.mastermind.samples import SAMPLE_ROWS
from webapp.mastermind.setup import Role, Setup, format_setup, setup_of
from webapp.storage.games import StaleGameError, StoredGame, store
from webapp.storage.hint_log import LIST, FullLogError, add_hint, has_hint, paid_tier
from webapp.work.thoughts import ThinkingError

blueprint = Blueprint("breaker", __name__, url_prefix="/mastermind/breaker")
add_ways_back(blueprint, "game", "mastermind.start")


@dataclass(frozen=True)
class OpenMatch:
    """A stored game and the match it is."""

    stored: StoredGame
    setup: Setup
    match: AnyMatch

    @property
    def key(self) -> int:
        """What stands for the position in the log of hints."""
        return key_before(self.match.game, self.match.guesses)


def show_start(problem: str = "") -> ResponseReturnValue:
    """Render the page of new games; with the form as it was sent if something is wrong with it."""
    template = "mastermind/start/start.html"
    cards = {"cards": board_cards(), "in_front": IN_FRONT}
    return show_form(BREAKER, template, problem, sample_rows=SAMPLE_ROWS, roles=OTHERS, **cards)


@blueprint.post("/games")
def create() -> ResponseReturnValue:
    """Start a game: the computer hides a random code. A form may bring the first row along."""
    game = parse_game(request.form, BREAKER.name)
    setup = parse_setup_form(request.form, game)
    if setup.role is Role.BREAKER:
        setup = replace(setup, secret=game.format_code(random_code(game)))
    first = [game.parse_code(request.form["code"])] if request.form.get("code") else []
    made = store().create(
        player_for_a_new_game(),
        BREAKER.kind,
        game.name,
        format_setup(setup),
        format_guesses(game, first),
    )
    return redirect(url_for(".game", game_id=made.id), 303)


@blueprint.get("/<game_id>")
def game(game_id: str) -> ResponseReturnValue:
    """Show the board, with a row being built if the address carries one."""
    is_closed = request.args.get("hint") == "closed"
    return show(load(game_id), draft=submitted_draft(), tier=0 if is_closed else None)


def submitted_draft() -> str:
    """Return the row being built that the address carries; a page that asks again sends its own."""
    return request.args.get("code") or request.args.get("draft", "")


@blueprint.post("/<game_id>/guesses")
def guess(game_id: str) -> ResponseReturnValue:
    """Submit a row."""
    opened = ongoing(game_id)
    game = opened.match.game
    code = game.parse_code(submitted_row(request.form))
    try:
        match = opened.match.guess(code)
    except ThinkingError:
        return unanswered(opened, code)
    changed = store().change(
        opened.stored,
        moves=format_guesses(game, match.guesses),
        finished=match.outcome is not Outcome.PLAYING,
    )
    return after_change(
        url_for(".game", game_id=game_id),
        lambda: show(replace(opened, stored=changed, match=match), kept=len(opened.match.turns)),
    )


def unanswered(opened: OpenMatch, code: Code) -> ResponseReturnValue:
    """Store a row whose answer the setter thinks about, and lead to the game.

    Whether it wins is not asked: with one code left, the setter hardly thinks.
    """
    guesses = (*opened.match.guesses, code)
    store().change(
        opened.stored,
        moves=format_guesses(opened.match.game, guesses),
        finished=opened.match.guesses_left == 1,
    )
    return redirect(url_for(".game", game_id=opened.stored.id), 303)


@blueprint.post("/<game_id>/hints")
def hint(game_id: str) -> ResponseReturnValue:
    """Give a hint up to the tier asked for, and put it on the game's record.

    The strategy that a move is asked of stays the game's.
    """
    opened = ongoing(game_id)
    tier, match = parse_tier(request.form), opened.match
    setup = replace(opened.setup, strategy=parse_strategy(request.form, opened.setup.strategy))
    hints = add_hint(opened.stored.hints, opened.key, tier)
    stored = store().change(opened.stored, hints=hints, start=format_setup(setup))
    draft, kept = submitted_row(request.form), len(match.turns)
    here = url_for(".game", game_id=game_id, draft=draft)
    return or_later(
        here, lambda: show(OpenMatch(stored, setup, match), draft, kept=kept, tier=tier)
    )


@blueprint.post("/<game_id>/candidates")
def price_candidates(game_id: str) -> ResponseReturnValue:
    """Show the list of candidates, and put it on the game's record."""
    opened = ongoing(game_id)
    draft, kept = submitted_row(request.form), len(opened.match.turns)
    hints = add_hint(opened.stored.hints, opened.key, LIST)
    changed = replace(opened, stored=store().change(opened.stored, hints=hints))
    return after_change(
        url_for(".candidates", game_id=game_id, draft=draft),
        lambda: show(changed, draft, kept=kept, listing={}),
    )


@blueprint.get("/<game_id>/candidates")
def candidates(game_id: str) -> ResponseReturnValue:
    """List the candidates, if that is on the record of this row; else lead back to the game."""
    opened = load(game_id)
    if not has_hint(opened.stored.hints, opened.key, LIST):
        return redirect(url_for(".game", game_id=game_id), 303)
    draft = request.args.get("draft", "")
    return show(opened, draft, listing=request.args, fragment="mastermind/_candidates.html")


@blueprint.post("/<game_id>/undo")
def undo(game_id: str) -> ResponseReturnValue:
    """Take the last row of a practice game back: it is the row being built again."""
    opened = ongoing(game_id)
    check_undo(opened)
    *earlier, last = opened.match.guesses
    game = opened.match.game
    store().change(opened.stored, moves=format_guesses(game, earlier))
    draft = "".join(game.format_code(last).split())
    return after_change(
        url_for(".game", game_id=game_id, draft=draft),
        lambda: show(load(game_id), draft, kept=len(earlier)),
    )


def check_undo(opened: OpenMatch) -> None:
    """Raise MatchError unless the game has a row that can be taken back."""
    if not opened.setup.practice:
        raise MatchError("A row that was answered stands. Only practice games take rows back.")
    if not opened.match.turns:
        raise MatchError("There is no row to take back.")


@blueprint.errorhandler(RulesError)
def refuse_rules(problem: Exception) -> ResponseReturnValue:
    """Show the form of a new game again with the reason why there is no such game."""
    return show_start(str(problem))


@blueprint.errorhandler(CodeError)
@blueprint.errorhandler(MatchError)
@blueprint.errorhandler(FormError)
@blueprint.errorhandler(FullLogError)
@blueprint.errorhandler(StaleGameError)
@patient
def refuse(problem: Exception) -> ResponseReturnValue:
    """Show the board again with the reason why a move was not carried out; the row is kept."""
    game_id = (request.view_args or {}).get("game_id", "")
    if not game_id:
        return show_start(str(problem))
    return show(load(game_id), draft=submitted_row(request.form), problem=problem)


def load(game_id: str) -> OpenMatch:
    """Return this player's game, played again from its moves; 404 for any other."""
    stored = find_game(game_id, BREAKER.kind)
    setup = setup_of(stored)
    return OpenMatch(stored, setup, replayed(stored, setup))


def ongoing(game_id: str) -> OpenMatch:
    """Return a game that is to be changed.

    Raises MatchError after its end, whatever version was sent (the page of a game that is over has
    none), and StaleGameError if the form was not made from the newest.
    """
    opened = load(game_id)
    if opened.match.outcome is not Outcome.PLAYING:
        raise MatchError(f"This game is over: it was {opened.match.outcome.value}.")
    return newest(opened)


def show(
    opened: OpenMatch,
    draft: str = "",
    problem: Exception | None = None,
    *,
    kept: int = 0,
    tier: int | None = None,
    listing: Mapping[str, str] | None = None,
    fragment: str = "mastermind/breaker/_game.html",
) -> ResponseReturnValue:
    """Render the board, as a page or as a fragment; ``listing`` asks for the list of candidates.

    Of a hint that was given it shows a ``tier``, by itself the highest, and none for 0.
    A fragment leaves the first ``kept`` rows as the page has them: a form of the newest version
    was sent by a page that shows its rows.
    """
    stored = opened.stored
    paid = paid_tier(stored.hints, opened.key)
    shown_tier = paid if tier is None else min(tier, paid)
    hint = _paid_hint(opened, draft, shown_tier)
    board = show_board(
        stored.id,
        stored.version,
        opened.match,
        opened.setup,
        stored.hints,
        draft=draft,
        problem=str(problem) if problem else "",
        typed=request.form.get("typed", "")[:20] if problem else "",
    )
    return render(
        "mastermind/breaker/game.html",
        fragment,
        status_of(problem) if problem else 200,
        board=board,
        hint=hint,
        tier=shown_tier,
        paid=paid,
        kept=kept,
        strategies=OFFERED,
        wished=opened.setup.strategy,
        marked_rows=hint.rows if hint else (),
        marked_holes=hint.holes if hint else (),
        marked_symbols=hint.symbols if hint else "",
        left=show_candidates(opened.match.game, opened.match.turns, listing),
        candidates_url=url_for(".candidates", game_id=stored.id),
        priced=not has_hint(stored.hints, opened.key, LIST),
    )


def _paid_hint(opened: OpenMatch, draft: str, tier: int) -> ShownAdvice | None:
    """Return a hint that was given before at this row: it is shown again, and costs nothing."""
    if not tier or opened.match.outcome is not Outcome.PLAYING:
        return None
    return show_hint(opened.match, opened.setup, tier, draft)
