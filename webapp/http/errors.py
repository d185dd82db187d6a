"""Errors as answers: the only module that turns one into an HTTP status."""

from typing import NamedTuple
from urllib.parse import quote

from flask import Flask, Response, current_app, make_response, redirect, render_template, request
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from werkzeug import exceptions

from webapp.http.forms import wants_fragment
from webapp.http.quota import QuotaError
from webapp.http.server.requests import IS_LATE, REQUEST_ID, SAFE_METHODS
from webapp.http.visitor import use_default_settings
from webapp.storage.documents import DocumentError
from webapp.storage.engine import faults
from webapp.storage.games import GameLostError, StaleGameError

Fields = list[tuple[str, str]]

TITLES = {
    400: "That request can’t be read",
    403: "Request from another site",
    404: "There’s nothing here",
    405: "This address can’t be opened",
    413: "Too large",
    422: "That can’t be played",
    429: "Too many requests",
    500: "Something went wrong on our side",
    503: "Not just now",
}

SENTENCES = {
    400: "Something in the address or form is wrong.",
    404: (
        "Check the address. If it was a game, it may belong to another browser, or it has been "
        "deleted."
    ),
    405: "This address can’t be opened directly. Start again from the home page.",
    413: "A form can send at most 64 kB.",
    500: "Earlier moves are saved; this one may not be. Go back and try again.",
}


class StorageFault(NamedTuple):
    status: int
    title: str
    sentence: str
    retry_after: int | None = None  # seconds


UNSURE = (
    "What you just sent may not be saved; earlier moves are. Try again in a few seconds. A move "
    "counts only once, however often you send it."
)
FAULTS: dict[type[faults.StorageError], StorageFault] = {
    faults.StoreBusyError: StorageFault(
        503,
        "Busy just now",
        "The database is busy, so nothing was changed. Try again in a few seconds.",
        5,
    ),
    faults.StoreGoneError: StorageFault(503, "The database doesn’t answer", UNSURE, 10),
    faults.StoreDiskError: StorageFault(503, "The disk reported an error", UNSURE, 10),
    faults.StoreFullError: StorageFault(
        507,
        "No room to save this",
        "The server has no room to save this. Nothing was changed, and earlier moves are saved. "
        "Try again later.",
        60,
    ),
}
BROKEN = StorageFault(
    500,
    "The database can’t be read or written",
    "Nothing was changed. The person who runs this server needs to check its database.",
)

DAMAGED = (
    "What’s stored is damaged or comes from another version of this program. It was left as it "
    "is; the server’s log says more."
)

LAST_WORD = f"{TITLES[500]}.\n{SENTENCES[500]}\n"
#: Characters that stay as they are in a path.
SAFE = "/:,;=@!*'()~+&$"
STRANGE_HOST = (
    "This server doesn’t answer to that host name.\n"
    "Whoever runs it can add the name to PEGS_TRUSTED_HOSTS.\n"
)


def init_errors(app: Flask) -> None:
    app.register_error_handler(exceptions.HTTPException, error_page)
    app.register_error_handler(QuotaError, too_much)
    app.register_error_handler(Exception, broken)
    app.register_error_handler(faults.StorageError, not_stored)
    app.register_error_handler(DocumentError, not_read)
    app.register_error_handler(GameLostError, lambda _: error_page(exceptions.NotFound()))
    app.before_request(refuse_late)


def refuse_late() -> None:
    """Say that a change may not be stored if it was sent before, and isn't answered yet."""
    if IS_LATE in request.environ:
        raise faults.StoreGoneError("no answer in time")


def status_of(problem: Exception | None) -> int:
    """Return the status for a refused move, 409 from a stale tab, else 422; 200 if none is."""
    if problem is None:
        return 200
    return 409 if isinstance(problem, StaleGameError) else 422


def too_much(problem: Exception) -> ResponseReturnValue:
    """Say that there is no room for anything new, on a page without a form to say it on."""
    return error_page(exceptions.TooManyRequests(str(problem)))


def request_id() -> str:
    """Return what names this request in the log; empty without the server's front."""
    return str(request.environ.get(REQUEST_ID, ""))


def broken(error: Exception) -> ResponseReturnValue:
    current_app.logger.error("unexpected error in request %s", request_id(), exc_info=error)
    return error_page(exceptions.InternalServerError())


def not_read(error: DocumentError) -> ResponseReturnValue:
    """Log why something stored can't be read; the visitor gets a 404 that says so."""
    current_app.logger.error("damaged: %s: %s (%s)", request.path, error, request_id())
    return message(404, "This can’t be opened", DAMAGED)


def not_stored(error: faults.StorageError) -> ResponseReturnValue:
    """Log what the database said, and show a page that can send the form again."""
    use_default_settings()
    current_app.logger.error("%s: %s (%s)", type(error).__name__, error, request_id())
    fault = FAULTS.get(type(error), BROKEN)
    answer = message(fault.status, fault.title, fault.sentence, form=_fields_to_keep())
    answer.headers["Cache-Control"] = "no-store"
    if fault.retry_after:
        answer.headers["Retry-After"] = str(fault.retry_after)
    return answer


def _fields_to_keep() -> Fields | None:
    """Return the fields of the form that a page without htmx has to keep, or None.

    With htmx the page stays, along with what was typed.
    """
    if request.method != "POST" or wants_fragment():
        return None
    try:
        return list(request.form.items(multi=True))
    except exceptions.RequestEntityTooLarge:
        return None


def error_page(error: exceptions.HTTPException) -> ResponseReturnValue:
    """Show an error as a page, or as a notice above the game if htmx asked."""
    status = error.code or 500
    if error.response is not None or status < 400:
        return error.get_response()
    if isinstance(error, exceptions.SecurityError):  # no page has an address without a host
        return Response(STRANGE_HOST, 400, content_type="text/plain")
    if isinstance(error, exceptions.MethodNotAllowed) and request.method in ("GET", "HEAD"):
        return redirect(_page_above(), 303)
    if isinstance(error, exceptions.NotFound) and (page := _page_without_slash()):
        return redirect(page, 301)
    answer = message(status, TITLES.get(status, error.name), _sentence(error, status))
    if isinstance(error, exceptions.MethodNotAllowed):
        answer.allow.update(error.valid_methods or ())
    return answer


def _page_above() -> str:
    """Return the page that an address of a form lies below, for somebody who opens what it sent."""
    path = request.path
    adapter = request_ctx.url_adapter
    while adapter and (path := path.rpartition("/")[0]):
        if adapter.test(path, "GET"):
            return quote(path)
    return "/"


def _page_without_slash() -> str:
    """Return the page whose address has a slash too many here, with the query; "" if there is none.

    Where a slash is missing, Flask redirects by itself.
    """
    path = request.path.rstrip("/")
    adapter = request_ctx.url_adapter
    if not adapter or path == request.path or request.method not in SAFE_METHODS:
        return ""
    try:
        adapter.match(path)
    except exceptions.HTTPException:  # also where it would be redirected back
        return ""
    query = request.query_string.decode("ascii", "replace")
    return quote(path, safe=SAFE) + (f"?{query}" if query else "")


def _sentence(error: exceptions.HTTPException, status: int) -> str | None:
    """Return the route's own sentence for a 404, else the one for all errors of this status."""
    if (
        isinstance(error, exceptions.NotFound)
        and error.description != exceptions.NotFound.description
    ):
        return error.description
    return SENTENCES.get(status, error.description)


def message(status: int, title: str, sentence: str | None, form: Fields | None = None) -> Response:
    """Answer with a page, or with a notice above the game if htmx asked.

    A page carries the form that was sent, so that it can be sent again. If the page itself
    can't be rendered, because the fault is in the layout, the answer is plain text.
    """
    template = "_notice.html" if wants_fragment() else "error.html"
    reference = request_id() if status >= 500 else ""
    try:
        page = render_template(
            template, title=title, sentence=sentence, sent=form, reference=reference
        )
    except Exception:
        current_app.logger.exception("no page for an error")
        return Response(LAST_WORD, 500, content_type="text/plain")
    answer = make_response(page, status)
    if wants_fragment():
        answer.headers.update({"HX-Retarget": "#notice", "HX-Reswap": "outerHTML"})
    return answer
