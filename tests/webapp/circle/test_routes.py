"""Circles: who is in, what each sees of the others, and what the week says."""

import random
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest
import sqlalchemy as sa
from flask import Flask

from tests.webapp.clock import Clock
from tests.webapp.player import Player, find_part, text_of
from webapp.circle import view
from webapp.game_type import dailies
from webapp.storage.games import Store, StoredGame
from webapp.storage.records import circles
from webapp.storage.records.contests import (
    CIRCLE_KEPT,
    ContestEntry,
    drop_old_contests,
    find_contest,
)
from webapp.storage.records.players import erase_player
from webapp.storage.tables import entries, games

WEDNESDAY = date(2026, 11, 25)
MONDAY = date(2026, 11, 23)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch, datetime(2026, 11, 25, 9))


def made(app: Flask, *nicknames: str) -> tuple[str, list[Player]]:
    """Return the address of a circle and its members, of whom the first made it."""
    members = [Player(app.test_client()) for _ in nicknames]
    maker, *guests = members
    form = {"name": "Kitchen table", "nickname": nicknames[0]}
    address = maker.post("/friends/circles", **form).location
    for member, nickname in zip(guests, nicknames[1:], strict=True):
        assert member.post(link_of(maker, address), nickname=nickname).location == address
    return address, members


def link_of(member: Player, address: str) -> str:
    return find_part(member.get(address).text, r'value="http://localhost(/circle/join/\w+)"')


def id_of(member: Player) -> str:
    with member.client.session_transaction() as session:
        return str(session["player"])


def join_long_ago(app: Flask, days: int = 100) -> None:
    store: Store = app.extensions["store"]
    earlier = datetime(2026, 11, 25, 9, tzinfo=UTC) - timedelta(days=days)
    store.run(sa.update(entries).values(joined=earlier))


def play(
    app: Flask,
    member: Player,
    daily: str,
    day: date,
    amount: int,
    *,
    won: bool = True,
    counts: bool = True,
    later: int = 0,
) -> None:
    """Store a member's daily game; no guesses or seconds are one that goes on."""
    store: Store = app.extensions["store"]
    with app.app_context():
        game = dailies()[daily]
    record = store.create(id_of(member), game.name, "SECRET", "SECRET", day=str(day))
    end = datetime(day.year, day.month, day.day, 8, tzinfo=UTC) + timedelta(days=later)
    result = {
        "result": "won" if won else "lost",
        "guesses": 0 if game.is_timed else amount,
        "took": float(amount) if game.is_timed else 100.0,
        "counts": counts,
        "finished": True,
        "ended": end,
    }
    if amount:
        store.run(sa.update(games).where(games.c.id == record.id).values(result))


def table(page: str, name: str) -> dict[str, list[str]]:
    """Return the rows of the page's table of today or of the week, by their heads, in words."""
    part = page.partition(f'id="{name}"')[2].partition("</table>")[0]
    rows = re.findall(r'<th scope="row">(.*?)</tr>', part, re.DOTALL)
    texts = [re.sub(r'<b aria-hidden="true">.*?</b>', "", row, flags=re.DOTALL) for row in rows]
    cells = [re.split(r"</t[hd]>", text)[:-1] for text in texts]
    words = [[text_of(cell) for cell in row] for row in cells]
    return {head: list(row) for head, *row in words}


@pytest.mark.usefixtures("clock")
def test_a_result_is_hidden_until_one_has_finished_and_shown_when_the_day_is_over(
    app: Flask, clock: Clock
) -> None:
    address, (ben, mia, ada) = made(app, "Ben", "Mia", "Ada")
    play(app, mia, "mini", WEDNESDAY, 41)
    play(app, ada, "mini", WEDNESDAY, 0)
    before = ben.get(address).text
    hidden = "finished, hidden until you have"
    assert table(before, "today")["Mia"] == [hidden, "not played", "not played"]
    assert table(before, "today")["Ada"][0] == "still playing"
    assert "Mia has finished the Mini Hidoku. You haven’t." in before
    assert "0:41" not in before
    assert table(before, "today")["Ben you"][0] == "Play Mini Hidoku"
    play(app, ben, "mini", WEDNESDAY, 48)
    after = ben.get(address).text
    assert table(after, "today")["Mia"][0] == "0:41, first"
    assert table(after, "today")["Ben you"][0] == "0:48"
    assert "Wednesday 25 November: Mini Mia 0:41\nhttp://localhost/circle/join/" in after
    assert "0:41" not in ada.get(address).text
    clock.pass_by(days=1)
    week = ada.get(f"{address}?game=mini").text
    assert table(week, "week")["Mia"][2] == "Wednesday: 0:41, first"
    assert table(week, "week")["Mia"][4] == "Friday: to come"
    assert table(ada.get(address).text, "week")["Mia"][2:4] == [
        "Wednesday: 1 of 3 played",
        "Thursday: 0 of 3 played",
    ]


@pytest.mark.usefixtures("clock")
def test_games_count_as_the_dailies_do(app: Flask) -> None:
    address, (ben, mia, ada) = made(app, "Ben", "Mia", "Ada")
    join_long_ago(app)
    tuesday = MONDAY + timedelta(days=1)
    play(app, ben, "mastermind", MONDAY, 5)
    play(app, mia, "mastermind", MONDAY, 4, counts=False)
    play(app, ada, "mastermind", MONDAY, 5)
    play(app, ben, "mastermind", tuesday, 6)
    play(app, mia, "mastermind", tuesday, 4, later=1)
    play(app, ada, "mastermind", tuesday, 10, won=False)
    play(app, ada, "hidoku", WEDNESDAY, 300)
    page = ada.get(f"{address}?game=mastermind").text
    results = table(page, "week")
    assert results["Ben"][:2] == ["Monday: 5 guesses, first", "Tuesday: 6 guesses, first"]
    assert results["Mia"][:2] == [
        "Monday: 4 guesses, with a hint’s move",
        "Tuesday: 4 guesses, late",
    ]
    assert results["Ada you"][1] == "Tuesday: not found"
    assert "this doesn’t count" in page
    week = table(ada.get(address).text, "week")
    assert {name: row[-2:] for name, row in week.items()} == {
        "Ben": ["2", "2"],
        "Ada you": ["1", "1"],
        "Mia": ["0", "0"],
    }
    assert week["Mia"][:2] == ["Monday: 1 of 3 played", "Tuesday: 0 of 3 played"]


@pytest.mark.usefixtures("clock")
def test_last_week_has_a_line_and_nothing_before_one_joined_is_shown(app: Flask) -> None:
    address, (ben, mia) = made(app, "Ben", "Mia")
    for day in range(1, 5):
        play(app, ben, "mini", MONDAY - timedelta(days=day), 50)
        play(app, mia, "mini", MONDAY - timedelta(days=day), 51 - 2 * (day == 2))
    assert "Last week" not in ben.get(address).text
    join_long_ago(app)
    page = ben.get(address).text
    assert "Last week: Ben led on 3 of 7 days." in page
    assert {name: row[-1] for name, row in table(page, "week").items()} == {
        "Ben you": "4",
        "Mia": "4",
    }


@pytest.mark.usefixtures("clock")
def test_the_first_page_says_what_is_new_in_a_circle(app: Flask) -> None:
    address, (ben, mia) = made(app, "Ben", "Mia")

    def line() -> str:
        door = ben.get("/").text.partition(f'href="{address}"')[2].partition("</a>")[0]
        return door.partition("<small>")[2].partition("</small>")[0]

    assert line() == "2 members, since 25 November 2026."
    join_long_ago(app)
    for member, seconds in ((ben, 60), (mia, 50)):
        play(app, member, "mini", MONDAY - timedelta(days=2), seconds)
    assert line() == "Last week: Mia led on 1 of 7 days."
    play(app, mia, "mini", WEDNESDAY, 41)
    assert line() == "Mia has finished the Mini Hidoku. You haven’t."


@pytest.mark.usefixtures("clock")
def test_members_change_the_link_their_name_and_who_is_in(app: Flask) -> None:
    address, (ben, mia, tom) = made(app, "Ben", "Mia", "Tom")
    stranger = Player(app.test_client())
    link = link_of(ben, address)
    assert stranger.get(address).status_code == 404
    assert "Kitchen table" in stranger.get(link).text
    assert mia.get(link).location == address
    assert stranger.post(link, nickname=" ").status_code == 422
    mia.post(f"{address}/link")
    assert stranger.get(link).status_code == 404
    assert "Ask a member" in stranger.post(link, nickname="Eve").text
    assert mia.post(f"{address}/nickname", nickname="\x00").status_code == 422
    mia.post(f"{address}/nickname", nickname="Maria")
    assert table(ben.get(address).text, "today").keys() == {"Ben you", "Maria", "Tom"}
    [entry] = re.findall(r'<option value="(\w+)">Tom', ben.get(address).text)
    for action, form in (("removals", {"entry": entry}), ("deletion", {"sure": "1"})):
        assert mia.post(f"{address}/{action}", **form).status_code == 404
    link = link_of(ben, address)
    ben.post(f"{address}/removals", entry=entry)
    assert tom.get(address).status_code == tom.get(link).status_code == 404
    ben.post(f"{address}/leaving")
    assert ben.get(address).status_code == 404
    assert table(mia.get(address).text, "today").keys() == {"Maria you"}
    assert mia.post(f"{address}/deletion").status_code == 422
    assert mia.post(f"{address}/deletion", sure="1").location == "/friends/"
    assert mia.get(address).status_code == 404


@pytest.mark.usefixtures("clock")
def test_a_circle_has_room_for_so_many(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circles, "MOST_MEMBERS", 2)
    address, (ben, _) = made(app, "Ben", "Mia")
    full = Player(app.test_client()).post(link_of(ben, address), nickname="Eve")
    assert full.status_code == 409
    assert "full" in full.text


def test_a_circle_goes_when_nobody_has_played_for_long(app: Flask, clock: Clock) -> None:
    store: Store = app.extensions["store"]
    address, (ben, mia) = made(app, "Ben", "Mia")
    circle = address.rsplit("/", 1)[1]
    clock.pass_by(days=CIRCLE_KEPT - 1)
    drop_old_contests(store)
    assert find_contest(store, circle)
    play(app, ben, "mini", clock.now.date(), 50)
    page = ben.get(address).text
    assert "on 23 May 2027, if nobody plays" in page
    clock.pass_by(days=CIRCLE_KEPT - 1)
    drop_old_contests(store)
    assert find_contest(store, circle)
    clock.pass_by(days=2)
    drop_old_contests(store)
    assert mia.get(address).status_code == 404


@pytest.mark.usefixtures("clock")
def test_who_erases_their_data_leaves_the_circle_to_the_others(app: Flask) -> None:
    store: Store = app.extensions["store"]
    address, (ben, mia) = made(app, "Ben", "Mia")
    erase_player(store, id_of(ben))
    assert 'id="delete"' in mia.get(address).text
    assert table(mia.get(address).text, "today").keys() == {"Mia you"}
    erase_player(store, id_of(mia))
    assert find_contest(store, address.rsplit("/", 1)[1]) is None


def pages_of(member: Player, address: str) -> Sequence[str]:
    addresses = [address, *(f"{address}?game={name}" for name in ("mini", "mastermind", "hidoku"))]
    return [member.get(url).text for url in (*addresses, "/", "/daily", "/friends/")]


@pytest.mark.parametrize("seed", range(4))
def test_no_page_shows_more_of_another_than_results_one_may_see(
    app: Flask, clock: Clock, seed: int
) -> None:
    """Members play in any order over three days; each game has an amount of its own."""
    chance = random.Random(seed)
    names = ("Ben", "Mia", "Ada", "Jo")
    address, members = made(app, *names)
    amounts = count(211)
    for day in (WEDNESDAY + timedelta(days=offset) for offset in range(3)):
        turns = [(place, daily) for place in range(len(names)) for daily in ("mini", "hidoku")]
        results: dict[tuple[int, str], str] = {}
        for place, daily in chance.sample(turns, chance.randint(0, len(turns))):
            amount = next(amounts) if chance.random() < 0.8 else 0
            play(app, members[place], daily, day, amount, won=chance.random() < 0.8)
            if amount:
                results[place, daily] = f"{amount // 60}:{amount % 60:02}"
            for viewer, member in enumerate(members):
                text = "".join(pages_of(member, address))
                assert "SECRET" not in text
                for (_, other_daily), figure in results.items():
                    if (viewer, other_daily) not in results:
                        assert figure not in text
        stranger = Player(app.test_client())
        assert all(figure not in stranger.get(address).text for figure in results.values())
        clock.pass_by(days=1)


@pytest.mark.usefixtures("clock")
def test_members_are_compared_once_until_one_of_them_plays(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, (ben, mia) = made(app, "Ben", "Mia")
    dates: list[date] = []

    def find(
        store: Store, members: Sequence[ContestEntry], kinds: Sequence[str], first: date
    ) -> Sequence[StoredGame]:
        dates.append(first)
        return circles.games_since(store, members, kinds, first)

    monkeypatch.setattr(view, "games_since", find)
    for amount, times in ((0, 1), (41, 2)):
        play(app, mia, "mini" if amount else "hidoku", WEDNESDAY, amount)
        for member in (ben, mia, ben):
            assert member.get(address).status_code == 200
        assert len(dates) == times
