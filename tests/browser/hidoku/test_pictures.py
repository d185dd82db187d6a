"""Every kind of Hidoku as a browser draws it; hints on it; the small board of the rules."""

import re
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.browser.conftest import NewPage
from tests.browser.games import begin_hidoku
from tests.sampling import sample

BOARDS = [
    "v7-10x10-1",
    "v7-8x8-four-1",
    "v7-7x7-hexagon-hex-links8-1",
    "v7-12x12-ring-1",
    "v7-10x10-heart-1",
    "v7-4x25-1",
    "v7-25x4-hex-1",
]
MEASURE = """() => {
  const labels = [...document.querySelectorAll('label.cell')];
  const cells = labels.map((label) => label.getBoundingClientRect());
  const ribbon = document.querySelector('#ribbon').getBoundingClientRect();
  return {
    sideways: document.documentElement.scrollWidth - innerWidth,
    narrowest: Math.min(...cells.map((cell) => cell.width)),
    widest: Math.max(...cells.map((cell) => cell.width)),
    outside: cells.filter((cell) => cell.left < ribbon.left - 1 || cell.right > ribbon.right + 1
      || cell.top < ribbon.top - 1 || cell.bottom > ribbon.bottom + 1).length,
  };
}"""


def test_cells_of_a_row_that_is_still_arriving_have_their_size(new_page: NewPage) -> None:
    page = new_page(390, 844)
    page.goto("/hidoku/boards/findling")
    first = page.locator(".board-row").last.locator(".cell").first
    whole = first.bounding_box()
    page.locator(".board-row").last.evaluate("row => row.replaceChildren(row.children[0])")
    part = first.bounding_box()
    assert whole
    assert part
    assert part["width"] == pytest.approx(whole["width"], abs=1)


def test_each_kind_of_board_fits_its_page(page: Page) -> None:
    for name in sample(BOARDS, len(BOARDS) // 2, "fits its page"):
        begin_hidoku(page, name)
        measures = page.evaluate(MEASURE)
        assert measures["sideways"] <= 0, name
        assert measures["narrowest"] >= 24, name
        assert measures["widest"] - measures["narrowest"] < 0.5, name
        assert measures["outside"] == 0, name


FIRST_BRIDGE = re.compile(r"M([\d.]+) ([\d.]+)l(-?0\.4)[ ]?(-?0\.4)")
ON_SCREEN = """([x, y]) => {
  const ribbon = document.querySelector(".cells .ribbon");
  const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(ribbon.getScreenCTM());
  return [left, top];
}"""


@pytest.mark.parametrize(("theme", "board"), [("light", (255, 246, 227)), ("dark", (42, 33, 24))])
def test_where_the_ribbon_crosses_itself_one_part_passes_over_the_other(
    new_page: NewPage, theme: str, board: tuple[int, int, int]
) -> None:
    """Beside the upper part the board is seen, so that the lower one ends before it."""
    page = new_page(900, 900, color_scheme=theme)
    page.goto("/hidoku/watch/findling?step=9999")
    match = FIRST_BRIDGE.match(page.locator(".ribbon .bridge").first.get_attribute("d") or "")
    assert match
    x, y, across, down = map(float, match.groups())
    middle = (x + across / 2, y + down / 2)
    beside = (middle[0] - down * 0.26 / 0.566, middle[1] + across * 0.26 / 0.566)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    pixels = [
        picture.getpixel(tuple(map(round, page.evaluate(ON_SCREEN, p)))) for p in (middle, beside)
    ]
    assert distance(pixels[1], board) < 12
    assert distance(pixels[0], board) > 60


def distance(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    """Return by how much two colours differ, in all their parts together."""
    return sum(abs(a - b) for a, b in zip(first, second, strict=True))
