"""Sending cards. What one shows depends only on its address, so it may be cached.

A card is painted in a separate process, and recently painted ones are cached. Each room adds the
addresses of its own cards.
"""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from webapp.cards.canvas import Card, paint
from webapp.work.limits import BRIEF_LIMIT
from webapp.work.tasks import Tasks, patience

MOST_KEPT: Final = 20_000_000  # bytes of all cards
PATIENCE: Final = 4.0  # seconds: messengers ask once, and wait longer than a player does
AN_HOUR: Final = "public, max-age=3600"  # a finished game may be withdrawn, and a day ends
FOR_NOW: Final = "no-store"  # the real card is still to come

blueprint = Blueprint("cards", __name__, url_prefix="/cards")

_painted: Tasks[bytes] = Tasks(MOST_KEPT, BRIEF_LIMIT, len)


class NotYetError(Exception):
    """What a card would show isn't made yet; the site's own card is shown until then."""


def sent(card: Card, kept: str = AN_HOUR) -> ResponseReturnValue:
    """Send a card as a picture; 503 if that takes longer than usual."""
    content = _painted.ask(card, paint, card, wait=max(patience(), PATIENCE))
    response = Response(content, content_type="image/png")
    response.headers["Cache-Control"] = kept
    response.add_etag()
    return response.make_conditional(request)
