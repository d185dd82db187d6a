"""Static files, each under an address that changes with its content, so browsers may keep it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from typing import Protocol, cast

from flask import Flask, Response, request, url_for

from webapp.config import ROOT

STATIC = ROOT / "static"
SITE_CSS = ("css/tokens.css", "css/base.css", "css/components.css")
KEPT = frozenset({"static", "site_css"})
HTMX_FILE = "vendor/htmx-4.0.1.min.js"


class SupportsClose(Protocol):
    """Something to close, as an open file is."""

    def close(self) -> None:
        """Let go of it."""


def init_assets(app: Flask) -> None:
    """Give templates ``asset(name)``, and let browsers keep what they fetched by it."""
    app.jinja_env.globals.update(asset=asset_url, site_css=site_css_url, htmx_file=HTMX_FILE)
    app.add_url_rule("/site.css", view_func=site_css)
    app.before_request(forget_ranges)
    app.after_request(keep_assets)


def asset_url(name: str) -> str:
    """Return the address of a static file with a mark of its content."""
    return url_for("static", filename=name, v=_mark(name))


def site_css_url() -> str:
    """Return the address of the style sheet that all pages share, with a mark of its content."""
    return url_for("site_css", v=_site_mark())


def _site_mark() -> str:
    return "-".join(_mark(name)[:6] for name in SITE_CSS)


def site_css() -> Response:
    """Send the shared style sheets as one, since each file of its own costs a first visit time."""
    sheets = "".join((STATIC / name).read_text() for name in SITE_CSS)
    return Response(sheets, mimetype="text/css")


@cache
def _mark(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]


def keep_assets(response: Response) -> Response:
    """Let a marked file be kept for a year, anything else static be asked for again."""
    if request.endpoint in KEPT:
        is_marked = response.status_code in {200, 304} and request.args.get("v") == _asked_mark()
        kept = "public, max-age=31536000, immutable" if is_marked else "no-cache"
        response.headers["Cache-Control"] = kept
        if response.direct_passthrough:
            _read_whole(response)
    return response


def _asked_mark() -> str:
    if request.endpoint == "site_css":
        return _site_mark()
    return _mark((request.view_args or {})["filename"])


def forget_ranges() -> None:
    """Send static files whole: a compressed part of one would be of no use."""
    if request.endpoint in KEPT:
        request.environ.pop("HTTP_RANGE", None)


def _read_whole(response: Response) -> None:
    """Read the file here and close it: Flask-Compress would leave it open."""
    response.direct_passthrough = False
    with closing(cast(SupportsClose, response.response)) as file:
        response.set_data(b"".join(cast(Iterable[bytes], file)))
