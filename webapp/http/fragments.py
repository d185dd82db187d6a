"""One route, two answers: the whole page, or the part of it that changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from webapp.work.tasks import known_or


def wants_fragment() -> bool:
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-Request-Type") != "full"


def render(page: str, fragment: str, status: int = 200, **context: Any) -> ResponseReturnValue:
    """Render ``fragment`` for htmx, otherwise the ``page`` that includes it.

    With ``is_part`` a template leaves out what needn't change on the page.
    """
    is_part = wants_fragment()
    template = fragment if is_part else page
    return make_response(render_template(template, is_part=is_part, **context), status)


def after_change(url: str, show: Callable[[], ResponseReturnValue]) -> ResponseReturnValue:
    """Answer a change: the new fragment for htmx, else a redirect to the page (303)."""
    return or_later(url, show) if wants_fragment() else redirect(url, 303)


def or_later(url: str, show: Callable[[], ResponseReturnValue]) -> ResponseReturnValue:
    """Answer a change that is stored; redirect to its page if that is still being worked out."""
    return known_or(show, lambda: redirect(url, 303))


def lead_to(page: str) -> ResponseReturnValue:
    """Redirect to another page; htmx leaves its own page for it."""
    if wants_fragment():
        return make_response("", 200, {"HX-Redirect": page})
    return redirect(page, 302 if request.method == "GET" else 303)
