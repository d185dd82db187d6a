import html
import re

import pytest
from flask import Flask
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from solver.hidoku.notations.json_format import format_json
from solver.hidoku.notations.plain import format_plain
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import Verdict, solve
from tests.cases import cases
from tests.webapp.mastermind.test_any_order import FEW
from tests.webapp.player import Player, find_part
from webapp.hidoku.editor.game import MOST_EDITS, Draft, format_edits, parse_edits

EDITOR = "/hidoku/editor"


class Drawing:
    """A drawing in the editor, as its player sees it."""

    def __init__(self, player: Player, board: str = "") -> None:
        self.player = player
        self.text = player.client.get(f"{EDITOR}?board={board}" if board else EDITOR).text

    def post(self, action: str, **form: object) -> int:
        """Post an edit from the page as it is, and look at the page that comes."""
        state = {name: self.field(name) for name in ("draft", "board", "version")}
        answer = self.player.post(f"{EDITOR}/{action}", **{**state, **form})
        if answer.status_code == 303:
            answer = self.player.get(answer.location)
        self.text = answer.text
        return answer.status_code

    def field(self, name: str) -> str:
        match = re.search(f'name="{name}" value="([^"]*)"', self.text)
        return match[1] if match else ""

    @property
    def kind(self) -> str:
        return re.search(r'class="panel verdict (\w+)"', self.text)[1]

    @property
    def problem(self) -> str:
        return re.search(r'id="problem"[^>]*>([^<]*)', self.text)[1]

    @property
    def grid(self) -> Grid:
        """The board of the page's text form; its neighbours are those chosen there."""
        text = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", self.text, re.DOTALL)[1]
        chosen = re.search(r'<option value="(8|4|hex)" selected>', self.text)[1]
        text = text.replace("&#34;", '"')
        return parse_any(text, Adjacency(chosen))


@pytest.fixture
def drawing(player: Player) -> Drawing:
    return Drawing(player)


@pytest.mark.both_ways
def test_the_editor_begins_empty_or_with_a_board(player: Player) -> None:
    assert Drawing(player).grid == Grid.of(6, 6)
    drawing = Drawing(player, "findling")
    assert drawing.grid == BOARDS["findling"].grid
    assert drawing.kind == "unique"
    assert "Medium (47 on a scale of 0 to 100), solved by techniques alone." in drawing.text
    assert player.get(f"{EDITOR}?board=own-aaaaaaaaaaaaaaaa").status_code == 404
    assert player.get(f"{EDITOR}?draft=nowhere").status_code == 404
    assert player.post(f"{EDITOR}/magic").status_code == 404


def test_several_cells_become_holes_and_a_given_fills_one(drawing: Drawing) -> None:
    drawing.post("holes", cells="1,1 1,2 2,2", cell="5,5")
    assert drawing.grid.blocked == {Cell(1, 1), Cell(1, 2), Cell(2, 2)}
    drawing.post("givens", cell="1,1", number="7")
    assert drawing.grid.given == {Cell(1, 1): 7}


def test_two_cells_are_linked_and_parted(drawing: Drawing) -> None:
    drawing.post("links", cell="0,0", first="")
    assert "Joining from row 1, column 1. Now select a neighbour" in drawing.text
    assert drawing.field("first") == "0,0"
    drawing.post("links", cell="1,1", first="0,0")
    assert drawing.grid.joined == {(Cell(0, 0), Cell(1, 1))}
    assert drawing.field("first") == ""
    drawing.post("links", cell="0,0", first="1,1")
    assert not drawing.grid.joined


def test_another_size_keeps_what_fits_and_says_what_does_not(drawing: Drawing) -> None:
    drawing.post("givens", cell="5,5", number="9")
    drawing.post("givens", cell="0,0", number="1")
    drawing.post("links", cell="1,1", first="0,0")
    drawing.post("links", cell="0,1", first="0,0")
    assert drawing.post("sizes", rows="4", columns="7", adjacency="4") == 200
    assert "These no longer fit and were removed: 1 given and 1 joined pair." in drawing.text
    grid = Grid.of(4, 7, {Cell(0, 0): 1}, (), Adjacency.FOUR, joined=[(Cell(0, 0), Cell(0, 1))])
    assert drawing.grid == grid


def test_a_form_begins_again(drawing: Drawing) -> None:
    drawing.post("givens", cell="5,5", number="9")
    drawing.post("shapes", rows="8", columns="9", adjacency="hex", shape="hexagon")
    grid = drawing.grid
    assert (grid.rows, grid.columns, grid.adjacency, grid.givens) == (8, 9, Adjacency.HEX, ())
    assert grid.blocked


def test_text_is_read_and_a_broken_one_is_kept_in_its_field(drawing: Drawing) -> None:
    drawing.post("texts", text="1 . #\n. . 8")
    assert drawing.grid == Grid.of(2, 3, {Cell(0, 0): 1, Cell(1, 2): 8}, [Cell(0, 2)])
    assert "8 in row 2, column 3 isn’t between 1 and 5." in drawing.text
    assert drawing.post("texts", text="1 . #\n. x<y 8") == 422
    assert "x&lt;y" in drawing.text
    assert "x<y" not in drawing.text
    assert drawing.post("undo") == 200


def test_all_faults_are_listed_at_once_and_refuse_nothing(drawing: Drawing) -> None:
    text = parse_any("\n".join(6 * [6 * ". "])).with_givens({Cell(5, 5): 99, Cell(0, 0): 5})
    assert drawing.post("texts", text=format_plain(text)) == 200
    drawing.post("givens", cell="3,3", number="5")
    assert drawing.kind == "none"
    assert "99 in row 6, column 6 isn’t between 1 and 36." in drawing.text
    assert "5 is given more than once: row 1, column 1 and row 4, column 4." in drawing.text
    assert drawing.text.count("in conflict") == 3
    assert drawing.post("games") == 422
    assert drawing.problem == "You can’t play a board without a solution."


def test_givens_that_conflict_are_named_and_each_can_be_removed(drawing: Drawing) -> None:
    drawing.post("texts", text=". 1 . . . .")
    assert drawing.kind == "none"
    assert "No solution has 1 (row 1, column 2)." in drawing.text
    cell = re.search(r'name="cell" value="(\d,\d)">Remove', drawing.text)[1]
    drawing.post("clearings", cell=cell)
    assert drawing.kind != "none"


def test_several_solutions_come_down_to_one_by_what_decides_most(drawing: Drawing) -> None:
    drawing.post("texts", text="1 . .\n. 5 .\n. . 9")
    assert drawing.kind == "several"
    assert "There are 10 solutions; 6 cells hold different numbers." in drawing.text
    for _ in range(9):
        offer = re.search(
            r'id="deciding".*?name="cell" value="([^"]*)".*?name="number" value="(\d+)"',
            drawing.text,
            re.DOTALL,
        )
        if not offer:
            break
        drawing.post("givens", cell=offer[1], number=offer[2])
    assert drawing.kind == "unique"
    assert solve(drawing.grid).unique


def test_the_text_of_a_link_is_read(drawing: Drawing) -> None:
    drawing.post("texts", text="1 . 3/. # ./7 . .")
    assert drawing.grid == parse_any("1 . 3\n. # .\n7 . .")


@cases(
    ("text", "count"),
    [
        ("1 . .\n. . .\n. . 9", "There are exactly 30 solutions"),
        ("\n".join(5 * [5 * ". "]), "There are exactly 729,237,344 solutions"),
        ("\n".join(["1" + 29 * " ."] + 29 * [30 * ". "]), "We found "),
        ("\n".join(30 * [30 * ". "]), ""),
    ],
)
def test_many_solutions_show_their_count_and_no_given_that_decides(
    drawing: Drawing, text: str, count: str
) -> None:
    drawing.post("texts", text=text)
    assert drawing.kind == "several"
    assert count in drawing.text
    assert bool(re.search(r"\d solutions", drawing.text)) == bool(count)
    assert "Add givens until only one solution is left." in drawing.text
    assert not re.search(r"would decide|id=\"deciding\"|differs", drawing.text)


@cases(
    ("text", "cures"),
    [
        ("1 . .\n. . .\n3 . 2", {"2,2"}),  # 2 is too far from both
        ("1 . 2\n. 9 .\n. . .", {"0,0", "0,2"}),
        ("1 1 .\n. . .\n. . 9", {"0,0", "0,1"}),
        ("1 . 2\n. . .\n9 . 8", set()),  # two conflicts
        ("12 . .\n. . .\n. . 1", {"0,0"}),
        ("1 . 3\n. . .\n4 . 9", {"0,2", "2,0"}),
    ],
)
def test_a_removal_that_is_offered_makes_the_board_solvable(
    drawing: Drawing, text: str, cures: set[str]
) -> None:
    drawing.post("texts", text=text)
    assert drawing.kind == "none"
    offers = r'id="correction-\d+".*?name="cell" value="(\d,\d)"'
    assert set(re.findall(offers, drawing.text, re.DOTALL)) == cures
    assert ("Removing one given isn’t enough." in drawing.text) is (not cures)
    for row, column in (cure.split(",") for cure in cures):
        givens = dict(drawing.grid.given)
        del givens[Cell(int(row), int(column))]
        assert solve(drawing.grid.with_givens(givens), 1).count


def test_both_solutions_are_shown_with_their_differences_marked(drawing: Drawing) -> None:
    drawing.post("texts", text="1 .\n. 4")
    url = f"{EDITOR}?draft={drawing.field('draft')}"
    first, second = (drawing.player.get(f"{url}&view={view}").text for view in ("first", "second"))
    assert first != second
    for page in (first, second):
        assert len(re.findall(r'class="cell placed[^"]*differs', page)) == 2


def test_a_path_fills_the_board_and_unneeded_givens_go(drawing: Drawing) -> None:
    drawing.post("givens", cell="2,2", number="7")
    drawing.post("paths")
    grid = drawing.grid
    assert len(grid.givens) == 36
    assert grid.given[Cell(2, 2)] == 7
    drawing.post("thinnings")
    fewer = drawing.grid
    assert len(fewer.givens) < 36
    assert set(fewer.givens) <= set(grid.givens)
    assert solve(fewer).unique
    drawing.post("emptyings")
    assert drawing.post("thinnings") == 422
    assert drawing.post("emptyings") == 422


def test_a_saved_board_has_a_link_and_is_played(drawing: Drawing) -> None:
    drawing.post("texts", text="1 . .\n. . .\n. . 9")
    drawing.post("saves")
    name = re.search(r"/hidoku/boards/(own-\w+)", drawing.text)[1]
    assert "It has several solutions" in drawing.text
    assert drawing.player.get(f"/hidoku/boards/{name}").status_code == 200
    copy = Drawing(drawing.player, name)
    assert copy.grid == drawing.grid
    state = {"draft": drawing.field("draft"), "version": drawing.field("version")}
    answer = drawing.player.post(f"{EDITOR}/games", **state)
    assert answer.status_code == 303
    assert drawing.player.client.get(answer.location).status_code == 200


@cases(
    ("action", "form", "sentence"),
    [
        ("givens", {"cell": "0,0", "number": ""}, "Type a number from 1 to 36."),
        ("givens", {"cell": "0,0", "number": "0"}, "0 can’t be a given"),
        ("givens", {"cell": "0,0", "number": "37"}, "37 can’t be a given. Type a number from 1"),
        ("givens", {"cell": "0,0", "number": "10000"}, "10000 can’t be a given"),
        ("givens", {"cell": "6,0", "number": "1"}, "This board has 6 rows and 6 columns."),
        ("givens", {"cell": "", "number": "1"}, "Choose a cell first."),
        ("clearings", {"cell": "0,0"}, "Row 1, column 1 has no given."),
        ("holes", {"cells": "0,0 9,9"}, "This board has 6 rows"),
        ("links", {"cell": "0,0", "first": "3,3"}, "aren’t neighbours."),
        ("sizes", {"rows": "31", "columns": "30", "adjacency": "8"}, "at most 900 cells"),
        ("sizes", {"rows": "0", "columns": "3", "adjacency": "8"}, "at least one row"),
        ("sizes", {"rows": "x", "columns": "3", "adjacency": "8"}, "number of rows"),
        ("sizes", {"rows": "3", "columns": "3", "adjacency": "5"}, "Choose the neighbours"),
        ("shapes", {"rows": "9", "columns": "9", "adjacency": "8", "shape": "x"}, "no shape"),
        ("texts", {"text": ""}, ""),
        ("texts", {"text": "[" * 2000}, ""),
        ("undo", {}, "There’s nothing to undo."),
        ("redo", {}, "There’s nothing to redo."),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    drawing: Drawing, action: str, form: dict[str, str], sentence: str
) -> None:
    assert drawing.post(action, **form) == 422
    assert drawing.problem
    assert sentence in drawing.problem
    assert drawing.field("draft") == ""


def test_a_stale_tab_gets_the_fresh_board(drawing: Drawing) -> None:
    drawing.post("givens", cell="0,0", number="5")
    assert drawing.post("givens", cell="1,1", number="6", version="0") == 409
    assert "perhaps another tab" in drawing.problem
    assert drawing.grid.given == {Cell(0, 0): 5}


@pytest.mark.parametrize("adjacency", Adjacency)
def test_the_largest_board_is_drawn_on(drawing: Drawing, adjacency: Adjacency) -> None:
    drawing.post("texts", text=format_json(Grid.of(30, 30, adjacency=adjacency)))
    assert drawing.post("givens", cell="15,15", number="400") == 200
    assert drawing.post("holes", cell="0,0") == 200


def test_the_oldest_edits_are_folded_into_the_start() -> None:
    draft = Draft(Grid.of(2, 3))
    for number in range(1, 2 * MOST_EDITS):
        draft = draft.edit(("given", 1, 1, number))
    assert draft.grid.given == {Cell(0, 0): 2 * MOST_EDITS - 1}
    assert len(draft.done) <= MOST_EDITS
    assert parse_edits(draft.start, format_edits(draft.undo())) == draft.undo()


PLACES = st.tuples(st.integers(0, 2), st.integers(0, 3)).map(lambda at: Cell(*at))


class Edits(RuleBasedStateMachine):
    """Edits on a page against a plain model: givens, blocks and joins, and earlier states."""

    app: Flask

    def __init__(self) -> None:
        super().__init__()
        self.drawing = Drawing(Player(self.app.test_client(), by_htmx=True))
        self.drawing.post("sizes", rows="3", columns="4", adjacency="8")
        self.given: dict[Cell, int] = {}
        self.blocked: set[Cell] = set()
        self.joined: set[frozenset[Cell]] = set()
        self.earlier: list[tuple[object, ...]] = []

    def keep(self) -> None:
        self.earlier.append((dict(self.given), set(self.blocked), set(self.joined)))

    @rule(cell=PLACES, number=st.integers(1, 14))
    def give(self, cell: Cell, number: int) -> None:
        status = self.drawing.post("givens", cell=f"{cell[0]},{cell[1]}", number=number)
        if number > 12 - len(self.blocked):
            assert status == 422
            return
        assert status == 200
        if self.given.get(cell) != number:
            self.keep()
        self.given[cell] = number
        self.blocked.discard(cell)

    @rule(cell=PLACES)
    def take_off(self, cell: Cell) -> None:
        status = self.drawing.post("clearings", cell=f"{cell[0]},{cell[1]}")
        assert status == (200 if cell in self.given else 422)
        if cell in self.given:
            self.keep()
            del self.given[cell]

    @rule(cell=PLACES)
    def dig(self, cell: Cell) -> None:
        is_last = len(self.blocked) == 11 and cell not in self.blocked
        status = self.drawing.post("holes", cell=f"{cell[0]},{cell[1]}")
        assert status == (422 if is_last else 200)
        if is_last:
            return
        self.keep()
        if cell not in self.blocked:
            self.given.pop(cell, None)
            self.joined = {pair for pair in self.joined if cell not in pair}
        self.blocked ^= {cell}

    @rule(first=PLACES, cell=PLACES)
    def link(self, first: Cell, cell: Cell) -> None:
        form = {"first": f"{first[0]},{first[1]}", "cell": f"{cell[0]},{cell[1]}"}
        status = self.drawing.post("links", **form)
        far = max(abs(first[0] - cell[0]), abs(first[1] - cell[1]))
        if {first, cell} & self.blocked or far > 1:
            assert status == 422
        elif far:
            self.keep()
            self.joined ^= {frozenset((first, cell))}

    @precondition(lambda self: self.earlier)
    @rule()
    def undo(self) -> None:
        assert self.drawing.post("undo") == 200
        self.given, self.blocked, self.joined = self.earlier.pop()

    @rule(action=st.sampled_from(["texts", "saves"]))
    def change_nothing(self, action: str) -> None:
        assert self.drawing.post(action, text="y") == (200 if action == "saves" else 422)
        self.drawing.post("links", cell="x")  # the text field shows the board again

    @invariant()
    def the_page_shows_the_model(self) -> None:
        grid = self.drawing.grid
        assert grid.given == self.given
        assert grid.blocked == self.blocked
        assert set(map(frozenset, grid.joined)) == self.joined

    @invariant()
    def the_verdict_is_right(self) -> None:
        verdict = solve(self.drawing.grid, 2).verdict
        assert self.drawing.kind == verdict.value
        assert verdict is not Verdict.UNDECIDED


def test_edits_do_what_a_plain_model_does(one_app: Flask) -> None:
    Edits.app = one_app
    Edits.TestCase.settings = settings(FEW, stateful_step_count=10)
    Edits.TestCase("runTest").runTest()


def test_the_editor_begins_with_a_game_as_it_stands(player: Player) -> None:
    url = player.new("hidoku/play", board="findling")
    player.move(url, "placements", cell="0,0", number="91")
    address = player.post(f"/hidoku/editor/games/{url.rsplit('/', 1)[1]}").location
    assert "100 cells, 28 givens" in player.get(address).text


@pytest.mark.both_ways
def test_a_given_out_of_range_can_be_removed(player: Player) -> None:
    page = player.post("/hidoku/editor/texts", text="1 .\n. 9").text
    if not player.by_htmx:
        page = player.get(player.post("/hidoku/editor/texts", text="1 .\n. 9").location).text
    assert "Remove 9 in row 2, column 2" in page


@cases(
    ("form", "message", "mark"),
    [
        ({"cell": "0,2", "number": "2"}, "2 can’t go here", "2?"),
        ({"cell": "0,1", "number": ""}, "This cell can hold", ""),
        ({"cell": "0,0", "number": "1"}, "Already there", ""),
    ],
)
def test_a_drawing_answers_questions(
    drawing: Drawing, form: dict[str, str], message: str, mark: str
) -> None:
    drawing.post("texts", text="1 . .\n. . .\n. . 9")
    assert drawing.post("questions", **{**form, "number": "12"}) == 422  # 9 cells
    assert drawing.post("questions", **form) == 200
    assert message in find_part(drawing.text, r'id="status"[^>]*>(.*?)</p>', re.DOTALL)
    if mark:
        assert f">{mark}</small>" in drawing.text
    assert drawing.grid.given == {Cell(0, 0): 1, Cell(2, 2): 9}


def test_who_is_stuck_gets_the_next_step_from_the_numbers_so_far(drawing: Drawing) -> None:
    drawing.post("texts", text="1 . 3\n. # .\n7 . 5")
    assert drawing.post("hints") == 200
    assert "Place 2 in" in drawing.text
    drawing.post("texts", text="1 . 3\n. # .\n7 . 4")
    assert drawing.post("hints") == 200
    assert "No move can help" in drawing.text


def test_a_text_read_in_one_of_several_ways_says_so(drawing: Drawing) -> None:
    assert drawing.post("texts", text="__ 5 .\n. 3 __\n1 . .") == 200
    assert "Read a board of 3 × 3: empty “__”, blocked “.”" in drawing.text
    press_reading(drawing, "Or read it as: empty “__” and “.”, eight neighbours")
    assert drawing.grid.last == 9
    press_reading(drawing, "Or read it as: empty “__”, blocked “.”, eight neighbours")
    assert drawing.grid.last == 5
    assert drawing.post("texts", text="1 .\n_ 3") == 422
    assert "which is right" in drawing.text
    press_reading(drawing, "Read it as: empty “_”, blocked “.”, eight neighbours")
    assert drawing.grid.last == 3
    drawing.post("undo")
    assert drawing.grid.last == 5
    assert 'name="reading"' not in drawing.text


def press_reading(drawing: Drawing, words: str) -> None:
    """Press the button beside the drawing, which sends the text as the page has it."""
    button = re.search(rf'form="readings" name="reading" value="(\d)">\s*{words}', drawing.text)
    text = re.search(r'name="text" value="([^"]*)"', drawing.text)
    assert button
    assert text
    assert drawing.post("texts", text=html.unescape(text[1]), reading=button[1]) == 200
