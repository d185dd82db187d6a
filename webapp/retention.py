"""For how long games of each kind are kept."""

from __future__ import annotations

from webapp.config import Settings
from webapp.hidoku.editor import game as editor_game
from webapp.mastermind.challenge.role import CHALLENGE
from webapp.storage.sweep import Retention


def retention(settings: Settings) -> Retention:
    """Return how long games are kept, as the settings say.

    Drawings have a time of their own. A challenge names the game of the guest who broke its code.
    """
    return Retention(
        settings.keep_untouched,
        settings.keep_unfinished,
        {editor_game.KIND: settings.keep_drafts},
        frozenset({CHALLENGE.kind}),
    )
