"""The map of Learn: chapters, of which the one to go on with is open."""

from __future__ import annotations

import re

from tests.webapp.player import Player
from webapp.learn.idea import ideas
from webapp.learn.map import CHAPTERS


def test_each_idea_is_in_a_chapter_and_only_the_next_one_s_is_open(player: Player) -> None:
    page = player.client.get("/learn").text
    chapters = re.findall(r'<details class="help" (\w*)>(.*?)</details>', page, re.DOTALL)
    links = [re.findall(r'href="/learn/ideas/([^"]+)"', text) for _, text in chapters]
    assert [name for names in links for name in names] == list(ideas())
    assert [names[0] for names in links] == list(CHAPTERS)
    assert [names[0] for (is_open, _), names in zip(chapters, links, strict=True) if is_open] == [
        "feedback"
    ]
