"""A game in the visitor's list: picture, title, state, and what can be done with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from solver.wording import plural
from webapp.game_type import GameLine, playables
from webapp.http.forms import readable
from webapp.storage.games import StoredGame, in_utc
from webapp.storage.records.played import ENDS


def kinds_by_game() -> Mapping[str, tuple[str, ...]]:
    """Return the listed kinds by game, as addresses name it."""
    by_game: dict[str, tuple[str, ...]] = {}
    for name, playable in playables().items():
        by_game[playable.game] = (*by_game.get(playable.game, ()), name)
    return by_game


def show_games(records: Sequence[StoredGame]) -> tuple[GameInList, ...]:
    """Return games as a list shows them, leaving out damaged ones."""
    return tuple(line for line in readable(_show_line, records) if line)


@dataclass(frozen=True, kw_only=True)
class GameInList:
    """A game in the list: its line by its kind, and its addresses and dates."""

    id: str
    line: GameLine
    state: str
    is_over: bool
    day: str
    changed: datetime
    url: str


def _show_line(record: StoredGame) -> GameInList | None:
    playable = playables().get(record.kind)
    if playable is None:
        return None
    is_over = record.finished or record.result in ENDS
    line = playable.line(record, is_over=is_over)
    hints = f", {plural(record.hints_used, 'hint')}" if record.hints_used else ""
    return GameInList(
        id=record.id,
        line=line,
        state=line.state + hints,
        is_over=is_over,
        day=record.day,
        changed=in_utc(record.changed),
        url=url_for(playable.page, game_id=record.id),
    )
