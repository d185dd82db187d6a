"""Grades beside what they don't know: how often a person who places number by number is stuck.

``python -m tests.bench.grades [BOARDS]`` prints the table of ``docs/grades.md``. The measure shares
no code with the grade. It places one number after another, always the one nearest to the number
before, and looks before each by the plain rule of reach how many numbers could be placed. It also
counts the numbers for which a hint has to suppose something, or a search is needed.
"""

import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from solver.hidoku.generate.generate import BoardRequest, Generated, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.logic.hints import next_step
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency
from solver.hidoku.rules.pencil import reach_of

FEW = 2  # numbers that could be placed: with no more of them a person is stuck
LAST = 6  # missing numbers among which nobody is stuck for long
BOARDS = 8  # of each kind and difficulty


class Solve(NamedTuple):
    """A board placed number by number: how many steps, and at how many a person is stuck."""

    steps: int
    stuck: int
    supposed: int


def open_numbers(play: Play) -> set[int]:
    """Return the numbers that fit one cell only, and those that alone fit a cell."""
    missing = [n for n in range(1, play.grid.last + 1) if n not in play.where]
    cells = {number: reach_of(play, number).cells for number in missing}
    fitting = Counter(cell for places in cells.values() for cell in places)
    return {
        n for n, places in cells.items() if len(places) == 1 or any(fitting[c] == 1 for c in places)
    }


def solve_by_hand(puzzle: Generated) -> Solve:
    play, latest = Play(puzzle.grid), 1
    steps = stuck = suppositions = 0
    while not play.is_solved:
        missing = [n for n in range(1, puzzle.grid.last + 1) if n not in play.where]
        numbers = open_numbers(play)
        steps += 1
        if len(numbers) <= FEW and len(missing) > LAST:
            stuck += 1
        if not numbers:
            suppositions += is_supposing(play)
        latest = min(numbers or missing, key=lambda n: (abs(n - latest), n))
        play = play.place(puzzle.path[latest - 1], latest)
    return Solve(steps, stuck, suppositions)


def is_supposing(play: Play) -> bool:
    """Say whether the easiest hint follows a supposition, or there is none."""
    lead = next_step(play)
    if lead is None or lead.reason is None:
        return True
    return any(technique.name == "contradiction" for technique in lead.reason.techniques)


def rows(boards: int) -> Iterator[str]:
    for difficulty in Difficulty:
        puzzles = [
            generate(
                BoardRequest(8, 8, shape="rectangle", adjacency=adjacency, difficulty=difficulty), n
            )
            for adjacency in Adjacency
            for n in range(1, boards + 1)
        ]
        solves = [solve_by_hand(board) for board in puzzles]
        steps = sum(solve.steps for solve in solves)
        shares = sorted(100 * solve.stuck / solve.steps for solve in solves)
        low, *_, high = statistics.quantiles(shares, n=10)
        scores = [(board.grade and board.grade.score) or 0 for board in puzzles]
        cells = (
            difficulty.value,
            f"{len(puzzles)}",
            f"{statistics.median(scores):.0f}",
            f"{100 * sum(solve.stuck for solve in solves) / steps:.0f}% ({low:.0f}–{high:.0f})",
            f"{100 * sum(solve.supposed for solve in solves) / steps:.1f}%",
        )
        yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    for row in rows(int(sys.argv[1]) if sys.argv[1:] else BOARDS):
        print(row, flush=True)
