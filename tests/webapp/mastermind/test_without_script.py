"""Each role of Mastermind is played by the links and forms of its pages alone."""

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask

from tests.webapp.plain_browser import PlainBrowser


@pytest.fixture
def browser(one_app: Flask) -> PlainBrowser:
    return PlainBrowser(one_app.test_client())


def rows(browser: PlainBrowser) -> int:
    return len(browser.all("li", "played"))


def lose(browser: PlainBrowser) -> None:
    """Begin a game of Classic, guess the same row to its end, and stand at its result."""
    browser.open("/mastermind/")
    browser.press(".*Classic.*Play")
    while not is_over(browser):
        type_guess(browser, "1122")
    assert "Not found this time" in browser.by_id("result").text


def type_guess(browser: PlainBrowser, code: str) -> None:
    browser.fill("Or type it", code)
    browser.press("Guess$")


def is_over(browser: PlainBrowser) -> bool:
    return any(element.attrs.get("id") == "result" for element in browser.root)


def test_the_breaker(browser: PlainBrowser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.mastermind.breaker.kind.random_code", lambda _: (5, 4, 3, 2))
    browser.open("/mastermind/")
    browser.press(".*Classic.*Play")
    for name in ("Red, key 1", "Red, key 1", "Blue, key 5", "Remove the last peg"):
        browser.press(name)
    for _ in range(2):
        browser.press("Orange, key 2")
    browser.press("Guess$")
    assert rows(browser) == 1
    type_guess(browser, "3344")
    assert rows(browser) == 2
    browser.press("Hint$")
    assert re.search(r"Look at row 1\.", browser.by_id("hint-text").text)
    browser.press("Reason$")
    assert re.search("Row 1", browser.by_id("thread").text)
    browser.press("Move$")
    guess = browser.by_id("use-move").attrs["data-draft"]
    browser.follow("Use this guess")
    assert browser.by_id("code").attrs["value"] == guess
    browser.follow("Close")
    browser.press("List the")
    assert [item for part in browser.all(kind="codes") for item in part if item.tag == "li"]
    browser.press("Show the code")
    assert "Not found this time" in browser.by_id("result").text


def test_the_review(browser: PlainBrowser) -> None:
    lose(browser)
    browser.follow("Review$")
    assert len([e for part in browser.all(kind="sum-parts") for e in part if e.tag == "dd"]) == 3
    assert "The computer found it in" in browser.by_id("beside").text
    browser.press("Play$")
    assert "The computer found it in" in browser.by_id("beside").text
    browser.press("Try again from here", within="row-1")
    assert rows(browser) == 0
    assert browser.by_id("submit").is_there


def test_the_share_button(browser: PlainBrowser) -> None:
    lose(browser)
    browser.press("Share")
    assert re.search(r"/g/\w+$", browser.by_id("sent-text").text)
    assert not browser.by_id("send").is_there


def test_a_challenge(one_app: Flask, browser: PlainBrowser) -> None:
    setter, guest = browser, PlainBrowser(one_app.test_client())
    setter.open("/mastermind/challenge/")
    for name in ("Yellow", "Purple", "Green"):
        setter.press(name)
    setter.press("Set this code")
    assert setter.by_id("problem").text  # a hole is open
    setter.fill("Or type the code", "3641")
    setter.press("Set this code")
    (link,) = [e.attrs["value"] for e in setter.all("input") if "/challenge/" in e.attrs["value"]]
    guest.open(link)
    guest.press("Break the code")
    type_guess(guest, "3641")
    assert "Found in 1 guess" in guest.by_id("result").text
    setter.follow("Refresh")
    assert "Your code was found in 1 guess." in setter.by_id("status").text
    setter.press("Remove from list")
    assert "Your code was found in 1 guess." in setter.by_id("status").text
    setter.open("/mastermind/challenge/")
    assert urlsplit(link).path not in [link.attrs["href"] for link in setter.all("a")]


def test_a_drawn_code(browser: PlainBrowser) -> None:
    browser.open("/mastermind/setter/")
    browser.press("Draw a code for me")
    while not is_over(browser):
        browser.press("Give ", within="answer")
    assert "The computer broke your code" in browser.by_id("result").text
    last = rows(browser)
    browser.follow("Previous row")
    assert rows(browser) == last - 1
    browser.follow("Go to the start")
    assert rows(browser) == 0
    browser.follow("Next: ")
    assert rows(browser) == 1
    browser.follow("Go to the last row")
    assert is_over(browser)


def test_the_setter(browser: PlainBrowser) -> None:
    browser.open("/mastermind/setter/")
    browser.by_id("option-strategy").attrs["value"] = "entropy"
    browser.press("Use these")
    browser.press("I’ll keep it in my head")
    for right, whites in (("0", "2"), ("0", "0"), ("0", "0")):
        row = rows(browser) + 1
        browser.choose(browser.by_id(f"row-{row}-right-{right}"))
        browser.choose(browser.by_id(f"row-{row}-other-{whites}"))
        browser.press("Give this feedback")
    assert "can’t all be right" in browser.by_id("conflict").text
    browser.press("Row 1: 1 black")
    assert "Row 4: the computer guesses" in browser.by_id("status").text


def test_the_analysis(browser: PlainBrowser) -> None:
    browser.open("/mastermind/analysis/mini")
    for name in ("Red", "Red", "Orange"):
        browser.press(f"{name}, key")
    browser.press("Try this guess")
    browser.follow("1 black: ")
    browser.fill("Or type it", "123")
    browser.press("Try this guess")
    assert browser.by_id("tried-123")
    browser.follow("Step back")
    assert browser.by_id("tried-112")
    browser.fill("Or type it", "213")
    browser.choose(browser.by_id("row-1-right-1"))
    browser.choose(browser.by_id("row-1-other-1"))
    browser.press("Add row")
    assert "12 possible codes." in browser.by_id("game").text
    browser.follow("Change row 1")
    browser.follow("Remove row 1")
    assert "64 possible codes." in browser.by_id("game").text
    browser.open("/mastermind/analysis/classic/1122:1,1")
    browser.follow("List")
    browser.by_id("filter-1").attrs["value"] = "1"
    browser.press("Filter")
    assert "52 of 208 match." in browser.by_id("candidates").text
