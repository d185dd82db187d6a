"""Preview cards: the picture that a messenger shows beside a link, 1200 × 630 pixels.

Words are on the left, a picture on the right. A card never shows a code, nor a number of a path
unless it was given or just placed. What one shows depends only on its address, so it may be cached.

A card is painted in a separate process, and recently painted ones are cached. Each room adds the
addresses of its own cards.

Pillow draws lines and discs without smoothing, so everything is drawn larger and scaled down, as in
``webapp.hidoku.picture.png``. The typeface is that of the pages' headings, whose file has the
characters of all titles; Pillow's own has no “×”.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Final

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue
from PIL import Image, ImageDraw, ImageFont, features

from webapp.config import ROOT
from webapp.http.assets import token
from webapp.work.limits import BRIEF_LIMIT
from webapp.work.tasks import never, task

MOST_KEPT: Final = 20_000_000  # bytes of all cards
PATIENCE: Final = 4.0  # seconds: messengers ask once, and wait longer than a player does
AN_HOUR: Final = "public, max-age=3600"  # a finished game may be withdrawn, and a day ends
FOR_NOW: Final = "no-store"  # the real card is still to come

blueprint = Blueprint("cards", __name__, url_prefix="/cards")


def send_card(card: Card, caching: str = AN_HOUR) -> ResponseReturnValue:
    """Send a card as a picture; 503 if that takes longer than usual."""
    content = paint.within(PATIENCE, card)
    response = Response(content, content_type="image/png")
    response.headers["Cache-Control"] = caching
    response.add_etag()
    return response.make_conditional(request)


WIDTH = 1200
HEIGHT = 630
FINER: Final = 2
SERIF: Final = ROOT / "static/fonts/young-serif.woff2"
LEFT = 72  # where words begin
WORDS_WIDE = 500  # their greatest width
LARGEST, LEAST = 92, 40  # pixels of type of the heading
MOST_LINES: Final = 3

PAGE = token("--page")
INK = token("--ink")
SOFT = token("--ink-soft")
ACCENT = token("--accent")
DOT = "#bd8953"
SHADE: Final = "#e3d8c5"  # of things that lie on the page

#: Figures as tall as capitals, if Pillow's build can set them.
LINING: Final = ["lnum"] if features.check("raqm") else None

Point = tuple[float, float]
Font = ImageFont.FreeTypeFont


@dataclass(frozen=True)
class Card:
    """The words of a card and a function that paints its picture; ``call`` invites the reader."""

    heading: str
    lines: tuple[str, ...] = ()
    call: str = ""
    squares: tuple[str, ...] = ()
    picture: Callable[[Canvas], None] | None = None


@cache
def serif(size: int) -> Font:
    return ImageFont.truetype(str(SERIF), size * FINER)


@cache
def plain(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the typeface of figures, with its size in pixels of the card."""
    return ImageFont.load_default(round(size * FINER))


class Canvas:
    """A picture being painted; places and sizes are in its pixels."""

    def __init__(self, width: int = WIDTH, height: int = HEIGHT, ground: str = PAGE) -> None:
        self.image = Image.new("RGB", (width * FINER, height * FINER), ground)
        self.pen = ImageDraw.Draw(self.image)

    def disc(self, middle: Point, reach: float, fill: str, rim: str = "", wide: float = 0) -> None:
        x, y = middle
        corners = [round(value * FINER) for value in (x - reach, y - reach, x + reach, y + reach)]
        self.pen.ellipse(corners, fill, rim or None, round(wide * FINER))

    def box(self, corner: Point, sides: Point, rounding: float, fill: str, rim: str = "") -> None:
        (x, y) = corner
        (wide, high) = sides
        corners = [round(value * FINER) for value in (x, y, x + wide, y + high)]
        self.pen.rounded_rectangle(corners, rounding * FINER, fill, rim or None, FINER)

    def shape(self, corners: list[Point], fill: str, rim: str = "") -> None:
        places = [(round(x * FINER), round(y * FINER)) for x, y in corners]
        self.pen.polygon(places, fill, rim or None)

    def line(self, points: list[Point], fill: str, wide: float, *, is_round: bool = True) -> None:
        places = [(round(x * FINER), round(y * FINER)) for x, y in points]
        self.pen.line(places, fill, round(wide * FINER), joint="curve")
        for point in points if is_round else ():
            self.disc(point, wide / 2, fill)

    def words(self, place: Point, text: str, size: int, fill: str, anchor: str = "ls") -> None:
        x, y = place
        place = (x * FINER, y * FINER)
        self.pen.text(place, text, fill, serif(size), anchor=anchor, features=LINING)

    def figure(self, middle: Point, text: str, size: float, fill: str, bold: float = 0.02) -> None:
        """Write a figure centred on a point, bolder by a share of its size."""
        x, y = middle
        bold *= size * FINER
        self.pen.text(
            (x * FINER, y * FINER), text, fill, plain(size), anchor="mm", stroke_width=bold
        )

    def png(self) -> bytes:
        file = BytesIO()
        self.image.reduce(FINER).save(file, "PNG", compress_level=5)
        return file.getvalue()


@task(never, MOST_KEPT, seconds=BRIEF_LIMIT, weight=len)
def paint(card: Card) -> bytes:
    canvas = Canvas()
    if card.picture:
        card.picture(canvas)
    size, heading = fit_heading(card.heading)
    high = 96 + len(heading) * size * 1.04 + 46 * len(card.lines)
    high += (64 if card.squares else 0) + (64 if card.call else 0)
    top = max(40.0, (HEIGHT - high) / 2)
    house = [(82, top + 36), (82, top + 14), (96, top + 4), (110, top + 14), (110, top + 34)]
    canvas.line([(float(x), y) for x, y in house], ACCENT, 6)
    canvas.disc((82, top + 38), 8, DOT)
    canvas.disc((110, top + 36), 8, ACCENT)
    canvas.words((130, top + 33), "Pegs & Paths", 34, INK)
    y = top + 96 + size * 0.76
    for line in heading:
        canvas.words((LEFT - 2, y), line, size, INK)
        y += size * 1.04
    y += 4
    for line in card.lines:
        canvas.words((LEFT, y), line, _fitting(line, 28), SOFT)
        y += 46
    y += 10 if card.squares else 0
    for place, colour in enumerate(card.squares):
        canvas.box((LEFT + 48 * place, y - 26), (44, 44), 8, colour)
    y += 64 if card.squares else 0
    canvas.words((LEFT, y + 16), card.call, _fitting(card.call, 34), ACCENT)
    return canvas.png()


@cache
def fit_heading(heading: str) -> tuple[int, tuple[str, ...]]:
    """Return the size at which a heading fits, and its lines.

    >>> fit_heading("Found in 6 guesses")
    (92, ('Found in', '6 guesses'))
    """
    for size in range(LARGEST, LEAST - 1, -4):
        lines = _wrap(heading, size, WORDS_WIDE)
        if len(lines) <= MOST_LINES and all(_wide(line, size) <= WORDS_WIDE for line in lines):
            return size, _even(heading, size, lines)
    return LEAST, _wrap(heading, LEAST, WORDS_WIDE)[:MOST_LINES]


def _even(text: str, size: int, lines: tuple[str, ...]) -> tuple[str, ...]:
    for wide in range(WORDS_WIDE, 0, -20):
        narrower = _wrap(text, size, wide)
        if len(narrower) > len(lines):
            break
        lines = narrower
    return lines


def _wrap(text: str, size: int, wide: float) -> tuple[str, ...]:
    lines: list[str] = []
    for word in text.split():
        if lines and _wide(f"{lines[-1]} {word}", size) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def _wide(text: str, size: int) -> float:
    return serif(size).getlength(text, features=LINING) / FINER


def _fitting(text: str, size: int) -> int:
    return min(size, int(size * WORDS_WIDE / max(_wide(text, size), 1)))
