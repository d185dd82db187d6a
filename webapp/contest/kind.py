"""What a kind of game must know of itself for one code or board of it to be played by many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from solver.deduction.games import face_of, game_named, title_of
from solver.hidoku.rules.grid import Grid
from solver.wording import counted, time_words
from webapp.hidoku.picture.svg import outline_of
from webapp.hidoku.play import game as hidoku_game
from webapp.hidoku.play.replays import board_of
from webapp.hidoku.puzzles import title_of as title_of_board
from webapp.mastermind.board_view import show_game
from webapp.mastermind.breaker.role import BREAKER
from webapp.mastermind.setup import parse_setup
from webapp.storage.records.contest_entries import ContestEntry
from webapp.storage.records.contests import Contest
from webapp.storage.records.results import GameEnd


@dataclass(frozen=True)
class ContestKind:
    """A kind of game that many can play; its games are stored under ``kind``.

    ``page`` is the endpoint of a game, ``thing`` what is sent. ``title`` names what is played,
    ``about`` says it in a sentence, ``more`` is for the template. ``order`` sorts the results, as
    ``sorted_by`` says in words; ``result`` says how a game ended, ``figure`` as the table has room
    for it.
    """

    kind: str
    page: str
    thing: str
    do: str
    styles: tuple[str, ...]
    title: Callable[[Contest], str]
    about: Callable[[Contest], str]
    more: Callable[[Contest], Mapping[str, Any]]
    result: Callable[[ContestEntry], str]
    figure: Callable[[ContestEntry], str]
    order: Callable[[ContestEntry], tuple[float, ...]]
    sorted_by: str


def _code_title(contest: Contest) -> str:
    return title_of(game_named(contest.rules))


def _code_about(contest: Contest) -> str:
    game = game_named(contest.rules)
    return f"{face_of(game).goal} You have {counted(game.rows, 'guess', 'guesses')}."


def _code_more(contest: Contest) -> Mapping[str, Any]:
    """Return what the board looks like; the code only where the page is its setter's."""
    setup = parse_setup(contest.start)
    game = game_named(contest.rules)
    face = face_of(game, setup.keys)
    code = game.parse_code(setup.secret)
    return {
        "board": show_game(face, contest.id, 0),
        "secret": () if contest.is_hidden else face.pegs(code),
        "secret_words": "" if contest.is_hidden else face.code_words(code),
    }


def _code_result(entry: ContestEntry) -> str:
    count = counted(entry.guesses, "guess", "guesses")
    return count if entry.result == GameEnd.WON.value else f"not found in {count}"


def _code_figure(entry: ContestEntry) -> str:
    return str(entry.guesses) if entry.result == GameEnd.WON.value else "not found"


def _code_order(entry: ContestEntry) -> tuple[float, ...]:
    is_lost = entry.result != GameEnd.WON.value
    return (is_lost, entry.guesses, entry.hints_used, entry.took)


def _grid(contest: Contest) -> Grid:
    return board_of(contest.start)


def _board_about(contest: Contest) -> str:
    grid = _grid(contest)
    return f"{counted(grid.last, 'number')}, {len(grid.given)} given. Complete the path."


CODE: Final = ContestKind(
    BREAKER.kind,
    BREAKER.page,
    thing="code",
    do="Break the code",
    styles=("mastermind/board", "contest"),
    title=_code_title,
    about=_code_about,
    more=_code_more,
    result=_code_result,
    figure=_code_figure,
    order=_code_order,
    sorted_by="by guesses, then hints, then time",
)
BOARD: Final = ContestKind(
    hidoku_game.KIND,
    "play.game",
    thing="board",
    do="Play this board",
    styles=("hidoku/boards", "contest"),
    title=lambda contest: title_of_board(contest.rules),
    about=_board_about,
    more=lambda contest: {"outline": outline_of(_grid(contest))},
    result=lambda entry: f"solved in {time_words(int(entry.took))}",
    figure=lambda entry: "solved",
    order=lambda entry: (entry.hints_used, entry.took),
    sorted_by="by hints, then time",
)
#: The kinds of games that many can play, by what they are stored as.
KINDS: Final = {each.kind: each for each in (CODE, BOARD)}
