"""The rules of Hidoku's pages under any sequence of requests, right ones and wrong ones.

The machines know by a plain count of their own what the game or the drawing must be by now.
"""

import re
from itertools import pairwise
from typing import Any

from flask import Flask
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.notations.json_format import format_json
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.solve import solve
from tests.cases import cases
from tests.webapp.mastermind.test_any_order import FEW, Visit
from tests.webapp.player import Player
from webapp.hidoku.editor.game import draft_of
from webapp.hidoku.play.replays import parse_play, replay
from webapp.hidoku.puzzles import keep_own
from webapp.storage.games import StoredGame

CORNER = Cell(0, 0)
BOARDS = {
    "unique": generate(BoardRequest(4, 5), seed=3).grid,
    "linked": generate(
        BoardRequest(5, 5, shape="hexagon", adjacency=Adjacency.HEX, joined=4), seed=1
    ).grid,
    "several": Grid.of(3, 4, {CORNER: 1}, {Cell(1, 1)}),
    "none": Grid.of(2, 3, {CORNER: 1, Cell(0, 2): 2}),
    "full": Grid.of(1, 2, {CORNER: 1, Cell(0, 1): 2}),
    "one cell": Grid.of(1, 1),
}
JUNK = st.one_of(
    st.text(max_size=5), st.sampled_from(["", "0", "-1", "²", "\0", "9" * 400, "1,2,3", "x y"])
)
PLACES = st.builds("{},{}".format, st.integers(-1, 5), st.integers(-1, 5)) | JUNK
NUMBERS = st.integers(-1, 22).map(str) | JUNK
STEPS = st.integers(0, 40).map(str) | JUNK
FIELDS = {
    "cell": PLACES,
    "cells": st.lists(PLACES, max_size=3).map(" ".join),
    "first": PLACES,
    "marked": PLACES,
    "number": NUMBERS,
    "direction": st.sampled_from(["up", "down"]) | JUNK,
    "tier": st.sampled_from("1234") | JUNK,
    "mode": st.sampled_from(["type", "next", "note", "tint"]) | JUNK,
    "tint": st.sampled_from("01267") | JUNK,
    "everywhere": JUNK,
    "at_once": JUNK,
}
ANY_FIELDS = st.fixed_dictionaries({}, optional=FIELDS)
FORMS = st.sampled_from(["txt", "plain.txt", "json", "svg", "png"])
PARTS = (
    *("boards/{}", "watch/{}", "watch/{}/solutions"),
    *("exchange/boards/{}/board.json", "exchange/boards/{}/board.svg?solution=1"),
)


def is_path(grid: Grid, board: dict[Cell, int]) -> bool:
    """Say whether a board is a solution, by the rules alone."""
    order = sorted(board, key=board.__getitem__)
    steps = list(pairwise(order))
    return (
        sorted(board.values()) == list(range(1, len(grid.cells) + 1))
        and all(b in grid.neighbours(a) for a, b in steps)
        and all((a, b) in steps or (b, a) in steps for a, b in grid.joined)
    )


class UndoMachine(Visit):
    """What went through earlier states, to which undo and redo lead."""

    past: list[Any]
    future: list[Any]

    @rule()
    def undo(self) -> None:
        assert self.change("undo") == (len(self.past) > 1)
        if len(self.past) > 1:
            self.future.append(self.past.pop())

    @rule()
    def redo(self) -> None:
        assert self.change("redo") == bool(self.future)
        if self.future:
            self.past.append(self.future.pop())


class PlayMachine(UndoMachine):
    """A game in play, beside the boards, notes and tints that it went through."""

    kind = "play"

    @initialize(by_htmx=st.booleans(), board=st.sampled_from([*BOARDS, *["unique"] * 6]))
    def start(self, by_htmx: bool, board: str) -> None:
        self.grid = BOARDS[board]
        with self.app.app_context():
            self.begin(by_htmx, "hidoku/play", board=keep_own(self.grid))
        self.stranger = Player(self.app.test_client(), by_htmx)
        self.past = [(dict(self.grid.given), {}, {})]
        self.future = []

    @property
    def board(self) -> dict[Cell, int]:
        return self.past[-1][0]

    @property
    def notes(self) -> dict[Cell, set[int]]:
        return self.past[-1][1]

    @property
    def tints(self) -> dict[Cell, int]:
        return self.past[-1][2]

    def shown(self, cell: Cell) -> set[int]:
        return self.notes.get(cell, set()) - set(self.board.values())

    def is_open(self, cell: Cell, number: int) -> bool:
        is_free = self.grid.has_cell(cell) and cell not in self.board
        return is_free and 1 <= number <= self.grid.last and number not in self.board.values()

    def may_hold(self, cell: Cell, number: int) -> bool:
        is_free = self.grid.has_cell(cell) and cell not in self.grid.given
        return is_free and 1 <= number <= self.grid.last and number not in self.board.values()

    def went(self, is_done: bool, *boards: Any) -> None:
        if is_done:
            self.past, self.future = [*self.past, *boards], []

    @rule(row=st.integers(-1, 5), column=st.integers(-1, 5), number=st.integers(-1, 22))
    def place(self, row: int, column: int, number: int) -> None:
        cell = Cell(row, column)
        is_done = self.change("placements", cell=f"{row},{column}", number=number)
        assert is_done == self.may_hold(cell, number)
        self.went(is_done, ({**self.board, cell: number}, self.notes, self.tints))

    @rule(data=st.data())
    def place_what_may_stand(self, data: st.DataObject) -> None:
        cells = [cell for cell in self.grid.cells if cell not in self.board]
        missing = set(range(1, self.grid.last + 1)) - set(self.board.values())
        if cells:
            cell = data.draw(st.sampled_from(cells))
            self.place(*cell, data.draw(st.sampled_from(sorted(missing))))

    @rule(data=st.data(), number=st.integers(1, 20))
    def note(self, data: st.DataObject, number: int) -> None:
        cell = data.draw(st.sampled_from(self.grid.cells))
        numbers = self.notes.get(cell, set())
        has_room = number in numbers or len(self.shown(cell)) < 6
        is_done = self.change("notes", cell=f"{cell.row},{cell.column}", number=number)
        assert is_done == (self.is_open(cell, number) and has_room)
        self.went(is_done, (self.board, {**self.notes, cell: numbers ^ {number}}, self.tints))

    @rule(first=st.integers(1, 20), length=st.integers(1, 20), back=st.booleans())
    def stroke_along_the_path(self, first: int, length: int, back: bool) -> None:
        solutions = solve(self.grid, 1).solutions
        cells = list(solutions[0])[first - 1 : first - 1 + length] if solutions else []
        numbers = list(range(first, first + len(cells)))
        if back:
            cells, numbers = cells[::-1], numbers[::-1]
        board = dict(self.board)
        is_legal = bool(cells)
        for cell, number in zip(cells, numbers, strict=True):
            if board.get(cell) == number:
                continue
            is_legal &= cell not in board and number not in board.values()
            board[cell] = number
        form = {"cells": " ".join(f"{r},{c}" for r, c in cells), "number": min(numbers, default=1)}
        if back:
            form |= {"number": max(numbers, default=1), "direction": "down"}
        is_done = self.change("strokes", **form)
        assert is_done == is_legal
        if board != self.board:
            self.went(is_done, (board, self.notes, self.tints))

    @rule(data=st.data(), tint=st.integers(0, 7))
    def tint(self, data: st.DataObject, tint: int) -> None:
        cell = data.draw(st.sampled_from(self.grid.cells))
        had = self.tints.get(cell)
        is_done = self.change("tints", cell=f"{cell.row},{cell.column}", tint=tint)
        assert is_done == (1 <= tint <= 6 or (tint == 0 and had is not None))
        tints = {place: colour for place, colour in self.tints.items() if place != cell}
        if tint not in {0, had}:
            tints[cell] = tint
        self.went(is_done, (self.board, self.notes, tints))

    @rule(data=st.data())
    def erase(self, data: st.DataObject) -> None:
        cell = data.draw(st.sampled_from(self.grid.cells))
        is_placed = cell in self.board and cell not in self.grid.given
        is_done = self.change("erasures", cell=f"{cell.row},{cell.column}")
        assert is_done == is_placed
        board = {place: number for place, number in self.board.items() if place != cell}
        self.went(is_done, (board, self.notes, self.tints))

    @rule()
    def restart(self) -> None:
        is_noted = any(self.notes.values()) or bool(self.tints)
        is_begun = self.board != self.grid.given or is_noted
        assert self.change("restart") == is_begun
        self.went(is_begun, (dict(self.grid.given), {}, {}))

    @rule()
    def go_back_to_what_was_right(self) -> None:
        result = solve(self.grid, 2)
        path = dict(enumerate(result.solutions[0], 1)) if result.unique else {}
        is_done = self.change("retreats")
        if result.unique:
            assert is_done == any(path[n] != cell for cell, n in self.board.items())
        if is_done:
            moves = parse_play(self.grid, self.stored.moves).moves
            while state_of(self.grid, moves) != self.past[-1]:
                self.future.append(self.past.pop())
            if result.unique:
                assert all(path[n] == cell for cell, n in self.board.items())

    @rule(action=st.sampled_from(["hints", "checks", "mode"]), form=ANY_FIELDS)
    def ask(self, action: str, form: dict[str, str]) -> None:
        moves = self.stored.moves
        self.change(action, **form)
        assert self.stored.moves == moves

    @rule(
        action=st.sampled_from(["placements", "notes", "strokes", "erasures", "tints"]),
        form=ANY_FIELDS,
    )
    def post_anything(self, action: str, form: dict[str, str]) -> None:
        moves = self.stored.moves
        if self.change(action, **form):
            play = parse_play(self.grid, self.stored.moves)
            self.went(self.stored.moves != moves, state_of(play.grid, play.moves))

    @rule(action=st.sampled_from(["undo", "placements", "hints", "retreats"]))
    def post_from_a_stale_page(self, action: str) -> None:
        before = self.stored
        form = {"version": before.version + 1, "tier": 1, "cell": "0,0", "number": 1}
        assert self.player.post(f"{self.url}/{action}", **form).status_code == 409
        assert self.stored == before

    def file(self, form: str) -> str:
        return f"/hidoku/exchange/games/{self.id}/board.{form}"

    @rule(form=ANY_FIELDS, file=FORMS, action=st.sampled_from(["hints", "placements", "undo"]))
    def another_comes(self, form: dict[str, str], file: str, action: str) -> None:
        before = self.stored
        for address in (self.url, self.file(file)):
            assert self.stranger.get(address).status_code == 404
        for address in (f"{self.url}/{action}", f"/hidoku/watch/games/{self.id}"):
            form = {**form, "version": str(before.version)}
            assert self.stranger.post(address, **form).status_code == 404
        assert self.stored == before

    @rule(form=ANY_FIELDS, file=FORMS)
    def look(self, form: dict[str, str], file: str) -> None:
        assert self.get(self.url, **form).status_code == 200
        download = self.get(self.file(file))
        if file == "json":
            assert parse_any(download.text) == self.grid.with_givens(self.board)

    @rule(step=STEPS, by=st.sampled_from(["both", "logic", "tries", "search"]))
    def watch_and_take_over(self, step: str, by: str) -> None:
        name = self.player.post(f"/hidoku/watch/games/{self.id}").location.split("/")[3]
        shows = {"show": "candidates", "cell": "0,0"}
        page = self.get(f"/hidoku/watch/{name}", by=by, step=step, **shows).text
        for moves in re.findall(r'name="moves" value="([^"]*)"', page):
            answer = self.player.post("/hidoku/play/games", board=name, moves=moves)
            assert answer.status_code == 303
            assert self.get(answer.location).status_code == 200

    @invariant()
    def the_game_is_what_was_played(self) -> None:
        record = self.stored
        play = replay(record.start, record.moves)
        assert (play.grid, play.board) == (self.grid, self.board)
        assert self.grid.given.items() <= self.board.items()
        free = {cell for cell in self.grid.cells if cell not in self.board}
        assert play.notes == {
            cell: tuple(sorted(self.shown(cell))) for cell in free if self.shown(cell)
        }
        assert play.tints == self.tints
        assert record.finished == play.is_solved == is_path(self.grid, self.board)


def state_of(grid: Grid, moves: Any) -> Any:
    """Return the board, the notes and the tints after some moves, by a plain count."""
    board, notes, tints = dict(grid.given), {}, {}
    for move in moves:
        cell, number = move.cell, move.number
        if move.verb == "restart":
            board, notes, tints = dict(grid.given), {}, {}
        elif move.verb == "erase":
            del board[cell]
        elif move.verb == "place":
            board[cell] = number
        elif move.verb == "tint":
            had = tints.get(cell)
            tints = {place: colour for place, colour in tints.items() if place != cell}
            tints |= {cell: number} if had != number else {}
        else:
            notes = {**notes, cell: notes.get(cell, set()) ^ {number}}
    return board, notes, tints


TOOLS = (
    *("givens", "clearings", "holes", "links", "sizes", "shapes", "emptyings"),
    *("paths", "thinnings", "texts"),
)
TEXTS = st.sampled_from([*map(format_json, BOARDS.values()), "1 . 3\n. # .", "1,_\n_,4"]) | JUNK
DRAWN = {
    **FIELDS,
    "rows": st.integers(0, 6).map(str) | JUNK,
    "columns": st.integers(0, 6).map(str) | JUNK,
    "adjacency": st.sampled_from(["8", "4", "hex"]) | JUNK,
    "shape": st.sampled_from(["ring", "rectangle", "hexagon"]) | JUNK,
    "text": TEXTS,
}


class EditorMachine(UndoMachine):
    """A drawing beside the boards that it went through."""

    kind = "editor"

    @initialize(by_htmx=st.booleans(), board=st.sampled_from([*BOARDS]))
    def start(self, by_htmx: bool, board: str) -> None:
        self.player = Player(self.app.test_client(), by_htmx)
        self.stranger = Player(self.app.test_client(), by_htmx)
        with self.app.app_context():
            self.name = keep_own(BOARDS[board])
        self.draft = ""
        self.past = [BOARDS[board]]
        self.future = []

    @property
    def stored(self) -> StoredGame | None:
        record = self.draft and self.app.extensions["store"].load_any(self.draft, self.kind)
        return record or None

    @property
    def grid(self) -> Grid:
        return draft_of(self.stored).grid if self.stored else self.past[0]

    def change(self, action: str, **form: object) -> bool:
        """Post from the newest page; say if it was accepted; what was refused changes nothing."""
        before = self.stored
        version = before.version if before else 0
        names = {"draft": self.draft, "board": self.name, "version": version}
        answer = self.player.post(f"/hidoku/editor/{action}", **{**form, **names})
        assert answer.status_code in {200, 303, 422}
        if answer.status_code == 422:
            assert self.stored == before
        match = re.search(r"draft=([\w-]+)", answer.text)
        self.draft = self.draft or (match[1] if match else "")
        return answer.status_code != 422

    @rule(action=st.sampled_from(TOOLS), form=st.fixed_dictionaries({}, optional=DRAWN))
    def draw_anything(self, action: str, form: dict[str, str]) -> None:
        self.change(action, **form)
        self.drawn()

    @rule(
        action=st.sampled_from(["givens", "givens", "clearings", "holes", "links"]),
        row=st.integers(0, 3),
        column=st.integers(0, 3),
        number=st.integers(1, 20),
    )
    def draw(self, action: str, row: int, column: int, number: int) -> None:
        first = f"{row},{column + 1}"
        self.change(action, cell=f"{row},{column}", number=number, first=first)
        self.drawn()

    def drawn(self) -> None:
        if self.grid != self.past[-1]:
            self.past, self.future = [*self.past, self.grid], []

    @rule()
    def play_it(self) -> None:
        answer = self.player.post("/hidoku/editor/games", draft=self.draft, board=self.name)
        assert answer.status_code in {303, 422}
        if answer.status_code == 303:
            assert self.get(answer.location).status_code == 200

    @rule()
    def save_it(self) -> None:
        assert self.change("saves")
        with self.app.app_context():
            name = keep_own(self.grid)
        for part in PARTS:
            answer = self.player.get(f"/hidoku/{part.format(name)}")
            assert answer.status_code in {200, 404}

    @rule(args=st.dictionaries(st.sampled_from(["cell", "first", "tool", "view", "saved"]), JUNK))
    def look(self, args: dict[str, str]) -> None:
        page = self.get("/hidoku/editor", draft=self.draft, board=self.name, **args)
        assert page.status_code == 200

    @rule(action=st.sampled_from(["givens", "undo", "saves", "games"]))
    def another_comes(self, action: str) -> None:
        if self.draft:
            form = {"draft": self.draft, "version": 1, "cell": "0,0", "number": 1}
            assert self.stranger.post(f"/hidoku/editor/{action}", **form).status_code == 404
            assert self.stranger.get(f"/hidoku/editor?draft={self.draft}").status_code == 404

    @rule(action=st.sampled_from(["givens", "undo", "texts"]))
    def post_from_a_stale_page(self, action: str) -> None:
        if before := self.stored:
            form = {"draft": self.draft, "version": before.version + 1, "text": "1 ."}
            assert self.player.post(f"/hidoku/editor/{action}", **form).status_code == 409
            assert self.stored == before

    @invariant()
    def the_drawing_is_what_was_drawn(self) -> None:
        assert self.grid == self.past[-1]


@cases("machine", [PlayMachine, EditorMachine])
def test_any_order_keeps_the_rules(one_app: Flask, machine: type[Visit]) -> None:
    machine.app = one_app
    run_state_machine_as_test(machine, settings=FEW)
