"""What a class thinks comes next, judged: of a solve by logic, and of a search."""

from itertools import takewhile

import pytest
from flask import Flask

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.steps import StepKind
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.traces.plain_search import walk
from solver.hidoku.traces.trace import Mode, trace
from tests.solver.hidoku.kept_boards import kept_board
from tests.webapp.player import Player, text_of
from webapp.hidoku.puzzles import keep_own
from webapp.hidoku.watch.traces import WatchedSolve, find_trace

GRID = BOARDS["findling"].grid


def ask(
    player: Player,
    step: int,
    cell: Cell,
    number: object = "",
    *,
    by: str = "both",
    name: str = "findling",
) -> str:
    """Return heading and reason that the page shows of a guess before a step."""
    url = f"/hidoku/watch/{name}?by={by}&step={step}&guess=on"
    page = player.get(f"{url}&asked={number}&row={cell.row + 1}&column={cell.column + 1}").text
    panel = page.partition('class="answer')[2] or page.partition('class="step panel')[2]
    panel = panel.partition('id="why-not"')[0]
    return text_of(panel.partition(">")[2])


def forced_later(solve: WatchedSolve, step: int) -> tuple[int, Cell]:
    """Return a number with one cell at a step, by reach alone, that the solve places later."""
    position = Position.of(GRID, solve.board_at(step - 1))
    for later in solve.steps[step + 1 :]:
        number, cell = later.number, later.cell
        if number and cell and position.weak.masks[number].bit_count() == 1:
            return number, cell
    raise LookupError


def test_a_forced_placement_is_taken_though_it_is_not_the_next(player: Player) -> None:
    solve = find_trace(GRID, "both")
    number, cell = forced_later(solve, 3)
    for entry in (number, ""):
        words = ask(player, 3, cell, entry)
        assert words.startswith(f"Yes: {number}, between ")


def test_what_nothing_shows_yet_leads_to_what_can_be_shown(app: Flask, player: Player) -> None:
    grid = kept_board("six links")
    with app.app_context():
        name = keep_own(grid)
    solve = find_trace(grid, "both")
    cell = Cell(6, 4)
    number = solve.solution[cell]
    assert number not in certain_numbers(grid)
    words = ask(player, 1, cell, number, name=name)
    assert "That’s its place, but nothing shows it yet; this can be shown now." in words
    assert f"{solve.steps[1].number} " in words
    assert "Back to the step" not in words
    assert "Nothing shows this cell’s number yet" in ask(player, 1, cell, name=name)


def certain_numbers(grid: Grid) -> set[int]:
    """Return the numbers that any technique but a supposition can place at once."""
    steps = trace(grid, Mode.LOGIC).steps
    early = takewhile(lambda step: not (step.technique and step.technique.assumption), steps)
    return {step.number for step in early if step.number}


def test_a_wrong_guess_gets_the_reason(player: Player) -> None:
    solution = find_trace(GRID, "both").solution
    cell = next(cell for cell in solution if cell not in GRID.given and solution[cell] > 50)
    assert ask(player, 3, cell, 2).startswith("2 can’t go here")


def test_a_search_asks_for_its_next_choice_and_its_way_back(player: Player) -> None:
    solve = find_trace(GRID, "search")
    entry = next(entry for entry in walk(GRID) if len(entry.successors) > 1)
    choice = next(at for at, step in enumerate(solve.steps) if step.kind is StepKind.TRY)
    first, second = (node.cell for node in reversed(entry.successors[-2:]))
    assert ask(player, choice, first, by="search").startswith("A trial")
    number = entry.successors[0].number
    assert f"Yes, {number} is next. This search tries it in" in ask(
        player, choice, second, by="search"
    )
    given_cell = next(iter(GRID.given))
    assert f"{number} has fewer cells" in ask(player, choice, given_cell, by="search")
    back = next(
        at
        for at, step in enumerate(solve.steps)
        if step.kind is StepKind.RETREAT and len(solve.tree.stack_at(at - 1)) > 2
    )
    stack = solve.tree.stack_at(back - 1)
    target = next(
        choice for choice in stack if solve.tree.stack_at(back + 1)[0].depth == choice.depth
    )
    assert "Yes: its other cell is next." in ask(player, back, target.cell, by="search")
    assert "skip a cell" in ask(player, back, stack[-1].cell, by="search")
    assert "Choose a number that was tried." in ask(player, back, given_cell, by="search")


@pytest.mark.parametrize(
    ("by", "question"), [("both", "What comes next?"), ("search", "Which choice next?")]
)
def test_a_question_keeps_the_step_to_itself(player: Player, by: str, question: str) -> None:
    page = player.get(f"/hidoku/watch/findling?by={by}&step=1&guess=on").text
    assert question in page
    assert "newest" not in page
