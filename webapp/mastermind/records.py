"""What a role is, and what all roles' records share: the day's code, facts, lines of lists, text.

The code of the day is the same for everyone, and nobody knows it in advance. It is drawn from the
server's key and the date, and stored when first needed: changing the key or the week afterwards
leaves it as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from random import Random
from typing import Final

from flask import current_app

from solver.deduction.games import DAILY_WEEK, face_of, game_named, title_of
from solver.deduction.rules.game import Code, Game, LargeBoardError, RulesError, Turn
from solver.deduction.rules.mastermind import parse_rules
from solver.wording import capitalised, counted
from webapp.kind import GameLine, Kind
from webapp.mastermind.feedback_sheet import parse_sheet
from webapp.mastermind.finished import Finished
from webapp.mastermind.new_game_form import draw_code
from webapp.mastermind.old_boards import export_text, title_of_rules
from webapp.mastermind.setup import OldBoardError, Setup, board_named, is_too_large, setup_of
from webapp.storage.games import StoredGame, store
from webapp.storage.records.dailies import day_seed, find_code, keep_code
from webapp.storage.records.results import GameEnd, GameFacts, Result


@dataclass(frozen=True, kw_only=True)
class RoleEntry:
    """A role as listed in :mod:`webapp.mastermind.roles`.

    ``name`` is its name in a game's face; ``begin`` is the endpoint of its first page. Its games
    are stored under its ``kind``, and ``page`` is the endpoint of one of them. ``how_far`` says in
    lists of open games how far one has got. ``ending`` returns what is reviewed of a game: None
    until it is over, or if nobody knows its code.
    """

    name: str
    title: str
    sentence: str
    begin: str
    kind: str
    page: str
    how_far: Callable[[StoredGame], str]
    ending: Callable[[StoredGame, Setup], Finished | None]


def game_of_day(day: date) -> Game:
    """Return the board planned for a day; a day whose code is already stored may have another."""
    return game_named(DAILY_WEEK[day.weekday()])


def code_of_day(day: date) -> tuple[Game, str]:
    """Return a day's board and code, drawn and stored if need be."""
    with store().reading() as connection:
        stored_code = find_code(connection, day.isoformat())
    if stored_code is None:
        game = game_of_day(day)
        seed = day_seed(current_app.config["SECRET_KEY"], "code", day)
        code = game.format_code(draw_code(game, Random(seed)))  # noqa: S311 (the seed is secret)
        with store().changing() as connection:
            stored_code = keep_code(connection, day.isoformat(), game.name, code)
    return game_named(stored_code[0]), stored_code[1]


#: How many rows a picture has.
MOST: Final = 4


Codes = Callable[[StoredGame], Sequence[Code]]


def sheet_codes(stored: StoredGame) -> Sequence[Code]:
    return [turn.code for turn in parse_sheet(board_named(stored.rules), stored.moves).turns]


def sheet_text(stored: StoredGame, *, is_own_code: bool = False) -> Mapping[str, str]:
    """Return a feedback sheet as text, without the code if its player has still to find it."""
    game = board_named(stored.rules)
    setup = setup_of(stored)
    turns = parse_sheet(game, stored.moves).turns
    return game_text(game, turns, setup.secret if stored.finished or is_own_code else "")


def game_text(game: Game, turns: Sequence[Turn], code: str) -> Mapping[str, str]:
    return {"turns": " ".join(map(game.format_turn, turns)), "code": code}


def role_facts(role: RoleEntry, stored: StoredGame) -> GameFacts:
    if not stored.finished:
        return GameFacts(stored.rules)
    finished = role.ending(stored, setup_of(stored))
    return GameFacts(stored.rules, Result(GameEnd.OVER, len(finished.turns) if finished else 0))


def role_kind(
    role: RoleEntry,
    *,
    facts: Callable[[StoredGame], GameFacts] | None = None,
    codes: Codes = sheet_codes,
    text: Callable[[StoredGame], Mapping[str, str]] = sheet_text,
    whose: str = "",
    has_guests: bool = False,
) -> Kind:
    """Return the kind of a role's games; ``whose`` guesses are counted where nobody can win."""
    return Kind(
        name=role.kind,
        game="mastermind",
        page=role.page,
        facts=facts or partial(role_facts, role),
        show=partial(show_listed, role, codes, whose),
        text=partial(_text_of, text),
        title=board_title,
        has_guests=has_guests,
    )


def _text_of(
    text: Callable[[StoredGame], Mapping[str, str]], stored: StoredGame
) -> Mapping[str, str]:
    try:
        return text(stored)
    except OldBoardError:
        return export_text(stored)


def board_title(name: str) -> str:
    """Return the title of a board; any other text is returned as it is."""
    try:
        return title_of(game_named(name))
    except LargeBoardError:
        return title_of_rules(parse_rules(name))
    except RulesError:
        return name


def show_listed(
    role: RoleEntry, codes: Codes, whose: str, stored: StoredGame, is_over: bool
) -> GameLine:
    if is_too_large(stored.rules):
        return _show_old(role, stored, is_over)
    game = board_named(stored.rules)
    rows = tuple(map(face_of(game).pegs, codes(stored)[-MOST:]))
    return GameLine(
        title=title_of(game),
        role="Daily Mastermind" if stored.day else role.title,
        state=_ended(stored, whose) if is_over else capitalised(role.how_far(stored)),
        template="mastermind/_rows_picture.html",
        picture={"rows": rows, "pegs": game.pegs},  # the last rows, as far as they were seen
    )


def _show_old(role: RoleEntry, stored: StoredGame, is_over: bool) -> GameLine:
    rules = parse_rules(stored.rules)
    return GameLine(
        title=title_of_rules(rules),
        role=role.title,
        state=_ended(stored, "") if is_over else "This board is too large to continue",
        template="mastermind/_rows_picture.html",
        picture={"rows": (), "pegs": rules.pegs},
    )


def _ended(stored: StoredGame, whose: str) -> str:
    guesses = counted(stored.guesses, "guess", "guesses")
    if stored.result == GameEnd.WON.value:
        return f"Found in {guesses}"
    if stored.result == GameEnd.LOST.value:
        return f"Not found in {guesses}"
    return f"{whose}: {guesses}" if stored.guesses and whose else "Finished"
