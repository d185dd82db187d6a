"""Sheets of exercises: as many as asked for, each with its address, solutions on a page apart."""

from __future__ import annotations

import html
import re

from solver.exercises import MOST_SEED, ExerciseLevel
from tests.cases import cases
from tests.webapp.player import Player
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.hidoku import LAST_TEN
from webapp.learn.exercises.registry import ENTRIES, exercise_of

HERE = "/learn/exercises"


def names_on(page: str) -> list[str]:
    return re.findall(r'class="paper-link"><a href="[^"]+">([^<]+)</a>', page)


def solutions_on(page: str) -> list[str]:
    """Return them in words, which boards have as their labels."""
    drawn = r'<span class="paper-solved"[^>]*aria-label="([^"]*)">.*?</span>'
    said = rf'<li value="\d+">(?:{drawn}|([^<]*))</li>'
    return ["".join(found) for found in re.findall(said, html.unescape(page), re.DOTALL)]


@cases("number", [2, 4, 12])
@cases("entry", ENTRIES)
def test_a_sheet_has_its_exercises_and_then_their_solutions(
    player: Player, entry: ExerciseEntry, number: int
) -> None:
    page = player.get(f"{HERE}/{entry.name}/easy/v{entry.version}-7/sheet?number={number}")
    assert page.status_code == 200
    paper, _, rest = page.text.partition('class="paper paper-solutions"')
    names = (f"{entry.name}/easy/v{entry.version}-{7 + place}" for place in range(number))
    assert names_on(paper) == list(names)
    made = [exercise_of(entry, ExerciseLevel.EASY, 7 + place).made for place in range(number)]
    solutions = (entry.solution(one) for one in made)
    in_words = [re.sub(r"r(\d+)c(\d+)", r"row \1, column \2", one) for one in solutions]
    assert solutions_on(rest) == in_words
    assert not solutions_on(paper)
    assert f"paper-{number}" in paper


def test_a_book_has_a_hundred(player: Player) -> None:
    page = player.get(f"{HERE}/one-code-left/easy/v1-1/sheet?number=100").text
    assert names_on(page) == [f"one-code-left/easy/v1-{place}" for place in range(1, 101)]
    assert len(solutions_on(page)) == 100
    assert page.count('class="paper paper-12"') == 9
    assert page.count("paper-solutions") == 1


@cases("number", ["", "3", "1000", "-2", "x", "٢"])
def test_any_other_number_is_four(player: Player, number: str) -> None:
    page = player.get(f"{HERE}/liar/easy/v1-7/sheet?number={number}").text
    assert len(names_on(page)) == 4


def test_the_last_seeds_are_a_sheet_too(player: Player) -> None:
    page = player.get(f"{HERE}/liar/easy/v1-{MOST_SEED}/sheet?number=2").text
    assert names_on(page) == [f"liar/easy/v1-{MOST_SEED - 1}", f"liar/easy/v1-{MOST_SEED}"]


@cases("name", ["one-code-left", "best-split"])
def test_solutions_are_written_by_the_letters_on_the_pegs(player: Player, name: str) -> None:
    page = player.get(f"{HERE}/{name}/easy/v1-7/sheet?number=12").text
    on_pegs = set(re.findall(r"<text[^>]*>\s*(\w)\s*</text>", page))
    assert on_pegs == set("ROYGBP")
    assert set("".join(solutions_on(page))) <= on_pegs


def test_every_solution_is_one(player: Player) -> None:
    """What a sheet says is judged right on the page of each exercise."""
    page = player.get(f"{HERE}/one-code-left/hard/v1-7/sheet?number=2").text
    for name, solution in zip(names_on(page), solutions_on(page), strict=True):
        answer = player.post(f"{HERE}/{name}/answers", typed=solution)
        assert 'id="result"' in answer.text


def test_the_last_ten_numbers_are_all_on_paper(player: Player) -> None:
    page = html.unescape(player.get(f"{HERE}/last-ten/easy/v1-7/sheet?number=2").text)
    for place, named in enumerate(re.findall(r"Place the missing numbers: ([\d, and]+)\.", page)):
        made = exercise_of(LAST_TEN, ExerciseLevel.EASY, 7 + place).made
        assert list(map(int, re.findall(r"\d+", named))) == list(made.missing)
        assert len(made.missing) == 10
    assert page.count("Place the missing numbers") == 2
    assert "clock" not in page.partition('class="paper paper-2"')[2]


@cases("entry", ENTRIES)
def test_a_sheet_has_a_key_to_its_signs_and_room_to_write(
    player: Player, entry: ExerciseEntry
) -> None:
    page = player.get(f"{HERE}/{entry.name}/easy/v{entry.version}-7/sheet?number=2").text
    assert (
        page.count("____")
        + page.count('class="paper-answer-row"')
        + page.count('class="paper-claims"')
        + page.count("Place the missing")
        >= 2
    )
    if entry.game == "Mastermind":
        key = page.partition('class="paper-key"')[2].partition("</p>")[0]
        assert all(name in key.lower() for name in ("red", "orange", "yellow", "green"))
