"""Whether a question shows what is so, and enough: read from its words, by code that shares none.

It's worked out anew which alternatives the eye leaves; each must have a row, and what the row says
must be true of the board (see ``sentences``).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from solver.hidoku.logic.question import AnsweredQuestion
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Cell, Grid
from tests.solver.hidoku.logic.judge.claims import Scene
from tests.solver.hidoku.logic.judge.sentences import Claimed
from tests.solver.hidoku.logic.judge.words import cells_of, few_numbers


@dataclass(frozen=True)
class Judged:
    """A question on a board, and the alternatives worked out anew; ``out`` was ruled out before."""

    grid: Grid
    board: Mapping[Cell, int]
    reason: AnsweredQuestion
    out: Collection[Candidate] = ()

    @cached_property
    def scene(self) -> Scene:
        numbers = frozenset(self.board.values())
        joins = frozenset(self.grid.joined)
        return Scene(self.grid, self.board, numbers, frozenset(self.out), joins)

    def considered(self) -> set[Candidate]:
        """What the eye leaves: near enough to the ends of its gap, straight over all cells."""
        number, cell = self.reason.placed
        scene = self.scene
        alternatives = (
            [Candidate(n, cell) for n in scene.missing]
            if self.reason.of_cell
            else [Candidate(number, c) for c in scene.empty]
        )
        outs = set[Candidate]()
        for out in {*alternatives} - {self.reason.placed}:
            ends = [end for end in scene.gap(out.number) if end in scene.where]
            far = ((scene.steps(end, out.cell, is_straight=True), end) for end in ends)
            if all(steps is not None and steps <= abs(end - out.number) for steps, end in far):
                outs.add(out)
        return outs

    def fault(self) -> str | None:
        """An alternative without a row, or a row that isn't true of one that it names."""
        if missing := self.considered() - {*self.reason.objections}:
            return f"nothing is said of {missing}"
        right, *rows = self.reason.rows(self.reason.placed)
        if not right.is_right or len(rows) != len(self.reason.groups):
            return "the rows aren't those of the objections"
        for row, (_, group) in zip(rows, self.reason.groups, strict=True):
            cells = cells_of(row.label)
            if self.reason.of_cell:
                is_named = few_numbers(row.label) == {n for n, _ in group}
            else:
                count = f"{len(group)} other cells"
                is_named = {*cells} == {c for _, c in group} if cells else row.label == count
            claim = Claimed(self.scene, group, row.text, row.marked.area)
            if not is_named or not claim.holds():
                return f"{row.label}: {row.text}"
        return None
