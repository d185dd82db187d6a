"""A claim holds of what it says, and no more once a part of it is changed; a SAT solver agrees."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.answers import Answer
from solver.hidoku.logic.claims import Claim
from solver.hidoku.logic.hints import explain
from solver.hidoku.logic.objections.leaves import Leaves
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate, Refuted
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.why import ask
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid
from solver.hidoku.search.domains import Contradiction, Dead
from tests.sampling import sample
from tests.solver.hidoku.logic.boards import board_by_seed
from tests.solver.hidoku.logic.judge.boards import board
from tests.solver.hidoku.logic.judge.claims import Scene
from tests.solver.hidoku.logic.judge.court import Facts, has_proof
from tests.solver.hidoku.logic.judge.sentences import Claimed

BOARDS = 500
MOST_SEARCHED = 0.03  # of watched steps


def small_board(seed: int) -> Grid:
    return board_by_seed(seed // 2) if seed % 2 else board(seed // 2)


def minimal_board(seed: int) -> Grid:
    """A board whose hints are harder."""
    adjacency = list(Adjacency)[seed % 3]
    return generate(BoardRequest(7, 7, adjacency=adjacency, minimal=True), seed).grid


@cache
def watched() -> list[tuple[Grid, Board, Deduction]]:
    """Return every step of watched solves, with the board before it."""
    small = map(small_board, sample(range(BOARDS), 30, "boards of changed claims"))
    large = map(minimal_board, sample(range(120), 5, "large boards of changed claims"))
    steps = []
    for grid in (*small, *large):
        standing = dict(grid.given)
        for step in explain(grid).path:
            steps.append((grid, dict(standing), step))
            if step.placed:
                standing[step.placed.cell] = step.placed.number
    return steps


def changed(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """The claim with one part missing or another in its place."""
    for field in fields(claim):  # type: ignore[arg-type]
        value: Any = getattr(claim, field.name)
        name = f"{type(claim).__name__}.{field.name}"
        if isinstance(value, tuple) and len(value) > 1 and not isinstance(value, Cell):
            yield name, replace(claim, **{field.name: value[1:]})  # type: ignore[type-var]
        elif isinstance(value, int):
            yield name, replace(claim, **{field.name: value + 1})  # type: ignore[type-var]
        elif isinstance(value, Refuted) and value.chain:
            shorter = replace(value, chain=value.chain[1:])
            yield f"{name}.chain", replace(claim, **{field.name: shorter})  # type: ignore[type-var]


def follows(grid: Grid, standing: Board, step: Deduction) -> bool:
    """Whether a step follows from the board by the rules alone."""
    placements = frozenset(Candidate(number, cell) for cell, number in standing.items())
    facts = Facts(placements, frozenset(step.needed), frozenset(grid.joined))
    return has_proof(grid, standing, facts, step.placed, step.eliminated)


def test_claims_hold_and_few_steps_rest_on_a_search() -> None:
    """A changed claim holds only if it is as true: what it says by then is so."""
    steps = searches = trials = refusals = 0
    by_part = Counter[str]()
    for grid, standing, step in watched():
        sight = Sight(grid, standing)
        steps += 1
        searches += step.is_searched
        if step.is_searched:
            continue
        assert step.holds(sight), step
        for name, claim in changed(step.claim):
            trials += 1
            twin = replace(step, claim=claim)
            if not twin.holds(sight):
                refusals += 1
                by_part[name] += 1
                continue
            assert follows(grid, standing, twin), twin
            numbers = frozenset(standing.values())
            scene = Scene(grid, standing, numbers, frozenset(step.needed), frozenset(grid.joined))
            sentence = Claimed(scene, step.eliminated, twin.reason, twin.marks.area, step.placed)
            assert sentence.holds(), (name, twin)
    assert steps > 500
    assert searches <= MOST_SEARCHED * steps
    assert refusals > trials / 2, (trials, by_part)
    assert len(by_part) > 15, by_part


def test_a_claim_holds_of_nothing_that_is_right() -> None:
    """What the solution has is ruled out by no claim, whatever claim is asked."""
    trials = 0
    for grid, standing, step in watched():
        sight = Sight(grid, standing).without(step.needed)
        for out in step.eliminated[:1]:
            for cell in grid.cells:
                candidate = Candidate(out.number, cell)
                if cell not in standing and cell != out.cell and step.claim.holds(sight, candidate):
                    trials += 1
                    assert follows(grid, standing, replace(step, eliminated=(candidate,)))
    assert trials > 50


@pytest.mark.parametrize(
    ("number", "cell", "cited_number", "partner"),
    [
        (3, Cell(0, 0), 3, Cell(0, 1)),  # it is consecutive
        (5, Cell(1, 0), 5, Cell(0, 1)),  # the cell isn't joined with the other
        (5, Cell(0, 0), 5, Cell(0, 2)),  # the other number isn't there
        (5, Cell(0, 0), 6, Cell(0, 1)),  # nor is the number
    ],
)
def test_it_refuses_joins_that_keep_nothing_out(
    number: int, cell: Cell, cited_number: int, partner: Cell
) -> None:
    pairs = ((Cell(0, 0), Cell(0, 1)), (Cell(0, 0), Cell(1, 0)))
    position = Position.of(Grid.of(2, 4, {Cell(0, 1): 2}, joined=pairs))
    dead_end = Contradiction(Dead.UNJOINED, (cited_number, 2), (cell, partner))
    out = Candidate(number, cell)
    sight = Sight(position.layout.grid, position.board)
    assert not Leaves(Refuted(number, cell, dead_end)).holds(sight, out)
    true_end = Contradiction(Dead.UNJOINED, (5, 2), (Cell(0, 0), Cell(0, 1)))
    assert Leaves(Refuted(5, Cell(0, 0), true_end)).holds(sight, Candidate(5, Cell(0, 0)))


def test_a_number_that_only_unreadable_reasons_rule_out_has_an_answer() -> None:
    """Its trial has no dead end to tell, since it is out before anything is supposed."""
    play = Play(minimal_board(0))
    answer = ask(play, Candidate(39, Cell(1, 5)))
    assert answer.answer is Answer.IMPOSSIBLE
