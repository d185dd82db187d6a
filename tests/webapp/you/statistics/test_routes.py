"""What games add up to: every figure of the pages against plain sums over the games played."""

import re
from dataclasses import replace
from datetime import datetime
from statistics import mean, median

import pytest
from flask import Flask

from tests.webapp.clock import Clock
from tests.webapp.player import Player, record_of, secret_of, text_of
from tests.webapp.work.executors import DeadExecutor, FullExecutor, behind
from webapp.mastermind.breaker.kind import BREAKER
from webapp.mastermind.finished_games import keep_reviews
from webapp.storage.games import Store, begun_game
from webapp.you.statistics import show_skill

PAGE = "/you/statistics"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch, datetime(2026, 9, 1, 9))


def play(app: Flask, player: Player, guesses: int, **form: object) -> str:
    """Find a code of Mini with so many guesses; with none it is not found."""
    url = player.new("mastermind/breaker", game="mini", **form)
    code = secret_of(app, url)
    wrong = "111" if code != "111" else "222"
    rows = [wrong] * (guesses - 1) + [code] if guesses else [wrong] * 20
    for row in rows:
        player.move(url, "guesses", code=row)
    return url


def bars(page: str) -> dict[str, int]:
    rows = re.findall(
        r'<th scope="row">([^<]*)</th>\s*<td>\s*<svg.*?<b>([\d,]+)</b>', page, re.DOTALL
    )
    return {label: int(count) for label, count in rows}


def test_who_has_played_nothing_is_led_on(player: Player) -> None:
    for query in ("", "?game=hidoku", "?game=chess", "?board=classic"):
        page = player.read(f"{PAGE}{query}")
        assert "You’ve no finished games that count yet." in page


def test_guesses_are_added_up_board_by_board(app: Flask, player: Player, clock: Clock) -> None:
    counts = (3, 4, 4, 6)
    for guesses in counts:
        play(app, player, guesses)
        clock.pass_by(minutes=1)
    play(app, player, 0)
    page = player.client.get(f"{PAGE}?board=mini").text
    pairs = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page, re.DOTALL)
    values = {name.strip(): value.strip() for name, value in pairs}
    assert values["games"] == "5"
    assert values["found"] == "80%"
    assert values["guesses on average"] == f"{mean(counts):.2f}"
    assert bars(page) == {"3": 1, "4": 2, "5": 0, "6": 1, "not found": 1}
    assert re.search(r'<tr class="own">\s*<th scope="row">not found', page)
    assert "Perfect play needs 3.22 on average." in text_of(page)  # 206 guesses for 64 codes


def test_practice_and_help_and_evil_setters_stand_apart(app: Flask, player: Player) -> None:
    play(app, player, 3)
    play(app, player, 3, practice="1")
    help_game = player.new("mastermind/breaker", game="mini")
    player.move(help_game, "hints", tier=3)
    player.move(help_game, "guesses", code=secret_of(app, help_game))
    nudge_game = player.new("mastermind/breaker", game="mini")
    player.move(nudge_game, "hints", tier=1)
    player.move(nudge_game, "guesses", code=secret_of(app, nudge_game))
    page = player.client.get(PAGE).text
    assert bars(page) == {"1": 1, "2": 0, "3": 1}
    assert "Not counted (2 so far): games against an evil setter" in text_of(page)
    assert "Hints used: 1." in text_of(page)


def test_times_of_hidoku_are_shown_by_board(app: Flask, player: Player, clock: Clock) -> None:
    store: Store = app.extensions["store"]
    times = (65, 200, 3723)
    for seconds in times:
        url = player.new("hidoku/play", board="small")
        record = record_of(app, url)
        for _ in range(seconds // 300):
            clock.pass_by(seconds=300)
            record = store.change(record)
        clock.pass_by(seconds=seconds % 300)
        store.change(record, finished=True)
    page = player.client.get(PAGE).text  # of what was played
    row = re.search(r'<tr>\s*<th scope="row">([^<]*)</th>(.*?)</tr>', page, re.DOTALL)
    assert row
    assert re.findall(r"<td[^>]*>([^<]*)</td>", row[2]) == ["3", "1:05", "3:20", "0"]
    assert median(times) == 200


def test_another_visitors_games_are_not_counted(app: Flask, player: Player) -> None:
    play(app, Player(app.test_client()), 3)
    assert "You’ve no finished games that count yet." in player.client.get(PAGE).text


def test_skill_and_luck_are_those_of_the_reviews(app: Flask, player: Player, clock: Clock) -> None:
    reviews: dict[str, list[tuple[int, int]]] = {"September 2026": [], "October 2026": []}
    for month, games in reviews.items():
        for guesses in (2, 4):
            url = play(app, player, guesses)
            page = player.client.get(f"/mastermind/review/{url.rsplit('/', 1)[1]}").text
            match = re.search(r"skill (\d+), luck (\d+)", text_of(page))
            games.append((int(match[1]), int(match[2])) if match else (-1, -1))
        assert month
        clock.pass_by(days=30)
    waiting = text_of(player.get(PAGE).text)
    assert "4 games are still being reviewed" in waiting
    assert "Your rating" not in waiting
    assert keep_reviews(app, app.extensions["store"]) == 4
    page = player.get(PAGE).text
    for month, games in reviews.items():
        skill, luck = (round(mean(column)) for column in zip(*games, strict=True))
        assert f"{month} 2 {skill} {luck}" in text_of(page)
    assert page.count('class="luck-line"') == 1
    assert "being reviewed" not in page
    rating = round(10 * mean(skill for games in reviews.values() for skill, _ in games))
    words = f"Your rating on Mini is {rating}: ten times your average skill in your last 4 games"
    assert words in page


def test_a_rating_is_of_the_last_twenty_games() -> None:
    blank = begun_game("player", "breaker", "mini", "")
    games = [replace(blank, skill=skill) for skill in (0, 90) for _ in range(20)]
    view = show_skill(BREAKER, "mini", games)
    assert view
    words = "Your rating on Mini is 900: ten times your average skill in your last 20 games."
    assert view.rating == words


def test_a_review_waits_for_a_busy_server_and_one_that_dies_is_left(
    app: Flask, player: Player
) -> None:
    store: Store = app.extensions["store"]
    play(app, player, 2)
    with behind(app, FullExecutor()):
        assert keep_reviews(app, store) == 0
    with behind(app, DeadExecutor()):
        assert [keep_reviews(app, store) for _ in range(2)] == [1, 0]


def test_practice_is_not_reviewed_and_a_damaged_game_once(app: Flask, player: Player) -> None:
    store: Store = app.extensions["store"]
    play(app, player, 2, practice="1")
    assert keep_reviews(app, store) == 0
    url = play(app, player, 2)
    with store.changing() as connection:
        connection.exec_driver_sql(
            "UPDATE games SET moves = 'x' WHERE id = ?", (url.rsplit("/", 1)[1],)
        )
    assert [keep_reviews(app, store) for _ in range(2)] == [1, 0]
    assert "Skill and luck" not in player.get(PAGE).text
