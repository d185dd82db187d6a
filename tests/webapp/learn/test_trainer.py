"""The trainer: which exercise it leads to, and what the map of ideas shows of it."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from tests.webapp.clock import Clock
from tests.webapp.player import Player
from webapp.learn.exercises.registry import find_exercise
from webapp.learn.trainer import skills
from webapp.storage.records.attempts import DAYS

HERE = "/learn/trainer"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch, datetime(2026, 11, 23, 9))


def next_of(player: Player) -> str:
    answer = player.post(f"{HERE}/next")
    assert answer.status_code == 303
    assert answer.location.endswith("?by=trainer")
    return str(answer.location).removesuffix("?by=trainer")


def skill_of(url: str) -> str:
    return find_exercise(*url.split("/")[3:6]).skill


def solve(player: Player, url: str) -> None:
    kind, level, seed = url.split("/")[3:6]
    found = find_exercise(kind, level, seed)
    page = player.post(url, **found.question.solution, by="trainer").text
    assert f'action="{HERE}/next"' in page


@pytest.mark.usefixtures("clock")
def test_every_skill_is_begun_the_easy_ones_first(player: Player) -> None:
    order = []
    for _ in skills():
        url = next_of(player)
        order.append(skill_of(url))
        solve(player, url)
    assert order == list(skills())
    levels = [skills()[name].level.value for name in order]
    assert levels == sorted(levels, key=["easy", "medium", "hard"].index)


@pytest.mark.usefixtures("clock")
def test_what_is_missed_comes_again_at_once(player: Player) -> None:
    first = next_of(player)
    solve(player, first)
    second = next_of(player)
    assert skill_of(second) != skill_of(first)
    player.post(f"{second}/solution")
    again = next_of(player)
    assert skill_of(again) == skill_of(second)
    assert again != second
    solve(player, again)
    assert skill_of(next_of(player)) not in (skill_of(first), skill_of(second))


def test_a_theme_grows_harder_with_its_box_and_a_skill_has_one_level() -> None:
    of_theme = next(skill for skill in skills().values() if skill.theme)
    levels = [of_theme.level_at(box).value for box in range(len(DAYS) + 1)]
    assert levels == ["easy", "easy", "easy", "medium", "medium", "hard"]
    for skill in skills().values():
        if not skill.theme:
            assert {skill.level_at(box) for box in range(len(DAYS) + 1)} == {skill.level}


def test_what_was_solved_comes_again_after_a_day(player: Player, clock: Clock) -> None:
    first = next_of(player)
    solve(player, first)
    clock.now = datetime(2026, 11, 24, 10)
    assert skill_of(next_of(player)) == skill_of(first)


@pytest.mark.usefixtures("clock")
def test_the_map_starts_where_one_was_wrong(player: Player) -> None:
    """What is right at the first answer is known; what is missed comes first, and says why."""
    solve(player, next_of(player))
    player.by_htmx = False
    assert "1 of 14 known" in player.get("/learn").text
    second = next_of(player)
    player.post(f"{second}/solution")
    page = player.get("/learn").text
    (start,) = re.findall(r'id="start-here"\s+href="([^"]+)"', page)
    assert f'href="{start}"' in player.get(second).text
    assert "You got its last question wrong." in page
    solve(player, next_of(player))
    assert "its last question wrong" not in player.get("/learn").text


def test_where_the_trainer_was(player: Player) -> None:
    assert player.get(HERE).location == "/learn"
    assert player.get(f"{HERE}/next").location == "/learn"
