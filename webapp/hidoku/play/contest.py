"""A board for many players: how it is sent, and what its contest shows."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from typing import Any, Final

from flask import current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.logic.grade import Difficulty
from solver.wording import counted, time_words
from webapp.cards import Card
from webapp.friends import NOT_THIS, lead_to, redirect_to_page
from webapp.friends import blueprint as friends
from webapp.game_type import Contestable
from webapp.hidoku.board_name import format_name
from webapp.hidoku.board_text import format_board
from webapp.hidoku.cards import many_boards_card
from webapp.hidoku.days import KIND
from webapp.hidoku.generation import ask_board
from webapp.hidoku.picture.svg import outline_of
from webapp.hidoku.play.game import replayed
from webapp.hidoku.play.replays import board_of
from webapp.hidoku.puzzles import NotMadeError, load_puzzle, request_of, secret_of, title_of
from webapp.http.errors import message
from webapp.http.forms import FormError
from webapp.storage.games import StoredGame, store
from webapp.storage.records.contest_entries import ContestEntry
from webapp.storage.records.contests import Contest, is_sent
from webapp.work.runs import lasting_tasks
from webapp.work.tasks import visitor

#: What the rounds of a race are played on if the first board was drawn, imported or a known one.
USUAL: Final = BoardRequest(8, 8, difficulty=Difficulty.EASY)
NOT_YET: Final = "We’re still making the next board. Try again in a moment."

friends.get("/boards")(redirect_to_page)


@friends.post("/boards")
def board() -> ResponseReturnValue:
    puzzle = load_puzzle(request.form.get("board", ""))
    if secret_of(puzzle.grid):
        return message(422, "This board can’t be sent", NOT_THIS)
    return lead_to(KIND, puzzle.name, format_board(puzzle.grid))


def unseen_board(like: BoardRequest, owner: str) -> tuple[str, str]:
    """Return a new board for a contest, or for the next one of a player.

    Its seed is the server's secret, so asking again finds the same board, until a round is played
    on it: its setter may have seen that one.
    """
    names = (format_name(like, _seed(owner, number)) for number in count())
    return make_board(next(name for name in names if not is_sent(store(), KIND, name)))


def make_board(name: str) -> tuple[str, str]:
    """Return a board's name and text. Raises FormError while it is being made."""
    ask_board(lasting_tasks(), visitor(), name)
    try:
        return name, format_board(load_puzzle(name).grid)
    except NotMadeError:
        raise FormError(NOT_YET) from None


def _seed(owner: str, number: int) -> int:
    key = f"{current_app.config['SECRET_KEY']} {owner} {number}".encode()
    return int.from_bytes(hashlib.sha256(key).digest()[:4], "big")


def count_placed(stored: StoredGame) -> tuple[int, int]:
    """Return how many of the missing numbers are placed, rightly or not, and how many there are."""
    play = replayed(stored)
    given_count = len(play.grid.given)
    return len(play.board) - given_count, play.grid.last - given_count


class BoardForMany(Contestable):
    """A board that many solve."""

    contest_game = "Hidoku"
    thing = "board"
    call = "Play this board"
    contest_start = "hidoku/play/_contest_start.html"
    contest_styles = ("hidoku/boards", "contest")
    contest_board = "hidoku/_outline.html"
    contest_card_words = "The board, with the numbers that are given"
    result_heading = "Result"
    sorted_by = "by hints, then time"
    units = "numbers"

    def contest_title(self, contest: Contest) -> str:
        return title_of(contest.rules)

    def contest_card(self, contest: Contest) -> Card:
        return many_boards_card(contest)

    def contest_more(self, contest: Contest) -> Mapping[str, Any]:
        return {"picture": outline_of(board_of(contest.start))}

    def result(self, entry: ContestEntry) -> str:
        return f"solved in {time_words(int(entry.took))}"

    def result_figure(self, entry: ContestEntry) -> str:
        return "solved"

    def result_order(self, entry: ContestEntry) -> tuple[float, ...]:
        return entry.hints_used, entry.took

    def as_sent(self, stored: StoredGame) -> StoredGame | None:
        is_free = stored.finished and secret_of(replayed(stored).grid) is None
        return stored if is_free else None

    def new_contest(self, player: str) -> tuple[str, str]:
        """Return a usual board for a player's contest. Raises FormError while it is being made."""
        return unseen_board(USUAL, player)

    def next_contest(self, contest: Contest) -> tuple[str, str]:
        """Return a new board like a contest's. Raises FormError while it is being made."""
        like = USUAL
        with suppress(NotFound):  # drawn, imported or one of the known ones
            like, _ = request_of(contest.rules)
        return unseen_board(like, contest.id)

    def contest_about(self, contest: Contest) -> str:
        grid = board_of(contest.start)
        return f"{counted(grid.last, 'number')}, {len(grid.given)} given. Complete the path."

    def progress(self, stored: StoredGame) -> tuple[int, int]:
        return count_placed(stored)
