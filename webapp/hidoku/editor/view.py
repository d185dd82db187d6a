"""What the editor's page shows: the board, the verdict with its explanation, and next steps."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, NamedTuple

from solver.hidoku.generate.shapes import SHAPES
from solver.hidoku.notations.plain import format_text
from solver.hidoku.phrases import standing
from solver.hidoku.puzzles import Ambiguity
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import Verdict, board_of
from solver.hidoku.text.puzzles import ambiguity_text, grade_text
from solver.wording import plural
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
    techniques: tuple[tuple[str, str], ...] = ()
    deciding: ShownGiven | None = None
    removals: tuple[ShownGiven, ...] = ()
    views: Mapping[str, str] = field(default_factory=dict)
    can_think: bool = False


#: What is said of a drawing that the solver can't look at yet.
UNCHECKED: Final = ShownVerdict(
    kind="pending",
    headline="Not checked yet",
    sentences=("The solver is being compiled. Its verdict appears by itself.",),
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

    tools: ClassVar = TOOLS
    neighbours: ClassVar = {adjacency.value: entry.words for adjacency, entry in WORDS.items()}
    shapes: ClassVar = tuple(SHAPES)


def show_editor(draft: Draft, state: Asked) -> ShownEditor:
    grid = draft.grid
    finding = judge_longer(grid) if state.is_long else result_or_none(lambda: judge(grid))
    judgement = finding or Judgement(verdict=Verdict.UNDECIDED)
    verdict = show_verdict(grid, judgement) if finding else UNCHECKED
    return ShownEditor(
        board=_picture(grid, judgement, state, verdict),
        verdict=verdict,
        asked=state,
        size=f"{plural(grid.last, 'cell')}, {plural(len(grid.givens), 'given')}",
        text=(state.problem and state.text) or format_text(grid),
    )


def _picture(grid: Grid, judgement: Judgement, state: Asked, verdict: ShownVerdict) -> Picture:
    ambiguity = _few(judgement)
    cells = ambiguity.cells if ambiguity else ()
    if state.why:
        why = state.why
        return draw(grid, grid.given, why.marks, _chosen(grid, state), notes=why.notes, whole=True)
    marks: dict[str, tuple[Cell, ...]] = {"conflict": judgement.conflicts, "differs": cells}
    if state.first:
        marks["looked-at"] = (state.first,)
    board = grid.given
    if state.view in verdict.views and state.view != "givens":
        path = judgement.solutions[state.view == "second"]
        board = board_of(path)
        marks["differs"] = _differing(judgement.solutions)
    return draw(grid, board, marks, _chosen(grid, state), whole=True)


def _chosen(grid: Grid, state: Asked) -> Cell:
    cell = state.cell
    is_there = cell is not None and cell.row < grid.rows and cell.column < grid.columns
    return cell if cell is not None and is_there else grid.cells[0]


def _differing(paths: tuple[Path, ...]) -> tuple[Cell, ...]:
    """Return the cells that hold different numbers in two paths; none for a single one."""
    numbers = [board_of(path) for path in paths]
    first = numbers[0]
    last = numbers[-1]
    return tuple(cell for cell in first if first[cell] != last[cell])


def show_verdict(grid: Grid, judgement: Judgement) -> ShownVerdict:
    ambiguity = _few(judgement)
    lines = grade_text(judgement.grade, judgement.verdict).splitlines() if judgement.grade else []
    is_open = judgement.is_long and judgement.verdict is Verdict.UNDECIDED
    first = "With the solution" if len(judgement.solutions) == 1 else "First solution"
    views = [("givens", "Givens"), ("first", first), ("second", "Second solution")]
    return ShownVerdict(
        kind=judgement.verdict.value,
        headline="Not decided" if is_open else HEADLINES[judgement.verdict],
        sentences=(*_sentences(grid, judgement), *lines[:1]),
        techniques=times_of(judgement.grade) if judgement.grade else (),
        deciding=ShownGiven(*ambiguity.given) if ambiguity else None,
        removals=tuple(ShownGiven(grid.given[cell], cell) for cell in judgement.cures or ()),
        views=dict(views[: 1 + len(judgement.solutions)]) if judgement.solutions else {},
        can_think=judgement.is_cut_short and not judgement.is_long,
    )


def _sentences(grid: Grid, judgement: Judgement) -> tuple[str, ...]:
    if faults := describe_faults(judgement, grid):
        is_vain = judgement.conflicts and judgement.cures == ()
        return (*faults, "Removing one given isn’t enough.") if is_vain else faults
    if ambiguity := _few(judgement):
        return (ambiguity_text(ambiguity),)
    if judgement.verdict is Verdict.SEVERAL:
        is_said = grid.given or judgement.count is not None
        advice = "Add givens until only one solution is left."
        return (_count_text(judgement), advice) if is_said else (advice,)
    return _undecided(judgement) if judgement.verdict is Verdict.UNDECIDED else ()


def _count_text(judgement: Judgement) -> str:
    if judgement.count is not None:
        return f"There are exactly {judgement.count:,} solutions."
    count = judgement.ambiguity.count if judgement.ambiguity else len(judgement.solutions)
    return f"We found {count:,} solutions, and there may be more."


def _undecided(judgement: Judgement) -> tuple[str, ...]:
    search = "long search" if judgement.is_long else "short search"
    if judgement.solutions:
        return (f"There is a solution, but a {search} didn’t show whether it’s the only one.",)
    advice = " More givens help." if judgement.is_long else ""
    return (f"A {search} found neither a solution nor a proof that there’s none.{advice}",)


def _few(judgement: Judgement) -> Ambiguity | None:
    """Return where the solutions differ, if there are few and all of them are known."""
    ambiguity = judgement.ambiguity
    is_few = ambiguity and ambiguity.complete and ambiguity.count <= FEW_SOLUTIONS
    return ambiguity if is_few else None
