"""Figures of a Hidoku board: what a player counts there, and what searches count."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from solver.hidoku.article.cuts import Cuts
from solver.hidoku.article.plain_search import solve_plain, walk
from solver.hidoku.logic.hints import next_step
from solver.hidoku.rules.colours import first_colour
from solver.hidoku.rules.game import Play, named
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.reach import numbers_of, steps_from
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.clause_learning import Learner
from solver.hidoku.search.clause_learning.kernels import DONE, FOUND
from solver.hidoku.search.propagation import Engine
from solver.hidoku.search.solve import SearchResult, SolutionSearch, Verdict
from solver.hidoku.search.staged_search import UNLIMITED, Budget
from solver.hidoku.text.hints import told
from solver.wording import capitalised, counted, listed
from webapp.learn.lessons.figures import Reckoned, figure
from webapp.learn.lessons.lesson import LessonError
from webapp.learn.lessons.scene import Scene, parse_cell_name

#: Nodes of the plain search, of which a lesson waits for no more.
MOST_NODES: Final = 4_000
#: How a lesson names the article's branch cuts, and what each looks at.
CUT_NAMES: Final = {
    "numbers": "Every missing number has a cell",
    "filled": "Every placed number can go on",
    "empty": "Every empty cell can be passed",
}


@figure("last")
def _last(scene: Scene) -> Reckoned:
    """The last number of the board."""
    return Reckoned(scene.grid.last, f"The board has {counted(scene.grid.last, 'cell')}.")


@figure("missing")
def _missing(scene: Scene) -> Reckoned:
    """How many numbers are missing."""
    count = scene.grid.last - len(scene.grid.given)
    return Reckoned(count, f"{counted(count, 'number')} of {scene.grid.last} are missing.")


@figure("between")
def _between(scene: Scene, low: str, high: str) -> Reckoned:
    """How many numbers lie between two."""
    count = int(high) - int(low) - 1
    return Reckoned(count, f"Between {low} and {high} there are {counted(count, 'number')}.")


@figure("steps")
def _steps(scene: Scene, low: str, high: str) -> Reckoned:
    """How many steps the path has from a number to another."""
    count = int(high) - int(low)
    return Reckoned(count, f"From {low} to {high} the path has {counted(count, 'step')}.")


@figure("distance")
def _distance(scene: Scene, start: str, goal: str) -> Reckoned:
    """How many steps it takes at least from a number or a cell to another, through empty cells."""
    play = scene.play
    a, b = place_of(play, start), place_of(play, goal)
    found = steps_from(play, a, play.grid.last).get(b)
    if found is None:
        raise LessonError(f"No way leads from {start} to {goal}.")
    words = " to ".join(
        each if each.isdecimal() else named(parse_cell_name(each)) for each in (start, goal)
    )
    return Reckoned(found, f"The shortest way from {words} has {counted(found, 'step')}.")


@figure("touching")
def _touching(scene: Scene, cell: str) -> Reckoned:
    """How many cells touch a cell."""
    place = parse_cell_name(cell)
    count = len(scene.grid.neighbours(place))
    return Reckoned(count, f"{counted(count, 'cell')} touch {named(place)}.")


@figure("dark")
def _dark(scene: Scene) -> Reckoned:
    """How many cells have the colour of the first cell, as on a chessboard."""
    count = len(_colour(scene.grid))
    return Reckoned(count, f"{counted(count, 'cell')} have the colour of {_first(scene.grid)}.")


@figure("odd")
def _odd(scene: Scene) -> Reckoned:
    """How many numbers are odd."""
    count = (scene.grid.last + 1) // 2
    return Reckoned(count, f"Of 1 to {scene.grid.last}, {counted(count, 'number')} are odd.")


@figure("even")
def _even(scene: Scene) -> Reckoned:
    """How many numbers are even."""
    count = scene.grid.last // 2
    return Reckoned(count, f"Of 1 to {scene.grid.last}, {counted(count, 'number')} are even.")


@figure("nodes")
def _nodes(scene: Scene, *without: str) -> Reckoned:
    """How many positions the article's search looks at to prove a solution, cuts left out."""
    found = plain_result(scene.grid, without)
    return Reckoned(found.nodes, f"It looks at {counted(found.nodes, 'position')}.")


@figure("dropped")
def _dropped(scene: Scene) -> Reckoned:
    """How many positions the cuts of the article’s search drop at once."""
    plain_result(scene.grid)
    count = sum(len(opened.rejected) for opened in walk(scene.grid))
    return Reckoned(count, f"The cuts drop {counted(count, 'position')} at once.")


@figure("tries")
def _tries(scene: Scene) -> Reckoned:
    """How many positions a depth-first search with propagation looks at to prove a solution."""
    found = SolutionSearch(scene.grid, 2, 0, patience=UNLIMITED).run()
    return Reckoned(found.nodes, f"It looks at {counted(found.nodes, 'position')}.")


@figure("conflicts")
def _conflicts(scene: Scene) -> Reckoned:
    """How many contradictions a search that learns meets before it has proved a solution."""
    engine = Engine(BitLayout(scene.grid))
    places = engine.givens()
    domains = None if places is None else engine.start(places)
    if domains is None or not engine.settle(domains):
        raise LessonError("The board has no solution.")
    learner = Learner(engine.shape, domains)
    while learner.run(MOST_NODES) == FOUND and learner.block() != DONE:
        pass
    words = counted(learner.conflicts, "contradiction")
    return Reckoned(
        learner.conflicts, f"It learns from {words}, the solution found counted as one."
    )


@figure("candidates")
def _candidates(scene: Scene, cell: str) -> Reckoned:
    """How many numbers can come to an empty cell by counting steps."""
    place = parse_cell_name(cell)
    found = numbers_of(scene.play, place)
    told_as = listed([str(number) for number in found])
    return Reckoned(len(found), f"{capitalised(named(place))} can hold {told_as}.")


@figure("nudge")
def _nudge(scene: Scene) -> Reckoned:
    """Where to look for the next step, in the words of a hint."""
    hint = next_step(scene.play)
    if hint is None:
        raise LessonError("No technique finds a next step.")
    return Reckoned(told(hint).nudge, "")


def plain_search(grid: Grid, without: Collection[str]) -> SearchResult:
    """Return how far the article's search comes without some of its cuts, within a bound."""
    cuts = Cuts(**dict.fromkeys(without, False))
    return solve_plain(grid, 2, Budget(nodes=MOST_NODES), cuts)


def plain_result(grid: Grid, without: Collection[str] = ()) -> SearchResult:
    """Return what the article's search finds. Raises LessonError if it is not soon at its end."""
    found = plain_search(grid, without)
    if found.verdict is not Verdict.UNIQUE:
        raise LessonError(f"The plain search does not prove one solution: {found.verdict.value}.")
    return found


def place_of(play: Play, text: str) -> Cell:
    """Return the cell of a number that stands, or that is named as ``r2c3``."""
    return play.where[int(text)] if text.isdecimal() else parse_cell_name(text)


def _colour(grid: Grid) -> frozenset[Cell]:
    found = first_colour(grid)
    if found is None:
        raise LessonError("The cells of this board don’t fall into two colours.")
    return found


def _first(grid: Grid) -> str:
    return named(grid.cells[0])
