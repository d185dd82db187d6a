"""What a hint shows is so, and suffices: see ``questions``, which reads its words."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

import pytest

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.objections.consequences import Consequence
from solver.hidoku.logic.objections.counted import TooFar
from solver.hidoku.logic.objections.vacancies import Distance, Obstruction, ShutOff, Vacancy
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.question import AnsweredQuestion, near_gaps
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.solve import solve
from solver.hidoku.text.hints import why_no_other_cell, why_no_other_number, why_not_its_gap
from tests.sampling import sample
from tests.solver.hidoku.logic.boards import board_by_seed
from tests.solver.hidoku.logic.judge.boards import board
from tests.solver.hidoku.logic.judge.questions import Judged
from tests.solver.hidoku.logic.judge.sentences import Claimed
from tests.solver.hidoku.logic.judge.words import cells_of, few_numbers, numbers_of
from webapp.hidoku.board_name import parse_name


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
        assert reason.placed.cell == solve(play.grid).solutions[0][reason.placed.number - 1]
        if isinstance(question := reason.claim, AnsweredQuestion):
            fault = Judged(play.grid, play.board, question).fault()
            assert fault is None, (fault, play.board)
            kinds.update(type(objection).__name__ for objection, _ in question.groups)
    assert {"TooFar", "OneWayIn", "Leaves", "DeadEnd"} <= {*kinds}, kinds


def test_every_gap_that_doesnt_reach_a_cell_is_too_short_by_as_much_as_is_said() -> None:
    lines_read = 0
    for play, reason in islice(reasons(boards()), 200):
        question = reason.claim
        if not isinstance(question, AnsweredQuestion) or not question.of_cell:
            continue
        cell = question.placed.cell
        judged = Judged(play.grid, play.board, question)
        scene = judged.scene
        reaching = {scene.gap(n) for n, _ in (*judged.considered(), question.placed)}
        counts: dict[tuple[int, ...], tuple[int, ...]] = {}  # of each gap the steps and the length
        for low, high in scene.gaps - reaching:
            ends = tuple(end for end in (low, high) if end in scene.where)
            steps = [scene.steps(end, cell, is_straight=True) or 0 for end in ends]
            counts[ends] = (*steps, high - low - (len(ends) < 2))
        gaps = near_gaps(Sight(play.grid, play.board), cell)
        for line in why_no_other_number(gaps):
            numbers = [int(number) for number in re.findall(r"\d+", line)]
            if "only" in line:
                end, *figures = numbers
                ends = (end,)
            else:
                high, length, low, *steps = numbers
                ends = (low, high)
                figures = [*steps, length]
            assert counts[ends] == tuple(figures)
            *steps, length = counts.pop(ends)
            assert sum(steps) > length
            lines_read += 1
            if line.startswith("None of the other gaps gets nearer: "):
                assert all(sum(s) - n >= sum(steps) - length for *s, n in counts.values())
                counts.clear()
        assert not {*counts} - {()}
    assert lines_read > 20


def test_a_cell_said_to_be_too_far_is_and_no_other_would_be_asked_about_before() -> None:
    lines_read = 0
    for play, reason in islice(reasons(boards()), 200):
        question = reason.claim
        if not isinstance(question, AnsweredQuestion) or question.of_cell or not question.ends:
            continue
        number = question.placed.number
        judged = Judged(play.grid, play.board, question)
        scene = judged.scene
        considered = {cell for _, cell in judged.considered()} | {question.placed.cell}
        needs = sorted((abs(end - number), end) for end, _ in question.ends)
        lacks = {
            cell: [
                max(0, (scene.steps(end, cell, is_straight=True) or 0) - needed)
                for needed, end in needs
            ]
            for cell in {*scene.empty} - considered
        }
        lines = [*why_no_other_cell(Sight(play.grid, play.board), question.placed)]
        assert len(lines) == (2 if lacks else 0)
        for line in lines[1:]:
            [cell] = cells_of(line)
            claim = Claimed(scene, [Candidate(number, cell)], line)
            assert claim.form, line
            assert claim.holds(), (line, play.board)
            assert lacks[cell] == min(lacks.values(), key=lambda lack: (lack[0], sum(lack)))
            lines_read += 1
    assert lines_read > 5


def test_each_other_number_of_its_gap_is_an_alternative_or_said_to_be_too_far() -> None:
    lines_read = 0
    for play, reason in islice(reasons(boards()), 200):
        question = reason.claim
        if not isinstance(question, AnsweredQuestion) or not question.of_cell:
            continue
        number, cell = question.placed
        scene = Judged(play.grid, play.board, question).scene
        near = {n for n, _ in Judged(play.grid, play.board, question).considered()}
        low, high = scene.gap(number)
        numbers = {n for n in scene.missing if low < n < high} - near - {number}
        for line in why_not_its_gap(Sight(play.grid, play.board), question.placed):
            label, _, text = line.removeprefix("Not ").partition(": ")
            outs = [Candidate(n, cell) for n in few_numbers(label)]
            claim = Claimed(scene, outs, text)
            assert claim.form, line
            assert claim.holds(), (line, play.board)
            numbers -= few_numbers(label)
            lines_read += 1
        assert not numbers
    assert lines_read > 20


#: Hints once named a cell here and said that none came nearer, and these did.
NEARER: Final = (("v7-8x8-expert-208870608", 3, Cell(4, 4), {Cell(3, 4), Cell(5, 4)}),)


@pytest.mark.parametrize(("name", "number", "place", "cells"), NEARER)
def test_the_cell_that_is_named_is_one_that_a_player_asks_about(
    name: str, number: int, place: Cell, cells: set[Cell]
) -> None:
    request, seed, _ = parse_name(name)
    for play, reason in reasons([generate(request, seed).grid]):
        if reason.placed == (number, place):
            [_, line] = why_no_other_cell(Sight(play.grid, play.board), reason.placed)
            assert {*cells_of(line)} <= cells, line
            return
    raise AssertionError


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


def parts_changed(vacancy: Vacancy, placed_numbers: set[int]) -> Iterator[Vacancy]:
    """The same without a number, and with one more step, or without one of several obstacles."""
    if isinstance(vacancy, ShutOff):
        yield replace(vacancy, room=1 - vacancy.room)
        return
    assert isinstance(vacancy, Obstruction)
    obstacles = vacancy.obstacles
    rivals = [n for n in vacancy.reaching if n not in placed_numbers]
    if len(rivals) > 1 and len(obstacles) == 1:
        reaching = tuple(n for n in vacancy.reaching if n != rivals[0])
        yield replace(vacancy, reaching=reaching)
    for at, obstacle in enumerate(obstacles):
        remainder = (*obstacles[:at], *obstacles[at + 1 :])
        if isinstance(obstacle, Distance) and not obstacle.stops:
            farther = replace(obstacle, steps=(obstacle.steps or 0) + 1, straight=None)
            yield replace(vacancy, obstacles=(*remainder, farther))
        if remainder:
            yield replace(vacancy, obstacles=remainder)


def test_an_objection_doesnt_hold_of_what_is_right_nor_with_a_part_changed() -> None:
    changes = vacancies = 0
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
            if isinstance(objection, Consequence) and (vacancy := objection.refuted.vacancy):
                placed_numbers = {
                    outs[0].number,
                    *(link.number for link in objection.refuted.chain),
                }
                for part in parts_changed(vacancy, placed_numbers):
                    trial = replace(objection.refuted, vacancy=part)
                    claim = replace(objection, refuted=trial)
                    assert not claim.holds(sight, outs[0]), part
                    text = claim.clause(outs[:1], of_cell=question.of_cell)
                    assert not Claimed(scene, outs[:1], text).holds(), text
                    vacancies += 1
    assert changes > 5
    assert vacancies > 20


def test_numbers_of_a_label_are_read() -> None:
    assert numbers_of("12 to 14 and 17") == {12, 13, 14, 17}
