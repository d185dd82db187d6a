"""Where crawlers may go: read by RFC 9309, for every address there is."""

import re
from typing import NamedTuple
from xml.etree import ElementTree as Xml

import pytest
from flask import Flask

from tests.webapp.http.visits import ARGUMENT, path_of, rules_of
from tests.webapp.player import Player
from webapp.site.machines import PREVIEWERS, public_endpoints

MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


class RobotRule(NamedTuple):
    """A line of a group: whether it allows, and which paths."""

    allows: bool
    pattern: str

    def fits(self, path: str) -> bool:
        text = re.escape(self.pattern).replace(r"\*", ".*").replace(r"\$", "$")
        return re.match(text, path) is not None


def groups(text: str) -> dict[str, list[RobotRule]]:
    """Return the rules for each crawler, as RFC 9309 reads them."""
    rules_by_agent: dict[str, list[RobotRule]] = {}
    agents: list[str] = []
    is_open = False
    for line in text.splitlines():
        key, _, value = (part.strip() for part in line.partition(":"))
        if key == "User-agent":
            agents = [*agents, value] if is_open else [value]
            is_open = True
            rules_by_agent.setdefault(value, [])
        elif key in ("Allow", "Disallow"):
            is_open = False
            for agent in agents if value else ():
                rules_by_agent[agent].append(RobotRule(key == "Allow", value))
    return rules_by_agent


def may_read(rules: list[RobotRule], path: str) -> bool:
    """Say what the longest rule that fits says; of two as long the kinder."""
    fitting = [rule for rule in rules if rule.fits(path)]
    return (
        max(fitting, key=lambda rule: (len(rule.pattern), rule.allows)).allows if fitting else True
    )


@pytest.fixture
def rules(stranger: Player) -> list[RobotRule]:
    answer = stranger.get("/robots.txt")
    assert answer.content_type == "text/plain; charset=utf-8"
    return groups(answer.text)["*"]


def test_the_reader_reads_as_the_standard_says() -> None:
    rules = groups("User-agent: a\nUser-agent: b\nDisallow: /x/\nAllow: /x/$\nDisallow: /*/no")["b"]
    paths = ("/x/", "/x/y", "/y", "/y/no", "/x")
    assert [may_read(rules, path) for path in paths] == [True, False, True, False, True]


def test_no_game_and_no_change_is_read(app: Flask, rules: list[RobotRule]) -> None:
    with app.app_context():
        public = {rule.rule for rule in rules_of(app, "GET") if rule.endpoint in public_endpoints()}
    count = 0
    for rule in rules_of(app):
        path = path_of(rule, dict.fromkeys(ARGUMENT.findall(rule.rule), "x1"))
        is_players = rule.arguments & {"game_id", "job_id"}
        is_change = "POST" in (rule.methods or ()) and rule.rule not in public
        if rule.endpoint != "moved" and (is_players or is_change or path.startswith("/you/")):
            assert not may_read(rules, path), rule.rule
            count += 1
    assert count >= 60


def test_all_that_is_listed_may_be_read_and_is_there(
    stranger: Player, rules: list[RobotRule]
) -> None:
    answer = stranger.get("/sitemap.xml")
    assert answer.content_type == "application/xml; charset=utf-8"
    root = Xml.fromstring(answer.data)
    assert root.tag == f"{MAP}urlset"
    pages = [location.text or "" for location in root.iter(f"{MAP}loc")]
    assert len(pages) == len(set(pages)) == len(list(root))
    for page in pages:
        assert page.startswith("http://localhost/")
        path = page.removeprefix("http://localhost")
        assert may_read(rules, path), path
        page_answer = stranger.get(path)
        assert (page_answer.status_code, page_answer.mimetype) == (200, "text/html"), path
        assert f'<link rel="canonical" href="{page}">' in page_answer.text, path
    for path in (
        *("/", "/about", "/mastermind/", "/learn/ideas/information", "/mastermind/analysis/"),
        *("/hidoku/", "/hidoku/rules", "/hidoku/boards/gallery", "/hidoku/boards/findling"),
        *("/hidoku/editor", "/lab/", "/lab/games/classic", "/hidoku/watch/findling"),
    ):
        assert f"http://localhost{path}" in pages


def test_addresses_are_those_of_the_host_in_the_request(stranger: Player) -> None:
    base = "https://localhost:8443"
    robots = stranger.client.get("/robots.txt", base_url=base).text
    assert robots.splitlines()[-1] == f"Sitemap: {base}/sitemap.xml"
    pages = stranger.client.get("/sitemap.xml", base_url=base).text
    assert set(re.findall(r"<loc>(https?://[^/]*)", pages)) == {base}


def test_previews_of_links_may_be_fetched(stranger: Player) -> None:
    rules_by_agent = groups(stranger.get("/robots.txt").text)
    assert set(rules_by_agent) == {"*", *PREVIEWERS}
    for name in PREVIEWERS:
        assert may_read(rules_by_agent[name], "/mastermind/challenge/x1")
