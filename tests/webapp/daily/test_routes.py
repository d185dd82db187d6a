"""The dailies: one game a day and a visitor, nothing known before, nothing counted twice."""

import re
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction

import pytest
from flask import Flask

from solver.deduction.games import face_of, game_named
from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.search.solve import solve
from tests.cases import cases
from tests.webapp.clock import Clock
from tests.webapp.player import Player, record_of, review_of, text_of, visitor
from tests.webapp.work.executors import ThreadExecutor
from tests.webapp.work.patience import until
from webapp.application import create_app, limit_growth
from webapp.config import Settings, read_settings
from webapp.hidoku.days import KINDS, WEEK, DayBoard
from webapp.hidoku.picture.svg import shape_of
from webapp.hidoku.puzzles import load_puzzle
from webapp.lab.findings import known_findings
from webapp.mastermind.breaker import kind as days
from webapp.mastermind.breaker.kind import BREAKER, code_of_day
from webapp.storage.games import Store
from webapp.storage.records.dailies import FIRST_DAY, raise_total

MONDAY = date(2026, 11, 23)
CODES = "/daily/mastermind"
PATHS = "/daily/hidoku"
NOT_COUNTED = "A hint showed a move, so this counts neither in the results nor for your streak."


@pytest.fixture
def small_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DayBoard, "request", BoardRequest(4, 4))


def code_of(app: Flask, day: date) -> str:
    with app.app_context():
        return code_of_day(day)[1]


def begin(player: Player, day: date = MONDAY) -> str:
    return player.submit(f"{CODES}/{day}/games")


def play(player: Player, url: str, code: str, guesses: int) -> None:
    """Find a code with so many guesses."""
    game = game_named("classic")
    codes = (game.format_code(game.code_at(index)) for index in range(game.code_count))
    wrong = [text for text in codes if text != code]
    for row in (*wrong[: guesses - 1], code):
        assert player.move(url, "guesses", code=row).status_code == 200


def bars(page: str) -> dict[str, int]:
    rows = re.findall(r'<th scope="row">(.*?)</th>.*?<b>([\d,]+)</b>', page, re.DOTALL)
    return {label: int(count.replace(",", "")) for label, count in rows}


@pytest.mark.usefixtures("clock")
def test_there_is_one_game_a_day_and_a_visitor(app: Flask, player: Player) -> None:
    url = begin(player)
    assert begin(player) == url
    code = code_of(app, MONDAY)
    assert f'href="{url}"' in player.client.get(CODES).text
    play(player, url, code, 3)
    assert begin(player) == url
    page = player.client.get(f"{CODES}/{MONDAY}").text
    assert "Today: 3 guesses" in text_of(page)
    assert review_of(url) in page
    assert begin(visitor(app)) != url


def test_everyone_has_the_same_code_and_another_day_another(app: Flask, clock: Clock) -> None:
    codes = []
    for _ in range(4):
        day = clock.now.date()
        code = code_of(app, day)
        for _ in range(2):
            player = visitor(app)
            url = begin(player, day)
            play(player, url, code, 1)
            assert "Found in 1 guess" in player.client.get(url).text
        codes.append(code)
        clock.pass_by(days=1)
    assert len(set(codes)) > 1


@pytest.mark.usefixtures("clock")
def test_the_code_is_on_no_page_before_it_is_found(app: Flask, player: Player) -> None:
    url = begin(player)
    code = code_of(app, MONDAY)
    letters = "".join("ROYGBP"[int(symbol) - 1] for symbol in code)
    second = visitor(app)
    second_game = begin(second)
    play(second, second_game, code, 2)
    example = face_of(game_named("classic")).example  # which the code may be
    for page in (CODES, f"{CODES}/{MONDAY}", url, "/", "/you"):
        text = player.client.get(page).text.replace(example, "")
        assert not any(secret in text for secret in (f'"{code}"', f">{code}<", letters)), page
    for address in (review_of(url), review_of(second_game), second_game):
        assert player.client.get(address).status_code == 404


@pytest.mark.usefixtures("clock")
@cases(
    "day",
    ["2026-11-24", "2025-12-31", "2030-01-01", "0001-01-01", "20261123", "2026-W48-1", "x", "%00"],
)
def test_there_is_no_code_of_a_day_to_come_or_before_the_first(player: Player, day: str) -> None:
    assert player.get(f"{CODES}/{day}").status_code == 404
    assert player.post(f"{CODES}/{day}/games").status_code == 404


@pytest.mark.usefixtures("clock")
def test_there_is_no_other_daily(player: Player) -> None:
    assert player.get("/daily/chess").status_code == 404


@pytest.mark.usefixtures("clock")
def test_the_week_is_announced_and_no_board_is_smaller_than_the_one_before(player: Player) -> None:
    text = text_of(player.client.get(PATHS).text).partition("This week’s boards")[2]
    assert text.startswith(" Monday 6 × 6, easy Tuesday 7 × 7, four neighbours, easy Wednesday")
    cells = [shape_of(request).last for request in WEEK]
    assert cells == sorted(cells)
    codes = text_of(player.client.get(CODES).text).partition("This week’s boards")[2]
    assert codes.startswith(" Monday Classic Tuesday Classic")
    assert "Sunday Super" in codes


@pytest.mark.usefixtures("clock")
def test_the_key_draws_the_code_and_what_is_stored_stays(
    settings: Settings, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = code_of(app, MONDAY)
    monkeypatch.setattr(days, "DAILY_WEEK", ("mini",) * 7)
    environment = {"PEGS_DATA": str(settings.data), "PEGS_SECRET_KEY": "the key of another server"}
    again = create_app(read_settings(environment), executor=ThreadExecutor())
    assert code_of(again, MONDAY) == code
    assert game_named("mini").parse_code(code_of(again, date(2026, 11, 24)))
    again.extensions["tasks"].close()
    again.extensions["store"].engine.dispose()


def test_whoever_is_done_sees_how_all_did(app: Flask, clock: Clock) -> None:
    code = code_of(app, MONDAY)
    counts = (2, 4, 4, 5)
    for guesses in counts:
        player = visitor(app)
        assert bars(player.client.get(CODES).text) == {}
        play(player, begin(player), code, guesses)
    lost = visitor(app)
    url = begin(lost)
    wrong = "1111" if code != "1111" else "2222"
    lost.move(url, "guesses", code=wrong)
    lost.move(url, "surrender")
    page = lost.client.get(CODES).text
    assert bars(page) == {"2": 1, "3": 0, "4": 2, "5": 1, "not found": 1}
    text = text_of(page)
    assert "5 players counted so far, and 4 found the code." in text
    assert f"They took {sum(counts) / 4:.2f} guesses on average." in text
    assert "Perfect play needs 4.34." in text
    assert "Today: not found" in text
    assert re.search(r'<tr class="own">\s*<th scope="row">not found', page)
    clock.pass_by(days=1)
    later = visitor(app)
    play(later, begin(later), code, 1)
    page = later.client.get(f"{CODES}/{MONDAY}").text
    assert bars(page)["2"] == 1
    assert "1" not in bars(page)
    assert "Your result isn’t counted because you played it late." in text_of(page)
    assert '<tr class="own">' not in page


@pytest.mark.usefixtures("clock")
def test_a_game_with_the_move_shown_is_not_counted(app: Flask, player: Player) -> None:
    url, code = begin(player), code_of(app, MONDAY)
    player.move(url, "hints", tier=3)
    play(player, url, code, 3)
    page = player.client.get(CODES).text
    assert NOT_COUNTED in text_of(page)
    assert "0 players counted so far" in text_of(page)
    assert "day streak" not in text_of(page)
    assert NOT_COUNTED in text_of(player.client.get(url).text)
    assert 'aria-label="Streak' not in player.client.get("/").text


def test_a_game_under_way_at_midnight_counts_for_the_day_it_was_begun_on(
    app: Flask, player: Player, clock: Clock
) -> None:
    clock.now = datetime(2026, 11, 23, 23, 58, 30)
    code, game, second = code_of(app, MONDAY), begin(player), visitor(app)
    put_aside = begin(second)
    clock.pass_by(seconds=160)
    play(player, game, code, 2)
    card = text_of(player.client.get(game).text)
    assert "Yours is the first result. you: 2 guesses" in card
    assert "1 day streak" in card
    assert bars(player.client.get(f"{CODES}/{MONDAY}").text) == {"2": 1}
    clock.pass_by(hours=8)
    play(second, put_aside, code, 2)
    assert "isn’t counted because you played it late" in text_of(second.client.get(put_aside).text)
    assert bars(second.client.get(f"{CODES}/{MONDAY}").text) == {"2": 1}


def test_the_daily_speaks_of_bulls_where_its_game_does(
    app: Flask, player: Player, clock: Clock
) -> None:
    clock.pass_by(days=5)
    saturday = clock.now.date()
    code = code_of(app, saturday)
    url = begin(player, saturday)
    page = player.move(url, "guesses", code=code[::-1]).text
    assert "bull" in page or "cow" in page
    assert not re.search(r"\b(black|white)\b", text_of(page))


@pytest.mark.usefixtures("clock")
def test_two_tabs_that_end_it_at_once_are_counted_once(app: Flask, player: Player) -> None:
    url, code = begin(player), code_of(app, MONDAY)
    version = player.version(url)
    for _ in range(2):
        player.post(f"{url}/guesses", version=version, code=code)
    assert bars(player.client.get(CODES).text) == {"1": 1}


def test_a_streak_is_shown_and_ends(app: Flask, player: Player, clock: Clock) -> None:
    for _ in range(3):
        day = clock.now.date()
        play(player, begin(player, day), code_of(app, day), 2)
        clock.pass_by(days=1)
    assert "3 day streak longest 3" in text_of(player.client.get(CODES).text)
    clock.pass_by(days=1)
    page = player.client.get(CODES).text
    assert "0 day streak longest 3" in text_of(page)
    labels = re.findall(r'aria-label="(\d+ November: [^"]*)"', page)
    assert labels[21] == "22 November: not played"
    assert labels[22:25] == [f"{day} November: 2 guesses" for day in (23, 24, 25)]
    assert labels[25:] == ["26 November: not played", "27 November: not played yet"]


@pytest.mark.usefixtures("clock")
def test_a_network_that_has_begun_enough_is_refused_with_a_reason(
    app: Flask, settings: Settings, player: Player
) -> None:
    limit_growth(app.extensions["store"], replace(settings, new_a_day=1), is_alone=True)
    begin(player)
    refusal = visitor(app).post(f"{CODES}/{MONDAY}/games")
    assert refusal.status_code == 429
    assert "New ones can start again in" in text_of(refusal.text)


def solve_in_play(app: Flask, player: Player, url: str) -> None:
    with app.test_request_context():
        store: Store = app.extensions["store"]
        rows = (store.load_any(url.rsplit("/", 1)[1], kind) for kind in KINDS)
        record = next(game for game in rows if game)
        grid = load_puzzle(record.rules).grid
    path = next(iter(solve(grid).solutions))
    for number, place in enumerate(path, 1):
        if place not in grid.given:
            cell = f"{place.row},{place.column}"
            assert player.move(url, "placements", cell=cell, number=number).status_code == 200


def begun_path(player: Player, day: date = MONDAY, board: str = "", **fields: str) -> str:
    board = board or f"daily-{day}"
    form = {"board": board, "then": "play"}
    for _ in range(100):
        answer = player.post("/hidoku/boards", **form)
        if "/hidoku/play/" in answer.location:
            break
    if not fields:
        return answer.location
    return player.post("/hidoku/play/games", board=board, **fields).location


@pytest.fixture
def solved(app: Flask, clock: Clock, small_boards: None, player: Player) -> str:
    url = begun_path(player)
    solve_in_play(app, player, url)
    return url


def test_the_daily_path_is_one_a_visitor_and_again_does_not_count(
    app: Flask, player: Player, solved: str
) -> None:
    assert begun_path(player) == solved
    page = player.client.get(PATHS).text
    assert sum(bars(page).values()) == 1
    again = begun_path(player, again="1")
    assert again != solved
    solve_in_play(app, player, again)
    record = record_of(app, again)
    assert (record.result, record.counts, record.day) == ("won", False, "")
    assert bars(player.client.get(PATHS).text) == bars(page)


def test_a_path_taken_back_and_solved_again_is_counted_once(
    app: Flask, player: Player, solved: str
) -> None:
    first = record_of(app, solved)
    assert player.move(solved, "undo").status_code == 200
    assert player.move(solved, "redo").status_code == 200
    second = record_of(app, solved)
    assert (second.result, second.took, second.ended) == (first.result, first.took, first.ended)
    assert sum(bars(player.client.get(PATHS).text).values()) == 1


@pytest.mark.usefixtures("clock", "small_boards")
def test_a_move_of_a_daily_path_says_before_that_it_costs_the_day(player: Player) -> None:
    url = begun_path(player)
    assert "won’t count" in player.move(url, "hints", tier="1").text
    assert "won’t count" in player.move(url, "questions", cell="0,0").text
    assert "won’t count" not in player.move(url, "hints", tier="3").text
    again = begun_path(player, again="1")
    assert "won’t count" not in player.move(again, "hints", tier="1").text


@pytest.mark.usefixtures("clock")
def test_a_move_of_a_daily_code_says_before_that_it_costs_the_day(app: Flask) -> None:
    player = visitor(app)
    url = begin(player)
    assert "daily won’t count" in player.move(url, "hints", tier=1).text
    player.move(url, "guesses", code="1122")
    assert "the daily won’t count" in player.client.get(url).text  # to list the codes
    assert "won’t count" not in player.move(url, "hints", tier=3).text


@pytest.mark.usefixtures("clock", "small_boards")
def test_the_boards_own_page_leads_to_the_same_game(player: Player) -> None:
    url = begun_path(player)
    assert player.post("/hidoku/play/games", board=f"daily-{MONDAY}").location == url


@pytest.mark.usefixtures("clock")
def test_the_pages_say_what_is_played_and_lead_to_it(player: Player) -> None:
    codes, paths = (player.client.get(address).text for address in (CODES, PATHS))
    assert "Classic: Find the code of four pegs." in text_of(codes)
    assert "6 × 6, easy." in text_of(paths)
    assert f'action="{CODES}/{MONDAY}/games"' in codes
    assert "/hidoku/boards" not in codes.partition("<main")[2]
    assert f'action="{PATHS}/{MONDAY}/games"' in paths


@pytest.mark.usefixtures("clock")
def test_a_form_leads_on_for_now(player: Player) -> None:
    answer = player.post(f"{PATHS}/{MONDAY}/games")
    page = f"/hidoku/boards/daily-{MONDAY}/makings?back=play"
    assert (answer.status_code, answer.location) == (307, page)


@pytest.mark.parametrize("daily", [CODES, PATHS])
def test_both_games_go_back_to_the_same_day(player: Player, clock: Clock, daily: str) -> None:
    assert player.client.get(f"{daily}/{FIRST_DAY}").status_code == 200
    assert player.client.get(f"{daily}/2025-12-31").status_code == 404
    clock.pass_by(days=70)
    for month, title in (
        ("2020-01", "January 2026"),
        ("2026-12", "December 2026"),
        ("2027-02", "February 2027"),
        ("2027-03", "February 2027"),
        ("x", "January 2027"),
    ):
        page = player.client.get(f"{daily}/2027-01-02?month={month}").text
        assert f'<h2 id="month-title">{title}</h2>' in page
        assert f'aria-label="1 {title.split()[0]}' in page


@pytest.mark.usefixtures("clock")
def test_a_mean_is_that_of_perfect_play_only_where_it_is_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finding = known_findings()["every perfect classic"]
    assert BREAKER.day_mean(MONDAY) == Fraction(625, 144)
    open_finding = replace(finding, proved=False)
    for findings in ({}, {"every perfect classic": open_finding}):
        monkeypatch.setattr("webapp.lab.findings.known_findings", lambda result=findings: result)
        assert BREAKER.day_mean(MONDAY) is None


@pytest.mark.usefixtures("clock")
def test_the_first_page_says_how_far_one_is(app: Flask, player: Player) -> None:
    def states() -> str:
        page = player.client.get("/").text
        card = page.partition('day-offer" aria-label="Daily Mastermind">')[2]
        return text_of(card.partition("</section>")[0])

    assert states() == "Daily Mastermind Classic Play Daily Mastermind"
    assert "6 × 6, easy" in text_of(player.client.get("/").text)
    url = begin(player)
    assert not states()  # what was left off leads there
    play(player, url, code_of(app, MONDAY), 3)
    assert "Today: 3 guesses. Next in 15 h 0 min" in states()


def test_the_first_page_says_how_one_did_yesterday(
    app: Flask, player: Player, clock: Clock
) -> None:
    second = visitor(app)
    play(second, begin(second), code_of(app, MONDAY), 5)
    play(player, begin(player), code_of(app, MONDAY), 3)
    clock.pass_by(days=1)
    page = player.client.get("/").text
    card = page.partition('day-offer" aria-label="Daily Mastermind">')[2].partition("</section>")[0]
    assert 'aria-label="Streak: 1"' in card
    assert "Yesterday: 3 guesses. Fewer guesses than everyone else so far." in text_of(card)


def test_a_day_that_is_over_says_so_and_today_does_not(player: Player, clock: Clock) -> None:
    over = "This day is over"
    assert over not in text_of(player.client.get(CODES).text)
    clock.pass_by(days=1)
    page = text_of(player.client.get(f"{CODES}/{MONDAY}").text)
    assert f"{over}, so yours won’t be in its results. If you win it today, it still counts" in page
    assert "next in" not in page
    assert "Today next in 15 h 0 min" in text_of(player.client.get(CODES).text)
    clock.pass_by(days=1)
    assert f"{over}. You can play it, but it won’t count for your streak." in text_of(
        player.client.get(f"{CODES}/{MONDAY}").text
    )


def test_one_page_has_all_games_the_streaks_and_the_week(
    app: Flask, player: Player, clock: Clock
) -> None:
    fresh = text_of(player.client.get("/daily").text)
    assert "Daily Mastermind Classic Tomorrow: Classic." in fresh
    assert "Daily Hidoku 6 × 6, easy Tomorrow: 7 × 7, four neighbours, easy." in fresh
    second = visitor(app)
    play(second, begin(second), code_of(app, MONDAY), 3)
    text = text_of(player.client.get("/daily").text)
    assert "To beat: 3.00 guesses, the only result so far." in text
    play(player, begin(player), code_of(app, MONDAY), 5)
    text = text_of(player.client.get("/daily").text)
    assert "1 day streak Today: 5 guesses" in text
    assert "The average of 2 players who found it so far: 4.00 guesses." in text
    assert "Mo nday: 1 of 3 won 1 Tu esday: to come" in text
    assert "week of 23 November: 1 of 21 won 🟨⬜⬜⬜⬜⬜⬜ http://localhost/daily" in text
    clock.pass_by(days=2)
    text = text_of(player.client.get("/daily").text)
    assert "🟨⬛⬜⬜⬜⬜⬜" in text
    assert "Tu esday: none won – We dnesday: none won yet Th ursday: to come" in text
    assert "Win yesterday’s today, and your streak is 2." in text


@pytest.mark.usefixtures("small_boards")
def test_a_solved_daily_path_leads_on(app: Flask, player: Player, clock: Clock) -> None:
    clock.pass_by(days=1)
    tuesday = date(2026, 11, 24)
    store: Store = app.extensions["store"]
    with store.changing() as connection:
        for seconds in (0, 60, 300):
            raise_total(connection, str(tuesday), "play", "won", seconds)
    url = begun_path(player, tuesday)
    clock.pass_by(seconds=70)
    solve_in_play(app, player, url)
    page = player.client.get(url).text
    card = text_of(page.partition('id="result"')[2].partition("</aside>")[0])
    assert "Solved in 1:10 1 day streak Faster than 33% of the others." in card
    assert "4 players, by minutes you: 1:10" in card
    assert 'class="columns"' in page
    assert re.search(r"You took longest to place \d+ \(1:10\)\.", card)
    assert re.search(r'href="/learn/ideas/[\w-]+\?game=', page)
    assert "Next in 14 h 59 min" in card
    assert re.search(r"Play yesterday’s\s+Share\s+Review\s+Mini Hidoku", card)
    assert f'action="/daily/mini/{tuesday}/games"' in page
    assert f'action="{PATHS}/{MONDAY}/games"' in page
    assert "path" not in card.partition("hardest technique")[0]


def test_a_found_daily_code_leads_on(app: Flask, player: Player, clock: Clock) -> None:
    for _ in range(2):
        day = clock.now.date()
        play(player, begin(player, day), code_of(app, day), 4)
        clock.pass_by(days=2)
    clock.pass_by(days=-2)  # Wednesday: Tuesday was missed
    url = begin(player, date(2026, 11, 25))
    page = player.client.get(url).text
    card = text_of(page.partition('id="result"')[2].partition("</aside>")[0])
    assert "Found in 4 guesses" in card
    assert re.search("Skill .* Luck", card)
    assert "Yours is the first result. you: 4 guesses" in card
    assert 'class="columns"' not in page
    assert "Next in 15 h 0 min" in card
    assert re.search(r"Play yesterday’s for a streak of 3\s+Share\s+Review\s+Mini Hidoku", card)
    figures = player.get(f"{review_of(url)}/figures")
    assert figures.status_code == (200 if player.by_htmx else 303)
    tuesday = date(2026, 11, 24)
    late = begin(player, tuesday)
    play(player, late, code_of(app, tuesday), 4)
    card = text_of(player.client.get(late).text.partition('id="result"')[2])
    assert "3 day streak your longest" in card
    assert "Your result isn’t counted because you played it late." in card
    assert len(re.findall(r"\blate\b", card)) == 1
    assert "Next in" not in card


@pytest.mark.usefixtures("small_boards")
def test_the_small_board_is_a_daily_of_its_own_beside_the_large_one(
    app: Flask, player: Player, clock: Clock
) -> None:
    store: Store = app.extensions["store"]
    with store.changing() as connection:
        for seconds in (30, 120):
            raise_total(connection, str(MONDAY), "mini", "won", seconds)
    large = begun_path(player)
    answer = player.post(f"/daily/mini/{MONDAY}/games")
    assert answer.status_code == 307  # one press: the form goes on to the game
    form = Player(player.client)
    until(lambda: "/hidoku/play/" in form.post(answer.location).location)
    url = form.post(answer.location).location
    assert url != large
    clock.pass_by(seconds=70)
    solve_in_play(app, player, url)
    card = text_of(player.client.get(url).text.partition('id="result"')[2])
    assert "Solved in 1:10 1 day streak Faster than 50% of the others." in card
    assert "No undo, no hint" in card
    assert re.search(r"Share\s+Review\s+Daily Mastermind\s+All results", card)
    for place in ("/daily", "/"):
        assert "Today: 1:10" in text_of(player.client.get(place).text)
    assert "Mo nday: 1 of 3 won" in text_of(player.client.get("/daily").text)
    assert not bars(player.client.get(PATHS).text)
    assert "1:10" in text_of(player.client.get("/you/statistics?game=mini").text)
    player.move(url, "undo")
    player.move(url, "redo")
    assert "No undo" not in player.client.get(url).text


@pytest.mark.usefixtures("clock")
def test_each_day_has_its_card(player: Player) -> None:
    for name in ("mastermind", "hidoku", "mini"):
        address = f"/cards/daily/{name}/{MONDAY}.png"
        assert f"http://localhost{address}" in player.client.get(f"/daily/{name}").text
        assert player.client.get(address).content_type == "image/png"
        assert player.client.get(f"/cards/daily/{name}/2026-11-24.png").status_code == 404
