"""The search for exact play: in pieces, stopped, out of budget, and spared work."""

import numpy as np
import pytest

from solver.deduction.games import game_named
from solver.deduction.optimal import OptimumError, PlanSearch, WorstSearch, kernels, optimum
from solver.deduction.rules.symmetry import canonical_guesses
from solver.kernels import KERNELS
from tests.solver.deduction.optimal.optimal_checks import NEVER, check_plan

CLASSIC = game_named("classic")


def test_the_history_saves_work_and_changes_nothing() -> None:
    guess = (0, 0, 1, 2)
    assert CLASSIC.table is not None
    feedbacks = CLASSIC.table[CLASSIC.index_of(guess)]
    candidates = np.flatnonzero(feedbacks == 1).astype(np.int32)
    plain = optimum(CLASSIC, candidates)
    short_search = optimum(CLASSIC, candidates, history=[guess])
    assert short_search.total == plain.total
    assert short_search.nodes < plain.nodes


def test_openings_of_one_kind_are_searched_once() -> None:
    search = PlanSearch(CLASSIC)
    search.run(1)
    assert len(canonical_guesses(CLASSIC, [])) == 5
    assert search.nodes < len(CLASSIC.feedbacks) * 5


@pytest.mark.parametrize("limit", [None, 5])
def test_a_search_in_pieces_is_the_same_search(limit: int | None) -> None:
    whole, pieces = PlanSearch(CLASSIC, max_guesses=limit), PlanSearch(CLASSIC, max_guesses=limit)
    whole.run()
    result, total, bounds, fractions = whole.result(), whole.result().total, [0], [0.0]
    assert total is not None
    while not pieces.run(100):
        state = pieces.result()
        assert not state.proved
        assert state.bound is not None
        assert state.bound <= total <= (state.total or NEVER)
        assert (state.max or 0) <= (limit or NEVER)
        bounds.append(state.bound)
        fractions.append(pieces.fraction)
    assert pieces.nodes == whole.nodes
    assert bounds == sorted(bounds)
    assert fractions == sorted(fractions)
    assert fractions[-1] < pieces.fraction == 1
    again = pieces.result()
    assert (again.total, again.bound, again.nodes) == (result.total, result.bound, result.nodes)
    assert again.plan is not None
    assert result.plan is not None
    assert again.plan.guesses.tolist() == result.plan.guesses.tolist()


def test_a_search_for_the_least_worst_case_in_pieces() -> None:
    whole, pieces = WorstSearch(CLASSIC), WorstSearch(CLASSIC)
    assert whole.run()
    while not pieces.run(150):
        assert pieces.bound <= 5 <= pieces.result().max
        assert 0 <= pieces.fraction < 1
    assert pieces.nodes == whole.nodes
    assert pieces.result().plan.guesses.tolist() == whole.result().plan.guesses.tolist()


@pytest.mark.parametrize("budget", [0, 1, 10, 300, 1000])
def test_a_spent_budget_is_reported_and_leaves_a_plan(budget: int) -> None:
    result = optimum(CLASSIC, budget=budget)
    assert not result.proved
    assert result.plan is not None
    check_plan(CLASSIC, result.plan, CLASSIC.secrets)
    assert result.bound is not None
    assert result.bound <= 5625 <= result.plan.total
    # The slices of a run end between two sets, each with at most as many parts as answers.
    assert result.nodes <= budget + len(CLASSIC.feedbacks)


def test_a_spent_budget_leaves_the_worst_case_open() -> None:
    search = WorstSearch(CLASSIC)
    assert not search.run(budget=20)
    result = search.result()
    assert not result.proved
    assert result.bound <= 5 <= result.max
    check_plan(CLASSIC, result.plan, CLASSIC.secrets)


def test_a_search_can_be_stopped_and_watched() -> None:
    nodes: list[float] = []
    result = optimum(CLASSIC, stop=lambda: True, progress=lambda search: nodes.append(search.nodes))
    assert nodes == [0]
    assert not result.proved
    assert optimum(game_named("mini"), stop=lambda: False).proved


def test_what_cannot_be_searched() -> None:
    with pytest.raises(OptimumError, match="no candidate"):
        optimum(CLASSIC, CLASSIC.secrets[:0])
    with pytest.raises(OptimumError, match="at least one"):
        optimum(CLASSIC, max_guesses=0)
    with pytest.raises(OptimumError, match="too large"):
        optimum(game_named("6x9"))


def test_every_kernel_keeps_to_its_one_signature() -> None:
    """A call with another kind of array would compile again in the middle of a request."""
    optimum(CLASSIC, CLASSIC.secrets[:99], budget=50)
    ours = {name: kernel for name, _, kernel in KERNELS if name.startswith(kernels.__name__)}
    for name, dispatcher in ours.items():
        is_called = name.rpartition(".")[2] in ("feedback_masks", "run", "grow_plan")
        assert len(dispatcher.signatures) in ({1} if is_called else {0, 1}), name
