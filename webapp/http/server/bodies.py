"""The body of a request: its form is read once, before anything else looks at the request.

Whoever reads ``request.form`` later (a view, what refuses a move and shows the form again) finds
what was read here and can't fail by it. A form that is too large is refused here for every address
alike, also for those that never look at their form.
"""

from __future__ import annotations

from flask import Flask, request
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import HTTPException


def init_bodies(app: Flask) -> None:
    """Let the form of every request be read before its view is called."""
    app.before_request(read_form)


def read_form() -> None:
    """Read the form and its files.

    Raises RequestEntityTooLarge (413) for one that is too large or has too many fields, and
    BadRequest (400) for one that ended early. Whoever shows the error finds an empty form.
    """
    try:
        _ = request.form
        if request.content_length is None:  # Werkzeug cuts such a form off where the limit is:
            request.stream.read(1)  # it refuses only to read on from there
    except HTTPException:
        request.form = ImmutableMultiDict()
        request.files = ImmutableMultiDict()
        raise
