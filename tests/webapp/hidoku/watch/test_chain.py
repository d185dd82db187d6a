"""Chains link by link: the words against the trace, and the way through them by links."""

import html
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from flask import Flask

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.text.chains import step_text
from solver.hidoku.traces.trace import trace
from tests.cases import cases
from tests.sampling import sample
from tests.solver.hidoku.logic.judge.claims import Scene
from tests.solver.hidoku.logic.judge.sentences import Claimed
from tests.webapp.player import Player
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.puzzles import keep_own
from webapp.hidoku.watch.chain import chain_at, count_links, sources_of
from webapp.hidoku.watch.traces import METHOD_BY, WatchedSolve, find_trace, hard_steps, outline_of

PLACE = re.compile(r"row (\d+), column (\d+)", re.IGNORECASE)


def whole(grid: Grid) -> WatchedSolve:
    """What a page shows of a board that is watched, for as long as it takes to find."""
    solve = trace(grid, METHOD_BY["both"].mode)
    return WatchedSolve(solve.grid, solve.mode, solve.steps, outline_of(solve.steps))


@cache
def expert() -> WatchedSolve:
    """The board of the mock: expert, with a chain of six links at step 8."""
    return whole(generate(BoardRequest(9, 9, difficulty=Difficulty.EXPERT), 12).grid)


def with_chains() -> Iterator[WatchedSolve]:
    """Boards with chains of every kind."""
    yield expert()
    for adjacency, seed in ((Adjacency.EIGHT, 2), (Adjacency.HEX, 3)):
        request = BoardRequest(
            8, 8, adjacency=adjacency, difficulty=Difficulty.EXPERT, minimal=True
        )
        yield whole(generate(request, seed).grid)


@cache
def chained() -> tuple[int, ...]:
    return tuple(at for at, step in enumerate(expert().steps) if count_links(step))


def cells_of(text: str) -> list[Cell]:
    return [Cell(int(row) - 1, int(column) - 1) for row, column in PLACE.findall(text)]


def test_there_are_chains_of_several_lengths() -> None:
    assert len({count_links(expert().steps[at]) for at in chained()}) >= 4


def test_each_link_says_what_the_trace_holds() -> None:
    for at in chained():
        step, board = expert().steps[at], expert().board_at(at - 1)
        trial = step.trial
        first, *between, last = chain_at(step, board, 1).links
        assert first.text == f"Suppose {trial.number} is in {cell_name(trial.cell)}."
        assert len(between) == len(trial.chain)
        for link, conclusion in zip(between, trial.chain, strict=True):
            assert cells_of(link.text) == [conclusion.cell]
            assert link.notes[conclusion.cell].text == str(conclusion.number) == link.bead
            assert link.target == conclusion.cell
        assert last.text.endswith(f"So {trial.number} can’t be in {cell_name(trial.cell)}.")


def test_arrows_of_a_link_come_from_the_ends_of_its_gap() -> None:
    """Each number follows, as a judge finds who shares no code, and then there's the dead end."""
    counts = Counter[str]()
    for solve in with_chains():
        steps = solve.steps
        links = [at for at, step in enumerate(steps) if count_links(step)]
        for at in sample(links, 40, "test_each_link"):
            board = solve.board_at(at - 1)
            chain = chain_at(steps[at], board, 1)
            needed = frozenset(steps[at].deduction.needed)
            joins = frozenset(solve.grid.joined)
            scene = Scene(solve.grid, board, frozenset(board.values()), needed, joins)
            trial = steps[at].trial
            after = scene.placing(Candidate(trial.number, trial.cell))
            for link, effect in zip(chain.links[1:-1], trial.chain, strict=True):
                assert after.forces(effect)
                ends = {after.where[end] for end in after.gap(effect.number) if end in after.where}
                assert {*link.sources} == (set() if effect.is_by_cell else ends)
                counts["cell" if effect.is_by_cell else "number"] += 1
                after = after.placing(Candidate(effect.number, effect.cell))
            end = chain.links[-1].text.removeprefix("In the end, ").partition(". So ")[0]
            placements = [Candidate(n, cell) for n, cell in chain.links[-1].standing]
            claim = Claimed(scene, placements[:1], end)
            assert claim.runs(placements[:1], "", end, placements[1:]), end
    assert min(counts["number"], counts["cell"]) >= 5


def test_arrows_point_at_their_cell_and_touch_no_middle() -> None:
    plan = BoardPlan.of(expert().grid)
    for at in chained():
        links = chain_at(expert().steps[at], expert().board_at(at - 1), 1).links
        for link in links:
            points = [
                (float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", link.arrows(plan))
            ]
            assert len(points) == 6 * len(link.sources)
            for x, y in points:
                middles = (plan.centre(cell) for cell in expert().grid.cells)
                assert min((x - a) ** 2 + (y - b) ** 2 for a, b in middles) > 0.3**2


def test_arrows_to_a_placed_number_come_from_those_that_its_reason_names() -> None:
    arrows = 0
    for solve in (expert(), whole(BOARDS["findling"].grid)):
        for at, step in enumerate(solve.steps):
            board = solve.board_at(at)
            for cell in sources_of(step, board):
                assert cell != step.cell
                assert re.search(rf"\b{board[cell]}\b", step_text(step)), step_text(step)
                arrows += 1
    assert arrows > 100


def test_the_links_lead_through_the_chain_and_back(app: Flask, player: Player) -> None:
    with app.app_context():
        name = keep_own(expert().grid)
    at = next(at for at in chained() if count_links(expert().steps[at]) > 4)
    count = count_links(expert().steps[at])
    places, url = [], f"/hidoku/watch/{name}?step={at}"
    for _ in range(count + 1):
        page = player.get(url).text
        match = re.search(r'data-step="(\d+)" data-last="\d+" data-link="(\d+)"', page)
        assert match
        places.append((int(match[1]), int(match[2])))
        url = html.unescape(re.search(r'id="next" href="([^"]+)"', page)[1])
    assert places == [*((at, link) for link in range(1, count + 1)), (at + 1, 1)]
    back = html.unescape(re.search(r'id="back" href="([^"]+)"', page)[1])
    assert f'data-step="{at}"' in player.get(back).text
    assert f'data-link="{count}"' in player.get(back).text


def test_the_class_gets_the_question_before_the_answer(player: Player) -> None:
    url = "/hidoku/watch/findling?step=9&guess=on"
    page = player.get(url).text
    board = find_trace(BOARDS["findling"].grid, "both").board_at(8)
    assert "What comes next?" in page
    assert f"{len(board)} of 100 numbers placed" in page
    address = html.unescape(re.search(r'id="next" href="([^"]+)"', page)[1])
    page = player.get(address).text
    assert "What comes next?" not in page
    assert 'data-step="9"' in page
    onward = html.unescape(re.search(r'id="next" href="([^"]+)"', page)[1])
    assert "What comes next?" in player.get(onward).text


def test_hard_steps_are_tries_assumptions_and_the_hardest_technique() -> None:
    steps = expert().steps
    assert set(chained()) <= hard_steps(steps)
    hard = {steps[at].technique.title for at in hard_steps(steps)}
    assert hard <= {"in the way", "contradiction"}
    easy = find_trace(BOARDS["findling"].grid, "both")
    assert {easy.steps[at].technique.title for at in hard_steps(easy.steps)} == {"enter and leave"}
    record = find_trace(BOARDS["findling"].grid, "tries")
    assert {record.steps[at].kind for at in hard_steps(record.steps)} == {StepKind.TRY}


def plainly_sure(steps: list[Step]) -> int | None:
    """How many placed numbers hang on no try, by playing all steps again."""
    tries: list[int] = []
    for step in steps:
        while tries and len(tries) > step.depth:
            tries.pop()
        if step.kind is StepKind.TRY:
            tries[step.depth - 1 :] = [step.placed - 1]
    return tries[0] if tries else None


def test_what_hangs_on_a_try_is_known_at_each_step() -> None:
    solve = find_trace(BOARDS["findling"].grid, "tries")
    steps = solve.steps
    counts = [solve.certain_at(at) for at in range(len(steps) - 1)]
    assert counts == [plainly_sure(steps[: at + 1]) for at in range(len(steps) - 1)]
    assert solve.certain_at(len(steps) - 1) is None  # it is proved
    assert {None, *counts} != {None}


@cases("step", [20, 57, 142, 143])
def test_a_number_that_is_only_tried_says_so(player: Player, step: int) -> None:
    solve = find_trace(BOARDS["findling"].grid, "tries")
    page = player.get(f"/hidoku/watch/findling?by=tries&step={step}").text
    sure = solve.certain_at(step)
    count = len(solve.board_at(step)) - len(solve.grid.given)
    assert page.count("trial only") == (0 if sure is None else count - sure)
    assert ('class="trial"' in page) is (sure is not None)


def test_a_step_without_a_chain_has_no_link() -> None:
    grid = Grid.of(1, 3, {Cell(0, 0): 1})
    assert chain_at(Step(StepKind.START), grid.given, 1).bead == 0
