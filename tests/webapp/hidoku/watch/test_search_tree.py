"""The tree of a search and the stack of its open choices, beside the search itself."""

import re
from collections import Counter
from collections.abc import Iterator
from inspect import unwrap
from types import SimpleNamespace

import brotli
import pytest

from solver.hidoku.logic.steps import StepKind
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.domains import Dead
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.traces.cuts import NO_CUTS, Cuts
from solver.hidoku.traces.plain_search import Node, walk
from solver.hidoku.traces.trace import Effort, Mode, trace
from tests.webapp.hidoku.watch.plain_search import PlainSearch
from tests.webapp.player import HTMX, Player, text_of
from webapp.hidoku.watch import routes, traces
from webapp.hidoku.watch.search_tree import SearchTree, search_tree
from webapp.hidoku.watch.traces import SEARCH_BOARDS
from webapp.http.tree_picture import MOST_DRAWN
from webapp.work.limits import THOROUGH

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
    for entry in walk(grid):
        for node in (entry.node, *(node for node in entry.successors if node.is_solved)):
            if node.cell is None:
                continue
            kinds = (StepKind.TRY, StepKind.ONLY_CELL)
            while steps[at].kind not in kinds or (steps[at].number, steps[at].cell) != (
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


@pytest.mark.parametrize("name", SEARCH_BOARDS)
def test_the_stack_holds_what_the_search_has_tried(name: str) -> None:
    grid = BOARDS[name].grid
    solve = trace(grid, Mode.SEARCH)
    tree = search_tree(solve.steps)
    visits = [*entries(grid)]
    for at, node in visits:
        assert stack_of(tree, at) == trials_of(node)
    assert sum(not node.is_dropped for node in tree.nodes) == sum(
        node.options > 1 for _, node in visits
    )
    rejections = sum(len(entry.rejected) for entry in walk(grid))
    assert sum(node.is_dropped for node in tree.nodes) == rejections


@pytest.mark.parametrize("name", [*SEARCH_BOARDS][:3])
def test_each_moment_is_that_of_a_plain_search(name: str) -> None:
    grid = BOARDS[name].grid
    solve = trace(grid, Mode.SEARCH)
    tree = search_tree(solve.steps)
    moments = PlainSearch(grid).moments
    assert len(moments) == len(solve) - 1  # the last step says that it is proved
    for at, moment in enumerate(moments):
        step = solve.steps[at]
        stack = tuple(choice.number for choice in tree.stack_at(at))
        counters = (step.nodes, step.successors, step.dead_ends)
        assert (stack, len(solve.board_at(at)), *counters) == moment


@pytest.mark.parametrize("mode", [Mode.SEARCH, Mode.RULES, Mode.TECHNIQUES])
def test_options_are_on_the_board_or_not_as_the_stack_says(mode: Mode) -> None:
    solve = trace(BOARDS["ten-dead-ends"].grid, mode)
    tree = search_tree(solve.steps)
    for step in range(len(solve)):
        board = solve.board_at(step)
        stack = tree.stack_at(step)
        assert [choice.depth for choice in stack] == [*range(len(stack), 0, -1)]
        if solve.steps[step].kind is StepKind.PROVED:
            assert not stack
            continue
        for choice in stack:
            for option in choice.options:
                assert (board.get(option.cell) == choice.number) == (option.state == "board")
        sure = solve.steps[stack[-1].step].placed - 1 if stack else solve.steps[step].placed
        conclusions = sum(choice.forced + 1 for choice in stack)
        assert len(board) == len(solve.grid.given) + sure + conclusions


def test_a_picture_has_every_candidate_tried_so_far_and_stays_small(player: Player) -> None:
    url = "/hidoku/watch/findling"
    solve = trace(BOARDS["findling"].grid, Mode.SEARCH)
    tree = search_tree(solve.steps)
    for step in (3, 300, 2000):
        page = player.client.get(f"{url}?by=search&step={step}").text
        picture = page.partition('class="tree"')[2].partition("</svg>")[0]
        leads = [int(at) for at in re.findall(r'data-step="(\d+)"', picture)]
        picture_tree = tree.drawn_at(step)
        assert leads == [tree.nodes[node.place].step for node in picture_tree.nodes]
        assert max(leads, default=0) <= step
        hidden = sum(branch.nodes for branch in picture_tree.folded)
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


def nodes_opened(grid: Grid, cuts: Cuts) -> int:
    """Count the nodes of a search for a second solution, by walking it."""
    solutions = 0
    opened_until = 0
    for entry in walk(grid, cuts):
        opened_until += 1
        solutions += sum(node.is_solved for node in entry.successors)
        if solutions > 1:
            break
    return opened_until


def test_three_methods_are_compared_in_a_line_each(player: Player) -> None:
    page = player.client.get("/hidoku/watch/findling/compare", headers=HTMX).text
    lines = [text_of(line) for line in re.findall(r'<th scope="row">.*?</tr>', page, re.DOTALL)]
    grid = BOARDS["findling"].grid
    alone = nodes_opened(grid, NO_CUTS)
    dead_ends = sum(not entry.successors for entry in walk(grid, NO_CUTS))
    assert lines[0].startswith(f"Search alone {alone:,} {dead_ends:,} 25 ")
    assert lines[1].startswith("Search with checks 1,216 392 16 ")
    assert lines[2].startswith("Logic 0 0 0 ")
    assert "Without “Every missing number has a cell” 1,504" in text_of(page)
    for without in (Cuts(numbers=False), Cuts(filled=False), Cuts(empty=False)):
        assert f"{nodes_opened(grid, without):,}" in page
    for url in re.findall(r'<a href="(/hidoku/watch/[^"]+)"', page):
        assert 'id="frame"' in player.client.get(url).text


def test_a_comparison_cut_short_by_time_is_not_kept_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compare = unwrap(traces.compare)
    grid = BOARDS["three-dead-ends"].grid
    assert compare(grid).is_whole
    monkeypatch.setattr(traces, "THOROUGH", THOROUGH._replace(seconds=0))
    assert not compare(grid).is_whole


def test_a_method_that_finds_no_time_is_shown_without_figures(
    monkeypatch: pytest.MonkeyPatch, player: Player
) -> None:
    monkeypatch.setattr(routes, "compare", unwrap(traces.compare))
    monkeypatch.setattr(traces, "THOROUGH", THOROUGH._replace(seconds=0))
    page = text_of(player.get("/hidoku/watch/three-dead-ends/compare").text)
    for part in ("Search with checks", "Logic", "With all three checks:"):
        assert f"{part} not finished in time" in page
    assert "over 0" not in page


def test_a_method_that_takes_all_its_time_leaves_the_others_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    shares = []

    def take_all(grid: Grid, mode: Mode, budget: Budget) -> Effort:
        assert budget.deadline is not None
        shares.append(budget.deadline - clock[0])
        clock[0] = budget.deadline
        return Effort(1, 0, 1, StepKind.STOPPED)

    monkeypatch.setattr(traces, "THOROUGH", SimpleNamespace(deadline=10))
    monkeypatch.setattr(traces, "monotonic", lambda: clock[0], raising=False)
    monkeypatch.setattr(traces, "measure_effort", take_all)
    unwrap(traces.compare)(BOARDS["three-dead-ends"].grid)
    assert shares == [5, 2.5, 1.25]


def test_what_fails_by_the_same_reason_looks_the_same(player: Player) -> None:
    grid = BOARDS["forty-dead-ends"].grid
    solve = trace(grid, Mode.SEARCH)
    page = player.client.get(f"/hidoku/watch/forty-dead-ends?by=search&step={len(solve)}").text
    picture = page.partition('class="tree"')[2].partition("</svg>")[0]
    crosses = re.findall(r'class="failed"\s+d="M[\d.-]+ [\d.-]+(m[^"]*)"', picture)
    kinds = Counter(step.dead.kind for entry in walk(grid) for step in entry.rejected)
    paths = kinds.total() - kinds[Dead.NO_CELL] - kinds[Dead.NO_NUMBER]
    counts = filter(None, (kinds[Dead.NO_CELL], kinds[Dead.NO_NUMBER], paths))
    assert sorted(Counter(crosses).values()) == sorted(counts)
    assert len(set(crosses)) == page.partition('class="tree-signs"')[2].partition("</ul>")[0].count(
        "<li>"
    )
