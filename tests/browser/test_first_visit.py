"""What a first visit transfers, as Chromium counts it: headers, pictures and fonts, too."""

from datetime import UTC, datetime

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.games import OWN_PAGE

MOST_BYTES = 52_000


def test_a_first_visit_is_light(new_page: NewPage) -> None:
    stranger = new_page()
    stranger.goto("/")
    day = datetime.now(UTC).date()
    answer = stranger.request.post(f"/daily/mini/{day}/games", headers=OWN_PAGE)
    stranger.goto(answer.url)
    expect(stranger.locator("#number")).to_be_visible()  # today's small board is made
    page = new_page(390, 664)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.clearBrowserCache")  # the context may have seen other pages
    sizes: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto("/", wait_until="networkidle")
    expect(page.locator("#small h2")).to_have_text("Today’s Mini Hidoku")
    assert 40_000 < sum(sizes) <= MOST_BYTES, sizes
