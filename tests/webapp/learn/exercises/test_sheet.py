"""Sheets of exercises: as many as asked for, each with its address, solutions on a page apart."""

import html
import re
from typing import Any

from solver.deduction.exercises.positions import board
from solver.exercises import MOST_SEED, ExerciseLevel
from solver.hidoku.exercises.find_the_step import seed_of
from solver.hidoku.logic.technique import technique_named
from solver.hidoku.rules.grid import Adjacency
from solver.hidoku.rules.known_boards import BOARDS
from tests.cases import cases
from tests.webapp.player import Player
from webapp.learn.exercises.registry import (
    ENTRIES,
    FIND_THE_STEP,
    Exercise,
    ExerciseType,
    exercise_of,
)

HERE = "/learn/exercises"


def names_on(page: str) -> list[str]:
    return re.findall(r'class="paper-link"><a href="[^"]+">([^<]+)</a>', page)


def solutions_on(page: str) -> list[str]:
    """Return them in words, which boards and codes have as their labels."""
    solutions = re.findall(r'<li value="\d+">(.*?)</li>', html.unescape(page), re.DOTALL)
    parts = (solution.partition("<small>")[0] for solution in solutions)
    return [
        label[1] if (label := re.search(r'role="img" aria-label="([^"]*)"', part)) else part.strip()
        for part in parts
    ]


def written(exercise: Exercise) -> str:
    question = exercise.question
    words = question.scene.with_names(question.answer_words)
    first = re.search(r"{{(pegs|keys) (.+?)}}", words)
    if first and first[1] == "pegs":
        return question.scene.face.code_words(board().parse_code(first[2]))
    if first:
        return question.scene.face.show(board().parse_feedback(first[2])).words
    return words


@cases("number", [2, 4, 12])
@cases("entry", ENTRIES)
def test_a_sheet_has_its_exercises_and_then_their_solutions(
    player: Player, entry: ExerciseType[Any], number: int
) -> None:
    page = player.read(f"{HERE}/{entry.name}/easy/v{entry.version}-7/sheet?number={number}")
    paper, _, answers = page.partition('class="paper paper-solutions"')
    seeds = [7 + place * (len(entry.themes) or 1) for place in range(number)]
    assert names_on(paper) == [f"{entry.name}/easy/v{entry.version}-{seed}" for seed in seeds]
    exercises = [exercise_of(entry, ExerciseLevel.EASY, seed) for seed in seeds]
    assert len({exercise.theme for exercise in exercises}) == 1  # an idea prints itself
    assert solutions_on(answers) == list(map(written, exercises))
    assert not solutions_on(paper)
    assert f"paper-{number}" in paper


def test_solutions_have_their_reasons(player: Player) -> None:
    page = player.get(f"{HERE}/what-is-proved/easy/v1-3/sheet?number=2").text
    assert "Claim 2 must be true: row 3 proves it." in html.unescape(page)
    page = player.get(f"{HERE}/liar/easy/v1-3/sheet?number=2").text
    assert "rows 1 and 6 can’t both be right" in html.unescape(page)


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


@cases("entry", ENTRIES)
def test_a_sheet_has_a_key_to_its_signs_and_room_to_write(
    player: Player, entry: ExerciseType[Any]
) -> None:
    page = player.get(f"{HERE}/{entry.name}/easy/v{entry.version}-7/sheet?number=2").text
    room = (
        "____",
        'class="paper-piles"',
        'class="paper-answer-row"',
        'class="paper-claims"',
        'class="paper-picture"',
    )
    assert sum(map(page.count, room)) == 2
    key = page.partition('class="paper-key"')[2].partition("</p>")[0]
    if entry is not FIND_THE_STEP:
        assert all(name in key.lower() for name in ("red", "yellow", "black:", "white:"))
    else:
        assert "square cells and hexagons only at sides" in key


def test_a_sheet_says_how_many_answers_are_right(player: Player) -> None:
    """Few are all named; of many, their number and what they have in common."""
    seed = seed_of(technique_named("detour"), 0)
    page = html.unescape(player.get(f"{HERE}/find-the-step/easy/v2-{seed}/sheet?number=2").text)
    steps = exercise_of(FIND_THE_STEP, ExerciseLevel.EASY, seed).puzzle.steps
    assert f"Any of {len(steps)} answers, for example" in page.partition("paper-solutions")[2]
    assert technique_named("detour").sentence in page
    assert "localhost/learn" in page
    page = html.unescape(player.get("/learn/mastermind/two-rows/print").text)
    assert re.search(r"Any of \d+ codes that fit all rows, for example", page)
    assert "localhost/learn/mastermind/two-rows" in page


def test_a_hexagon_on_paper_has_a_name_that_can_be_found(player: Player) -> None:
    """It has no column: it is counted along its row, in the answer and in the reason."""
    page = html.unescape(player.get(f"{HERE}/find-the-step/medium/v2-9/sheet?number=2").text)
    answer = page.partition("paper-solutions")[2].partition("</li>")[0]
    assert re.search(r"Not 16 to 20 or 22 in row \d, cell \d", answer)
    assert "row 3, column 2" not in answer


def test_rows_and_columns_have_numbers_on_paper(player: Player) -> None:
    grids = (exercise_of(FIND_THE_STEP, ExerciseLevel.EASY, seed).puzzle.grid for seed in range(20))
    seed, grid = next(
        (seed, grid) for seed, grid in enumerate(grids) if grid.adjacency is not Adjacency.HEX
    )
    sheets = {
        f"{HERE}/find-the-step/easy/v2-{seed}/sheet?number=2": grid,
        "/hidoku/exchange/print?board=small": BOARDS["small"].grid,
    }
    for url, paper_grid in sheets.items():
        board = player.get(url).text.partition('class="paper-picture"')[2].partition("</svg>")[0]
        signs = re.findall(r">(\d+)</text>", board.rpartition("<g ")[2])
        sides = (*range(1, paper_grid.rows + 1), *range(1, paper_grid.columns + 1))
        assert signs == list(map(str, sides)), url


def test_claims_are_ticked_by_their_numbers(player: Player) -> None:
    page = player.get(f"{HERE}/what-is-proved/easy/v1-7/sheet?number=2").text
    claims = re.findall(r"<li><i></i> (\w)\. ", page)
    assert claims == [*"123456"] * 2


def test_what_cannot_be_is_crossed_out(player: Player) -> None:
    puzzle = exercise_of(FIND_THE_STEP, ExerciseLevel.EASY, 7).puzzle
    page = player.get(f"{HERE}/find-the-step/easy/v2-7/sheet?number=2").text
    paper, _, answers = html.unescape(page).partition('class="paper paper-solutions"')
    assert ("cross it out" in paper.partition("paper-link")[0]) is puzzle.is_eliminating
    crosses = re.findall(r'<g stroke="[^"]+" stroke-width="[^"]+"><line [^>]+/></g>', answers)
    assert len(crosses) == sum("Not " in solution for solution in solutions_on(page))
    around = re.findall(r"<g ([^>]*)><g [^>]*><line [^>]*/></g><text", answers)
    assert ['text-anchor="middle"' in group for group in around] == [True] * len(crosses)
