"""A Hidoku being watched: play, pause, step, scrub, overlays, taking over; and its solutions."""

import re
from html import escape

from playwright.sync_api import Page, Route, expect

from tests.browser.axe import violations

WATCH = "/hidoku/watch/findling"
#: What is sent while a step is still worked out, as templates/_pending.html has it.
THINKING = """<div id="notice" role="status"><p class="notice">Thinking.</p>
<form id="again" hx-get="{url}" hx-trigger="load delay:700ms" hx-target="#frame"
hx-swap="outerMorph"></form></div>"""


def step_of(page: Page) -> int:
    return int(page.locator("#frame").get_attribute("data-step") or -1)


def stands(page: Page) -> bool:
    before = step_of(page)
    page.wait_for_timeout(600)  # at the pace of that test a step more is there by then
    return step_of(page) == before


def test_play_pause_step_scrub_overlays_and_taking_over(page: Page) -> None:
    page.goto(f"{WATCH}?by=tries&step=57")
    expect(page.locator("#frame")).to_have_attribute("data-step", "57")
    page.locator("#next").click()
    expect(page.locator("#frame")).to_have_attribute("data-step", "58")
    page.locator("#back").click()
    expect(page.locator("#frame")).to_have_attribute("data-step", "57")
    page.locator("#speed").select_option("400")  # it lasts for half a minute
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Pause")
    expect(page.locator("#frame")).to_have_attribute("data-step", re.compile(r"6[1-9]|[7-9]\d|1.."))
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Play")
    assert any(stands(page) for _ in range(5))  # a frame may have been on its way
    step = step_of(page)
    expect(page).to_have_url(re.compile(rf"step={step}$"))
    page.locator("#step").fill("20")
    expect(page.locator("#frame")).to_have_attribute("data-step", "20")
    expect(page).to_have_url(re.compile("step=20$"))
    for name in ("connections", "candidates", "placements"):
        page.locator(f"#show-{name}").check()
        expect(page.locator(f"#{name}")).to_be_visible()
        expect(page).to_have_url(re.compile(f"show={name}"))
    assert step_of(page) == 20
    assert violations(page) == []
    page.locator(".board .cell.empty").first.click()
    expect(page.locator("#looked")).to_contain_text("can hold:")
    page.locator("#next").click()
    expect(page.locator("#frame")).to_have_attribute("data-step", "21")
    expect(page.locator("#placements")).to_be_visible()
    page.locator("#show-placements").uncheck()
    expect(page.locator("#placements")).to_have_count(0)
    count = int(page.locator(".counters dd").first.inner_text().split()[0])
    page.locator("#take-over").click()
    expect(page.locator("#status")).to_have_text(f"{100 - count} numbers to place.")
    page.locator("#undo").click()
    expect(page.locator("#status")).to_have_text(f"{101 - count} numbers to place.")


def test_a_step_that_is_still_worked_out_comes_by_itself(page: Page) -> None:
    targets: list[str | None] = []

    def think(route: Route) -> None:
        targets.append(route.request.headers.get("hx-target"))
        if len(targets) > 2:
            route.continue_()
            return
        headers = {"HX-Retarget": "#notice", "HX-Reswap": "outerHTML"}
        body = THINKING.format(url=escape(route.request.url))
        route.fulfill(status=200, content_type="text/html", headers=headers, body=body)

    page.goto(f"{WATCH}?step=5")
    expect(page.locator("#frame")).to_have_attribute("data-step", "5")
    page.route("**/hidoku/watch/findling?*step=6*", think)
    page.locator("#next").click()
    expect(page.locator("#frame")).to_have_attribute("data-step", "6")
    expect(page.locator("#notice")).to_be_empty()
    assert len(targets) >= 3  # a busy machine asks again
    assert {*targets} == {"section#frame"}
    targets.clear()
    page.locator("#back").click()
    expect(page.locator("#frame")).to_have_attribute("data-step", "5")
    page.locator("#play").click()  # and playing goes on once it is there
    expect(page.locator("#frame")).to_have_attribute("data-step", "8")
    expect(page.locator("#play")).to_have_text("Pause")


def test_watching_by_keys_and_playing_to_the_end_and_again(page: Page) -> None:
    page.goto(f"{WATCH}?step=5")
    expect(page.locator("#frame")).to_have_attribute("data-step", "5")
    page.wait_for_load_state()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#frame")).to_have_attribute("data-step", "15")  # all of them count
    for _ in range(10):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("#frame")).to_have_attribute("data-step", "5")
    page.keyboard.press("End")
    expect(page.locator(".step")).to_contain_text("only solution")
    page.keyboard.press("Home")
    expect(page.locator("#frame")).to_have_attribute("data-step", "0")
    page.locator("#show-connections").focus()
    page.keyboard.press("Space")
    expect(page.locator("#connections")).to_be_visible()
    expect(page.locator("#show-connections")).to_be_focused()
    page.locator("#next").focus()
    for step in (1, 2, 3):
        page.keyboard.press("Enter")
        expect(page.locator("#frame")).to_have_attribute("data-step", str(step))
    expect(page.locator("#next")).to_be_focused()
    page.goto(f"{WATCH}?by=logic&step=70")
    page.locator("#speed").select_option("60")
    page.locator("#play").click()
    expect(page.locator("#frame")).to_have_attribute("data-step", "75")
    expect(page.locator("#play")).to_have_text("Play")
    page.locator("#speed").select_option("400")  # it is not at the end again before one can look
    page.locator("#play").click()
    expect(page.locator("#frame")).to_have_attribute("data-step", re.compile(r"^[1-5]?\d$"))
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_text("Play")
