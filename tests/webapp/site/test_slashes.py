"""A slash too many or too few leads on, at once and with the query; else nothing is made up."""

from urllib.parse import urlsplit

from flask import Flask

from tests.cases import cases
from tests.webapp.http.visits import Visitor
from tests.webapp.player import Player
from webapp.site.machines import public_endpoints


def test_every_public_page_is_found_either_way(app: Flask, stranger: Player) -> None:
    with app.app_context():
        public = public_endpoints()
    pages = [rule for rule in app.url_map.iter_rules() if rule.endpoint in public]
    count = 0
    for rule in pages:
        if rule.arguments or rule.rule == "/" or "GET" not in (rule.methods or ()):
            continue
        path = rule.rule
        variant = path.removesuffix("/") if path.endswith("/") else f"{path}/"
        for query in ("", "?a=1&b=%2F%20x"):
            answer = stranger.get(f"{variant}{query}")
            assert answer.status_code in (301, 308), variant
            assert answer.location.removeprefix("http://localhost") == f"{path}{query}", variant
        count += 1
    assert count >= 15


@cases(
    ("wrong", "right"),
    [
        ("/hidoku/boards/findling/", "/hidoku/boards/findling"),
        ("/hidoku/boards/findling//", "/hidoku/boards/findling"),
        ("/hidoku/watch/findling/?step=3", "/hidoku/watch/findling?step=3"),
        ("/lab/games/classic/", "/lab/games/classic"),
        ("/robots.txt/", "/robots.txt"),
        ("/you/settings/", "/you/settings"),
        ("/learn/trainer/?x=1", "/learn/runs/all?x=1"),  # an old address
    ],
)
def test_an_address_with_a_slash_leads_to_the_page(
    stranger: Player, wrong: str, right: str
) -> None:
    answer = stranger.client.get(wrong, follow_redirects=True)
    assert answer.status_code == 200
    assert answer.request.full_path.rstrip("?") == right


@cases(
    "path",
    [
        "/nowhere/",
        "/nowhere//",
        "//evil.test/",
        "//evil.test/about/",
        "/%2F/evil.test/",
        "/about%0d%0aX-Injected:%201/",
        "/hidoku/boards/a%0d%0ab/",
        "/mastermind/breaker/games/x/y//",
        "/%ff/",
        "/static/",
    ],
)
def test_what_is_nowhere_stays_so_and_nobody_is_led_away(app: Flask, path: str) -> None:
    answer = Visitor(app).ask("GET", path)
    assert answer.status in (301, 303, 308, 404), path
    assert "X-Injected" not in answer.headers
    assert urlsplit(answer.headers.get("Location", "/")).netloc in ("", "localhost")


def test_what_is_posted_is_not_led_on(stranger: Player) -> None:
    assert stranger.post("/you/settings/", theme="dark").status_code == 404
