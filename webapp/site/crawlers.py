"""What programs that read the web are told: where they may go, and which pages there are.

Nobody's games, and nothing that changes something: a game's page is there for its player alone, and
what leads to a change answers only its form. Both lists are read off the addresses themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug.routing import Rule

from webapp.site.public import OWN, listed_pages, public_endpoints

#: They fetch a link that somebody sends, to show what it leads to; they don't read on from there.
PREVIEWERS: Final = (
    *("Discordbot", "facebookexternalhit", "LinkedInBot", "Mastodon", "Slackbot-LinkExpanding"),
    *("TelegramBot", "Twitterbot", "WhatsApp"),
)
#: Arguments that name what belongs to a player.
_PLAYERS: Final = {"game_id", "job_id"}
_ARGUMENT: Final = re.compile("<[^<>]*>")

blueprint = Blueprint("crawlers", __name__)


@blueprint.get("/robots.txt")
def robots() -> ResponseReturnValue:
    """Say which addresses are nobody's to read through (RFC 9309), and where the others are."""
    lines = (
        *("User-agent: *", *_rules()),
        *("", *(f"User-agent: {name}" for name in PREVIEWERS), "Disallow:"),
        *("", f"Sitemap: {url_for('.sitemap', _external=True)}", ""),
    )
    return Response("\n".join(lines), content_type="text/plain; charset=utf-8")


@blueprint.get("/sitemap.xml")
def sitemap() -> ResponseReturnValue:
    """Name every public page that can be counted up."""
    text = render_template("site/sitemap.xml", pages=listed_pages())
    return Response(text, content_type="application/xml; charset=utf-8")


def _rules() -> list[str]:
    """Return what is not to be read, and what is although something before it says no."""
    rules = [rule for rule in current_app.url_map.iter_rules() if rule.endpoint != "moved"]
    pages = {rule.rule for rule in rules if rule.endpoint in public_endpoints()}
    closed = _shortest([f"{OWN}/", *(_pattern(rule) for rule in rules if _is_closed(rule, pages))])
    listed = (urlsplit(page).path for page in listed_pages())
    opened = [path for path in listed if path.startswith(tuple(closed))]
    return [f"Disallow: {path}" for path in closed] + [f"Allow: {path}$" for path in opened]


def _is_closed(rule: Rule, pages: Set[str]) -> bool:
    """Say whether a rule is of a player's things, or of changes; some pages take forms as well."""
    is_change = "POST" in (rule.methods or ()) and rule.rule not in pages
    return is_change or bool(rule.arguments & _PLAYERS)


def _pattern(rule: Rule) -> str:
    """Return what the addresses of a rule begin with: up to whose they are."""
    if rule.arguments & _PLAYERS:
        return rule.rule.partition("<")[0]
    return _ARGUMENT.sub("*", rule.rule).rstrip("*")  # anything may follow in any case


def _shortest(paths: Iterable[str]) -> list[str]:
    """Return paths without those that begin with another.

    >>> _shortest(["/b/c", "/a", "/b"])
    ['/a', '/b']
    """
    kept: list[str] = []
    for path in sorted(set(paths)):
        if not path.startswith(tuple(kept)):
            kept.append(path)
    return kept
