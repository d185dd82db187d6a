"""What the store asks of every game that begins or is over, whichever room it is played in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from webapp.hidoku.play import game as hidoku_game
from webapp.hidoku.play.game_facts import facts_of as facts_of_hidoku
from webapp.mastermind.records import facts_of as facts_of_mastermind
from webapp.mastermind.roles import REVIEWED
from webapp.storage.documents import DocumentError
from webapp.storage.games import StoredGame
from webapp.storage.records.results import NO_FACTS, GameFacts
from webapp.work.tasks import known_or

#: By the kind of a game, what tells of it.
TELLERS: Final[Mapping[str, Callable[[StoredGame], GameFacts]]] = {
    **dict.fromkeys(REVIEWED, facts_of_mastermind),
    hidoku_game.KIND: facts_of_hidoku,
}


def facts_of(stored: StoredGame) -> GameFacts:
    """Return what is known of a game; of one that is damaged, or still thought about, nothing."""
    if stored.kind not in TELLERS:
        return GameFacts(stored.kind)
    try:
        return known_or(lambda: TELLERS[stored.kind](stored), lambda: NO_FACTS)
    except DocumentError:
        return NO_FACTS
