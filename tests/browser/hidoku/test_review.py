"""The review of a solve on a phone and on a desktop, in every look."""

from playwright.sync_api import expect

from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import solve
from tests.browser.axe import STILL, violations_in_looks
from tests.browser.conftest import NewPage
from tests.browser.games import OWN_PAGE, begin_hidoku
from tests.browser.places import box

SIZES = ((390, 664), (360, 640), (320, 640), (1280, 800))


def test_a_solved_board_leads_to_its_review(new_page: NewPage) -> None:
    page, grid = new_page(*SIZES[0], **STILL), BOARDS["small"].grid
    begin_hidoku(page, "small")
    game = page.url.partition("?")[0]
    for number, cell in enumerate(solve(grid).solutions[0], 1):
        if cell not in grid.given:
            version = page.locator("#controls [name=version]").input_value()
            form = {"version": version, "cell": f"{cell.row},{cell.column}", "number": str(number)}
            page.request.post(f"{game}/placements", form=form, headers=OWN_PAGE)
            page.goto(game)
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.get_by_role("heading", name="Seen at once")).to_be_visible()
    expect(page.get_by_text("No undo, no hint.")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        line = box(page, ".pace-line")
        assert line["y"] + line["height"] <= height  # where the time went is seen at once
    assert violations_in_looks(page, "review") == []
