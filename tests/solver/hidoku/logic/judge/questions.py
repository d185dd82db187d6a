"""Whether a question shows what is so, and enough: read from its words, by code that shares none.

It's worked out anew which alternatives the eye leaves; each must have a row, and what the row says
must be true of the board: by counting steps with sets of cells, and by a SAT solver that knows the
rules alone. A sentence that isn't known here must follow from the whole board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from solver.hidoku.logic.question import AnsweredQuestion
from solver.hidoku.logic.reasons import Candidate, Forced
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from tests.solver.hidoku.logic.judge.claims import Scene
from tests.solver.hidoku.logic.judge.court import Facts, has_proof
from tests.solver.hidoku.logic.judge.words import cells_of, few_numbers, numbers_of

CELL = r"row \d+, column \d+"
FORCED = re.compile(rf"only (\d+) fits ({CELL})|(\d+) fits only ({CELL})")


@dataclass(frozen=True)
class Claimed:
    """The objection to some candidates, in words, on a board of which all is known."""

    scene: Scene
    outs: Sequence[Candidate]
    text: str

    def holds(self) -> bool:
        for form, check in _FORMS.items():
            if match := re.fullmatch(form, self.text):
                return all(check(self, out, match) for out in self.outs)
        return all(self._is_proved(out) for out in self.outs)

    def steps(self, start: int, goal: Cell, *, is_straight: bool = False) -> int | None:
        """How many steps lead from a placed number to a cell, through empty cells."""
        scene = self.scene
        reached = {scene.where[start]}
        for count in range(len(scene.grid.cells)):
            if goal in reached:
                return count
            near = {c for each in reached for c in scene.around(each)}
            reached |= {c for c in near if is_straight or c not in scene.board}
        return None

    def is_farther(self, out: Candidate, match: re.Match[str]) -> bool:
        steps, start = int(match[1]), int(match[2])
        needed = abs(out.number - start)
        if match[3]:
            bound = start + steps if match[4] == "more" else start - steps
            is_short = out.number < bound if match[4] == "more" else out.number > bound
            return self.steps(start, out.cell) == steps and bound == int(match[3]) and is_short
        return self.steps(start, out.cell) == steps > needed == int(match[5])

    def is_beyond(self, out: Candidate, match: re.Match[str]) -> bool:
        steps = self.steps(int(match[2]), out.cell)
        return steps is not None and steps > int(match[1]) == abs(out.number - int(match[2]))

    def is_cut_off(self, out: Candidate, match: re.Match[str]) -> bool:
        return self.steps(int(match[1]), out.cell) is None

    def is_miscoloured(self, out: Candidate, match: re.Match[str]) -> bool:
        cell, number = next(iter(self.scene.board.items()))
        apart = abs(cell.row - out.cell.row) + abs(cell.column - out.cell.column)
        is_odd = (number + apart) % 2 == 1
        is_four = self.scene.grid.adjacency is Adjacency.FOUR
        return is_four and is_odd == (match[1] == "odd") and is_odd != (out.number % 2 == 1)

    def is_crowded(self, out: Candidate, match: re.Match[str]) -> bool:
        near = [c for c in self.scene.around(out.cell) if c not in self.scene.board]
        needed = {out.number - 1, out.number + 1} & {*self.scene.missing}
        count = {"Only one": 1, "No": 0}[match[1]]
        return len(near) == count < {"two": 2, "one": 1}[match[2]] <= len(needed)

    def is_unjoined(self, out: Candidate, match: re.Match[str]) -> bool:
        beside = self.scene.where[int(match[1])]
        pair = (min(beside, out.cell), max(beside, out.cell))
        fits = {int(match[1]) - 1, int(match[1]) + 1} & {*self.scene.missing}
        said = {int(n) for n in match.groups()[1:] if n}
        return pair in self.scene.joined and said == fits and out.number not in fits

    def is_joined_to_empty(self, out: Candidate, match: re.Match[str]) -> bool:
        [beside] = cells_of(match[1])
        pair = (min(beside, out.cell), max(beside, out.cell))
        missing = {out.number - 1, out.number + 1} & {*self.scene.missing}
        return pair in self.scene.joined and beside not in self.scene.board and not missing

    def is_joined_away(self, out: Candidate, match: re.Match[str]) -> bool:
        place = self.scene.where[int(match[1])]
        partners = {c for pair in self.scene.joined if place in pair for c in pair} - {place}
        is_beside = abs(int(match[1]) - out.number) == 1
        return is_beside and len(partners) == 2 and out.cell not in partners

    def is_reserved(self, out: Candidate, match: re.Match[str]) -> bool:
        placed = int(match[1])
        missing = {int(n) for n in match.groups()[1:] if n}
        near = {c for c in self.scene.around(self.scene.where[placed]) if c not in self.scene.board}
        beside = {placed - 1, placed + 1} & {*self.scene.missing}
        is_full = len(near) == len(missing) and beside == missing
        return is_full and out.cell in near and out.number not in missing

    def is_shared(self, out: Candidate, match: re.Match[str]) -> bool:
        """Each of two numbers has no other cell beside the candidate."""
        assert {int(match[1]), int(match[2])} == {out.number - 1, out.number + 1}
        [shared] = cells_of(match[3])
        after = self.scene.placing(out)
        cells = [c for c in self.scene.around(out.cell) if c not in after.board and c != shared]
        return not any(after.fits(int(match[n]), c) for n in (1, 2) for c in cells)

    def is_needed(self, out: Candidate, match: re.Match[str]) -> bool:
        low, high = int(match[1]), int(match[2])
        board = {**self.scene.board, out.cell: 0}
        is_other = not low < out.number < high
        return is_other and not replace(self.scene, board=board).has_routes([(low, high)])

    def is_off_route(self, out: Candidate, match: re.Match[str]) -> bool:
        low, high = self.scene.gap(out.number)
        ends = {int(n) for n in match.groups()[:2] if n}
        is_named = ends == {low, high} & {*self.scene.where} and out.number in numbers_of(match[3])
        return is_named and not self.scene.has_routes([(low, high)], [[out]])

    def leaves(self, out: Candidate, match: re.Match[str]) -> bool:
        if match[2]:
            [cell] = cells_of(match[1])
            missing = self.scene.missing
            fitting = {n for n in missing if self.scene.fits(n, cell)} - {out.number}
            if not fitting <= few_numbers(match[2]):
                return False
        return self.scene.placing(out).ends(match[1])

    def follows(self, out: Candidate, match: re.Match[str]) -> bool:
        after = self.scene.placing(out)
        for by_cell, cell, number, only in FORCED.findall(match[1]):
            [place] = cells_of(cell or only)
            forced = Forced(int(by_cell or number), place, is_by_cell=bool(by_cell))
            if not after.forces(forced):
                return False
            after = after.placing(Candidate(forced.number, forced.cell))
        return after.ends(match[2])

    def _is_proved(self, out: Candidate) -> bool:
        """The sentence of a technique: what it rules out follows from the whole board."""
        scene = self.scene
        standing = frozenset(Candidate(n, cell) for n, cell in scene.where.items())
        facts = Facts(standing, scene.out, scene.joined)
        return has_proof(scene.grid, scene.board, facts, None, [out])


_FORMS: dict[str, Callable[[Claimed, Candidate, re.Match[str]], bool]] = {
    r"(\d+) steps? from (\d+), (?:so (\d+) or (more|less)|not (\d+))\.": Claimed.is_farther,
    r"More than (\d+) steps? from (\d+)\.": Claimed.is_beyond,
    r"No empty cells lead there from (\d+)\.": Claimed.is_cut_off,
    r"Odd and even alternate as on a chessboard: (odd|even) here\.": Claimed.is_miscoloured,
    r"(Only one|No) empty neighbour, but .* needs (one|two)\.": Claimed.is_crowded,
    r"It’s joined to (\d+)(?:, so (\d+)(?: or (\d+))?)?\.": Claimed.is_unjoined,
    rf"It’s joined to ({CELL}), which can’t be .*\.": Claimed.is_joined_to_empty,
    r"(\d+) is joined to two other cells\.": Claimed.is_joined_away,
    r"(\d+) has two free neighbours, for (\d+) and (\d+)\.": Claimed.is_reserved,
    r"It’s the only free neighbour of (\d+), for (\d+)\.": Claimed.is_reserved,
    rf"(\d+) and (\d+) would both need ({CELL})\.": Claimed.is_shared,
    r"Every route from (\d+) to (\d+) needs this cell\.": Claimed.is_needed,
    r"No route from (\d+) (?:to (\d+)|on) has (.*) t?here\.": Claimed.is_off_route,
    r"(?:Each|That) leaves ([^:]*?)(?:: only (.*) reach(?:es)? it)?\.": Claimed.leaves,
    r"Then (.*), and (.*)\.": Claimed.follows,
}


@dataclass(frozen=True)
class Judged:
    """A question on a board, and the alternatives worked out anew; ``out`` was ruled out before."""

    grid: Grid
    board: Mapping[Cell, int]
    reason: AnsweredQuestion
    out: Collection[Candidate] = ()

    @cached_property
    def scene(self) -> Scene:
        named = frozenset(self.board.values())
        joined = frozenset(self.grid.joined)
        return Scene(self.grid, self.board, named, frozenset(self.out), joined)

    def considered(self) -> set[Candidate]:
        """What the eye leaves: near enough to the ends of its gap, straight over all cells."""
        number, cell = self.reason.placed
        scene = self.scene
        asked = (
            [Candidate(n, cell) for n in scene.missing]
            if self.reason.of_cell
            else [Candidate(number, c) for c in scene.empty]
        )
        look = Claimed(scene, (), "")
        left = set[Candidate]()
        for out in {*asked} - {self.reason.placed}:
            ends = [end for end in scene.gap(out.number) if end in scene.where]
            far = ((look.steps(end, out.cell, is_straight=True), end) for end in ends)
            if all(steps is not None and steps <= abs(end - out.number) for steps, end in far):
                left.add(out)
        return left

    def fault(self) -> str | None:
        """An alternative without a row, or a row that isn't true of one that it names."""
        if missing := self.considered() - {*self.reason.outs}:
            return f"nothing is said of {missing}"
        right, *rows = self.reason.rows
        if not right.is_right or len(rows) != len(self.reason.groups):
            return "the rows aren't those of the objections"
        for row, (_, group) in zip(rows, self.reason.groups, strict=True):
            cells = cells_of(row.label)
            if self.reason.of_cell:
                is_named = few_numbers(row.label) == {n for n, _ in group}
            else:
                count = f"{len(group)} other cells"
                is_named = {*cells} == {c for _, c in group} if cells else row.label == count
            if not is_named or not Claimed(self.scene, group, row.text).holds():
                return f"{row.label}: {row.text}"
        return None
