"""Questions on the page of a Hidoku: the form, the answer, and what it costs."""

import re
from collections import Counter
from itertools import combinations
from math import dist

import pytest
from flask import Flask

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.answers import Answer, WhyReply
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.logic.objections.consequences import DeadEnd
from solver.hidoku.logic.objections.registry import AT_A_GLANCE
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.techniques.between import straight_gaps
from solver.hidoku.rules.game import Play, cell_name
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from tests.cases import cases
from tests.solver.hidoku.logic.boards import hint_with, hints
from tests.webapp.player import Player, find_part, unlinked
from webapp.hidoku.picture.cells import Note
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.play.hint_view import highlights, show_hint
from webapp.hidoku.play.step_counts import CountedRoute, ShownRoute, count_reason, draw_counts
from webapp.hidoku.play.why_view import (
    BoardQuestion,
    parse_question,
    reply_to,
    show_answer,
    tier_of,
)
from webapp.hidoku.puzzles import keep_own
from webapp.http.forms import FormError
from webapp.storage.hint_log import MOVE, QUESTION

#: 1 is in the corner of a row of five cells, and of a square of nine that has several paths.
ROW = Play(Grid.of(1, 5, {Cell(0, 0): 1}))
SQUARE = Play(Grid.of(3, 3, {Cell(0, 0): 1}))
MEDIUM = Play(generate(BoardRequest(8, 8, difficulty=Difficulty.MEDIUM), 2).grid)
FINDLING = Play(BOARDS["findling"].grid)


def heading(page: str) -> str:
    part = find_part(page, r'class="text"[^>]*>\s*<h2[^>]*>(?:<svg.*?</svg>)?([^<]*)</h2>', re.S)
    return part.strip()


def test_the_form_names_the_price_of_an_answer_before(player: Player, url: str) -> None:
    page = player.move(url, "questions", cell="4,4", number="2").text
    assert "counts as a hint" in " ".join(page.split())
    assert "Tap a cell, or type another number." in page
    assert re.findall(r'name="(?:asked|row|column)"[^>]*value="(\d+)"', page, re.S) == [
        "2",
        "5",
        "5",
    ]
    assert "Hints used" not in page


def test_an_answer_is_logged_once(player: Player, url: str) -> None:
    for _ in range(2):
        page = player.move(url, "questions", asked="2", row="9", column="1").text
        assert heading(page) == "2 can’t go here"
        assert "Hints used: 1 (question)." in page
    page = player.move(url, "questions", asked="3", row="8", column="1").text
    assert "Hints used: 2 (questions)." in page
    assert "Hints used: 2 (questions)." in player.client.get(url).text


def test_what_a_count_of_steps_shows_is_free(player: Player, url: str) -> None:
    page = player.move(url, "questions", asked="2", row="5", column="5").text
    assert "2 must be next to 1, but " in unlinked(page)
    assert "Hints used" not in page


def test_what_is_plain_to_see_is_free(player: Player, url: str) -> None:
    for number, row, column in (("1", "10", "1"), ("2", "10", "1"), ("1", "1", "1")):
        page = player.move(url, "questions", asked=number, row=row, column=column).text
        assert re.search("already|is given there", page)
        assert "Hints used" not in page


def test_a_number_that_must_go_there_counts_as_a_move(player: Player, url: str) -> None:
    page = player.move(url, "questions", claim="13:7,1").text
    assert heading(page) == "13 must go here"
    assert "Hints used: 1 (move)." in page
    assert 'id="place-asked"' in page


def test_a_wrong_number_leads_to_its_contradiction(player: Player, url: str) -> None:
    page = player.move(url, "placements", cell="4,4", number="3").text
    [claim] = re.findall(r'id="why-wrong"[^>]*value="([^"]+)"', page)
    assert "Can 3 be right? (counts as a hint)" in page
    page = player.move(url, "questions", claim=claim).text
    assert heading(page) == "3 can’t stay here"
    assert 'id="remove-asked"' in page
    assert re.search(r'class="cell placed conflict"[^>]*><input[^>]*value="4,4"', page)
    page = player.move(url, "erasures", cell="4,4").text
    assert "73 numbers to place." in page


def buttons(page: str) -> dict[str, str]:
    parts = re.findall(r'<button[^>]*id="([^"]+)"[^>]*>(.*?)</button>', page, re.S)
    return {name: " ".join(text.split()) for name, text in parts}


def test_an_answer_leaves_out_a_wrong_number_marks_it_and_offers_the_ways_back(
    player: Player, url: str
) -> None:
    player.move(url, "placements", cell="4,4", number="3")
    page = player.move(url, "questions", claim="13:7,1").text
    assert heading(page) == "13 must go here"
    assert "(That is without 3, which is wrong.)" in unlinked(page)
    assert "Hints used: 1 (move)." in page
    assert re.search(r'class="cell placed conflict"[^>]*><input[^>]*value="4,4"', page)
    assert buttons(page)["take-off"] == "Remove 3"
    assert {"place-asked", "retreat"} <= {*buttons(page)}
    player.move(url, "wrong")
    page = player.move(url, "questions", claim="13:7,1").text
    assert heading(page) == "13 must go here"
    assert "which is wrong" not in page
    assert not {"retreat", "take-off"} & {*buttons(page)}


@pytest.mark.parametrize("wrong_cells", [[], ["4,4"], ["4,4", "8,0"]])
def test_no_button_removes_a_right_number(player: Player, url: str, wrong_cells: list[str]) -> None:
    player.move(url, "placements", cell="7,1", number="13")
    for cell, number in zip(wrong_cells, ("3", "2"), strict=False):
        player.move(url, "placements", cell=cell, number=number)
    page = player.move(url, "questions", claim="13:7,1").text
    assert heading(page) == "13 must stay here"
    assert "remove-asked" not in buttons(page)
    labels = [None, "Remove 3", "Remove wrong numbers"]
    assert buttons(page).get("take-off") == labels[len(wrong_cells)]


def test_of_a_placed_number_it_can_be_asked_whether_it_is_right(player: Player, url: str) -> None:
    player.move(url, "placements", cell="4,4", number="13")
    for question in ("13:", ":4,4"):
        page = player.move(url, "questions", claim=question).text
        assert "Hints used" not in page
        assert re.search(r'name="next"\s+value="13:4,4"[^>]*>\s*Can 13 be right there\?', page)
    assert "be right there" not in player.move(url, "questions", claim="1:").text


def test_routes_are_those_of_the_board_without_wrong_numbers() -> None:
    """14 stands on the only route from 1 around 8 to 12, which is too long for 5."""
    givens = {Cell(0, 0): 1, **{Cell(1, 12 - number): number for number in range(8, 13)}}
    grid = Grid.of(3, 6, givens, adjacency=Adjacency.FOUR)
    play = Play(grid).place(Cell(0, 3), 14)
    question = BoardQuestion(5, Cell(2, 2))
    replies = [reply_to(board, question) for board in (play, Play(grid))]
    views = [
        show_answer(board, question, reply, with_path=False)
        for board, reply in zip((play, Play(grid)), replies, strict=True)
    ]
    assert [mistake.number for mistake in views[0].mistakes] == [14]
    assert len(views[0].routes[0].signs) == 10
    assert views[0].routes == views[1].routes


def test_no_note_covers_a_wrong_number() -> None:
    play = Play(Grid.of(1, 6, {Cell(0, 0): 1, Cell(0, 5): 6})).place(Cell(0, 1), 4)
    question = BoardQuestion(2, Cell(0, 1))
    view = show_answer(play, question, reply_to(play, question), with_path=False)
    assert view.heading == "2 must go here"
    assert [mistake.number for mistake in view.mistakes] == [4]
    assert Cell(0, 1) not in view.notes
    assert Cell(0, 1) in {*view.marks["conflict"]}


def test_a_number_that_is_wrong_elsewhere_is_judged_without_it(player: Player, url: str) -> None:
    player.move(url, "placements", cell="4,4", number="13")
    for claim in ("13:7,1", ":7,1"):
        page = player.move(url, "questions", claim=claim).text
        assert heading(page) == "13 must go here"
        assert "13 is in row 5, column 5 now, which is wrong." in unlinked(page)
        assert "without 13" not in page
        assert re.search(r'class="cell placed conflict"[^>]*><input[^>]*value="4,4"', page)
        assert buttons(page)["take-off"] == "Remove 13"
        assert "place-asked" not in buttons(page)  # which could only be refused
    page = player.move(url, "questions", claim="1:4,4").text  # given, and still in the way
    assert heading(page) == "1 can’t go here"
    assert "which is wrong" not in page


def test_an_answer_that_names_a_wrong_number_is_never_free() -> None:
    """What counting shows is free, if it counts through no cell that has a wrong number now."""
    kinds = Counter[tuple[bool, bool]]()
    missing = [number for number in range(1, 65) if number not in MEDIUM.where]
    empty = [cell for cell in MEDIUM.grid.cells if cell not in MEDIUM.board]
    play = MEDIUM.place(empty[-1], missing[0])
    for number in missing[1:9]:
        for cell in empty[::5]:
            reply = reply_to(play, BoardQuestion(number, cell))
            assert isinstance(reply, WhyReply)
            is_plain = isinstance(reply.objection, AT_A_GLANCE)
            kinds[is_plain, bool(reply.left_out)] += 1
            is_free = tier_of(reply, with_path=False) is None
            assert is_free == (is_plain and not reply.left_out)
    assert kinds[True, True]
    assert kinds[True, False]


def test_a_number_that_must_go_there_has_its_alternatives_in_rows(player: Player, url: str) -> None:
    page = player.move(url, "questions", claim="13:7,1").text
    rows = page.partition('<ul class="alternatives')[2].partition("</ul>")[0]
    assert rows.count("<li") == len(rows.split("<i ")) - 1 >= 1
    assert rows.count('class="right"') == 1


def test_no_question_is_offered_whose_answer_is_on_the_page(player: Player, url: str) -> None:
    page = player.move(url, "placements", cell="4,4", number="2").text
    assert "1 and 2 aren’t next to each other" in unlinked(page)
    assert "why-wrong" not in page


def test_a_trial_is_explained_and_what_follows_is_marked() -> None:
    play, advice = hint_with(DeadEnd)
    assert advice.question
    [out, *_] = [out for out in advice.question.objections if is_tried(play, out)]
    question = BoardQuestion(*out)
    reply = reply_to(play, question)
    assert isinstance(reply, WhyReply)
    assert isinstance(reply.objection, DeadEnd)
    view = show_answer(play, question, reply, with_path=False)
    assert view.lines == (reply.objection.clause([out], of_cell=True),)
    for conclusion in reply.objection.refuted.chain:
        assert f"→{conclusion.number}" in view.notes[conclusion.cell].text.split()
        assert conclusion.cell in {*view.marks["chain"]}


def test_a_wrong_number_keeps_the_mark_of_the_cell_that_it_leaves_nothing_for() -> None:
    count = 0
    for play, advice in hints():
        for out in advice.question.objections if advice.question else ():
            wrong_play = play.place(out.cell, out.number)
            question = BoardQuestion(*out)
            reply = reply_to(wrong_play, question)
            if isinstance(reply, WhyReply) and reply.objection:
                cells = reply.objection.marks([out]).dead_ends
                marks = show_answer(wrong_play, question, reply, with_path=False).marks
                assert {*cells, out.cell} <= {*marks["conflict"]}
                count += len(cells)
    assert count


def is_tried(play: Play, out: Candidate) -> bool:
    reply = reply_to(play, BoardQuestion(*out))
    return isinstance(reply, WhyReply) and isinstance(reply.objection, DeadEnd)


@cases(
    ("form", "message"),
    [
        ({"asked": "", "row": "", "column": ""}, "Type a number, or choose"),
        ({"asked": "x", "row": "1", "column": "1"}, "isn’t a number from 1 to 100."),
        ({"asked": "5", "row": "0", "column": "1"}, "Choose a cell"),
        ({"asked": "5", "row": "11", "column": "1"}, "no such cell"),
        ({"asked": "101", "row": "1", "column": "1"}, "from 1 to 100"),
        ({"claim": "5:x"}, "Choose a cell"),
    ],
)
def test_a_question_that_can_not_be_read_keeps_the_form(
    player: Player, url: str, form: dict[str, str], message: str
) -> None:
    answer = player.move(url, "questions", **form)
    assert answer.status_code == 422
    assert message in answer.text
    if "asked" in form:
        assert re.search(rf'name="row"[^>]*value="{form["row"]}"', answer.text, re.S)


def test_a_cell_says_that_more_numbers_fit_than_have_room_in_it() -> None:
    question = BoardQuestion(None, Cell(1, 1))
    view = show_answer(SQUARE, question, reply_to(SQUARE, question), with_path=False)
    assert view.notes[Cell(1, 1)].text == "2 3 4 …"


def test_a_path_is_shown_only_on_request() -> None:
    question = BoardQuestion(5, Cell(1, 1))
    reply = reply_to(SQUARE, question)
    assert reply.answer is Answer.POSSIBLE
    hidden, path_view = (
        show_answer(SQUARE, question, reply, with_path=is_shown) for is_shown in (False, True)
    )
    assert (hidden.has_path, path_view.has_path) == (True, False)
    assert hidden.notes == {Cell(1, 1): Note("5?")}
    assert reply.path is not None
    assert {cell: int(note.text.rstrip("?")) for cell, note in path_view.notes.items()} == {
        cell: number for number, cell in enumerate(reply.path, 1) if number > 1
    }
    assert (tier_of(reply, with_path=False), tier_of(reply, with_path=True)) == (QUESTION, MOVE)


def test_the_steps_beyond_those_that_the_path_takes_are_marked() -> None:
    question = BoardQuestion(3, Cell(0, 4))
    [route] = show_answer(ROW, question, reply_to(ROW, question), with_path=False).routes
    assert [(sign.text, sign.is_beyond) for sign in route.signs] == [
        ("1", False), ("2", False), ("3", True), ("4", True),
    ]  # fmt: skip


def test_a_straight_count_goes_around_filled_cells_where_that_is_as_short() -> None:
    """From 2 in the middle, two steps lead to a corner over 1, and as many over an empty cell."""
    play = Play(Grid.of(3, 3, {Cell(1, 2): 2, Cell(0, 1): 1}))
    question = BoardQuestion(3, Cell(0, 0))
    [route] = show_answer(play, question, reply_to(play, question), with_path=False).routes
    assert (route.signs[0].x, route.signs[0].y) == (1.5, 1.5)


@pytest.mark.parametrize(
    ("givens", "line", "cells"),
    [
        ({Cell(0, 0): 1, Cell(0, 4): 5}, "M0.9 0.5h0.6h1h1h0.6", [(0, 1), (0, 2), (0, 3)]),
        ({Cell(0, 0): 1, Cell(1, 0): 4, Cell(0, 2): 7}, "M0.9 0.5h0.6v1h-0.6", [(0, 1), (1, 1)]),
    ],
)
def test_the_only_route_of_a_straight_gap_is_drawn_with_its_numbers(
    givens: dict[Cell, int], line: str, cells: list[tuple[int, int]]
) -> None:
    """The ends of the second are neighbours, and its route isn’t the shortest between them."""
    play = Play(Grid.of(2, 5, givens, adjacency=Adjacency.FOUR))
    reason = next(straight_gaps(Position.of(play.grid)))
    assert count_reason(play, reason) == (ShownRoute(line),)
    hint = Hint(reason.technique, *reason.placed_candidate, reason=reason)
    texts = {cell: note.text for cell, note in highlights(play, hint, 2)[1].items()}
    assert texts == {Cell(*cell): str(number) for number, cell in enumerate(cells, 2)}
    assert highlights(play, hint, 1)[1] == {}  # a nudge doesn’t tell


def test_routes_that_count_a_cell_otherwise_are_drawn_apart() -> None:
    play = Play(Grid.of(3, 5, {Cell(0, 0): 1, Cell(0, 4): 9}))
    way = CountedRoute((Cell(0, 0), Cell(1, 1), Cell(1, 2), Cell(1, 3), Cell(2, 4)), 4)
    back = CountedRoute((Cell(0, 4), Cell(1, 3), Cell(1, 2), Cell(1, 1), Cell(2, 0)), 2)
    [alone] = draw_counts(play, [way])
    assert alone.signs[0][:2] == BoardPlan.of(play.grid).point(Cell(1, 1))
    signs = [sign for route in draw_counts(play, [way, back]) for sign in route.signs]
    assert all(dist(sign[:2], rival[:2]) >= 0.4 for sign, rival in combinations(signs, 2))
    assert len(signs) == 8


def test_a_question_is_read_from_fields_or_from_a_button() -> None:
    full_question = BoardQuestion(5, Cell(0, 3))
    assert parse_question({"claim": "5:0,3"}, 9) == full_question
    assert parse_question({"asked": " 5 ", "row": "1", "column": "4"}, 9) == full_question
    assert parse_question(full_question.fields, 9) == full_question
    for question in (BoardQuestion(5), BoardQuestion(None, Cell(0, 3))):
        assert parse_question({"claim": str(question)}, 9) == question
        assert parse_question(question.fields, 9) == question
    with pytest.raises(FormError, match="Choose a cell"):
        parse_question({"asked": "5", "row": "1", "column": ""}, 9)
    with pytest.raises(FormError, match="Type a number, or choose"):
        parse_question({"asked": ""}, 9)


@pytest.mark.parametrize(
    ("form", "head", "prices"),
    [
        ({"asked": "13"}, "13 must go here", ["1 (move)"]),
        ({"claim": ":7,1"}, "13 must go here", ["1 (move)"]),
        ({"asked": "1"}, "1 is placed already", []),
    ],
)
def test_a_question_can_name_a_number_or_a_cell_alone(
    player: Player, url: str, form: dict[str, str], head: str, prices: list[str]
) -> None:
    page = player.move(url, "questions", **form).text
    assert heading(page) == head
    assert re.findall(r"Hints used: ([^.]*)\.", page) == prices
    assert page.count('id="place-asked"') == len(prices)


def test_what_only_a_search_shows_leads_to_questions_that_have_answers() -> None:
    play = Play(generate(BoardRequest(9, 9, difficulty=Difficulty.EXPERT), 2).grid)
    questions = [BoardQuestion(number) for number in range(5, 18) if number not in play.where]
    answers = [show_answer(play, q, reply_to(play, q), with_path=False) for q in questions]
    searched = [view for view in answers if view.by_search and not view.words]
    assert any(view.by_search and view.words and not view.next_questions for view in answers)
    views = [view for view in searched if view.next_questions]
    assert 2 * len(views) > len(searched) > 1
    for view in views[:4]:
        for label, claim in view.next_questions:
            question = parse_question({"next": claim, "claim": view.claim}, play.grid.last)
            assert question.cell
            assert label == f"Why not {cell_name(question.cell)}?"
            answer = show_answer(play, question, reply_to(play, question), with_path=False)
            assert (answer.answer, answer.by_search) == (Answer.IMPOSSIBLE, False)
            assert [label for label, _ in answer.next_questions] == [
                f"Where can {question.number} go?", "What can fill this cell?",
            ]  # fmt: skip


def test_a_second_question_is_asked_from_an_answer(player: Player, url: str) -> None:
    page = player.move(url, "questions", asked="2", row="9", column="1").text
    for label, claim in (("Where can 2 go?", "2:"), ("What can fill this cell?", ":8,0")):
        assert re.search(rf'name="next"\s+value="{claim}"[^>]*>\s*{re.escape(label)}', page)
    form = {"asked": "2", "row": "9", "column": "1", "claim": "2:8,0"}
    alone = player.move(url, "questions", **form, next="2:").text
    assert heading(alone) == "2 must go here"
    here = player.move(url, "questions", **form | {"asked": "3"}, ask="1").text
    assert heading(here).startswith("3 ")


def test_an_answer_marks_the_selected_row_of_its_reason() -> None:
    play = Play(generate(BoardRequest(9, 9, difficulty=Difficulty.EXPERT), 5).grid)
    while not play.is_solved:
        advice = show_hint(play, 2).advice
        question = BoardQuestion(None, advice.cell)
        reply = reply_to(play, question)
        rows = advice.reason.rows if advice.reason else ()
        supposing = sum(bool(row.marked.chain) for row in rows)
        if supposing > 1 and reply.part and reply.part.reason == advice.reason:
            break
        play = play.place(advice.cell, advice.number)
    for at, row in enumerate(rows):
        view = show_answer(play, question, reply, with_path=False, choice=at)
        assert view.marks.get("chain", set()) == {cell for _, cell in row.marked.chain}


def test_hexagons_have_no_rows_to_type(app: Flask, player: Player) -> None:
    with app.app_context():
        name = keep_own(Grid.of(2, 2, {Cell(0, 0): 1}, adjacency=Adjacency.HEX))
    url = player.post("/hidoku/play/games", board=name).location
    page = player.move(url, "questions", cell="0,0", number="2").text
    assert re.search(r'type="hidden" name="row"[^>]*value="1"', page)
    assert not re.search("<label>Row", page)
