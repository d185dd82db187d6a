"""Probes at the root, beside plain ones that settle a copy for each candidate."""

import numpy as np
import pytest
from hypothesis import given

from solver.hidoku.kernels.outcomes import DONE, PAUSED, SOLVED, STUCK
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Grid
from solver.hidoku.search import staged_search
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.propagation import Engine, Words
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import RootProbes
from tests.solver.hidoku.hidoku_checks import puzzles, solvable

ENDLESS = 10**9


def settled(grid: Grid) -> tuple[Engine, Words] | None:
    engine = Engine(BitLayout(grid))
    places = engine.givens()
    if places is None or engine.shape.is_faulty or len(set(places[places > 0])) < sum(places > 0):
        return None
    domains = engine.start(places)
    return (engine, domains) if engine.propagate_fully(domains) else None


def plainly_shaved(engine: Engine, domains: Words) -> Words | None:
    """What is left once no candidate falls any more; None if dead."""
    while True:
        before = domains.copy()
        for k in range(len(domains)):
            union = np.zeros_like(domains)
            for place in range(64, 64 * domains.shape[1] - 64):
                if int(domains[k, place >> 6]) >> (place & 63) & 1:
                    probe = domains.copy()
                    probe[k] = 0
                    probe[k, place >> 6] = np.uint64(1) << np.uint64(place & 63)
                    if engine.propagate_fully(probe):
                        union |= probe
            domains = domains & union
            if not engine.propagate_fully(domains):
                return None
        if np.array_equal(before, domains):
            return domains


def compare(grid: Grid) -> None:
    if (position := settled(grid)) is None:
        return
    engine, domains = position
    plain = plainly_shaved(engine, domains.copy())
    probes = RootProbes(engine.shape, domains)
    status = probes.run(ENDLESS)
    if plain is None:
        assert status == DONE
    else:
        assert status == (SOLVED if engine.is_solved(plain) else STUCK)
        assert np.array_equal(domains, plain)


@pytest.fixture(autouse=True)
def _no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staged_search, "_HOPES", ENDLESS)


@given(puzzles())
def test_what_is_left_is_what_plain_probes_leave(grid: Grid) -> None:
    compare(grid)


@given(solvable(40))
def test_so_it_is_on_larger_boards(grid: Grid) -> None:
    compare(grid)


@pytest.mark.parametrize("adjacency", Adjacency)
def test_so_it_is_on_an_empty_board_of_two_words(adjacency: Adjacency) -> None:
    compare(Grid.of(9, 8, {}, adjacency=adjacency))


def test_so_it_is_on_a_board_of_which_only_probes_show_that_it_is_dead() -> None:
    grid = parse_any(". . 9 # #\n. . . . #\n1 . 3 . .\n. . . 13 14")
    assert settled(grid)
    compare(grid)
    assert solve(grid).verdict is Verdict.NONE


def test_a_pause_changes_nothing() -> None:
    grid = Grid.of(6, 5, adjacency=Adjacency.FOUR)
    whole, parts = settled(grid), settled(grid)
    assert whole is not None
    assert parts is not None
    whole_probes = RootProbes(whole[0].shape, whole[1])
    part_probes = RootProbes(parts[0].shape, parts[1])
    status = whole_probes.run(ENDLESS)
    while (part := part_probes.run(part_probes.count + 1)) == PAUSED:
        pass
    assert (part, part_probes.count) == (status, whole_probes.count)
    assert np.array_equal(whole[1], parts[1])
