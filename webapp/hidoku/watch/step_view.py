"""A board being solved: what a page shows of one step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.logic.technique import technique_named
from solver.hidoku.rules.grid import Board, Cell
from solver.hidoku.text.chains import Line, step_lines, step_text
from solver.wording import capitalised, counted
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.picture.path import Point, lines_text, steps_by_hue
from webapp.hidoku.puzzles import Puzzle
from webapp.hidoku.watch.chain import Chain, ChainLink, arrows, chain_at, count_links, sources_of
from webapp.hidoku.watch.outline import HEADLINES
from webapp.hidoku.watch.overlays import (
    LIST,
    MORE,
    OverlayInput,
    Overlays,
    faults_text,
    overlays_of,
    wrong_cells,
)
from webapp.hidoku.watch.traces import METHOD_BY, METHODS, WatchedSolve
from webapp.work.limits import THOROUGH

LAST_LINK: Final = 999  # more than any chain has: it means the last link of a step

OVER: Final = (
    f"The {THOROUGH.seconds:.0f} seconds for solving ran out. Another method may get further; "
    "“All solutions” asks the fastest search there is."
)

SHOWS = {
    "connections": "Connections",
    "candidates": "Candidates",
    "placements": "Cells left",
}

QUESTION: Final = "What comes next?"
QUESTIONS: Final = {
    StepKind.ONLY_CELL: "A number can be placed. Which one, and where?",
    StepKind.ONLY_NUMBER: "A cell can be filled. Which one, and with what?",
    StepKind.ELIMINATION: "A number can be ruled out somewhere. Which one, and where?",
    StepKind.TRY: "No certain step is known here, so a number is tried. Which one, and where?",
}


@dataclass(frozen=True, kw_only=True)
class Look:
    """What the address asks for: a method, a step, a link of its chain, overlays, a cell to look
    at.

    ``guess`` asks before each step what it will be; without a ``link`` that question comes first,
    else the first link.
    """

    by: str = METHODS[0].by
    step: int = 0
    link: int | None = None
    guess: bool = False
    shows: tuple[str, ...] = ()
    cell: Cell | None = None


class Place(NamedTuple):
    """A step and its link; None means the first one."""

    step: int
    link: int | None = None


def show_frame(puzzle: Puzzle, solve: WatchedSolve, look: Look) -> dict[str, Any]:
    step = solve.steps[look.step]
    links = count_links(step)
    look = replace(look, link=_link(look, step, links))
    seen = look.step - (look.link == 0 or (look.link or 0) < links)
    return _Frame(puzzle, solve, look, step, links, seen=seen).shown()


def _link(look: Look, step: Step, links: int) -> int:
    """Return the link shown: 0 asks what the step is; 1 is the whole step if it has no chain."""
    first = 0 if look.guess and step.kind in QUESTIONS else 1
    return first if look.link is None else min(max(look.link, first), max(links, 1))


@dataclass(frozen=True)
class _Frame:
    """A frame being put together; ``seen`` is the step whose board is shown."""

    puzzle: Puzzle
    solve: WatchedSolve
    look: Look
    step: Step
    links: int
    seen: int

    @property
    def link(self) -> int:
        return self.look.link or 0

    def shown(self) -> dict[str, Any]:
        puzzle, solve, look, step = self.puzzle, self.solve, self.look, self.step
        counters, board = solve.steps[self.seen], solve.board_at(self.seen)
        over = _overlays(solve, board, look, self.seen)
        chain, bead = chain_at(step, solve.grid, board, self.link)
        link = chain.links[bead - 1] if bead else None
        method = METHOD_BY[look.by]
        supposed = _supposed(solve, board, self.seen)
        marks = {**over.marks, **wrong_cells(solve), **_differing(solve, step, board)}
        notes = {**over.notes, **(link.notes if link else {})}
        marks |= {"supposed": supposed} if supposed else {}
        marks |= link.marks if link else _marks(step) if self.link else {}
        eliminated = _eliminated_notes(step) if self.link and not link else {}
        of_trial = () if method.is_search else supposed
        picture = draw(solve.grid, board, marks, notes={**notes, **eliminated}, supposed=of_trial)
        is_over = len(board) == solve.grid.last
        is_drawn = method.searches and not is_over
        lines = (Line(link.text),) if link else self._lines()
        branch, dead_end = _dead_branch(solve, picture, self.seen) if is_drawn else ("", None)
        return {
            "name": puzzle.name,
            "title": puzzle.title,
            "look": look,
            "last_step": len(solve) - 1,
            "length": _length(solve),
            "kind": step.kind.value if self.link else "question",
            "headline": self._headline(chain),
            "technique": self._technique(chain),
            "reason": tuple(line.text for line in lines if not line.is_folded),
            "others": tuple(line.text for line in lines if line.is_folded),
            "whole": step_text(step) if link else "",
            "link": self.link,
            "links": self.links,
            "beads": tuple(bead_link.bead for bead_link in chain.links),
            "bead": bead,
            "arrows": self._arrows(link, picture.plan, board),
            "earlier_arrows": "".join(
                bead_link.arrows(picture.plan) for bead_link in chain.links[: max(bead - 1, 0)]
            ),
            "dead_branch": branch,
            "dead_end": dead_end,
            "is_question": not self.link,
            "back": self._back(),
            "forward": self._forward(),
            "depth": 0 if step.kind is StepKind.PROVED else step.depth,
            "placed": len(board),
            "nodes": counters.nodes,
            "options": counters.children,
            "branches": counters.successors,
            "mean_branching": _mean_branching(counters),
            "board": picture,
            "is_faulty": bool(solve.faults),
            "can_go_on": not is_over and not solve.faults,
            "connections": over.connections,
            "has_possible": bool(over.notes),
            "listed": over.listed,
            "targets": tuple(
                _target(cell, picture.plan) for cell, note in over.notes.items() if MORE in note
            ),
            "looked_at": over.looked_at,
            "placements": over.placements,
        }

    def _arrows(self, link: ChainLink | None, plan: BoardPlan, board: Board) -> str:
        if link:
            return link.arrows(plan)
        if self.step.cell is None or not self.link:
            return ""
        return arrows(plan, sources_of(self.step, board), self.step.cell)

    def _headline(self, chain: Chain) -> str:
        if not self.link:
            return QUESTION
        technique = self._technique(chain)
        if not technique:
            return chain.title or HEADLINES[self.step.kind]
        return capitalised(technique_named(technique).title)  # as the list of steps calls it

    def _technique(self, chain: Chain) -> str:
        """Return the name of the technique whose title is the headline; else ""."""
        technique = self.step.technique
        return technique.name if technique and self.link and not chain.title else ""

    def _lines(self) -> tuple[Line, ...]:
        if not self.link:
            return (Line(QUESTIONS[self.step.kind]),)
        return _lines(self.solve, self.step)

    def _back(self) -> Place:
        step, first = self.look.step, self.look.guess and self.step.kind in QUESTIONS
        if self.link > (0 if first else 1):
            return Place(step, self.link - 1)
        return Place(step - 1, LAST_LINK) if step else Place(0)

    def _forward(self) -> Place:
        if self.link < self.links or not self.link:
            return Place(self.look.step, self.link + 1)
        return Place(min(self.look.step + 1, len(self.solve) - 1))


def _mean_branching(step: Step) -> str:
    return f"{step.successors / step.children:.3f}" if step.successors else "–"


def _supposed(solve: WatchedSolve, board: Board, step: int) -> tuple[Cell, ...]:
    """Return the cells of the numbers that depend on an open trial."""
    sure = solve.outline.certain_at(step)
    return () if sure is None else tuple(board)[len(solve.grid.given) + sure :]


def _overlays(solve: WatchedSolve, board: Board, look: Look, step: int) -> Overlays:
    shows = ("connections",) if solve.faults else (*SHOWS, LIST)
    names = tuple(show for show in shows if show in look.shows)
    eliminated = () if solve.faults else solve.eliminations_at(step)
    return overlays_of(OverlayInput(solve.grid, tuple(board.items()), eliminated, names, look.cell))


def _lines(solve: WatchedSolve, step: Step) -> tuple[Line, ...]:
    match step.kind:
        case StepKind.IMPOSSIBLE:
            return (Line(faults_text(solve)),)
        case StepKind.SEVERAL:
            return (*step_lines(step), Line("Differences from the first one are marked."))
        case StepKind.STOPPED:
            return (Line(OVER),)
    return step_lines(step)


def _target(cell: Cell, plan: BoardPlan) -> tuple[int, int, float, float]:
    x, y = plan.centre(cell)
    return *cell, round(x - 0.5, 3), round(y - 0.5, 3)


def _length(solve: WatchedSolve) -> str:
    """Say how much of a long trace is shown; "" if it is complete."""
    gaps = [step.left_out for step in solve.steps if step.left_out]
    if not gaps:
        return ""
    steps = counted(sum(gaps) + len(solve) - len(gaps), "step")
    return (
        f"A long solve: {steps}. You can watch the beginning and the end in full; parts of the "
        "middle are left out."
    )


def _differing(solve: WatchedSolve, step: Step, board: Board) -> dict[str, Iterable[Cell]]:
    """Return the mark of the cells where a second solution differs from the first."""
    if step.kind is not StepKind.SEVERAL or solve.solution is None:
        return {}
    return {"differs": [cell for cell, number in solve.solution.items() if board[cell] != number]}


def _eliminated_notes(step: Step) -> dict[Cell, str]:
    cells = dict.fromkeys(cell for _, cell in step.eliminated)
    return {
        cell: " ".join(str(number) for number, place in step.eliminated if place == cell)
        for cell in cells
    }


def _dead_branch(solve: WatchedSolve, picture: Picture, step: int) -> tuple[str, Point | None]:
    """Return the lines of the last dead end that the board no longer has, and where it ended."""
    board, points = picture.painter.board, picture.ground.points
    passed = solve.outline.dead_ends_until(step)
    last = solve.steps[passed[-1]] if passed else None
    if not last or not last.cell or not last.number or board.get(last.cell) == last.number:
        return "", None
    then = {**solve.board_at(passed[-1]), last.cell: last.number}
    lines = [
        (points[start], points[goal])
        for steps in steps_by_hue(solve.grid, then).values()
        for start, goal in steps
        if board.get(start) != then[start] or board.get(goal) != then[goal]
    ]
    return lines_text(lines), points[last.cell]


def _marks(step: Step) -> dict[str, Iterable[Cell]]:
    if step.cell is None:
        if step.dead:
            return {"because": step.dead.cells}
        because, eliminated = step.because, {cell for _, cell in step.eliminated}
        return {"because": because.every_cell, "area": because.area, "eliminated": eliminated}
    if step.kind in {StepKind.CONTRADICTION, StepKind.RETREAT}:
        return {"conflict": (step.cell,)}
    return {"newest": (step.cell,), "because": step.because.every_cell, "area": step.because.area}
