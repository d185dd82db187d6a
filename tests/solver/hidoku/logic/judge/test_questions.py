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
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.question import NEAR, AnsweredQuestion, PlacementReason, near_misses
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


def reasons(grids: Iterable[Grid]) -> Iterator[tuple[Play, PlacementReason]]:
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
        assert reason.placed.cell == solved_cell(play, reason.placed.number)
        if isinstance(reason, AnsweredQuestion):
            fault = Judged(play.grid, play.board, reason).fault()
            assert fault is None, (fault, play.board)
            kinds.update(type(each).__name__ for each, _ in reason.groups)
    assert {"TooFar", "OneWayIn", "Leaves", "BothNeed"} <= {*kinds}, kinds


def test_what_comes_near_a_cell_doesnt_get_there_even_straight() -> None:
    near = 0
    for play, reason in islice(reasons(boards()), 200):
        if isinstance(reason, AnsweredQuestion) and reason.of_cell:
            judged = Judged(play.grid, play.board, reason)
            look = Claimed(judged.scene, (), "")
            for out, far in near_misses(Sight(play.grid, play.board), reason.placed.cell):
                steps = look.steps(far.start, out.cell, is_straight=True)
                assert abs(far.start - out.number) < steps == far.steps
                assert steps <= abs(far.start - out.number) + NEAR
                assert out not in judged.considered()
                near += 1
    assert near > 20


def solved_cell(play: Play, number: int) -> Cell:
    return solve(play.grid).solutions[0][number - 1]


def test_the_verifier_passes_each_question_and_refuses_one_without_an_alternative() -> None:
    refused = 0
    for play, reason in islice(reasons(boards()), 300):
        position = Position.of(play.grid, play.board)
        assert reason.holds(position), reason.lines
        if isinstance(reason, AnsweredQuestion) and reason.objections:
            first, *rest = reason.objections
            less = replace(reason, objections={out: reason.objections[out] for out in rest})
            assert not less.holds(position), (first, reason.lines)
            refused += 1
    assert refused > 20


def test_an_objection_doesnt_hold_of_what_is_right_nor_with_a_part_changed() -> None:
    asked = 0
    for play, reason in islice(reasons(boards()), 1000):
        scene = (
            Judged(play.grid, play.board, reason).scene
            if isinstance(reason, AnsweredQuestion)
            else None
        )
        for objection, outs in reason.groups if isinstance(reason, AnsweredQuestion) else ():
            position = Position.of(play.grid, play.board)
            question = replace(reason, objections={reason.placed: objection})
            assert not question.holds(position), (objection, reason.placed)
            if isinstance(objection, TooFar) and objection.steps:
                other = replace(objection, steps=objection.steps + 1)
                text = other.clause(outs[:1], of_cell=True)
                assert not Claimed(scene, outs[:1], text).holds()
                wrong = {**reason.objections, outs[0]: other}
                assert not replace(reason, objections=wrong).holds(position)
                asked += 1
            if isinstance(objection, Leaves) and objection.fitting:
                less = replace(objection, fitting=())
                assert "reach" not in less.clause(outs[:1], of_cell=True)
    assert asked > 5


def test_numbers_of_a_label_are_read() -> None:
    assert numbers_of("12 to 14 and 17") == {12, 13, 14, 17}
