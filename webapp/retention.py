"""For how long games of each kind are kept."""

from __future__ import annotations

from webapp import challenges, open_drafts
from webapp.config import Settings
from webapp.storage.sweep import Retention


def retention(settings: Settings) -> Retention:
    """Return how long games are kept, as the settings say.

    Drawings have a time of their own. A challenge names the game of the guest who broke its code.
    """
    return Retention(
        settings.keep_untouched,
        settings.keep_unfinished,
        {open_drafts.KIND: settings.keep_drafts},
        frozenset({challenges.KIND}),
    )
