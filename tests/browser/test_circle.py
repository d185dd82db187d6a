"""A circle of five browsers over three days, with a late finisher, a leaver and a hidden result."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import NewPage
from tests.browser.games import OWN_PAGE

SIZES = [(1280, 800), (390, 664), (360, 640), (320, 640), (390, 664)]
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
#: Columns of days that are part of a key, which must never be there twice, and moments.
DAYS = ("games.day", "daily_codes.day", "daily_totals.day")
MOMENTS = ("games.ended", "games.changed", "contest_entries.joined", "contests.made")


def let_a_day_pass(data: Path) -> None:
    """Have all that is stored have happened a day earlier."""
    with closing(sqlite3.connect(data / "pegs.sqlite3")) as connection, connection:
        for table, column in (name.split(".") for name in DAYS):
            connection.execute(
                f"UPDATE {table} SET {column} = 'x' || {column} WHERE {column} != ''"
            )
            date = f"date(substr({column}, 2), '-1 day')"
            connection.execute(f"UPDATE {table} SET {column} = {date} WHERE {column} != ''")
        for table, column in (name.split(".") for name in MOMENTS):
            connection.execute(f"UPDATE {table} SET {column} = datetime({column}, '-1 day')")


def find_code(page: Page, data: Path, guesses: int, days_ago: int = 0) -> None:
    """Play a day's Mastermind to its end."""
    day = (datetime.now(UTC) - timedelta(days=days_ago)).date()
    answer = page.request.post(f"/daily/mastermind/{day}/games", headers=OWN_PAGE)
    with closing(sqlite3.connect(data / "pegs.sqlite3")) as connection:
        query = "SELECT code FROM daily_codes WHERE day = ?"
        code = str(connection.execute(query, [str(day)]).fetchone()[0])
    wrong = next(row for row in ("123456789"[: len(code)], code[::-1]) if row != code)
    for version, row in enumerate((*[wrong] * (guesses - 1), code), 1):
        form = {"version": str(version), "code": row}
        page.request.post(f"{answer.url}/guesses", form=form, headers=OWN_PAGE)


def today_of(page: Page, name: str) -> str:
    """Return what today's table says of a member's Mastermind."""
    page.reload()
    return page.locator("#today tr", has_text=name).locator("td").nth(1).inner_text()


def test_a_circle_of_five_over_three_days(new_page: NewPage, data: Path) -> None:
    ben, mia, ada, jo, tom = everybody = [new_page(*size) for size in SIZES]
    ben.goto("/friends/")
    ben.get_by_label("Name of the circle").fill("Kitchen table")
    ben.get_by_label("Your name for the others").fill("Ben")
    ben.get_by_role("button", name="Make a circle").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Kitchen table")
    ben.get_by_text("QR code").click()
    expect(ben.locator(".qr-code svg")).to_be_visible()
    link = ben.locator("#address").input_value()
    for page, name in zip(everybody[1:], ("Mia", "Ada", "Jo", "Tom"), strict=True):
        page.goto(link)
        page.get_by_label("Your name for the others").fill(name)
        page.get_by_role("button", name="Join").click()
        expect(page.locator("#today .own")).to_contain_text(name)
    find_code(ben, data, 2)
    assert "finished, hidden until you have" in today_of(mia, "Ben")
    find_code(mia, data, 3)
    assert "2 guesses, first" in today_of(mia, "Ben")
    assert "3 guesses" in today_of(ben, "Mia")
    expect(ben.locator("#today").get_by_label("Today as text")).to_have_value(
        f"Kitchen table, {ben.locator('#today h2 small').inner_text()}: Mastermind Ben 2\n{link}"
    )
    for page in everybody:
        page.reload()
        assert violations(page) == []
        assert page.evaluate(SIDEWAYS) <= 0
    let_a_day_pass(data)
    find_code(ada, data, 1, days_ago=1)  # late
    tom.get_by_text("Leave", exact=True).click()
    tom.get_by_role("button", name="Leave the circle").click()
    expect(tom.get_by_role("heading", name="With friends")).to_be_visible()
    find_code(jo, data, 4)
    expect(ben.locator("#today")).not_to_contain_text("4 guesses")
    let_a_day_pass(data)
    find_code(mia, data, 2)
    assert "finished, hidden until you have" in today_of(ben, "Mia")
    expect(ben.locator("#today")).not_to_contain_text("Tom")
    ben.get_by_role("link", name="Mastermind").last.click()
    first_day = datetime.now(UTC) - timedelta(days=2)
    if first_day.isocalendar()[1] == datetime.now(UTC).isocalendar()[1]:
        week = ben.locator("#week tr", has_text="Ada")
        expect(week).to_contain_text(f"{first_day:%A}: 1 guess, late")
        expect(ben.locator("#week tr", has_text="Jo")).to_contain_text("4 guesses")
    else:
        expect(ben.locator("#week")).to_contain_text("Last week: Ben")
    expect(ben.locator("#week")).not_to_contain_text(f"{datetime.now(UTC):%A}: 2 guesses")
    ben.goto("/daily/mastermind")
    find_code(ben, data, 2)
    ben.goto("/daily/mastermind")
    ben.get_by_role("link", name="See your game").click()
    for width in (360, 320):  # a member has one way on more than others
        ben.set_viewport_size({"width": width, "height": 640})
        assert ben.evaluate(SIDEWAYS) <= 0
    ben.get_by_role("link", name="Show my circle").click()  # one press from the result
    assert "2 guesses, first" in today_of(ben, "Mia")
