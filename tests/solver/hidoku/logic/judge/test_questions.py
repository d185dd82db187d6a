"""What a hint shows is so, and suffices: see ``questions``, which reads its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.objections.consequences import Leaves
from solver.hidoku.logic.objections.counted import TooFar
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.question import NEAR, AnsweredQuestion, near_misses
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.solve import solve
from tests.sampling import sample
from tests.solver.hidoku.logic.boards import board_by_seed
from tests.solver.hidoku.logic.judge.boards import board
from tests.solver.hidoku.logic.judge.questions import Judged
from tests.solver.hidoku.logic.judge.sentences import Claimed
from tests.solver.hidoku.logic.judge.words import numbers_of


def minimal_board(seed: int) -> Grid:
    adjacency = list(Adjacency)[seed % 3]
    side = 6 + seed % 3
    return generate(BoardRequest(side, side, adjacency=adjacency, minimal=True), seed).grid


def boards() -> Iterator[Grid]:
    for seed in sample(range(2_000), 24, "boards of questions"):
        yield board_by_seed(seed) if seed % 2 else board(seed)
    yield from map(minimal_board, sample(range(120), 9, "large boards of questions"))


def reasons(grids: Iterable[Grid]) -> Iterator[tuple[Play, Deduction]]:
    """The reason of every hint on boards played by hints alone."""
    for grid in grids:
        play = Play(grid)
        is_puzzle = solve(grid).unique
        while is_puzzle and not play.is_solved:
            advice = hint(play)
            assert advice.number is not None
            assert advice.cell is not None
            if advice.reason:
                yield play, advice.reason
            play = play.place(advice.cell, advice.number)


def test_each_alternative_of_a_hint_has_an_objection_that_is_true() -> None:
    kinds = Counter[str]()
    for play, reason in reasons(boards()):
        assert reason.placed
        assert reason.placed.cell == solved_cell(play, reason.placed.number)
        if isinstance(question := reason.claim, AnsweredQuestion):
            fault = Judged(play.grid, play.board, question).fault()
            assert fault is None, (fault, play.board)
            kinds.update(type(objection).__name__ for objection, _ in question.groups)
    assert {"TooFar", "OneWayIn", "Leaves", "BothNeed"} <= {*kinds}, kinds


def test_what_comes_near_a_cell_doesnt_get_there_even_straight() -> None:
    near = 0
    for play, reason in islice(reasons(boards()), 200):
        if isinstance(question := reason.claim, AnsweredQuestion) and question.of_cell:
            question_judge = Judged(play.grid, play.board, question)
            look = Claimed(question_judge.scene, (), "")
            for out, far in near_misses(Sight(play.grid, play.board), question.placed.cell):
                steps = look.steps(far.start, out.cell, is_straight=True)
                assert abs(far.start - out.number) < steps == far.steps
                assert steps <= abs(far.start - out.number) + NEAR
                assert out not in question_judge.considered()
                near += 1
    assert near > 20


def solved_cell(play: Play, number: int) -> Cell:
    return solve(play.grid).solutions[0][number - 1]


def test_the_verifier_passes_each_question_and_refuses_one_without_an_alternative() -> None:
    refusals = 0
    for play, reason in islice(reasons(boards()), 300):
        sight = Sight(play.grid, play.board)
        assert reason.holds(sight), reason.lines
        question = reason.claim
        if isinstance(question, AnsweredQuestion) and question.objections:
            first, *outs = question.objections
            query = replace(question, objections={out: question.objections[out] for out in outs})
            assert not query.places(sight, question.placed), (first, reason.lines)
            refusals += 1
    assert refusals > 20


def test_an_objection_doesnt_hold_of_what_is_right_nor_with_a_part_changed() -> None:
    changes = 0
    for play, reason in islice(reasons(boards()), 1000):
        question = reason.claim
        if not isinstance(question, AnsweredQuestion):
            continue
        scene = Judged(play.grid, play.board, question).scene
        sight = Sight(play.grid, play.board)
        placement = question.placed
        for objection, outs in question.groups:
            assert not objection.holds(sight, placement), (objection, placement)
            if isinstance(objection, TooFar) and objection.steps:
                changed_objection = replace(objection, steps=objection.steps + 1)
                text = changed_objection.clause(outs[:1], of_cell=True)
                assert not Claimed(scene, outs[:1], text).holds()
                wrong = {**question.objections, outs[0]: changed_objection}
                assert not replace(question, objections=wrong).places(sight, placement)
                changes += 1
            if isinstance(objection, Leaves) and objection.fitting:
                bare_objection = replace(objection, fitting=())
                assert "reach" not in bare_objection.clause(outs[:1], of_cell=True)
    assert changes > 5


def test_numbers_of_a_label_are_read() -> None:
    assert numbers_of("12 to 14 and 17") == {12, 13, 14, 17}
