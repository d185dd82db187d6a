"""The dailies on a phone and on a desk: begun, gone on with, done, and how all did."""

from collections.abc import Iterator, Sequence

from playwright.sync_api import Page, expect

from solver.hidoku.notations.registry import parse_any
from solver.hidoku.search.solve import solve
from tests.browser.axe import STILL, violations_in_looks
from tests.browser.conftest import NewPage
from tests.browser.games import OWN_PAGE
from tests.browser.places import box

FILL = "rect => getComputedStyle(rect).fill"
ACCENT = "body => { const one = document.createElement('i'); one.style.color = 'var(--accent)';\
 body.append(one); const found = getComputedStyle(one).color; one.remove(); return found; }"
LEFT_EDGES = "all => all.map(one => Math.round(one.getBoundingClientRect().left))"
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


def lose(page: Page) -> None:
    """Play one row again and again to the end of the board."""
    expect(page.locator(".hole.chosen")).to_be_visible()  # the script is there
    pegs = page.locator(".row.current .hole").count()
    row = "1234567"[:pegs]
    for count in range(1, 13):
        page.keyboard.type(row)
        page.keyboard.press("Enter")
        expect(page.locator(".row.played")).to_have_count(count)
        if page.locator("#result").count():
            return


def find_too(page: Page, code: list[str]) -> None:
    """Have somebody else find the code at once, so that a chart has two columns."""
    page.goto("/daily/mastermind")
    page.get_by_role("button", name="Play Daily Mastermind").click()
    expect(page.locator(".hole.chosen")).to_be_visible()
    for letter in code:
        page.keyboard.press(letter)
    page.keyboard.press("Enter")
    expect(page.locator(".own-bars svg")).to_be_visible()


PHONES = [(390, 664), (360, 640), (320, 640)]
SIZES = [(1280, 800), *PHONES[:2]]


def in_every_size(page: Page, sizes: Sequence[tuple[int, int]] = SIZES) -> Iterator[None]:
    """Have the page in each size in turn, from its top; it stays in the last."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        yield


def test_a_daily_code_from_home_to_how_all_did(new_page: NewPage) -> None:
    page = new_page(*SIZES[-1], **STILL)
    play = page.get_by_role("button", name="Play Daily Mastermind")
    page.goto("/daily/mastermind")
    for _ in in_every_size(page):
        expect(play).to_be_in_viewport(ratio=1)
        assert page.evaluate(SIDEWAYS) <= 0
    page.goto("/")
    play.click()  # one press from home
    game = page.url
    expect(page.locator(".game-note")).to_contain_text("Daily Mastermind,")
    page.goto("/daily/mastermind")
    page.get_by_role("link", name="Continue").click()
    assert page.url == game
    lose(page)
    expect(page.locator(".own-bars")).to_be_visible()
    find_too(new_page(), page.locator(".lid-code").inner_text().split())
    page.reload()
    for _ in in_every_size(page, PHONES):
        for selector in (".result-head", ".own-bars svg", ".result .cost", ".countdown"):
            expect(page.locator(selector).first).to_be_in_viewport(ratio=1)
        for button in page.locator(".result > .actions .button").all():
            expect(button).to_be_in_viewport(ratio=1)
        expect(page.locator("#beside .beside-heads")).to_be_visible()
        first_pegs = page.locator("#beside .row .beside-half:first-child .hole:first-child")
        assert len(set(first_pegs.evaluate_all(LEFT_EDGES))) == 1
        assert page.evaluate(SIDEWAYS) <= 0
    page.get_by_role("link", name="Results").click()
    expect(page.locator("#day-title")).to_contain_text("Today:")
    own_bar = page.locator(".bars .own rect")
    expect(own_bar).to_have_count(1)
    accent = page.locator("body").evaluate(ACCENT)
    assert own_bar.evaluate(FILL) == accent
    fills = page.locator(".bars tr:not(.own) rect").evaluate_all(
        "all => all.map(one => getComputedStyle(one).fill)"
    )
    assert accent not in fills
    today = page.locator(".calendar [aria-current=date]")
    expect(today).to_have_accessible_name(
        page.locator("#day-title").evaluate(
            "title => new Date().getUTCDate() + ' ' + new Intl.DateTimeFormat('en', "
            "{month: 'long', timeZone: 'UTC'}).format(new Date()) + ': ' "
            "+ title.textContent.split(': ')[1]"
        )
    )
    for _ in in_every_size(page):
        assert page.evaluate(SIDEWAYS) <= 0
    assert violations_in_looks(page, "results") == []
    page.goto("/")
    expect(page.get_by_role("region", name="Daily Mastermind")).to_contain_text("Next in")


def test_a_solved_daily_path_keeps_its_size_with_the_result_below(new_page: NewPage) -> None:
    page = new_page(*PHONES[-1], has_touch=True, is_mobile=True, **STILL)
    page.goto("/daily/mini")
    page.get_by_role("button", name="Play Mini Hidoku").click()
    expect(page.locator("#number")).to_be_visible()
    game_id = page.url.partition("?")[0].rpartition("/")[2]
    grid = parse_any(page.request.get(f"/hidoku/exchange/games/{game_id}/board.json").text())
    sizes = [box(page, ".board") for _ in in_every_size(page, PHONES)]
    for number, cell in enumerate(solve(grid).solutions[0], 1):
        if cell not in grid.given:
            version = page.locator("#controls [name=version]").input_value()
            form = {"version": version, "cell": f"{cell.row},{cell.column}", "number": str(number)}
            page.request.post(f"/hidoku/play/{game_id}/placements", form=form, headers=OWN_PAGE)
            page.goto(f"/hidoku/play/{game_id}")
    expect(page.locator(".result .cost").first).to_have_text("No undo, no hint")
    for size, _ in zip(sizes, in_every_size(page, PHONES), strict=True):
        assert box(page, ".board") == size
        expect(page.locator(".result-head")).to_be_in_viewport(ratio=1)


def test_midnight_is_shown_on_the_visitors_clock(new_page: NewPage) -> None:
    page = new_page(timezone_id="Asia/Tokyo", locale="en-GB")
    page.goto("/daily/mastermind")
    expect(page.locator("#local-time")).to_have_text(", 09:00 on your clock")
    expect(page.locator("#local-time")).to_be_visible()
