"""Hints as they are told, parsed back from their words, and judged like steps are.

What one step rules out is not repeated by the next. So the words are read from the first to the
last: what a step rules out must follow from the numbers and joined cells that its own words name,
and from what the words before it ruled out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import partial
from itertools import islice

from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint, State
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell, Pair
from solver.hidoku.search.solve import solve
from solver.hidoku.text.hints import hint_words, in_turn
from tests.solver.hidoku.hidoku_checks import touches
from tests.solver.hidoku.logic.boards import board_by_seed
from tests.solver.hidoku.logic.judge.boards import board
from tests.solver.hidoku.logic.judge.court import Facts, has_proof, too_far
from tests.solver.hidoku.logic.judge.words import (
    ALL,
    AROUND,
    PAIR,
    cells_of,
    check_candidates,
    check_words,
    digits_of,
    ints,
    known_cells,
    known_numbers,
    more_in,
    numbers_of,
    own_ends,
)

HINTS = int(os.environ.get("PEGS_TEST_STEPS", "60"))
MOST_BOARDS = 4_000
LEAST = 50  # hints without which the judge has seen too few
_OUT = re.compile(r"(?:rules out|leaves? out|far for|[Aa] route from \d+ to) (.*?)(?: would|\.)")


def hints() -> Iterator[tuple[Play, Hint]]:
    """Hints that eliminate before they place, or count from other numbers, in games by hints."""
    for seed in range(MOST_BOARDS):
        play = Play(board_by_seed(seed) if seed % 2 else board(seed))
        is_puzzle = solve(play.grid).unique
        while is_puzzle and not play.is_solved:
            advice = hint(play)
            assert advice.number is not None
            assert advice.cell is not None
            because = advice.because
            if advice.steps and (advice.before or because.others or because.around):
                yield play, advice
            play = play.place(advice.cell, advice.number)


def check_told(play: Play, found: Hint) -> None:
    """Fail if a hint's words leave out what it needs, name what is not so, or nothing follows."""
    words = hint_words(found)
    out = {*too_far(play.grid, play.board)}
    counted: frozenset[Candidate] = frozenset()  # the placed numbers named so far
    for step in in_turn(found.steps):
        text = step.technique.reason(step)
        check_words(step, text)
        check_listed(step, text)
        assert out.issuperset(step.because.eliminated), text
        counted |= named(play, text, step)
        facts = Facts(counted, frozenset(out), told_joined(text, step))
        assert has_proof(play.grid, play.board, facts, step.placed, step.eliminated), text
        out.update(step.eliminated)
    assert cells_of(words.move) == [found.cell]
    assert numbers_of(words.move) == {found.number}
    assert set(cells_of(words.nudge)) <= known_cells(found.steps[0])
    assert digits_of(words.nudge) <= known_numbers(found.steps[0]) | {found.number}, words.nudge


def check_listed(step: Deduction, text: str) -> None:
    """Fail if a step says that it rules out other candidates than it does."""
    listed = _OUT.search(text)
    if listed and cells_of(listed[1]):
        check_candidates(listed[1], set(step.eliminated))


def joined_in(text: str) -> frozenset[Pair]:
    found = ints(PAIR.findall(text))
    return frozenset((Cell(a - 1, b - 1), Cell(c - 1, d - 1)) for a, b, c, d in found)


def told_joined(text: str, step: Deduction) -> frozenset[Pair]:
    """The joined cells that a text names; those that it only counts are drawn on the board."""
    return frozenset(step.because.joined) if more_in(text) else joined_in(text)


def named(play: Play, text: str, step: Deduction) -> frozenset[Candidate]:
    """The placed numbers that a text names, or that are marked if it names them together.

    A number that has one cell left is counted to from the nearest ones, which the board shows.
    """
    marked = step.technique.reason_marks(step).numbers if ALL in text else ()
    told = numbers_of(text) | set(marked) | own_ends(play.where, step.because)
    numbers = set(play.where) & told
    if AROUND.search(text):
        near = partial(touches, step.because.area[0], adjacency=play.grid.adjacency)
        numbers |= {number for number, cell in play.where.items() if near(cell)}
    return frozenset(Candidate(number, play.where[number]) for number in numbers)


def test_every_hint_follows_from_what_it_tells() -> None:
    judged = 0
    for play, found in islice(hints(), HINTS):
        assert not isinstance(found.technique, State)
        check_told(play, found)
        judged += 1
    assert judged >= min(LEAST, HINTS)
