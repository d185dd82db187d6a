import pytest

from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.game import MoveError, Play, format_moves, parse_moves
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.rules.pencil import (
    draw_line,
    erase_cells,
    note_candidates,
    note_each,
    note_eliminated,
    tint_each,
    untint,
)

#: 2 and 4 are missing; 3 stands between their cells.
SMALL = Play(parse_any("1,_,3,_,5"))
WIDE = Play(Grid.of(3, 3, {Cell(0, 0): 1}))


def test_notes_of_many_cells_are_one_move_and_are_rubbed_out_when_all_are_there() -> None:
    cells = [Cell(0, 1), Cell(1, 1)]
    play = note_each(WIDE.note(Cell(0, 1), 4), [*cells, Cell(0, 0)], [4, 5])
    assert play.notes == dict.fromkeys(cells, (4, 5))
    assert play.undo().notes == {Cell(0, 1): (4,)}
    assert note_each(play, cells, [5, 4]).notes == {}
    with pytest.raises(MoveError, match="Row 1, column 1 holds the given 1"):
        note_each(WIDE, [Cell(0, 0)], [4])
    with pytest.raises(MoveError, match="has room for 6 notes"):
        note_each(WIDE, cells, range(2, 9))


def test_the_candidates_of_a_cell_replace_its_notes() -> None:
    play = note_candidates(SMALL.note(Cell(0, 1), 4), Cell(0, 1))
    assert play.notes == {Cell(0, 1): (2,)}
    assert play.undo().notes == {Cell(0, 1): (4,)}
    with pytest.raises(MoveError, match="Row 1, column 2 has all these notes already"):
        note_candidates(play, Cell(0, 1))


@pytest.mark.parametrize(
    ("play", "cell", "message"),
    [
        (SMALL, Cell(0, 0), "Choose an empty cell: row 1, column 1 isn’t one."),
        (SMALL, Cell(4, 4), "Choose an empty cell: row 5, column 5 isn’t one."),
        (WIDE, Cell(2, 2), "7 numbers can still reach row 3, column 3. It has room for 6 notes."),
        (
            SMALL.place(Cell(0, 3), 2),
            Cell(0, 1),
            "No missing number can reach row 1, column 2, so something on the board is wrong.",
        ),
    ],
)
def test_candidates_that_cannot_be_noted(play: Play, cell: Cell, message: str) -> None:
    with pytest.raises(MoveError) as caught:
        note_candidates(play, cell)
    assert str(caught.value) == message


def test_what_is_ruled_out_goes_from_notes_or_leaves_the_other_candidates() -> None:
    grid = parse_any("1,_,_\n_,_,_\n_,_,9")
    play = Play(grid).note(Cell(0, 1), 2).note(Cell(0, 1), 3)
    kept = note_eliminated(play, [(3, Cell(0, 1)), (8, Cell(1, 1)), (5, Cell(1, 1))])
    assert kept.notes == {Cell(0, 1): (2,), Cell(1, 1): (2, 3, 4, 6, 7)}
    assert kept.undo().notes == play.notes
    with pytest.raises(MoveError, match="nothing new"):
        note_eliminated(kept, [(3, Cell(0, 1)), (8, Cell(1, 1)), (4, Cell(0, 0))])


def test_what_is_ruled_out_is_not_kept_where_too_many_are_left() -> None:
    assert note_eliminated(WIDE, [(9, Cell(2, 2))]).notes == {Cell(2, 2): (3, 4, 5, 6, 7, 8)}
    with pytest.raises(MoveError, match="nothing new"):
        note_eliminated(Play(Grid.of(3, 4)), [(9, Cell(2, 2))])


def test_a_line_gives_way_to_numbers_and_comes_back_with_undo() -> None:
    way = [Cell(1, 0), Cell(1, 1), Cell(1, 2)]
    play = draw_line(WIDE, way)
    assert play.lines == {(way[0], way[1]), (way[1], way[2])}
    filled = play.stroke(way[1:], 5)
    assert filled.lines == {(way[0], way[1])}
    assert filled.undo().lines == play.lines
    assert play.undo().lines == frozenset()
    longer = draw_line(play, [*way, Cell(2, 2)])  # a part of it is new: nothing is rubbed out
    assert len(longer.lines) == 3
    assert draw_line(longer, way).lines == {(Cell(1, 2), Cell(2, 2))}
    assert play.restart().lines == frozenset()
    assert parse_moves(WIDE.grid, format_moves(longer.undo())).lines == play.lines


def test_rubbing_out_takes_the_number_first_then_notes_and_lines() -> None:
    cell = Cell(1, 1)
    play = draw_line(WIDE.note(cell, 4), [cell, Cell(1, 2)])
    filled = play.place(cell, 5)
    assert erase_cells(filled, cell).notes == {cell: (4,)}
    empty = erase_cells(erase_cells(filled, cell), cell)
    assert (empty.notes, empty.lines) == ({}, frozenset())
    assert empty.undo().notes == {cell: (4,)}
    with pytest.raises(MoveError, match="is empty, so there’s nothing to erase"):
        erase_cells(empty, cell)


def test_a_long_game_keeps_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.hidoku.rules.moves.MOST_MOVES", 12)
    monkeypatch.setattr("solver.hidoku.rules.moves.KEPT", (6, 0))
    line = [Cell(5, 5), Cell(5, 6)]
    play = draw_line(Play(BOARDS["findling"].grid), line)
    play = play.place(line[0], 2).place(line[1], 3)
    for _ in range(10):
        play = play.place(Cell(0, 0), 5).erase(Cell(0, 0))
    assert len(play.moves) <= 12
    assert play.lines == frozenset()
    assert play.erase(line[0]).lines == {tuple(line)}


def test_tints_are_one_move_and_the_same_again_removes_them() -> None:
    cells = [Cell(0, 0), Cell(1, 1)]  # a given among them
    play = tint_each(WIDE, cells, 2)
    assert play.tints == dict.fromkeys(cells, 2)
    assert play.undo().tints == {}
    assert play.undo().redo().tints == play.tints
    other = tint_each(play, [Cell(1, 1), Cell(2, 2), Cell(1, 1)], 5)
    assert other.tints == {cells[0]: 2, cells[1]: 5, Cell(2, 2): 5}
    assert tint_each(other, cells, 2).tints == {**other.tints, cells[1]: 2}
    assert tint_each(play, cells, 2).tints == {}
    assert parse_moves(WIDE.grid, format_moves(other.undo())).tints == play.tints


def test_tints_say_nothing_of_numbers_and_stay_under_them() -> None:
    cell = Cell(1, 1)
    play = tint_each(WIDE.note(cell, 4), [cell], 3)
    filled = play.place(cell, 5)
    assert (filled.tints, filled.board[cell], filled.conflicts()) == (
        {cell: 3},
        5,
        WIDE.place(cell, 5).conflicts(),
    )
    assert erase_cells(erase_cells(filled, cell), cell).tints == {cell: 3}
    assert filled.restart().tints == {}
    assert filled.restart().undo().tints == {cell: 3}
    assert tint_each(WIDE, [cell], 3).restart().tints == {}


def test_tints_are_removed_from_some_cells_or_of_all() -> None:
    play = tint_each(tint_each(WIDE, [Cell(0, 0), Cell(0, 1)], 1), [Cell(2, 2)], 6)
    some = untint(play, [Cell(0, 1), Cell(1, 1)])
    assert some.tints == {Cell(0, 0): 1, Cell(2, 2): 6}
    assert untint(play, play.tints).tints == {}
    assert untint(play, play.tints).undo().tints == play.tints
    with pytest.raises(MoveError, match="No cell here has a colour"):
        untint(play, [Cell(1, 1)])


def test_a_long_game_keeps_its_tints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.hidoku.rules.moves.MOST_MOVES", 12)
    monkeypatch.setattr("solver.hidoku.rules.moves.KEPT", (6, 0))
    play = tint_each(WIDE, [Cell(0, 0), Cell(1, 2)], 4)
    for _ in range(10):
        play = play.place(Cell(0, 1), 5).erase(Cell(0, 1))
    assert len(play.moves) <= 12
    assert play.tints == dict.fromkeys([Cell(0, 0), Cell(1, 2)], 4)
