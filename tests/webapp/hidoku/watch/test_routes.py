"""Watching a Hidoku being solved: each step by its address, and what is laid over the board."""

import html
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from flask import Flask

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.steps import StepKind
from solver.hidoku.rules.game import Play, cell_name
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.pencil import reach_of
from solver.hidoku.search.solve import board_of, solve
from tests.cases import cases
from tests.webapp.player import HTMX, Player, find_part, text_of
from webapp.hidoku.puzzles import Puzzle, keep_own, load_puzzle
from webapp.hidoku.watch import routes as solving
from webapp.hidoku.watch import traces
from webapp.hidoku.watch.overlays import joints, notes_of, placements_left, possible_numbers
from webapp.hidoku.watch.step_view import Look, show_frame
from webapp.hidoku.watch.traces import METHODS, SolveMethod, WatchedSolve, find_trace
from webapp.work.limits import THOROUGH
from webapp.work.tasks import Patience, PendingError

WATCH = "/hidoku/watch/findling"
GRID = load_puzzle("findling").grid
SOLUTION = board_of(solve(GRID).solutions[0])
MOST = 3000  # bytes of a frame with all that can be shown

HEX = Grid.of(
    3,
    4,
    {Cell(0, 0): 1},
    blocked=[Cell(2, 3)],
    adjacency=Adjacency.HEX,
    joined=[(Cell(0, 1), Cell(0, 2))],
)
BOARDS = {
    "hex": HEX,
    "four": Grid.of(4, 5, {Cell(0, 0): 1, Cell(3, 4): 20}, adjacency=Adjacency.FOUR),
    "several": Grid.of(3, 4, {Cell(0, 0): 1}),
    "none": Grid.of(3, 3, {Cell(0, 0): 1, Cell(2, 2): 3, Cell(1, 1): 9}),
    "faulty": Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 1}),
    "one cell": Grid.of(1, 1),
    "full": Grid.of(1, 3, {Cell(0, 0): 1, Cell(0, 1): 2, Cell(0, 2): 3}),
}


@cache
def findling(by: str) -> WatchedSolve:
    return find_trace(GRID, by)


def own(app: Flask, grid: Grid) -> str:
    with app.app_context():
        return keep_own(grid)


@cases("way", METHODS)
def test_each_step_of_a_solve_has_an_address(player: Player, way: SolveMethod) -> None:
    solve = findling(way.by)
    last = len(solve) - 1
    for step in sorted({0, 1, 57, last // 2, last - 1, last}):
        page = player.read(f"{WATCH}?by={way.by}&step={step}")
        assert f"Step <b>{step:,}</b> of {last:,}" in page
    assert "this is the only solution" in page
    assert (f"<dd>{solve.steps[-1].nodes:,}</dd>" in page) is way.searches


LOOKED = 'id="looked"'


@cases(
    ("query", "texts", "missing"),
    [
        # as the program of 2015 counted; and a full board is not taken over
        ("by=search&step=999999", ["<dd>1,216</dd>", "<dd>1.349</dd>"], ['id="take-over"']),
        (
            "by=search&step=999999",
            ["<dd>1,216</dd>", "<dd>1,640<small> from 1,216</small></dd>", "<dd>1.349</dd>"],
            [],
        ),
        ("asked=2&row=5&column=5", ["2 can’t go here"], []),
        ("step=4&asked=2&row=5&column=5", ["2 can’t go here", "13 fits only"], []),
        ("asked=13", ["13 must go here"], []),
        ("asked=2&row=50&column=5", ["no such cell"], []),
        ("asked=", ["Type a number, or choose a cell."], []),
        ("step=0&show=candidates&cell=2,7", ["Row 3, column 8 can hold: <b>"], []),
        ("step=9&show=candidates", [], ['id="placements"']),
        ("step=1", ['role="row" aria-rowindex="10">', 'role="cell"><span></span></div>'], []),
        ("step=1", ['role="cell" aria-label="93, given"><span>93</span>', ', just placed">'], []),
        *((f"step={step}", [], []) for step in ("-1", "x", "", "1e9", "9" * 99)),
        *((f"step=4&{what}", [], [LOOKED]) for what in ("show=magic", "show=", "cell=1,1")),
        *((f"step=4&show=candidates&cell={cell}", [], [LOOKED]) for cell in ("x", "99,99")),
    ],
)
def test_what_a_step_shows(
    player: Player, query: str, texts: list[str], missing: list[str]
) -> None:
    page = player.get(f"{WATCH}?{query}")
    assert page.status_code == 200
    assert "Set-Cookie" not in page.headers
    assert [text for text in texts if text not in page.text] == []
    assert [text for text in missing if text in page.text] == []


def test_the_average_branching_can_be_worked_out_from_what_is_shown(player: Player) -> None:
    for step in (3, 16, 20, 300):
        page = player.get(f"{WATCH}?by=search&step={step}").text
        match = re.search(
            r"<dd>([\d,]+)<small> from ([\d,]+)</small></dd>.*?<dd>([\d.]+)</dd>", page, re.DOTALL
        )
        assert match, step
        branches, options, mean = (float(figure.replace(",", "")) for figure in match.groups())
        assert f"{branches / options:.3f}" == f"{mean:.3f}"


def test_a_search_has_chapters_and_draws_its_last_dead_end(player: Player) -> None:
    outline = findling("search").outline
    kinds = [step.kind for step in findling("search").steps]
    assert [kinds[at] for at in outline.dead_ends] == [StepKind.CONTRADICTION] * 392
    at, depth = outline.deepest
    assert depth == max(findling("search").steps[at].placed for at in outline.dead_ends)
    text = player.get(f"{WATCH}?by=search&step=301").text
    page = text_of(text)
    deepest = " ".join(player.get(f"{WATCH}?by=search&step={at}").text.split())
    count = find_part(deepest, r"Filled</dt> ?<dd>(\d+)<small> of 100")
    assert f"Fullest dead end {count} of 100 filled" in page
    assert "Next dead end 52 of 392" in page
    assert "The end Proved: the only solution" in page
    assert {f'data-step="{goal}"' for goal in (at, 302, 2138)} <= set(
        re.findall(r'data-step="\d+"', text.partition('class="chapters"')[2].partition("</nav>")[0])
    )
    assert 'class="cross"' in text
    assert 'class="cross"' not in player.get(f"{WATCH}?by=search&step=1").text
    end = player.get(f"{WATCH}?by=search&step=99999").text
    assert "Proved: the only solution" in end  # over the finished path nothing else is drawn
    assert 'class="cross"' not in end
    assert "trial depth" not in end


def test_a_number_that_is_ruled_out_is_written_in_its_cell() -> None:
    solve = find_trace(generate(BoardRequest(9, 9, difficulty=Difficulty.EXPERT), 12).grid, "both")
    for at, step in enumerate(solve.steps):
        if step.eliminated and not step.trial:
            frame = show_frame(
                Puzzle(name="own", title="", source="", grid=solve.grid), solve, Look(step=at)
            )
            for number, cell in step.eliminated:
                assert str(number) in frame.board.painter.cell(cell).note.split()


@cases("by", ["tries", "search"])
def test_a_number_placed_by_counting_is_shown_with_what_else_could_be_there(by: str) -> None:
    solve = findling(by)
    counts = Counter[bool]()
    for at, step in enumerate(solve.steps[:80]):
        if step.kind is StepKind.ONLY_NUMBER:
            frame = show_frame(load_puzzle("findling"), solve, Look(step=at))
            cell = cell_name(step.cell)
            is_told = frame.reason[0] == f"What can fill {cell}?"
            counts[is_told] += 1
            if is_told:
                assert frame.reason[1].startswith(f"{step.number}: ")
                assert all(row.startswith("Not ") for row in frame.reason[2:])
    assert counts[True] > 9 * counts[False]


def test_the_watch_shows_every_kind_of_step() -> None:
    kinds = {step.kind.value for step in findling("tries").steps}
    assert {"only_cell", "only_number", "try", "contradiction", "retreat", "proved"} <= kinds


def test_an_unknown_board_or_way_cannot_be_watched(player: Player) -> None:
    assert player.get("/hidoku/watch/nowhere").status_code == 404
    assert player.get(f"{WATCH}?by=magic").status_code == 404


@cases("kind", BOARDS)
@cases("way", METHODS)
def test_every_kind_of_board_is_watched_to_its_end(
    app: Flask, player: Player, kind: str, way: SolveMethod
) -> None:
    name = own(app, BOARDS[kind])
    shows = "show=connections&show=candidates&show=placements"
    for step in (0, 3, 999_999):
        page = player.read(f"/hidoku/watch/{name}?by={way.by}&step={step}&{shows}")
    ends = r"only solution|second solution|[Nn]o solution|Logic ends here"
    assert re.search(ends, page)


@cases("by", ["both", "tries", "search"])
def test_a_second_solution_shows_what_differs(app: Flask, player: Player, by: str) -> None:
    name = own(app, BOARDS["several"])
    page = player.get(f"/hidoku/watch/{name}?by={by}&step=999").text
    assert "Differences from the first one are marked." in page
    differing = re.findall(r'class="cell \w+ differs"', page)
    assert 2 <= len(differing) <= 11
    page = player.get(f"/hidoku/watch/{name}?by=logic&step=99").text
    assert "Only trial and error can decide the rest." in page


@pytest.mark.both_ways
def test_a_solve_that_took_too_long_says_so(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(traces, "THOROUGH", THOROUGH._replace(seconds=0))
    name = own(app, Grid.of(5, 4 + player.by_htmx, {Cell(0, 0): 1}))
    page = player.get(f"/hidoku/watch/{name}?by=tries&step=999").text
    assert "The 10 seconds for solving ran out." in page


def test_the_overlays_stay_from_step_to_step(player: Player) -> None:
    page = player.get(f"{WATCH}?step=9&show=connections&show=candidates").text
    for link in re.findall(r'id="(?:first|back|next|last)" href="([^"]+)"', page):
        assert html.unescape(link).endswith("&show=connections&show=candidates")
    assert len(re.findall(r'name="show"[^>]+ checked', page)) == 2
    assert 'id="placements"' not in page


def test_a_hexagon_that_is_looked_at_has_no_column(app: Flask, player: Player) -> None:
    name = own(app, Grid.of(2, 3, {Cell(0, 0): 1}, adjacency=Adjacency.HEX))
    page = player.get(f"/hidoku/watch/{name}?step=0&show=candidates&cell=0,1").text
    panel = page.partition('id="looked"')[2].partition("</p>")[0]
    assert "Row 1, cell 2" in panel
    assert "column" not in panel


def test_a_cell_is_looked_at_from_step_to_step(player: Player) -> None:
    page = player.get(f"{WATCH}?step=0&show=candidates&cell=2,7").text
    onward = re.search(r'id="next" href="([^"]+)"', page)[1]
    assert html.unescape(onward).endswith("&show=candidates&cell=2,7")
    page = player.get(html.unescape(onward)).text
    assert "Row 3, column 8 can hold" in page
    assert "cell=" not in player.get(f"{WATCH}?step=99&show=candidates&cell=2,7").text


@pytest.mark.both_ways
def test_without_script_a_cell_is_chosen_by_a_link(player: Player) -> None:
    page = player.get(f"{WATCH}?step=0&show=candidates").text
    assert ("<noscript><svg" in page) is not player.by_htmx
    links = re.findall(r'<a href="([^"]+)" tabindex="-1">', page)
    if links:
        assert 'id="looked"' in player.get(html.unescape(links[0])).text


def test_the_ground_of_the_cells_comes_once(app: Flask) -> None:
    player = Player(app.test_client())
    ground = r'<svg class="drawn-below tiles" id="ground" hx-morph-skip aria-hidden="true"'
    assert re.search(ground + r' viewBox="0 0 10.* 10"><path class="tile"', player.get(WATCH).text)
    again = player.client.get(f"{WATCH}?step=2", headers=HTMX).text
    assert re.search(ground + r"\s*></svg>", again)


def test_placements_left_are_those_by_counting_steps(player: Player) -> None:
    page = player.get(f"{WATCH}?by=tries&step=0&show=placements").text
    counts = re.findall(r"<b>(\d+):</b> (\d+)</li>", page)
    cells = {number: len(reach_of(Play(GRID), number).cells) for number in (19, 24, 50)}
    assert cells.items() <= {int(n): int(count) for n, count in counts}.items()


def test_possible_numbers_never_lack_the_right_one() -> None:
    solve = findling("both")
    for index in range(0, len(solve) - 1, 7):
        board = solve.board_at(index)
        position = Position.of(GRID, board).without(solve.eliminations_at(index))
        possible = possible_numbers(position)
        assert possible.keys() | board.keys() == set(GRID.cells)
        assert all(SOLUTION[cell] in numbers for cell, numbers in possible.items())
        assert sum(map(len, possible.values())) == sum(n for _, n in placements_left(position))


def test_notes_have_less_room_beside_other_signs() -> None:
    possible = {Cell(0, 0): (2, 3, 4, 5, 6), Cell(0, 1): ()}
    assert [*map(str, notes_of(GRID, possible).values())] == ["2 3 4 5 6", "–"]
    assert notes_of(GRID, possible, has_signs=True)[Cell(0, 0)].text == "2… 6"


def test_the_connections_of_a_board() -> None:
    grid = Grid.of(3, 3)
    board = {Cell(0, 0): 1, Cell(0, 1): 2, Cell(1, 1): 3, Cell(2, 2): 9, Cell(2, 0): 6}
    links = {tuple(joint.cell): joint for joint in joints(grid, board)}
    assert [(links[cell].joined, links[cell].needed) for cell in [(0, 0), (0, 1), (1, 1)]] == [
        (1, 1),
        (2, 2),
        (1, 2),
    ]
    assert (links[2, 2].joined, links[2, 2].needed, links[0, 2].joined) == (0, 1, 0)
    assert not any(joint.is_dead for joint in links.values())


@cases(
    ("board", "dead"),
    [
        ({Cell(0, 0): 5, Cell(0, 1): 1, Cell(1, 0): 2, Cell(1, 1): 9}, {(0, 0)}),
        ({Cell(0, 1): 1, Cell(1, 0): 3, Cell(1, 1): 2, Cell(2, 2): 9}, {(0, 0), (0, 2)}),
        ({Cell(0, 1): 2, Cell(1, 0): 3, Cell(1, 1): 4}, set()),
    ],
)
def test_dead_ends(board: dict[Cell, int], dead: set[tuple[int, int]]) -> None:
    grid = Grid.of(3, 3)
    links = joints(grid, board)
    assert {tuple(joint.cell) for joint in links if joint.is_dead} == dead


def test_a_solution_has_no_dead_end_and_every_connection() -> None:
    for joint in joints(GRID, SOLUTION):
        assert joint.joined == joint.needed
        assert not joint.is_dead


@cases("step", [0, 31])
def test_a_frame_is_taken_over(player: Player, step: int) -> None:
    page = player.get(f"{WATCH}?by=tries&step={step}").text
    assert f'action="{WATCH}/games"' in page
    assert f'name="by" value="tries"><input type="hidden" name="step" value="{step}">' in page
    url = player.post(f"{WATCH}/games", by="tries", step=step).location
    board = findling("tries").board_at(step)
    missing = GRID.last - len(board)
    assert f"{missing} numbers to place." in player.client.get(url).text
    if step:
        assert f"{missing + 1} numbers to place." in player.move(url, "undo").text


def test_a_game_is_watched_from_where_it_stands(player: Player, stranger: Player) -> None:
    url = player.new("hidoku/play")
    cell = next(cell for cell, number in SOLUTION.items() if number == 2)
    player.move(url, "placements", cell=f"{cell.row},{cell.column}", number="2")
    address = player.submit(f"/hidoku/watch/games/{url.rsplit('/', 1)[1]}")
    assert "28 of 100" in player.get(address).text
    assert stranger.post(f"/hidoku/watch/games/{url.rsplit('/', 1)[1]}").status_code == 404


def test_the_search_behind_an_answer_can_be_watched(app: Flask, player: Player) -> None:
    """Of a number that can't be there, from a board with it; of one that must, from the board."""
    with app.app_context():
        name = keep_own(generate(BoardRequest(6, 6, minimal=True), 905).grid)
    url = player.post("/hidoku/play/games", board=name).location
    game = f"/hidoku/watch/games/{url.rsplit('/', 1)[1]}"
    fields = set()
    for number in range(1, 37):
        page = player.move(url, "questions", asked=str(number), row="3", column="4").text
        if button := re.search(r'form="watch-here"\s+name="(\w+)"\s+value="([^"]+)"', page):
            fields.add(button[1])
            watch = player.post(game, **{button[1]: button[2]}).location
            search_page = player.get(f"{watch}{'&' if '?' in watch else '?'}step=99999")
            ending = "only solution" if "must go here" in page else "no solution"
            assert ending in search_page.text
    assert fields == {"by", "claim"}
    assert player.post(game, claim="37:0,0").status_code == 400


@pytest.fixture
def _forgets_traces() -> Iterator[None]:
    yield
    find_trace.cache_clear()


@pytest.mark.usefixtures("_forgets_traces")
def test_a_long_solve_is_an_excerpt_and_says_so(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = len(findling("search"))  # before solves are cut short
    find_trace.cache_clear()
    short = traces.trace
    monkeypatch.setattr(traces, "trace", lambda *arguments: short(*arguments, most_steps=200))
    name = own(app, GRID)
    page = player.get(f"/hidoku/watch/{name}?by=search&step=100").text
    assert f"A long solve: {whole:,} steps. You can watch the beginning" in page
    page = player.get(f"/hidoku/watch/{name}?by=search&step=9999").text
    assert "this is the only solution" in page
    assert "<dd>1,216</dd>" in page


@pytest.mark.both_ways
def test_a_solve_that_takes_long_is_waited_for(app: Flask, player: Player) -> None:
    app.config["PATIENCE"] = Patience(0.0, 300.0)
    rows = 3 + player.by_htmx  # a board that nobody asked for before
    name = own(app, Grid.of(rows, 6, {Cell(0, 0): 1, Cell(0, 1): 3}))
    headers = {**HTMX, "HX-Target": "section#frame"} if player.by_htmx else {}
    page = player.client.get(f"/hidoku/watch/{name}?by=tries&step=2", headers=headers).text
    again = re.search(r'href="([^"]+)">Refresh', page) or re.search(r'hx-get="([^"]+)"', page)
    assert "Working it out" in page
    assert again
    assert "Step <b>2</b>" in player.get(html.unescape(again[1])).text


@cases("adjacency", [Adjacency.EIGHT, Adjacency.HEX])
def test_frames_are_small(app: Flask, adjacency: Adjacency) -> None:
    grid = generate(BoardRequest(12, 12, adjacency=adjacency, difficulty=Difficulty.MEDIUM), 5).grid
    url = f"/hidoku/watch/{own(app, grid)}"
    shows = "show=connections&show=candidates&show=placements"
    headers = {"Accept-Encoding": "br", **HTMX}
    player = Player(app.test_client())
    last = int(re.search(r'data-last="(\d+)"', player.get(url).text)[1])
    for step in range(0, last + 1, 9):
        answer = player.client.get(f"{url}?step={step}&{shows}", headers=headers)
        assert len(answer.data) <= MOST


def test_taking_over_knows_its_ways_and_its_steps(player: Player) -> None:
    assert player.post(f"{WATCH}/games", by="magic", step=1).status_code == 404
    url = player.post(f"{WATCH}/games", by="tries", step="x").location
    assert "73 numbers to place." in player.client.get(url).text


def test_what_was_forgotten_is_worked_out_before_it_is_taken_over(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def thinking(*_: object) -> WatchedSolve:
        raise PendingError

    monkeypatch.setattr(solving, "find_trace", thinking)
    answer = player.post(f"{WATCH}/games", by="tries", step=7)
    assert (answer.status_code, answer.location) == (303, f"{WATCH}?by=tries&step=7")


def test_the_signs_are_counted(player: Player) -> None:
    page = player.get(f"{WATCH}?step=0&show=connections").text
    table = page[: page.index('id="connections"')]
    for sign, words in (("joined-1-of-2", "one"), ("joined-0-of-2", "none")):
        assert f"</i> {words}: {table.count(sign)}<" in page


def test_a_board_that_breaks_the_rules_shows_what_is_wrong(app: Flask, player: Player) -> None:
    name = own(app, Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 9}))
    shows = "show=connections&show=candidates&show=placements"
    for step in (0, 1):
        page = player.read(f"/hidoku/watch/{name}?step={step}&{shows}")
        assert "conflict" in page
    assert "9 in row 2, column 2 isn’t between 1 and 4." in page


@pytest.mark.parametrize("by", [way.by for way in METHODS])
def test_a_search_alone_has_counters_of_a_search(player: Player, by: str) -> None:
    page = player.get(f"{WATCH}?by={by}&step=5").text
    counters = page.partition('class="counters')[2].partition("</dl>")[0]
    names = [" ".join(name.split()) for name in re.findall(r"<dt>(.*?)</dt>", counters, re.DOTALL)]
    searching = ["Depth", "Dead ends", "Nodes", "Successors", "Branching"]
    has_searched = next(way for way in METHODS if way.by == by).searches
    assert names == [
        "Filled" if has_searched else "Cells filled",
        *(searching if has_searched else []),
    ]
