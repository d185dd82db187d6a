"""A game in the visitor's list: its picture, what it is, how far it is, and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from flask import url_for

from solver.deduction.games import game_named, title_of
from solver.wording import counted, time_words
from webapp.hidoku.picture.svg import Outline
from webapp.hidoku.play import game_facts as hidoku_view
from webapp.hidoku.play.game import KIND as HIDOKU
from webapp.http.game_access import readable
from webapp.mastermind.breaker.role import BREAKER
from webapp.mastermind.records import GamePicture, picture_of
from webapp.mastermind.roles import REVIEWED
from webapp.mastermind.setter.role import SETTER
from webapp.storage.games import StoredGame, in_utc
from webapp.storage.records.played import ENDS
from webapp.storage.records.results import GameEnd
from webapp.work.tasks import known_or

#: The kinds of each game, by its name in addresses.
KINDS: Final = {"mastermind": tuple(REVIEWED), "hidoku": (HIDOKU,)}
ALL_KINDS: Final = (*KINDS["mastermind"], *KINDS["hidoku"])


@dataclass(frozen=True)
class VisitorGame:
    """A game: ``state`` says how far it is or how it ended, ``outline`` or ``rows`` draw it.

    ``url`` is its page, ``review`` that of its review, where there is one. ``again`` is what a form
    sends to ``again_url`` to begin another like it; without it ``again_url`` is a page.
    """

    id: str
    title: str
    role: str
    state: str
    is_over: bool
    day: str
    changed: datetime
    url: str
    review: str
    again_url: str
    again: tuple[tuple[str, str], ...]
    outline: Outline | None = None
    picture: GamePicture | None = None


def show_games(stored: Sequence[StoredGame]) -> tuple[VisitorGame, ...]:
    """Return games as a list shows them; one that is damaged is left out."""
    return tuple(readable(_listed, stored))


def _listed(stored: StoredGame) -> VisitorGame:
    is_over = stored.finished or stored.result in ENDS
    show = _hidoku if stored.kind == HIDOKU else _mastermind
    return show(stored, is_over)


def _hidoku(stored: StoredGame, is_over: bool) -> VisitorGame:
    board = stored.board or stored.rules
    state = f"Solved in {_time(stored)}" if is_over else hidoku_view.how_far(stored)
    return VisitorGame(
        id=stored.id,
        title=board,
        role="Daily Hidoku" if stored.day else "Hidoku",
        state=_with_hints(state, stored),
        is_over=is_over,
        day=stored.day,
        changed=in_utc(stored.changed),
        url=url_for("play.game", game_id=stored.id),
        review="",
        again_url=url_for("play.create"),
        again=(("board", stored.rules), ("again", "1")),
        outline=hidoku_view.outline_of_game(stored),
    )


def _mastermind(stored: StoredGame, is_over: bool) -> VisitorGame:
    role = REVIEWED[stored.kind]
    is_breaker = stored.kind == BREAKER.kind
    far = role.how_far or (lambda _: "")
    state = _ended(stored) if is_over else _part_after_title(far, stored)
    has_review = is_over and role.ending is not None and stored.guesses > 0
    return VisitorGame(
        id=stored.id,
        title=title_of(game_named(stored.rules)),
        role="Daily Mastermind" if stored.day else role.title,
        state=_with_hints(state, stored),
        is_over=is_over,
        day=stored.day,
        changed=in_utc(stored.changed),
        url=url_for(role.page, game_id=stored.id),
        review=url_for("review.review", game_id=stored.id) if has_review else "",
        again_url=url_for("breaker.create" if is_breaker else role.begin),
        again=(("game", stored.rules),) if is_breaker else (),
        picture=picture_of(stored),
    )


def _part_after_title(how_far: Callable[[StoredGame], str], stored: StoredGame) -> str:
    """Say how far a game is, without the game's name, which stands above it."""
    told = known_or(lambda: how_far(stored), str)
    said = told.removeprefix(title_of(game_named(stored.rules))).lstrip(", ")
    return said[:1].upper() + said[1:]


def _ended(stored: StoredGame) -> str:
    guesses = counted(stored.guesses, "guess", "guesses")
    if stored.result == GameEnd.WON.value:
        return f"Found in {guesses}"
    if stored.result == GameEnd.LOST.value:
        return f"Not found in {guesses}"
    if stored.guesses and stored.kind == SETTER.kind:
        return f"Computer: {guesses}"
    return "Finished"


def _time(stored: StoredGame) -> str:
    return time_words(int(stored.took or stored.seconds))


def _with_hints(state: str, stored: StoredGame) -> str:
    hints = counted(stored.hints_used, "hint")
    return f"{state}, {hints}" if stored.hints_used else state
