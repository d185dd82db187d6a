"""A game as a store loads it, for tests that need no database."""

from typing import Any

from webapp.storage.games import StoredGame


def stored_game(kind: str = "breaker", rules: str = "classic", **fields: Any) -> StoredGame:
    """Return a finished game, if its fields don't say otherwise."""
    texts = dict.fromkeys(("start", "moves", "hints"), "")
    usual = {"id": "a" * 22, "player": "ann", "finished": True, "version": 1, **texts}
    return StoredGame(kind=kind, rules=rules, **(usual | fields))
