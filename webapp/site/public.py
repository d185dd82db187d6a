"""Which pages are the same for everyone: these have one canonical address, and may be listed.

A page without arguments in its address is public, unless it is listed below. Of the others, those
about something that everyone has are public. So a new page without arguments is public.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, current_app, request
from werkzeug.routing import Rule

#: Pages about a board, a game, a study or a position, as their addresses say.
ABOUT_SOMETHING: Final = frozenset(
    {
        "boards.board",
        "watch.watch",
        "watch.solutions",
        "lab.game",
        "lab.known_study",
        "analysis.position",
        "daily.game",
        "daily.day",
        "learn.step",
        "ideas.idea",
        "runs.page",
    }
)
#: Addresses without arguments that are for everyone, but aren't pages: answers to machines and
#: scripts, and redirects, besides the endpoints that begin with ``redirect_``.
_NO_PAGES: Final = frozenset(
    {
        "health.healthz",
        "health.security_txt",
        "health.metrics",
        "machines.robots",
        "machines.sitemap",
        "machines.feed",
        "machines.manifest",
        "mastermind.count",
        "analysis.create",
        "boards.daily",
        "friends.codes",
    }
)
#: Everything that belongs to a visitor has an address below this.
OWN: Final = "/you"
#: Rooms without pages to visit directly: pictures, frames, games that were sent.
_NO_ROOMS: Final = frozenset({"cards", "embed", "shared", "contest"})


def init_public(app: Flask) -> None:
    """Find the public pages among all that are registered, and give templates their addresses."""
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules() if _is_public(rule)}
    app.extensions["public"] = frozenset(endpoints)
    app.jinja_env.globals["canonical"] = canonical


def _is_public(rule: Rule) -> bool:
    if rule.endpoint == "moved" or "GET" not in (rule.methods or ()):
        return False
    if rule.endpoint.partition(".")[0] in _NO_ROOMS:
        return False
    if rule.arguments:
        return rule.endpoint in ABOUT_SOMETHING
    is_redirect = rule.endpoint.rpartition(".")[2].startswith("redirect_")
    is_own = rule.rule == OWN or rule.rule.startswith(f"{OWN}/")
    return not is_redirect and not is_own and rule.endpoint not in _NO_PAGES


def public_endpoints() -> frozenset[str]:
    endpoints: frozenset[str] = current_app.extensions["public"]
    return endpoints


def canonical() -> str | None:
    """Return the canonical address of the page shown; None if the page isn't public.

    It names what the page is about, without a step, a row being built or a chosen cell.
    """
    return request.base_url if request.endpoint in public_endpoints() else None
