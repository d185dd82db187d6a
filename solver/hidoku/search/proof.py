"""What a generator asks of a position, cheap enough to be asked after every given taken away.

Places are those of ``propagation.Engine``: an array with the place of each given, 0 for none. A
caller takes a given away by writing 0, and puts it back.

>>> import numpy as np
>>> from solver.hidoku.rules.grid import Cell, Grid
>>> from solver.hidoku.search.bitboard import BitLayout
>>> engine = Engine(BitLayout(Grid.of(1, 3)))
>>> path = np.array([engine.place(Cell(0, column)) for column in range(3)])
>>> givens = path.copy()
>>> givens[1] = 0  # 1 and 3 are given, 2 is not
>>> [can_spare(engine, givens, path, number) for number in (1, 3)]
[True, True]
>>> is_decided(engine, engine.start(givens), PropagationLevel.REACH)
True
"""

from __future__ import annotations

from solver.hidoku.search import kernels
from solver.hidoku.search.propagation import Engine, Places, PropagationLevel, Words
from solver.hidoku.search.staged_search import NO_LIMIT, Budget, Hunt


def is_decided(engine: Engine, domains: Words, level: PropagationLevel) -> bool:
    """Whether propagation at a level solves a position, which is settled in place."""
    return engine.settle(domains, level) and engine.is_solved(domains)


def can_spare(
    engine: Engine, givens: Places, path: Places, number: int, budget: Budget = NO_LIMIT
) -> bool | None:
    """Whether a board with one solution, the path, still has no other without one of its givens.

    Another solution would have that number elsewhere, so that cell is eliminated for it: one search
    for a first solution is enough. None if the budget is too small. ``givens`` stay as they are.
    """
    places = givens.copy()
    places[number - 1] = 0
    domains = engine.start(places)
    kernels.eliminate(domains, number - 1, int(path[number - 1]))
    hunt = Hunt(engine, domains)
    hunt.run(1, budget)
    return False if hunt.count else True if hunt.is_complete else None
