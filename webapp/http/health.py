"""What supervisors and researchers ask a server: whether it is well, and whom to write to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, abort, current_app
from flask.typing import ResponseReturnValue

from webapp.storage.games import store

LONGEST = 1.0  # seconds in which the database must answer
VALID = timedelta(days=180)  # RFC 9116 asks for a date, less than a year ahead

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def healthz() -> ResponseReturnValue:
    """Say whether this process and its database answer: 200, or 503."""
    if store().answers(LONGEST):
        return _text("ok\n")
    return _text("The database does not answer.\n", 503)


@blueprint.get("/.well-known/security.txt")
def security_txt() -> ResponseReturnValue:
    """Say where to report a hole, where whoever runs the server has told us."""
    contact = current_app.config["PEGS_CONTACT"]
    if not contact:
        abort(404)
    expires = (datetime.now(UTC) + VALID).replace(hour=0, minute=0, second=0, microsecond=0)
    return _text(f"Contact: {contact}\nExpires: {expires.isoformat()}\n")


def _text(text: str, status: int = 200) -> Response:
    return Response(text, status, content_type="text/plain; charset=utf-8")
