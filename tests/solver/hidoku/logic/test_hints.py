from collections import Counter
from dataclasses import replace
from itertools import product
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.easiest_reason import easiest_reason
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.objections.consequences import DeadEnd
from solver.hidoku.logic.objections.counted import BothNeed
from solver.hidoku.logic.objections.leaves import Leaves
from solver.hidoku.logic.objections.registry import DIRECT, MOST_WORK, object_to
from solver.hidoku.logic.objections.vacancies import Obstruction
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import State
from solver.hidoku.logic.technique import Technique
from solver.hidoku.logic.techniques.between import OnlyBetween, between, one_way
from solver.hidoku.logic.techniques.contradictions import contradictions
from solver.hidoku.logic.techniques.singles import only_cells
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.hints import hint_texts
from tests.sampling import sample
from tests.solver.hidoku.hidoku_checks import puzzles, solvable
from tests.solver.hidoku.logic.boards import board_by_seed, hint_after, hint_with

START = Play(BOARDS["findling"].grid)
TRIED = Play(board_by_seed(904))
HARD = parse_any("_,_,14,10,_\n_,_,_,_,_\n_,_,_,21,_\n_,25,_,_,_\n_,_,_,6,_", Adjacency.EIGHT)


def followed(play: Play) -> tuple[Play, Counter[Technique]]:
    uses: Counter[Technique] = Counter()
    while (advice := hint(play)).technique is not State.FINISHED:
        assert advice.cell is not None
        assert advice.number is not None
        uses[advice.technique] += 1
        play = play.place(advice.cell, advice.number)
        assert all(text.endswith((".", "?", ".)")) for text in hint_texts(advice))
    return play, uses


def test_hints_alone_solve_the_known_board() -> None:
    play, uses = followed(START)
    assert play.is_solved
    assert all(technique.is_placing for technique in uses)
    assert sum(uses.values()) == 73


def test_the_first_hint_rests_on_its_two_neighbours() -> None:
    advice = hint(START)
    assert (advice.technique, advice.number, advice.cell) == (between, 24, Cell(3, 4))
    assert advice.reason
    assert advice.reason.claim == OnlyBetween(23, 25)
    assert hint_texts(advice)[2] == "Place 24 in row 4, column 5."


def test_a_board_that_needs_a_contradiction() -> None:
    play, uses = followed(TRIED)
    assert play.is_solved
    assert uses[contradictions] >= 1
    assert not uses[State.SEARCH]


def test_a_trial_shows_what_follows_and_its_dead_end() -> None:
    play, advice = hint_with(DeadEnd)
    assert advice.technique is contradictions
    assert advice.question
    (trial, [out]), *_ = [pair for pair in advice.question.groups if isinstance(pair[0], DeadEnd)]
    assert trial.clause([out], of_cell=True) in hint_texts(advice)[1]
    with_it = play.grid.with_givens({**play.board, out.cell: out.number})
    assert solve(with_it).verdict is Verdict.NONE


def test_a_trial_names_what_stops_each_number_from_the_cell_left_empty() -> None:
    play, advice = hint_after(624, 7)
    assert advice.question
    [trial] = [kind for kind, _ in advice.question.groups if isinstance(kind, DeadEnd)]
    end = "nothing fits row 4, column 5: counting leaves only 12, but that’s 2 steps from 11."
    assert end in hint_texts(advice)[1]
    sight = Sight(play.grid, play.board)
    out = Candidate(trial.refuted.number, trial.refuted.cell)
    assert trial.holds(sight, out)
    assert isinstance(trial.refuted.vacancy, Obstruction)
    vacancy = replace(trial.refuted.vacancy, reaching=(13,))
    assert not replace(trial, refuted=replace(trial.refuted, vacancy=vacancy)).holds(sight, out)


def test_numbers_that_leave_a_cell_to_each_other_alone_are_objected_to_at_once() -> None:
    text = hint_texts(hint(Play(board_by_seed(32))))[1]
    objection = "Then nothing fits row 1, column 1: it has no empty neighbour left."
    assert f"Not 18 or 20: {objection}" in text


def test_two_numbers_need_a_cell_only_if_either_could_be_there() -> None:
    """Of 3, 2 would have one cell, and 4 none that touches 5."""
    givens = {Cell(0, 0): 1, Cell(0, 2): 5}
    grid = Grid.of(2, 4, givens, blocked={Cell(1, 1), Cell(1, 2)})
    survey = Survey(Position.of(grid))
    out = Candidate(3, Cell(0, 1))
    assert not [claim for claim in BothNeed.against(survey, out) if claim.holds(survey.sight, out)]
    objection = object_to(survey, out, DIRECT)
    assert objection
    assert objection.clause([out], of_cell=False) == "Then no empty cells lead from 3 to 5."


def test_a_route_that_joined_cells_alone_forbid_is_said_to_be() -> None:
    """Straight through the lower row there would be one, but its middle cell is joined to both."""
    triple = [(Cell(1, 0), Cell(1, 1)), (Cell(1, 1), Cell(1, 2))]
    out = Candidate(6, Cell(0, 1))
    for pairs, words in ((triple, " that keeps joined cells together"), ([], "")):
        grid = Grid.of(2, 3, {Cell(0, 0): 1, Cell(0, 2): 4}, joined=pairs)
        claims = [*Leaves.against(Survey(Position.of(grid)), out)]
        texts = {claim.clause([out], of_cell=False) for claim in claims}
        assert (f"Then there is no route from 1 to 4 in 3 steps{words}." in texts) is bool(pairs)


def test_where_nothing_short_leads_on_the_hint_says_that_a_search_does() -> None:
    advice = hint(Play(HARD))
    assert advice.technique is State.SEARCH
    assert hint_texts(advice)[1].startswith("No short reason is known: trying all paths shows ")


def test_a_hint_is_no_longer_than_a_person_follows() -> None:
    for seed, adjacency in sample(product(range(12), Adjacency), 9, "no longer hint"):
        grid = generate(BoardRequest(6, 6, adjacency=adjacency, minimal=True), seed).grid
        play = Play(grid)
        while (advice := hint(play)).technique is not State.FINISHED:
            assert advice.question is None or advice.question.work < MOST_WORK
            assert advice == hint(play)
            assert advice.cell is not None
            assert advice.number is not None
            play = play.place(advice.cell, advice.number)


@given(st.one_of(puzzles(), solvable(16)))
def test_hints_lead_every_solvable_board_to_its_end(grid: Grid) -> None:
    if solve(grid, 1, Budget(nodes=20_000)).verdict is Verdict.NONE:
        assert hint(Play(grid)).technique is State.IMPOSSIBLE
    else:
        assert followed(Play(grid))[0].is_solved


def test_the_earliest_wrong_number_is_named_first() -> None:
    play = START.place(Cell(3, 4), 24).place(Cell(5, 3), 13).place(Cell(5, 4), 51)
    advice = hint(play)
    assert (advice.technique, advice.number, advice.cell) == (State.WRONG, 13, Cell(5, 3))
    assert hint_texts(advice)[2] == "Remove 13 from row 6, column 4."


def test_a_wrong_number_in_conflict_says_with_which() -> None:
    advice = hint(START.place(Cell(0, 0), 5))
    nudge, reason, move = hint_texts(advice)
    assert nudge == "Look at 5. Is it in the right cell?"
    assert reason == "1 and 5 are too far apart: row 10, column 1 and row 1, column 1."
    assert move == "Remove 5 from row 1, column 1."
    assert advice.conflict
    assert {*advice.conflict.cells} == {Cell(0, 0), Cell(9, 0)}


def test_a_wrong_number_without_a_conflict() -> None:
    path = solve(START.grid).solutions[0]
    place = next(cell for cell in START.grid.neighbours(path[1]) if cell == Cell(8, 0))
    advice = hint(START.place(place, 2))
    assert hint_texts(advice)[1] == (
        "The givens allow only one cell for 2, and it isn’t row 9, column 1."
    )


def test_several_means_two_solutions() -> None:
    assert hint(Play(Grid.of(4, 4))).technique is State.SEVERAL
    advice = hint(Play(Grid.of(12, 12)), Budget(nodes=200))
    assert advice.technique in {State.POSSIBLE, State.SEARCH, State.SEVERAL}
    play = Play(Grid.of(1, 4)).place(Cell(0, 0), 1)
    assert hint(play).technique is one_way


@pytest.mark.parametrize("givens", [{}, {Cell(0, 0): 1}])
def test_a_hint_without_time_left_says_something_all_the_same(givens: dict[Cell, int]) -> None:
    play = Play(Grid.of(20, 20, givens, adjacency=Adjacency.FOUR))
    advice = hint(play, Budget(deadline=monotonic() - 1))
    assert advice.technique is State.SEARCH
    assert all(hint_texts(advice))


def test_a_hint_knows_the_solution_of_a_hard_board() -> None:
    request = BoardRequest(15, 15, adjacency=Adjacency.FOUR, minimal=True)
    play = Play(generate(request, 49).grid)
    for _ in range(9):  # the last isn't shown by techniques alone
        advice = hint(play)
        assert advice.cell is not None
        assert advice.number is not None
        play = play.place(advice.cell, advice.number)
    assert advice.technique is State.SEARCH


def test_a_placement_is_looked_for_only_in_the_time_given() -> None:
    position = Position.of(TRIED.grid)
    assert easiest_reason(position)
    assert not easiest_reason(position, budget=Budget(deadline=monotonic() - 1))


def test_a_wrong_number_on_a_board_with_several_solutions() -> None:
    play = Play(Grid.of(1, 5)).place(Cell(0, 0), 5).place(Cell(0, 3), 4).place(Cell(0, 1), 2)
    advice = hint(play)
    assert (advice.technique, advice.number) == (State.WRONG, 4)


@pytest.mark.parametrize(
    ("play", "technique"),
    [
        (Play(parse_any("1,1,_")), State.IMPOSSIBLE),
        (Play(parse_any("2,_,_")), State.IMPOSSIBLE),
        (Play(parse_any("1,2,3")), State.FINISHED),
        (Play(Grid.of(3, 3)), State.SEVERAL),
        (Play(Grid.of(1, 1)), only_cells),
    ],
)
def test_other_values(play: Play, technique: Technique) -> None:
    advice = hint(play)
    assert advice.technique is technique
    assert all(hint_texts(advice))
