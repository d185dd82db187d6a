"""What stands beside a game that has just ended: the player's other games on the same board."""

from __future__ import annotations

from dataclasses import dataclass

from solver.deduction.games import game_named, title_of
from webapp.http.bars import AmountBar, guess_bars
from webapp.storage.games import StoredGame, store
from webapp.storage.records.played import results_of
from webapp.storage.records.results import GameEnd

LOST = "not found"


@dataclass(frozen=True)
class GameResult:
    """Bars of games by their guesses with a ``caption``, and what is said of the ``own`` one."""

    bars: tuple[AmountBar, ...] = ()
    caption: str = ""
    own: str = ""


def show_result(stored: StoredGame) -> GameResult:
    """Return what is shown beside a finished game that isn't a daily one."""
    played = results_of(store(), stored.player, stored.kind)
    own = next((each for each in played if each.id == stored.id), None)
    alike = [each for each in played if each.counts and own and each.rules == own.rules]
    if own is None or len(alike) < 2:
        return GameResult()
    title = title_of(game_named(own.rules))
    figure = str(own.guesses) if own.result == GameEnd.WON.value else LOST
    return GameResult(
        guess_bars(alike, LOST, own),
        f"Your {len(alike):,} games of {title}",
        f"this one: {figure}" if own.counts else "this one isn’t counted",
    )
