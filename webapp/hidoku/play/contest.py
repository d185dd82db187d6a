"""A board for many players: how it is sent, and what its contest shows."""

from __future__ import annotations

from typing import Final

from flask import request
from flask.typing import ResponseReturnValue

from solver.wording import counted, time_words
from webapp.contest.start_routes import NOT_THIS, lead_to, redirect_to_page
from webapp.contest.start_routes import blueprint as contests
from webapp.hidoku.board_text import format_board
from webapp.hidoku.cards import many_boards_card
from webapp.hidoku.picture.svg import outline_of
from webapp.hidoku.play.game import KIND, replayed
from webapp.hidoku.play.replays import board_of
from webapp.hidoku.puzzles import load_puzzle, secret_of, title_of
from webapp.http.errors import message
from webapp.kind import ContestKind
from webapp.storage.games import StoredGame
from webapp.storage.records.contests import Contest

contests.get("/boards")(redirect_to_page)


@contests.post("/boards")
def board() -> ResponseReturnValue:
    puzzle = load_puzzle(request.form.get("board", ""))
    if secret_of(puzzle.grid):
        return message(422, "This board can’t be sent", NOT_THIS)
    return lead_to(KIND, puzzle.name, format_board(puzzle.grid))


def sent(stored: StoredGame) -> StoredGame | None:
    is_free = stored.finished and secret_of(replayed(stored).grid) is None
    return stored if is_free else None


def about(contest: Contest) -> str:
    grid = board_of(contest.start)
    return f"{counted(grid.last, 'number')}, {len(grid.given)} given. Complete the path."


MANY_BOARDS: Final = ContestKind(
    "play.game",
    thing="board",
    do="Play this board",
    styles=("hidoku/boards", "contest"),
    start="hidoku/play/_contest_start.html",
    sent=sent,
    title=lambda contest: title_of(contest.rules),
    about=about,
    card=many_boards_card,
    card_words="The board, with the numbers that are given",
    more=lambda contest: {"picture": outline_of(board_of(contest.start))},
    board="hidoku/_outline.html",
    result=lambda entry: f"solved in {time_words(int(entry.took))}",
    figure=lambda entry: "solved",
    heading="Result",
    order=lambda entry: (entry.hints_used, entry.took),
    sorted_by="by hints, then time",
)
