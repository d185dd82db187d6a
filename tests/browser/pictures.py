"""The moving picture of the README: `make pictures` draws it anew from the game as it is served.

A Hidoku solves itself step by step, then a code is being broken and a hint gives its reason. It is
one WebP in `docs/img/`, light enough to be looked at before anything else is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.bench.visitor import served
from tests.browser.chromium import find_chromium
from tests.browser.conftest import QUIET

FILE: Final = Path(__file__).parents[2] / "docs/img/play.webp"
#: What is seen of a page, and how much smaller it is in the picture.
WIDTH, HEIGHT, SCALE = 1024, 640, 0.72
MOST_BYTES: Final = 400_000
QUALITY: Final = 40
#: So many steps of the solve one by one, then every third.
SLOWLY, STRIDE = 9, 3
#: How long a frame stands, milliseconds: a step in passing, what is read, the last.
PASSING, READ, LAST = 240, 2200, 4000
CODE: Final = "3641"
ROWS: Final = ("1122", "3344")


class Frame(NamedTuple):
    """A picture and how long it stands, milliseconds."""

    picture: Image.Image
    milliseconds: int


def solving(page: Page, url: str) -> Iterator[Frame]:
    """Yield a board that solves itself: the first steps slowly, with their reasons."""
    page.goto(f"{url}/hidoku/solve/findling?step=0")
    page.wait_for_load_state()
    last = int(page.locator("input#step").get_attribute("max") or 0)
    for step in (*range(SLOWLY), *range(SLOWLY, last, STRIDE), last):
        page.goto(f"{url}/hidoku/solve/findling?step={step}")
        expect(page.locator("#frame")).to_have_attribute("data-step", str(step))
        yield Frame(shown(page), READ if step in (1, 2, last) else PASSING)


def breaking(page: Page, url: str) -> Iterator[Frame]:
    """Yield a code being broken, and a hint with its reason and its best guess."""
    page.goto(f"{url}/mastermind/challenge/")
    page.get_by_role("button", name="Set a code").first.click()
    expect(page.locator(".hole.chosen")).to_be_visible()
    for symbol in CODE:
        page.locator(f".swatch[data-symbol='{symbol}']").click()
    page.get_by_role("button", name="Set this code").click()
    link = page.get_by_label("The link").input_value()
    page.context.clear_cookies()  # somebody else breaks it
    page.goto(link)
    page.get_by_role("button", name="Break the code").click()
    for number, row in enumerate(ROWS, 1):
        expect(page.locator(".hole.chosen")).to_be_visible()
        for symbol in row:
            page.keyboard.type(symbol)
            page.wait_for_timeout(60)
            yield Frame(shown(page), PASSING)
        page.keyboard.press("Enter")
        expect(page.locator(".row.played")).to_have_count(number)
        page.wait_for_timeout(400)
        yield Frame(shown(page), 4 * PASSING)
    for tier in ("Proved", "Best guess"):
        page.locator("#hint").get_by_role("button", name=tier).click()
        page.wait_for_timeout(600)
        yield Frame(shown(page), LAST)


def shown(page: Page) -> Image.Image:
    """Return what the window shows, smaller."""
    whole = Image.open(BytesIO(page.screenshot())).convert("RGB")
    size = (round(WIDTH * SCALE), round(HEIGHT * SCALE))
    return whole.resize(size, Image.Resampling.LANCZOS)


def draw() -> int:
    """Draw the picture anew; return its bytes."""
    with served() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=QUIET)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.emulate_media(reduced_motion="reduce", color_scheme="light")
        url = f"http://127.0.0.1:{server.port}"
        frames = [*solving(page, url), *breaking(page, url)]
        browser.close()
    first, *others = (frame.picture for frame in frames)
    times = [frame.milliseconds for frame in frames]
    FILE.parent.mkdir(exist_ok=True)
    first.save(
        FILE,
        save_all=True,
        append_images=others,
        duration=times,
        loop=0,
        quality=QUALITY,
        method=6,
        minimize_size=True,
    )
    return FILE.stat().st_size


if __name__ == "__main__":
    size = draw()
    print(f"{FILE}: {size:,} bytes")
    if size > MOST_BYTES:
        raise SystemExit(f"That is more than {MOST_BYTES:,} bytes.")
