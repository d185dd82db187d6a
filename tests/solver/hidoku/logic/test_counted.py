"""A hint names the placed numbers that it counts from, and none that it could do without."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.counted import Segments, follows_from
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency
from solver.hidoku.text.hints import hint_words

BOARDS = 2  # of each kind
MOST_SAID = 12  # placed numbers that words name; more are marked on the board alone


@cache
def counting() -> list[tuple[Hint, Position, Deduction]]:
    """The steps of hints that count from other numbers than those they are about."""
    counted = []
    for adjacency, seed in product(Adjacency, range(BOARDS)):
        request = BoardRequest(8, 8, "rectangle", adjacency, minimal=True)
        play = Play(generate(request, seed).grid)
        while not play.is_solved:
            found = hint(play)
            assert found.number is not None
            assert found.cell is not None
            steps = [step for step in found.steps if step.because.others]
            position = Position.of(play.grid, play.board)
            counted += [(found, position, step) for step in steps]
            play = play.place(found.cell, found.number)
    return counted


def test_no_number_that_a_hint_names_can_be_left_out() -> None:
    named: Counter[int] = Counter()
    whole = 0
    for _, position, step in counting():
        because = step.because
        segments = Segments(position.resting_on(because.links, because.eliminated))
        about = [Candidate(number, position.where[number]) for number in because.numbers]
        if not follows_from(segments, step, [*about, *because.others]):
            assert because.refuted, step  # its dead end is told as the whole board shows it
            whole += 1
            continue
        for each in because.others:
            rest = [other for other in because.others if other != each]
            assert not follows_from(segments, step, [*about, *rest]), (step, each)
        named[len(because.every_number)] += 1
    assert named.total() > 50
    assert whole < 0.05 * named.total()
    few = sum(count for numbers, count in named.items() if numbers <= 6)
    assert few > 0.8 * named.total(), named


def test_a_hint_says_the_numbers_it_counts_from() -> None:
    for found, _, step in counting():
        words = hint_words(found)
        said = " ".join((*words.before, words.reason))
        if len(step.because.every_number) > MOST_SAID:
            assert "the placed numbers" in said
            continue
        assert all(str(number) in said for number in step.because.every_number), said
