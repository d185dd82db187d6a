"""What a page says of long work that is not done: that it goes on, can't begin, or came to nothing.

Pages that show such work as a part of themselves say so there; this is for all the others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final
from urllib.parse import urlencode

from flask import Flask, current_app, make_response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, ServiceUnavailable, TooManyRequests

from webapp.http.errors import error_page
from webapp.http.fragments import wants_fragment
from webapp.http.server.requests import SAFE_METHODS
from webapp.work.admission import TooMuchError
from webapp.work.door import LostError
from webapp.work.thoughts import ThinkingError

#: When to ask again, seconds.
SOON: Final = 1
LATER: Final = 2
MUCH_LATER: Final = 5

Handler = Callable[[Exception], ResponseReturnValue]

WORKED_OUT: Final = "It is being worked out, and shown here as soon as it is known."
NOT_YET: Final = "It takes a moment to work out. Please send it again."
NO_FILE_YET: Final = "It is being worked out. Ask for it again in a moment."
LOST: Final = "It took more time or memory than there is. Please try again, or with less."


def init_unfinished(app: Flask) -> None:
    """Answer for long work in the product's design."""
    app.register_error_handler(ThinkingError, thinking)
    app.register_error_handler(TooMuchError, too_much)
    app.register_error_handler(LostError, lost)


def patient(handler: Handler) -> Handler:
    """Let a handler of errors, which shows a page too, meet what there is to wait for.

    What an error handler raises itself, no other handler would see.
    """

    @wraps(handler)
    def handled(problem: Exception) -> ResponseReturnValue:
        try:
            return handler(problem)
        except (ThinkingError, TooMuchError, LostError) as further:
            return current_app.handle_user_exception(further)

    return handled


def thinking(problem: Exception) -> ResponseReturnValue:
    """Say that it is being worked out, on a page that asks again by itself; for a file by 503."""
    if "." in str(request.url_rule).rpartition("/")[2]:  # a file, which is no page
        return later(ServiceUnavailable(NO_FILE_YET), SOON)
    if request.method not in SAFE_METHODS:
        return later(ServiceUnavailable(f"{problem} {NOT_YET}".strip()), SOON)
    target = request.headers.get("HX-Target", "").rpartition("#")[2]
    template = "_unfinished.html" if wants_fragment() else "unfinished.html"
    words = {"here": asked_again(), "target": target, "why": str(problem) or WORKED_OUT}
    answer = make_response(render_template(template, **words))
    if wants_fragment():
        answer.headers.update({"HX-Retarget": "#notice", "HX-Reswap": "outerHTML"})
    return answer


def asked_again() -> str:
    """Return the address of this request, which then says that a page waits."""
    asked = [(key, value) for key, value in request.args.items(multi=True) if key != "waiting"]
    return f"{request.path}?{urlencode([*asked, ('waiting', '1')])}"


def too_much(problem: Exception) -> ResponseReturnValue:
    """Say that as much is under way as may be: 429."""
    return later(TooManyRequests(str(problem)), LATER)


def lost(problem: Exception) -> ResponseReturnValue:
    """Say that it came to nothing: 503."""
    return later(ServiceUnavailable(LOST), MUCH_LATER)


def later(problem: HTTPException, seconds: int) -> ResponseReturnValue:
    """Say in the product's design that something may be asked for again after so many seconds."""
    answer = make_response(error_page(problem))
    answer.headers["Retry-After"] = str(seconds)
    return answer
