import html
import re

import pytest
from flask import Flask

from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.solve import Verdict, solve
from tests.cases import cases
from tests.webapp.player import Player, find_part
from webapp.hidoku.puzzles import Puzzle, keep_own
from webapp.hidoku.watch import solutions
from webapp.work.tasks import never, task

TWO = Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 4})
NONE = Grid.of(2, 4, {Cell(0, 0): 1, Cell(0, 1): 5}, {Cell(1, 0), Cell(1, 1)})
COLOURS = Grid.of(4, 4, {}, {Cell(0, 0), Cell(3, 3)}, Adjacency.FOUR)
FAULTY = Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 1})
NO_PATH = Grid.of(3, 3, {Cell(0, 1): 1}, adjacency=Adjacency.FOUR)
HEX = Grid.of(3, 3, {Cell(0, 0): 1, Cell(2, 2): 9}, adjacency=Adjacency.HEX)
HUGE = Grid.of(30, 30)
FEW = Grid.of(12, 12, {Cell(0, 0): 1, Cell(5, 5): 144})


def page_of(app: Flask, player: Player, grid: Grid, query: str = "") -> str:
    with app.app_context():
        name = keep_own(grid)
    answer = player.read(f"/hidoku/watch/{name}/solutions{query}")
    return html.unescape(answer)


def test_one_solution_is_proved(player: Player) -> None:
    page = player.get("/hidoku/watch/findling/solutions").text
    assert "Exactly one solution" in page
    assert "only this path fits" in page
    assert 'name="n"' not in page
    assert page.count('class="cell placed') == 73


@cases(("n", "place"), [("1", 1), ("2", 2), ("3", 2), ("0", 1), ("-1", 1), ("x", 1), ("9" * 99, 1)])
def test_solutions_come_one_by_one(app: Flask, player: Player, n: str, place: int) -> None:
    page = page_of(app, player, TWO, f"?n={n}")
    assert "Exactly 2 solutions" in page
    assert "There are 2 solutions; 2 cells hold different numbers." in page
    assert f'value="{place}" required> of 2' in page
    assert len(re.findall('class="cell[^"]* differs', page)) == 2 * (place == 2)
    assert ("Differs from solution 1 in 2 cells: 2 instead of 3 in row 2" in page) == (place == 2)


def test_differences_from_the_one_before(app: Flask, player: Player) -> None:
    page = page_of(app, player, HEX, "?n=3&against=before")
    assert "Differs from solution 2 in " in page
    assert "against=before" in page
    assert "Differs from solution 1 in " in page_of(app, player, HEX, "?n=3&against=magic")


@cases(
    ("grid", "sentence"),
    [
        (NONE, "no path fits the givens"),
        (NONE, "1 (row 1, column 1) and 5 (row 1, column 2)"),
        (FAULTY, "The givens already break the rules."),
        (NO_PATH, "No solution has 1 (row 1, column 2)."),
    ],
)
def test_no_solution_has_its_conflicting_givens(
    app: Flask, player: Player, grid: Grid, sentence: str
) -> None:
    page = page_of(app, player, grid)
    assert "No solution" in page
    assert sentence in page
    assert " conflict" in page
    assert "Count on" not in page


def test_colours_are_named_as_the_reason(app: Flask, player: Player) -> None:
    page = page_of(app, player, COLOURS)
    assert "No solution" in page
    assert "the board has 8 cells of one colour and 6 of the other" in page
    assert "The search is complete" not in page


def test_a_player_reads_how_many_there_are_and_nothing_of_the_search(
    app: Flask, player: Player
) -> None:
    page = page_of(app, player, HEX)
    assert f"Exactly {solve(HEX, None).count} solutions" in page
    for jargon in ("node", "branch", "probe", "conflict"):
        assert jargon not in page.partition("<main")[2].lower(), jargon


@cases("grid", [HUGE, FEW])
def test_what_takes_too_long_says_so_and_can_go_on(app: Flask, player: Player, grid: Grid) -> None:
    page = page_of(app, player, grid)
    assert re.search("At least [0-9,]+ solutions|Not decided yet", page)
    assert "Keep counting, up to 10 seconds" in page
    assert "seconds=10" in find_part(page, r'id="go-on" href="([^"]+)"')


def test_a_longer_count_is_kept_and_shown_from_then_on(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[int] = []

    def count(grid: Grid, seconds: int) -> solutions.FoundSolutions:
        limits.append(seconds)
        return solutions.FoundSolutions(solve(grid, None), seconds)

    monkeypatch.setattr("webapp.hidoku.watch.solutions.find_answer", task(never, 9)(count))
    puzzle = Puzzle(name="own-for-this-test", title="", source="", grid=TWO)
    with app.test_request_context():
        for seconds in (solutions.SHORT, solutions.SHORT, solutions.LONG, solutions.SHORT):
            assert solutions.answer_of(puzzle, seconds)
    assert limits == [solutions.SHORT, solutions.LONG]


@cases("count", [0, 1])
def test_an_undecided_verdict_is_named_so(count: int) -> None:
    result = solve(FEW, count) if count else solve(FEW, 0)
    assert result.verdict is Verdict.UNDECIDED
    view = solutions.show_solutions(
        Puzzle(name="x", title="", source="", grid=FEW),
        solutions.FoundSolutions(result, solutions.SHORT),
        1,
        "first",
    )
    words = "There may be others" if count else "the search isn’t complete"
    assert words in view.sentence
    assert (view.answer.headline, view.n, view.can_go_on) == ("Not decided yet", count, True)


def test_a_board_without_a_path_needs_no_given_to_conflict() -> None:
    apart = Grid.of(1, 3, blocked=[Cell(0, 1)])
    answer = solutions.find_answer(apart, solutions.SHORT)
    assert answer.conflicting_givens
    assert answer.conflicting_givens.cells == ()
