"""The games of Hidoku, as other rooms ask about them."""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import count
from typing import Any, Final

from flask import current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.notations.plain import format_text
from solver.hidoku.rules.game import Play
from solver.hidoku.text.pencil import ribbon_parts, share_text
from solver.wording import plural, time_words
from webapp.cards import Card
from webapp.friends import NOT_THIS, lead_to
from webapp.friends import blueprint as friends
from webapp.game_type import Contestable, Daily, GameLine, IdeaSkill, Shareable, ShownEnding
from webapp.hidoku import puzzles
from webapp.hidoku.board_name import format_name
from webapp.hidoku.board_text import format_board
from webapp.hidoku.cards import day_card, many_boards_card, solved_card
from webapp.hidoku.days import DAILY, KIND, LARGE, MINI, DailyBoards, find_day
from webapp.hidoku.generation import ask_board
from webapp.hidoku.picture.model import draw
from webapp.hidoku.picture.samples import finished_outline
from webapp.hidoku.picture.svg import Outline, outline_of, outline_with, shape_of
from webapp.hidoku.play.game import begin_on_board, placed, replayed
from webapp.hidoku.play.pace import (
    UNAIDED,
    hinted_numbers,
    is_unaided,
    own_times,
    pace_text,
    times_taken,
)
from webapp.hidoku.play.past_solves import find_skills
from webapp.hidoku.play.replays import board_of
from webapp.http.errors import message
from webapp.http.forms import FormError
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import hint_count, price_words, shows_move
from webapp.storage.records.contests import Contest, ContestEntry, contest_of_game, is_sent
from webapp.storage.records.results import GameEnd, GameFacts, Result
from webapp.work.runs import lasting_tasks
from webapp.work.tasks import visitor

#: What the rounds of a race are played on if the first board was drawn, imported or a known one.
USUAL: Final = BoardRequest(8, 8, difficulty=Difficulty.EASY)
NOT_YET: Final = "We’re still making the next board. Try again in a moment."


@friends.post("/boards")
def board() -> ResponseReturnValue:
    puzzle = puzzles.load_puzzle(request.form.get("board", ""))
    if puzzles.secret_of(puzzle.grid):
        return message(422, "This board can’t be sent", NOT_THIS)
    return lead_to(KIND, puzzle.name, format_board(puzzle.grid))


def unseen_board(sample: BoardRequest, owner: str) -> tuple[str, str]:
    """Return a new board for a contest, or for the next one of a player.

    Its seed is the server's secret, so asking again finds the same board, until a round is played
    on it: its setter may have seen that one.
    """
    names = (format_name(sample, _seed(owner, number)) for number in count())
    return make_board(next(name for name in names if not is_sent(store(), KIND, name)))


def make_board(name: str) -> tuple[str, str]:
    """Return a board's name and text. Raises FormError while it is being made."""
    ask_board(lasting_tasks(), visitor(), name)
    try:
        return name, format_board(puzzles.load_puzzle(name).grid)
    except puzzles.NotMadeError:
        raise FormError(NOT_YET) from None


def _seed(owner: str, number: int) -> int:
    key = f"{current_app.config['SECRET_KEY']} {owner} {number}".encode()
    return int.from_bytes(hashlib.sha256(key).digest()[:4], "big")


def count_placed(record: StoredGame) -> tuple[int, int]:
    """Return how many of the missing numbers are placed, rightly or not, and how many there are."""
    play = replayed(record)
    given_count = len(play.grid.given)
    return len(play.board) - given_count, play.grid.last - given_count


def board_words(name: str) -> str:
    """Return what lists call a board; for a day's board, what kind of board it is.

    >>> board_words("v7-10x10-hard-7"), board_words("daily-2026-11-16")
    ('10 × 10, hard', '7 × 7, beginner')
    """
    with suppress(NotFound):
        daily = find_day(name)
        return puzzles.title_of_request(daily.request) if daily else puzzles.title_of(name)
    return name


def outline_of_game(record: StoredGame) -> Outline:
    """Return the thumbnail of a game's board: its path, or what is placed so far like givens.

    Raises DocumentError.
    """
    play = replayed(record)
    if record.finished:
        return finished_outline(play.grid, sorted(play.board, key=play.board.__getitem__))
    return outline_with(play.grid, play.board)


def help_words(record: StoredGame, play: Play) -> str:
    if is_unaided(record, play):
        return UNAIDED.lower()
    hints = hint_count(record.hints)
    return plural(hints, "hint") if hints else "no hints"


class HidokuType(Shareable, Daily):
    """A board of Hidoku in play: what large and small daily boards share."""

    game = "hidoku"
    page = "play.game"
    teaches = True

    shared_template = "hidoku/play/_shared.html"
    shared_styles = ("hidoku/measures", "hidoku/board", "shared")
    why_held_back = (
        "Others may still be solving this board. You see how it was filled when you’ve "
        "solved it too."
    )
    step_word = "number"

    boards: DailyBoards
    daily_template = "hidoku/_outline.html"
    daily_review = "play.review"
    lost_words = "not solved"
    is_timed = True

    def facts(self, record: StoredGame) -> GameFacts:
        """Return what is known of a game. Raises DocumentError.

        A day's board counts only in the one daily game, not when it is played again.
        """
        board = board_words(record.rules)
        if not record.finished:
            return GameFacts(board)
        is_again = record.rules.startswith(DAILY) and not record.day
        counts = not is_again and not shows_move(record.hints)
        return GameFacts(board, Result(GameEnd.WON, 0, hint_count(record.hints), counts))

    def line(self, record: StoredGame, *, is_over: bool) -> GameLine:
        time = time_words(int(record.took or record.seconds))
        so_far = "{} of {} numbers placed".format(*count_placed(record))
        return GameLine(
            title=record.board or record.rules,
            role=self.daily_title if record.day else "Hidoku",
            state=f"Solved in {time}" if is_over else so_far,
            template="hidoku/_outline.html",
            picture=outline_of_game(record),
        )

    def text(self, record: StoredGame) -> dict[str, str]:
        play = replayed(record)
        return {"board": format_text(play.grid, play.board) + "\n"}

    def share_card(self, record: StoredGame) -> Card:
        return solved_card(record)

    def share_line(self, record: StoredGame) -> str:
        title = f"Hidoku {puzzles.title_of(record.rules)}"
        title = self.day_number(record.day) if record.day else title
        hints = hint_count(record.hints)
        hint_part = f" · {plural(hints, 'hint')}" if hints else ""
        return f"{title} · {time_words(int(record.took or record.seconds))}{hint_part}"

    def share_text(self, record: StoredGame, link: str) -> str:
        play = replayed(record)
        title = puzzles.title_of(record.rules)
        times = own_times(times_taken(record, play), hinted_numbers(record, play))
        return share_text(
            title if record.day else f"Hidoku {title}",
            play.grid,
            time=time_words(int(record.took or record.seconds)),
            help_words=help_words(record, play),
            pace=pace_text(times),
            link=link,
        )

    def show_ending(self, record: StoredGame, step: int | None) -> ShownEnding:
        """Return a board after some numbers were placed; without a ``step``, as it was given."""
        play = replayed(record)
        numbers = placed(play)
        newest = numbers[step - 1] if step else None
        marks = {"newest": (play.where[newest],)} if newest and step != len(numbers) else {}
        board = dict([*play.board.items()][: len(play.grid.given) + (step or 0)])
        details = {
            "picture": draw(play.grid, board, marks),
            "ribbon": ribbon_parts(play.grid.last, numbers),
            "newest": newest,
            "board_name": record.rules,
        }
        return ShownEnding(
            title=puzzles.title_of(record.rules),
            result=f"solved in {time_words(int(record.took or record.seconds))}",
            about=f"{plural(play.grid.last, 'number')}. {price_words(record.hints).rstrip('.')}",
            step=len(numbers) if step is None else step,
            last=len(numbers),
            is_open=step is not None,
            more=details,
        )

    def last_step(self, record: StoredGame) -> int:
        return len(placed(replayed(record)))

    def is_same(self, record: StoredGame, second_record: StoredGame) -> bool:
        return replayed(record).grid == replayed(second_record).grid

    def is_held_back(self, record: StoredGame) -> bool:
        """Say whether others may still solve it: in a contest, or as a daily under any name."""
        if record.rules.startswith(DAILY) or contest_of_game(store(), record.id):
            return True
        return puzzles.secret_of(replayed(record).grid) is not None

    def begin_same(self, record: StoredGame, *, is_seen: bool) -> ResponseReturnValue:
        """Begin the visitor's own game on the same board; on a day's board it is the daily one."""
        return begin_on_board(record.rules, Play(replayed(record).grid))

    def skills(self, player: str) -> Sequence[IdeaSkill]:
        return find_skills(player)

    def day_title(self, day: date) -> str:
        return puzzles.title_of_request(self.boards.on(day).request)

    def day_card(self, day: date) -> Card:
        return day_card(self.boards.on(day))

    def day_picture(self, day: date) -> Outline:
        return outline_of(shape_of(self.boards.on(day).request))

    def begin_day(self, day: date) -> ResponseReturnValue:
        """Have the board made if it isn't there yet, and play it."""
        making = url_for("boards.make", name=self.boards.on(day).name, back="play")
        return redirect(making, 307)  # it stays a POST

    def amount_words(self, amount: int) -> str:
        return time_words(amount)


class LargeHidoku(HidokuType, Contestable):
    """A board in play, unless it is the small one of a day."""

    name = LARGE.kind
    boards = LARGE
    daily = LARGE.name
    daily_title = LARGE.title
    daily_tab = LARGE.tab
    first_day = LARGE.first_day

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
        return puzzles.title_of(contest.rules)

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

    def as_sent(self, record: StoredGame) -> StoredGame | None:
        is_free = record.finished and puzzles.secret_of(replayed(record).grid) is None
        return record if is_free else None

    def new_contest(self, player: str) -> tuple[str, str]:
        """Return a usual board for a player's contest. Raises FormError while it is being made."""
        return unseen_board(USUAL, player)

    def next_contest(self, contest: Contest) -> tuple[str, str]:
        """Return a new board like a contest's. Raises FormError while it is being made."""
        sample = USUAL
        with suppress(NotFound):  # drawn, imported or one of the known ones
            sample, _ = puzzles.request_of(contest.rules)
        return unseen_board(sample, contest.id)

    def contest_about(self, contest: Contest) -> str:
        grid = board_of(contest.start)
        return f"{plural(grid.last, 'number')}, {len(grid.given)} given. Complete the path."

    def progress(self, record: StoredGame) -> tuple[int, int]:
        return count_placed(record)


class MiniHidoku(HidokuType):
    """The small board of a day: stored apart, so that a player has one a day of each."""

    name = MINI.kind
    boards = MINI
    daily = MINI.name
    daily_title = MINI.title
    daily_tab = MINI.tab
    first_day = MINI.first_day
