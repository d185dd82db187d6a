"""Asking somebody to come back later."""

from __future__ import annotations

from flask import Response, make_response
from flask.typing import ResponseReturnValue


def ask_again_later(answer: ResponseReturnValue, seconds: int) -> Response:
    """Return an answer that says when to ask again."""
    response = make_response(answer)
    response.headers["Retry-After"] = str(seconds)
    return response
