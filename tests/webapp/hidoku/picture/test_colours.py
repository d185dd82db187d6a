"""What a file draws and what the style sheets draw on a page: the same, said in two languages."""

import re
from math import cos, radians, sin
from pathlib import Path

import pytest

from webapp.config import ROOT
from webapp.hidoku.picture.path import HUES
from webapp.hidoku.picture.svg import CASING_WIDE, JOIN_WIDE, RIBBON, RIBBON_WIDE
from webapp.http.assets import token

STATIC = ROOT / "static"


def found(path: str, pattern: str) -> list[str]:
    return re.findall(pattern, Path(STATIC / path).read_text("utf-8"))


def test_the_ribbon_has_the_hues_of_the_page() -> None:
    hues = found("css/components.css", r"\.hue-(\d+) \{ --hue: (\d+); \}")
    assert [int(number) for number, _ in hues] == list(range(HUES))
    light = float(token("--ribbon-light").rstrip("%")) / 100
    chroma = float(token("--ribbon-chroma"))
    assert tuple(srgb(light, chroma, radians(float(hue))) for _, hue in hues) == RIBBON
    assert found("js/hidoku/play/cells.js", r"HUES = (\d+)") == [str(HUES)]


def srgb(light: float, chroma: float, hue: float) -> str:
    """Convert from Oklch, as https://bottosson.github.io/posts/oklab/ has it."""
    a, b = chroma * cos(hue), chroma * sin(hue)
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    channels = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    linear = (min(max(channel, 0.0), 1.0) for channel in channels)
    rgb = (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in linear)
    return "#" + "".join(f"{round(255 * value):02x}" for value in rgb)


def test_strokes_are_as_wide_as_on_the_page() -> None:
    ribbon = found("css/hidoku/board.css", r"\.ribbon path \{[^}]*stroke-width: (\S+?);")
    joins = found("css/hidoku/board.css", r"\.joins \{[^}]*stroke-width: (\S+?);")
    casing = found("css/hidoku/board.css", r"\.ribbon \.casing \{[^}]*stroke-width: (\S+?);")[:1]
    assert [float(wide) for wide in ribbon] == [RIBBON_WIDE]
    assert [float(wide) for wide in casing] == [CASING_WIDE]
    assert [float(wide) for wide in joins] == [JOIN_WIDE]


def test_colours_are_those_of_the_light_theme() -> None:
    assert [token(name) for name in ("--ink", "--linen-200", "--surface-sunk", "--edge")] == [
        "#2b2018",
        "#efe5d3",
        "#efe5d3",
        "#7c6856",
    ]
    with pytest.raises(KeyError):
        token("--no-such-colour")
