"""What machines ask for: where crawlers may go, which pages there are, a feed, and a manifest.

Crawlers find no games of players, and nothing that changes something: a game's page is only for its
player, and addresses of changes answer only forms. Both lists are derived from the addresses.

The feed has the daily games (Atom, RFC 4287). The manifest is what a device needs to install the
site as an app (W3C, “Web Application Manifest”). There is no service worker: the server answers
every move, and a shell that can't play is worth little.
"""

import re
from collections.abc import Iterable, Iterator, Set
from datetime import timedelta
from itertools import product
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.routing import Rule

from solver.deduction.games import NAMES
from solver.hidoku.rules.known_boards import BOARDS
from solver.wording import date_words
from webapp.game_type import dailies
from webapp.learn.idea import ideas
from webapp.learn.lessons.lesson import courses
from webapp.storage.records.dailies import today

#: They fetch a link that somebody sends to show a preview; they don't crawl from there.
PREVIEWERS: Final = (
    "Discordbot",
    "facebookexternalhit",
    "LinkedInBot",
    "Mastodon",
    "Slackbot-LinkExpanding",
    "TelegramBot",
    "Twitterbot",
    "WhatsApp",
)
#: Arguments that name something of a player's.
_PLAYERS: Final = {"game_id", "job_id"}
_ARGUMENT: Final = re.compile("<[^<>]*>")

#: How many days the feed has.
DAYS: Final = 14

blueprint = Blueprint("machines", __name__)


@blueprint.get("/robots.txt")
def robots() -> ResponseReturnValue:
    """Say which addresses crawlers shouldn't read (RFC 9309), and where the others are listed."""
    lines = (
        "User-agent: *",
        *_rules(),
        "",
        *(f"User-agent: {name}" for name in PREVIEWERS),
        "Disallow:",
        "",
        f"Sitemap: {url_for('.sitemap', _external=True)}",
        "",
    )
    return Response("\n".join(lines), content_type="text/plain; charset=utf-8")


@blueprint.get("/sitemap.xml")
def sitemap() -> ResponseReturnValue:
    text = render_template("site/sitemap.xml", pages=list_pages())
    return Response(text, content_type="application/xml; charset=utf-8")


def list_pages() -> Iterator[str]:
    """Yield the addresses of all public pages that can be enumerated, on this host."""
    rules = current_app.url_map.iter_rules()
    plain_rules = (
        rule for rule in rules if rule.endpoint in public_endpoints() and not rule.arguments
    )
    for rule in sorted(plain_rules, key=lambda rule: rule.rule):
        if "GET" in (rule.methods or ()):
            yield url_for(rule.endpoint, _external=True)
    for name in BOARDS:
        yield url_for("boards.board", name=name, _external=True)
        yield url_for("watch.watch", name=name, _external=True)
    for name in dailies():
        yield url_for("daily.game", name=name, _external=True)
    for lessons in courses().values():
        for lesson in lessons:
            yield url_for(
                "learn.step", course=lesson.course, lesson=lesson.slug, step=1, _external=True
            )
    for name in ideas():
        yield url_for("ideas.idea", name=name, _external=True)
    for name in NAMES:
        yield url_for("lab.game", name=name, _external=True)


@blueprint.get("/feed.atom")
def feed() -> ResponseReturnValue:
    """List the games of the last days, today's first; 304 if nothing has changed."""
    days = (today() - timedelta(days=back) for back in range(DAYS))
    games = [pair for pair in product(days, dailies().values()) if pair[0] >= pair[1].first_day]
    text = render_template("site/feed.xml", games=games, today=today(), date_words=date_words)
    answer = Response(text, content_type="application/atom+xml; charset=utf-8")
    answer.add_etag()
    return answer.make_conditional(request)


@blueprint.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    text = render_template("site/manifest.json")
    return Response(text, content_type="application/manifest+json")


def _rules() -> list[str]:
    rules = [rule for rule in current_app.url_map.iter_rules() if rule.endpoint != "moved"]
    pages = {rule.rule for rule in rules if rule.endpoint in public_endpoints()}
    bans = _shortest([f"{OWN}/", *(_pattern(rule) for rule in rules if _is_closed(rule, pages))])
    page_paths = (urlsplit(page).path for page in list_pages())
    passes = [path for path in page_paths if path.startswith(tuple(bans))]
    return [f"Disallow: {path}" for path in bans] + [f"Allow: {path}$" for path in passes]


def _is_closed(rule: Rule, pages: Set[str]) -> bool:
    """Say whether a rule is about a player's things, or changes; some pages also take forms."""
    is_change = "POST" in (rule.methods or ()) and rule.rule not in pages
    return is_change or bool(rule.arguments & _PLAYERS)


def _pattern(rule: Rule) -> str:
    if rule.arguments & _PLAYERS:
        return rule.rule.partition("<")[0]
    return _ARGUMENT.sub("*", rule.rule).rstrip("*")  # anything may follow anyway


def _shortest(paths: Iterable[str]) -> list[str]:
    """Return paths without those that begin with another.

    >>> _shortest(["/b/c", "/a", "/b"])
    ['/a', '/b']
    """
    shortest: list[str] = []
    for path in sorted(set(paths)):
        if not path.startswith(tuple(shortest)):
            shortest.append(path)
    return shortest


# Which pages are the same for everyone: these have one canonical address, and may be listed.
#
# A page without arguments in its address is public, unless it is listed below. Of the others, those
# about something that everyone has are public. So a new page without arguments is public.


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
