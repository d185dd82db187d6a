"""What is particular to the exercises of Hidoku: each asks for a technique."""

import pytest
from flask import Flask

from solver.exercises import ExerciseLevel
from solver.hidoku.exercises.find_the_step import StepAnswer, make, practised_techniques, seed_of
from solver.hidoku.logic.technique import Technique
from tests.cases import cases
from tests.webapp.learn.exercises.test_routes import tried_by
from tests.webapp.player import Player, text_of

STEP = "/learn/exercises/find-the-step/easy"
EASY = ExerciseLevel.EASY


def step_form(answer: StepAnswer) -> dict[str, str]:
    (number, cell), is_placed = answer
    says = "in" if is_placed else "out"
    return {"cell": f"{cell.row},{cell.column}", "number": str(number), "says": says}


@pytest.mark.parametrize("technique", practised_techniques(), ids=lambda technique: technique.name)
def test_each_technique_has_a_question_and_an_answer(player: Player, technique: Technique) -> None:
    """The page shows no right answer; every one of them is taken; a box of its own counts."""
    seed = seed_of(technique, 2)
    exercise = make(EASY, seed)
    url = f"{STEP}/v2-{seed}"
    page = player.get(url)
    assert technique.title in text_of(page.text).lower()
    assert 'class="cell empty looked-at' not in page.text
    for answer in list(exercise.steps)[:4]:
        words = text_of(player.post(url, **step_form(answer)).text)
        assert "Right" in words
        assert f"{answer.candidate.number}" in words
    (attempt,) = tried_by(player)
    assert (attempt.skill, attempt.solved) == (f"find-the-step/{technique.name}", 1)


def test_an_exercise_names_its_idea_and_leads_to_its_lesson(app: Flask) -> None:
    player = Player(app.test_client())
    names = {technique.name: technique for technique in practised_techniques()}
    page = player.get(f"{STEP}/v2-{seed_of(names['bottleneck'], 0)}").text
    assert 'href="/learn/ideas/bottleneck">Bottleneck</a>' in page
    assert 'href="/learn/hidoku/cuts"' in page


def test_another_of_a_technique_can_be_requested(player: Player) -> None:
    for _ in range(3):
        answer = player.post(f"{STEP}/next", theme="corner")
        seed = int(answer.location.rpartition("-")[2])
        assert make(EASY, seed).technique.name == "corner"
    assert player.post(f"{STEP}/next", theme="none").status_code == 303


@cases(
    ("form", "message"),
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
def test_what_is_no_step_is_refused(player: Player, form: dict[str, str], message: str) -> None:
    answer = player.send(f"{STEP}/v2-7", 422, **form)
    assert message in text_of(answer)
