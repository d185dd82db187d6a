"""The icons of the manifest as pictures of their SVG: `python -m tests.browser.icons` draws them.

Devices want PNG; the SVG is what is edited. Rejected: to draw them with Pillow, which the server
has, as its lines have no round ends and no smooth edges.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import find_chromium
from webapp.http.assets import STATIC

SIZES = (192, 512)


def icon_files() -> Iterator[tuple[Path, Path, int]]:
    """Yield each icon's drawing, its picture, and how wide that is."""
    for name in ("icon", "icon-maskable"):  # which keeps clear of its edges
        for size in SIZES:
            yield STATIC / f"img/{name}.svg", STATIC / f"img/{name}-{size}.png", size


def picture_of(browser: Browser, drawing: Path, size: int) -> Image.Image:
    """Return a drawing as a browser shows it, in so many pixels, with what is clear in it."""
    page = browser.new_page(viewport={"width": size, "height": size})
    style = "<style>html, body { margin: 0 } svg { display: block; width: 100vw }</style>"
    page.set_content(f"<!DOCTYPE html>{style}{drawing.read_text()}")
    screenshot = page.screenshot(omit_background=True)
    page.close()
    return Image.open(BytesIO(screenshot)).convert("RGBA")


def draw_all() -> None:
    """Draw every icon anew, with few colours: that takes a third of the bytes."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for drawing, file, size in icon_files():
            picture = picture_of(browser, drawing, size)
            picture.quantize(64, Image.Quantize.FASTOCTREE).save(file, optimize=True)
        browser.close()


if __name__ == "__main__":
    draw_all()
