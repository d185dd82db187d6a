"""The best of some boards of one request: for a day, whose board all players get.

A good board has its hardest step seldom, and late, and few cells in a row to be compared with all
numbers. Its grade says how hard it is, its rounds in which order.
"""

from __future__ import annotations

from itertools import groupby

from solver.hidoku.generate.fit_difficulty import SCANNED
from solver.hidoku.generate.generate import Generated, generate, unevenness
from solver.hidoku.generate.random_paths import SEEDS
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.logic.steps import walk_through
from solver.hidoku.search.staged_search import Budget

SELDOM = 3  # times that the hardest idea of a hard board is needed at most
EARLY = 3  # divides the rounds: the hardest idea isn't in the first of so many parts


def draw_best(first: Generated, draws: int, budget: Budget) -> Generated:
    """Return the best of so many boards, the first one of which is there.

    The others have the seeds that follow. When the budget's deadline comes, no more are drawn.
    """
    boards = [first]
    for number in range(1, draws):
        board = generate(first.request, (first.seed + number) % SEEDS, budget)
        if budget.is_over:
            break
        boards.append(board)
    return min(boards, key=roughness)


def roughness(board: Generated) -> tuple[bool, int, bool, int, int]:
    """Return what a composed board shouldn't be: not as requested, uneven, one to be searched, one
    with its hardest step often or early, and one with many cells in a row to be compared.
    """
    walk = walk_through(board.grid)
    ideas = [entry.technique for entry in walk.rounds]
    hardest = max(ideas, key=lambda idea: idea.rank, default=None)
    places = [place for place, idea in enumerate(ideas) if idea is hardest]
    is_remembered = board.request.difficulty in {Difficulty.HARD, Difficulty.EXPERT} and places
    repeats = max(0, len(places) - SELDOM) if is_remembered else 0
    is_early = bool(is_remembered and places[0] * EARLY < len(ideas))
    scanned = groupby(walk.rounds, key=lambda entry: entry.technique.weight == SCANNED)
    in_a_row = max(
        (sum(entry.placed for entry in group) for is_it, group in scanned if is_it), default=0
    )
    return (
        not board.is_as_requested,
        unevenness(board),
        not walk.is_solved,
        repeats + SELDOM * is_early,
        in_a_row,
    )
