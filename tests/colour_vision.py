"""Colours as eyes see them that lack a kind of cone, and how far apart two are.

The simulation is that of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency" (2009), at full strength; the distance is CIEDE2000, by
Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula" (2005). Written from the papers.
"""

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Colour = tuple[float, float, float]
Matrix = tuple[Colour, Colour, Colour]

#: What each kind of eye sees of a colour, in linear light.
VISIONS: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "no colours": ((0.2126, 0.7152, 0.0722),) * 3,
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def linear(code: str) -> Colour:
    """Return the light of a colour written ``#rrggbb``."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _light(red), _light(green), _light(blue)


def _light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(code: str) -> float:
    """Return how bright a colour is, as WCAG counts it."""
    return _through(VISIONS["no colours"], linear(code))[0]


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def _through(matrix: Matrix, colour: Colour) -> Colour:
    first, second, third = (
        sum(part * light for part, light in zip(row, colour, strict=True)) for row in matrix
    )
    return first, second, third


def seen(code: str, vision: str) -> Colour:
    """Return a colour in CIELAB, as a kind of eye sees it."""
    red, green, blue = (min(1.0, max(0.0, v)) for v in _through(VISIONS[vision], linear(code)))
    x, y, z = (
        _root(value / white)
        for value, white in zip(_through(TO_XYZ, (red, green, blue)), WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return value ** (1 / 3) if value > (6 / 29) ** 3 else value * (29 / 6) ** 2 / 3 + 4 / 29


def least_distance(codes: tuple[str, ...], vision: str) -> float:
    """Return how far apart those two are that lie nearest to each other."""
    colours = [seen(code, vision) for code in codes]
    return min(distance(first, second) for first, second in combinations(colours, 2))


def distance(first: Colour, second: Colour) -> float:
    """Return the CIEDE2000 distance of two colours in CIELAB."""
    mean_c = (hypot(*first[1:]) + hypot(*second[1:])) / 2
    grey = 1.5 - 0.5 * sqrt(mean_c**7 / (mean_c**7 + 25**7))
    (c1, h1), (c2, h2) = (
        (hypot(a * grey, b), degrees(atan2(b, a * grey)) % 360) for _, a, b in (first, second)
    )
    dl, dc = second[0] - first[0], c2 - c1
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma, hue = (first[0] + second[0]) / 2, (c1 + c2) / 2, _mean_hue(h1, h2, c1 * c2)
    tint = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * tint
    twist = (
        -2
        * sqrt(chroma**7 / (chroma**7 + 25**7))
        * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    )
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + twist * (dc / sc) * (dh / sh))


def _mean_hue(h1: float, h2: float, chromas: float) -> float:
    if chromas == 0:
        return h1 + h2
    if abs(h1 - h2) <= 180:
        return (h1 + h2) / 2
    return ((h1 + h2 + 360) / 2) % 360 if h1 + h2 < 360 else (h1 + h2 - 360) / 2
