"""The page of a match: what was asked for, rendered whole or in part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import face_of
from solver.deduction.matches import Outcome
from solver.deduction.strategies.registry import ALLOWED
from webapp.daily.end_view import show_day_end
from webapp.http.errors import status_of
from webapp.http.forms import render, submitted_row
from webapp.mastermind.analysis.claims import ShownReply
from webapp.mastermind.analysis.grid_view import ShownGrid, show_grid
from webapp.mastermind.breaker.game import KIND, OpenMatch
from webapp.mastermind.breaker.view import show_board, show_others
from webapp.mastermind.candidates_view import is_counting, show_candidates
from webapp.mastermind.hint_view import ShownAdvice, show_hint
from webapp.mastermind.thread_view import parse_line
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import LIST, MOVE, REASON, has_hint, highest_tier
from webapp.storage.records.contest_entries import contest_of_game
from webapp.storage.records.played import GameQuery, count_played
from webapp.storage.records.races import race_of_game


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


def show_match(
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
    if "line" in request.args:  # the reason goes on, whatever else was given
        usual = REASON
    tier = min(usual if wanted.tier is None else wanted.tier, paid)
    hint: ShownAdvice | None = None
    if tier and is_playing:
        hint = show_hint(
            match, setup, tier, draft, is_counted=is_counted, line=parse_line(request.values)
        )
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
        "grid": _grid(opened, hint, has_grid=wanted.has_grid) if is_playing and may_open else None,
        "explained": is_begun and is_first_game(opened.stored),
    }


def _grid(opened: OpenMatch, hint: ShownAdvice | None, *, has_grid: bool) -> ShownGrid | None:
    """Return the grid if it is asked for, or if a page has something to show on it.

    While a reason is read, it has what the lines so far show.
    """
    thread = hint.thread if hint else None
    is_read_on = thread is not None and not thread.open
    turns = opened.turns_known_before if is_read_on else opened.known_turns
    notes = opened.setup.out
    is_open = has_grid or "grid" in request.args or turns or notes
    facts = thread.known if thread else ()
    return show_grid(face_of(opened.match.game), turns, notes, facts) if is_open else None


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
