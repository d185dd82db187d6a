"""Exercises of Hidoku on a phone: wrong twice, right."""

import re

import pytest
from playwright.sync_api import Page, expect

from solver.exercises import ExerciseLevel
from solver.hidoku.exercises import find_the_step
from solver.hidoku.exercises.find_the_step import seed_of
from solver.hidoku.logic.technique import technique_named
from tests.browser.conftest import NewPage

HERE = "/learn/exercises"
EASY = ExerciseLevel.EASY
PHONE = (390, 664)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page(*PHONE)


def say(page: Page, number: int, answer: str) -> None:
    page.locator(f'.chip[data-number="{number}"]').click()
    expect(page.locator("#number")).to_have_value(str(number))
    page.locator(f"#say-{answer}").click()


def test_a_technique_by_tap(page: Page) -> None:
    seed = seed_of(technique_named("only_number"), 3)
    page.goto(f"{HERE}/find-the-step/easy/v2-{seed}")
    page.wait_for_load_state()
    exercise = find_the_step.make(EASY, seed)
    right = next(iter(exercise.steps)).candidate
    missing = set(range(1, exercise.grid.last + 1)) - set(exercise.grid.given.values())
    wrong = min(missing - {right.number})
    page.locator(f'input[name=cell][value="{right.cell.row},{right.cell.column}"]').check(
        force=True
    )
    say(page, wrong, "in")
    expect(page.locator("#judgement")).to_contain_text("?")
    expect(page.locator("#say-in")).to_be_in_viewport()
    say(page, wrong, "in")
    expect(page.locator("#judgement")).to_contain_text("ounting steps")
    place = f'input[name=cell][value="{right.cell.row},{right.cell.column}"]'
    expect(page.locator(f".cell.area:has({place})")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    say(page, right.number, "in")
    expect(page.locator("#judgement")).to_contain_text("Right")
    expect(page.locator(".cell.newest")).to_have_text(str(right.number))
    page.locator("#next").click()
    expect(page).to_have_url(re.compile(rf"{HERE}/find-the-step/easy/v2-\d+$"))
