"""The verifier passes what is told and refuses what leaves something out, and a SAT solver agrees.

With ``PEGS_TEST_ALL=1`` it reads more than 20,000 hints. Whatever it passes, reasons with a part
taken away among them, must follow by the rules of the game from the same named parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from solver.exercises import ExerciseLevel
from solver.hidoku.exercises.find_the_step import make
from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.answers import Answer
from solver.hidoku.logic.hints import explain
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate, Claim, Refuted
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.techniques.areas import filled_areas, lone_areas
from solver.hidoku.logic.techniques.contradictions import blocked
from solver.hidoku.logic.verify.sight import Sight
from solver.hidoku.logic.verify.verify import holds, is_held, verified
from solver.hidoku.logic.why import ask
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid
from solver.hidoku.search.domains import Contradiction, Dead
from tests.sampling import drawn_by, sample
from tests.solver.hidoku.logic.boards import board_by_seed
from tests.solver.hidoku.logic.judge.boards import board
from tests.solver.hidoku.logic.judge.court import Facts, has_proof, too_far
from tests.solver.hidoku.logic.judge.words import own_ends

FEW_BOARDS = 40
MOST_CHANGED = 120
RARE = 20
LEAST_REFUSED = 0.7  # of the reasons with a part changed: some say more than they need
PARTS = "numbers", "others", "joined", "eliminated"


def small_board(seed: int) -> Grid:
    return board_by_seed(seed // 2) if seed % 2 else board(seed // 2)


def minimal_board(seed: int) -> Grid:
    """A board whose hints are harder, and rest on what is named."""
    adjacency = list(Adjacency)[seed % 3]
    return generate(BoardRequest(7, 7, adjacency=adjacency, minimal=True), seed).grid


def watched(boards: Iterable[Grid]) -> Iterator[tuple[Grid, Board, Deduction]]:
    """Every step of watched solves that can be read, with the board before it."""
    for grid in boards:
        standing = dict(grid.given)
        for step in explain(grid).path:
            if not (is_searched(step) or step.because.eliminated or step.because.question):
                yield grid, dict(standing), step
            if step.placed:
                standing[step.placed.cell] = step.placed.number


def agrees(grid: Grid, standing: Board, step: Deduction) -> bool:
    """Whether a step follows from the parts that its reason names, by the rules alone."""
    because, where = step.because, {number: cell for cell, number in standing.items()}
    named = {*because.every_number, *own_ends(where, because)} & where.keys()
    facts = Facts(
        frozenset(Candidate(number, where[number]) for number in named),
        too_far(grid, standing) | {*because.eliminated},
        frozenset(because.joined),
    )
    return has_proof(grid, standing, facts, step.placed, step.eliminated)


def changed(
    random: Random, grid: Grid, standing: Board, step: Deduction
) -> Iterator[tuple[str, Deduction]]:
    """The step with one part of its reason missing or another in its place."""
    because = step.because

    def say(what: str, **parts: Any) -> tuple[str, Deduction]:
        return what, replace(step, because=replace(because, **parts))

    for name in PARTS:
        if parts := getattr(because, name):
            out = 0 if name == "numbers" else random.randrange(len(parts))  # what it is about
            yield say(f"without one of its {name}", **{name: (*parts[:out], *parts[out + 1 :])})
    if because.is_distinct:
        yield say("turning back", is_distinct=False)
    if because.ends:
        yield say("without a way on", ends=())
    if because.area and because.claim not in {Claim.COUNT, Claim.ROUTES}:
        yield say("a smaller area", area=because.area[1:])
    empty = sorted({*grid.cells} - standing.keys())
    other = random.choice(empty)
    if step.placed and other != step.placed.cell:
        yield "another cell", replace(step, placed=step.placed._replace(cell=other))
    for refuted in because.refuted[:1]:
        if refuted.chain:
            rest = (replace(refuted, chain=refuted.chain[1:]), *because.refuted[1:])
            yield say("a link of a chain missing", refuted=rest)
        if refuted.why.kind is Dead.NO_NUMBER and other not in refuted.why.cells:
            why = replace(refuted.why, cells=(other,))
            yield say("another dead end", refuted=(replace(refuted, why=why), *because.refuted[1:]))


def test_it_refuses_reasons_with_a_part_changed() -> None:
    random = drawn_by("changed reasons")
    small = sample(range(MOST_CHANGED), FEW_BOARDS, "boards of changed reasons")
    large = sample(range(MOST_CHANGED), FEW_BOARDS // 10, "large boards of changed reasons")
    boards = [*map(small_board, small), *map(minimal_board, large)]
    asked, refused = Counter[str](), Counter[str]()
    for grid, standing, step in watched(boards):
        sight = Sight(grid, standing)
        for what, other in changed(random, grid, standing, step):
            asked[what] += 1
            if holds(sight, other):
                assert agrees(grid, standing, other), (what, other)
            else:
                refused[what] += 1
    assert all(refused[what] for what in asked if asked[what] > RARE), (asked, refused)
    assert refused.total() >= LEAST_REFUSED * asked.total()
    for what in ("without a way on", "without one of its joined"):
        assert refused[what] == asked[what], (what, asked, refused)


def test_an_area_that_joins_bound_is_none_without_them() -> None:
    """Otherwise nothing would seem to fill it, so that anything would follow."""
    checked = Counter[bool]()
    for seed in range(120):
        play = Play((small_board if seed % 3 else minimal_board)(seed))
        position = Position.of(play.grid)
        for step in (*filled_areas(position), *lone_areas(position)) if play.grid.joined else ():
            loose = replace(step, because=replace(step.because, joined=()))
            is_held = holds(Sight(play.grid, play.board), loose)
            checked[is_held] += 1
            if is_held:
                assert agrees(play.grid, play.board, loose), loose
    assert checked[True]
    assert checked[False]


@pytest.mark.parametrize(
    ("number", "cell", "said", "partner"),
    [
        (3, Cell(0, 0), 3, Cell(0, 1)),  # it is consecutive
        (5, Cell(1, 0), 5, Cell(0, 1)),  # the cell isn't joined with the other
        (5, Cell(0, 0), 5, Cell(0, 2)),  # the other number isn't there
        (5, Cell(0, 0), 6, Cell(0, 1)),  # nor is the number
    ],
)
def test_it_refuses_joins_that_keep_nothing_out(
    number: int, cell: Cell, said: int, partner: Cell
) -> None:
    pairs = ((Cell(0, 0), Cell(0, 1)), (Cell(0, 0), Cell(1, 0)))
    position = Position.of(Grid.of(2, 4, {Cell(0, 1): 2}, joined=pairs))
    dead_end = Contradiction(Dead.UNJOINED, (said, 2), (cell, partner))
    because = Because(refuted=(Refuted(number, cell, dead_end),), joined=pairs)
    step = Deduction(blocked, because, eliminated=(Candidate(number, cell),))
    assert not is_held(position, step)
    true_end = Contradiction(Dead.UNJOINED, (5, 2), (Cell(0, 0), Cell(0, 1)))
    truth = replace(because, refuted=(Refuted(5, Cell(0, 0), true_end),))
    assert is_held(position, Deduction(blocked, truth, eliminated=(Candidate(5, Cell(0, 0)),)))


def is_searched(step: Deduction) -> bool:
    """Whether a step says that a search shows it, which no reader is asked to check."""
    return step.technique.reason(step).startswith("A search of all paths rules out")


def test_watched_steps_are_passed_but_for_those_that_a_search_shows() -> None:
    steps = searched = 0
    for seed in sample(range(MOST_CHANGED), FEW_BOARDS, "watched steps"):
        grid = small_board(seed)
        position = Position.of(grid)
        for step in explain(grid).path:
            steps += 1
            searched += is_searched(step)
            if not is_searched(step):
                assert verified(position, [step]), step
            position = position.after(step)
    assert steps > 500
    assert searched <= 0.02 * steps


@pytest.mark.parametrize("level", ExerciseLevel)
def test_solutions_of_exercises_are_passed(level: ExerciseLevel) -> None:
    for seed in sample(range(120), 24, f"{level} exercises"):
        exercise = make(level, seed)
        for answer in exercise.steps:
            step = exercise.step_for(answer)
            if not is_searched(step):
                assert verified(exercise.position, [step]), step


def test_a_number_that_only_unreadable_reasons_rule_out_has_an_answer() -> None:
    """Its trial has no dead end to tell, since it is out before anything is supposed."""
    play = Play(minimal_board(0))
    answer = ask(play, Candidate(39, Cell(1, 5)))
    assert answer.answer is Answer.IMPOSSIBLE
