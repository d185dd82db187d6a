"""What a notation is, and the readings of a text in it: usually one, sometimes several."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from solver.hidoku.notations.layouts import LAYOUTS, layout_of
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Board, Grid, GridError
from solver.hidoku.search.solve import Verdict, solve
from solver.hidoku.search.staged_search import Budget
from solver.wording import capitalised, join_words, spelled

#: Enough to decide a puzzle that people solve.
_BRIEF: Final = Budget(nodes=100)

Parse = Callable[
    [str, str], "Iterable[BoardReading]"
]  # of a text in a layout; "" if it isn't named


@dataclass(frozen=True)
class BoardReading:
    """A board as which a text can be read, and what that takes its signs for.

    ``is_usual`` says that nothing speaks for another reading.
    """

    grid: Grid
    words: str
    is_usual: bool = True

    @property
    def is_fitting(self) -> bool:
        return max(self.grid.given.values(), default=0) == self.grid.last


@dataclass(frozen=True)
class BoardText:
    """A text that was read: every reading it has, and the one that was taken."""

    readings: tuple[BoardReading, ...]
    taken: BoardReading

    @property
    def grid(self) -> Grid:
        return self.taken.grid

    @property
    def is_doubtful(self) -> bool:
        return len(self.readings) > 1


class DoubtfulTextError(GridError):
    """A text that can be read in several ways, of which none is likelier."""

    def __init__(self, readings: tuple[BoardReading, ...]) -> None:
        choices = "; ".join(
            f"reading {number}: {reading.words}" for number, reading in enumerate(readings, 1)
        )
        super().__init__(
            f"This text can be read in {spelled(len(readings))} ways, and we can’t tell which is "
            f"right. {capitalised(choices)}. Choose one."
        )
        self.readings = readings


@dataclass(frozen=True, kw_only=True)
class Notation:
    """A way of writing boards; ``example`` is a board in it, ``ending`` that of a file's name.

    One with ``layouts`` can say only boards of these, without joined cells.
    """

    name: str
    title: str
    example: str
    is_recognised: Callable[[str], bool]
    parse: Parse
    format: Callable[[Grid, Board], str]
    ending: str
    layouts: tuple[str, ...] = ()

    def write(self, grid: Grid, board: Board) -> str:
        """Write a board, or numbers on it; GridError if that can't say all of it."""
        if self.layouts and (grid.joined or layout_of(grid) not in self.layouts):
            kinds = join_words([LAYOUTS[layout] for layout in self.layouts], "or")
            raise GridError(f"“{self.title}” has only boards with {kinds}, without joined cells.")
        return self.format(grid, board)

    def can_write(self, grid: Grid) -> bool:
        try:
            return bool(self.write(grid, grid.given))
        except GridError:
            return False


def choose_reading(readings: tuple[BoardReading, ...], number: int | None = None) -> BoardText:
    """Take a reading by its number, or the likeliest; DoubtfulTextError if several are.

    A board without visible faults is likelier than one with them, then one whose highest given is
    its last number, and then the only one with exactly one solution.
    """
    readings = _distinguish(readings)
    if number is not None:
        if not 1 <= number <= len(readings):
            raise GridError(f"There’s no reading {number}: this text has {len(readings)}.")
        return BoardText(readings, readings[number - 1])
    favourites = list(readings)
    if len(favourites) > 1:
        favourites = [reading for reading in favourites if not faults(reading.grid)] or favourites
        favourites = [reading for reading in favourites if reading.is_fitting] or favourites
        favourites = [reading for reading in favourites if reading.is_usual] or favourites
    if len(favourites) > 1 and not favourites[0].is_usual:
        puzzle = _only_puzzle(favourites)
        if puzzle is None:
            raise DoubtfulTextError(readings)
        words = f"{puzzle.words} (the only reading with exactly one solution)"
        favourites = [replace(puzzle, words=words)]
        readings = tuple(favourites[0] if reading is puzzle else reading for reading in readings)
    return BoardText(readings, favourites[0])


def _distinguish(readings: tuple[BoardReading, ...]) -> tuple[BoardReading, ...]:
    """Have readings of several sizes name theirs: whether the first row is a row or the size."""
    sizes = [f"{reading.grid.rows} × {reading.grid.columns}" for reading in readings]
    if len(set(sizes)) == 1:
        return readings
    return tuple(
        replace(reading, words=f"{size}, {reading.words}")
        for reading, size in zip(readings, sizes, strict=True)
    )


def _only_puzzle(readings: list[BoardReading]) -> BoardReading | None:
    """Return the reading with exactly one solution, if it is certain that no other has."""
    verdicts = [solve(reading.grid, budget=_BRIEF).verdict for reading in readings]
    if Verdict.UNDECIDED in verdicts or verdicts.count(Verdict.UNIQUE) != 1:
        return None
    return readings[verdicts.index(Verdict.UNIQUE)]
