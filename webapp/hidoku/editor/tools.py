"""Forms of the editor turned into edits: one function for each tool.

A tool takes the board and the form and returns an :class:`Edit`; what is impossible is refused with
a sentence (FormError, GridError). Numbers that are given twice, or out of range in a text, aren't
refused: they are faults of the board, which the verdict lists.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from solver.hidoku.generate.random_paths import SEEDS
from solver.hidoku.generate.shapes import make_shape
from solver.hidoku.notations.copied_text import separate_rows
from solver.hidoku.notations.layouts import fields_of
from solver.hidoku.notations.notation import DoubtfulTextError
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import MOST_CELLS, Adjacency, Cell, Grid, GridError
from solver.hidoku.rules.hexagons import columns_seen, rows_seen, spots_of
from solver.hidoku.search.solve import board_of
from solver.wording import capitalised, join_words, plural
from webapp.hidoku.board_text import WORDS
from webapp.hidoku.editor.game import (
    DraftEdit,
    board_edit,
    draw_path,
    edit_of,
    without_unnecessary_givens,
)
from webapp.hidoku.exchange.parse import Readings, number_readings, read_form
from webapp.http.forms import FormError, parse_cell, parse_number, parse_whole

Form = Mapping[str, str]


@dataclass(frozen=True)
class Edit:
    """An edit, or None if nothing changes, and what to say about it.

    ``first`` is the cell where a join begins that isn't drawn yet. ``is_news`` says that the
    sentence tells more than the board shows. ``readings`` are those of a doubtful text.
    """

    change: DraftEdit | None
    said: str
    first: Cell | None = None
    is_news: bool = False
    readings: Readings = ()


def give(grid: Grid, form: Form) -> Edit:
    cell = place_of(grid, form)
    number = parse_number(form, grid.last)
    if not 1 <= number <= grid.last:
        raise FormError(f"{number} can’t be a given. Type a number from 1 to {grid.last}.")
    return Edit(edit_of("given", [cell], number), f"{number} given in {cell_name(cell)}.")


def take_away(grid: Grid, form: Form) -> Edit:
    cell = place_of(grid, form)
    if cell not in grid.given:
        raise FormError(f"{capitalised(cell_name(cell))} has no given.")
    return Edit(edit_of("clear", [cell]), f"{grid.given[cell]} removed from {cell_name(cell)}.")


def block_cells(grid: Grid, form: Form) -> Edit:
    cells = [place_of(grid, {"cell": text}) for text in form.get("cells", "").split()[:MOST_CELLS]]
    cells = cells or [place_of(grid, form)]
    verb = "cells" if cells[0] in grid.blocked else "holes"
    place_words = cell_name(cells[0]) if len(cells) == 1 else f"{len(cells)} places"
    now = "A cell again" if verb == "cells" else "Blocked"
    return Edit(edit_of(verb, cells), f"{now}: {place_words}.")


def join_cells(grid: Grid, form: Form) -> Edit:
    """Begin a join in the chosen cell, or end it there; two joined cells are separated."""
    cell = cell_of(grid, form)
    if not form.get("first"):
        sentence = f"Joining from {cell_name(cell)}. Now select a neighbour, then Join again."
        return Edit(None, sentence, cell, is_news=True)
    first = cell_of(grid, {"cell": form["first"]})
    if first == cell:
        return Edit(None, "No join started.")
    if cell not in grid.neighbours(first):
        raise FormError(f"{capitalised(cell_name(first))} and {cell_name(cell)} aren’t neighbours.")
    is_joined = (min(first, cell), max(first, cell)) in grid.joined
    now = "No longer joined" if is_joined else "Joined"
    return Edit(edit_of("link", (first, cell)), f"{now}: {cell_name(first)} and {cell_name(cell)}.")


def resize(grid: Grid, form: Form) -> Edit:
    """Give the board another size or other neighbours, and keep what fits."""
    size = parse_number_of(form, "rows"), parse_number_of(form, "columns")
    adjacency = parse_adjacency(form)
    shape = make_shape("rectangle", *size, adjacency)
    spots = spots_of(grid)
    places = {spot: cell for cell, spot in spots_of(shape).items()}
    new_cells = {cell: places[spot] for cell, spot in spots.items() if spot in places}
    frame = Grid.of(
        grid.rows, max(columns_seen(grid), *(spot.column + 1 for spot in spots.values()))
    )
    blanks = {places[spot] for spot in {*frame.cells} - {*spots.values()} if spot in places}
    fresh_grid = replace(shape, blocked=shape.blocked | blanks)
    givens = {new_cells[cell]: number for cell, number in grid.givens if cell in new_cells}
    new_pairs = ((new_cells[a], new_cells[b]) for a, b in grid.joined if {a, b} <= new_cells.keys())
    joins = {(a, b) for a, b in new_pairs if b in fresh_grid.neighbours(a)}
    losses = [
        plural(len(grid.givens) - len(givens), "given") if len(givens) < len(grid.givens) else "",
        plural(len(grid.joined) - len(joins), "joined pair")
        if len(joins) < len(grid.joined)
        else "",
    ]
    news = f"{size[0]} × {size[1]}, {WORDS[adjacency].words}."
    loss = join_words([words for words in losses if words])
    next_grid = replace(fresh_grid.with_givens(givens), joined=frozenset(joins))
    return Edit(
        board_edit(next_grid),
        f"{news} These no longer fit and were removed: {loss}." if loss else news,
        is_news=bool(loss),
    )


def reshape(_: Grid, form: Form) -> Edit:
    size = parse_number_of(form, "rows"), parse_number_of(form, "columns")
    adjacency = parse_adjacency(form)
    name = form.get("shape", "")
    shape = make_shape(name, *size, adjacency)
    words = f"{size[0]} × {size[1]}, {WORDS[adjacency].words}"
    return Edit(board_edit(shape), f"A new {name}, {words}.")


def bare(grid: Grid, _: Form) -> Edit:
    if not grid.givens:
        raise FormError("There are no givens.")
    return Edit(board_edit(grid.with_givens({})), f"{plural(len(grid.givens), 'given')} gone.")


def fill(grid: Grid, _: Form) -> Edit:
    """Give every number of a path that fits the givens."""
    path = draw_path(grid, secrets.randbelow(SEEDS))
    if path is None:
        raise FormError("No path was found that fits this board.")
    return Edit(board_edit(grid.with_givens(board_of(path))), "Every number of a path is given.")


def thin(grid: Grid, _: Form) -> Edit:
    thin_board = without_unnecessary_givens(grid, secrets.randbelow(SEEDS))
    if thin_board is None:
        raise FormError("Givens can be removed this way only while there’s exactly one solution.")
    count = len(grid.givens) - len(thin_board.grid.givens)
    news = f"{plural(count, 'given')} removed." if count else "Every given is needed."
    if not thin_board.is_done:
        news = f"{plural(count, 'given')} removed. There wasn’t time to try them all. "
        news += "Press the button again to continue."
    return Edit(board_edit(thin_board.grid) if count else None, news, is_news=True)


def read(grid: Grid, form: Form) -> Edit:
    """Read the board from text; if the text doesn't name the neighbours, they stay as they are."""
    text = separate_rows(form.get("text", ""))
    try:
        board = read_form(text, fields_of(grid, {})[0], form)
    except DoubtfulTextError:
        raise
    except GridError:  # of another layout, which the text names
        board = read_form(text, "", form)
    fresh = board.grid
    news = f"Read a board of {rows_seen(fresh)} × {columns_seen(fresh)}: {board.taken.words}."
    readings = number_readings(board.readings, board.taken) if board.is_doubtful else ()
    return Edit(board_edit(fresh), news, readings=readings, is_news=board.is_doubtful)


TOOLS: Mapping[str, Callable[[Grid, Form], Edit]] = {
    "givens": give,
    "clearings": take_away,
    "holes": block_cells,
    "links": join_cells,
    "sizes": resize,
    "shapes": reshape,
    "emptyings": bare,
    "paths": fill,
    "thinnings": thin,
    "texts": read,
}
"""Each tool by the last part of its address."""


def place_of(grid: Grid, form: Form) -> Cell:
    """Return the chosen place, blocked or not; FormError if it is off the board."""
    cell = parse_cell(form)
    if cell.row >= grid.rows or cell.column >= grid.columns:
        size = f"{plural(grid.rows, 'row')} and {plural(grid.columns, 'column')}"
        raise FormError(f"This board has {size}.")
    return cell


def cell_of(grid: Grid, form: Form) -> Cell:
    """Return the chosen cell; FormError if it is blocked or off the board."""
    cell = place_of(grid, form)
    if cell in grid.blocked:
        raise FormError(f"{capitalised(cell_name(cell))} is blocked.")
    return cell


def parse_number_of(form: Form, field: str) -> int:
    return parse_whole(form.get(field, ""), f"Type the number of {field}, at most 50.", 0, 999)


def parse_adjacency(form: Form) -> Adjacency:
    try:
        return Adjacency(form.get("adjacency", ""))
    except ValueError as error:
        raise FormError("Choose the neighbours: 8, 4 or hexagonal.") from error
