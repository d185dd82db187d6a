"""A stored Hidoku opened and shown: whole, or only what a change has changed."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell
from webapp.hidoku.board_text import format_board
from webapp.hidoku.days import KINDS, find_day, kind_of
from webapp.hidoku.picture.cells import ShownCell
from webapp.hidoku.play.hint_view import AT_FIRST, show_hint
from webapp.hidoku.play.pace import gone_by, key_of, paced, without_tints
from webapp.hidoku.play.replays import Settled, format_play, keep, replay, settled_in
from webapp.hidoku.play.strip import keep_preferences, read_preferences
from webapp.hidoku.play.view import (
    NO_ANSWER,
    PlayAnswer,
    PlayRequest,
    ShownPlay,
    changed_cells,
    show_board,
)
from webapp.http import forms
from webapp.http.security import current_player, player_for_a_new_game
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import add_hint, highest_tier

ALONE = 100  # up to this many cells, sending them singly is less than sending the board


@dataclass(frozen=True)
class OpenPlay(forms.Opened):
    play: Play


def new_game(name: str, play: Play, day: str = "") -> StoredGame:
    """Store a new game on a board, as far as it is played.

    If it is the daily game of ``day`` and the visitor already has that, return the existing one.
    """
    player = player_for_a_new_game()
    kind = kind_of(name)
    if day and (record := store().of_day(player, kind, day)):
        return record
    texts = format_board(play.grid), format_play(play)
    return store().create(player, kind, name, *texts, finished=play.is_solved, day=day)


def begin_game(name: str, play: Play) -> ResponseReturnValue:
    """Store a new game and redirect to it; on a day's board it doesn't count as the daily one."""
    return _lead_to(new_game(name, play))


def is_begun(name: str) -> bool:
    """Say whether the visitor has an unfinished game on a board among their newest."""
    games = store().unfinished(current_player() or "", kind_of(name))
    return any(record.rules == name for record in games)


def begin_on_board(name: str, play: Play, *, again: bool = False) -> Response:
    """Redirect to a new game on a board; on a day's board to the one that counts, unless ``again``.

    ``play`` may already have the first number.
    """
    daily = None if again else find_day(name)
    record = new_game(name, play, daily.day.isoformat() if daily else "")
    return _lead_to(record)


def _lead_to(record: StoredGame) -> Response:
    if read_preferences().mode == "tint":  # colours belong to the board on which they were chosen
        keep_preferences(mode=None)
    return redirect(url_for("play.game", game_id=record.id), 303)


def load(game_id: str) -> OpenPlay:
    """Return this player's game, replayed from its moves; 404 for any other."""
    record = forms.find_game(game_id, *KINDS)
    return OpenPlay(record, replay(record.start, record.moves))


def replayed(record: StoredGame) -> Play:
    """Return the play of a stored game, by replaying its moves. Raises DocumentError."""
    return replay(record.start, record.moves)


def placed(play: Play) -> list[int]:
    """Return the numbers that weren't given, in the order in which they were placed."""
    return [number for cell, number in play.board.items() if cell not in play.grid.given]


def load_for_change(game_id: str) -> OpenPlay:
    """Return the game if the form was made from its newest version; StaleGameError otherwise."""
    open_play = load(game_id)
    forms.check_version(open_play.stored)
    return open_play


def log_hint(open_play: OpenPlay, key: int, tier: int) -> OpenPlay:
    """Return the game with one more hint in its log, stored unless it is there already."""
    hints = add_hint(open_play.stored.hints, key, tier)
    is_new = hints != open_play.stored.hints
    cell = request.form.get("cell")
    forms.lead_if_pending(url_for("play.game", game_id=open_play.stored.id, cell=cell))
    record = store().change(open_play.stored, hints=hints) if is_new else open_play.stored
    return OpenPlay(record, open_play.play)


def read_request(*, is_picked: bool = False) -> PlayRequest:
    values = request.values
    number = values.get("number") or values.get("hand", "")
    is_number = number.isascii() and number.isdigit() and len(number) < 4
    return PlayRequest(
        chosen=forms.read_cell(values),
        number=int(number) if is_number else None,
        is_picked=is_picked,
        step=forms.parse_direction(values),
    )


def show(
    open_play: OpenPlay,
    answer: PlayAnswer = NO_ANSWER,
    status: int = 200,
    *,
    before: OpenPlay | None = None,
    play_request: PlayRequest | None = None,
) -> ResponseReturnValue:
    """Render a game: as a page, as a fragment, or as the differences from the game ``before``.

    The differences need a page that shows the game before, and names the cells it has marked.
    """
    answer = _with_hint(open_play, answer)
    preferences = read_preferences()
    board = show_board(
        open_play.stored, open_play.play, preferences, play_request or read_request(), answer
    )
    answers = {"hint": answer.hint, "why": answer.why}
    # whether the visitor's page shows the game before, and can take parts of it
    is_newest = before and request.form.get("version") == str(before.stored.version)
    if before and is_newest and forms.wants_fragment() and "marked" in request.form:
        cells = _to_draw(before.play, open_play.play, board)
        if len(cells) < max(ALONE, board.picture.last / 2):
            changes = render_template(
                "hidoku/play/_changes.html",
                is_part=True,
                board=board,
                cells=cells,
                has_marks=request.form["marked"] != board.marked or "row" in request.args,
                has_path=(before.play.board, before.play.lines)
                != (open_play.play.board, open_play.play.lines),
                has_side=open_play.play.is_full or before.play.is_full,
                has_ended=open_play.play.is_solved or before.play.is_solved,
                **answers,
            )
            return make_response(changes, status)
    page = "hidoku/play/game.html"
    fragment = "hidoku/play/_game.html"
    return forms.render(page, fragment, status, board=board, **answers)


def change(
    game_id: str,
    move: Callable[[Play], Play],
    describe: Callable[[Play, Play], str] | None = None,
    hand: Callable[[Play, Play], int | None] | None = None,
    settle: Callable[[Play], Settled] | None = None,
    *,
    open_play: OpenPlay | None = None,
) -> ResponseReturnValue:
    """Carry out a move as the player's and store it.

    ``describe`` returns a message in place of the game's status; ``hand`` returns the number to
    select next, if it isn't the one that follows; ``settle`` begins or ends a supposition. The game
    may be opened already.
    """
    open_play = open_play or load_for_change(game_id)
    play = move(open_play.play)
    was = open_play.stored, open_play.play
    settled_numbers = settle(play) if settle else settled_in(open_play.stored.moves)
    moves = format_play(play, paced(*was, play), gone_by(*was, play), settled_numbers)
    record = store().change(open_play.stored, moves=moves, finished=play.is_solved)
    keep(record.start, moves, play)
    next_open_play = OpenPlay(record, play)
    cell = request.form.get("cell") or None
    direction = request.form.get("direction") or None
    page = url_for("play.game", game_id=game_id, cell=cell, direction=direction)
    answer = PlayAnswer(message=describe(open_play.play, play) if describe else "")
    play_request = replace(read_request(), number=hand(open_play.play, play) if hand else None)
    return forms.after_change(
        page, lambda: show(next_open_play, answer, before=open_play, play_request=play_request)
    )


def _with_hint(open_play: OpenPlay, answer: PlayAnswer) -> PlayAnswer:
    """Add the hint that was given at this position, or the notes and marks of an answer."""
    hints = open_play.stored.hints
    paid_tier = highest_tier(hints, key_of(open_play.play)) if hints else 0
    answer = replace(answer, paid=paid_tier)
    if answer.why:
        marks = {**answer.why.marks, **answer.marks}
        return replace(answer, marks=marks, notes=answer.why.notes)
    is_closed = request.values.get("hint") == "closed" and answer.tier is None
    if not paid_tier or open_play.play.is_solved or is_closed:
        return answer
    tier = min(answer.tier or paid_tier, paid_tier)
    hint = show_hint(without_tints(open_play.play), tier, chosen_row())
    return replace(answer, hint=hint, marks={**hint.marks, **answer.marks}, notes=hint.notes)


def chosen_row() -> int:
    """Return the row of a reason that the address names, counted from 0."""
    return request.args.get("row", AT_FIRST, type=int)


def _to_draw(before: Play, after: Play, board: ShownPlay) -> list[ShownCell]:
    """Return the cells that look different, are marked now, or were marked before."""
    cells = changed_cells(before, after)
    for text in filter(None, (request.form["marked"], board.marked)):
        cells |= _marked(text)
    return [board.picture.painter.cell(cell) for cell in sorted(cells) if after.grid.has_cell(cell)]


def _marked(text: str) -> set[Cell]:
    try:
        return set(forms.parse_cells({"cells": text}))
    except forms.FormError:
        return set()
