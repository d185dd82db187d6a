"""The daily games as a feed (Atom, RFC 4287): an entry for each, none before its day begins.

And what a device needs to install the site as an app (W3C, “Web Application Manifest”). There is no
service worker: the server answers every move, and a shell that can't play is worth little.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.wording import date_words
from webapp.kind import daily_games
from webapp.storage.records.dailies import today

DAYS: Final = 14

blueprint = Blueprint("feed", __name__)


@blueprint.get("/feed.atom")
def feed() -> ResponseReturnValue:
    """List the games of the last days, today's first; 304 if nothing has changed."""
    text = render_template(
        "site/feed.xml",
        entries=tuple(_entries()),
        updated=_midnight(today()),
        address=url_for(".feed", _external=True),
        home=url_for("home.index", _external=True),
    )
    answer = Response(text, content_type="application/atom+xml; charset=utf-8")
    answer.add_etag()
    return answer.make_conditional(request)


def _entries() -> Iterator[dict[str, Any]]:
    for back in range(DAYS):
        day = today() - timedelta(days=back)
        for game in daily_games().values():
            if day >= game.first_day:
                address = url_for("daily.day", name=game.name, day=day, _external=True)
                title = f"{game.title}, {day:%A} {date_words(day)}"
                words = f"{game.board(day)} The same for everyone, from midnight UTC."
                yield {
                    "address": address,
                    "title": title,
                    "updated": _midnight(day),
                    "words": words,
                }


def _midnight(day: date) -> str:
    return datetime.combine(day, time(), UTC).isoformat()


@blueprint.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    text = render_template("site/manifest.json")
    return Response(text, content_type="application/manifest+json")
