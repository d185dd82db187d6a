"""The tree that a search walks, and the stack of its open choices, read off the steps of a solve.

A node is a number tried in a cell. The search plays no part in it: a step says how many trials are
open, so what closes a branch is seen by that alone. A candidate that a check drops before it is
placed is a leaf that failed at once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.domains import Dead
from webapp.http.forms import FormError
from webapp.http.tree_picture import TreeLayout, TreePicture

#: What fails by the same reason looks the same: the CSS class of a cross, and its words.
REASONS: Final = {Dead.NO_CELL: "no-cell", Dead.NO_NUMBER: "no-number"}
REASON_WORDS: Final = {
    "no-cell": "a number has no cell left",
    "no-number": "a cell has no number left",
    "no-path": "the path can’t go on",
}


@dataclass(frozen=True, kw_only=True)
class TreeNode:
    """A number tried in a cell at a step; ``parent`` is the place of the choice before it.

    ``placed`` is how many numbers are on the board with it, before any follows from it.
    ``closed`` is the step at which it is no longer on the board, or the number of steps.
    ``is_dropped`` says that a check refused it before it was placed; ``why`` says why it failed, or
    that a solution was ``found`` with it, and ``ended`` is the step at which that was seen.
    """

    step: int
    number: int
    cell: Cell
    parent: int
    depth: int
    options: int
    placed: int
    closed: int
    is_dropped: bool = False
    why: str = ""
    ended: int | None = None

    def state_at(self, step: int) -> str:
        """Return ``failed``, on the ``board``, or still ``open``."""
        if self.step > step:
            return "open"
        return "failed" if self.is_dropped or self.closed <= step else "board"


class CellOption(NamedTuple):
    """A cell of a choice; on the ``board``, ``open``, ``failed``, or a solution was ``found``."""

    cell: Cell
    state: str

    @property
    def name(self) -> str:
        return cell_name(self.cell)


class OpenChoice(NamedTuple):
    """A line of the stack: the number, its cells, and how many numbers followed from it.

    ``more`` counts cells still to be tried that the search never comes to.
    """

    depth: int
    number: int
    cell: Cell
    options: tuple[CellOption, ...]
    more: int
    forced: int
    step: int

    @property
    def has_solution(self) -> bool:
        """Whether a solution was found with one of its cells that isn't on the board now."""
        return any(option.state == "found" for option in self.options)

    @property
    def trial(self) -> OpenTrial:
        count = sum(option.state == "open" for option in self.options) + self.more
        return OpenTrial(self.number, self.cell, count)


class OpenTrial(NamedTuple):
    """A number that a search tries in a cell, and how many other cells are left to try."""

    number: int
    cell: Cell
    untried: int


def way_back_fault(trials: Sequence[OpenTrial], cell: Cell) -> str:
    """Say why a search at a dead end doesn't go back to a number it tried; "" if it does.

    Raises FormError if that cell has none.
    """
    place = next((at for at, trial in enumerate(trials) if trial.cell == cell), None)
    if place is None:
        raise FormError("Choose a number that was tried.")
    if not trials[place].untried:
        return f"{trials[place].number} has been tried in each of its cells. Go back further."
    if any(later.untried for later in trials[place + 1 :]):
        return "That would skip a cell that hasn’t been tried, of a number placed later."
    return ""


@dataclass(frozen=True)
class SearchTree:
    nodes: tuple[TreeNode, ...]
    placed: tuple[int, ...] = field(repr=False)

    @cached_property
    def _layout(self) -> TreeLayout:
        return TreeLayout([node.parent for node in self.nodes])

    def count_until(self, step: int) -> int:
        return bisect_right(self.nodes, step, key=lambda node: node.step)

    def open_at(self, step: int) -> tuple[int, ...]:
        """Return the places of the choices that are open after a step, the first one first."""
        places = range(self.count_until(step))
        return tuple(place for place in places if self.nodes[place].state_at(step) == "board")

    def stack_at(self, step: int) -> tuple[OpenChoice, ...]:
        """Return the open choices after a step, the newest first."""
        count = self.placed[step]
        choices = []
        for place in reversed(self.open_at(step)):
            choices.append(self._choice(place, step, count))
            count = self.nodes[place].placed - 1
        return tuple(choices)

    def _choice(self, place: int, step: int, count: int) -> OpenChoice:
        node = self.nodes[place]
        siblings = self._layout.children[node.parent]
        places = [place for place in siblings if self.nodes[place].number == node.number]
        options = (self._option(place, step) for place in places)
        return OpenChoice(
            depth=node.depth,
            number=node.number,
            cell=node.cell,
            options=tuple(options),
            more=node.options - sum(not self.nodes[place].is_dropped for place in places),
            forced=count - node.placed,
            step=node.step,
        )

    def _option(self, place: int, step: int) -> CellOption:
        node = self.nodes[place]
        state = node.state_at(step)
        has_solution = self._solved_at.get(place, step + 1) <= step
        return CellOption(node.cell, "found" if state == "failed" and has_solution else state)

    @cached_property
    def _solved_at(self) -> Mapping[int, int]:
        """The places of the choices that led to a solution, and the step at which it was found."""
        steps = dict[int, int]()
        for end, node in enumerate(self.nodes):
            place = end if node.why == "found" else -1
            while place >= 0:
                steps.setdefault(place, node.ended or 0)
                place = self.nodes[place].parent
        return steps

    def drawn_at(self, step: int) -> TreePicture:
        """Return the tree as far as it has grown after a step."""
        still_open = frozenset(self.open_at(step))
        newest = max(still_open, default=-1)

        def state_of(place: int) -> str:
            node = self.nodes[place]
            has_ended = node.ended is not None and node.ended <= step
            state = "now" if place == newest and not has_ended else node.state_at(step)
            if state != "failed" and not has_ended:
                return state
            if place in self._layout.children:
                return "left"
            return f"failed {node.why}" if node.why in REASON_WORDS else node.why or "left"

        return self._layout.draw(range(self.count_until(step)), state_of, still_open)

    def reasons_at(self, step: int) -> dict[str, str]:
        """Return the words of the reasons by which something has failed until a step."""
        reasons = {node.why for node in self.nodes[: self.count_until(step)] if node.closed <= step}
        return {why: words for why, words in REASON_WORDS.items() if why in reasons}


def search_tree(steps: Sequence[Step]) -> SearchTree:
    """Read the tree off the steps of a solve; what is left out of a long one is missing."""
    nodes: list[TreeNode] = []
    stack: list[int] = []
    for at, step in enumerate(steps):
        is_try = step.kind is StepKind.TRY
        why = "found" if step.kind is StepKind.SOLVED else ""
        if step.dead:
            why = REASONS.get(step.dead.kind, "no-path")
        is_over = step.kind in (StepKind.PROVED, StepKind.IMPOSSIBLE)
        for _ in range(len(stack) - (0 if is_over else step.depth - is_try)):
            place = stack.pop()
            nodes[place] = replace(nodes[place], closed=at)
        if step.kind in (StepKind.TRY, StepKind.CONTRADICTION) and step.cell and step.number:
            parent = stack[-1] if stack else -1
            node = TreeNode(
                step=at,
                number=step.number,
                cell=step.cell,
                parent=parent,
                depth=len(stack) + 1,
                options=step.options,
                placed=step.placed,
                closed=len(steps) if is_try else at,
                is_dropped=not is_try,
                why=why,
            )
            nodes.append(node)
            if is_try:
                stack.append(len(nodes) - 1)
        elif why and stack:
            nodes[stack[-1]] = replace(nodes[stack[-1]], why=why, ended=at)
    return SearchTree(nodes=tuple(nodes), placed=tuple(step.placed for step in steps))
