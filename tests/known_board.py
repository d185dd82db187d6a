"""The board of the article the game came from, and its path, for tests that play it."""

from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import solve

GRID = BOARDS["findling"].grid
PATH = dict(enumerate(solve(GRID).solutions[0], 1))
OPEN = [number for number in PATH if number not in GRID.given.values()]


def at(*numbers: int) -> str:
    """Return where numbers belong, as forms have it: ``9,1 8,0``."""
    return " ".join(f"{PATH[number].row},{PATH[number].column}" for number in numbers)
