"""Static files, each under an address that changes with its content, so browsers may keep it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Protocol, cast

from flask import Flask, Response, abort, request, url_for

from webapp.config import ROOT

STATIC = ROOT / "static"
SITE = ("tokens", "base", "components")  # the style sheets that every page has
KEPT = frozenset({"static", "styles"})
HTMX_FILE = "vendor/htmx-4.0.1.min.js"


class SupportsClose(Protocol):
    """Something to close, as an open file is."""

    def close(self) -> None:
        """Let go of it."""


def init_assets(app: Flask) -> None:
    """Give templates ``asset(name)``, and let browsers keep what they fetched by it."""
    app.jinja_env.globals.update(asset=asset_url, styles=styles_url, htmx_file=HTMX_FILE)
    app.add_url_rule("/styles/<names>.css", view_func=styles)
    app.before_request(forget_ranges)
    app.after_request(keep_assets)


def asset_url(name: str) -> str:
    """Return the address of a static file with a mark of its content."""
    return url_for("static", filename=name, v=_mark(name))


def styles_url(*names: str) -> str:
    """Return the address of some style sheets as one, those of the site if none are named."""
    chosen = names or SITE
    return url_for("styles", names="+".join(chosen), v=_marks(chosen))


def styles(names: str) -> Response:
    """Send style sheets as one, since each file of its own costs a first visit time."""
    chosen = names.split("+")
    if not set(chosen) <= _sheets():
        abort(404)
    text = "".join(_sheet(name).read_text() for name in chosen)
    return Response(text, mimetype="text/css")


def _sheet(name: str) -> Path:
    return STATIC / "css" / f"{name}.css"


@cache
def _sheets() -> frozenset[str]:
    return frozenset(path.stem for path in (STATIC / "css").glob("*.css"))


def _marks(names: Iterable[str]) -> str:
    return "-".join(_mark(f"css/{name}.css")[:6] for name in names)


@cache
def _mark(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]


def keep_assets(response: Response) -> Response:
    """Let a marked file be kept for a year, anything else static be asked for again."""
    if request.endpoint in KEPT:
        is_there = response.status_code in {200, 304}
        is_marked = is_there and request.args.get("v") == _asked_mark()
        kept = "public, max-age=31536000, immutable" if is_marked else "no-cache"
        response.headers["Cache-Control"] = kept
        if response.direct_passthrough:
            _read_whole(response)
    return response


def _asked_mark() -> str:
    asked = request.view_args or {}
    if request.endpoint == "styles":
        return _marks(asked["names"].split("+"))
    return _mark(asked["filename"])


def forget_ranges() -> None:
    """Send static files whole: a compressed part of one would be of no use."""
    if request.endpoint in KEPT:
        request.environ.pop("HTTP_RANGE", None)


def _read_whole(response: Response) -> None:
    """Read the file here and close it: Flask-Compress would leave it open."""
    response.direct_passthrough = False
    with closing(cast(SupportsClose, response.response)) as file:
        response.set_data(b"".join(cast(Iterable[bytes], file)))
