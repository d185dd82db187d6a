"""What a player chose before a game holds for it, and every role opens with the same best guess."""

import html
import re

import pytest

from solver.deduction.games import NAMES
from tests.cases import cases
from tests.webapp.player import Player
from webapp.mastermind.setup import MIDDLE, SMALL, has_at_most

pytestmark = pytest.mark.parametrize("player", ["plain"], indirect=True)

QUICK = [name for name in NAMES if has_at_most(name, MIDDLE)]
CHOSEN = {
    "game": "super",
    "strategy": "knuth",
    "overlook": "30",
    "waits": "1",
    "setter": "evil",
    "keys": "red-white",
}
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)


@cases("role", ["setter"])
def test_what_is_chosen_beside_a_board_holds_for_every_way_to_begin(
    player: Player, role: str
) -> None:
    """Each form that begins a game sends all that the options show; its buttons only add to it."""
    query = "&".join(f"{name}={value}" for name, value in CHOSEN.items())
    page = player.get(f"/mastermind/{role}/?{query}").text
    forms = FORM.findall(page)
    (options,) = [inside for about, inside in forms if 'id="options"' in about]
    names = set(re.findall(r'<(?:select|input)\b[^>]*\bname="(\w+)"', options)) - {"draft"}
    assert {"game", "strategy", "keys"} <= names
    beginning = [inside for about, inside in forms if f"/mastermind/{role}/games" in about]
    assert beginning
    for inside in beginning:
        fields = dict(HIDDEN.findall(inside))
        assert {name: fields.get(name) for name in names} == {name: CHOSEN[name] for name in names}


def words_in(player: Player, url: str, pattern: str) -> str:
    """Return what is found on a page, which is asked again while that is worked out."""
    for _ in range(40):
        match = re.search(pattern, html.unescape(player.get(url).text), re.DOTALL)
        if match:
            return match[1]
    raise AssertionError(f"{url} never says it")


@cases("name", QUICK)
def test_every_role_opens_with_the_same_best_guess(player: Player, name: str) -> None:
    """A hint, the analysis, and the computer that breaks a code, unless told."""
    url = player.new("mastermind/breaker", game=name)
    player.move(url, "hints", tier="3")
    best = words_in(player, url, r'class="best">.*?aria-label="([^"]+)"')
    if has_at_most(name, SMALL):  # else it ranks by an estimate of what perfect play needs
        analysis = f"/mastermind/analysis/{name}"
        first = r'id="best".*?aria-label="Try ([^"]+?)(?:, which could be the [^"]+)?"'
        assert words_in(player, analysis, first) == best
    setter = player.new("mastermind/setter", game=name, way="head")
    assert words_in(player, setter, r"Row 1: the computer guesses ([^<]*?)\.\s*<") == best
