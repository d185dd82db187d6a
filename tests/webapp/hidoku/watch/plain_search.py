"""The search of the article once more, moment by moment: it shares no code with the solver's."""

from __future__ import annotations

from typing import NamedTuple

from solver.hidoku.rules.grid import Grid
from tests.plain.boards import read
from tests.webapp.learn.lessons.plain_search import PlainState, begun


class Moment(NamedTuple):
    """What a page has to show at a step: the numbers tried, the newest first, and counters."""

    stack: tuple[int, ...]
    filled: int
    nodes: int
    successors: int
    dead_ends: int


class Opened(NamedTuple):
    """A position, and the numbers tried on the way."""

    parent: Opened | None
    state: PlainState
    trials: tuple[int, ...]

    @property
    def filled(self) -> int:
        return len(self.state.where)


class PlainSearch:
    """Search a board with eight neighbours, without blocked or joined cells, to its end."""

    def __init__(self, grid: Grid) -> None:
        state = begun(read(str(grid), "8"))
        self.given = len(grid.given)
        self.moments: list[Moment] = []
        self.nodes = self.successors = self.dead_ends = 0
        self.current: Opened | None = None
        self._note((), self.given)
        state.is_dead()  # the first position is opened whatever the checks say
        todo = [Opened(None, state, ())]
        while todo:
            todo += self._open(todo.pop())

    def _note(self, trials: tuple[int, ...], count: int) -> None:
        counters = (self.nodes, self.successors, self.dead_ends)
        self.moments.append(Moment(trials[::-1], count, *counters))

    def _open(self, node: Opened) -> list[Opened]:
        self.nodes += 1
        self._enter(node)
        cells = node.state.cells
        number = min(cells, key=lambda n: (len(cells[n]), n))
        children = []
        rejections = 0
        for cell in sorted(cells[number]):
            after = node.state.copied()
            after.fill(number, cell)
            if after.is_dead():
                rejections += 1
            else:
                children.append(Opened(node, after, node.trials))
        if len(children) > 1:
            children = [child._replace(trials=(*node.trials, number)) for child in children]
        self.successors += len(children) ** 2
        for _ in range(rejections):
            self.dead_ends += 1
            self._note(node.trials, node.filled)
        for child in children:
            if not child.state.cells:
                self._enter(child)
                self._note(child.trials, child.filled)
        return [child for child in children if child.state.cells]

    def _enter(self, node: Opened) -> None:
        parent = node.parent
        if parent and self.current is not parent:
            self._note(parent.trials, parent.filled)
        before = parent.filled if parent else self.given
        for count in range(before + 1, node.filled + 1):
            self._note(node.trials, count)
        self.current = node
