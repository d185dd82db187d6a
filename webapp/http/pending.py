"""What a page says of a task that isn't done: that it is pending, can't begin, or failed.

It answers for views that let these errors pass. Views that show a task as a part of their page get
None in its place; such a page is shown at once, and the part asks again by itself (``waiting`` in
the request).

What was pressed isn't lost. If the press is stored already, its page is asked for again. Otherwise
nothing has happened yet, and the same form is sent again until it has: by the page itself, or
without JavaScript by the button that the page then has. So every press is carried out once.
"""

from collections.abc import Callable
from typing import Final, TypeVar
from urllib.parse import urlencode

from flask import (
    Flask,
    Response,
    g,
    has_request_context,
    make_response,
    redirect,
    render_template,
    request,
)
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, ServiceUnavailable, TooManyRequests

from webapp.http.errors import error_page
from webapp.http.forms import lead_to, submitted_form, wants_fragment
from webapp.http.server.requests import SAFE_METHODS
from webapp.work.executor import LostError
from webapp.work.limits import TooMuchError
from webapp.work.tasks import PendingError

#: When to ask again, seconds.
SOON: Final = 1
LATER: Final = 2
MUCH_LATER: Final = 5

Result = TypeVar("Result")

WORKING: Final = "Working it out…"
NO_FILE_YET: Final = "We’re working it out. Ask again in a moment."
#: Where a page waits (``_pending.html``), and what ends that.
WAITING: Final = "#again"
NOTHING_WAITS: Final = (
    '<hx-partial hx-target="#notice" hx-swap="outerHTML">'
    '<div id="notice" role="alert"></div></hx-partial>'
)
LOST: Final = "This took too long or needed too much memory. Try again, or try something smaller."


def init_pending(app: Flask) -> None:
    app.register_error_handler(PendingError, show_pending)
    app.register_error_handler(
        TooMuchError, lambda problem: retry_after(LATER, TooManyRequests(str(problem)))
    )
    app.register_error_handler(
        LostError, lambda _: retry_after(MUCH_LATER, ServiceUnavailable(LOST))
    )
    app.after_request(end_waiting)


def show_pending(problem: Exception) -> ResponseReturnValue:
    """Answer with a page that says so and asks again by itself; for a file, with 503.

    A change that is stored leads to its page. So does a request of htmx that doesn't say which part
    of the page it replaces.
    """
    if page := g.get("page_of_change"):
        return redirect(page, 303)
    is_press = request.method not in SAFE_METHODS
    target = request.headers.get("HX-Target", "").partition("#")[2]
    if not is_press and "." in str(request.url_rule).rpartition("/")[2]:  # a file, not a page
        return retry_after(SOON, ServiceUnavailable(NO_FILE_YET))
    if not is_press and wants_fragment() and not target:
        return lead_to(address_to_ask())
    template = "_pending.html" if wants_fragment() else "pending.html"
    words = {"here": address_to_ask(), "target": target or "main", "why": str(problem) or WORKING}
    form = None
    if is_press:  # with the text of files, to be sent again
        texts = submitted_form()
        files = [(name, text) for name, text in texts.items() if name not in request.form]
        form = [*request.form.items(multi=True), *files]
    answer = make_response(render_template(template, **words, sent=form), 202 if is_press else 200)
    if wants_fragment():
        answer.headers.update({"HX-Retarget": "#notice", "HX-Reswap": "outerMorph"})
    return retry_after(SOON, answer) if is_press else answer


def end_waiting(answer: Response) -> Response:
    """Take away what a page says of waiting, once what it waited for comes."""
    is_awaited = request.headers.get("HX-Source", "").endswith(WAITING)
    if is_awaited and answer.mimetype == "text/html" and "HX-Retarget" not in answer.headers:
        answer.set_data(answer.get_data(as_text=True) + NOTHING_WAITS)
    return answer


def address_to_ask() -> str:
    """Return the address of this request, marked as coming from a waiting page."""
    query = [(key, value) for key, value in request.args.items(multi=True) if key != "waiting"]
    return f"{request.path}?{urlencode([*query, ('waiting', '1')])}"


def retry_after(seconds: int, answer: ResponseReturnValue | HTTPException) -> Response:
    """Return an answer that says after how many seconds to ask again."""
    response = make_response(error_page(answer) if isinstance(answer, HTTPException) else answer)
    response.headers["Retry-After"] = str(seconds)
    return response


def result_or_none(ask: Callable[[], Result]) -> Result | None:
    """Return the result of asking; None while it is pending, for a page that asks again anyway.

    Raises TooMuchError on a safe request; after a change the page shows the change first.
    """
    try:
        return ask()
    except PendingError:
        return None
    except TooMuchError:
        if not has_request_context() or request.method in SAFE_METHODS:
            raise
        return None
