"""Plays kept by their texts: no move replays those before it, and none is ever another's."""

import pytest
from flask import Flask

from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.pencil import tint_each
from tests.known_board import GRID, OPEN, PATH, at
from tests.webapp.player import HTMX, Player
from webapp.application import create_app
from webapp.config import Settings
from webapp.hidoku.board_text import format_board
from webapp.hidoku.play import replays
from webapp.hidoku.play.replays import format_play, parse_play

START = format_board(GRID)
MISSING = GRID.last - len(GRID.givens)
STEPS = [(PATH[number], number) for number in OPEN]
HEADERS = {**HTMX, "Sec-Fetch-Site": "same-origin"}


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    replays._kept.clear()


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of moves that were replayed."""
    texts: list[str] = []

    def parse(grid: Grid, text: str) -> Play:
        texts.append(text)
        return parse_play(grid, text)

    monkeypatch.setattr(replays, "parse_play", parse)
    return texts


def place(player: Player, url: str, count: int) -> str:
    """Place the first missing numbers from the given version on; return the last answer."""
    answer = ""
    for version, number in enumerate(OPEN[:count], 1):
        form = {"version": version, "cell": at(number), "number": number}
        answer = player.client.post(f"{url}/placements", data=form, headers=HEADERS).text
    return answer


def test_a_move_is_not_replayed(app: Flask, replayed: list[str]) -> None:
    player = Player(app.test_client())
    url = player.new("hidoku/play")
    assert f"{MISSING - 5} numbers to place." in place(player, url, 5)
    assert replayed == [""]


def test_what_another_process_stored_is_shown(settings: Settings, replayed: list[str]) -> None:
    """Two applications on one database, each with what it kept of the game."""
    first, second = (create_app(settings) for _ in range(2))
    player, second_player = (Player(app.test_client()) for app in (first, second))
    url = player.new("hidoku/play")
    place(player, url, 3)
    cookie = player.client.get_cookie("pegs")
    assert cookie is not None
    second_player.client.set_cookie("pegs", cookie.value)
    undone = second_player.client.post(f"{url}/undo", data={"version": 4}, headers=HEADERS).text
    assert f"{MISSING - 2} numbers to place." in undone
    replays._kept.clear()
    assert f"{MISSING - 2} numbers to place." in player.get(url).text
    assert [text.count("place") for text in replayed] == [0, 3]
    for app in (first, second):
        app.extensions["store"].engine.dispose()


def test_a_play_kept_is_the_play_replayed() -> None:
    play = Play(GRID)
    last = STEPS[-1][0]
    plays = [play := play.place(*step) for step in STEPS[:6]]
    plays += [
        play := play.note(last, STEPS[-1][1]),
        play := play.erase(STEPS[2][0]),
        play := play.undo(),
    ]
    plays += [play := play.redo(), play := play.restart(), play := play.undo(), play.undo()]
    for original in plays:
        text = format_play(original)
        replays.keep(START, text, original)
        copy, fresh = replays.replay(START, text), parse_play(GRID, text)
        assert copy is original
        assert copy == fresh
        assert (list(copy.board.items()), copy.notes) == (list(fresh.board.items()), fresh.notes)


def test_moves_on_another_board_are_another_play() -> None:
    moves = '{"schema":1,"done":[["place",1,2,2]],"undone":[]}'
    boards = [Grid.of(1, 3, {Cell(0, 0): 1}), Grid.of(1, 4, {Cell(0, 0): 1})]
    plays = [replays.replay(format_board(grid), moves) for grid in boards]
    assert [play.grid for play in plays] == boards


def test_a_long_play_is_replayed_each_time(
    monkeypatch: pytest.MonkeyPatch, replayed: list[str]
) -> None:
    monkeypatch.setattr(replays, "LONGEST", 20)
    moves = format_play(Play(GRID).place(*STEPS[0]).place(*STEPS[1]))
    for text in ("", "", moves, moves):
        replays.replay(START, text)
    assert replayed == ["", moves, moves]


def test_games_stored_before_moves_were_joined_are_read() -> None:
    older = '{"schema":1,"done":[["place",1,2,2],["place",1,3,3]],"undone":[["line",1,1,1,2]]}'
    grid = Grid.of(1, 4)
    play = parse_play(grid, older)
    assert format_play(play) == older
    stroke = tint_each(Play(grid).stroke([Cell(0, 1), Cell(0, 2)], 2), [Cell(0, 1)], 3)
    moves = '["place",1,2,2],["+place",1,3,3],["tint",1,2,3]'
    newer = f'{{"schema":1,"done":[{moves}],"undone":[]}}'
    assert format_play(stroke) == newer
    assert parse_play(grid, newer) == stroke
    assert (len(play.undo().board), len(stroke.undo().undo().board)) == (1, 0)
