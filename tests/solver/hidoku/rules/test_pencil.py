import pytest

from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules import pencil
from solver.hidoku.rules.game import MoveError, Play
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS

#: 2 and 4 are missing; 3 stands between their cells.
SMALL = Play(parse_any("1,_,3,_,5"))
WIDE = Play(Grid.of(3, 3, {Cell(0, 0): 1}))


def test_notes_of_many_cells_are_one_move_and_are_rubbed_out_when_all_are_there() -> None:
    cells = [Cell(0, 1), Cell(1, 1)]
    play = pencil.note_each(WIDE.note(Cell(0, 1), 4), [*cells, Cell(0, 0)], [4, 5])
    assert play.notes == dict.fromkeys(cells, (4, 5))
    assert play.undo().notes == {Cell(0, 1): (4,)}
    assert pencil.note_each(play, cells, [5, 4]).notes == {}
    with pytest.raises(MoveError, match="Row 1, column 1 holds the given 1"):
        pencil.note_each(WIDE, [Cell(0, 0)], [4])
    with pytest.raises(MoveError, match="has room for 6 notes"):
        pencil.note_each(WIDE, cells, range(2, 9))


def test_the_candidates_of_a_cell_replace_its_notes() -> None:
    play = pencil.note_candidates(SMALL.note(Cell(0, 1), 4), Cell(0, 1))
    assert play.notes == {Cell(0, 1): (2,)}
    assert play.undo().notes == {Cell(0, 1): (4,)}
    with pytest.raises(MoveError, match="Row 1, column 2 has all these notes already"):
        pencil.note_candidates(play, Cell(0, 1))


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
        pencil.note_candidates(play, cell)
    assert str(caught.value) == message


def test_what_is_ruled_out_goes_from_notes_or_leaves_the_other_candidates() -> None:
    grid = parse_any("1,_,_\n_,_,_\n_,_,9")
    play = Play(grid).note(Cell(0, 1), 2).note(Cell(0, 1), 3)
    play_after = pencil.note_eliminated(play, [(3, Cell(0, 1)), (8, Cell(1, 1)), (5, Cell(1, 1))])
    assert play_after.notes == {Cell(0, 1): (2,), Cell(1, 1): (2, 3, 4, 6, 7)}
    assert play_after.undo().notes == play.notes
    with pytest.raises(MoveError, match="nothing new"):
        pencil.note_eliminated(play_after, [(3, Cell(0, 1)), (8, Cell(1, 1)), (4, Cell(0, 0))])


def test_what_is_ruled_out_is_not_kept_where_too_many_are_left() -> None:
    assert pencil.note_eliminated(WIDE, [(9, Cell(2, 2))]).notes == {Cell(2, 2): (3, 4, 5, 6, 7, 8)}
    with pytest.raises(MoveError, match="nothing new"):
        pencil.note_eliminated(Play(Grid.of(3, 4)), [(9, Cell(2, 2))])


def test_a_line_is_rubbed_out_only_if_no_part_of_it_is_new() -> None:
    way = [Cell(1, 0), Cell(1, 1), Cell(1, 2)]
    play = pencil.draw_line(WIDE, way)
    assert play.lines == {(way[0], way[1]), (way[1], way[2])}
    longer = pencil.draw_line(
        play, [*way, Cell(2, 2)]
    )  # a part of it is new: nothing is rubbed out
    assert len(longer.lines) == 3
    assert pencil.draw_line(longer, way).lines == {(Cell(1, 2), Cell(2, 2))}
    assert longer.undo().lines == play.lines


def test_rubbing_out_takes_the_number_first_then_notes_and_lines() -> None:
    cell = Cell(1, 1)
    play = pencil.draw_line(WIDE.note(cell, 4), [cell, Cell(1, 2)])
    full_play = play.place(cell, 5)
    assert pencil.erase_cells(full_play, cell).notes == {cell: (4,)}
    empty = pencil.erase_cells(pencil.erase_cells(full_play, cell), cell)
    assert (empty.notes, empty.lines) == ({}, frozenset())
    assert empty.undo().notes == {cell: (4,)}
    with pytest.raises(MoveError, match="is empty, so there’s nothing to erase"):
        pencil.erase_cells(empty, cell)


def test_a_long_game_keeps_its_lines_and_tints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.hidoku.rules.moves.MOST_MOVES", 12)
    monkeypatch.setattr("solver.hidoku.rules.moves.KEPT", (6, 0))
    line = [Cell(5, 5), Cell(5, 6)]
    play = pencil.draw_line(pencil.tint_each(Play(BOARDS["findling"].grid), line, 4), line)
    play = play.place(line[0], 2).place(line[1], 3)
    for _ in range(10):
        play = play.place(Cell(0, 0), 5).erase(Cell(0, 0))
    assert len(play.moves) <= 12
    assert play.lines == frozenset()
    assert play.erase(line[0]).lines == {tuple(line)}
    assert play.tints == dict.fromkeys(line, 4)
