"""Answers that come late: a hand is faster than they are."""

from playwright.sync_api import Page, Route

LATE = """() => {
  const send = window.fetch;
  window.fetch = async (...all) => {
    await new Promise((done) => setTimeout(done, 700));
    return send(...all);
  };
}"""


def answer_late(page: Page) -> None:
    """Have what the page asks from now on answered 0.7 s later; the test goes on meanwhile."""
    page.evaluate(LATE)


def hold(page: Page, url: str, times: int | None = None) -> list[Route]:
    """Hold back what the page asks there; return the requests as they come."""
    routes: list[Route] = []

    def keep(route: Route) -> None:
        routes.append(route)

    page.route(url, keep, times=times)
    return routes
