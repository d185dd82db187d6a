"""What a hint shows is so, and suffices: read from its words, and judged by code that shares none.

Of each question it is worked out anew which alternatives the eye leaves; each must have a row, and
what the row says must be true of the board: by counting steps with sets of cells, and by a SAT
solver that knows the rules alone. A sentence that isn't known here fails.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.hints import hint
from solver.hidoku.logic.objections.consequences import Leaves
from solver.hidoku.logic.objections.counted import TooFar
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.question import AnsweredQuestion, PlacementReason
from solver.hidoku.logic.reasons import Candidate, Forced
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.solve import solve
from tests.sampling import sample
from tests.solver.hidoku.logic.boards import board_by_seed
from tests.solver.hidoku.logic.judge.boards import board
from tests.solver.hidoku.logic.judge.claims import Scene
from tests.solver.hidoku.logic.judge.court import Facts, has_proof
from tests.solver.hidoku.logic.judge.reader import few_numbers
from tests.solver.hidoku.logic.judge.words import cells_of, numbers_of

CELL = r"row \d+, column \d+"
FORCED = re.compile(rf"only (\d+) fits ({CELL})|(\d+) fits only ({CELL})")


def minimal_board(seed: int) -> Grid:
    adjacency = list(Adjacency)[seed % 3]
    side = 6 + seed % 3
    return generate(BoardRequest(side, side, adjacency=adjacency, minimal=True), seed).grid


def boards() -> Iterator[Grid]:
    for seed in sample(range(2_000), 24, "boards of questions"):
        yield board_by_seed(seed) if seed % 2 else board(seed)
    yield from map(minimal_board, sample(range(120), 9, "large boards of questions"))


def reasons(grids: Iterable[Grid]) -> Iterator[tuple[Play, PlacementReason]]:
    """The reason of every hint on boards played by hints alone."""
    for grid in grids:
        play = Play(grid)
        is_puzzle = solve(grid).unique
        while is_puzzle and not play.is_solved:
            advice = hint(play)
            assert advice.number is not None
            assert advice.cell is not None
            if advice.reason:
                yield play, advice.reason
            play = play.place(advice.cell, advice.number)


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
        facts = Facts(standing, joined=scene.joined)
        return has_proof(scene.grid, scene.board, facts, None, [out])


_FORMS: dict[str, Callable[[Claimed, Candidate, re.Match[str]], bool]] = {
    r"(\d+) steps? from (\d+), (?:so (\d+) or (more|less)|not (\d+))\.": Claimed.is_farther,
    r"More than (\d+) steps? from (\d+)\.": Claimed.is_beyond,
    r"No empty cells lead there from (\d+)\.": Claimed.is_cut_off,
    r"Odd and even alternate as on a chessboard: (odd|even) here\.": Claimed.is_miscoloured,
    r"(Only one|No) empty neighbour, but .* needs (one|two)\.": Claimed.is_crowded,
    r"It’s joined to (\d+)(?:, so (\d+)(?: or (\d+))?)?\.": Claimed.is_unjoined,
    rf"It’s joined to ({CELL}), which is empty\.": Claimed.is_joined_to_empty,
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
    """A question on a board, and the alternatives worked out anew."""

    play: Play
    reason: AnsweredQuestion

    @cached_property
    def scene(self) -> Scene:
        grid = self.play.grid
        named = frozenset(self.play.board.values())
        return Scene(grid, self.play.board, named, joined=frozenset(grid.joined))

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

    def check(self) -> None:
        """Fail if an alternative has no row, or a row isn't true of one that it names."""
        outs = {*self.reason.outs}
        assert self.considered() <= outs, self.reason.lines
        right, *rows = self.reason.rows
        assert right.is_right
        assert len(rows) == len(self.reason.groups)
        named = set[int]()
        for row, (_, group) in zip(rows, self.reason.groups, strict=True):
            if self.reason.of_cell:
                assert few_numbers(row.label) == {n for n, _ in group}, row
            elif cells := cells_of(row.label):
                assert {*cells} == {c for _, c in group}, row
            else:
                assert row.label == f"{len(group)} other cells", row
            assert Claimed(self.scene, group, row.text).holds(), (row, self.play.board)
            named |= {n for n, _ in group}
        assert self.reason.placed.number not in named or not self.reason.of_cell


def test_each_alternative_of_a_hint_has_an_objection_that_is_true() -> None:
    kinds = Counter[str]()
    for play, reason in reasons(boards()):
        assert reason.placed.cell == solved_cell(play, reason.placed.number)
        if isinstance(reason, AnsweredQuestion):
            Judged(play, reason).check()
            kinds.update(type(each).__name__ for each, _ in reason.groups)
    assert {"TooFar", "OneWayIn", "Leaves", "BothNeed"} <= {*kinds}, kinds


def solved_cell(play: Play, number: int) -> Cell:
    return solve(play.grid).solutions[0][number - 1]


def test_the_verifier_passes_each_question_and_refuses_one_without_an_alternative() -> None:
    refused = 0
    for play, reason in islice(reasons(boards()), 300):
        position = Position.of(play.grid, play.board)
        assert reason.holds(position), reason.lines
        if isinstance(reason, AnsweredQuestion) and reason.objections:
            first, *rest = reason.objections
            less = replace(reason, objections={out: reason.objections[out] for out in rest})
            assert not less.holds(position), (first, reason.lines)
            refused += 1
    assert refused > 20


def test_an_objection_doesnt_hold_of_what_is_right_nor_with_a_part_changed() -> None:
    asked = 0
    for play, reason in islice(reasons(boards()), 300):
        scene = Judged(play, reason).scene if isinstance(reason, AnsweredQuestion) else None
        for objection, outs in reason.groups if isinstance(reason, AnsweredQuestion) else ():
            position = Position.of(play.grid, play.board)
            question = replace(reason, objections={reason.placed: objection})
            assert not question.holds(position), (objection, reason.placed)
            if isinstance(objection, TooFar) and objection.steps:
                other = replace(objection, steps=objection.steps + 1)
                text = other.clause(outs[:1], of_cell=True)
                assert scene is not None
                assert not Claimed(scene, outs[:1], text).holds()
                wrong = {**reason.objections, outs[0]: other}
                assert not replace(reason, objections=wrong).holds(position)
                asked += 1
            if isinstance(objection, Leaves) and objection.fitting:
                less = replace(objection, fitting=())
                assert "reach" not in less.clause(outs[:1], of_cell=True)
    assert asked > 10


def test_numbers_of_a_label_are_read() -> None:
    assert numbers_of("12 to 14 and 17") == {12, 13, 14, 17}
