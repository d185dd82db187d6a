"""A hand on a board of Hidoku: where cells are, and lines drawn over them."""

from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

from solver.hidoku.notations.json_format import format_json
from solver.hidoku.rules.grid import Cell, Grid


def bring(page: Page, grid: Grid) -> None:
    """Begin a game on a board brought along."""
    page.goto("/hidoku/exchange/import")
    form = {"text": format_json(grid), "then": "play"}
    origin = {"Origin": page.evaluate("location.origin")}
    page.goto(page.request.post(page.url, form=form, headers=origin).url)
    expect(page.locator("#number")).to_be_visible()
    page.wait_for_load_state()


def bring_with_left(page: Page, grid: Grid, path: Mapping[int, Cell], numbers: list[int]) -> None:
    """Begin a game whose other numbers are given: to place them all takes long."""
    bring(page, grid.with_givens({path[n]: n for n in path if n not in numbers}))


def use(page: Page, tool: str) -> None:
    """Press a tool, which a phone keeps behind More."""
    if page.locator("#more-tools").is_visible():
        page.locator("#more-tools").click()
    page.locator(f"#{tool}").click()


def go_along(page: Page) -> None:
    """Have one number placed after the other; a finger does so from the start."""
    if not page.evaluate("matchMedia('(pointer: coarse)').matches"):
        use(page, "mode-next")
    expect(page.locator("#controls")).to_have_attribute("data-mode", "next")


def cell_at(page: Page, place: str) -> Locator:
    """Return the cell of a place, ``row,column`` from 0."""
    return page.locator(f"#entry .cell:has([value='{place}'])")


def middle_of(page: Page, place: str) -> tuple[float, float]:
    box = cell_at(page, place).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press_along(page: Page, *places: str) -> None:
    """Press on the first cell and move over the others; the button stays down."""
    page.mouse.move(*middle_of(page, places[0]))
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*middle_of(page, place), steps=4)


def draw_along(page: Page, *places: str) -> None:
    press_along(page, *places)
    page.mouse.up()


def touch(page: Page, *frames: list[tuple[float, float]]) -> None:
    """Put down as many fingers as each frame has points, and move them to those of the next."""
    session = page.context.new_cdp_session(page)
    down = 0
    for points in frames:
        kind = "touchMove" if len(points) == down else "touchStart" if points else "touchEnd"
        places = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})
        down = len(points)


def pinch(page: Page, middle: tuple[float, float], apart: int, goal: int) -> None:
    """Move two fingers from one distance to another, with the same point between them."""
    x, y = middle
    distances = [apart + (goal - apart) * step / 6 for step in range(7)]
    touch(page, *([(x - distance / 2, y), (x + distance / 2, y)] for distance in distances), [])
