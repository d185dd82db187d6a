"""The pages that a teacher sets as steps, read from their addresses."""

import html
import re
from collections.abc import Sequence
from contextvars import Context
from typing import Final
from urllib.parse import quote, urlsplit

from flask import current_app, request
from werkzeug.test import Client

from webapp.http.forms import SHEET_ITEMS, FormError
from webapp.storage.records.classes import ClassStep

NO_PAGE: Final = (
    "Pupils can’t open that. Copy the address of a page of this site: a lesson, an exercise, a "
    "sheet, a board, a daily game or a group challenge."
)
LONGEST_ADDRESS: Final = 400
HEADING: Final = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)


def read_steps(text: str, places_left: int) -> Sequence[ClassStep]:
    """Return the step at an address, or those of a sheet. Raises FormError and ValueError.

    A sheet is for paper, with its solutions, so each thing on it is a step instead: one more than
    ``places_left`` at most. The page is opened as by somebody new, in a context of its own; where
    that leads is the step. Nothing of a sheet is made or drawn for it: with four teachers at it,
    others' moves took ten times as long.
    """
    text = text[:LONGEST_ADDRESS]
    address = urlsplit(text if text.startswith("/") or "//" in text else f"//{text}")
    if not address.path or address.netloc not in ("", request.host):
        raise FormError(NO_PAGE)
    path = address._replace(scheme="", netloc="", fragment="").geturl()
    visitor = {
        "base_url": request.url_root,
        "environ_base": {"REMOTE_ADDR": request.remote_addr},
        "headers": {SHEET_ITEMS: "1"},
    }
    visit = Client(current_app.wsgi_app).get
    answer = Context().run(lambda: visit(path, follow_redirects=True, **visitor))
    if answer.status_code == 200 and SHEET_ITEMS in answer.headers:
        return _read_items(answer.text.splitlines()[: places_left + 1])
    heading = HEADING.search(answer.text) if answer.mimetype == "text/html" else None
    if answer.status_code != 200 or heading is None:
        raise FormError(NO_PAGE)
    title = html.unescape(" ".join(re.sub(r"<[^>]+>", " ", heading[1]).split()))
    query = answer.request.query_string.decode()
    place = answer.request.path.removesuffix("/1")  # a lesson's first step stands for the lesson
    place = re.sub("[%?#]", lambda sign: quote(sign[0]), place)
    path = f"{place}?{query}" if query else place
    if not path.isprintable():  # such as a tab, which is no part of any page's address
        raise FormError(NO_PAGE)
    return [ClassStep(path, title)]


def _read_items(lines: Sequence[str]) -> Sequence[ClassStep]:
    fields = (line.split("\t") for line in lines)
    steps = [ClassStep(path, title, int(count)) for path, title, count in fields]
    if len(steps) == 1:
        return steps
    return [step._replace(title=f"{step.title}, {n}") for n, step in enumerate(steps, 1)]
