"""Hidoku is played, asked about and watched by the links and forms of its pages alone."""

import pytest
from flask import Flask

from tests.webapp.plain_browser import PlainBrowser

WATCH = "/hidoku/watch/findling"


@pytest.fixture
def browser(one_app: Flask) -> PlainBrowser:
    browser = PlainBrowser(one_app.test_client())
    browser.open("/hidoku/boards/findling")
    browser.press("Play$")
    return browser


def choose(browser: PlainBrowser, name: str) -> None:
    """Select a cell by what it is called."""
    (cell,) = [field for field in browser.all("input") if field.name.startswith(name)]
    browser.choose(cell)


def fill(browser: PlainBrowser, number: str) -> None:
    browser.by_id("number").attrs["value"] = number


def status(browser: PlainBrowser) -> str:
    return browser.by_id("status").text


def step_of(browser: PlainBrowser) -> str:
    return browser.by_id("frame").attrs["data-step"]


def test_a_number_is_placed_and_taken_back(browser: PlainBrowser) -> None:
    choose(browser, "Row 10, column 2: empty")
    fill(browser, "2")
    browser.press("Place")
    assert status(browser) == "72 numbers to place."
    browser.press("Undo")
    assert status(browser) == "73 numbers to place."
    browser.press("Hint$")
    assert len(browser.all(kind="tier")) == 1


def test_the_next_number_and_notes(browser: PlainBrowser) -> None:
    browser.press("Next number")
    choose(browser, "Row 10, column 2: empty")
    browser.press("Place")
    assert browser.by_id("number").attrs["value"] == "3"
    browser.follow("Select 4")
    assert browser.by_id("number").attrs["value"] == "4"
    browser.press("Notes$")
    assert browser.by_id("mode-note").attrs["aria-pressed"] == "true"
    choose(browser, "Row 8, column 1: empty")
    fill(browser, "4")
    browser.press("Add note$")
    assert [e.text for cell in browser.all(kind="cell") for e in cell if e.tag == "small"] == ["4"]


def test_a_question(browser: PlainBrowser) -> None:
    browser.press("Why not?")
    for label, text in (("Number", "2"), ("Row", "5"), ("Column", "5")):
        browser.fill(label, text)
    browser.press("Ask$")
    assert "2 can’t go here" in browser.by_id("hint").text
    assert "Hints used" not in browser.by_id("hint").text  # one count of steps shows it


def test_watching(browser: PlainBrowser) -> None:
    browser.open(f"{WATCH}?step=3")
    browser.follow("Next step")
    assert step_of(browser) == "4"
    (candidates,) = [e for e in browser.all("input") if e.attrs.get("value") == "candidates"]
    candidates.attrs["checked"] = ""
    browser.press("Go$")
    assert step_of(browser) == "4"
    assert browser.by_id("candidates")
    browser.follow("Previous step")
    assert step_of(browser) == "3"
    assert browser.by_id("candidates")
    browser.press("Take over from here")
    assert "numbers to place" in status(browser)
