"""A race: all begin at the same moment, by the server's clock; a scoreboard shows progress."""

import html
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from tests.cases import cases
from tests.webapp.contest.test_routes import BOARD, MINI, path_of, table
from tests.webapp.plain_browser import PlainBrowser
from tests.webapp.player import HTMX, Player, find_part, record_of, secret_of, visitor
from tests.webapp.work.patience import do_at_once
from webapp.contest import page_view, routes
from webapp.storage.games import Store
from webapp.storage.records.contests import MOST
from webapp.storage.tables import contests, entries, games, races

PASS = Callable[[float], None]


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each look at the scoreboard work it out anew."""
    page_view.fresh_scoreboard.cache_clear()
    monkeypatch.setattr(page_view.fresh_scoreboard.cache, "_TTLCache__ttl", 0)


@pytest.fixture
def go_back(app: Flask) -> PASS:
    """Let seconds pass: what was to be is so many seconds nearer, or over."""

    def go(seconds: float) -> None:
        store: Store = app.extensions["store"]
        with store.changing() as connection:
            for key, moment in ((races.c.contest, races.c.starts), (games.c.id, games.c.ended)):
                query = select(key, moment).where(moment.is_not(None))
                for row_key, instant in connection.execute(query).all():
                    earlier = {moment: instant - timedelta(seconds=seconds)}
                    connection.execute(update(key.table).where(key == row_key).values(earlier))

    return go


def of_codes(setter: Player, **form: object) -> str:
    contest = path_of(setter.post(MINI, way="draw").location)
    return path_of(setter.post(f"{contest}/race", **form).location)


def of_boards(setter: Player) -> str:
    location = Player(setter.client).post("/hidoku/exchange/import", text=BOARD).location
    board = location.rsplit("/", 1)[1]
    contest = path_of(setter.post("/friends/boards", board=board).location)
    return path_of(setter.post(f"{contest}/race").location)


def entered(app: Flask, race: str, *names: str) -> list[Player]:
    """Have players come in, no more than forty from a network."""
    players = [visitor(app, number // 40) for number, _ in enumerate(names)]
    for player, name in zip(players, names, strict=True):
        assert player.post(f"{race}/games", nickname=name).status_code == 303
    return players


def start_round(setter: Player, race: str, go_back: PASS) -> None:
    """Start a round, and let the seconds pass until its players may begin."""
    setter.post(f"{race}/start")
    go_back(5)


def running(app: Flask, setter: Player, go_back: PASS) -> tuple[str, Player, Player]:
    """Return a race of codes that Ann and Bob may begin."""
    race = of_codes(setter)
    ann, bob = entered(app, race, "Ann", "Bob")
    start_round(setter, race, go_back)
    return race, ann, bob


def begun(player: Player, race: str) -> str:
    return path_of(player.submit(f"{race}/games"))


def win(app: Flask, player: Player, race: str) -> str:
    """Have a player find the code at once; return the game."""
    game = begun(player, race)
    player.move(game, "guesses", code=secret_of(app, game))
    return game


def start_button(player: Player, race: str) -> str:
    return find_part(player.client.get(race).text, r'id="start".*?>(.*?)<', re.DOTALL).strip()


def test_a_whole_school_waits_for_a_race(app: Flask) -> None:
    """Nobody can move there, so nobody has to: only the room ends."""
    race = Player(app.test_client()).post("/friends/races", kind="breaker").location
    joining = [
        Player(app.test_client()).post(f"{race}/games", nickname=f"p{n}") for n in range(MOST + 1)
    ]
    assert [answer.status_code for answer in joining] == [303] * MOST + [409]


def test_a_host_who_has_not_joined_knows_that_the_round_starts_without_them(
    app: Flask, setter: Player, go_back: PASS
) -> None:
    race = of_codes(setter)
    entered(app, race, "Ann", "Bob")
    assert start_button(setter, race) == "Start without me"
    setter.post(f"{race}/games", nickname="Cleo")
    assert start_button(setter, race) == "Start the round"
    start_round(setter, race, go_back)
    assert begun(setter, race)


def scoreboard(player: Player, race: str, token: str = "", at: str = "") -> str:
    headers = {**HTMX, "HX-Current-URL": f"http://localhost{at}"}
    answer = player.client.get(f"{race}/scoreboard", headers=headers, query_string={"seen": token})
    if answer.headers.get("HX-Redirect"):
        return "led on"
    if answer.headers.get("HX-Refresh"):
        return "refresh"
    return "same" if answer.status_code == 204 else answer.text


def mark(text: str) -> str:
    [token] = re.findall(r"seen=([\w.]+)", text)
    return token


def lines(text: str) -> list[str]:
    """Return the scoreboard's players as text."""
    items = re.findall(r"<li .*?</li>", text, re.DOTALL)
    return [html.unescape(" ".join(re.sub("<[^>]+>", " ", item).split())) for item in items]


def test_all_begin_at_the_same_moment_and_nobody_before(
    app: Flask, setter: Player, go_back: PASS
) -> None:
    race = of_codes(setter, minutes=5)
    assert "after 5 minutes" in " ".join(setter.get(race).text.split())
    ann, bob = entered(app, race, "Ann", "Bob")
    assert lines(scoreboard(setter, race)) == ["Ann here", "Bob here"]
    assert "You’re in." in ann.get(race).text
    assert ann.post(f"{race}/games").location == race  # waiting, whatever is pressed
    assert ann.post(f"{race}/start").status_code == 404
    assert setter.post(f"{race}/start").status_code == 303
    assert 'data-until="' in ann.get(race).text
    for player in (ann, bob):
        assert "hasn’t started" in player.send(f"{race}/games", 409)
        assert "/mastermind/breaker/" not in player.get("/you").text
    go_back(5)
    games = [begun(player, race) for player in (ann, bob, ann)]
    assert games[0] == games[2] != games[1]
    assert secret_of(app, games[0]) == secret_of(app, games[1])
    assert 'data-own="player-' in ann.get(games[0]).text
    assert "race-beside" not in setter.get(setter.new("mastermind/breaker")).text


def test_without_script_its_page_is_refreshed(app: Flask, setter: Player, go_back: PASS) -> None:
    race = of_codes(setter)
    players = [PlainBrowser(app.test_client()) for _ in "ab"]
    for player, name in zip(players, ("Ann", "Bob"), strict=True):
        player.open(race)
        player.fill("Your name in the results", name)
        player.press("Join")
    start_round(setter, race, go_back)
    for player in players:
        player.follow("Refresh")
        player.press("Break the code")
        assert player.by_id("game").is_there


def test_the_scoreboard_shows_progress_and_nothing_else(
    app: Flask, setter: Player, go_back: PASS
) -> None:
    race = of_codes(setter)
    ann, bob, _ = entered(app, race, "Ann", "<b>Bob", "Cem")
    start_round(setter, race, go_back)
    assert [line.partition(" ")[2] for line in lines(scoreboard(ann, race))] == ["here"] * 3
    game, bobs_game = begun(ann, race), begun(bob, race)
    secret = secret_of(app, game)
    wrong = "".join(sorted(secret))[::-1]
    wrong = wrong if wrong != secret else "444" if secret != "444" else "333"
    bob.move(bobs_game, "guesses", code=wrong)
    bob.move(bobs_game, "guesses", code=wrong)
    before = scoreboard(ann, race)
    assert lines(before) == ["<b>Bob 2 of 10 rows", "Ann 0 of 10 rows", "Cem here"]
    assert "0 of 3 players finished." in before
    assert scoreboard(ann, race, mark(before), game) == "same"
    ann.move(game, "guesses", code=secret)
    after = scoreboard(ann, race, mark(before), game)
    assert re.fullmatch(r"Ann 0:0\d", lines(after)[0])
    for text in (before, after):
        words = re.sub(rf"player-\w+|seen=[\w.]+|{race}|{game}", "", text)  # without drawn letters
        assert secret not in words
        assert not re.search(r"peg|key|black|white", words)
    assert "<b>Bob" not in after.replace("&lt;", "")
    assert "Ann" in scoreboard(Player(app.test_client()), race)  # who comes late looks on


def test_a_late_comer_watches_and_joins_the_next_round(
    app: Flask, setter: Player, stranger: Player, go_back: PASS
) -> None:
    race = of_codes(setter)
    ann, bob = entered(app, race, "Ann", "Bob")
    setter.post(f"{race}/start")
    assert "You can watch it here" in stranger.send(f"{race}/games", 409, nickname="Late")
    go_back(5)
    assert stranger.post(f"{race}/games").status_code == 409
    assert "You’re watching." in stranger.get(race).text
    for player in (ann, bob):
        win(app, player, race)
    token = mark(scoreboard(stranger, race))
    assert token.startswith("1.over.")
    assert [row.split()[:2] for row in table(stranger.get(race).text)] == [
        ["1", "Ann"],
        ["2", "Bob"],
    ]
    setter.post(f"{race}/start")
    assert scoreboard(stranger, race, token, race) == "refresh"
    assert stranger.post(f"{race}/games", nickname="Late").status_code == 303
    assert [line.split()[0] for line in lines(scoreboard(stranger, race))] == ["Ann", "Bob", "Late"]


def test_the_board_of_the_last_round_leads_on_who_is_in_the_next(
    app: Flask, setter: Player, stranger: Player, go_back: PASS
) -> None:
    race, ann, bob = running(app, setter, go_back)
    old = begun(ann, race)
    for player in (ann, bob):
        win(app, player, race)
    token = mark(scoreboard(ann, race, at=old))
    setter.post(f"{race}/start")
    waiting = scoreboard(ann, race, token, old)
    assert "Next round" in waiting
    setter.post(f"{race}/start")
    for old_token in (token, mark(waiting)):
        assert scoreboard(ann, race, old_token, old) == "led on"
        assert "Everyone starts in a moment" in scoreboard(stranger, race, old_token, old)
    starting = mark(scoreboard(ann, race, at=old))  # opened again
    go_back(5)
    assert scoreboard(bob, race, mark(waiting), old) == "led on"
    assert "of 2 players finished" in scoreboard(ann, race, starting, begun(ann, race))


def test_who_gives_up_has_not_finished_in_time(app: Flask, setter: Player, go_back: PASS) -> None:
    race, ann, bob = running(app, setter, go_back)
    game, bobs_game = begun(ann, race), begun(bob, race)
    secret = secret_of(app, game)
    bob.move(bobs_game, "guesses", code="444" if secret != "444" else "333")
    bob.move(bobs_game, "surrender")
    assert "Bob not found" in lines(scoreboard(ann, race))
    ann.move(game, "guesses", code=secret)
    assert "1 of 2 players finished in time." in scoreboard(ann, race)


def test_points_add_up_over_the_rounds(app: Flask, setter: Player, go_back: PASS) -> None:
    race = of_codes(setter)
    players = entered(app, race, "Ann", "Bob", "Cem")
    for number, order in enumerate(((0, 1), (1, 0), (1, 0, 2)), 1):
        start_round(setter, race, go_back)
        for place in order:
            win(app, players[place], race)
            go_back(0.01)
        if len(order) < 3:  # the third sleeps: the time of the round ends it
            assert mark(scoreboard(setter, race)).startswith(f"{number}.running.")
            assert setter.post(f"{race}/start").status_code == 409
            go_back(600)
        if number < 3:
            setter.post(f"{race}/start")
    rows = table(setter.get(race).text)
    assert [(row.split()[1], row.split()[-2:]) for row in rows] == [
        ("Bob", ["8", "(+3)"]),
        ("Ann", ["7", "(+2)"]),
        ("Cem", ["1", "(+1)"]),
    ]


def test_nobody_freezes_a_round(app: Flask, setter: Player, go_back: PASS) -> None:
    race = of_codes(setter, minutes=2)
    ann, bob, cem = entered(app, race, "Ann", "Bob", "Cem")
    start_round(setter, race, go_back)
    win(app, ann, race)
    late = begun(cem, race)
    assert bob.post(f"{race}/leaving").status_code == 303
    assert lines(scoreboard(ann, race))[1:] == ["Cem 0 of 10 rows"]
    go_back(121)
    over = scoreboard(ann, race)
    assert mark(over).startswith("1.over.")
    assert "Time’s up: the round is over." in over
    assert "Cem not finished" in lines(over)
    secret = secret_of(app, late)
    cem.move(late, "guesses", code="111" if secret != "111" else "222")
    cem.move(late, "guesses", code=secret)  # too late to count
    assert scoreboard(ann, race) == over
    page = cem.get(late).text
    assert ("Found too late" in page, "Well done" in page) == (True, False)
    assert "The round was over, so this doesn’t count." in page
    assert (f'href="{race}">Results' in page, 'id="again"' in page) == (True, False)
    rows = table(ann.get(race).text)
    assert rows[-1].startswith("Cem not finished")


def test_a_game_knows_how_long_its_round_lasts(app: Flask, setter: Player, go_back: PASS) -> None:
    race, ann, bob = running(app, setter, go_back)
    game, bobs_game = begun(ann, race), begun(bob, race)
    go_back(60)

    def left(player: Player, game: str) -> int:
        [now, until] = map(int, re.findall(r'data-(?:now|until)="(\d+)"', player.get(game).text))
        return until - now

    assert 530_000 < left(ann, game) <= 540_000
    ann.move(game, "guesses", code=secret_of(app, game))
    assert "data-until" not in ann.get(game).text
    assert "data-until" in bob.get(bobs_game).text


def test_nobody_begins_early_who_pressed_the_button_of_a_challenge(
    setter: Player, stranger: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The challenge becomes a race while a player is being let in."""
    contest = path_of(setter.post(MINI, way="draw").location)
    real = routes.contests.join

    def join(*args: Any) -> str:
        setter.post(f"{contest}/race")
        return real(*args)

    monkeypatch.setattr(routes.contests, "join", join)
    assert stranger.post(f"{contest}/games").location == contest
    assert "Nobody has joined yet." in setter.get(contest).text


def test_who_deletes_the_game_has_left(app: Flask, setter: Player, go_back: PASS) -> None:
    race, ann, bob = running(app, setter, go_back)
    game = begun(bob, race)
    win(app, ann, race)
    assert mark(scoreboard(ann, race)).startswith("1.running.")
    store: Store = app.extensions["store"]
    with store.changing() as connection:
        is_it = games.c.id == game.rsplit("/", 1)[1]
        connection.execute(update(games).where(is_it).values(player=":gone"))
    assert mark(scoreboard(ann, race)).startswith("1.over.")
    [row] = table(setter.get(race).text)
    assert row.split()[-1] == "1"  # point: nobody is behind


def test_a_race_needs_two_and_has_room_for_so_many(
    app: Flask, setter: Player, stranger: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = of_codes(setter)
    [ann] = entered(app, race, "Ann")
    assert "at least two players" in setter.send(f"{race}/start", 409)
    monkeypatch.setattr("webapp.storage.records.contests.MOST", 1)
    assert stranger.post(f"{race}/games").status_code == 409
    assert ann.post(f"{race}/games", nickname="Anna").status_code == 303
    assert lines(scoreboard(ann, race)) == ["Anna here"]
    ann.post(f"{race}/leaving")
    assert "Nobody has joined yet." in scoreboard(ann, race)
    assert stranger.post(f"{race}/games", nickname="Bob").status_code == 303
    assert ann.post(f"{race}/games").status_code == 409  # who comes back has to find room
    assert lines(scoreboard(ann, race)) == ["Bob here"]
    stranger.post(f"{race}/leaving")
    assert ann.post(f"{race}/games").status_code == 303
    assert lines(scoreboard(ann, race)) == ["Anna here"]


def test_who_left_before_the_start_does_not_play_the_round(
    app: Flask, setter: Player, go_back: PASS
) -> None:
    race = of_codes(setter)
    ann, bob, _ = entered(app, race, "Ann", "Bob", "Cy")
    ann.post(f"{race}/leaving")
    start_round(setter, race, go_back)
    begun(bob, race)
    refusal = ann.send(f"{race}/games", 409)
    assert routes.UNDER_WAY in html.unescape(refusal)


def test_who_has_joined_is_on_the_scoreboard_at_once(
    app: Flask, setter: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = of_codes(setter)
    monkeypatch.setattr(page_view.fresh_scoreboard.cache, "_TTLCache__ttl", 60)
    assert "Nobody has joined yet." in setter.get(race).text
    [ann] = entered(app, race, "Ann")
    assert "1 player here." in ann.get(race).text


def test_boards_race_on_one_that_nobody_has_seen(app: Flask, setter: Player, go_back: PASS) -> None:
    of_boards(setter)
    race = of_boards(setter)
    ann, bob = entered(app, race, "Ann", "Bob")
    page = ann.get(race).text
    assert "outline" not in page
    assert ann.get(f"/cards{race}.png").status_code == 404
    start_round(setter, race, go_back)
    game, bobs_game = begun(ann, race), begun(bob, race)
    store: Store = app.extensions["store"]
    boards = [record_of(app, url) for url in (game, bobs_game)]
    assert boards[0].start == boards[1].start
    assert boards[0].rules.startswith("v")  # made for this race, not the one that was imported
    with store.reading() as connection:
        rules = connection.execute(select(contests.c.rules)).scalars().all()
    assert len(set(rules)) == len(rules) == 2  # nor that of another race from the same board
    assert re.fullmatch(r"Ann 0 of \d\d numbers", lines(scoreboard(ann, race))[0])
    assert 'id="scoreboard"' in ann.get(game).text


def test_a_code_set_by_hand_is_raced_for_without_its_setter(
    setter: Player, stranger: Player
) -> None:
    contest = path_of(setter.post(MINI, code="123").location)
    race = path_of(setter.post(f"{contest}/race").location)
    assert 'id="join"' not in setter.get(race).text
    assert setter.post(f"{race}/games").status_code == 422
    assert stranger.post(f"{contest}/games").location == race == contest  # to its waiting room
    assert "Waiting room" in stranger.get(contest).text
    begun_one = path_of(setter.post(MINI, code="123").location)
    stranger.post(f"{begun_one}/games")
    assert "has started already" in setter.send(f"{begun_one}/race", 409)
    assert "waiting room" not in setter.get(begun_one).text


def test_two_tabs_begin_one_game_and_two_clicks_one_round(
    app: Flask, setter: Player, go_back: PASS
) -> None:
    race, ann, bob = running(app, setter, go_back)
    begun_games = do_at_once(*(partial(begun, ann.open_tab(), race) for _ in range(3)))
    assert len(set(begun_games)) == 1
    for player in (ann, bob):
        win(app, player, race)
    assert [setter.post(f"{race}/start").status_code for _ in "ab"] == [303, 303]
    store: Store = app.extensions["store"]
    assert len(store.rows(races.select())) == 2


@cases("minutes", ["0", "x", "600", ""])
def test_the_longest_time_is_one_of_the_list(setter: Player, minutes: str) -> None:
    contest = path_of(setter.post(MINI, way="draw").location)
    assert "from the list" in setter.send(f"{contest}/race", 422, minutes=minutes)


def test_the_page_of_who_takes_part_is_not_read_again_as_the_round_begins(
    app: Flask, setter: Player, go_back: PASS
) -> None:
    """It is about to open the board by itself; read again, it would wait for a press."""
    race = of_codes(setter)
    ann, _ = entered(app, race, "Ann", "Bob")
    setter.post(f"{race}/start")
    starting = mark(scoreboard(ann, race))
    go_back(5)
    assert scoreboard(ann, race, starting, race) == "same"
    assert scoreboard(setter, race, starting, race) == "refresh"


def test_what_is_no_race_has_no_scoreboard(setter: Player) -> None:
    contest = path_of(setter.post(MINI, way="draw").location)
    for address in (contest, "/group-challenge/nothing"):
        assert setter.client.get(f"{address}/scoreboard", headers=HTMX).status_code == 404
    assert setter.post(f"{contest}/start").status_code == 404
    assert setter.post(f"{contest}/leaving").status_code == 303


def test_a_race_is_listed_once_and_erased_whole(app: Flask, setter: Player, go_back: PASS) -> None:
    race, ann, bob = running(app, setter, go_back)
    for player in (ann, bob):
        win(app, player, race)
    setter.post(f"{race}/start")
    assert ann.get("/friends/").text.count("sent to you on") == 1
    setter.post("/you/data/erasure", sure="1")
    store: Store = app.extensions["store"]
    for contest_table in (races, contests):
        rows = store.rows(contest_table.select())
        assert len(rows) == 0
    assert store.rows(entries.select()) == []
    assert ann.get(race).status_code == 404


@pytest.mark.usefixtures("go_back")
def test_a_scoreboard_is_sent_in_few_bytes(app: Flask, setter: Player) -> None:
    race = of_codes(setter)
    entered(app, race, *(f"Player {number} B." for number in range(MOST)))
    headers = {**HTMX, "Accept-Encoding": "gzip"}
    answer = setter.client.get(f"{race}/scoreboard", headers=headers)
    assert answer.content_encoding == "gzip"
    assert len(answer.data) < 2900


def test_the_clock_is_the_servers(app: Flask, setter: Player) -> None:
    race = of_codes(setter)
    ann, _ = entered(app, race, "Ann", "Bob")
    setter.post(f"{race}/start")
    [now, until] = map(int, re.findall(r'data-(?:now|until)="(\d+)"', ann.get(race).text))
    assert 3000 < until - now <= 5000
    assert abs(now - 1000 * datetime.now(UTC).timestamp()) < 5000


def test_few_guesses_win_whatever_the_hurry(app: Flask, setter: Player, go_back: PASS) -> None:
    """Guesses count first, then hints, then time; points and scoreboard say the same."""
    race = of_codes(setter)
    names = ("Ann", "Bob", "Cem")
    players = dict(zip(names, entered(app, race, *names), strict=True))
    start_round(setter, race, go_back)
    games = {name: begun(player, race) for name, player in players.items()}
    secret = secret_of(app, games["Ann"])
    wrong = "444" if secret != "444" else "333"
    for name, rows, has_hint in (("Ann", 2, False), ("Bob", 1, True), ("Cem", 1, False)):
        if has_hint:
            players[name].move(games[name], "hints", tier=1, code="")
        for code in (wrong, secret)[2 - rows :]:
            players[name].move(games[name], "guesses", code=code)
        go_back(9)
    page = setter.get(race).text
    assert [row.split()[:3] for row in table(page)] == [
        ["1", "Cem", "1"],
        ["2", "Bob", "1"],
        ["3", "Ann", "2"],
    ]
    assert "Sorted by guesses, then hints, then time." in page
    assert [line.split()[0] for line in lines(scoreboard(setter, race))] == ["Cem", "Bob", "Ann"]


def test_the_link_of_a_challenge_leads_to_the_race_it_became(
    app: Flask, setter: Player, player: Player, go_back: PASS
) -> None:
    contest = path_of(setter.post(MINI, way="draw").location)
    game = begun(player, contest)
    assert "link above then leads to the waiting room" in " ".join(setter.get(contest).text.split())
    race = path_of(setter.post(f"{contest}/race").location)
    assert path_of(setter.post(f"{contest}/race").location) == race  # another tab
    late, bob = visitor(app, 1), visitor(app, 2)
    waiting = late.client.get(contest, follow_redirects=True)
    assert "Waiting room" in waiting.text
    assert f'value="http://localhost{race}"' in waiting.text
    assert begun(late, contest) == race
    for opener, words in ((player, "in progress"), (setter, "Results")):
        page = opener.client.get(contest).text
        assert (words in page, f'href="{race}"' in page) == (True, True)
    for guest in (late, bob):
        guest.post(f"{race}/games", nickname="Late")
    for _ in range(2):  # a round, and the next one's waiting room
        setter.post(f"{race}/start")
        go_back(900)
    newcomer = visitor(app, 3).client.get(contest, follow_redirects=True)
    assert "race, round 2" in newcomer.text
    assert f'value="http://localhost{race}"' in newcomer.text  # the link that was sent
    assert begun(player, contest) == game
