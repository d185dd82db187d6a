"""Every step follows from what it cites, judged by a SAT solver that knows the rules alone.

For every technique of the registry: the board, and what a step says was ruled out before, must
imply what it places and eliminates; and what its sentences say must be so (see ``sentences``).
``PEGS_TEST_STEPS`` is how many steps of each technique are judged, ``PEGS_TEST_BOARDS`` on how many
boards: with 450 and 300 more than 12,000 steps. A technique that is found too seldom fails; it then
needs boards of its own in ``boards.positions``.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

import pytest

from solver.hidoku.logic.hints import explain
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.question import AnsweredQuestion
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.shorten import checked, with_reason
from solver.hidoku.logic.technique import Deduction, Technique, techniques
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.traces import trial_trace
from solver.hidoku.traces.trace import Mode, trace
from tests.sampling import sample
from tests.solver.hidoku.logic.judge.boards import board, positions, solved
from tests.solver.hidoku.logic.judge.claims import Scene
from tests.solver.hidoku.logic.judge.court import Facts, has_proof
from tests.solver.hidoku.logic.judge.questions import Judged
from tests.solver.hidoku.logic.judge.sentences import Claimed

STEPS = int(os.environ.get("PEGS_TEST_STEPS", "60"))
BOARDS = int(os.environ.get("PEGS_TEST_BOARDS", "40"))
LEAST = 50  # steps of each technique, without which the judge has not seen it
A_POSITION = 3  # steps of one technique that are judged in one position

#: `pegs-and-paths hidoku generate --rows 10 --columns 6 --difficulty expert --minimal --open-ends
#: --links 3 --seed 660708470589` made it.
JOINED = """{"board": [
[25, 0, 0, 0, 0, 0], [0, 27, 29, 0, 0, 10], [23, 0, 0, 35, 0, 11], [0, 0, 0, 0, 0, 6],
[0, 0, 0, 0, 13, 0], [38, 0, 0, 17, 0, 2], [39, 0, 16, 43, 1, 0], [58, 0, 0, 0, 0, 0],
[59, 57, 54, 0, 0, 0], [0, 0, 0, 0, 50, 0]],
"links": [[[0, 3], [0, 4]], [[0, 5], [1, 5]], [[8, 4], [9, 3]]]}"""

#: A round of these places a number that a step after it in the round once named as missing, or as
#: a cell to walk through: “There are only two ways from 3 to 11” was said with 7 in place. Or it
#: fills a neighbour of a cell whose number was said to follow from the numbers around it.
FILLED = (
    """{"board": [[0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 18, 0, 0], [3, 0, 0, 0, 21, 0, 0],
    [2, 0, 0, 0, 0, 0, 0], [null, null, 0, 0, 0, 26, 0]], "adjacency": "4",
    "links": [[[1, 3], [1, 4]]]}""",
    """{"board": [[0, 0, 0, 0, 0, 31, 32], [0, 0, 28, 0, 14, 34, 0], [0, 0, 0, 0, 0, 0, 0],
    [0, 19, 0, 0, 0, 37, 0], [2, 1, 0, 0, 9, 39, 0], [0, 0, 0, 7, 0, 0, 0]], "adjacency": "hex",
    "links": [[[0, 3], [0, 4]], [[0, 6], [1, 6]], [[1, 1], [2, 1]], [[2, 2], [3, 2]],
    [[4, 0], [4, 1]], [[5, 2], [5, 3]]]}""",
    """{"board": [[0, 16, 0, 0, 0], [null, 15, 14, 0, 0], [null, 0, 0, 0, 0], [null, 1, 0, 0, 0]],
    "adjacency": "4"}""",
)

RIVAL_FILLED = 58  # a round places a number that could once be in another cell that it fills

Board = Mapping[Cell, int]


def judge(grid: Grid, standing: Board, step: Deduction) -> None:
    """Fail if the step doesn't follow from the board, or if what it says isn't so."""
    places = {number: cell for cell, number in standing.items()}
    placements = frozenset(Candidate(number, cell) for number, cell in places.items())
    facts = Facts(placements, frozenset(step.needed), frozenset(grid.joined))
    assert has_proof(grid, standing, facts, step.placed, step.eliminated), step
    assert step.holds(Sight(grid, standing)) or step.is_searched, step
    if isinstance(step.claim, AnsweredQuestion):
        fault = Judged(grid, standing, step.claim, step.needed).fault()
        assert fault is None, (fault, standing)
        return
    scene = Scene(grid, standing, frozenset(places), frozenset(step.needed), facts.joined)
    claim = Claimed(scene, step.eliminated, step.reason, step.marks.area, step.placed)
    assert claim.holds(), (step, standing)
    check_words(step)


def check_words(step: Deduction) -> None:
    """The words name what was ruled out before, and a range has three numbers."""
    assert ("ruled out" in step.reason) is bool(step.needed), step.reason
    spans = re.findall(r"(?<!from )(?<!through )(?<!row )\b(\d+) to (\d+)", step.reason)
    assert all(int(high) - int(low) > 1 for low, high in spans), step.reason


def steps_of(technique: Technique) -> Iterator[tuple[Position, Deduction]]:
    """Steps of a technique on boards of every kind, each with its reason."""
    for position in positions(BOARDS):
        for step in islice(technique.find(position), A_POSITION):
            yield position, checked(position, with_reason(position, step))


@pytest.mark.parametrize("technique", techniques(), ids=lambda technique: technique.name)
def test_every_step_follows_from_what_it_cites(technique: Technique) -> None:
    count = 0
    for position, step in islice(steps_of(technique), STEPS):
        judge(position.layout.grid, position.board, step)
        count += 1
    assert count >= min(LEAST, STEPS), f"{technique.name} was found {count} times only"


def test_every_step_of_a_trace_holds_on_the_board_that_it_is_shown_on() -> None:
    for seed in (*sample(range(BOARDS), 16, "boards of traces"), RIVAL_FILLED):
        standing = dict(board(seed).given)
        for step in solved(seed).path:
            judge(board(seed), standing, step)
            if step.placed:
                standing[step.placed.cell] = step.placed.number


@pytest.mark.parametrize("text", FILLED, ids=["number", "cell", "neighbour"])
def test_a_step_is_worded_for_the_board_as_it_is_then(text: str) -> None:
    grid = parse_any(text)
    standing = dict(grid.given)
    for step in explain(grid).path:
        judge(grid, standing, step)
        if step.placed:
            standing[step.placed.cell] = step.placed.number


def test_a_trace_whose_time_ran_out_names_what_its_steps_rest_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There is no time then to find out which eliminations a step needs: it rests on them all."""
    grid = parse_any(FILLED[1])
    standing = dict(grid.given)
    reasoning = replace(explain(grid), path=(), is_stopped=True)
    monkeypatch.setattr(trial_trace, "explain_from", lambda *_: reasoning)
    steps = [step.deduction for step in trace(grid, Mode.LOGIC).steps if step.deduction]
    assert sum(len(step.eliminated) for step in steps) > 25
    for step in steps:
        judge(grid, standing, step)
        if step.placed:
            standing[step.placed.cell] = step.placed.number


def test_the_court_knows_what_does_not_follow() -> None:
    grid = Grid.of(2, 3, {Cell(0, 0): 1, Cell(0, 2): 3})
    between, nothing = Facts(frozenset({Candidate(1, Cell(0, 0))})), Facts()
    below = Candidate(2, Cell(1, 1))
    assert not has_proof(grid, grid.given, between, below, ())
    out = Facts(eliminated=frozenset({Candidate(2, Cell(0, 1))}))
    ends = frozenset({Candidate(1, Cell(0, 0)), Candidate(3, Cell(0, 2))})
    assert has_proof(grid, grid.given, Facts(ends, out.eliminated), below, ())
    assert not has_proof(grid, grid.given, nothing, None, [Candidate(6, Cell(1, 0))])
    facts = Facts(ends, joined=frozenset({(Cell(0, 1), Cell(1, 0))}))
    assert has_proof(grid, grid.given, facts, None, [Candidate(2, Cell(1, 1))]) is False


def test_the_steps_of_a_board_with_open_ends_and_joins_hold() -> None:
    """Step 37 of its trace once left out two of its joined cells."""
    grid = parse_any(JOINED)
    record, standing = trace(grid, Mode.LOGIC), dict(grid.given)
    for step in (entry.deduction for entry in record.steps if entry.deduction):
        judge(grid, standing, step)
        if step.placed:
            standing[step.placed.cell] = step.placed.number
