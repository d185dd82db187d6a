"""Errors as answers: the only module that turns one into an HTTP status."""

from __future__ import annotations

from flask import Flask, Response, current_app, make_response, render_template
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import (
    HTTPException,
    InternalServerError,
    MethodNotAllowed,
    SecurityError,
    TooManyRequests,
)

from webapp.fragments import wants_fragment
from webapp.http.quota import QuotaError
from webapp.store import StaleGameError

TITLES = {
    400: "That request can't be read",
    403: "Not from here",
    404: "Nothing here",
    405: "Not this way",
    413: "Too much at once",
    422: "That can't be played",
    429: "Too much for one day",
    500: "Something broke on our side",
}

SENTENCES = {
    400: "The address or the form was not in order.",
    404: "There is no such page, or it is another player’s game, or one that nobody played for so "
    "long that it was cleared away.",
    405: "This address can't be opened like this. Start again from the first page.",
    413: "A form may carry 64 kB at most.",
    500: "The game is safe: every move you made is stored. Go back and try again.",
}

STRANGE_HOST = (
    "This server does not answer to that host name.\n"
    "Whoever runs it can add the name to PEGS_TRUSTED_HOSTS.\n"
)


def init_errors(app: Flask) -> None:
    """Answer every error in the product's design."""
    app.register_error_handler(HTTPException, error_page)
    app.register_error_handler(QuotaError, too_much)
    app.register_error_handler(Exception, broken)


def status_of(problem: Exception) -> int:
    """Return the status for a move that was refused: 409 from a stale tab, else 422."""
    return 409 if isinstance(problem, StaleGameError) else 422


def too_much(problem: Exception) -> ResponseReturnValue:
    """Say that there is no room for anything new, where no form can say it."""
    return error_page(TooManyRequests(str(problem)))


def broken(error: Exception) -> ResponseReturnValue:
    """Log a fault of ours and answer with status 500."""
    current_app.logger.error("unexpected error", exc_info=error)
    return error_page(InternalServerError())


def error_page(error: HTTPException) -> ResponseReturnValue:
    """Show an error as a page, or as a notice above the game if htmx asked."""
    status = error.code or 500
    if error.response is not None or status < 400:
        return error.get_response()
    if isinstance(error, SecurityError):  # without a host no page can be addressed
        return Response(STRANGE_HOST, 400, content_type="text/plain")
    sentence = SENTENCES.get(status, error.description)
    context = {"title": TITLES.get(status, error.name), "sentence": sentence}
    template = "_notice.html" if wants_fragment() else "error.html"
    answer = make_response(render_template(template, **context), status)
    if isinstance(error, MethodNotAllowed):
        answer.allow.update(error.valid_methods or ())
    if wants_fragment():
        answer.headers.update({"HX-Retarget": "#notice", "HX-Reswap": "outerHTML"})
    return answer
