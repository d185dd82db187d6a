"""The pictures of README and docs: `make pictures` draws them anew from the game as it is served.

In the moving one a Hidoku solves itself step by step, then a code is being broken and a hint gives
its reason; it is light enough to be looked at before anything else is read. The others stand still.
All are WebP in `docs/img/`.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.bench.visitor import served
from tests.browser.chromium import find_chromium
from tests.browser.conftest import QUIET

FOLDER: Final = Path(__file__).parents[2] / "docs/img"
FILE: Final = FOLDER / "play.webp"
#: The pictures that stand still: the page of each, begun anew by who has no game.
STILLS: Final = {
    "setter": "/mastermind/setter/",
    "lab": "/lab/",
    "hidoku": "/hidoku/watch/findling?step=12",
    "boards": "/hidoku/boards/",
    "editor": "/hidoku/editor/",
    "paste": "/hidoku/exchange/import?text=1 . ./. __ 4/7 . .",
    "daily": "/daily",
    "friends": "/friends/",
    "analysis": "/mastermind/analysis/classic/1122:1,0",
    "lesson": "/learn/hidoku/corners/1",
    "exercise": "/learn/exercises/liar/easy/v1-7",
    "paper": "/learn/exercises/one-code-left/easy/v1-3/sheet?number=4",
    "settings": "/you/settings",
}
STEPS: Final = ("/learn/mastermind/feedback", "/hidoku/boards/small", "/daily/mastermind")
PUPILS: Final = ("Ada", "Emmy", "Sofya")
#: What is seen of a page, and how much smaller it is in the picture.
WIDTH, HEIGHT, SCALE = 1024, 640, 0.72
MOST_BYTES: Final = 400_000
QUALITY: Final = 40
#: A picture that stands still shows a larger window, and is as wide as the moving one's window.
STILL_WIDTH: Final = 1280
STILL_HEIGHT: Final = 800
MOST_STILL_BYTES: Final = 60_000
STILL_QUALITY: Final = 66
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
    page.goto(f"{url}/hidoku/watch/findling?step=0")
    page.wait_for_load_state()
    last = int(page.locator("input#step").get_attribute("max") or 0)
    for step in (*range(SLOWLY), *range(SLOWLY, last, STRIDE), last):
        page.goto(f"{url}/hidoku/watch/findling?step={step}")
        expect(page.locator("#frame")).to_have_attribute("data-step", str(step))
        yield Frame(shown(page), READ if step in (1, 2, last) else PASSING)


def break_code(page: Page, url: str) -> None:
    """Set the code, and begin to break it as somebody else."""
    page.goto(f"{url}/mastermind/challenge/")
    expect(page.locator(".hole.chosen")).to_be_visible()
    for symbol in CODE:
        page.locator(f".swatch[data-symbol='{symbol}']").click()
    page.get_by_role("button", name="Set this code").click()
    link = page.get_by_label("The link").input_value()
    page.context.clear_cookies()
    page.goto(link)
    page.get_by_role("button", name="Break the code").click()
    expect(page.locator(".hole.chosen")).to_be_visible()


def guess(page: Page, row: str) -> Iterator[Frame]:
    """Yield a row being typed, and its feedback."""
    rows = page.locator(".row.played").count()
    expect(page.locator(".hole.chosen")).to_be_visible()
    for symbol in row:
        page.keyboard.type(symbol)
        page.wait_for_timeout(60)
        yield Frame(shown(page), PASSING)
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(rows + 1)
    page.wait_for_timeout(400)
    yield Frame(shown(page), 4 * PASSING)


def breaking(page: Page, url: str) -> Iterator[Frame]:
    """Yield a code being broken, and a hint with its reason and its best guess."""
    break_code(page, url)
    for row in ROWS:
        yield from guess(page, row)
    page.locator("#hint-button").click()
    for tier in ("Reason", "Move"):
        page.locator("#hint").get_by_role("button", name=tier).click()
        page.wait_for_timeout(600)
        yield Frame(shown(page), LAST)


def shown(page: Page, width: int = round(WIDTH * SCALE)) -> Image.Image:
    """Return what the window shows, made smaller to such a width."""
    whole = Image.open(BytesIO(page.screenshot())).convert("RGB")
    size = (width, round(width * whole.height / whole.width))
    return whole.resize(size, Image.Resampling.LANCZOS)


def draw() -> None:
    FOLDER.mkdir(exist_ok=True)
    with served() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=QUIET)
        page = browser.new_page(viewport={"width": STILL_WIDTH, "height": STILL_HEIGHT})
        page.emulate_media(reduced_motion="reduce", color_scheme="light")
        url = f"http://127.0.0.1:{server.port}"
        for name, address in STILLS.items():
            page.goto(url + address)
            save(page, name)
        for name, begin in BEGUN.items():
            begin(page, url)
            save(page, name)
        page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        draw_moving([*solving(page, url), *breaking(page, url)])
        save(page, "breaker")
        browser.close()


def save(page: Page, name: str) -> None:
    """Draw a page as it stands when all of it is there."""
    page.wait_for_load_state("networkidle")
    for waiting in (page.get_by_text("Thinking"), page.locator("[hx-trigger*='every 700ms']")):
        expect(waiting).to_have_count(0)  # for the solver, which a first page does
    shown(page, WIDTH).save(FOLDER / f"{name}.webp", quality=STILL_QUALITY, method=6)


def ask(page: Page, url: str) -> None:
    """Ask whether a cell of the grid is possible."""
    break_code(page, url)
    for row in ROWS:
        [*guess(page, row)]
    page.get_by_text("Ask (a hint)").click()
    page.locator("[value='hole 1 is 1']").click()
    expect(page.locator(".claim-answer")).to_be_visible()


def share(page: Page, url: str) -> None:
    """Win, and open the page that is sent to others."""
    break_code(page, url)
    for row in (*ROWS, CODE):
        [*guess(page, row)]
    page.locator("#share-button").click()
    page.goto(page.locator("#sent-text").input_value().rpartition(" ")[2])


def play(page: Page, url: str) -> None:
    """Take a hint for a Hidoku."""
    page.goto(f"{url}/hidoku/boards/findling")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#hint-button").click()
    page.locator("#hint").get_by_role("button", name="Reason").click()
    expect(page.locator("#hint .text")).to_be_visible()


def own_games(page: Page, url: str) -> None:
    """Show what was played for the pictures before this one."""
    page.goto(f"{url}/you")


def make_circle(page: Page, url: str) -> None:
    """Make a circle which others have joined."""
    page.goto(f"{url}/friends/")
    page.get_by_label("Name of the circle").fill("Kitchen table")
    page.get_by_label("Your name for the others").fill("Ben")
    page.get_by_role("button", name="Make a circle").click()
    join(page, page.locator("#address").input_value(), "Your name for the others")


def make_class(page: Page, url: str) -> None:
    """Open a class as its teacher."""
    page.goto(f"{url}/class")
    page.get_by_role("button", name="Open an empty class").click()
    for step in STEPS:
        page.get_by_label("Address").fill(step)
        page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Open all steps").click()
    join(page, page.url, "Your name")


#: Pictures of what somebody has begun.
BEGUN: Final = {
    "ask": ask,
    "share": share,
    "hints": play,
    "games": own_games,
    "circle": make_circle,
    "class": make_class,
}


def join(page: Page, address: str, label: str) -> None:
    """Have others join, and look at the page again."""
    for name in PUPILS:
        pupil_page = page.context.browser.new_page()  # type: ignore[union-attr]
        pupil_page.goto(address)
        pupil_page.get_by_label(label).fill(name)
        pupil_page.get_by_role("button", name="Join").click()
        pupil_page.context.close()
    page.reload()


def draw_moving(frames: list[Frame]) -> None:
    first, *more_pictures = (frame.picture for frame in frames)
    times = [frame.milliseconds for frame in frames]
    first.save(
        FILE,
        save_all=True,
        append_images=more_pictures,
        duration=times,
        loop=0,
        quality=QUALITY,
        method=6,
        minimize_size=True,
    )


def main() -> int:
    """Draw the pictures and tell their sizes; the exit code says whether each is light enough."""
    draw()
    heavy = False
    for file in sorted(FOLDER.glob("*.webp")):
        size, limit = file.stat().st_size, MOST_BYTES if file == FILE else MOST_STILL_BYTES
        print(f"{file}: {size:,} bytes" + (f", more than {limit:,}" if size > limit else ""))
        heavy |= size > limit
    return int(heavy)


if __name__ == "__main__":
    raise SystemExit(main())
