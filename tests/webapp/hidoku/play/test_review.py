"""The review of a solve: what its player reads there, from the moves and times that are stored."""

import re
from dataclasses import replace
from datetime import datetime
from itertools import combinations
from math import dist

import pytest
from flask import Flask

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.logic.solves import Solve
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import solve
from tests.sampling import drawn_by
from tests.webapp.clock import Clock
from tests.webapp.player import Player, record_of, text_of
from tests.webapp.work.executors import NONE
from webapp.hidoku.play.game import replayed
from webapp.hidoku.play.kind import LargeHidoku
from webapp.hidoku.play.pace import hinted_numbers
from webapp.hidoku.play.past_solves import find_solve, read_solve
from webapp.hidoku.puzzles import keep_own
from webapp.work.limits import PAGES_LIMIT

GRID = BOARDS["small"].grid
PATH = dict(enumerate(solve(GRID).solutions[0], 1))
MISSING = [number for number in PATH if PATH[number] not in GRID.given]
SLOW = MISSING[3]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch, datetime(2026, 11, 27, 9))


@pytest.fixture
def url(player: Player, clock: Clock) -> str:
    """Solve a board: one wrong number, one hint, and a long pause before one number."""
    url = player.new("hidoku/play", board="small")
    wrong, cell = MISSING[-1], PATH[MISSING[0]]
    player.move(url, "placements", cell=f"{cell.row},{cell.column}", number=wrong)
    player.move(url, "erasures", cell=f"{cell.row},{cell.column}")
    for number in MISSING:
        if number == MISSING[1]:
            player.move(url, "hints", tier=1)
        clock.pass_by(seconds=97 if number == SLOW else 4)
        place(player, url, number)
    return url


def place(player: Player, url: str, number: int) -> None:
    cell = PATH[number]
    answer = player.move(url, "placements", cell=f"{cell.row},{cell.column}", number=number)
    assert answer.status_code == 200


def read(player: Player, address: str, until: str = "") -> str:
    """Return the text of a page, asked for until it is there, and says a word if need be."""
    for _ in range(1000):
        page = player.client.get(address).text
        if "Working it out" not in page and until in page:
            return text_of(page)
    raise AssertionError(address)


def test_the_review_says_where_the_time_went_and_what_was_there(player: Player, url: str) -> None:
    assert f'href="{url}/review"' in player.client.get(url).text
    page = read(player, f"{url}/review", "usually")
    what_was_there = page.partition("What was there")[2].partition("One thing to practise")[0]
    cell = PATH[SLOW]
    assert f"in row {cell.row + 1}, column {cell.column + 1}" in what_was_there
    assert f"1:37 before {SLOW} " in what_was_there
    question = r"(What can fill row \d+, column \d+|Where can \d+ go)\? .+ So it’s "
    assert re.search(question, what_was_there)
    assert "One of your long stops needed it." in page
    assert f"After a hint: {MISSING[1]}." in page
    row, column = (place + 1 for place in PATH[MISSING[0]])
    assert f"You took back {MISSING[-1]}, in row {row}, column {column}." in page
    at_once = page.partition("Seen at once")[2].partition("A full bead")[0]
    counts = [
        (int(n), int(of), usual)
        for n, of, usual in re.findall(r"(\d+) of (\d+)( usually)?", at_once)
    ]
    assert sum(of for _, of, _ in counts) == len(MISSING)
    assert sum(count for count, _, _ in counts) == len(MISSING) - 2  # a long stop, and a hint
    assert all(of >= 3 if usual else of <= 3 for _, of, usual in counts)  # of a few own ones


def test_what_hints_placed_says_nothing_of_ones_own_time(player: Player, clock: Clock) -> None:
    url = player.new("hidoku/play", board="small")
    for number in MISSING:
        player.move(url, "hints", tier=3)
        clock.pass_by(seconds=3)
        place(player, url, number)
    assert f"Hints used: {len(MISSING)} (moves)." in player.client.get(url).text
    assert "<dt>hints</dt>" not in player.client.get(url).text  # it's said once
    review = read(player, f"{url}/review", "0 of")
    assert "usually" not in review.lower()
    statistics = read(player, "/you/statistics?game=hidoku", "By idea").partition("By idea")[2]
    assert re.search(r"0 of \d+ –", statistics)


@pytest.mark.parametrize("way", ["hints", "questions"])
def test_reading_a_hint_is_no_stop(player: Player, clock: Clock, way: str) -> None:
    claim = "{}:{},{}".format(SLOW, *PATH[SLOW])
    url = player.new("hidoku/play", board="small")
    for number in MISSING:
        if number == SLOW:
            player.move(url, way, **{"hints": {"tier": 2}, "questions": {"claim": claim}}[way])
        clock.pass_by(seconds=97 if number == SLOW else 14 if number == MISSING[5] else 4)
        place(player, url, number)
    page = read(player, f"{url}/review", "What was there")
    what_was_there = page.partition("What was there")[2].partition("One thing to practise")[0]
    assert f"0:14 before {MISSING[5]} " in what_was_there
    assert f"before {SLOW} " not in what_was_there
    assert f"After a hint: {SLOW}." in page
    assert f"You took longest to place {MISSING[5]} (0:14)." in read(player, url)
    assert "A higher bar is a longer pause without a hint." in page
    bars = re.findall(
        r'<rect\s+class="hue-\d+"\s+x="([\d.]+)".*?height="([\d.]+)"',
        player.client.get(f"{url}/review").text,
        re.DOTALL,
    )
    x, _ = max(bars, key=lambda bar: float(bar[1]))
    assert float(x) == pytest.approx(320 * (MISSING[5] - 1) / len(PATH), abs=0.1)
    assert len(bars) == len(MISSING) - 1


@pytest.mark.parametrize("asked", ["number", "cell", "both"])
def test_what_an_answer_placed_is_helped_however_long_after(
    player: Player, clock: Clock, asked: str
) -> None:
    cell = "{},{}".format(*PATH[SLOW])
    claim = {"number": f"{SLOW}:", "cell": f":{cell}", "both": f"{SLOW}:{cell}"}[asked]
    url = player.new("hidoku/play", board="small")
    player.move(url, "questions", claim=claim)
    for number in MISSING:
        clock.pass_by(seconds=4)
        place(player, url, number)
    assert f"After a hint: {SLOW}." in read(player, f"{url}/review")


def test_all_of_a_path_that_was_shown_is_helped(app: Flask, player: Player) -> None:
    """But not by the question alone, which was about none of the numbers placed next."""
    grid = Grid.of(2, 5, {Cell(0, 0): 1, Cell(0, 4): 7})
    with app.app_context():
        name = keep_own(grid)
    path = solve(grid, 1).solutions[0]
    claim = f"4:{path[3].row},{path[3].column}"
    for form, numbers in ({}, set[int]()), ({"path": "1"}, {2, 3, 4, 5, 6}):
        url = player.new("hidoku/play", board=name, again="1")
        for fields in {}, form:
            player.move(url, "questions", claim=claim, **fields)
        for number in sorted({*range(1, 11)} - {1, 7}):
            cell = path[number - 1]
            player.move(url, "placements", cell=f"{cell.row},{cell.column}", number=number)
        record = record_of(app, url)
        assert record.finished
        with app.app_context():
            assert hinted_numbers(record, replayed(record)) == numbers


def test_squares_that_are_sent_leave_out_the_time_with_a_hint(
    app: Flask, player: Player, clock: Clock
) -> None:
    url = player.new("hidoku/play", board="small")
    for number in MISSING:
        clock.pass_by(seconds=3)
        if number == SLOW:
            player.move(url, "hints", tier=2)
            clock.pass_by(seconds=90)
        place(player, url, number)
    with app.test_request_context():
        text = LargeHidoku().share_text(record_of(app, url), "")
    assert re.search(r"Pace from 1 to 20: 🟩+\n?$", text), text


def test_a_number_that_a_hint_placed_is_no_guess(app: Flask, player: Player, url: str) -> None:
    read(player, f"{url}/review", "usually")
    with app.app_context():
        solve = read_solve(record_of(app, url))
    [number] = solve.hinted
    unexplained = replace(solve, solve=Solve(dict.fromkeys(MISSING), {}))
    assert {*unexplained.guesses} == {*MISSING} - {number}


def test_flags_of_long_stops_side_by_side_do_not_lie_on_one_another(
    player: Player, clock: Clock
) -> None:
    """Their circles have a radius of 10, and three stops are as long as one another."""
    url = player.new("hidoku/play", board="small")
    for number in MISSING:
        clock.pass_by(seconds=95 if number in MISSING[2:5] else 4)
        place(player, url, number)
    read(player, f"{url}/review", "usually")
    page = player.client.get(f"{url}/review").text
    circles = re.findall(r'class="flag">\s*<circle\s+cx="([\d.]+)"\s+cy="(-?[\d.]+)"', page)
    flags = [(float(x), float(y)) for x, y in circles]
    assert len(flags) == 3
    assert max(x for x, _ in flags) - min(x for x, _ in flags) < 60
    for flag, two in combinations(flags, 2):
        assert dist(flag, two) >= 20


def test_statistics_and_the_text_to_send_say_the_same(player: Player, url: str) -> None:
    review = (
        read(player, f"{url}/review", "usually")
        .partition("Seen at once")[2]
        .partition("A full bead")[0]
    )
    statistics = read(player, "/you/statistics?game=hidoku").partition("By idea")[2]
    assert "Between two numbers Only way on" in review  # a placement can't tell which it was
    for idea, rate, usual in re.findall(r"(\D+) (\d+ of \d+) usually ([\d:]+)", review):
        assert (
            f"{rate} {usual}" in statistics.partition(idea.removesuffix("Only way on").strip())[2]
        )
    squares = re.search("[🟩🟨🟧🟥]+", player.post("/g/", game=url.rsplit("/", 1)[1]).text)
    if squares:  # a part of a page has the text, otherwise its page does
        assert [*squares[0]].index("🟥") == MISSING.index(SLOW) * len(squares[0]) // len(MISSING)


def test_a_number_drawn_in_a_line_was_not_seen_at_once(player: Player, clock: Clock) -> None:
    """Whoever draws two numbers in five seconds may have thought of them long before."""
    url = player.new("hidoku/play", board="small")
    first = next(n for n in MISSING if n + 1 in MISSING)
    for number in MISSING:
        if number == first:
            cells = " ".join("{},{}".format(*PATH[n]) for n in (number, number + 1))
            clock.pass_by(seconds=5)
            player.move(url, "strokes", cells=cells, number=number)
        elif number != first + 1:
            clock.pass_by(seconds=25)
            place(player, url, number)
    page = read(player, f"{url}/review", "Seen at once")
    counts = re.findall(r"(\d+) of (\d+)", page.partition("Seen at once")[2].partition("A full")[0])
    assert sum(int(count) for count, _ in counts) == 0
    assert sum(int(of) for _, of in counts) == len(MISSING) - 2
    assert "A flat one: drawn in a line" in page


@pytest.mark.parametrize("way", ["undo", "retreats", "supposition/taken-back"])
def test_a_wrong_line_that_was_undone_is_in_the_review(player: Player, way: str) -> None:
    url = player.new("hidoku/play", board="small")
    player.move(url, "supposition")
    assert player.move(url, "strokes", cells="1,1 2,2", number=15).status_code == 200
    assert player.move(url, way).status_code == 200
    player.move(url, "supposition")
    place(player, url, MISSING[0])
    player.move(url, "supposition/kept")
    for number in MISSING[1:]:
        place(player, url, number)
    page = read(player, f"{url}/review", "Guesses, hints")
    help_words = page.partition("Guesses, hints")[2]
    assert "You took back 15 to 16, from row 2, column 2 to row 3, column 3." in help_words
    assert help_words.count("You took back") == 1
    assert "No undo, no hint" not in help_words


def test_hexagons_are_counted_along_their_row(
    app: Flask, player: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = generate(BoardRequest(3, 4, adjacency=Adjacency.HEX, difficulty=Difficulty.EASY), 1)
    path = dict(enumerate(solve(puzzle.grid).solutions[0], 1))
    monkeypatch.setitem(globals(), "PATH", path)
    with app.app_context():
        name = keep_own(puzzle.grid)
    url = player.new("hidoku/play", board=name)
    missing = [number for number in path if path[number] not in puzzle.grid.given]
    for number in missing:
        clock.pass_by(seconds=60 if number == missing[0] else 4)
        place(player, url, number)
    page = read(player, f"{url}/review", "What was there")
    what_was_there = page.partition("What was there")[2]
    assert re.search(r" in row \d, cell \d ", what_was_there)
    assert "column" not in what_was_there


def test_the_result_knows_the_best_and_the_usual_time_on_such_a_board(
    player: Player, clock: Clock
) -> None:
    results = [solved_in(player, clock, seconds) for seconds in (50, 40, 60, 45, 30)]
    assert "like this" not in results[0]
    assert "Your best yet on boards like this: 0:50 before." in results[1]
    assert "On boards like this: best 0:40." in results[2]
    assert "On boards like this: best 0:40, usually 0:50." in results[3]
    assert "Your best yet on boards like this: 0:40 before, usually 0:45." in results[4]


def solved_in(player: Player, clock: Clock, seconds: int) -> str:
    """Return the page of a board that was solved in so many seconds."""
    url = player.new("hidoku/play", board="small", again="1")
    for number in MISSING:
        clock.pass_by(seconds=seconds if number == MISSING[0] else 0)
        place(player, url, number)
    return player.client.get(url).text


def test_many_boards_to_look_back_on_are_no_more_than_a_visitor_may_ask_for(player: Player) -> None:
    for turn in range(PAGES_LIMIT.of_a_visitor + 1):  # each in its own order
        game = player.new("hidoku/play", board="small", again="1")
        for number in drawn_by(f"order {turn}").sample(MISSING, len(MISSING)):
            place(player, game, number)
    find_solve.cache_clear()
    player.client.application.config["PATIENCE"] = NONE  # the next is asked for before one is there
    assert player.client.get("/you/statistics?game=hidoku").status_code == 200
    assert "By idea" in read(player, "/you/statistics?game=hidoku", "By idea")


def test_an_old_game_without_times_has_its_review_too(app: Flask, player: Player, url: str) -> None:
    record = record_of(app, url)
    app.extensions["store"].change(record, moves=re.sub(r',"pace":{[^}]*}', "", record.moves))
    page = read(player, f"{url}/review")
    assert "This game is from before times were kept." in page
    assert "What was there" not in page
    assert f"You took back {MISSING[-1]}" in page
    asked_for = page.partition("What it asked for")[2].partition("Guesses, hints")[0]
    assert sum(map(int, re.findall(r" (\d+) ", asked_for))) == len(MISSING)


def test_only_its_player_reads_it_and_only_when_it_is_over(app: Flask, player: Player) -> None:
    url = player.new("hidoku/play", board="small")
    assert player.get(f"{url}/review").status_code == 404
    for number in MISSING:
        place(player, url, number)
    assert Player(app.test_client()).get(f"{url}/review").status_code == 404


def test_what_one_was_quickest_at_is_not_to_be_practised(
    app: Flask, player: Player, clock: Clock, url: str
) -> None:
    """Even if one number that needed it took longest of all."""
    read(player, f"{url}/review")
    with app.test_request_context():
        ideas = read_solve(record_of(app, url)).by_evidence().values()
    quick = max(ideas, key=len)
    second_game = player.new("hidoku/play", board="small", again="1")
    for number in MISSING:
        clock.pass_by(seconds=60 if number == max(quick) else 3 if number in quick else 9)
        place(player, second_game, number)
    titles = {idea.title.lower() for idea in quick.values()}
    result = read(player, f"{second_game}/ideas", "Quickest").lower()
    assert any(result.startswith(f"quickest at {title} ") for title in titles)
    page = read(player, f"{second_game}/review", "before").lower()
    assert f"before {max(quick)} " in page
    assert not any(f"one thing to practise {title}." in page for title in titles)


def test_what_usually_takes_long_is_not_to_be_practised_if_one_was_quickest_at_it(
    app: Flask, player: Player, clock: Clock, url: str
) -> None:
    read(player, f"{url}/review")
    with app.test_request_context():
        ideas = read_solve(record_of(app, url)).by_evidence().values()
    usual = max(ideas, key=len)
    for quick_seconds in (40, 40, 3):
        game = player.new("hidoku/play", board="small", again="1")
        for number in MISSING:
            clock.pass_by(seconds=quick_seconds if number in usual else 9)
            place(player, game, number)
        read(player, f"{game}/ideas", "Quickest")
    page = read(player, f"{game}/review", "usually 0:40")
    assert "One thing to practise" not in page


def test_the_result_names_the_ideas_one_was_quickest_and_slowest_at(
    app: Flask, player: Player, clock: Clock, url: str
) -> None:
    read(player, f"{url}/review")
    record = record_of(app, url)
    with app.test_request_context():
        quick, *_, slow = read_solve(record).by_evidence().values()
    second_game = player.new("hidoku/play", board="small", again="1")
    for number in MISSING:
        clock.pass_by(seconds=31 if number in slow else 3 if number in quick else 7)
        place(player, second_game, number)
    assert f'hx-get="{second_game}/ideas"' in player.client.get(second_game).text
    names = [{idea.title for idea in ideas.values()} for ideas in (quick, slow)]
    page = read(player, f"{second_game}/ideas", "Quickest")
    match = re.fullmatch(r"Quickest at (.+) \(0:03 a number\), slowest at (.+) \(0:31\)\.", page)
    assert match
    assert match[1].lower() in names[0]
    assert match[2].lower() in names[1]
    assert read(player, f"{player.new('hidoku/play', board='small', again='1')}/ideas") == ""
