"""Who may ask for what: headers of every answer, the origin of every change, the player's id.

The page needs nothing from elsewhere and nothing inline, so its Content-Security-Policy starts
from ``'none'``. A change (any unsafe method) must come from our own page: browsers say so in
``Sec-Fetch-Site``; where they don't (old ones, or plain HTTP on a LAN) they send ``Origin``. This
replaces a token in each form.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin

from webapp.assets import KEPT

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class PlayerCookie(SecureCookieSessionInterface):
    """The signed cookie, marked Secure whenever the page itself came over HTTPS."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Say whether the cookie may travel over HTTPS only."""
        return request.is_secure

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Say whether an answer carries the cookie: a new one, or today's first of an old one.

        Not one that caches may share. To sign each answer's took 0.2 ms of a move's 4.5.
        """
        if request.endpoint in KEPT:
            return False
        if session.permanent and session.get("day") != today():
            session["day"] = today()  # so that it does not expire for somebody who plays on
        return session.modified


def today() -> int:
    """Return the number of the day it is in UTC."""
    return datetime.now(UTC).toordinal()


def init_security(app: Flask) -> None:
    """Set the cookie's rules and hook the checks into every request and answer."""
    app.session_interface = PlayerCookie()
    app.before_request(refuse_foreign_changes)
    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    """Put the security headers on an answer; pages are for their player alone."""
    response.headers.extend(
        HEADERS
    )  # nobody sets them otherwise; to look takes three times as long
    if request.endpoint not in KEPT:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.update(("Cookie", "HX-Request"))
    return response


def refuse_foreign_changes() -> None:
    """Answer 403 to a change that another site's page sends in the player's name."""
    if request.method not in SAFE_METHODS and not _is_from_here():
        abort(403, "This was sent from another site, so it was not carried out.")


def _is_from_here() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in {"same-origin", "none"}
    try:
        origin = urlsplit(request.headers.get("Origin", ""))
    except ValueError:  # such as http://[::1
        return False
    return (origin.scheme, origin.netloc) == (request.scheme, request.host)


def current_player() -> str | None:
    """Return this visitor's random id, or None if they have not started a game yet."""
    player = session.get("player")
    return player if isinstance(player, str) else None


def player_for_a_new_game() -> str:
    """Return this visitor's id, making one of 128 random bits the first time."""
    player = current_player() or secrets.token_urlsafe(16)
    session["player"] = player
    session.permanent = True
    return player


def load_secret_key(data: Path) -> str:
    """Return the key in ``data/secret_key``, made once, readable by its owner only.

    It is written elsewhere and then linked into place, so that two servers starting at the same
    moment agree on one key and neither reads half of it.
    """
    path = data / "secret_key"
    if not path.exists():
        descriptor, fresh = tempfile.mkstemp(dir=data)  # mkstemp makes files with mode 0600
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(fresh)
    return path.read_text().strip()
