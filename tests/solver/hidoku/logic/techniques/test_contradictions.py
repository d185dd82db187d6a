"""One-step contradictions: what fails, the chain that shows it, and what it rests on."""

from collections.abc import Sequence
from itertools import count, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.logic.objections.consequences import DeadEnd
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate, Forced, Refuted
from solver.hidoku.logic.shorten import fewest
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.techniques.contradictions import contradictions
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search import staged_search
from solver.hidoku.search.bitboard import is_single
from solver.hidoku.search.domains import Contradiction, Dead, owners
from solver.hidoku.search.staged_search import NO_LIMIT, Budget
from tests.solver.hidoku.hidoku_checks import solvable

HARD = Position.of(parse_any("_,_,_,_\n_,##,8,_\n_,1,_,12\n_,_,_,_", Adjacency.HEX))


def explained(position: Position, candidate: Candidate) -> Deduction | None:
    """The step that eliminates a candidate, with its reason."""
    assert contradictions.assumption is not None
    return contradictions.assumption.explained(position, candidate)


def failing(position: Position, budget: Budget = NO_LIMIT) -> list[Deduction]:
    assert contradictions.assumption is not None
    return list(contradictions.assumption.finder(position, budget)(position))


def told(position: Position) -> list[Deduction]:
    deductions = [explained(position, step.eliminated[0]) for step in failing(position)]
    return [step for step in deductions if step]


def check_chain(position: Position, trial: Refuted) -> None:
    """Each number of the chain is forced by those of earlier rounds, and the end is dead then."""
    after = position.placing(Candidate(trial.number, trial.cell))
    for _, links in groupby(trial.chain, key=lambda link: link.round):
        before = after
        assert before.close.dead is None
        for number, cell, is_by_cell, *_ in links:
            bit = position.layout.bit(cell)
            once, twice = owners(before.strict)
            assert before.strict[number] & bit
            is_forced = once & ~twice & bit if is_by_cell else is_single(before.strict[number])
            assert is_forced
            after = after.placing(Candidate(number, cell))
    assert after.close.dead is not None


@given(solvable(20))
def test_every_chain_is_forced_and_ends_dead(grid: Grid) -> None:
    position = Position.of(grid)
    for step in [] if position.dead else told(position)[:5]:
        ((number, cell),) = step.eliminated
        if refutation := step.claim.trial:  # of several there is none
            assert (refutation.number, refutation.cell) == (number, cell)
            check_chain(position, refutation)


def test_the_ones_that_decide_with_the_least_work_are_found() -> None:
    steps = told(HARD)
    assert steps
    for step in steps:
        ((number, cell),) = step.eliminated
        by_number = len(HARD.candidates(number)) == 2
        by_cell = sum(bool(mask & HARD.layout.bit(cell)) for mask in HARD.strict) == 2
        assert by_number or by_cell


def test_a_chain_names_the_eliminations_it_needs() -> None:
    (first, *_) = told(HARD)
    assert first.needed == ()
    position = HARD.after(first)
    for step in told(position):
        fewer = HARD.without(step.needed)
        assert explained(fewer, step.eliminated[0]) is not None


def test_what_is_in_a_solution_does_not_fail() -> None:
    position = Position.of(Grid.of(3, 3))
    assert failing(position) == []
    assert explained(position, Candidate(1, Cell(0, 0))) is None


def test_no_time_and_too_much_room() -> None:
    assert failing(HARD, Budget(deadline=0)) == []
    wide = Position.of(Grid.of(30, 30, {Cell(0, 0): 1}))
    assert failing(wide) == []


@pytest.mark.parametrize("ticks", range(5))
def test_nothing_is_found_before_every_candidate_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, ticks: int
) -> None:
    """The clock ticks when it is asked: before each of the two lots of candidates, and at last."""
    all_found = failing(HARD)
    monkeypatch.setattr(staged_search, "monotonic", count().__next__)
    steps = failing(HARD, Budget(deadline=ticks))
    assert steps == (all_found if ticks > 2 else [])


@pytest.mark.parametrize("subset", [(), (0,), (4,), (2, 3), (0, 4, 6), tuple(range(7))])
def test_fewest_finds_what_is_wanted(subset: tuple[int, ...]) -> None:
    def holds(items: Sequence[int]) -> bool:
        assert list(items) == sorted(items)
        return set(subset) <= set(items)

    assert fewest(range(7), holds) == subset


@given(st.lists(st.integers(1, 9), max_size=12), st.integers(0, 40))
def test_fewest_can_do_without_none(weights: list[int], floor: int) -> None:
    if sum(weights) >= floor:
        subset = fewest(range(len(weights)), lambda part: sum(weights[n] for n in part) >= floor)
        total = sum(weights[place] for place in subset)
        assert total >= floor
        assert all(total - weights[place] < floor for place in subset)


def test_a_trial_tells_what_follows_and_then_its_end() -> None:
    why = Contradiction(Dead.NO_CELL, (20, 19, 25), ())
    chain = Forced(18, Cell(2, 4)), Forced(19, Cell(2, 5), is_by_cell=True, round=2)
    claim = DeadEnd(Refuted(17, Cell(2, 3), why, chain))
    assert Deduction(contradictions, claim, eliminated=(Candidate(17, Cell(2, 3)),)).lines == [
        "Suppose 17 is in row 3, column 4.",
        "Then 18 fits only row 3, column 5, then only 19 fits row 3, column 6, so 20 has no cell "
        "next to 19 and within 5 steps of 25 through empty cells.",
    ]
