"""What views ask of a request and how they answer: its form, the player's game, page or part."""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from flask import abort, g, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from solver.hidoku.rules.grid import MOST_CELLS, Cell
from solver.wording import InputError, quote
from webapp.http.security import current_player
from webapp.storage.documents import DocumentError
from webapp.storage.games import StaleGameError, StoredGame, store

Stored = TypeVar("Stored")
Shown = TypeVar("Shown")

LARGEST = 999_999  # of the numbers that forms send


class FormError(InputError):
    """A form sent something that can't be meant; the message is for the player."""


def parse_tier(form: Mapping[str, str]) -> int:
    tier = form.get("tier", "")
    if tier not in {"1", "2", "3"}:
        raise FormError("A hint has three steps: 1, 2 and 3.")
    return int(tier)


def parse_cell(form: Mapping[str, str]) -> Cell:
    """Return the chosen cell; a page sends ``row,column``, both from 0.

    >>> parse_cell({"cell": "2,3"})
    Cell(row=2, column=3)
    """
    row, _, column = form.get("cell", "").partition(",")
    sentence = "Choose a cell first."
    return Cell(parse_whole(row, sentence), parse_whole(column, sentence))


def read_cell(form: Mapping[str, str], field: str = "cell") -> Cell | None:
    """Return the cell that a form or an address chose, or None if it can't be read.

    >>> read_cell({"cell": "2,3"}), read_cell({"cell": "here"})
    (Cell(row=2, column=3), None)
    """
    try:
        return parse_cell({"cell": form.get(field, "")})
    except FormError:
        return None


def parse_number(form: Mapping[str, str], last: int) -> int:
    text = form.get("number", "").strip()
    if not text:
        raise FormError(f"Type a number from 1 to {last}.")
    return parse_whole(text, f"“{quote(text)}” isn’t a number from 1 to {last}.")


def parse_numbers(form: Mapping[str, str], last: int) -> tuple[int, ...]:
    """Return the numbers typed for notes, separated by spaces or commas.

    >>> parse_numbers({"number": "3, 5 12"}, 20)
    (3, 5, 12)
    """
    texts = form.get("number", "").replace(",", " ").split() or [""]
    return tuple(parse_number({"number": text}, last) for text in texts)


def parse_cells(form: Mapping[str, str]) -> tuple[Cell, ...]:
    """Return the cells of a stroke; a page sends each as ``row,column``, separated by spaces.

    >>> parse_cells({"cells": "0,1 1,2"})
    (Cell(row=0, column=1), Cell(row=1, column=2))
    """
    cells = tuple(parse_cell({"cell": text}) for text in form.get("cells", "").split())
    if not 1 <= len(cells) <= MOST_CELLS:
        raise FormError("A stroke goes through at least one cell, and through each only once.")
    return cells


def parse_direction(form: Mapping[str, str]) -> int:
    """Return which way numbers are counted: 1 for up (the default), -1 for down."""
    return -1 if form.get("direction") == "down" else 1


def parse_tint(form: Mapping[str, str]) -> int:
    return parse_whole(form.get("tint", ""), "Choose a colour.")


def decode_text(content: bytes) -> str:
    """Return the text of a file: in UTF-8, in UTF-16 with a byte order mark, or else in Latin-1."""
    is_wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if is_wide else ("utf-8-sig", "latin-1"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return "\0"  # half a character of UTF-16: no text


def submitted_form() -> dict[str, str]:
    """Return the form that was sent, with the text of files in the place of their fields."""
    texts = {}
    for name, file in request.files.items():
        if file.filename:
            file.seek(0)
            texts[name] = decode_text(file.read())
    return request.form.to_dict() | texts


def submitted_row(form: Mapping[str, str]) -> str:
    """Return the row of a form: typed by hand, or built from pegs.

    >>> submitted_row({"typed": " ", "code": "1122"})
    '1122'
    """
    return form.get("typed", "").strip() or form.get("code", "")


def parse_step(text: str | None, last: int) -> int:
    """Return a frame's number, clamped to 0 … ``last``, so that no link is broken.

    >>> [parse_step(text, 9) for text in ("4", "400", "-1", "x", None)]
    [4, 9, 0, 0, 0]
    """
    try:
        return min(parse_whole(text or "", ""), last)
    except FormError:
        return 0


def parse_whole(text: str, sentence: str, lowest: int = 0, highest: int = LARGEST) -> int:
    """Return a whole number in plain digits; FormError with this sentence for anything else."""
    text = text.strip()
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST))
    if not (is_number and lowest <= int(text) <= highest):
        raise FormError(sentence)
    return int(text)


ID = re.compile(r"[\w-]{1,32}", re.ASCII)


@dataclass(frozen=True)
class Opened:
    """A stored game; each kind of game has a subclass that adds what its pages need."""

    stored: StoredGame


def find_game(game_id: str, *kinds: str) -> StoredGame:
    """Return this player's game if it is of one of these kinds, else 404."""
    player = current_player()
    for kind in kinds if ID.fullmatch(game_id) else ():
        record = store().load(game_id, player, kind)
        if record:
            g.read_along = record.settings
            return record
    return abort(404)


def find_anybodys(game_id: str, kind: str) -> StoredGame:
    """Return a game of a kind that several people share; 404 if there is none."""
    record = store().load_any(game_id, kind) if ID.fullmatch(game_id) else None
    return record or abort(404)


def find_unfinished(kind: str) -> tuple[StoredGame, ...]:
    """Return the games of this kind that the visitor can continue, the last played first."""
    player = current_player()
    return store().unfinished(player, kind) if player else ()


def readable(show: Callable[[Stored], Shown], games: Iterable[Stored]) -> Iterator[Shown]:
    """Yield what to show of each game or contest in a list, leaving out damaged ones.

    A damaged game's own page says what is wrong with it.
    """
    for game in games:
        with suppress(DocumentError):
            yield show(game)


def check_version(record: StoredGame) -> None:
    """Raise StaleGameError unless the form was made from the game's newest version."""
    made_from = parse_whole(
        request.form.get("version", ""), "Please reload the page and try again."
    )
    if made_from != record.version:
        raise StaleGameError(record)


def wants_fragment() -> bool:
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-Request-Type") != "full"


#: The header by which only the pages of what is on a sheet are asked for, not the sheet itself.
SHEET_ITEMS: Final = "X-Sheet-Items"


def wants_items() -> bool:
    return SHEET_ITEMS in request.headers


def list_items(items: Iterable[tuple[str, str]], questions: int = 1) -> ResponseReturnValue:
    """Answer with the address and the title of each thing to set as a step, a line for each.

    Each asks so many ``questions``.
    """
    text = "".join(f"{url}\t{title}\t{questions}\n" for url, title in items)
    return make_response(text, {SHEET_ITEMS: "1", "Content-Type": "text/plain; charset=utf-8"})


def render(page: str, fragment: str, status: int = 200, **context: Any) -> ResponseReturnValue:
    """Render ``fragment`` for htmx, otherwise the ``page`` that includes it.

    With ``is_part`` a template leaves out what needn't change on the page.
    """
    is_part = wants_fragment()
    template = fragment if is_part else page
    return make_response(render_template(template, is_part=is_part, **context), status)


def after_change(url: str, show: Callable[[], ResponseReturnValue]) -> ResponseReturnValue:
    """Answer a change: the new fragment for htmx, else a redirect to the page (303)."""
    lead_if_pending(url)
    return show() if wants_fragment() else redirect(url, 303)


def lead_if_pending(url: str) -> None:
    """Have this request answered by a redirect if something in it is still being worked out."""
    g.page_of_change = url


def lead_to(page: str) -> ResponseReturnValue:
    """Redirect to another page; htmx leaves its own page for it."""
    if wants_fragment():
        return make_response("", 200, {"HX-Redirect": page})
    return redirect(page, 302 if request.method == "GET" else 303)


def with_query(url: str, addition: str) -> str:
    """Return an address with more in its query, whether it had one or not.

    >>> with_query("/learn/x?game=7", "node=3"), with_query("/learn/x", "node=3")
    ('/learn/x?game=7&node=3', '/learn/x?node=3')
    """
    return f"{url}{'&' if '?' in url else '?'}{addition}"
