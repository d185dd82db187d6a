from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules import game
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.text.puzzles import conflict_text
from tests.cases import cases

GRID = parse_any("1,_,_\n_,##,_")
START = game.Play(BOARDS["findling"].grid)


#: A board, moves of which the last is refused, and what is said of it; … stands for the rest.
REFUSED = [
    line.split(" | ")
    for line in Path(__file__).with_name("refused_moves.txt").read_text("utf-8").splitlines()
]


def refusal(grid: Grid, moves: str) -> str:
    with pytest.raises(game.MoveError) as caught:
        game.parse_moves(grid, moves)
    assert len(str(caught.value)) < 160
    return str(caught.value)


@cases(("board", "moves", "sentence"), REFUSED)
def test_illegal_moves(board: str, moves: str, sentence: str) -> None:
    grid = START.grid if board == "findling" else parse_any(board.replace("/", "\n"))
    message = refusal(grid, moves.replace(" ; ", "\n"))
    start, has_more, _ = sentence.partition("…")
    assert message.startswith(start) if has_more else message == sentence


def test_what_cannot_be_taken_back_or_read() -> None:
    with pytest.raises(game.MoveError, match="There’s nothing to undo"):
        START.undo()
    with pytest.raises(game.MoveError, match="There’s nothing to redo"):
        START.redo()
    assert refusal(GRID, "\n").startswith("Line 1 of the moves reads “”")
    assert refusal(GRID, "restart\n" * 30_000) == "A game has at most 10000 moves."


@pytest.mark.parametrize("text", ["1,1", "2,3", "1,2,2", "3,2", "1,3,2", "1,2,4"])
def test_a_full_board_with_faults_is_not_solved(text: str) -> None:
    play = game.Play(parse_any(text))
    assert play.is_full
    assert not play.is_solved


def test_a_long_game_is_loaded_and_undone() -> None:
    cells = [Cell(row, column) for row in range(30) for column in range(30)]
    lines = [f"place {row + 1} {column + 1} {n}" for n, (row, column) in enumerate(cells, 1)]
    text = "\n".join([*lines, "restart"] * 11)
    play = game.parse_moves(Grid.of(30, 30), text)
    assert (len(play.moves), len(play.board)) == (9911, 0)
    assert len(play.undo().board) == 900


def test_undo_brings_a_number_back_to_its_place_in_the_order() -> None:
    play = game.Play(GRID).place(Cell(0, 1), 2).place(Cell(0, 2), 3)
    assert list(play.erase(Cell(0, 1)).undo().board) == list(play.board)
    assert list(play.erase(Cell(0, 1)).place(Cell(0, 1), 2).board) == [
        *(Cell(0, 0), Cell(0, 2), Cell(0, 1))
    ]


def test_conflicts() -> None:
    play = game.Play(Grid.of(1, 6)).place(Cell(0, 0), 1).place(Cell(0, 2), 2).place(Cell(0, 5), 4)
    play = play.place(Cell(0, 1), 6)
    cells = (Cell(0, 0), Cell(0, 2)), (Cell(0, 2), Cell(0, 5)), (Cell(0, 5), Cell(0, 1))
    assert play.conflicts() == (
        game.Conflict(game.ConflictKind.APART, (1, 2), cells[0]),
        game.Conflict(game.ConflictKind.TOO_FAR, (2, 4), cells[1]),
        game.Conflict(game.ConflictKind.TOO_FAR, (4, 6), cells[2]),
        game.Conflict(game.ConflictKind.BOXED_IN, (4,), (Cell(0, 5),)),
        game.Conflict(game.ConflictKind.BOXED_IN, (6,), (Cell(0, 1),)),
    )
    texts = [conflict_text(conflict) for conflict in play.conflicts()]
    assert texts[0] == "1 and 2 aren’t next to each other."
    assert texts[-1] == "6 has too few empty cells around it."


def test_a_note_under_a_number_leaves_room_for_another() -> None:
    play = game.Play(Grid.of(3, 4, {Cell(0, 0): 1}))
    for number in range(2, 8):
        play = play.note(Cell(0, 1), number)
    assert play.place(Cell(1, 1), 7).note(Cell(0, 1), 8).notes[Cell(0, 1)] == (2, 3, 4, 5, 6, 8)


def test_a_stroke_passes_over_what_is_there_and_is_undone_as_one() -> None:
    play = game.Play(Grid.of(1, 6, {Cell(0, 0): 1, Cell(0, 3): 4}))
    cells = [Cell(0, column) for column in range(1, 6)]
    stroke = play.stroke(cells, 2)
    assert stroke.is_solved
    assert [move.number for move in stroke.moves] == [2, 3, 5, 6]
    assert stroke.undo().board == play.board
    assert stroke.undo().redo() == stroke
    twice = play.stroke(cells[:1], 2).stroke(cells[1:], 3)
    assert twice.undo().board == play.stroke(cells[:1], 2).board
    assert twice.undo().undo().redo().redo() == twice
    assert play.stroke(cells[::-1], 6, -1).board == stroke.board
    assert play.stroke([Cell(0, 3)], 4) is play
    with pytest.raises(game.MoveError):
        play.stroke(cells, 3)
    with pytest.raises(game.MoveError):
        play.stroke(cells[:2], 1, -1)


def test_what_is_joined_is_written_and_read_and_older_games_are_read_alike() -> None:
    play = game.Play(GRID).stroke([Cell(0, 1), Cell(0, 2)], 2).place(Cell(0, 1), 4).undo()
    text = "place 1 2 2\n+place 1 3 3\n~erase 1 2\n~+place 1 2 4"
    assert game.format_moves(play) == text
    assert game.parse_moves(GRID, text) == play
    older = game.parse_moves(GRID, text.replace("+", ""))
    assert older.board == play.board
    assert older.undo().board == {Cell(0, 0): 1, Cell(0, 1): 2}


#: Cells of the board, and a few beside it.
CELLS = st.sampled_from([*GRID.cells, Cell(-1, 0), Cell(2, 1), Cell(1, 1)])


class Playing(RuleBasedStateMachine):
    """A game beside the plainest model: a list of boards and a place in it."""

    def __init__(self) -> None:
        super().__init__()
        self.play = game.Play(GRID)
        self.boards = [dict(GRID.given)]
        self.notes: list[frozenset[tuple[Cell, int]]] = [frozenset()]
        self.lines: list[frozenset[frozenset[Cell]]] = [frozenset()]
        self.now = 0

    def _moved(
        self,
        board: dict[Cell, int],
        notes: frozenset[tuple[Cell, int]] | None = None,
        lines: frozenset[frozenset[Cell]] | None = None,
    ) -> None:
        new_notes = self.notes[self.now] if notes is None else notes
        new_lines = self.lines[self.now] if lines is None else lines
        self.boards = [*self.boards[: self.now + 1], board]
        self.notes = [*self.notes[: self.now + 1], new_notes]
        self.lines = [*self.lines[: self.now + 1], new_lines]
        self.now += 1

    @rule(cell=CELLS, number=st.integers(0, 6))
    def place(self, cell: Cell, number: int) -> None:
        board = self.boards[self.now]
        legal = cell in GRID.cells and cell not in GRID.given and 1 <= number <= 5
        if legal and number not in board.values():
            self.play = self.play.place(cell, number)
            self._moved({**board, cell: number})
        else:
            with pytest.raises(game.MoveError):
                self.play.place(cell, number)

    @rule(cell=CELLS)
    def erase(self, cell: Cell) -> None:
        board = self.boards[self.now]
        if cell in board and cell not in GRID.given:
            self.play = self.play.erase(cell)
            self._moved({c: n for c, n in board.items() if c != cell})
        else:
            with pytest.raises(game.MoveError):
                self.play.erase(cell)

    @rule(cell=CELLS, number=st.integers(0, 6))
    def note(self, cell: Cell, number: int) -> None:
        board = self.boards[self.now]
        is_open = cell in GRID.cells and cell not in board and 1 <= number <= 5
        if is_open and number not in board.values():
            self.play = self.play.note(cell, number)
            self._moved(board, self.notes[self.now] ^ {(cell, number)})
        else:
            with pytest.raises(game.MoveError):
                self.play.note(cell, number)

    @rule(cell=CELLS, goal=CELLS)
    def line(self, cell: Cell, goal: Cell) -> None:
        board, move = self.boards[self.now], game.Move("line", cell, goal=goal)
        touch = cell in GRID.cells and goal in GRID.neighbours(cell)
        if touch and not {cell, goal} <= board.keys():
            self.play = self.play.together(move)
            self._moved(board, lines=self.lines[self.now] ^ {frozenset((cell, goal))})
        else:
            with pytest.raises(game.MoveError):
                self.play.together(move)

    @rule()
    def restart(self) -> None:
        is_new = self.boards[self.now] == GRID.given
        if not is_new or self.notes[self.now] or self.lines[self.now]:
            self.play = self.play.restart()
            self._moved(dict(GRID.given), frozenset(), frozenset())
        else:
            with pytest.raises(game.MoveError):
                self.play.restart()

    @precondition(lambda self: self.play.can_undo)
    @rule()
    def undo(self) -> None:
        self.play = self.play.undo()
        self.now -= 1

    @precondition(lambda self: self.play.can_redo)
    @rule()
    def redo(self) -> None:
        self.play = self.play.redo()
        self.now += 1

    @rule()
    def save_and_load(self) -> None:
        play = game.parse_moves(GRID, game.format_moves(self.play))
        assert play == self.play
        self.play = play

    @invariant()
    def agrees(self) -> None:
        board, notes = self.boards[self.now], self.notes[self.now]
        assert self.play.board == board
        pairs = {(cell, number) for cell, numbers in self.play.notes.items() for number in numbers}
        board_numbers = board.values()
        assert pairs == {(c, n) for c, n in notes if c not in board and n not in board_numbers}
        open_lines = {line for line in self.lines[self.now] if not line <= board.keys()}
        assert {frozenset(line) for line in self.play.lines} == open_lines
        assert self.play.can_undo == (self.now > 0)
        assert self.play.can_redo == (self.now < len(self.boards) - 1)
        assert game.Play(GRID, self.play.moves).board == self.play.board


Playing.TestCase.settings = settings(stateful_step_count=25)
TestPlaying = Playing.TestCase


def test_joined_cells_must_be_consecutive() -> None:
    pair = (Cell(0, 1), Cell(1, 0))
    play = game.Play(Grid.of(2, 2, {Cell(0, 0): 1}, joined=[pair]))
    wrong = play.place(Cell(0, 1), 2).place(Cell(1, 1), 3).place(Cell(1, 0), 4)
    assert not wrong.is_solved
    (conflict,) = wrong.conflicts()
    assert conflict == game.Conflict(game.ConflictKind.UNJOINED, (2, 4), (Cell(0, 1), Cell(1, 0)))
    assert conflict_text(conflict) == "2 and 4 are in joined cells but aren’t consecutive."
    right = play.place(Cell(0, 1), 2).place(Cell(1, 0), 3).place(Cell(1, 1), 4)
    assert right.is_solved
    assert right.conflicts() == ()
