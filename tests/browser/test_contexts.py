"""What a test did to a browser context is gone when another one gets it."""

from playwright.sync_api import Browser

from tests.browser.contexts import KEPT_OPEN, Contexts


def test_a_clock_that_a_test_installed_goes_with_it(browser: Browser, server: str) -> None:
    contexts = Contexts(browser, server)
    page = contexts.lend().new_page()
    page.goto(KEPT_OPEN)
    page.clock.install()
    contexts.take_back()
    page = contexts.lend().new_page()
    page.goto(KEPT_OPEN)
    assert "[native code]" in page.evaluate("setTimeout.toString()")
    contexts.lent[0][0].close()
