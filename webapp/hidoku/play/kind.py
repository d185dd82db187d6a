"""What other rooms may ask about a game of Hidoku."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from flask import redirect, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from solver.hidoku.notations.plain import format_text
from solver.wording import time_words
from webapp.cards import Card
from webapp.game_type import Daily, GameLine, IdeaSkill
from webapp.hidoku.cards import day_card
from webapp.hidoku.days import DAILY, LARGE, MINI, DailyBoards, find_day
from webapp.hidoku.picture.samples import finished_outline
from webapp.hidoku.picture.svg import Outline, outline_of_request, outline_with
from webapp.hidoku.play.contest import BoardForMany, count_placed
from webapp.hidoku.play.game import replayed
from webapp.hidoku.play.past_solves import find_skills
from webapp.hidoku.play.shared import SharedPath
from webapp.hidoku.puzzles import title_of, title_of_request
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import hint_count, shows_move
from webapp.storage.records.results import GameEnd, GameFacts, Result


def board_words(name: str) -> str:
    """Return what lists call a board; for a day's board, what kind of board it is.

    >>> board_words("v6-10x10-hard-7"), board_words("daily-2026-11-16")
    ('10 × 10, hard', '7 × 7, beginner')
    """
    with suppress(NotFound):
        daily = find_day(name)
        return title_of_request(daily.request) if daily else title_of(name)
    return name


def outline_of_game(stored: StoredGame) -> Outline:
    """Return the thumbnail of a game's board: its path, or what is placed so far like givens.

    Raises DocumentError.
    """
    play = replayed(stored)
    if stored.finished:
        return finished_outline(play.grid, sorted(play.board, key=play.board.__getitem__))
    return outline_with(play.grid, play.board)


class HidokuType(SharedPath, Daily):
    """A board of Hidoku in play: what large and small daily boards share."""

    game = "hidoku"
    page = "play.game"
    teaches = True

    boards: DailyBoards
    daily_template = "hidoku/_outline.html"
    daily_review = "play.review"
    lost_words = "not solved"
    is_timed = True

    def facts(self, stored: StoredGame) -> GameFacts:
        """Return what is known of a game. Raises DocumentError.

        A day's board counts only in the one daily game, not when it is played again.
        """
        board = board_words(stored.rules)
        if not stored.finished:
            return GameFacts(board)
        is_again = stored.rules.startswith(DAILY) and not stored.day
        counts = not is_again and not shows_move(stored.hints)
        return GameFacts(board, Result(GameEnd.WON, 0, hint_count(stored.hints), counts))

    def line(self, stored: StoredGame, *, is_over: bool) -> GameLine:
        time = time_words(int(stored.took or stored.seconds))
        so_far = "{} of {} numbers placed".format(*count_placed(stored))
        return GameLine(
            title=stored.board or stored.rules,
            role=self.daily_title if stored.day else "Hidoku",
            state=f"Solved in {time}" if is_over else so_far,
            template="hidoku/_outline.html",
            picture=outline_of_game(stored),
        )

    def text(self, stored: StoredGame) -> dict[str, str]:
        play = replayed(stored)
        return {"board": format_text(play.grid, play.board) + "\n"}

    def skills(self, player: str) -> Sequence[IdeaSkill]:
        return find_skills(player)

    def day_title(self, day: date) -> str:
        return title_of_request(self.boards.on(day).request)

    def day_card(self, day: date) -> Card:
        return day_card(self.boards.on(day))

    def day_picture(self, day: date) -> Outline:
        return outline_of_request(self.boards.on(day).request)

    def begin_day(self, day: date) -> ResponseReturnValue:
        """Have the board made if it isn't there yet, and play it."""
        making = url_for("boards.make", name=self.boards.on(day).name, back="play")
        return redirect(making, 307)  # it stays a POST

    def amount_words(self, amount: int) -> str:
        return time_words(amount)


class LargeHidoku(HidokuType, BoardForMany):
    """A board in play, unless it is the small one of a day."""

    name = LARGE.kind
    boards = LARGE
    daily = LARGE.name
    daily_title = LARGE.title
    daily_tab = LARGE.tab
    first_day = LARGE.first_day


class MiniHidoku(HidokuType):
    """The small board of a day: stored apart, so that a player has one a day of each."""

    name = MINI.kind
    boards = MINI
    daily = MINI.name
    daily_title = MINI.title
    daily_tab = MINI.tab
    first_day = MINI.first_day
