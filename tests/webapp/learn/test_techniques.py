"""The page of a technique: its lesson, three exercises, and the way between it and a game."""

from __future__ import annotations

import html
import re

import pytest

from solver.hidoku.exercises.positions import practised_techniques
from solver.hidoku.logic.technique import Technique, techniques
from tests.webapp.player import Player


@pytest.mark.both_ways
@pytest.mark.parametrize("technique", techniques(), ids=lambda one: one.name)
def test_a_technique_has_three_exercises_or_says_why_not(
    player: Player, technique: Technique
) -> None:
    page = html.unescape(player.get(f"/learn/techniques/{technique.name}").text)
    links = re.findall(r'href="(/learn/exercises/find-the-step/\w+/v\d-\d+)"', page)
    if technique not in practised_techniques():
        assert not links
        assert "no exercises for this one" in page
        return
    assert [link.split("/")[4] for link in links] == ["easy", "medium", "hard"]
    for link in links:
        exercise = html.unescape(player.get(link).text)
        assert technique.title in exercise.lower()
        if not player.by_htmx:
            assert f'href="/learn/techniques/{technique.name}"' in exercise


def test_a_technique_that_is_none(player: Player) -> None:
    answer = player.get("/learn/techniques/guessing")
    assert answer.status_code == 404
    assert "There is no technique “guessing”." in html.unescape(answer.text)


@pytest.mark.both_ways
def test_a_hint_leads_to_its_technique_and_back(player: Player) -> None:
    game = player.new("hidoku/play", board="findling")
    told = player.move(game, "hints", tier=2)
    link = re.search(r'href="(/learn/techniques/[\w]+\?game=[\w-]+)"', told.text)
    assert link
    player.by_htmx = False
    assert f'href="{game}"' in player.get(link[1]).text
