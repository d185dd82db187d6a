from dataclasses import replace
from time import monotonic

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import PLACEMENTS, Step, StepKind
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import Verdict, board_of, solve
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.chains import step_text
from solver.hidoku.traces.trace import Mode, Trace, excerpt, trace
from tests.solver.hidoku.hidoku_checks import is_solution, puzzles

FINDLING = BOARDS["findling"].grid
SOLUTION = board_of(solve(FINDLING).solutions[0])


TRYING = [mode for mode in Mode if mode is not Mode.LOGIC]


def replayed(record: Trace) -> None:
    """Every frame follows from the one before it; a step back gives an earlier frame."""
    boards = [dict(record.grid.givens)]
    is_excerpt = any(step.left_out for step in record.steps)
    assert record.board_at(0) == boards[0]
    for index, step in enumerate(record.steps[1:], 1):
        board, before = record.board_at(index), boards[-1]
        boards.append(board)
        assert step_text(step).endswith((".", ".)"))
        if step.kind in PLACEMENTS:
            assert step.cell is not None
            assert step.cell not in before
            assert step.number not in before.values()
            assert board == {**before, step.cell: step.number}
        elif step.kind is StepKind.RETREAT:
            assert step.cell is not None
            assert before[step.cell] == step.number
            assert step.cell not in board
            if not is_excerpt:
                assert board in boards[:-1]
        elif step.kind is StepKind.SOLVED:
            assert is_solution(record.grid, board)
        elif step.kind is StepKind.LEFT_OUT:
            assert len(board) == len(record.grid.givens) + step.placed
        elif step.kind is not StepKind.PROVED:
            assert board == before


@pytest.mark.parametrize(
    ("mode", "tries", "nodes"),
    [
        (Mode.LOGIC, 0, 1),
        (Mode.TECHNIQUES, 0, 1),
        (Mode.RULES, 28, 29),
        (Mode.LEARNING, 8, 9),
        (Mode.SEARCH, 424, 1216),
    ],
)
def test_the_known_board(mode: Mode, tries: int, nodes: int) -> None:
    record = trace(FINDLING, mode)
    assert record.steps[0].kind is StepKind.START
    assert record.steps[-1].kind is StepKind.PROVED
    assert record.solution == record.board_at(-1) == SOLUTION
    assert sum(step.kind is StepKind.TRY for step in record.steps) == tries
    assert record.steps[-1].nodes == nodes
    replayed(record)


@pytest.mark.parametrize(
    ("mode", "goes_on"), [(Mode.TECHNIQUES, False), (Mode.RULES, True), (Mode.SEARCH, True)]
)
def test_a_solution_says_whether_something_is_left(mode: Mode, goes_on: bool) -> None:
    record = trace(FINDLING, mode)
    (place,) = (i for i, step in enumerate(record.steps) if step.kind is StepKind.SOLVED)
    assert ("The search continues" in step_text(record.steps[place])) == goes_on
    tries_after = any(step.kind is StepKind.TRY for step in record.steps[place:])
    assert tries_after == goes_on


@given(puzzles())
def test_a_solution_goes_on_only_if_it_is_not_the_end(grid: Grid) -> None:
    ends = {1, grid.last} <= set(grid.given.values())
    for mode in Mode if ends else [Mode.RULES, Mode.LEARNING, Mode.TECHNIQUES]:
        steps = trace(grid, mode).steps
        for index, step in enumerate(steps):
            if step.kind is StepKind.SOLVED:
                assert step.goes_on == (
                    len(steps) > index + 2
                    and step.kind not in [later.kind for later in steps[:index]]
                )


def test_a_search_calls_nothing_a_try_that_is_the_only_option() -> None:
    steps = trace(FINDLING, Mode.SEARCH).steps
    open_tries: list[int] = []  # by the numbers placed before each
    for step in steps[:-1]:
        while open_tries and open_tries[-1] >= step.placed:
            open_tries.pop()
        if step.kind is StepKind.TRY:
            assert step.options > 1
            open_tries.append(step.placed - 1)
        assert step.depth == len(open_tries)
    failures = [
        at for at, step in enumerate(steps) if "only other cell is ruled out" in step_text(step)
    ]
    assert len(failures) > 100
    for at in failures:
        assert steps[at - 1].kind is StepKind.CONTRADICTION
        assert steps[at - 1].number == steps[at].number


@given(puzzles())
@example(BOARDS["ten-dead-ends"].grid)
def test_a_clause_that_is_learnt_is_true_and_used_only_with_its_other_trials(grid: Grid) -> None:
    record = trace(grid, Mode.LEARNING)
    steps = record.steps
    ends = [at for at, step in enumerate(steps) if step.kind is StepKind.SOLVED]
    clauses: list[set[Candidate]] = []
    for at, step in enumerate(steps):
        if step.kind is not StepKind.CLAUSE:
            continue
        board = {**record.board_at(at)}
        assert all(board[cell] == number for number, cell in step.standing)
        if step.eliminated:
            assert step.cell not in board
            is_blocked_solution = any(end < at for end in ends)
            assert {*step.standing, *step.eliminated} in clauses or is_blocked_solution
            continue
        clauses.append({*step.standing})
        if not any(end < at for end in ends):
            tried = replace(grid, givens=(*grid.givens, *((c, n) for n, c in step.standing)))
            assert solve(tried).verdict is Verdict.NONE


def test_a_clause_is_used_again_in_another_branch_and_what_is_not_to_blame_is_skipped() -> None:
    texts = [step_text(step) for step in trace(BOARDS["ten-dead-ends"].grid, Mode.LEARNING).steps]
    together = "5 in row 1, column 3 and 29 in row 2, column 5"
    learnt = texts.index(f"Learnt: {together} needn’t be tried together again.")
    again = "Not 29 in row 2, column 5 again: that was tried with 5 in row 1, column 3."
    uses = [at for at, text in enumerate(texts) if text == again]
    changes = [at for at, text in enumerate(texts) if text.startswith("Back: 20 ")]
    assert learnt < uses[0] < changes[0] < uses[-1]
    three = [step_text(step) for step in trace(BOARDS["three-dead-ends"].grid, Mode.LEARNING).steps]
    skipped = three.index("Learnt: 9 in row 3, column 2 needn’t be tried again.") + 1
    assert [text[:8] for text in three[skipped : skipped + 2]] == ["Back: 7 ", "Back: 9 "]


@given(puzzles())
def test_every_trace_is_consistent_and_right(grid: Grid) -> None:
    ends = {1, grid.last} <= set(grid.given.values())
    verdict = solve(grid).verdict
    last = {
        Verdict.NONE: StepKind.IMPOSSIBLE,
        Verdict.UNIQUE: StepKind.PROVED,
        Verdict.SEVERAL: StepKind.SEVERAL,
    }
    for mode in TRYING if ends else [Mode.RULES, Mode.LEARNING, Mode.TECHNIQUES]:
        record = trace(grid, mode)
        assert record.steps[-1].kind is last[verdict]
        assert (record.solution is None) == (verdict is Verdict.NONE)
        replayed(record)


@pytest.mark.parametrize("mode", Mode)
def test_a_deadline_stops_it_and_is_reported(mode: Mode) -> None:
    record = trace(FINDLING, mode, Budget(deadline=0))
    assert [step.kind for step in record.steps] == [StepKind.START, StepKind.STOPPED]


@pytest.mark.parametrize("mode", TRYING)
def test_nodes_that_are_opened_stop_it_and_it_says_so(mode: Mode) -> None:
    grid = Grid.of(5, 5, {Cell(0, 0): 1, Cell(4, 4): 25})
    record = trace(grid, mode, Budget(nodes=2))
    assert record.steps[-1].kind is StepKind.STOPPED
    assert record.steps[-1].nodes == 3
    replayed(record)


def test_a_faulty_board_ends_at_once() -> None:
    kinds = [step.kind for step in trace(parse_any("1,1,_"), Mode.RULES).steps]
    assert kinds == [StepKind.START, StepKind.IMPOSSIBLE]


JOINED = Grid.of(
    4,
    2,
    adjacency=Adjacency.HEX,
    joined=[(Cell(0, 0), Cell(1, 0)), (Cell(0, 1), Cell(1, 1)), (Cell(1, 0), Cell(1, 1))],
)


@given(puzzles())
@example(JOINED)  # a gap that has no placed number at either end
def test_logic_places_what_is_sure_and_says_where_it_ends(grid: Grid) -> None:
    record, sure = trace(grid, Mode.LOGIC), trace(grid, Mode.TECHNIQUES)
    kinds = [step.kind for step in record.steps]
    assert StepKind.TRY not in kinds
    replayed(record)
    assert record.steps[:-1] == sure.steps[: len(record) - 1]
    assert (kinds[-1] is StepKind.STUCK) == (StepKind.TRY in {step.kind for step in sure.steps})
    if kinds[-1] is StepKind.STUCK:
        for path in solve(grid).solutions:
            assert record.board_at(-1).items() <= board_of(path).items()


@given(puzzles())
def test_what_is_ruled_out_stays_so_while_its_tries_stand(grid: Grid) -> None:
    record = trace(grid, Mode.TECHNIQUES)
    standing: list[list[Candidate]] = [[]]  # by numbers placed
    for index, step in enumerate(record.steps):
        if step.kind is StepKind.RETREAT:
            del standing[step.placed + 1 :]
        while len(standing) <= step.placed:
            standing.append([])
        standing[step.placed] += step.eliminated
        if step.kind is not StepKind.PROVED:
            assert record.eliminations_at(index) == tuple(
                candidate for level in standing[: step.placed + 1] for candidate in level
            )


OPEN = Grid.of(4, 5, {Cell(0, 0): 1, Cell(3, 4): 19})


@pytest.mark.sampled(7)
@pytest.mark.parametrize("grid", [FINDLING, OPEN])
@pytest.mark.parametrize("mode", TRYING)
@pytest.mark.parametrize("limit", [100, 237, 1000])
def test_an_excerpt_begins_and_ends_as_the_whole(grid: Grid, mode: Mode, limit: int) -> None:
    whole, short = trace(grid, mode), trace(grid, mode, most_steps=limit)
    assert len(short) <= max(limit, len(whole) if len(whole) <= limit // 2 else 0)
    assert short.steps[: limit // 2] == whole.steps[: limit // 2]
    assert short.steps[-1] == whole.steps[-1]
    assert short.solution == whole.solution
    place = 0  # in the whole
    for index, step in enumerate(short.steps):
        if step.left_out:
            place += step.left_out
            last = whole.steps[place - 1]
            assert step_text(step).startswith("Left out here to keep the trace short: ")
            assert counters(step) == counters(last)
        else:
            assert step == whole.steps[place]
            place += 1
        assert short.board_at(index) == whole.board_at(place - 1)
        assert short.eliminations_at(index) == whole.eliminations_at(place - 1)
    assert place == len(whole)
    replayed(short)


def counters(step: Step) -> tuple[int, ...]:
    return step.nodes, step.successors, step.children, step.depth, step.placed


@given(st.integers(0, 5000), st.integers(20, 600), st.sets(st.integers(0, 4999)))
def test_an_excerpt_is_short_whatever_comes(count: int, limit: int, tries: set[int]) -> None:
    steps = [Step(StepKind.START, nodes=n + 1) for n in range(count)]
    places = sorted(place for place in tries if place < count)[:2]
    for place in places:
        steps[place] = replace(steps[place], kind=StepKind.SOLVED)
    extract = list(excerpt(steps, limit))
    assert len(extract) <= limit
    assert sum(step.left_out or 1 for step in extract) == count
    assert [step for step in extract if step.kind is StepKind.SOLVED] == [steps[p] for p in places]
    assert extract[-1:] == steps[-1:]


def test_time_that_runs_out_while_reasoning_leaves_what_was_found() -> None:
    for seconds in (0.001, 0.01, 0.05):
        record = trace(FINDLING, Mode.LOGIC, Budget(deadline=monotonic() + seconds))
        assert record.steps[-1].kind in {StepKind.STOPPED, StepKind.PROVED}
        replayed(record)
