"""What other rooms may ask about a game of Hidoku."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Final

from flask import redirect, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from solver.hidoku.notations.plain import format_text
from solver.wording import time_words
from webapp.hidoku.cards import day_card
from webapp.hidoku.days import DAILY, LARGE, MINI, DailyBoards, find_day
from webapp.hidoku.picture.samples import finished_outline
from webapp.hidoku.picture.svg import Outline, outline_of_request, outline_with
from webapp.hidoku.play.contest import MANY_BOARDS, progress
from webapp.hidoku.play.game import replayed
from webapp.hidoku.play.past_solves import find_skills
from webapp.hidoku.play.shared import SOLVED_BOARD
from webapp.hidoku.puzzles import title_of, title_of_request
from webapp.kind import DailyGame, GameLine, Kind
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import hint_count, shows_move
from webapp.storage.records.results import GameEnd, GameFacts, Result


def facts_of(stored: StoredGame) -> GameFacts:
    """Return what is known of a game. Raises DocumentError.

    A day's board counts only in the one daily game, not when it is played again.
    """
    board = board_words(stored.rules)
    if not stored.finished:
        return GameFacts(board)
    is_again = stored.rules.startswith(DAILY) and not stored.day
    counts = not is_again and not shows_move(stored.hints)
    return GameFacts(board, Result(GameEnd.WON, 0, hint_count(stored.hints), counts))


def board_words(name: str) -> str:
    """Return what lists call a board; for a day's board, what kind of board it is.

    >>> board_words("v6-10x10-hard-7"), board_words("daily-2026-11-16")
    ('10 × 10, hard', '7 × 7, beginner')
    """
    with suppress(NotFound):
        daily = find_day(name)
        return title_of_request(daily.request) if daily else title_of(name)
    return name


def show(stored: StoredGame, is_over: bool) -> GameLine:
    """Return a game as a list shows it: its board, and how far it has got. Raises DocumentError."""
    time = time_words(int(stored.took or stored.seconds))
    return GameLine(
        title=stored.board or stored.rules,
        role=daily.series.title if stored.day and (daily := find_day(stored.rules)) else "Hidoku",
        state=f"Solved in {time}" if is_over else how_far(stored),
        template="hidoku/_outline.html",
        picture=outline_of_game(stored),
    )


def outline_of_game(stored: StoredGame) -> Outline:
    """Return the thumbnail of a game's board: its path, or what is placed so far like givens.

    Raises DocumentError.
    """
    play = replayed(stored)
    if stored.finished:
        return finished_outline(play.grid, sorted(play.board, key=play.board.__getitem__))
    return outline_with(play.grid, play.board)


def how_far(stored: StoredGame) -> str:
    return "{} of {} numbers placed".format(*progress(stored))


def text_of(stored: StoredGame) -> dict[str, str]:
    play = replayed(stored)
    return {"board": format_text(play.grid, play.board) + "\n"}


def daily_game(series: DailyBoards) -> DailyGame:
    def begin(day: date) -> ResponseReturnValue:
        """Have the board made if it isn't there yet, and play it."""
        making = url_for("boards.make", name=series.on(day).name, back="play")
        return redirect(making, 307)  # it stays a POST

    def title(day: date) -> str:
        return title_of_request(series.on(day).request)

    return DailyGame(
        name=series.name,
        kind=series.kind,
        page="play.game",
        title=series.title,
        tab=series.tab,
        first_day=series.first_day,
        board=lambda day: f"{title(day)}.",
        board_title=title,
        best=lambda day: None,
        begin=begin,
        amount=time_words,
        words=time_words,
        lost="not solved",
        card=lambda day: day_card(series.on(day)),
        template="hidoku/_outline.html",
        picture=lambda day: outline_of_request(series.on(day).request),
        is_timed=True,
        review="play.review",
    )


DAILY_PATH: Final = daily_game(LARGE)
PLAY_KIND: Final = Kind(
    name=LARGE.kind,
    game="hidoku",
    page="play.game",
    facts=facts_of,
    show=show,
    text=text_of,
    teaches=True,
    skills=find_skills,
    shared=SOLVED_BOARD,
    contest=MANY_BOARDS,
    daily=DAILY_PATH,
)
#: Its games are stored apart, so that a player has one a day of each.
MINI_KIND: Final = replace(PLAY_KIND, name=MINI.kind, contest=None, daily=daily_game(MINI))
