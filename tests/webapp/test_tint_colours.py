"""The tints of Hidoku's cells, read off the style sheet: told apart by every kind of eye."""

import re
from pathlib import Path

from solver.hidoku.rules.moves import TINTS
from solver.hidoku.text.pencil import TINT_NAMES
from tests.cases import cases
from tests.colour_vision import VISIONS, contrast, least_distance

CSS = Path(__file__).parent.parent.parent / "static/css"
TOKENS = (CSS / "tokens.css").read_text()
BOARD = (CSS / "hidoku/board.css").read_text()
PLAIN = 10.0  # from this distance on two colours are plainly different
READABLE = 4.5  # WCAG AA
THEMES = {"light": 0, "dark": 1}


def colour(name: str, theme: str) -> str:
    """Return one colour of ``light-dark(…)``."""
    match = re.search(rf"--{name}: light-dark\((#\w{{6}}), (#\w{{6}})\);", TOKENS)
    assert match, name
    return match[1 + THEMES[theme]]


@cases("vision", [name for name in VISIONS if name != "no colours"])
@cases("theme", THEMES)
def test_tints_and_bare_cells_are_distinct(theme: str, vision: str) -> None:
    names = (*(f"tint-{name}" for name in TINT_NAMES), "cell")
    assert len(names) == TINTS + 1
    assert least_distance(tuple(colour(name, theme) for name in names), vision) > PLAIN


@cases("name", TINT_NAMES)
@cases("theme", THEMES)
def test_notes_can_be_read_on_each(theme: str, name: str) -> None:
    ink, ground = colour("cell-ink", theme), colour(f"tint-{name}", theme)
    assert contrast(ink, ground) >= READABLE


def test_each_has_a_pattern_of_its_own() -> None:
    pairs = re.findall(r"\.tint-\d \{ --tint: var\(--tint-(\w+)\); --hatch: (.*?); \}", BOARD)
    assert [name for name, _ in pairs] == list(TINT_NAMES)
    assert len({pattern for _, pattern in pairs}) == TINTS
