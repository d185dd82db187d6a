"""For each technique a board, and a hint on it that needs no harder one."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

from solver.hidoku.logic.easiest import direct_finders, first_round
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.technique import Technique
from solver.hidoku.logic.techniques.parity import colour_counts, parity
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Grid
from tests.solver.hidoku.kept_boards import kept_board
from tests.solver.hidoku.logic.techniques.structure_checks import path_board

#: What :func:`board_by_seed` makes of these asks for every technique but chessboard colours.
SEEDS = (
    *(1, 4, 11, 14, 25, 27, 32, 59, 62, 73, 109),
    *(172, 191, 327, 331, 347, 403, 37, 512, 1064, 1451, 2271, 3208),
)


@cache
def hints_of_techniques() -> dict[str, tuple[Play, Hint]]:
    """A hint for each technique, by its name; a new technique needs one more seed."""
    plays = [Play(board_by_seed(seed)) for seed in SEEDS]
    found = {each.name: (play, each) for play in plays for each in [hint(play)]}
    # colours rule numbers out here; no board is known whose shortest hint needs them
    colours = by_colours(parity, "colours"), by_colours(colour_counts, "colours of a cut")
    return {hint.name: (play, hint) for play, hint in colours} | found


def by_colours(technique: Technique, name: str) -> tuple[Play, Hint]:
    """A placement told after a step of colours, though it would do without."""
    grid = kept_board(name)
    position = Position.of(grid)
    [ruling_out] = technique(position)
    steps = first_round(position.after(ruling_out), direct_finders())
    last = next(step for step in steps if step.placed)
    assert last.placed is not None
    number, cell = last.placed
    return Play(grid), Hint(
        technique, number, cell, last.because, before=(ruling_out,), step=last.technique
    )


def board_by_seed(seed: int) -> Grid:
    """A board with some numbers of a path given; of every fifth some joined cells too."""
    random = Random(seed)
    shape, path = path_board(4, 5, list(Adjacency)[seed % 3], seed, seed % 4)
    most = (0.15, 0.25, 0.4)[seed // 3 % 3]
    givens = {cell: number for number, cell in enumerate(path, 1) if random.random() < most}
    joined = [pair for pair in pairwise(path) if seed % 5 == 0 and random.random() < 0.3]
    return Grid.of(shape.rows, shape.columns, givens, shape.blocked, shape.adjacency, joined=joined)
