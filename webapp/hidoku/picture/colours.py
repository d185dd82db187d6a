"""The colours of pictures in files: those of the light theme.

A file has no style sheet, and the library that draws PNG doesn't know ``oklch``.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import Final

from webapp.hidoku.picture.path import HUES
from webapp.http.assets import token

PAPER: Final = "#ffffff"  # a white ground, for printers
FIRST_HUE, HUE_STEP = 15, 14  # like the classes hue-0, hue-1, … of the style sheet

INK, RIM, GIVEN = token("--ink"), token("--edge"), token("--surface-sunk")
LIGHT, CHROMA = float(token("--ribbon-light").rstrip("%")) / 100, float(token("--ribbon-chroma"))


@cache
def ribbon_colour(hue: int) -> str:
    """Return the colour of a part of the ribbon, as #rrggbb.

    >>> ribbon_colour(0), ribbon_colour(12)
    ('#ffaeb4', '#72e1d1')
    """
    angle = radians(FIRST_HUE + HUE_STEP * (hue % HUES))
    red_green_blue = _srgb(CHROMA * cos(angle), CHROMA * sin(angle))
    return "#" + "".join(f"{value:02x}" for value in red_green_blue)


def _srgb(a: float, b: float) -> tuple[int, int, int]:
    """Convert to sRGB by Björn Ottosson's Oklab, https://bottosson.github.io/posts/oklab/, at a
    fixed lightness.
    """
    long = (LIGHT + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (LIGHT - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (LIGHT - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _channel(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
        _channel(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
        _channel(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short),
    )


def _channel(linear: float) -> int:
    value = min(max(linear, 0.0), 1.0)
    curved = 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return round(255 * curved)
