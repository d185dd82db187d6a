"""The chains of a step, link by link: beads beside the board, arrows and numbers on it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from solver.hidoku.logic.objections.consequences import ending, forced_text
from solver.hidoku.logic.reasons import Refuted, nearest
from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.phrases import counted_from
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Board, Cell
from solver.hidoku.text.chains import end_sign
from solver.wording import capitalised
from webapp.hidoku.picture.cells import Note
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.picture.path import barbs_text

TIP: Final = 0.4  # of a cell, from its middle: beside its number, never on it
TAIL: Final = 0.66, 0.76  # the start of an arrow that comes from a distance, or from a neighbour
BESIDE: Final = 1.5  # cells apart: nearer than this, nothing lies between
CLEAR: Final = 0.38  # how far an arrow stays from the middle of the cell it comes from


@dataclass(frozen=True, kw_only=True)
class ChainLink:
    """One link of a chain: its bead, its sentence, and what the board shows up to it.

    ``sources`` are the cells that arrows come from, ``target`` the cell they point at.
    """

    bead: str
    text: str
    standing: tuple[tuple[int, Cell], ...]
    sources: tuple[Cell, ...] = ()
    target: Cell | None = None
    dead: tuple[Cell, ...] = ()

    @property
    def marks(self) -> dict[str, Sequence[Cell]]:
        cells = [cell for _, cell in self.standing]
        chain_cells = set(cells)
        neighbours = [cell for cell in self.sources if cell not in chain_cells]
        return {"tried": cells[:1], "chain": cells[1:], "because": neighbours} | self._ends

    @property
    def _ends(self) -> dict[str, Sequence[Cell]]:
        return {"conflict": self.dead} if self.target is None else {"target": (self.target,)}

    @property
    def notes(self) -> dict[Cell, Note]:
        """The numbers of the chain; the one that is only supposed has a question mark."""
        first, *followers = self.standing
        numbers = {cell: Note.of(number) for number, cell in followers}
        return {first[1]: Note(f"{first[0]}?")} | numbers

    def arrows(self, plan: BoardPlan) -> str:
        return arrows(plan, self.sources, self.target) if self.target else ""


@dataclass(frozen=True)
class Chain:
    """One supposition with everything that follows from it, up to its ``bead``-th link."""

    title: str = ""
    links: tuple[ChainLink, ...] = ()
    bead: int = 0

    @property
    def link(self) -> ChainLink | None:
        return self.links[self.bead - 1] if self.bead else None

    def earlier_arrows(self, plan: BoardPlan) -> str:
        return "".join(link.arrows(plan) for link in self.links[: max(self.bead - 1, 0)])


def chain_at(step: Step, board: Board, link: int) -> Chain:
    """Return the chain of a step, up to a link; an empty one without a chain."""
    if not step.trial:
        return Chain()
    links = tuple(_links(step.trial, board))
    return Chain(f"What if {step.trial.number} were here?", links, min(link, len(links)))


def count_links(step: Step) -> int:
    """Return how many links the chain of a step has: supposition, consequences, dead end.

    >>> from solver.hidoku.logic.steps import StepKind
    >>> count_links(Step(StepKind.START))
    0
    """
    return len(step.trial.chain) + 2 if step.trial else 0


def _links(trial: Refuted, board: Board) -> Iterator[ChainLink]:
    standing = [(trial.number, trial.cell)]
    number, cell = standing[0]
    yield ChainLink(
        bead=f"{number}?",
        text=f"Suppose {number} is in {cell_name(cell)}.",
        standing=tuple(standing),
        target=cell,
    )
    cell_of_number = {number: cell for cell, number in board.items()} | dict(standing)
    for link in trial.chain:
        ends = () if link.is_by_cell else nearest(cell_of_number, link.number)
        why = f", {counted_from(link.number, ends)}" if ends else ""
        cell_of_number[link.number] = link.cell
        standing.append((link.number, link.cell))
        yield ChainLink(
            bead=str(link.number),
            text=f"{capitalised(forced_text(link._replace(ends=()), str(number)))}{why}.",
            standing=tuple(standing),
            sources=tuple(cell_of_number[end] for end in ends),
            target=link.cell,
        )
    end = f"In the end, {ending(trial, str(number))}."
    yield ChainLink(
        bead=end_sign(trial.why),
        text=f"{end} So {number} can’t be in {cell_name(cell)}.",
        standing=tuple(standing),
        dead=trial.why.cells,
    )


def sources_of(step: Step, board: Board) -> list[Cell]:
    """Return the cells on the path, before and after, that leave a number only one place.

    A cell's only number follows from all numbers on the board, and from none in particular.
    """
    if step.kind is not StepKind.ONLY_CELL or step.number is None or not step.deduction:
        return []
    numbers = {*step.deduction.marks.numbers} - {step.number}
    cell_of_number = {number: cell for cell, number in board.items() if number in numbers}
    return [cell_of_number[end] for end in nearest(cell_of_number, step.number)]


def arrows(plan: BoardPlan, sources: Iterable[Cell], target: Cell) -> str:
    return "".join(_arrow(plan, cell, target) for cell in sources)


def _arrow(plan: BoardPlan, source: Cell, target: Cell) -> str:
    """Return an arrow that points from one cell at another, short enough to cross no number."""
    (x, y), (goal_x, goal_y) = plan.centre(source), plan.centre(target)
    way = hypot(goal_x - x, goal_y - y)
    across, down = (goal_x - x) / way, (goal_y - y) / way
    tail = min(TAIL[way < BESIDE], way - CLEAR)
    tip_x, tip_y = goal_x - TIP * across, goal_y - TIP * down
    start = f"M{goal_x - tail * across:.3g} {goal_y - tail * down:.3g}L{tip_x:.3g} {tip_y:.3g}"
    return start + barbs_text((x, y), (tip_x, tip_y))
