"""A finished game sent to others: by the system's sheet, copied, and without script."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.contexts import Contexts
from tests.browser.games import begin_mastermind
from tests.ports import free_ports

SHEET = "navigator.share = async (what) => { document.body.dataset.sent = what.text; };"
NO_SHEET = "navigator.share = undefined;"
FRAMING = '<iframe src="{}" width="420" height="640"></iframe>'


def finish(page: Page) -> None:
    """Lose a game; the codes that tests meet have no peg of the first colour."""
    begin_mastermind(page, "classic", *["1111"] * 10)
    expect(page.locator("#figures")).to_contain_text("100: ")  # its rows are weighed


def test_the_text_goes_to_the_sheet_of_the_system(new_page: NewPage) -> None:
    page = new_page(390, 664)
    page.add_init_script(SHEET)
    finish(page)
    page.locator("#share-button").click()
    expect(page.locator("body[data-sent]")).to_be_visible()
    text = page.locator("body").get_attribute("data-sent") or ""
    assert re.fullmatch(
        r"Pegs & Paths · Mastermind, Classic · ×/10, computer \d · http://\S+/g/\w+", text
    )
    assert text == page.locator("#sent-text").input_value()
    page.get_by_text("The long form").click()
    page.locator("[data-sends]").click()
    whole = re.compile(r"not found in 10 guesses\n")
    expect(page.locator("body")).to_have_attribute("data-sent", whole)


def test_without_a_sheet_the_text_is_copied_and_the_link_is_played(new_page: NewPage) -> None:
    page = new_page(390, 664)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script(NO_SHEET)
    finish(page)
    page.locator("#share-button").click()
    expect(page.locator("#sent-status")).to_have_text("Copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    link = text.rpartition(" ")[2]
    stranger = new_page(390, 664)
    stranger.goto(urlsplit(link).path)
    expect(stranger.locator(".row.covered")).to_have_count(10)
    expect(stranger.locator("#play-same")).to_be_in_viewport()
    stranger.locator("#see").click()
    expect(stranger.locator(".row.played")).to_have_count(10)
    stranger.locator("#back").click()
    expect(stranger.locator(".row.played")).to_have_count(9)
    expect(stranger.get_by_role("button", name="Go", exact=True)).to_be_hidden()
    for _ in range(2):  # the slider moves the game by itself, and stays in hand
        stranger.locator("#step").press("ArrowLeft")
    expect(stranger.locator(".row.played")).to_have_count(7)
    expect(stranger.locator("#step")).to_be_focused()
    stranger.get_by_role("link", name="Review", exact=True).click()
    expect(stranger.locator("#review .sum-parts")).to_be_visible()
    stranger.go_back()
    stranger.locator("#play-same").click()
    expect(stranger.locator(".hole.chosen")).to_be_visible()
    page.get_by_role("button", name="Stop sharing").click()
    expect(page.get_by_role("heading", name="No longer shared")).to_be_visible()
    page.context.clear_permissions()


@pytest.fixture
def elsewhere(server: str) -> Iterator[str]:
    """Serve a page of another site, which frames a board and a page that may not be framed."""
    addresses = (f"{server}/embed/board/findling", f"{server}/hidoku/boards/findling")
    page = "".join(map(FRAMING.format, addresses)).encode()

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *args: object) -> None:
            pass

    site = ThreadingHTTPServer(("127.0.0.1", next(free_ports())), Site)
    Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{site.server_port}/"
    site.shutdown()
    site.server_close()


def test_a_board_in_a_frame_is_played_in_a_tab_here(contexts: Contexts, elsewhere: str) -> None:
    page = contexts.lend().new_page()
    page.goto(elsewhere)
    board, refusal = page.frame_locator("iframe >> nth=0"), page.frame_locator("iframe >> nth=1")
    expect(board.get_by_role("table")).to_be_visible()
    expect(refusal.locator("main")).to_have_count(0)
    assert page.context.cookies() == []
    with page.expect_popup() as popup:
        board.get_by_role("button", name="Play").click()
    expect(popup.value.locator("#number")).to_be_visible()
    contexts.take_back()
