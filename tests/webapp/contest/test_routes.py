"""One code or board for many: who sees what when, and what cannot be forged or counted twice."""

import html
import re
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from flask import Flask

from tests.cases import cases
from tests.webapp.player import HTMX, Player, find_part, secret_of, visitor
from tests.webapp.work.patience import do_at_once
from webapp.application import limit_growth
from webapp.config import Settings
from webapp.mastermind.breaker import sent as start_routes
from webapp.storage.games import Store
from webapp.storage.records import contests
from webapp.storage.records.dailies import today

MINI = "/friends/codes/black-white/mini"
BOARD = "1 2\n3 _"  # one cell short of a solution


def path_of(address: str) -> str:
    return re.sub(r"^https?://[^/]+", "", address)


def of_code(setter: Player, code: str = "123") -> str:
    """Send a code to many; return the address of the contest."""
    return path_of(setter.submit(MINI, code=code))


def begun(player: Player, contest: str, nickname: str = "") -> str:
    return path_of(player.submit(f"{contest}/games", nickname=nickname))


def played(player: Player, contest: str, *codes: str, nickname: str = "") -> str:
    game = begun(player, contest, nickname)
    for code in codes:
        player.move(game, "guesses", code=code)
    return game


def table(page: str) -> list[str]:
    rows = re.findall(r"<tr .*?</tr>|<tr>.*?</tr>", page.partition("<tbody>")[2], re.DOTALL)
    return [
        " ".join(
            html.unescape(re.sub("<form.*?</form>|<[^>]+>", " ", row, flags=re.DOTALL)).split()
        )
        for row in rows
    ]


def test_many_play_one_code_and_see_the_table_when_they_have_finished(
    app: Flask, setter: Player, player: Player, stranger: Player
) -> None:
    contest = of_code(setter)
    page = setter.client.get(contest).text
    assert "Your code is" in page
    assert f"http://localhost{contest}" in page
    assert "Nobody has started yet." in page
    played(player, contest, "111", "123", nickname="Ann")
    played(stranger, contest, "123")
    third = Player(app.test_client())
    played(third, contest, "111", nickname="Cem")
    rows = table(setter.client.get(contest).text)
    assert [row.split(" 0:0")[0] for row in rows] == ["1 Player 2 1", "2 Ann 2", "Cem playing"]
    assert "2 players finished, 1 still playing." in setter.client.get(contest).text
    players_page = player.client.get(contest).text
    assert len(table(players_page)) == 3
    assert "Ann you" in table(players_page)[1]
    assert "Remove" not in players_page
    waiting = third.client.get(contest).text
    assert 'id="table"' not in waiting
    assert "Ann" not in waiting


def test_the_code_leaves_the_server_for_nobody_who_has_not_finished(
    player: Player, stranger: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start_routes, "random_code", lambda game: game.parse_code("TIGER"))
    page = path_of(player.client.get("/friends/codes?game=words").location)
    contest = path_of(player.post(page, way="draw").location)
    pattern = re.compile("TIGER|T, I, G", re.IGNORECASE)
    game = begun(stranger, contest, "Bob")
    visits = [(player, contest), (stranger, contest), (stranger, game), (player, "/friends/")]
    visits += [(stranger, "/you/data/games.json"), (player, "/you/data/games.json")]
    assert not any(pattern.search(visitor.get(url).text) for visitor, url in visits)
    for _ in range(6):
        stranger.move(game, "guesses", code="AFTER")
    assert table(stranger.client.get(contest).text)
    assert pattern.search(stranger.client.get(game).text)
    assert not pattern.search(player.client.get(contest).text)  # who set it may play


def test_who_set_a_code_by_hand_cannot_play_it(setter: Player) -> None:
    contest = of_code(setter)
    assert 'id="begin"' not in setter.client.get(contest).text
    assert "can’t play it yourself" in setter.send(f"{contest}/games", 422)


def test_who_had_it_drawn_plays_along(setter: Player) -> None:
    contest = path_of(setter.post(MINI, way="draw").location)
    assert "Your code is" not in setter.client.get(contest).text
    assert "Play too" in setter.client.get(contest).text
    game = begun(setter, contest)
    assert "This is a group challenge" in setter.client.get(game).text
    assert setter.client.get(contest).text.count(">playing<") == 1


def test_each_has_one_game_in_it(setter: Player, player: Player) -> None:
    contest = of_code(setter)
    game = played(player, contest, "111", "123")
    assert begun(player, contest) == game
    assert "Results" in player.client.get(game).text
    assert f'href="{contest}"' in player.client.get(game).text
    assert len(table(setter.client.get(contest).text)) == 1


def test_a_game_that_two_tabs_finish_at_once_counts_once(setter: Player, player: Player) -> None:
    contest = of_code(setter)
    game = begun(player, contest)
    form = {"version": 1, "code": "123"}
    tabs = [Player(player.open_tab().client) for _ in "ab"]
    answers = do_at_once(*(partial(tab.post, f"{game}/guesses", **form) for tab in tabs))
    first, second = sorted(answer.status_code for answer in answers)
    assert first == 303
    assert second in (409, 422)
    [row] = table(setter.client.get(contest).text)
    assert row.startswith("1 Player 1 1 0:0")


def test_no_form_brings_a_result(setter: Player, player: Player) -> None:
    contest, fields = of_code(setter), ("result", "guesses", "took", "hints_used", "game", "player")
    assert player.post(f"{contest}/games", **dict.fromkeys(fields, "1")).status_code == 303
    player.post(f"{contest}/nickname", **dict.fromkeys(fields, "won"), nickname="X")
    assert table(setter.client.get(contest).text) == ["X playing"]


def test_a_nickname_is_text_and_can_be_changed(setter: Player, player: Player) -> None:
    contest = of_code(setter)
    played(player, contest, "123", nickname="<script>x</script>")
    page = setter.client.get(contest).text
    assert "<script>x" not in page
    assert "&lt;script&gt;x&lt;/script&gt;" in page
    player.post(f"{contest}/nickname", nickname=" Ann  B. ")
    assert "Ann B." in table(setter.client.get(contest).text)[0]


BLANK = "\u034f \u115f \u1160 \u17b4 \u180b \u2800 \u3164 \ufe0f \uffa0 \U0001d159 \U000e0100"


@cases(
    "nickname",
    [
        *("a\x00b", "a\u202eb", "a\u200bb", "\x1b[31m", "x" * 21, "\u0301", "a\u200d", "👩\u200d"),
        *BLANK.split(),
        *(f"Ann{sign}" for sign in BLANK.split()),  # which looks like another's name
    ],
)
def test_a_nickname_that_cannot_be_shown_is_refused(
    setter: Player, player: Player, nickname: str
) -> None:
    contest = of_code(setter)
    assert 'role="alert">That name has' in player.send(f"{contest}/games", 422, nickname=nickname)
    assert setter.client.get(contest).text.count("Nobody has started yet.") == 1


JOINED = "👨\u200d👩\u200d👧\u200d👦 🏳\ufe0f\u200d🌈 👩🏽\u200d🚀 ❤\ufe0fZoë 3\ufe0f\u20e3"


def test_joined_emoji_are_a_nickname(app: Flask, setter: Player) -> None:
    contest = of_code(setter)
    for nickname in JOINED.split():
        played(Player(app.test_client()), contest, "123", nickname=nickname)
    rows = table(setter.client.get(contest).text)
    assert {row.split()[1] for row in rows} == {*JOINED.split()}


def test_no_two_names_of_a_table_look_the_same(app: Flask, setter: Player) -> None:
    contest = of_code(setter)
    for nickname in ("Ann", "Player 4", "Ann", "", "Ann 2", "❤", "❤\ufe0f"):
        begun(Player(app.test_client()), contest, nickname)
    rows = [row.removesuffix(" playing") for row in table(setter.client.get(contest).text)]
    assert rows == ["Ann", "Player 4", "Ann (2)", "Player 4 (2)", "Ann 2", "❤", "❤\ufe0f (2)"]


ALIKE = ("ann", "A n n", "Ａｎｎ", "Аnn", "Αnn", "Ann\u00a0")


@cases("name", ALIKE)
def test_names_that_look_alike_are_distinguished(app: Flask, name: str) -> None:
    setter = Player(app.test_client())
    contest = of_code(setter)
    for nickname in ("Ann", name, "Anne", "Änn"):
        begun(Player(app.test_client()), contest, nickname)
    rows = [row.removesuffix(" playing") for row in table(setter.client.get(contest).text)]
    assert rows == ["Ann", f"{' '.join(name.split())} (2)", "Anne", "Änn"]


def test_a_name_that_nobody_sees_was_stored_before(setter: Player, player: Player) -> None:
    contest = of_code(setter)
    begun(player, contest)
    store: Store = setter.client.application.extensions["store"]
    with store.changing() as connection:
        connection.execute(contests.entries.update().values(nickname="\u3164"))
    assert table(setter.client.get(contest).text) == ["Player 1 playing"]


def test_someone_is_removed_from_the_table_and_put_back(
    setter: Player, player: Player, stranger: Player
) -> None:
    contest = of_code(setter)
    played(player, contest, "123", nickname="Ann")
    played(stranger, contest, "111", "123", nickname="Bob")
    [entry] = re.findall(r'name="entry" value="(\w+)"', setter.client.get(contest).text)[:1]
    assert player.post(f"{contest}/removals", entry=entry).status_code == 404
    assert setter.post(f"{contest}/removals", entry=entry).status_code == 303
    assert [row.split()[1] for row in table(stranger.client.get(contest).text)] == ["Bob"]
    assert "removed you from the results" in player.client.get(contest).text
    assert "Restore" in setter.client.get(contest).text
    by_htmx = Player(setter.client, by_htmx=True)
    part = by_htmx.post(f"{contest}/removals", entry=entry, back=1)
    assert (part.status_code, "Restore" in part.text) == (200, False)
    assert len(table(stranger.client.get(contest).text)) == 2
    assert setter.post(f"{contest}/removals", entry="nobody").status_code == 303
    assert len(table(stranger.client.get(contest).text)) == 2


def test_rows_arrive_and_nothing_is_sent_twice(setter: Player, player: Player) -> None:
    contest = of_code(setter)
    page = setter.client.get(contest).text
    [poll] = re.findall(r'id="poll" hx-get="([^"]+)"', page)
    assert setter.client.get(poll, headers=HTMX).status_code == 204
    played(player, contest, "123", nickname="Ann")
    part = setter.client.get(poll, headers=HTMX)
    assert (part.status_code, "Ann" in part.text, "<html" in part.text) == (200, True, False)
    assert player.client.get(poll, headers=HTMX).status_code == 200
    third = Player(setter.client.application.test_client())
    assert third.client.get(poll, headers=HTMX).status_code == 404


def test_a_full_table_is_sent_in_few_bytes(app: Flask, setter: Player) -> None:
    contest = of_code(setter)
    for number in range(30):
        played(Player(app.test_client()), contest, "111", "123", nickname=f"Player {number} B.")
    headers = {**HTMX, "Accept-Encoding": "br"}
    answer = setter.client.get(contest, headers=headers)
    assert answer.content_encoding == "br"
    assert len(answer.data) < 3000


def test_no_network_fills_a_contest_with_players_who_do_not_move(
    app: Flask, setter: Player
) -> None:
    contest = of_code(setter)
    players = [visitor(app, 1) for _ in range(52)]
    statuses = [player.post(f"{contest}/games").status_code for player in players]
    assert statuses == [303] * 50 + [422] * 2
    assert begun(players[0], contest)  # who is in it goes on
    assert begun(players[50], of_code(setter, "321"))  # and others have room
    game = begun(visitor(app, 2), contest)
    assert "of your network" in visitor(app, 1).post(f"{contest}/games").text
    ann = visitor(app, 2)
    ann.move(begun(ann, contest), "guesses", code="111")
    assert game != begun(visitor(app, 1), contest)  # there is room for as many as have moved


def test_a_network_that_has_begun_enough_is_refused_with_a_reason(
    app: Flask, settings: Settings, setter: Player, player: Player
) -> None:
    contest = of_code(setter)
    limit_growth(app.extensions["store"], replace(settings, new_a_day=1), is_alone=True)
    begun(player, contest)
    refusal = Player(app.test_client()).post(f"{contest}/games")
    assert (refusal.status_code, "can start again in" in refusal.text) == (429, True)
    assert int(refusal.headers["Retry-After"]) > 0


def test_a_full_contest_takes_somebody_new_for_who_is_removed_or_idle(
    app: Flask, setter: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.storage.records.contests.MOST", 2)
    contest = of_code(setter)
    ann, bob, cem, dan = (Player(app.test_client()) for _ in range(4))
    played(ann, contest, "111", nickname="Ann")
    begun(bob, contest, "Bob")
    assert "is full" in cem.send(f"{contest}/games", 409)
    assert begun(bob, contest)  # who is in it goes on
    [entry] = re.findall(r'name="entry" value="(\w+)"', setter.get(contest).text)[1:]
    setter.post(f"{contest}/removals", entry=entry)
    begun(cem, contest, "Cem")
    assert dan.post(f"{contest}/games").status_code == 409
    monkeypatch.setattr("webapp.storage.records.contests.IDLE", timedelta(0))
    begun(dan, contest, "Dan")
    names = [row.partition(" ")[0] for row in table(setter.get(contest).text)]
    assert names == ["Ann", "Dan", "Bob"]  # Bob was removed, and Cem had not moved


def test_a_closed_contest_takes_nobody_new(
    setter: Player, player: Player, stranger: Player
) -> None:
    contest = of_code(setter)
    game = begun(player, contest)
    assert player.post(f"{contest}/closing").status_code == 404
    assert setter.post(f"{contest}/closing").status_code == 303
    assert 'id="begin"' not in stranger.client.get(contest).text
    assert "closed to new players" in stranger.send(f"{contest}/games", 409)
    assert begun(player, contest) == game  # who takes part already goes on
    player.move(game, "guesses", code="123")
    assert table(setter.client.get(contest).text)[0].startswith("1 Player 1 1 0:0")


def test_one_board_for_many(setter: Player, player: Player, stranger: Player) -> None:
    setter.post("/hidoku/exchange/import", text=BOARD, then="")
    location = Player(setter.client).post("/hidoku/exchange/import", text=BOARD).location
    board = location.rsplit("/", 1)[1]
    contest = path_of(setter.post("/friends/boards", board=board).location)
    assert "group challenge" in setter.client.get(contest).text
    game = begun(player, contest, "Ann")
    assert "/hidoku/play/" in game
    assert ">solved<" not in stranger.client.get(contest).text
    player.move(game, "placements", cell="1,1", number=4)
    [row] = table(player.client.get(contest).text)
    assert row.startswith("1 Ann you solved 0:00 0")
    assert "Results" in player.client.get(game).text
    assert "Choose another" in player.client.get(game).text
    help_game = begun(stranger, contest, "Bob")
    stranger.move(help_game, "hints", tier=1)
    stranger.move(help_game, "placements", cell="1,1", number=4)
    assert [row.split()[1] for row in table(setter.client.get(contest).text)] == ["Ann", "Bob"]


def test_a_host_presses_to_see_the_code(setter: Player) -> None:
    page = setter.client.get(of_code(setter)).text
    fold = find_part(page, r'<details class="help" id="own-code"\s*>(.*?)</details>', re.DOTALL)
    assert "Your code is" in fold
    assert page.count("Your code is") == 1


def test_a_finished_game_is_sent_with_its_result(player: Player, stranger: Player) -> None:
    game = player.new("mastermind/breaker", game="mini")
    assert player.post("/friends/games", game=game.rsplit("/", 1)[1]).status_code == 422
    for row in range(10):
        player.move(game, "guesses", code=("112", "213", "341")[row % 3])
    link = find_part(player.client.get(game).text, r'href="(/friends/\?game=[^"]+)">With friends')
    assert 'id="to-many"' in player.client.get(link).text
    assert 'id="to-many"' not in player.client.get("/friends/").text
    assert stranger.client.get(link).status_code == 404
    contest = path_of(player.post("/friends/games", game=game.rsplit("/", 1)[1]).location)
    again = player.post("/friends/games", game=game.rsplit("/", 1)[1]).location
    assert path_of(again) == contest
    assert len(table(player.client.get(contest).text)) == 1
    assert f'href="{contest}"' in player.client.get(game).text
    begun(stranger, contest)
    assert stranger.post("/friends/games", game=game.rsplit("/", 1)[1]).status_code == 404
    share = path_of(Player(player.client).post("/g/", game=game.rsplit("/", 1)[1]).location)
    assert 'id="see"' not in stranger.get(share).text  # they may still look for the code


def test_what_is_everybodys_or_anothers_is_not_sent_on(
    app: Flask, setter: Player, player: Player
) -> None:
    daily = path_of(player.post(f"/daily/mastermind/{today()}/games").location)
    player.move(daily, "guesses", typed=secret_of(app, daily))
    assert 'id="result"' in player.client.get(daily).text  # it is over
    for url in (daily, played(player, of_code(setter), "123")):
        assert "needs a finished game" in player.send(
            "/friends/games", 422, game=url.rsplit("/", 1)[1]
        )
        assert 'id="to-many"' not in player.get(f"/friends/?game={url.rsplit('/', 1)[1]}").text


@cases(
    ("address", "status"),
    [
        ("/friends/codes?game=mini", 303),
        ("/friends/codes?game=4x99", 422),
        ("/friends/codes?game=mini&keys=green", 422),
        ("/friends/codes/green/mini", 404),
        ("/friends/codes/black-white/x", 404),
        ("/group-challenge/aaaaaaaaaaaaaaaa", 404),
        ("/group-challenge/%00", 404),
        ("/friends/boards", 303),
        (f"{MINI}?draft=12_", 200),
    ],
)
def test_addresses(player: Player, address: str, status: int) -> None:
    assert player.get(address).status_code == status


@pytest.mark.parametrize(("code", "sentence"), [("12", "Row|empty|pegs"), ("999", "9")])
def test_a_code_that_cannot_be_is_refused(player: Player, code: str, sentence: str) -> None:
    answer = player.send(MINI, 422, typed=code)
    assert re.search(rf'id="problem"[^>]*>[^<]*({sentence})', answer)
    assert f'value="{code}"' in answer


def test_the_first_page_lists_what_was_set_and_joined(setter: Player, player: Player) -> None:
    contest = of_code(setter)
    assert contest not in player.get("/friends/").text
    begun(player, contest)
    assert "sent to you" in player.get("/friends/").text
    assert "set by you" in setter.get("/friends/").text
    assert "/friends/" in player.get("/mastermind/challenge/").text


def test_a_deleted_game_is_in_no_table_and_not_begun_again(setter: Player, player: Player) -> None:
    contest = of_code(setter)
    game = played(player, contest, "123")
    player.post(f"/you/games/{game.rsplit('/', 1)[1]}/deletion")
    assert "Nobody has started yet." in setter.client.get(contest).text
    page = player.client.get(contest).text
    assert "You deleted your game" in page
    assert 'id="table"' not in page
    assert begun(player, contest) == game
    player.post(f"/you/games/{game.rsplit('/', 1)[1]}/return")
    assert len(table(player.client.get(contest).text)) == 1


def test_the_card_tells_nothing_of_the_code(setter: Player, stranger: Player) -> None:
    contest = of_code(setter)
    page = stranger.client.get(contest).text
    assert f"/cards{contest}.png" in page
    first = stranger.client.get(f"/cards{contest}.png")
    assert first.mimetype == "image/png"
    second = of_code(setter, "344")
    assert stranger.client.get(f"/cards{second}.png").data == first.data
    assert stranger.get("/cards/group-challenge/aaaaaaaaaaaaaaaa.png").status_code == 404


def test_a_setter_who_erases_takes_the_contest_along(
    app: Flask, setter: Player, player: Player
) -> None:
    contest = of_code(setter)
    game = played(player, contest, "123")
    setter.post("/you/data/erasure", sure="1")
    assert player.get(contest).status_code == 404
    page = player.get(game)
    assert (page.status_code, "Results" in page.text) == (200, False)
    store: Store = app.extensions["store"]
    assert contests.contest_of_game(store, game.rsplit("/", 1)[1]) is None
