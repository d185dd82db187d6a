"""Parts of pages that other sites may show in a frame: a board, the daily, a solve, a position.

They are the same for everyone: no cookie is needed or set. A game begun there opens here, in its
own tab. Each room adds its own pages, and only these may be framed.
"""

from typing import Any, Final

from flask import Blueprint, make_response, render_template
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from webapp.http.security import allow_framing
from webapp.work.tasks import PendingError

A_MINUTE: Final = "public, max-age=60"

blueprint = Blueprint("embed", __name__, url_prefix="/embed")


def render_framed(template: str, status: int = 200, **context: Any) -> ResponseReturnValue:
    allow_framing()
    answer = make_response(render_template(f"embed/{template}.html", **context), status)
    is_kept = status == 200 and template != "message"
    answer.headers["Cache-Control"] = A_MINUTE if is_kept else "no-store"
    return answer


@blueprint.errorhandler(NotFound)
def not_found(problem: Exception) -> ResponseReturnValue:
    return render_framed(
        "message", 404, sentence="There’s nothing at this address.", is_waiting=False
    )


@blueprint.errorhandler(PendingError)
def thinking(problem: Exception) -> ResponseReturnValue:
    """Say that it is being worked out, on a page that asks again by itself."""
    return render_framed("message", sentence="Working it out…", is_waiting=True)
