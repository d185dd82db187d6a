"""Runs: what is asked, what counts only once, how a run ends, and what is kept of it."""

import html
import re
from datetime import datetime

import pytest
from flask import Flask

from tests.cases import cases
from tests.webapp.clock import Clock
from tests.webapp.learn.answers import wrong_answer
from tests.webapp.player import Player, find_part, text_of
from webapp.http.quota import QuotaError
from webapp.learn.exercises.registry import Exercise, find_exercise
from webapp.learn.idea import Idea, ideas
from webapp.learn.runs import ALL, questions_of
from webapp.storage.records.runs import QuestionRun, runs_of, store_run
from webapp.storage.sweep import Retention, sweep

HERE = "/learn/runs"
DAY = datetime(2026, 11, 23, 9)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch, DAY)


def begin(player: Player, name: str = ALL) -> str:
    """Begin a run, or go on with it; return its page."""
    answer = player.post(f"{HERE}/{name}/next")
    return (player.get(answer.location) if answer.status_code == 303 else answer).text


def asked(player: Player, name: str = ALL) -> Exercise:
    """Return what a run asks, which its page doesn't name."""
    with player.client.session_transaction() as session:
        run = runs_of(player.client.application.extensions["store"], session["player"])[name]
    return find_exercise(*run.exercise.split("/"))


def answer(player: Player, *, is_right: bool, name: str = ALL, version: str = "") -> str:
    question = asked(player, name).question
    form = question.solution if is_right else wrong_answer(question)
    return send(player, f"{HERE}/{name}", **form, version=version or version_of(player, name))


def version_of(player: Player, name: str = ALL) -> str:
    match = re.search(r'name="version" value="(\d+)"', player.client.get(f"{HERE}/{name}").text)
    return match[1] if match else ""


def send(player: Player, url: str, **form: object) -> str:
    response = player.post(url, **form)
    return (player.get(response.location) if response.status_code == 303 else response).text


def state(page: str) -> tuple[str, ...]:
    """Return what a page says of lives and of right answers."""
    match = re.search(r'aria-label="(\d) of 3 lives left".*?<b>(\d+)</b>', page, re.DOTALL)
    assert match
    return match.groups()


@pytest.mark.both_ways
def test_a_run_ends_with_the_third_wrong_answer(player: Player) -> None:
    assert "Start" in player.get(f"{HERE}/{ALL}").text
    assert state(begin(player)) == ("3", "0")
    page = answer(player, is_right=True)
    assert "Right." in page
    assert state(page) == ("3", "1")
    misses = []
    for lives in ("2", "1", "0"):
        begin(player)
        misses.append(asked(player).name)
        page = answer(player, is_right=False)
        assert "Wrong: a life is lost." in page
        assert "The answer" in page  # one learns what was right
        assert state(page) == (lives, "1")
    assert "No life is left." in page
    assert "Pegs & Paths, a run: 1 question right, level 1\n🟢⚫⚫⚫\n" in html.unescape(page)
    assert f"http://localhost{HERE}/{ALL}</textarea>" in page
    assert "Next question" not in page
    assert re.findall(r'href="/learn/exercises/([^"]+)">Try again', page) == misses
    assert state(begin(player)) == ("3", "0")
    assert "Yours 1" in text_of(player.get(f"{HERE}/{ALL}").text)


@pytest.mark.both_ways
def test_an_answer_counts_once_whatever_tab_it_is_from(player: Player) -> None:
    begin(player)
    old = version_of(player)
    wrong = wrong_answer(asked(player).question)
    url = f"{HERE}/{ALL}"
    send(player, url, **wrong, version=old)
    twice = player.send(url, 200, **wrong, version=old)  # tapped twice: nothing to complain of
    assert state(twice) == ("2", "0")
    late_answer = answer(player, is_right=True, version=old)  # going back doesn't mend it
    assert "This page was out of date" in late_answer
    assert state(late_answer) == ("2", "0")
    begin(player)
    question = asked(player).name
    for form in ({"skip": "1"}, wrong, {}):  # from the page of the question before
        page = player.send(url, 422, **form, version=old)
        assert state(page) == ("2", "0")
    assert "out of date" in send(player, f"{url}/end", version=old)
    assert state(begin(player)) == ("2", "0")
    assert asked(player).name == question  # nor is a question changed by asking again


def test_of_two_answers_at_the_same_moment_one_is_stored(app: Flask) -> None:
    store, today = app.extensions["store"], DAY.date()
    assert store_run(store, "ann", QuestionRun(idea=ALL).ask("liar/easy/v1-7"), today)
    run = runs_of(store, "ann")[ALL]
    answers = [run.answer("choice=1", is_right=is_right) for is_right in (False, True)]
    assert [store_run(store, "ann", answer, today) for answer in answers] == [True, False]
    assert runs_of(store, "ann")[ALL].outcomes == "0"
    assert not store_run(store, "ann", QuestionRun(idea=ALL), today)  # begun twice


def test_an_address_asks_for_no_reason_before_a_choice(player: Player) -> None:
    """Nor does it tell which choice is right: a right one alone is asked for its reason."""
    begin(player, "average")
    solution = asked(player, "average").question.solution
    page = player.client.get(f"{HERE}/average?first={solution['first']}").text
    assert "Right so far." not in page
    page = player.post(
        f"{HERE}/average", choice=solution["first"], version=version_of(player, "average")
    )
    assert page.status_code == 200
    assert "Right so far." in page.text
    assert state(page.text) == ("3", "0")
    assert state(answer(player, is_right=False, name="average")) == ("2", "0")


def test_what_is_no_answer_costs_nothing(player: Player) -> None:
    begin(player)
    for form in ({}, {"choice": "99"}, {"code": "12__"}, {"number": "9" * 2000}):
        page = player.send(f"{HERE}/{ALL}", 422, **form, version=version_of(player))
        assert state(page) == ("3", "0")


@pytest.mark.both_ways
def test_a_skip_costs_a_life_and_shows_the_answer(player: Player) -> None:
    begin(player)
    page = send(player, f"{HERE}/{ALL}", skip="1", version=version_of(player))
    assert "Skipped: a life is lost." in page
    assert "The answer" in page
    assert state(page) == ("2", "0")
    begin(player)
    page = send(player, f"{HERE}/{ALL}/end", version=version_of(player))
    assert "You stopped here." in page
    assert 'name="skip"' not in page


def test_the_level_rises_and_the_questions_with_it(player: Player) -> None:
    levels = []
    for right in range(16):
        page = begin(player)
        levels.append(asked(player).level.value)
        assert f"Level {right // 3 + 1}" in text_of(page)
        assert f"{3 - right % 3} more to level {right // 3 + 2}" in text_of(page)
        answer(player, is_right=True)
    assert levels == ["easy"] * 6 + ["medium"] * 6 + ["hard"] * 4


@pytest.mark.usefixtures("clock")
def test_what_is_missed_comes_again_and_what_is_new_is_of_both_games(player: Player) -> None:
    begin(player)
    first = asked(player)
    answer(player, is_right=False)
    begin(player)
    assert asked(player).skill == first.skill
    assert asked(player).name != first.name
    answer(player, is_right=True)
    kinds = set()
    for _ in range(4):
        begin(player)
        kinds.add(asked(player).entry.name)
        answer(player, is_right=True)
    assert "find-the-step" in kinds
    assert len(kinds) > 2
    assert "0 of 13 known" in player.client.get("/learn").text  # none three times in a row


@cases("idea", [idea for idea in ideas().values() if idea.drills])
def test_an_idea_has_a_run_of_its_own(idea: Idea, stranger: Player) -> None:
    name = idea.name
    assert f'href="{HERE}/{name}"' in stranger.get(f"/learn/ideas/{name}").text
    page = begin(stranger, name)
    assert state(page) == ("3", "0")
    page = answer(stranger, is_right=True, name=name)
    assert state(page) == ("3", "1")
    assert "More on this:" in page
    for level in (1, 3, 5, 9):
        assert questions_of(ideas()[name], level)


def test_the_map_starts_where_one_was_wrong(player: Player) -> None:
    """What is right at the first answer is known; what is missed comes first, and says why."""
    begin(player, "wrong-row")
    answer(player, is_right=False, name="wrong-row")
    page = player.client.get("/learn").text
    (start,) = re.findall(r'id="start-here"\s+href="([^"]+)"', page)
    assert start == "/learn/ideas/wrong-row"
    assert "You needed a second try. Here’s another." in page
    begin(player, "wrong-row")
    answer(player, is_right=True, name="wrong-row")
    assert "You needed a second try" not in player.client.get("/learn").text


def test_records_of_today_are_everybodys(app: Flask, clock: Clock) -> None:
    ann, bob = Player(app.test_client()), Player(app.test_client())
    for _ in range(2):
        begin(ann)
        answer(ann, is_right=True)
    assert "Today’s best 2 Yours 0" in text_of(begin(bob))
    assert "Today’s best 0" in text_of(begin(bob, "splitting"))
    clock.pass_by(days=1)
    begin(bob)
    page = text_of(answer(bob, is_right=True))
    assert "Today’s best 1 Yours 1" in page


@pytest.mark.usefixtures("clock")
def test_runs_go_where_the_games_go(app: Flask) -> None:
    """They are exported, moved to another browser, erased, and dropped after a year."""
    store = app.extensions["store"]
    ann, bob = Player(app.test_client()), Player(app.test_client())
    for _ in range(2):
        begin(ann)
        answer(ann, is_right=True)
    begin(bob)
    begin(bob, "splitting")
    code = find_part(ann.post("/you/data/codes").text, r"<p class=\"join-code\">([^<]+)<")
    bob.post("/you/data/join", code=code)
    runs = bob.get("/you/data/games.json").json["runs"]
    assert runs == [
        {"idea": "all", "right": 2, "day": "2026-11-23", "best": 2},
        {"idea": "splitting", "right": 0, "day": "2026-11-23", "best": 0},
    ]
    sweep(store, Retention(1, 1), pause=0)
    assert ann.get("/you/data/games.json").json["runs"] == runs
    bob.post("/you/data/erasure", sure="1")
    assert ann.get("/you/data/games.json").json["runs"] == []
    begin(ann)
    with store.changing() as connection:
        connection.exec_driver_sql("UPDATE runs SET day = '2025-01-01'")
    sweep(store, Retention(1, 1), pause=0)
    with store.reading() as connection:
        assert not connection.exec_driver_sql("SELECT * FROM runs").all()


def test_where_there_is_no_room_nothing_is_lost(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_size: int) -> None:
        raise QuotaError("There is no room today.")

    monkeypatch.setattr(app.extensions["store"], "admit", refuse)
    assert "There is no room today." in begin(player)
    monkeypatch.undo()
    begin(player)
    monkeypatch.setattr(app.extensions["store"], "admit", refuse)
    page = answer(player, is_right=False)
    assert "There is no room today." in page
    assert state(page) == ("3", "0")


def test_a_run_goes_on_after_a_question_of_an_older_program(app: Flask, player: Player) -> None:
    begin(player)
    answer(player, is_right=True)
    with app.extensions["store"].changing() as connection:
        connection.exec_driver_sql("UPDATE runs SET exercise = 'liar/easy/v99-7'")
    page = player.client.get(f"{HERE}/{ALL}").text
    assert "Next question" in page
    assert state(page) == state(begin(player)) == ("3", "1")
    assert asked(player).entry.name != "liar"


def test_where_the_trainer_was_and_what_has_no_run(player: Player) -> None:
    for old in ("/learn/trainer", "/learn/trainer/next"):
        assert player.get(old).location == f"{HERE}/{ALL}"
    for name in ("guessing", "perfect-play", "the-path"):
        assert player.get(f"{HERE}/{name}").status_code == 404
        assert player.post(f"{HERE}/{name}/next").status_code == 404
    assert f'href="{HERE}/' not in player.client.get("/learn/ideas/perfect-play").text
