"""The daily boards as a feed (Atom, RFC 4287): one entry a day, none before its day begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.hidoku.boards.catalogue import show_day
from webapp.hidoku.puzzles import FIRST_DAY, daily_name, today

DAYS: Final = 14

blueprint = Blueprint("feed", __name__)


@dataclass(frozen=True)
class FeedEntry:
    """A day's board: its address, which is its name for good, and when its day begins."""

    address: str
    title: str
    updated: str
    words: str


@blueprint.get("/feed.atom")
def feed() -> ResponseReturnValue:
    """Tell of the boards of the last days, today's first; who asks again is told of no change."""
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
        if day >= FIRST_DAY:
            address = url_for("boards.board", name=daily_name(day), _external=True)
            shown = show_day(day)
            title = f"Daily Hidoku, {shown.weekday} {shown.words}"
            words = f"{shown.board}. The same board for everyone, from midnight UTC on."
            yield FeedEntry(address, title, _midnight(day), words)


def _midnight(day: date) -> str:
    return datetime.combine(day, time(), UTC).isoformat()
