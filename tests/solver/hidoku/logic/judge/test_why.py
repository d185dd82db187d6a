"""Answers to “why not here?”, judged by a SAT solver that knows the rules of the game alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from solver.hidoku.logic.answers import Answer, WhyReply
from solver.hidoku.logic.objections.counted import TooFar, WrongColour
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.question import question_in
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.which import WhichReply, ask_cell, ask_number
from solver.hidoku.logic.why import ask
from solver.hidoku.rules.game import MoveError, Play, cell_name
from solver.hidoku.rules.grid import Cell, Grid, Pair
from solver.hidoku.text.which import which_heading, which_words
from solver.hidoku.text.why import why_heading, why_words
from solver.wording import spelled
from tests.sampling import asks_all
from tests.solver.hidoku.logic.judge.boards import board
from tests.solver.hidoku.logic.judge.claims import Scene
from tests.solver.hidoku.logic.judge.court import Facts, has_proof
from tests.solver.hidoku.logic.judge.questions import Judged
from tests.solver.hidoku.logic.judge.sentences import Claimed

BOARDS = 1250 if asks_all() else 40  # 5,000 questions of each kind, or 160
QUESTIONS = 4  # of each kind, on each board


def standing(play: Play) -> frozenset[Candidate]:
    return frozenset(Candidate(number, cell) for number, cell in play.where.items())


def follows(
    play: Play,
    rests: frozenset[Candidate],
    joins: frozenset[Pair],
    claim: Candidate,
    *,
    holds: bool,
) -> bool:
    facts = Facts(rests, joined=joins)
    placement, eliminations = (claim, ()) if holds else (None, (claim,))
    return has_proof(play.grid, play.board, facts, placement, eliminations)


def check_path(play: Play, reply: WhyReply) -> None:
    """A path that is shown goes through every cell, and has the claim and all that is placed."""
    path = reply.path
    assert path is not None
    assert sorted(path) == sorted(play.grid.cells)
    assert path[reply.claim.number - 1] == reply.claim.cell
    assert all(path[number - 1] == cell for number, cell in play.where.items())
    assert all(b in play.grid.neighbours(a) for a, b in pairwise(path))
    at = {cell: number for number, cell in enumerate(path)}
    assert all(abs(at[a] - at[b]) == 1 for a, b in play.grid.joined)


def check(play: Play, reply: WhyReply) -> str:
    """Judge an answer and what it names; return how it was reasoned."""
    claim, placements, joins = reply.claim, standing(play), frozenset(play.grid.joined)
    if reply.answer in {Answer.CERTAIN, Answer.POSSIBLE}:
        check_path(play, reply)
        is_sure = follows(play, placements, joins, claim, holds=True)
        assert is_sure == (reply.answer is Answer.CERTAIN)
        if reply.reason and (question := question_in(reply.reason)):
            assert reply.reason.holds(Sight(play.grid, play.board))
            assert Judged(play.grid, play.board, question).fault() is None
            return "certain in part" if reply.is_searched else "certain"
        return "certain by search" if reply.is_searched else str(reply.answer.value)
    assert reply.answer is Answer.IMPOSSIBLE
    assert follows(play, placements, joins, claim, holds=False)
    assert reply.objection
    scene = Scene(play.grid, play.board, frozenset(play.where), joined=joins)
    text = reply.objection.clause([claim], of_cell=True)
    area = reply.objection.marks([claim]).area
    if not getattr(reply.objection, "is_straight", False):
        assert Claimed(scene, [claim], text, area).holds(), (text, play.board)
    return type(reply.objection).__name__


def asked_boards(count: int = BOARDS) -> Iterator[tuple[Play, Random, list[int], list[Cell]]]:
    """Boards of every kind with what is missing and empty, and a source of chance for each."""
    for seed in range(count):
        play = Play(board(seed))
        missing = sorted({*range(1, play.grid.last + 1)} - set(play.where))
        empty = [cell for cell in play.grid.cells if cell not in play.board]
        if missing:
            yield play, Random(seed), missing, empty


def test_every_answer_is_right_and_rests_on_what_it_names() -> None:
    kinds = Counter[str]()
    for play, random, missing, empty in asked_boards():
        for _ in range(QUESTIONS):
            claim = Candidate(random.choice(missing), random.choice(empty))
            reply = ask(play, claim)
            kinds[check(play, reply)] += 1
            words = why_words(reply)
            assert words.endswith((".", ".)")), words
            if reply.answer is Answer.CERTAIN:
                assert not {"Suppose", "After"} & {*words.split()}, words
            assert "from :" not in words
    assert set(kinds) >= {
        "TooFar",
        "OneWayIn",
        "Leaves",
        "DeadEnd",
        "BySearch",
        "certain",
        "certain in part",
        "possible",
    }, kinds


def test_a_number_or_a_cell_alone_has_just_the_candidates_that_are_possible() -> None:
    answers, open_questions = Counter[Answer](), 0
    for play, random, missing, empty in asked_boards(BOARDS if asks_all() else 14):
        placements, joins = standing(play), frozenset(play.grid.joined)
        for at in range(2 * QUESTIONS):
            number, cell = random.choice(missing), random.choice(empty)
            reply = ask_cell(play, cell) if at % 2 else ask_number(play, number)
            pairs = [(n, cell) for n in missing] if at % 2 else [(number, place) for place in empty]
            open_questions += bool(reply.undecided)
            for claim in {Candidate(*pair) for pair in pairs} - {*reply.undecided}:
                is_out = follows(play, placements, joins, claim, holds=False)
                assert is_out == (claim not in reply.possible), (claim, reply)
            is_one = len(reply.possible) == 1 and not reply.undecided
            assert (reply.answer is Answer.CERTAIN) == is_one
            check_which_words(reply)
            answers[reply.answer] += 1
    assert set(answers) == {Answer.CERTAIN, Answer.POSSIBLE}, answers
    assert open_questions < 0.03 * answers.total()


def check_which_words(reply: WhichReply) -> None:
    """The heading counts the candidates; few of them are named, and so is the only one."""
    heading, words = which_heading(reply), which_words(reply)
    assert words.endswith((".", ".)")), words
    count = len(reply.possible)
    is_one = heading == f"{reply.possible[0].number} must go here"
    assert is_one == (reply.answer is Answer.CERTAIN), heading
    if count != 1:
        assert {str(count), spelled(count)} & {*heading.split()}, heading
    if count <= 3:
        assert all(cell_name(cell) in words.lower() for _, cell in reply.possible), words
        assert all(str(number) in words for number, _ in reply.possible), words


def test_a_question_ignores_the_players_own_number() -> None:
    play = Play(Grid.of(1, 5, {Cell(0, 0): 1})).place(Cell(0, 3), 2)
    reply = ask(play, Candidate(2, Cell(0, 3)))
    assert why_words(reply) == "2 must be next to 1, but row 1, column 4 is 3 steps away."


def test_a_puzzle_without_a_solution_answers_nothing_else() -> None:
    play = Play(Grid.of(1, 5, {Cell(0, 2): 2}))
    reply = ask(play, Candidate(3, Cell(0, 1)))
    assert reply.answer is Answer.WRONG_BOARD
    assert why_heading(reply) == "No path fits this board"


def wrong_boards() -> Iterator[tuple[Play, Play, Random, list[int], list[Cell]]]:
    """Boards with a wrong number, and without it; what is missing and empty on the latter."""
    for play, random, missing, empty in asked_boards(BOARDS if asks_all() else 14):
        claim = Candidate(random.choice(missing), random.choice(empty))
        if follows(play, standing(play), frozenset(play.grid.joined), claim, holds=False):
            yield play, play.place(claim.cell, claim.number), random, missing, empty


def test_any_question_is_answered_without_the_wrong_numbers() -> None:
    """Also of the wrong number in another cell, and of another number in the cell that it has."""
    kinds = Counter[Answer]()
    for play, wrong_play, random, missing, empty in wrong_boards():
        [mistake] = standing(wrong_play) - standing(play)
        claims = [Candidate(mistake.number, random.choice(empty))]
        claims += [Candidate(random.choice(missing), mistake.cell)]
        claims += [Candidate(random.choice(missing), random.choice(empty)) for _ in range(2)]
        for claim in claims:
            reply = ask(wrong_play, claim)
            check(play, reply)
            kinds[reply.answer] += 1
            is_asked = claim == mistake
            is_there = not is_asked and (
                claim.number == mistake.number or claim.cell == mistake.cell
            )
            assert reply.instead == (mistake if is_there else None)
            assert set(reply.left_out) <= {mistake}
            if not getattr(reply.objection, "is_straight", False) and not is_asked:
                assert reply.left_out == (mistake,) or isinstance(reply.objection, WrongColour)
            assert ("is wrong" in why_words(reply)) == bool(reply.left_out)
        number, cell = random.choice([n for n in missing if n != mistake.number]), claims[-1].cell
        for which in (ask_number(wrong_play, number), ask_cell(wrong_play, cell)):
            if which.answer is not Answer.PLACED:
                assert which.possible
                for claim in which.possible:
                    check_path(play, ask(wrong_play, claim))
                ending = f"(That is without {mistake.number}, which is wrong.)"
                if which.part and which.part.instead:
                    ending = (
                        f"{mistake.number} is in {cell_name(mistake.cell)} now, which is wrong."
                    )
                assert which_words(which).endswith(ending)
    assert set(kinds) >= {Answer.CERTAIN, Answer.IMPOSSIBLE}, kinds


def test_several_answers_leave_out_wrong_numbers_too() -> None:
    play = Play(Grid.of(3, 3, {Cell(0, 0): 1})).place(Cell(2, 2), 2)
    for reply in (ask_number(play, 5), ask_cell(play, Cell(1, 1))):
        assert reply.answer is Answer.POSSIBLE
        assert which_words(reply).endswith("(That is without 2, which is wrong.)")
        assert reply.left_out == (Candidate(2, Cell(2, 2)),)


def test_a_number_asked_about_elsewhere_is_said_to_be_where_it_is_now() -> None:
    """In a row only the order of the givens is right; 4 is wrong beside 1, and 3 right beside 2."""
    grid = Grid.of(1, 5, {Cell(0, 0): 1, Cell(0, 1): 2})
    play = Play(grid).place(Cell(0, 4), 4)
    reply = ask(play, Candidate(4, Cell(0, 3)))
    assert why_heading(reply) == "4 must go here"
    assert why_words(reply).endswith("4 is in row 1, column 5 now, which is wrong.")
    assert "without" not in why_words(reply)
    reply = ask(play, Candidate(5, Cell(0, 4)))
    assert why_heading(reply) == "5 must go here"
    assert why_words(reply).endswith("Row 1, column 5 holds 4 now, which is wrong.")
    right = Play(grid).place(Cell(0, 2), 3)
    words = why_words(ask(right, Candidate(3, Cell(0, 3))))
    assert words.endswith("3 is in row 1, column 3 now.")
    assert not words.startswith("3 is")


@pytest.mark.parametrize("claim", [(0, Cell(0, 0)), (6, Cell(0, 0)), (2, Cell(1, 0))])
def test_there_is_no_such_number_or_cell(claim: tuple[int, Cell]) -> None:
    with pytest.raises(MoveError, match="board"):
        ask(Play(Grid.of(1, 5)), Candidate(*claim))


def test_what_is_there_already() -> None:
    play = Play(Grid.of(1, 5, {Cell(0, 0): 1}))
    words = [
        why_words(ask(play, Candidate(n, Cell(0, column))))
        for n, column in ((1, 0), (2, 0), (1, 2))
    ]
    assert words == [
        "1 is given there.",
        "Row 1, column 1 already holds 1.",
        "1 is already placed, in row 1, column 1.",
    ]


def test_a_wrong_number_is_explained_though_others_are_wrong_too() -> None:
    play = Play(Grid.of(1, 5, {Cell(0, 0): 1})).place(Cell(0, 3), 2).place(Cell(0, 1), 5)
    reply = ask(play, Candidate(2, Cell(0, 3)))
    assert reply.answer is Answer.IMPOSSIBLE
    assert reply.left_out == ()
    assert why_words(reply).endswith("row 1, column 4 is 3 steps away.")  # so it is anyway
    assert why_heading(reply, stands=True) == "2 can’t stay here"


def test_numbers_left_out_are_named_if_the_reason_needs_them_gone() -> None:
    """The 5 stands where the path goes on from 2: without it, but not with it, 2 is right."""
    play = Play(Grid.of(1, 5, {Cell(0, 0): 1})).place(Cell(0, 1), 2).place(Cell(0, 2), 5)
    reply = ask(play, Candidate(2, Cell(0, 1)))
    assert reply.answer is Answer.CERTAIN
    assert why_words(reply).endswith("(That is without 5, which is wrong.)")


def test_joined_cells_keep_out_what_is_not_consecutive_or_lies_beside_them() -> None:
    joins = [(Cell(0, 0), Cell(0, 1)), (Cell(0, 1), Cell(0, 2))]
    play = Play(Grid.of(2, 4, {Cell(0, 1): 2}, joined=joins))
    assert why_words(ask(play, Candidate(5, Cell(0, 0)))) == "It’s joined to 2, so 1 or 3."
    assert why_words(ask(play, Candidate(3, Cell(1, 1)))) == "2 is joined to two other cells."


def test_a_neighbour_of_joined_cells_isnt_called_too_far() -> None:
    """Its number can’t be beside 2, both of whose neighbours are joined to it; but it’s a step."""
    joins = [(Cell(0, 0), Cell(0, 1)), (Cell(0, 1), Cell(0, 2))]
    play = Play(Grid.of(2, 4, {Cell(0, 1): 2}, joined=joins))
    for column in range(3):
        objection = ask(play, Candidate(3, Cell(1, column))).objection
        assert objection
        assert not isinstance(objection, TooFar)


def test_a_search_that_needs_no_placed_number_is_named_a_search() -> None:
    board = Grid.of(3, 4, blocked=[Cell(0, 1), Cell(1, 0), Cell(1, 3), Cell(2, 0)])
    reply = ask(Play(board), Candidate(4, Cell(2, 1)))
    assert why_words(reply) == "Only a search shows it: no path has 4 there."
    assert reply.is_searched
