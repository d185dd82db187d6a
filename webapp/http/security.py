"""Who may ask for what: headers of every answer, the origin of every change, the player's id.

The page needs nothing from elsewhere and nothing inline, so its Content-Security-Policy starts from
``'none'``. A change (any unsafe method) must come from our own page: browsers say so in
``Sec-Fetch-Site``; where they don't (old ones, or plain HTTP on a LAN) they send ``Origin``, or at
least ``Referer``. This replaces a token in each form.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature
from werkzeug.exceptions import SecurityError
from werkzeug.sansio.utils import host_is_trusted

from webapp.http.assets import KEPT
from webapp.http.server.requests import MOST_KEPT, SAFE_METHODS
from webapp.storage.games import store
from webapp.storage.records.players import is_device_of

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

ASSET_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HEADERS = {
    **ASSET_HEADERS,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

#: For a page that other sites may show in a frame (:func:`framed`).
FRAMED_HEADERS = {
    **HEADERS,
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}

#: Sent over HTTPS: browsers shall use only HTTPS for this host for half a year.
STRICT_TRANSPORT = "max-age=15552000"


#: What monitors ask for, by whatever name or address reaches this machine.
MONITORED = frozenset({"health.healthz", "health.metrics"})
#: The rooms whose answers are the same for everybody: pictures for previews, and parts of pages.
SEEN_BY_ALL = frozenset({"cards", "embed"})


class PlayerCookie(SecureCookieSessionInterface):
    """The signed cookie, marked Secure if the page itself came over HTTPS."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return what our cookie holds, however old or young it is.

        It says who somebody is, and that doesn't expire. A clock may be set back, or differ from
        another server's: a cookie that seems to be signed in the future is still the player's.
        """
        cookie = request.cookies.get(self.get_cookie_name(app))
        return self.session_class(self._read(str(app.secret_key), app, cookie) if cookie else {})

    @cached_property
    def _read(self) -> Callable[[str, Flask, str], dict[str, Any]]:
        """What reads a cookie, and keeps what it read: that takes a twentieth of a move's time."""
        return lru_cache(MOST_KEPT)(self._reread)

    def _reread(self, _key: str, app: Flask, cookie: str) -> dict[str, Any]:
        serializer = self.get_signing_serializer(app)
        with suppress(BadSignature):
            return dict(serializer.loads(cookie)) if serializer else {}
        return {}

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Say whether an answer carries the cookie: a new or changed one, or the first of a day.

        Answers that caches may share don't. Signing each answer's took 0.2 ms of a move's 4.5.
        """
        if request.endpoint in KEPT or request.blueprint in SEEN_BY_ALL:
            return False
        if session.permanent and session.get("day") != today():
            session["day"] = today()  # so that it doesn't expire while somebody plays on
        return session.modified


def today() -> int:
    return datetime.now(UTC).toordinal()


def init_security(app: Flask) -> None:
    app.session_interface = PlayerCookie()
    app.before_request(refuse_strangers)
    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    """Put the security headers on an answer; pages are for their player alone.

    Whatever has the address of an asset but may not be kept is asked for again, found or not.
    """
    is_asset = request.endpoint in KEPT
    every_header = FRAMED_HEADERS if "is_framed" in g else ASSET_HEADERS if is_asset else HEADERS
    response.headers.extend(every_header)  # none is set elsewhere; to check takes 3 times as long
    if is_asset:
        response.headers.setdefault("Cache-Control", "no-cache")
    else:
        # a page is never stored: on the way back a browser would show it as it was before the move
        is_page = response.mimetype == "text/html"
        caching = "no-store" if is_page else "private, no-cache"
        response.headers.setdefault("Cache-Control", caching)
        response.vary.update(("Cookie", "HX-Request"))
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT)
    return response


def allow_framing() -> None:
    g.is_framed = True


def refuse_strangers() -> None:
    """Raise SecurityError if the request is for a host that isn't ours.

    Answer 403 to a change that another site's page sends in the player's name.
    """
    names = current_app.config["PEGS_TRUSTED_HOSTS"]
    if request.endpoint not in MONITORED and not is_trusted(request.host, names):
        raise SecurityError
    if request.method not in SAFE_METHODS and not _is_from_here():
        abort(403, "This came from another site, so we didn’t carry it out.")


@lru_cache(maxsize=256)
def is_trusted(host: str, names: tuple[str, ...]) -> bool:
    """Say whether a host, perhaps with a port, is one of these names, or below one with a dot.

    Case doesn't matter. Werkzeug's check doesn't handle IPv6 addresses.

    >>> [is_trusted(host, ("[::1]", ".pegs.example")) for host in ("[::1]:80", "a.pegs.example")]
    [True, True]
    >>> [is_trusted(host, ("[::1]", "pegs.example")) for host in ("[::2]:80", "a.pegs.example")]
    [False, False]
    """
    host = host.lower()
    names = tuple(name.lower() for name in names)
    if host.startswith("["):
        return host.partition("]")[0] + "]" in names
    return host_is_trusted(host, [name for name in names if not name.startswith("[")])


def _is_from_here() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in {"same-origin", "none"}
    source = request.headers.get("Origin") or request.headers.get("Referer") or ""
    try:
        origin = urlsplit(source)
    except ValueError:  # such as http://[::1
        return False
    return (origin.scheme, origin.netloc.lower()) == (request.scheme, request.host.lower())


def current_player() -> str | None:
    """Return this visitor's random id, or None if they haven't started a game yet.

    A browser that was joined to another one and then disconnected is a new visitor's.
    """
    player = session.get("player")
    if not isinstance(player, str):
        return None
    key = session.get("device")
    if key is not None and "is_joined" not in g:  # asked once a request
        g.is_joined = is_device_of(store(), str(key), player)
    return player if key is None or g.is_joined else None


def play_as(player: str, key: str) -> None:
    """Have this browser play as a player, with a key of its own."""
    session["player"] = player
    session["device"] = key
    session.permanent = True
    g.pop("is_joined", None)


def player_for_a_new_game() -> str:
    """Return this visitor's id; the first time, create one of 128 random bits."""
    player = current_player()
    if player is None:
        player = secrets.token_urlsafe(16)
        session.pop("device", None)
    session["player"] = player
    session.permanent = True
    return player
