"""The list of all kinds of games, to which a new one is added."""

from __future__ import annotations

from typing import Final

from webapp.config import Settings
from webapp.hidoku.editor.game import EDITOR_KIND
from webapp.hidoku.play.kind import PLAY_KIND
from webapp.kind import Kinds
from webapp.mastermind.breaker.kind import BREAKER_KIND
from webapp.mastermind.challenge.role import CHALLENGE_KIND
from webapp.mastermind.helper.role import HELPER_KIND
from webapp.mastermind.setter.role import SETTER_KIND
from webapp.mastermind.watch.role import WATCH_KIND
from webapp.storage.sweep import Retention

#: By the kind that games are stored under, in the order of lists.
KINDS: Final[Kinds] = {
    kind.name: kind
    for kind in (
        *(BREAKER_KIND, SETTER_KIND, CHALLENGE_KIND, HELPER_KIND, WATCH_KIND),
        *(PLAY_KIND, EDITOR_KIND),
    )
}


def retention(settings: Settings, kinds: Kinds = KINDS) -> Retention:
    """Return how long games of each kind are kept, according to the settings."""
    return Retention(
        settings.keep_untouched,
        settings.keep_unfinished,
        {name: kind.kept(settings) for name, kind in kinds.items() if kind.kept},
        frozenset(name for name, kind in kinds.items() if kind.has_guests),
    )
