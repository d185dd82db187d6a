"""The colours of pegs and tints, off the style sheets: every kind of eye tells them apart."""

import re
from pathlib import Path

import pytest

from solver.hidoku.rules.moves import TINTS
from solver.hidoku.text.pencil import TINT_NAMES
from tests.cases import cases
from tests.colour_vision import VISIONS, Colour, contrast, distance, least_distance
from webapp.http.visitor import PALETTES

CSS = Path(__file__).parent.parent.parent / "static/css"
TOKENS = (CSS / "tokens.css").read_text()
COMPONENTS = (CSS / "components.css").read_text()
BOARD = (CSS / "hidoku/board.css").read_text()
#: From this distance on two colours are plainly different.
PLAIN = 10.0
READABLE = 4.5  # WCAG AA
THEMES = {"light": 0, "dark": 1}

#: Pairs of the paper's table that try each part of the formula, with their distances.
SHARMA: tuple[tuple[Colour, Colour, float], ...] = (
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1.0, 2.0), (50, 0, 0), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
)


def block(palette: str) -> dict[str, str]:
    """Return the properties that a palette sets, by their names."""
    match = re.search(rf'\[data-palette="{palette}"\] \{{(.*?)\}}', TOKENS, re.DOTALL)
    assert match
    return dict(re.findall(r"--([\w-]+): (.*?);", match[1]))


def colours_of(palette: str) -> tuple[str, ...]:
    values = block(palette)
    return tuple(values[f"peg-{number}"] for number in range(1, 13))


@cases(("first", "second", "far"), SHARMA)
def test_the_distance_is_that_of_the_paper(first: Colour, second: Colour, far: float) -> None:
    assert distance(first, second) == pytest.approx(far, abs=0.0001)
    assert distance(second, first) == pytest.approx(far, abs=0.0001)


def test_the_simulation_keeps_grey_grey() -> None:
    for name, matrix in VISIONS.items():
        assert [sum(row) for row in matrix] == pytest.approx([1, 1, 1], abs=0.0001), name


@cases("vision", [name for name in VISIONS if name != "no colours"])
@cases("palette", PALETTES)
def test_all_twelve_are_distinct(palette: str, vision: str) -> None:
    assert least_distance(colours_of(palette), vision) > PLAIN


def test_the_strong_ones_step_from_light_to_dark() -> None:
    """The first six are told apart in grey, where two of the usual ones are the same."""
    assert least_distance(colours_of("strong")[:6], "no colours") > PLAIN
    assert least_distance(colours_of("usual")[:6], "no colours") < 1


@cases("palette", PALETTES)
def test_each_letter_can_be_read(palette: str) -> None:
    dark = re.search(r":is\((.*?)\) text \{ fill: var\(--peg-ink\); \}", COMPONENTS)
    ink = re.search(r"--peg-ink: (.*?);", TOKENS)
    assert dark
    assert ink
    inks = {"var(--peg-ink)": ink[1], "#fff": "#ffffff"}
    for number, colour in enumerate(colours_of(palette), 1):
        ink_name = block(palette).get(f"peg-{number}-ink")
        usual = ink[1] if f".peg-{number}," in dark[1] else "#ffffff"
        assert contrast(colour, inks[ink_name] if ink_name else usual) >= READABLE, number


# The tints of Hidoku’s cells.


def tint_colour(name: str, theme: str) -> str:
    """Return one colour of ``light-dark(…)``."""
    match = re.search(rf"--{name}: light-dark\((#\w{{6}}), (#\w{{6}})\);", TOKENS)
    assert match, name
    return match[1 + THEMES[theme]]


@cases("vision", [name for name in VISIONS if name != "no colours"])
@cases("theme", THEMES)
def test_tints_and_bare_cells_are_distinct(theme: str, vision: str) -> None:
    names = (*(f"tint-{name}" for name in TINT_NAMES), "cell")
    assert len(names) == TINTS + 1
    assert least_distance(tuple(tint_colour(name, theme) for name in names), vision) > PLAIN


@cases("name", TINT_NAMES)
@cases("theme", THEMES)
def test_notes_can_be_read_on_each(theme: str, name: str) -> None:
    ink, ground = tint_colour("cell-ink", theme), tint_colour(f"tint-{name}", theme)
    assert contrast(ink, ground) >= READABLE


def test_each_has_a_pattern_of_its_own() -> None:
    pairs = re.findall(r"\.tint-\d \{ --tint: var\(--tint-(\w+)\); --hatch: (.*?); \}", BOARD)
    assert [name for name, _ in pairs] == list(TINT_NAMES)
    assert len({pattern for _, pattern in pairs}) == TINTS
