"""The search of the article that the game came from, reproduced node for node.

Rainhard Findling, "Hidoku Solver in Python", 2015: depth first. The successors of a position place
the number with the fewest cells left in each of those cells; here ties go to the lowest number, and
the last successor is looked at first. A number's cells lie within reach (by distance) of every
placed number near it in the order. Three cuts drop a successor: a number without a cell, a filled
cell with too few connections, and an empty cell that can't join any two of its neighbours. The last
cut also fills a cell in place if only one number can join its neighbours, and checks again.

The article's program took 2.5 s for its board, where this takes a tenth of that; both open 1216
nodes. What the article left open is handled correctly here: blocked and joined cells, other
adjacencies, and boards whose first or last number isn't given, for which it drops solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import inf

from solver.hidoku.logic.reasons import Candidate, nearest
from solver.hidoku.logic.steps import ENDS, Step, StepKind, continued, counted
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Board, Cell, Grid
from solver.hidoku.search.bitboard import bits
from solver.hidoku.search.domains import Contradiction
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import SearchResult
from solver.hidoku.search.staged_search import NO_LIMIT, Budget
from solver.hidoku.traces.cuts import ALL_CUTS, CutPosition, Cuts, Geometry


@dataclass(frozen=True, kw_only=True)
class Node:
    """A position: what was placed last, and what its check filled in place.

    ``option`` of ``options`` counts the successors of one position that were kept, in the order
    they are looked at; ``places`` is how many cells its number had.
    """

    parent: Node | None
    number: int
    cell: Cell | None
    fills: tuple[Candidate, ...]
    depth: int = 0
    option: int = 1
    options: int = 1
    places: int = 1
    path: Path = field(default=(), repr=False)

    @property
    def is_solved(self) -> bool:
        return bool(self.path)


@dataclass(frozen=True)
class Expansion:
    """A node with its successors and those dropped by a check, or why there is neither."""

    node: Node
    successors: tuple[Node, ...]
    rejected: tuple[Step, ...]
    why: Contradiction | None = None


def walk(grid: Grid, cuts: Cuts = ALL_CUTS) -> Iterator[Expansion]:
    """Open the nodes one by one.

    A grid with faults isn't searched.
    """
    if faults(grid):
        return
    start = CutPosition(Geometry(grid, cuts))
    for cell, number in grid.givens:
        start.fill(number, start.board.layout.bit(cell))
    start.problem()  # only for what it fills in place: the article opens its first board regardless
    fills = tuple(start.fills)
    stack = [(Node(parent=None, number=0, cell=None, fills=fills, path=start.path()), start)]
    while stack:
        node, state = stack.pop()
        expansion, successors = _open(node, state)
        stack.extend(successors)
        yield expansion


def _open(node: Node, state: CutPosition) -> tuple[Expansion, list[tuple[Node, CutPosition]]]:
    if not state.left:
        return Expansion(node, (), (), state.filled_cut()), []
    number = min(state.left, key=lambda n: state.masks[n].bit_count())
    cells = tuple(bits(state.masks[number]))
    if not cells:
        return Expansion(node, (), (), state.number_cut()), []
    rejections: list[Step] = []
    survivors: list[tuple[Cell, CutPosition]] = []
    for bit in cells:
        cell = state.board.layout.cell(bit)
        after = state.copy()
        after.fill(number, bit)
        if dead := after.problem():
            fills = tuple(after.fills)
            step = Step(StepKind.CONTRADICTION, number, cell, dead=dead, standing=fills)
            rejections.append(step)
        else:
            survivors.append((cell, after))
    nodes = tuple(
        Node(
            parent=node,
            number=number,
            cell=cell,
            fills=tuple(after.fills),
            depth=node.depth + 1,
            option=len(survivors) - index,  # the last is looked at first
            options=len(survivors),
            places=len(cells),
            path=after.path(),
        )
        for index, (cell, after) in enumerate(survivors)
    )
    pairs = zip(nodes, survivors, strict=True)
    branches = [(child, after) for child, (_, after) in pairs if not child.is_solved]
    return Expansion(node, nodes, tuple(rejections)), branches


def solve_plain(
    grid: Grid,
    limit: int | None = 2,
    budget: Budget = NO_LIMIT,
    cuts: Cuts = ALL_CUTS,
    keep: int | None = None,
) -> SearchResult:
    """Search as the article does; the arguments are those of :func:`~solver.hidoku.search.solve`.

    ``nodes`` counts positions looked at; a solution counts when it is generated.
    """
    walker = walk(grid, cuts)
    most_nodes = inf if budget.nodes is None else budget.nodes
    solutions: list[Path] = []
    nodes = successors = children = depth = count = 0
    is_complete = False
    while (limit is None or count < limit) and nodes < most_nodes and not budget.is_over:
        expansion = next(walker, None)
        if expansion is None:
            is_complete = True
            break
        family = len(expansion.successors)
        positions = expansion.successors if nodes else (expansion.node, *expansion.successors)
        paths = [node.path for node in positions if node.is_solved]
        nodes += 1
        children += family
        successors += family * family
        depth = max(depth, expansion.node.depth + (family > 0))
        count += len(paths)
        solutions += paths if keep is None else paths[: max(0, keep - len(solutions))]
    count = count if limit is None else min(count, limit)
    return SearchResult(
        solutions=tuple(solutions[:count]),
        count=count,
        complete=is_complete,
        nodes=nodes,
        successors=successors,
        children=children,
        depth=depth,
    )


class Replay:
    """The nodes of the search as steps of a trace.

    A node that is the only one kept of its parent's isn't a trial, and counts for no depth.
    """

    def __init__(self, grid: Grid, cuts: Cuts) -> None:
        self.grid = grid
        self.cuts = cuts
        self.line: list[tuple[Node, int]] = []  # from the root to where we are, and numbers placed
        self.board = dict(grid.given)
        self.latest = Step(StepKind.START, nodes=0)
        self.solutions = 0

    def steps(self) -> Iterator[Step]:
        yield self.latest
        for expansion in walk(self.grid, self.cuts):
            yield from self._expand(expansion)
            if self.solutions > 1:
                break
        yield self._step(Step(ENDS.get(self.solutions, StepKind.SEVERAL)))

    def _expand(self, expansion: Expansion) -> Iterator[Step]:
        self.latest = replace(self.latest, nodes=self.latest.nodes + 1)
        yield from self._enter(expansion.node)
        if expansion.successors:
            self.latest = counted(self.latest, len(expansion.successors))
        for step in expansion.rejected:
            yield self._step(step)
        if expansion.why:
            yield self._step(Step(StepKind.CONTRADICTION, dead=expansion.why))
        for node in expansion.successors:
            if node.is_solved:
                yield from self._enter(node)

    def _enter(self, node: Node) -> Iterator[Step]:
        """Go back to the node's parent, then place what the node places."""
        retreat = None
        while self.line and self.line[-1][0] is not node.parent:
            retreat = self.line.pop()[0]
        if retreat is not None:
            yield self._step(Step(StepKind.RETREAT, retreat.number, retreat.cell))
        height = self.line[-1][1] if self.line else 0
        self.line.append((node, height))
        if node.cell is not None:
            is_tried = node.options > 1
            kind = StepKind.TRY if is_tried else StepKind.ONLY_CELL
            of = node.options if is_tried else node.places
            ends = nearest(self._numbers(height).values(), node.number)
            step = Step(kind, node.number, node.cell, option=node.option, options=of)
            yield self._place(replace(step, ends=ends))
        for number, cell in node.fills:
            ends = self._open_ends(cell, self._numbers(self.line[-1][1]))
            yield self._place(Step(StepKind.ONLY_NUMBER, number, cell, ends=ends))
        if node.is_solved:
            self.solutions += 1
            has_more = any(entry.option < entry.options for entry, _ in self.line[:-1])
            has_more = has_more or node.options > 1
            yield self._step(Step(StepKind.SOLVED, goes_on=has_more and self.solutions == 1))

    def _numbers(self, height: int) -> Board:
        """The numbers on the board while so many are placed beside the givens."""
        while len(self.board) > len(self.grid.given) + height:
            self.board.popitem()
        return self.board

    def _open_ends(self, cell: Cell, board: Board) -> tuple[int, ...]:
        """The numbers beside a cell whose number before or after isn't placed."""
        last = self.grid.last
        number_set = {*board.values()}
        numbers = sorted(board[near] for near in self.grid.neighbours(cell) if near in board)
        return tuple(n for n in numbers if not {max(n - 1, 1), min(n + 1, last)} <= number_set)

    def _place(self, step: Step) -> Step:
        node, height = self.line[-1]
        self.line[-1] = (node, height + 1)
        if step.number is not None and step.cell is not None:
            self.board[step.cell] = step.number
        return self._step(step)

    def _step(self, step: Step) -> Step:
        height = self.line[-1][1] if self.line else 0
        trials = sum(node.options > 1 for node, _ in self.line)
        self.latest = continued(self.latest, step, trials, height)
        return self.latest
