"""The home page, with a board of each game, ready; nothing is stored before the first move.

And the page about the texts this project began with, each with a way to try its program.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from solver.deduction.games import face_of, game_named
from solver.hidoku.logic.answers import Answer
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.why import WHY_BUDGET, ask
from solver.hidoku.rules.game import MoveError, Play
from solver.hidoku.text.why import why_words
from webapp import cards
from webapp.circle.view import show_news
from webapp.daily.start_view import DailyOffer, show_offers
from webapp.game_type import playables
from webapp.hidoku.days import MINI
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.play.game import begin_on_board
from webapp.hidoku.puzzles import NotMadeError, load_puzzle
from webapp.http.forms import FormError, lead_to, parse_cell, render
from webapp.http.security import current_player
from webapp.lab.result_view import show_turn
from webapp.mastermind import feedback_sheet, finished_games, new_game_form
from webapp.mastermind.breaker.game import computer_turns
from webapp.mastermind.breaker.kind import BREAKER
from webapp.mastermind.breaker.view import LOST
from webapp.mastermind.cards import home_card
from webapp.mastermind.setup import SMALL, has_at_most
from webapp.storage.documents import DocumentError
from webapp.storage.games import StoredGame, store
from webapp.storage.records.contests import Contest
from webapp.storage.records.dailies import today
from webapp.storage.records.played import GameQuery, find_played
from webapp.you.routes import GameInList, show_games

#: The eight rows of the text's helper: purple stands for its brown, turquoise for its black.
HELPER_ROWS: Final = (
    "115544:0,2",
    "332266:1,2",
    "8877..:0,1",
    ".78623:1,2",
    "661113:0,1",
    "226664:0,2",
    "623451:0,4",
    "34.325:4,2",
)
#: The example of the game with eight guesses: red stands for its pink.
EIGHT_ROWS: Final = ("5462:1,0", "6231:1,1", "5351:3,0")

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """Show both games, and a visitor's own; the address may carry a row being built."""
    return render_template("site/home.html", home=show_home())


@dataclass(frozen=True, kw_only=True)
class ShownHome:
    """The first page; ``tried`` is the cell of the small board that was wrong, as ``problem`` says.

    A visitor with games or a streak ``is_back``. ``duel`` says how their last game of Mastermind
    went, "" if they have none.
    """

    board: new_game_form.EmptyBoard
    small: SmallBoard | None
    circle: tuple[Contest, str] | None
    duel: str
    dailies: tuple[DailyOffer, ...]
    open_games: tuple[GameInList, ...]
    last_games: tuple[GameInList, ...]
    problem: str
    tried: str

    @property
    def is_back(self) -> bool:
        has_streak = any(offer.streak.current for offer in self.dailies)
        return bool(self.open_games or self.last_games) or has_streak


def show_home(problem: str = "", cell_text: str = "") -> ShownHome:
    player = current_player()
    offers = show_offers(player)
    return ShownHome(
        small=_find_small(next(offer for offer in offers if offer.game.daily == MINI.name)),
        circle=show_news(player) if player else None,
        duel=_last_duel(player) if player else "",
        board=new_game_form.show_empty_board({"draft": request.args.get("draft", "")}),
        dailies=offers,
        open_games=show_games(_find_games(player, is_open=True, limit=2)),
        last_games=show_games(_find_games(player, is_open=False, limit=1)),
        problem=problem,
        tried=cell_text,
    )


@blueprint.post("/placements")
def place() -> ResponseReturnValue:
    """Begin the small board with its first number, or say why that can't go there."""
    mini = MINI.on(today()).name
    name = mini if request.form.get("board") == mini else NAME
    play = Play(load_puzzle(name).grid)
    cell = parse_cell(request.form)
    cell_text = f"{cell.row},{cell.column}"
    number = show_small_board(name).number
    try:
        next_play = play.place(cell, number)
        # of a day's board nothing is told that a hint would tell
        reply = None if name == mini else ask(play, Candidate(number, cell), WHY_BUDGET)
    except MoveError as problem:
        return refuse(problem, cell_text)
    if reply and reply.answer is Answer.IMPOSSIBLE:
        return refuse(why_words(reply), cell_text)
    return lead_to(begin_on_board(name, next_play).location or "")


def _find_small(mini: DailyOffer) -> SmallBoard | None:
    """Return today's small board, or a known one if it isn't made; None once it was begun."""
    if mini.card.url:
        return None
    with suppress(NotMadeError):
        return show_small_board(MINI.on(mini.card.day).name)
    return show_small_board(NAME)


def _last_duel(player: str) -> str:
    """Say in how many guesses a player and the computer found their last code."""
    for record in find_played(store(), player, GameQuery((BREAKER.name,), is_open=False), 0, 1):
        with suppress(DocumentError, finished_games.UnfinishedError):
            over = finished_games.over_game(record)
            name = over.finished.game.name
            turns = computer_turns(name, over.setup) if has_at_most(name, SMALL) else None
            figure = len(over.finished.turns) if over.finished.is_won else LOST
            return f"The last game: you {figure}{f', computer {len(turns)}' if turns else ''}."
    return ""


@blueprint.errorhandler(FormError)
def refuse(problem: Exception | str, cell_text: str = "") -> ResponseReturnValue:
    home = show_home(str(problem), cell_text)
    return render("site/home.html", "site/_small.html", 422, home=home)


def _find_games(player: str | None, *, is_open: bool, limit: int) -> Sequence[StoredGame]:
    if player is None:
        return ()
    query = GameQuery(tuple(playables()), is_open=is_open)
    return find_played(store(), player, query, 0, limit)


@cards.blueprint.get("/home.png")
@cards.blueprint.get("/job/<path:name>.png")  # the Lab's results had cards of their own once
@cards.blueprint.get("/study/<path:name>.png")
def home(**_: str) -> ResponseReturnValue:
    return cards.send_card(home_card())


@cards.blueprint.errorhandler(NotMadeError)
def send_own_card(problem: NotMadeError) -> ResponseReturnValue:
    """Send the site's card in place of that of a board which isn't made yet."""
    return cards.send_card(home_card(), cards.FOR_NOW)


@blueprint.get("/about")
def about() -> ResponseReturnValue:
    face = face_of(game_named("grand"))
    turns = feedback_sheet.parse_rows(face.game, ";".join(HELPER_ROWS)).turns
    return render_template(
        "site/about.html",
        helper_rows=";".join(HELPER_ROWS),
        first_row=HELPER_ROWS[0],
        eight_rows=";".join(EIGHT_ROWS),
        shown_rows=[show_turn(face, turn) for turn in turns],
    )


NAME: Final = "small"


class SmallBoard(NamedTuple):
    """A small board to begin, and the number that is placed first."""

    name: str
    board: Picture
    number: int

    @property
    def is_today(self) -> bool:
        return self.name != NAME


def show_small_board(name: str) -> SmallBoard:
    """Return today's board or a known one. Raises NotMadeError."""
    grid = load_puzzle(name).grid
    open_numbers = {*range(1, grid.last)} - {*grid.given.values()}
    return SmallBoard(name, draw(grid, grid.given), min(open_numbers))
