"""What is particular to the exercises of Hidoku: techniques, ten numbers one by one, the time."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask

from solver.exercises import ExerciseLevel
from solver.hidoku.exercises import last_ten
from solver.hidoku.exercises.find_the_step import StepAnswer, make, seed_of
from solver.hidoku.exercises.positions import practised_techniques
from solver.hidoku.logic.technique import Technique
from solver.hidoku.rules.grid import Board, Cell
from tests.cases import cases
from tests.webapp.player import Player
from webapp.learn.exercises import view
from webapp.storage.records.attempts import Attempts, attempts_of

STEP = "/learn/exercises/find-the-step/easy"
TEN = "/learn/exercises/last-ten/easy/v2-7"
EASY = ExerciseLevel.EASY


def step_form(answer: StepAnswer) -> dict[str, str]:
    (number, cell), is_placed = answer
    says = "in" if is_placed else "out"
    return {"cell": f"{cell.row},{cell.column}", "number": str(number), "says": says}


def ten_form(placed: Board) -> dict[str, str]:
    """Return the form that places the last of some numbers, after all others."""
    *before, (cell, number) = placed.items()
    draft = " ".join(f"{place.row},{place.column}={n}" for place, n in before)
    fields = {"cell": f"{cell.row},{cell.column}", "number": str(number), "says": "place"}
    return {**fields, "draft": draft}


def placed_on(page: str) -> dict[Cell, int]:
    """Return the numbers that a page says are placed."""
    found = re.search(r'name="draft" value="([^"]*)"', page)
    assert found
    triples = re.findall(r"(\d+),(\d+)=(\d+)", found[1])
    return {Cell(int(row), int(column)): int(number) for row, column, number in triples}


def tried_by(player: Player) -> list[Attempts]:
    app = player.client.application
    with player.client.session_transaction() as session:
        return attempts_of(app.extensions["store"], session["player"])


def visible_text(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.mark.parametrize("technique", practised_techniques(), ids=lambda each: each.name)
def test_each_technique_is_asked_for_and_answered(player: Player, technique: Technique) -> None:
    """The page shows no right answer; every one of them is taken; a box of its own counts."""
    seed = seed_of(technique, 2)
    made = make(EASY, seed)
    url = f"{STEP}/v2-{seed}"
    page = player.get(url)
    assert technique.title in visible_text(page.text).lower()
    assert 'class="cell empty looked-at' not in page.text
    for answer in list(made.steps)[:4]:
        shown = visible_text(player.post(url, **step_form(answer)).text)
        assert "Right" in shown
        assert f"{answer.candidate.number}" in shown
    (one,) = tried_by(player)
    assert (one.skill, one.solved) == (f"find-the-step/{technique.name}", 1)


def test_an_exercise_names_its_idea_and_leads_to_its_lesson(app: Flask) -> None:
    player = Player(app.test_client())
    names = {each.name: each for each in practised_techniques()}
    page = player.get(f"{STEP}/v2-{seed_of(names['bottleneck'], 0)}").text
    assert 'href="/learn/ideas/bottleneck">Bottleneck</a>' in page
    assert 'href="/learn/hidoku/cuts"' in page


def test_another_of_a_technique_can_be_asked_for(player: Player) -> None:
    for _ in range(3):
        answer = player.post(f"{STEP}/next", theme="corner")
        seed = int(answer.location.rpartition("-")[2])
        assert make(EASY, seed).technique.name == "corner"
    assert player.post(f"{STEP}/next", theme="none").status_code == 303


@cases(
    ("form", "said"),
    [
        ({}, "Choose a cell and a number first."),
        ({"cell": "0,0"}, "Choose a cell and a number first."),
        ({"cell": "0,0", "number": "x"}, "“x” isn’t a number"),
        ({"cell": "here", "number": "3"}, "Choose a cell first."),
        ({"cell": "77,77", "number": "3"}, "This board has"),
        ({"cell": "0,0", "number": "3"}, "holds the given 1."),
        ({"cell": "0,1", "number": "899"}, "Numbers on this board run from 1 to"),
        ({"cell": "0,1", "number": "1"}, "1 is already in row 1, column 1."),
    ],
)
def test_what_is_no_step_is_refused(player: Player, form: dict[str, str], said: str) -> None:
    answer = player.post(f"{STEP}/v2-7", **form)
    assert answer.status_code == 422
    assert said in visible_text(answer.text)


def test_ten_numbers_are_placed_one_by_one(player: Player) -> None:
    solution = last_ten.make(EASY, 7).solution
    placed: dict[Cell, int] = {}
    for cell, number in solution.items():
        placed[cell] = number
        answer = player.post(TEN, **ten_form(placed))
        assert answer.status_code == 200
        if len(placed) < last_ten.MISSING:
            assert placed_on(answer.text) == placed
            assert "Right" not in visible_text(answer.text)
    assert "The path is complete." in visible_text(answer.text)


def test_a_number_moves_and_is_removed(player: Player) -> None:
    solution = last_ten.make(EASY, 7).solution
    (a, number), (b, other), *_ = solution.items()

    def after(form: dict[str, str]) -> dict[Cell, int]:
        return placed_on(player.post(TEN, **form).text)

    cells = {a: number, b: other}
    assert after(ten_form(cells)) == cells
    assert after(ten_form({a: number, b: number})) == {b: number}
    assert after(ten_form({b: number, a: number}) | {"says": "erase"}) == {b: number}


@cases("draft", ["0,0=7 7", "0,0", "x" * 3000, "0,0=999", "9999999,0=7"])
def test_a_forged_draft_is_refused_and_never_a_fault(player: Player, draft: str) -> None:
    form = {"cell": "0,0", "number": "3", "says": "place", "draft": draft}
    assert player.post(TEN, **form).status_code == 422
    assert player.get(f"{TEN}?draft={draft}").status_code == 200


class TestTime:
    """The time of the first answer counts, by the server's clock."""

    @pytest.fixture(autouse=True)
    def _clock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_000_000.0
        monkeypatch.setattr(view.time, "time", lambda: self.now)

    def solved(self, player: Player, seed: int, seconds: float, **more: str) -> str:
        url = f"/learn/exercises/last-ten/easy/v2-{seed}"
        found = re.search(r'name="begun" value="([^"]+)"', player.get(url).text)
        assert found
        self.now += seconds
        form = ten_form(last_ten.make(EASY, seed).solution) | {"begun": found[1]} | more
        return visible_text(player.post(url, **form).text)

    def test_ones_best_is_kept(self, player: Player) -> None:
        assert "Your time: 1:30. That’s the one to beat." in self.solved(player, 1, 90)
        assert "Your time: 2:00. Your best is 1:30." in self.solved(player, 2, 120)
        assert "Your time: 0:45. That’s your new best. Before, it was 1:30." in self.solved(
            player, 3, 45
        )
        assert "wasn’t your first answer" in self.solved(player, 3, 5)
        (one,) = tried_by(player)
        assert one.best == 45

    @pytest.mark.parametrize("begun", ["", "forged", "WyJ4IiwxXQ.x"])
    def test_no_time_without_the_page_that_was_opened(self, player: Player, begun: str) -> None:
        assert "Your time" not in self.solved(player, 1, 90, begun=begun)
        assert tried_by(player)[0].best is None

    def test_another_exercise_has_another_time(self, app: Flask, player: Player) -> None:
        with app.test_request_context():
            token = view.sign_opening("last-ten/easy/v2-2")
        assert "Your time" not in self.solved(player, 1, 90, begun=token)

    def test_what_takes_longer_than_an_hour_is_no_time(self, player: Player) -> None:
        assert "Your time" not in self.solved(player, 1, 4000)
