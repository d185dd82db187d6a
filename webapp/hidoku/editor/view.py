"""What the editor's page shows: the board, the verdict with its explanation, and next steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from solver.hidoku.generate.shapes import SHAPES
from solver.hidoku.notations.plain import format_text
from solver.hidoku.phrases import standing
from solver.hidoku.puzzles import Ambiguity
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import Verdict, board_of
from solver.hidoku.text.puzzles import ambiguity_text, grade_text
from solver.wording import counted
from webapp.hidoku.board_facts import HEADLINES, describe_faults, times_of
from webapp.hidoku.board_text import WORDS
from webapp.hidoku.editor.game import Draft
from webapp.hidoku.exchange.parse import Readings
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.play.why_view import ShownWhy
from webapp.hidoku.verdict import Judgement, judge, judge_longer
from webapp.http.pending import result_or_none

FEW_SOLUTIONS = 10  # what decides between more of them, nobody asks yet
TOOLS = {
    "givens": "Numbers",
    "rows": "By row",
    "holes": "Blocked",
    "links": "Joined",
}  # what a click does
NEIGHBOURS = {adjacency.value: words.words for adjacency, words in WORDS.items()}


class ShownGiven(NamedTuple):
    """A given to add or remove; ``place`` is its cell as forms send it."""

    number: int
    cell: Cell

    @property
    def place(self) -> str:
        return f"{self.cell.row},{self.cell.column}"

    @property
    def words(self) -> str:
        return standing(self.number, self.cell)


@dataclass(frozen=True, kw_only=True)
class ShownVerdict:
    """The verdict in words: ``kind`` is none, unique, several or undecided.

    ``deciding`` is the given that would decide most between few solutions, ``removals`` are givens
    of which the removal of one makes a solution possible; ``views`` are the available pictures by
    their names in the address. ``can_think`` says that more time may find out more.
    """

    kind: str
    headline: str
    sentences: tuple[str, ...]
    techniques: tuple[tuple[str, str], ...]
    deciding: ShownGiven | None
    removals: tuple[ShownGiven, ...]
    views: Mapping[str, str]
    can_think: bool


#: What is said of a drawing that the solver can't look at yet.
UNCHECKED: Final = ShownVerdict(
    kind="pending",
    headline="Not checked yet",
    sentences=("The solver is being compiled. Its verdict appears by itself.",),
    techniques=(),
    deciding=None,
    removals=(),
    views={},
    can_think=False,
)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The page's state in the request: the cell, the tool, the view, and what is said.

    ``first`` is where a join begins. ``text`` is a text that couldn't be read, or only in one of
    several ``readings``, ``saved`` the name under which a board was saved, ``why`` the answer to a
    question.
    """

    cell: Cell | None = None
    first: Cell | None = None
    tool: str = "givens"
    view: str = "givens"
    is_long: bool = False
    said: str = ""
    problem: str = ""
    typed: str = ""
    text: str = ""
    readings: Readings = ()
    saved: str = ""
    why: ShownWhy | None = None


@dataclass(frozen=True, kw_only=True)
class ShownEditor:
    board: Picture
    verdict: ShownVerdict
    asked: Asked
    size: str
    text: str
    adjacency: str
    can_undo: bool
    can_redo: bool

    tools: ClassVar = TOOLS
    neighbours: ClassVar = NEIGHBOURS
    shapes: ClassVar = tuple(SHAPES)


def show_editor(draft: Draft, asked: Asked) -> ShownEditor:
    grid = draft.grid
    found = judge_longer(grid) if asked.is_long else result_or_none(lambda: judge(grid))
    judged = found or Judgement(verdict=Verdict.UNDECIDED)
    verdict = show_verdict(grid, judged) if found else UNCHECKED
    return ShownEditor(
        board=_picture(grid, judged, asked, verdict),
        verdict=verdict,
        asked=asked,
        size=f"{counted(grid.last, 'cell')}, {counted(len(grid.givens), 'given')}",
        text=(asked.problem and asked.text) or format_text(grid),
        adjacency=grid.adjacency.value,
        can_undo=bool(draft.done),
        can_redo=bool(draft.undone),
    )


def _picture(grid: Grid, judged: Judgement, asked: Asked, verdict: ShownVerdict) -> Picture:
    found = _few(judged)
    differ = found.cells if found else ()
    if asked.why:
        why = asked.why
        return draw(grid, grid.given, why.marks, _chosen(grid, asked), notes=why.notes, whole=True)
    marks: dict[str, tuple[Cell, ...]] = {"conflict": judged.conflicts, "differs": differ}
    if asked.first:
        marks["looked-at"] = (asked.first,)
    board = grid.given
    if asked.view in verdict.views and asked.view != "givens":
        path = judged.solutions[asked.view == "second"]
        board = board_of(path)
        marks["differs"] = _differing(judged.solutions)
    return draw(grid, board, marks, _chosen(grid, asked), whole=True)


def _chosen(grid: Grid, asked: Asked) -> Cell:
    cell = asked.cell
    is_there = cell is not None and cell.row < grid.rows and cell.column < grid.columns
    return cell if cell is not None and is_there else grid.cells[0]


def _differing(paths: tuple[Path, ...]) -> tuple[Cell, ...]:
    """Return the cells that hold different numbers in two paths; none for a single one."""
    numbers = [board_of(path) for path in paths]
    first = numbers[0]
    last = numbers[-1]
    return tuple(cell for cell in first if first[cell] != last[cell])


def show_verdict(grid: Grid, judged: Judgement) -> ShownVerdict:
    found = _few(judged)
    lines = grade_text(judged.grade, judged.verdict).splitlines() if judged.grade else []
    return ShownVerdict(
        kind=judged.verdict.value,
        headline=_headline(judged),
        sentences=(*_sentences(grid, judged), *lines[:1]),
        techniques=times_of(judged.grade) if judged.grade else (),
        deciding=ShownGiven(*found.given) if found else None,
        removals=tuple(ShownGiven(grid.given[cell], cell) for cell in judged.cures or ()),
        views=_views(judged),
        can_think=judged.is_cut_short and not judged.is_long,
    )


def _headline(judged: Judgement) -> str:
    is_open = judged.is_long and judged.verdict is Verdict.UNDECIDED
    return "Not decided" if is_open else HEADLINES[judged.verdict]


def _sentences(grid: Grid, judged: Judgement) -> tuple[str, ...]:
    if faults := describe_faults(judged, grid):
        is_vain = judged.conflicts and judged.cures == ()
        return (*faults, "Removing one given isn’t enough.") if is_vain else faults
    if found := _few(judged):
        return (ambiguity_text(found),)
    if judged.verdict is Verdict.SEVERAL:
        is_said = grid.given or judged.count is not None
        more = "Add givens until only one solution is left."
        return (_count_text(judged), more) if is_said else (more,)
    return _undecided(judged) if judged.verdict is Verdict.UNDECIDED else ()


def _count_text(judged: Judgement) -> str:
    if judged.count is not None:
        return f"There are exactly {judged.count:,} solutions."
    least = judged.ambiguity.count if judged.ambiguity else len(judged.solutions)
    return f"We found {least:,} solutions, and there may be more."


def _undecided(judged: Judgement) -> tuple[str, ...]:
    search = "long search" if judged.is_long else "short search"
    if judged.solutions:
        return (f"There is a solution, but a {search} didn’t show whether it’s the only one.",)
    more = " More givens help." if judged.is_long else ""
    return (f"A {search} found neither a solution nor a proof that there’s none.{more}",)


def _few(judged: Judgement) -> Ambiguity | None:
    """Return where the solutions differ, if there are few and all of them are known."""
    found = judged.ambiguity
    return found if found and found.complete and found.count <= FEW_SOLUTIONS else None


def _views(judged: Judgement) -> dict[str, str]:
    names = {"givens": "Givens", "first": "First solution", "second": "Second solution"}
    if len(judged.solutions) == 1:
        names["first"] = "With the solution"
    return dict(list(names.items())[: 1 + len(judged.solutions)]) if judged.solutions else {}
