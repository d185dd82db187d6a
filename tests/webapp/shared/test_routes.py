"""A finished game shown to others: who sees what of it, how it is replayed, and withdrawn."""

import html
import re

import pytest
import sqlalchemy as sa
from flask import Flask

from solver.deduction.games import NAMES, face_of, game_named
from tests.cases import cases
from tests.known_board import GRID, OPEN, at
from tests.webapp.player import Player, find_part, record_of, secret_of
from webapp.hidoku.board_text import format_board
from webapp.hidoku.days import daily_name
from webapp.hidoku.puzzles import keep_own
from webapp.mastermind.breaker import kind as breaker
from webapp.storage.boards import keep_board
from webapp.storage.games import store
from webapp.storage.records.dailies import today
from webapp.storage.tables import shares

GUESSES = ("1122", "3344", "3355", "3636")


@pytest.fixture(autouse=True)
def _known_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda game: game.parse_code("3636"))


def broken(player: Player, *guesses: str) -> str:
    url = player.new("mastermind/breaker")
    for guess in guesses or GUESSES:
        player.move(url, "guesses", code=guess)
    return url


def solved(player: Player, board: str = "findling", hints: int = 0) -> str:
    url = player.new("hidoku/play", board=board)
    for _ in range(hints):
        player.move(url, "hints", tier="1")
    for number in reversed(OPEN):
        player.move(url, "placements", cell=at(number), number=number)
    return url


def shared(player: Player, url: str) -> str:
    """Press Share, and return the address that is sent."""
    answer = player.post("/g/", game=url.rsplit("/", 1)[1])
    if answer.status_code == 303:
        return str(answer.location)
    return find_part(answer.text, r"http://localhost(/g/\w+)</textarea>")


def text_of(page: str) -> list[str]:
    part = find_part(page, r"<textarea[^>]*>\n(.*?)</textarea>", re.DOTALL)
    return html.unescape(part).splitlines()


def test_what_is_sent_of_a_code(player: Player) -> None:
    url = broken(player)
    page = player.client.get(url).text
    assert 'form="share"' in page
    address = shared(player, url)
    assert shared(player, url) == address
    share_page = player.client.get(address).text
    assert re.findall(r'aria-current="true"[^>]*>(\w+)<', share_page) == ["Mastermind"]
    first, figures, *rows, link = text_of(share_page)
    assert first == "Pegs & Paths · Mastermind, Classic: found in 4 guesses"
    assert figures == "no hints"
    assert rows == ["–", "⚫⚪", "⚫⚪", "⚫⚫⚫⚫"]
    assert link == f"http://localhost{address}"


def test_what_is_sent_of_a_board(player: Player) -> None:
    address = shared(player, solved(player))
    first, figures, pace, link = text_of(player.client.get(address).text)
    assert re.fullmatch(r"Pegs & Paths · Hidoku .*: solved in 0:\d\d", first)
    assert figures == f"{GRID.last} numbers, {len(GRID.given)} given, no undo, no hint"
    assert re.fullmatch(rf"Pace from 1 to {GRID.last}: [🟩🟨🟧🟥]{{10}}", pace)
    assert link.endswith(address)


def test_a_line_about_a_board_says_how_many_hints_it_had(player: Player) -> None:
    def line_of(url: str) -> str:
        page = player.client.get(shared(player, url)).text
        return re.findall(r"<textarea[^>]*>(Pegs .*?)</textarea>", page)[0]

    assert "hint" not in line_of(solved(player))
    assert " · 1 hint · http" in line_of(solved(player, hints=1))


def test_the_answer_to_share_is_small(app: Flask) -> None:
    player = Player(app.test_client(), by_htmx=True)
    answer = player.post("/g/", game=broken(player).rsplit("/", 1)[1])
    assert answer.status_code == 200
    assert len(answer.data) < 3000
    assert answer.text.startswith('<div id="share"')


def test_only_ones_own_game_that_is_over_is_shared(player: Player, stranger: Player) -> None:
    url = player.new("mastermind/breaker")
    answer = player.send("/g/", 422, game=url.rsplit("/", 1)[1])
    assert "when it’s finished" in answer
    over = broken(player).rsplit("/", 1)[1]
    for game in (over, "", "x" * 22, "\0"):
        assert stranger.post("/g/", game=game).status_code == 404


def test_a_code_stays_covered_till_it_is_opened(player: Player, stranger: Player) -> None:
    address = shared(player, broken(player))
    page = stranger.get(address).text
    assert "Found in 4 guesses" in page
    assert page.count('class="row covered"') == 4
    assert "peg-" not in page
    assert "green" not in page.split("<main")[1]
    assert "The code was" not in page
    third = stranger.get(f"{address}?step=3").text
    assert third.count('class="row played"') == 3
    assert "The code was" not in third
    assert "The code was" in stranger.get(f"{address}?step=4").text
    assert stranger.get(f"{address}?step=400").text.count('class="row played"') == 4
    assert 'name="version"' not in third


def test_a_board_is_replayed_in_the_order_it_was_filled(player: Player, stranger: Player) -> None:
    address = shared(player, solved(player))
    page = stranger.get(address).text
    assert f"{len(GRID.given)} of {GRID.last} numbers placed" in page
    assert "After number" not in page
    first = stranger.get(f"{address}?step=1").text
    assert f"<span>{OPEN[-1]}</span>" in first
    assert f"<span>{OPEN[-2]}</span>" not in first
    assert f"{len(GRID.given) + 1} of {GRID.last} numbers placed" in first
    assert f"{GRID.last} of {GRID.last} numbers placed" in stranger.get(f"{address}?step=999").text
    assert stranger.get(f"{address}/review").status_code == 404


def test_the_review_of_a_shared_game(player: Player, stranger: Player) -> None:
    address = shared(player, broken(player))
    review = stranger.read(f"{address}/review")
    assert "rows compared" in review
    assert "/mastermind/review/" not in review
    stranger.by_htmx = True
    assert "The player needed 4, the computer " in stranger.get(f"{address}/beside").text
    assert stranger.get(f"{address}/figures").text.startswith('<div id="figures"')
    stranger.by_htmx = False
    assert stranger.get(f"{address}/figures").location == f"{address}/review"
    retry = stranger.post(f"{address}/attempts", row=3).location
    assert stranger.get(retry).text.count("row played") == 2
    assert stranger.post(f"{address}/attempts", row="x").status_code == 422
    assert stranger.get(f"{address}/attempts").location == address


def test_to_play_the_same_and_see_both(player: Player, stranger: Player) -> None:
    address = shared(player, broken(player))
    mine = stranger.post(f"{address}/games").location
    assert "Practice" not in stranger.get(mine).text
    assert stranger.get(address).text.count("shown-game ") == 1
    for guess in ("1111", "3636"):
        stranger.move(mine, "guesses", code=guess)
    page = stranger.get(address).text
    assert page.count("shown-game ") == 2
    assert page.index("Found in 4 guesses") < page.index("Found in 2 guesses")
    assert 'class="row covered"' not in page
    game = stranger.post(f"{address}/games", seen="1").location
    assert "Practice" in stranger.get(game).text


def test_an_evil_setter_is_met_again(player: Player, stranger: Player) -> None:
    url = player.new("mastermind/breaker", game="mini", role="evil")
    for guess in ("112", "213", "341", "222", "333", "111", "444", "124", "432", "314"):
        player.move(url, "guesses", code=guess)
    address = shared(player, url)
    mine = stranger.post(f"{address}/games").location
    assert "Evil setter" in stranger.get(mine).text
    assert stranger.get(address).text.count("shown-game ") == 1


def test_a_withdrawn_game_says_so(player: Player, stranger: Player) -> None:
    url = broken(player)
    address = shared(player, url)
    assert stranger.post(f"{address}/withdrawals").status_code == 404
    assert stranger.get(address).status_code == 200
    assert player.post(f"{address}/withdrawals").status_code == 303
    for visitor in (player, stranger):
        answer = visitor.read(address, 410)
        assert "has stopped sharing this game" in answer
    for part in ("review", "figures", "beside"):
        assert stranger.get(f"{address}/{part}").status_code == 410
    assert stranger.post(f"{address}/games").status_code == 410
    assert shared(player, url) != address
    assert "Found in 4" in player.client.get(url).text


def test_a_board_that_is_played_on_is_not_shown(player: Player, stranger: Player) -> None:
    url = solved(player)
    address = shared(player, url)
    player.move(url, "undo")
    assert "is still playing" in stranger.read(address, 404)
    player.move(url, "redo")
    assert stranger.get(address).status_code == 200


@cases("token", ["aaaaaaaaaaaaaaaa", "x" * 300, "%00", "..%5c", "é"])
def test_a_forged_link_leads_nowhere(stranger: Player, token: str) -> None:
    answer = stranger.read(f"/g/{token}", 404)
    assert "There’s nothing here" in answer
    assert stranger.get("/g/").location == "/"


def test_a_daily_is_held_back_from_who_has_not_solved_it(
    app: Flask, player: Player, stranger: Player
) -> None:
    with app.app_context():
        keep_board(store(), daily_name(today()), format_board(GRID))
    url = solved(player, daily_name(today()))
    address = shared(player, url)
    assert "when they’ve finished the same" in player.client.get(address).text
    for ask in (address, f"{address}?step=999"):
        page = stranger.get(ask).text
        assert f"{len(GRID.given)} of {GRID.last} numbers placed" in page
        assert "when you’ve solved it too" in page
        assert f"{GRID.last} of {GRID.last}" not in page
    solved(stranger, daily_name(today()))
    assert f"{GRID.last} of {GRID.last} numbers placed" in stranger.get(address).text


def test_todays_board_by_another_name_is_held_back(
    app: Flask, player: Player, stranger: Player
) -> None:
    with app.test_request_context():
        keep_board(store(), daily_name(today()), format_board(GRID))
        name = keep_own(GRID)
    address = shared(player, solved(player, name))
    page = stranger.get(f"{address}?step=999").text
    assert f"{len(GRID.given)} of {GRID.last} numbers placed" in page


def test_a_friends_code_is_held_back(player: Player, stranger: Player, app: Flask) -> None:
    setter = Player(app.test_client())
    challenge = setter.new("mastermind/challenge", game="classic")
    setter.move(challenge, "code", code="3636")
    url = player.post(f"{challenge}/games", version=2).location
    for guess in GUESSES:
        player.move(url, "guesses", code=guess)
    address = shared(player, url)
    page = stranger.get(f"{address}?step=4").text
    assert page.count('class="row covered"') == 4
    assert "Others may still be looking for this code" in page
    assert stranger.get(f"{address}/review").status_code == 404
    assert stranger.post(f"{address}/attempts", row=1).status_code == 404
    broken(stranger)
    assert "The code was" in stranger.get(f"{address}?step=4").text


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_shown_without_its_guesses(
    player: Player, stranger: Player, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_named(name)
    secret = game.code_at(int(game.secrets[-1]))
    monkeypatch.setattr(breaker, "random_code", lambda game: secret)
    url = player.new("mastermind/breaker", game=name)
    player.move(url, "guesses", code=face_of(game).draft_of(secret))
    address = shared(player, url)
    page = stranger.get(address).text
    assert "Found in 1 guess" in page
    assert '<span class="hole"><svg' not in page
    assert f"The {face_of(game).terms.code} was" in stranger.get(f"{address}?step=1").text


def test_a_deleted_games_link_says_so_until_it_is_back(player: Player, stranger: Player) -> None:
    url = broken(player)
    game, link = url.rsplit("/", 1)[1], shared(player, url)
    player.post(f"/you/games/{game}/deletion")
    answer = stranger.client.get(link)
    assert (answer.status_code, "has deleted this game" in answer.text) == (410, True)
    player.post(f"/you/games/{game}/return")
    assert stranger.client.get(link).status_code == 200
    player.post("/you/data/erasure", sure="1")
    answer = stranger.client.get(link)
    assert (answer.status_code, "or erased their data" in answer.text) == (410, True)
    with player.client.application.app_context():
        assert [row["game"] for row in store().rows(sa.select(shares))] == [None]


def test_what_is_sent_of_a_daily_says_its_day(app: Flask, player: Player) -> None:
    url = player.post("/daily/mastermind/2026-11-22/games").location
    player.move(url, "guesses", typed=secret_of(app, url))
    address = shared(player, url)
    assert "Daily Mastermind of 22 November 2026" in player.client.get(address).text
    assert "22 November 2026" in text_of(player.client.get(address).text)[0]


def test_only_the_dailys_own_game_opens_a_running_daily(
    app: Flask, player: Player, stranger: Player
) -> None:
    """Else a contest by hand would tell whether a code is today's, and cost no row."""
    daily = player.post(f"/daily/mastermind/{today()}/games").location
    secret = secret_of(app, daily)
    player.move(daily, "guesses", typed=secret)
    address = shared(player, daily)
    contest = player.post(
        f"/friends/codes/black-white/{record_of(app, daily).rules}", typed=secret
    ).location
    same = stranger.post(f"{contest}/games").location
    stranger.move(same, "guesses", typed=secret)
    for ask in (address, f"{address}?step=1"):
        page = stranger.get(ask).text
        assert (page.count('class="row covered"'), "The code was" in page) == (1, False)
    game = stranger.post(f"{address}/games", seen="1").location
    assert "Practice" not in stranger.get(game).text  # where rows are taken back for nothing
    stranger.move(game, "guesses", typed=secret)
    assert "The code was" in stranger.get(address).text
