"""Questions about the code on the page of a game: what they say, light up and cost."""

import re

import pytest

from tests.cases import cases
from tests.webapp.player import Player

HOLE = {"mode": "ask", "ask": "hole 1 is 1"}


@pytest.fixture
def url(player: Player) -> str:
    return player.new("mastermind/breaker", game="classic")


def answer(page: str) -> tuple[str, str]:
    match = re.search(r'id="claim-answer-.*?<h3[^>]*>(.*?)</h3>\s*<p>(.*?)</p>', page, re.S)
    assert match
    return match[1], " ".join(match[2].split())


def test_the_price_is_shown_before(player: Player, url: str) -> None:
    page = player.client.get(url).text
    assert "What each hole can hold" in page
    assert "Ask (a hint)" in player.client.get(f"{url}?grid=1").text
    assert "claim-answer" not in page


def test_each_question_is_logged_once(player: Player, url: str) -> None:
    for _ in range(2):
        page = player.move(url, "questions", **HOLE).text
        heading, words = answer(page)
        assert heading == "Possible so far"
        assert words == "216 of the 1,296 possible codes match “Hole 1 is red”."
        assert "Hints used: 1 (question)." in page
    page = player.move(url, "questions", ask="row", code="1111").text
    assert answer(page)[1] == "It’s one of the 1,296 possible codes."
    assert "Hints used: 2 (questions)." in page


def test_a_refused_question_leaves_the_hint_closed(player: Player, url: str) -> None:
    assert 'id="hint-text"' in player.move(url, "hints", tier=3).text
    page = player.move(url, "questions", ask="row", code="1___").text
    assert "Holes 2, 3 and 4 are still empty." in page
    assert 'id="hint-text"' not in page


def test_a_code_is_shown_only_on_request(player: Player, url: str) -> None:
    page = player.move(url, "questions", **HOLE).text
    assert 'id="show-example"' in page
    page = player.move(url, "questions", example="hole 1 is 1").text
    assert 'data-draft="1111"' in page
    assert "Hints used: 1 (move)" in page


def test_rows_that_decide_are_named_and_lit(player: Player, url: str) -> None:
    player.move(url, "guesses", code="1122")
    page = player.move(url, "questions", ask="row", code="1122").text
    heading, words = answer(page)
    assert heading == "Impossible"
    assert words.startswith("If it were the code, row 1 would have scored 4 black. It scored ")
    assert re.findall(r'class="row[^"]*marked[^"]*"', page)


def test_practice_is_free(player: Player) -> None:
    url = player.new("mastermind/breaker", game="classic", practice="1")
    page = player.move(url, "questions", **HOLE).text
    assert answer(page)[0] == "Possible so far"
    assert "Hints used" not in page
    assert "(a hint)" not in page.partition('id="questions"')[2].partition("</details>")[0]


@cases(
    ("form", "message"),
    [
        ({}, "Choose what to ask about."),
        ({"ask": "hole 9 is 1"}, "The holes of this game go from 1 to 4."),
        ({"ask": "hole x is 1"}, "can’t be read."),
        ({"ask": "hole 1 is z"}, "isn’t a colour of this game."),
        ({"ask": "at least 1 of"}, "can’t be read."),
        ({"ask": "row", "code": "12"}, "A code has 4 pegs"),
    ],
)
def test_an_impossible_question_is_refused_in_words(
    player: Player, url: str, form: dict[str, str], message: str
) -> None:
    refusal = player.move(url, "questions", **form)
    assert refusal.status_code == 422
    claims = refusal.text.partition('id="claims"')[2].partition("</section>")[0]
    assert message in claims
    assert refusal.text.count(message) == 1
    assert "Hints used" not in refusal.text
