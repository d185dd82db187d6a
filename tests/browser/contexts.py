"""Browser contexts that tests lend each other: a new one is a new process and an empty cache."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext

#: A document of the server's own site. As long as it is open, so is the process of its pages.
KEPT_OPEN = "/static/img/icon.svg"
#: Forgets what pages kept, and says whether time is still the machine's: the clock that a test
#: installs is that of all pages of its context, of those opened later, too.
CLEARED = "localStorage.clear(), setTimeout.toString().includes('[native code]')"


class Contexts:
    """Contexts of one browser, by their options; each goes out as empty as a new one would be."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.free: dict[frozenset[tuple[str, object]], list[BrowserContext]] = {}
        self.lent: list[tuple[BrowserContext, list[BrowserContext]]] = []

    def lend(self, **options: Any) -> BrowserContext:
        """Return a context that nobody has, without a cookie, with one page that is not to use."""
        free = self.free.setdefault(frozenset(options.items()), [])
        context = free.pop() if free else self.make(**options)
        self.lent.append((context, free))
        return context

    def make(self, **options: Any) -> BrowserContext:
        context = self.browser.new_context(base_url=self.address, **options)
        context.new_page().goto(KEPT_OPEN)
        return context

    def take_back(self) -> None:
        """Close what was opened in the contexts lent, and forget what they were told."""
        while self.lent:
            context, free = self.lent.pop()
            blank, *pages = context.pages
            for page in pages:
                page.close()
            context.set_offline(False)
            context.clear_cookies()
            if blank.evaluate(CLEARED):
                free.append(context)
            else:
                context.close()
