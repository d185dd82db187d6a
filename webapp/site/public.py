"""Which pages are the same for everybody: those have one address of their own, and may be listed.

A page is public whose address has no argument, unless it is told below, and of the others those
that are about a thing which everybody has. A new page without an argument is public by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from flask import Flask, current_app, request, url_for
from werkzeug.routing import Rule

from solver.deduction.games import NAMES
from solver.hidoku.rules.known_boards import BOARDS
from webapp.daily.daily_game import DAILY_GAMES
from webapp.learn.lessons.lesson import courses

#: What is about a board, a game, a study or a position, as its address says.
ABOUT_SOMETHING: Final = frozenset(
    {
        *("boards.board", "solve.watch", "solve.solutions"),
        *("lab.game", "lab.known", "analysis.position", "daily.game", "daily.day"),
        "learn.step",
    }
)
#: Without an argument and for everybody, but no page: answers to machines and to scripts, and what
#: leads on to another page, besides the endpoints that begin with ``way_``.
_NO_PAGES: Final = frozenset(
    {
        *("health.healthz", "health.security_txt", "crawlers.robots", "crawlers.sitemap"),
        *("feed.feed", "manifest.manifest", "mastermind.count", "boards.daily"),
        *("boards.archive", "daily.start", "contests.codes"),
    }
)
#: What belongs to a visitor has an address below this.
OWN: Final = "/you"
#: Rooms of which nothing is a page to come to by itself: pictures, frames, games that were sent.
_NO_ROOMS: Final = frozenset({"cards", "embed", "shared", "contest"})


def init_public(app: Flask) -> None:
    """Find the public pages among all that are registered, and give templates their addresses."""
    found = {rule.endpoint for rule in app.url_map.iter_rules() if _is_public(rule)}
    app.extensions["public"] = frozenset(found)
    app.jinja_env.globals["canonical"] = canonical


def _is_public(rule: Rule) -> bool:
    if rule.endpoint == "moved" or "GET" not in (rule.methods or ()):
        return False
    if rule.endpoint.partition(".")[0] in _NO_ROOMS:
        return False
    if rule.arguments:
        return rule.endpoint in ABOUT_SOMETHING
    is_way = rule.endpoint.rpartition(".")[2].startswith("way_")
    is_own = rule.rule == OWN or rule.rule.startswith(f"{OWN}/")
    return not is_way and not is_own and rule.endpoint not in _NO_PAGES


def public_endpoints() -> frozenset[str]:
    """Return the names by which routes call the public pages."""
    found: frozenset[str] = current_app.extensions["public"]
    return found


def canonical() -> str | None:
    """Return the one address of the page that is shown, None for a page that is not public.

    It is what a page is about, without a step, a row being built or a cell that is chosen.
    """
    return request.base_url if request.endpoint in public_endpoints() else None


def listed_pages() -> Iterator[str]:
    """Yield the addresses of all public pages that can be counted up, as this host has them."""
    rules = current_app.url_map.iter_rules()
    found = (rule for rule in rules if rule.endpoint in public_endpoints() and not rule.arguments)
    for rule in sorted(found, key=lambda rule: rule.rule):
        if "GET" in (rule.methods or ()):
            yield url_for(rule.endpoint, _external=True)
    for name in BOARDS:
        yield url_for("boards.board", name=name, _external=True)
        yield url_for("solve.watch", name=name, _external=True)
    for name in DAILY_GAMES:
        yield url_for("daily.game", name=name, _external=True)
    for lessons in courses().values():
        for lesson in lessons:
            yield url_for(
                "learn.step", course=lesson.course, lesson=lesson.slug, step=1, _external=True
            )
    for name in NAMES:
        yield url_for("lab.game", name=name, _external=True)
