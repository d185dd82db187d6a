"""Static files, each under an address that changes with its content, so browsers may keep it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from typing import Protocol, cast

from flask import Flask, Response, abort, request, url_for

from webapp.config import ROOT

STATIC = ROOT / "static"
SITE = ("tokens", "base", "components")  # the style sheets that every page has
KEPT = frozenset({"static", "styles", "scripts"})
HTMX_FILE = "vendor/htmx-4.0.1.min.js"


class SupportsClose(Protocol):
    """Something to close, as an open file is."""

    def close(self) -> None:
        """Let go of it."""


def init_assets(app: Flask) -> None:
    """Give templates ``asset(name)``, and let browsers keep what they fetched by it."""
    app.jinja_env.globals.update(asset=asset_url, styles=styles_url, scripts=scripts_url)
    app.jinja_env.globals.update(htmx_file=HTMX_FILE)
    app.add_url_rule("/styles/<names>.css", view_func=styles)
    app.add_url_rule("/scripts/<names>.js", view_func=scripts)
    app.before_request(forget_ranges)
    app.after_request(keep_assets)


def asset_url(name: str) -> str:
    """Return the address of a static file with a mark of its content."""
    return url_for("static", filename=name, v=_mark(name))


def styles_url(*names: str) -> str:
    """Return the address of some style sheets as one, those of the site if none are named."""
    chosen = names or SITE
    return url_for("styles", names="+".join(chosen), v=_marks("css", chosen))


def scripts_url(*names: str) -> str:
    """Return the address of some scripts as one module."""
    return url_for("scripts", names="+".join(names), v=_marks("js", names))


def styles(names: str) -> Response:
    """Send style sheets as one, since each file of its own costs a first visit time."""
    return Response("".join(_texts("css", names)), mimetype="text/css")


def scripts(names: str) -> Response:
    """Send scripts as one module, each in a block inside that of the script before it.

    So a script may use what those before it name, and what it names itself disturbs none of them.
    An import would fetch a file without its mark.
    """
    texts = _texts("js", names)
    text = "".join(f"{{\n{text}" for text in texts) + "}\n" * len(texts)
    return Response(text, mimetype="text/javascript")


def _texts(kind: str, names: str) -> list[str]:
    chosen = names.split("+")
    if not set(chosen) <= _names(kind):
        abort(404)
    return [(STATIC / kind / f"{name}.{kind}").read_text() for name in chosen]


@cache
def _names(kind: str) -> frozenset[str]:
    return frozenset(path.stem for path in (STATIC / kind).glob(f"*.{kind}"))


def _marks(kind: str, names: Iterable[str]) -> str:
    return "-".join(_mark(f"{kind}/{name}.{kind}")[:6] for name in names)


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
    if request.endpoint == "static":
        return _mark(asked["filename"])
    kind = "css" if request.endpoint == "styles" else "js"
    return _marks(kind, asked["names"].split("+"))


def forget_ranges() -> None:
    """Send static files whole: a compressed part of one would be of no use."""
    if request.endpoint in KEPT:
        request.environ.pop("HTTP_RANGE", None)


def _read_whole(response: Response) -> None:
    """Read the file here and close it: Flask-Compress would leave it open."""
    response.direct_passthrough = False
    with closing(cast(SupportsClose, response.response)) as file:
        response.set_data(b"".join(cast(Iterable[bytes], file)))
