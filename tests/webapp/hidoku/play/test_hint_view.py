"""Hints on a Hidoku: what they mark, tier by tier, and the way back out of a mistake."""

import re
from collections.abc import Iterator
from itertools import chain
from math import dist

import pytest

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.logic.hints import hint
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from tests.cases import cases
from tests.known_board import OPEN, at
from tests.solver.hidoku.logic.boards import hints
from tests.webapp.player import Player, record_of, text_of, unlinked
from webapp.hidoku.board_name import parse_name
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.play.game import replayed
from webapp.hidoku.play.hint_view import AT_FIRST, ShownHint, highlights, show_hint
from webapp.hidoku.play.pace import hinted_numbers
from webapp.hidoku.puzzles import keep_own

REQUESTS = [
    BoardRequest(6, 7, difficulty=Difficulty.HARD),
    BoardRequest(6, 6, adjacency=Adjacency.FOUR, difficulty=Difficulty.MEDIUM),
    BoardRequest(
        7,
        7,
        shape="hexagon",
        adjacency=Adjacency.HEX,
        difficulty=Difficulty.HARD,
        joined=4,
    ),
    BoardRequest(7, 6, difficulty=Difficulty.EXPERT, joined=3),
]
CELL = re.compile(r"row (\d+), column (\d+)")


def named(text: str) -> set[Cell]:
    return {Cell(int(row) - 1, int(column) - 1) for row, column in CELL.findall(text)}


@cases("board_request", REQUESTS)
def test_every_cell_that_the_words_name_is_marked(board_request: BoardRequest) -> None:
    play = Play(generate(board_request, 4).grid)
    while not play.is_solved:
        for tier in (1, 2, 3):
            view = show_hint(play, tier)
            words = view.words
            text = " ".join([words.nudge, *[words.reason] * (tier > 1)] + [words.move] * (tier > 2))
            cells_of_marks = {cell for cells in view.marks.values() for cell in cells}
            assert named(text) <= cells_of_marks
            assert all(not play.board.get(cell) for cell in view.notes)
        assert view.advice.cell is not None
        assert view.advice.number is not None
        play = play.place(view.advice.cell, view.advice.number)


@cases("board_request", REQUESTS)
def test_the_first_tier_does_not_mark_the_move(board_request: BoardRequest) -> None:
    play = Play(generate(board_request, 5).grid)
    while not play.is_solved:
        advice = hint(play)
        marks, notes = highlights(play, advice, 1)
        assert str(advice.number) not in notes.values()
        assert "looked-at" not in marks
        assert advice.cell is not None
        assert advice.number is not None
        play = play.place(advice.cell, advice.number)


def test_a_number_that_may_be_right_beside_another_is_not_called_wrong() -> None:
    play = Play(Grid.of(4, 4)).place(Cell(0, 0), 1).place(Cell(3, 3), 2)
    view = show_hint(play, 1)
    assert view.words.nudge.endswith("At least one that you placed is wrong.")


def test_a_wrong_number_comes_first_and_can_be_taken_back(player: Player) -> None:
    url = player.new("hidoku/play")
    right, first, second = OPEN[:3]
    moves = ((right, right), (first, second), (second, first))
    for number, place in moves:
        player.move(url, "placements", cell=at(place), number=number)
    page = player.move(url, "hints", tier=1).text
    assert "Something is wrong" in page
    assert "Undo to before the mistake" in page
    assert f"Look at {first}. Is it in the right cell?" in unlinked(page)
    player.move(url, "retreats")
    page = player.client.get(url).text
    assert "72 numbers to place." in page
    assert "Something is wrong" not in page
    player.move(url, "redo")
    assert "71 numbers to place." in player.client.get(url).text


def test_without_a_mistake_nothing_is_taken_back(player: Player) -> None:
    url = player.new("hidoku/play")
    player.move(url, "placements", cell=at(2), number=2)
    answer = player.send(f"{url}/retreats", 422, version=player.version(url))
    assert "No number is wrong, so there’s nothing to undo." in answer
    assert "72 numbers to place." in player.client.get(url).text


def test_a_puzzle_without_a_path_has_a_hint_too() -> None:
    grid = Grid.of(1, 3, {Cell(0, 0): 2})
    view = show_hint(Play(grid), 1)
    assert (view.tiers, view.advice.cell) == (1, None)
    assert "A path alternates between the colours, so it needs 0 and 2." in view.words.premise


def test_crosses_are_where_an_alternative_fails_but_not_at_the_answer() -> None:
    is_answer_spared = False
    for play, advice in hints(6):  # there, an alternative leaves nothing for the answer's cell
        if not advice.question:
            continue
        view = show_hint(play, 2)
        crosses = [sign for route in view.routes for sign in route.signs if sign.text == "✕"]
        failing_cells = {cell for row in advice.reason.rows[1:] for cell in row.marked.dead_ends}
        cells = failing_cells - {advice.cell}
        is_answer_spared |= cells != failing_cells
        assert advice.cell not in view.marks.get("conflict", ())
        assert len(crosses) == len(cells)
        for x, y in map(BoardPlan.of(play.grid).point, cells):
            assert any(max(abs(x - s.x), abs(y - s.y)) < 0.5 for s in crosses)
    assert is_answer_spared


def views(board: str) -> Iterator[tuple[Play, ShownHint]]:
    """Each position of a board that is played by hints, with what is shown of its hint.

    A search in these ends, whatever reasons the board has.
    """
    request, seed, _ = parse_name(board)
    play = Play(generate(request, seed).grid)
    while not play.is_solved:
        view = show_hint(play, 2, AT_FIRST)
        yield play, view
        play = play.place(view.advice.cell, view.advice.number)


def test_only_the_selected_row_is_marked(player: Player) -> None:
    """Of several suppositions one is selected from the start, and a press takes another."""
    before, view = next(
        (play, view)
        for play, view in views("v7-9x9-expert-2")
        if sum(bool(row.marked.chain) for row in view.words.rows) > 1
    )
    assert view.row == [bool(row.marked.chain) for row in view.words.rows].index(True)
    with player.client.application.app_context():
        name = keep_own(before.grid.with_givens(before.board))
    url = player.new("hidoku/play", board=name)
    player.move(url, "hints", tier=2)
    for choice, row in enumerate(view.words.rows):
        page = player.move(url, f"hints?row={choice}", tier=2).text
        assert re.findall(r"→(\d+)", page.partition('id="controls"')[0]) == [
            str(number) for number, _ in sorted(row.marked.chain, key=lambda entry: entry.cell)
        ]
        looks = re.findall(r'<li\s+class="([^"]*)"', page)
        assert [number for number, look in enumerate(looks) if "selected" in look] == [choice]
        signs = [sign for route in show_hint(before, 2, choice).routes for sign in route.signs]
        crosses = [sign for sign in signs if sign.text == "✕"]
        assert len(crosses) == len({*row.marked.dead_ends} - {view.advice.cell})


def test_what_comes_near_a_cell_is_a_press_away() -> None:
    plays = [play for play, advice in hints() if advice.question and advice.question.of_cell]
    drawn = 0
    for play, view in ((play, show_hint(play, 2)) for play in plays):
        arrows = [route.within for route in view.routes if route.is_near]
        near = [line for line in view.why_only if not line.startswith("None of the other gaps")]
        assert len(arrows) <= len(near)  # a gap that gets no step nearer has none
        assert all(re.search(r"(M[^M]+L[^M]+){2}$", arrow) for arrow in arrows)  # a head of two
        goal = BoardPlan.of(play.grid).point(view.advice.cell)
        for arrow in arrows:  # it points at the cell, and ends short of it
            *start, _, _, x, y = map(float, re.findall(r"-?[\d.]+", arrow))
            assert dist((x, y), goal) > 0.6
            ahead = dist(start[:2], goal) - dist((x, y), goal)
            assert abs(dist(start[:2], (x, y)) - ahead) < 0.1
        drawn += len(arrows)
    assert drawn


def test_no_count_covers_a_note() -> None:
    counted = 0
    for play, view in chain(views("v7-7x7-hexagon-hex-hard-5"), views("v7-9x9-four-hard-2")):
        middles = [*map(BoardPlan.of(play.grid).point, view.notes)]
        signs = [sign for route in view.routes for sign in route.signs if sign.text.isdigit()]
        assert all(dist(sign[:2], middle) > 0.25 for sign in signs for middle in middles)
        counted += len(signs)
    assert counted


@pytest.mark.parametrize("action", ["hints", "questions"])
def test_an_only_route_is_placed_whole_and_undone_at_once(player: Player, action: str) -> None:
    url = player.new("hidoku/play", board="findling")
    play = Play(BOARDS["findling"].grid)
    advice = hint(play)
    while not (advice.reason and advice.reason.marks.course):
        assert advice.cell
        assert advice.number
        row, column = advice.cell
        player.move(url, "placements", cell=f"{row},{column}", number=advice.number)
        play = play.place(advice.cell, advice.number)
        advice = hint(play)
    course = advice.reason.marks.course
    claim = {"tier": 3} if action == "hints" else {"claim": f"{advice.number}:"}
    form = player.move(url, action, **claim).text.partition('id="hint"')[2].partition("</form>")[0]
    assert f"Place {course[0].number} and {course[1].number}" in text_of(form)
    assert len(course) == 2
    assert f'formaction="{url}/strokes"' in form
    fields = dict(re.findall(r'name="(cell|number|cells)"\s+value="([^"]*)"', form))
    player.move(url, "strokes", **fields)
    with player.client.application.app_context():
        record = record_of(player.client.application, url)
        after = replayed(record)
        assert {number: after.where.get(number) for number, _ in course} == dict(course)
        assert hinted_numbers(record, after) == {number for number, _ in course}
    player.move(url, "undo")
    with player.client.application.app_context():
        assert replayed(record_of(player.client.application, url)).board == play.board
