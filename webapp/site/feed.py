"""The daily games as a feed (Atom, RFC 4287): an entry for each, none before its day begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.wording import date_words
from webapp.kind import daily_games
from webapp.storage.records.dailies import today

DAYS: Final = 14

blueprint = Blueprint("feed", __name__)


@dataclass(frozen=True)
class FeedEntry:
    """A day's game: its address, which is its permanent id, and when its day begins."""

    address: str
    title: str
    updated: str
    words: str


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


def _entries() -> Iterator[FeedEntry]:
    for back in range(DAYS):
        day = today() - timedelta(days=back)
        for game in daily_games().values():
            if day >= game.first_day:
                address = url_for("daily.day", name=game.name, day=day, _external=True)
                title = f"{game.title}, {day:%A} {date_words(day)}"
                words = f"{game.board(day)} The same for everyone, from midnight UTC."
                yield FeedEntry(address, title, _midnight(day), words)


def _midnight(day: date) -> str:
    return datetime.combine(day, time(), UTC).isoformat()
