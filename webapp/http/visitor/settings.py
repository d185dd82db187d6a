"""The settings of the visitor whose request it is: read when they are needed, and once at most."""

from __future__ import annotations

from collections.abc import Callable

from flask import current_app, g

from webapp.http.security import current_player, player_for_a_new_game
from webapp.storage.documents import DocumentError
from webapp.storage.records.players import SettingsDocument, no_settings, player_store


def own_settings() -> SettingsDocument:
    """Return what the visitor has set; whoever never came before is not looked for."""
    if "settings" not in g:
        do_without_settings()  # so that the page of an error does not ask in vain once more
        g.settings = _stored(current_player())
    found: SettingsDocument = g.settings
    return found


def _stored(player: str | None) -> SettingsDocument:
    try:
        return player_store().settings_of(player) if player else no_settings()
    except DocumentError as error:
        current_app.logger.error("damaged: settings of a player: %s", error)
        return no_settings()


def do_without_settings() -> None:
    """Show this request's answer as to somebody who has set nothing, unless that is read."""
    g.setdefault("settings", no_settings())


def change_settings(alter: Callable[[SettingsDocument], SettingsDocument]) -> None:
    """Store what ``alter`` makes of the visitor's settings; who is new gets an id. QuotaError."""
    g.settings = player_store().change(player_for_a_new_game(), alter)
