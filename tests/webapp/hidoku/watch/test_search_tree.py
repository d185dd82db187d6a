"""The tree of a search and the stack of its open choices, beside the search itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

import brotli
import pytest

from solver.hidoku.logic.steps import StepKind
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.traces.plain_search import Node, walk
from solver.hidoku.traces.trace import Mode, trace
from tests.webapp.player import HTMX, Player
from webapp.hidoku.watch.search_tree import MOST_DRAWN, SearchTree, search_tree
from webapp.hidoku.watch.traces import SEARCH_BOARDS

Trials = list[tuple[int, Cell | None]]


def trials_of(node: Node) -> Trials:
    """Return the numbers tried on the way to a node, the first one first."""
    before = trials_of(node.parent) if node.parent else []
    return before + ([(node.number, node.cell)] if node.options > 1 else [])


def entries(grid: Grid) -> Iterator[tuple[int, Node]]:
    """Yield each node that the search enters after the root, and the step that places it."""
    steps = trace(grid, Mode.SEARCH).steps
    at = 0
    solutions = 0
    for opened in walk(grid):
        for node in (opened.node, *(kept for kept in opened.successors if kept.is_solved)):
            if node.cell is None:
                continue
            placed = (StepKind.TRY, StepKind.ONLY_CELL)
            while steps[at].kind not in placed or (steps[at].number, steps[at].cell) != (
                node.number,
                node.cell,
            ):
                at += 1
            yield at, node
            solutions += node.is_solved
        if solutions > 1:
            return


def stack_of(tree: SearchTree, step: int) -> Trials:
    return [(choice.number, choice.cell) for choice in reversed(tree.stack_at(step))]


@pytest.mark.parametrize("name", [board.name for board in SEARCH_BOARDS])
def test_the_stack_holds_what_the_search_has_tried(name: str) -> None:
    grid = BOARDS[name].grid
    solve = trace(grid, Mode.SEARCH)
    tree = search_tree(solve.steps)
    entered = [*entries(grid)]
    for at, node in entered:
        assert stack_of(tree, at) == trials_of(node)
    assert sum(not node.is_dropped for node in tree.nodes) == sum(
        node.options > 1 for _, node in entered
    )
    rejected = sum(len(opened.rejected) for opened in walk(grid))
    assert sum(node.is_dropped for node in tree.nodes) == rejected


@pytest.mark.parametrize("mode", [Mode.SEARCH, Mode.RULES, Mode.TECHNIQUES])
def test_options_are_on_the_board_or_not_as_the_stack_says(mode: Mode) -> None:
    solve = trace(BOARDS["ten-dead-ends"].grid, mode)
    tree = search_tree(solve.steps)
    for step in range(len(solve)):
        board = solve.board_at(step)
        stack = tree.stack_at(step)
        assert [choice.depth for choice in stack] == [*range(len(stack), 0, -1)]
        if solve.steps[step].kind is StepKind.PROVED:
            continue
        for choice in stack:
            for option in choice.options:
                assert (board.get(option.cell) == choice.number) == (option.state == "board")
        sure = solve.steps[stack[-1].step].placed - 1 if stack else solve.steps[step].placed
        forced = sum(choice.forced + 1 for choice in stack)
        assert len(board) == len(solve.grid.given) + sure + forced


def test_a_picture_has_every_candidate_tried_so_far_and_stays_small(player: Player) -> None:
    url = "/hidoku/watch/findling"
    solve = trace(BOARDS["findling"].grid, Mode.SEARCH)
    tree = search_tree(solve.steps)
    for step in (3, 300, 2000):
        page = player.client.get(f"{url}?by=search&step={step}").text
        picture = page.partition('class="tree"')[2].partition("</svg>")[0]
        leads = [int(at) for at in re.findall(r'data-step="(\d+)"', picture)]
        picture_tree = tree.drawn_at(step)
        assert leads == [node.step for node in picture_tree.nodes]
        assert max(leads, default=0) <= step
        hidden = sum(count for _, _, count in picture_tree.folded)
        assert len(leads) <= MOST_DRAWN
        grown = sum(node.step <= step for node in tree.nodes)
        assert len(leads) <= grown <= len(leads) + hidden
    headers = {**HTMX, "Accept-Encoding": "br"}
    part = player.client.get(f"{url}?by=search&step=2100", headers=headers)
    assert b"tree-lines" in brotli.decompress(part.data)
    assert len(part.data) < 30_000


def test_a_whole_tree_is_a_file(player: Player) -> None:
    answer = player.client.get("/hidoku/watch/ten-dead-ends/tree.svg?by=search")
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.text.count('class="failed"') >= 10
    assert "<a " not in answer.text


def test_an_open_choice_shows_what_followed_from_it(player: Player) -> None:
    solve = trace(BOARDS["ten-dead-ends"].grid, Mode.SEARCH)
    tree = search_tree(solve.steps)
    step = next(at for at in range(len(solve)) if len(tree.stack_at(at)) == 3)
    choice = tree.stack_at(step)[1]
    assert choice.forced
    url = f"/hidoku/watch/ten-dead-ends?by=search&step={step}&choice={choice.depth}"
    page = player.client.get(url).text
    assert len(re.findall(r'class="cell[^"]*\barea\b', page)) == choice.forced
    assert player.client.get(url.replace("choice=2", "choice=99")).status_code == 200
