"""Addresses that end with a slash too many lead on, as Flask leads on where one is missing.

One redirect, and the query is kept: an old address with a slash leads at once to its new one.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from flask import Flask, redirect, request
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, NotFound

from webapp.http.server.methods import SAFE_METHODS

#: What stands in a path as it is.
SAFE: Final = "/:,;=@!*'()~+&$"


def init_slashes(app: Flask) -> None:
    """Look at what no address fits, after who may not ask was refused."""
    app.before_request(lead_on_without)


def lead_on_without() -> ResponseReturnValue | None:
    """Lead to the address without the slash, where there is something."""
    path = request.path.rstrip("/")
    if not path or path == request.path or request.method not in SAFE_METHODS or _is_meant():
        return None
    adapter = request_ctx.url_adapter
    try:
        rule, values = adapter.match(path, return_rule=True) if adapter else (None, {})
    except HTTPException:  # also where it would have to be led on from
        return None
    if rule and rule.endpoint == "moved":
        request.routing_exception = None
        request.url_rule, request.view_args = rule, dict(values)
        return None
    query = request.query_string.decode("ascii", "replace")
    return redirect(quote(path, safe=SAFE) + (f"?{query}" if query else ""), 301)


def _is_meant() -> bool:
    """Say whether the slash belongs to the address, and not to a part that may hold any sign."""
    if request.url_rule:
        return request.url_rule.rule.endswith("/")
    return not isinstance(request.routing_exception, NotFound)
