"""What a class sees of a solve: chains drawn, the question before a step, tries."""

import re

import pytest
from playwright.sync_api import Page, expect

from solver.hidoku.notations.json_format import format_json
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.traces.trace import Mode, trace
from tests.browser.axe import violations
from tests.browser.conftest import NewPage, Pick
from tests.browser.delays import answer_late
from tests.browser.places import box
from tests.solver.hidoku.kept_boards import kept_board
from tests.webapp.hidoku.watch.plain_search import PlainSearch
from webapp.hidoku.watch.traces import hard_steps

SIZES = ((390, 664), (360, 640), (1280, 800))
GRID = kept_board("six links")
STEP = 22  # 14 in row 5, column 1: a chain of six links


def chain(page: Page, link: int = 1, query: str = "") -> None:
    """Bring the board along, and go to a link of its chain."""
    page.goto("/hidoku/exchange/import")
    page.locator("textarea").first.fill(format_json(GRID))
    page.locator("main form button").first.click()
    page.wait_for_url(re.compile("/own-"))
    page.goto(f"/hidoku/watch/{page.url.rsplit('/', 1)[1]}?step={STEP}&link={link}{query}")
    expect(page.locator("#frame")).to_have_attribute("data-step", str(STEP), timeout=20_000)
    page.wait_for_load_state()


def test_board_words_and_the_way_to_move_are_on_the_screen(new_page: NewPage, pick: Pick) -> None:
    for size in pick(SIZES):
        width, height = size
        page = new_page(width, height)
        chain(page, 3)
        before = box(page, ".cells")
        overflow = "board => getComputedStyle(board).overflowX"  # would cut its shadow off
        assert page.locator(".watching .board").evaluate(overflow) == "visible"
        for selector in (".cells", ".reason", "#step", "#back", "#play", "#next"):
            place = box(page, selector)
            assert place["x"] >= 0, selector
            assert place["x"] + place["width"] <= width + 0.5, selector
            assert place["y"] >= 0, selector
            assert place["y"] + place["height"] <= height + 0.5, selector
        bar, reason = box(page, "#scrub"), box(page, ".reason")
        if width < 900:
            assert reason["y"] + reason["height"] <= bar["y"] + 0.5
        page.locator("#next").click()
        expect(page.locator("#frame")).to_have_attribute("data-link", "4")
        assert box(page, ".cells") == before
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        if width < 900:
            assert box(page, "#next")["y"] + 44 <= height + 0.5
        assert violations(page) == []


def test_one_link_at_a_time_is_drawn(page: Page) -> None:
    chain(page, 3)
    expect(page.locator(".reason")).to_have_text(
        "15 fits only row 5, column 2, next to 14 and 2 before 17."
    )
    assert page.locator(".cell.target small").inner_text() == "15"
    assert page.locator(".cell.tried small").inner_text() == "14?"
    assert page.locator(".beads [aria-current]").inner_text() == "15"
    arrow, target = box(page, ".arrows path:last-child"), box(page, ".cell.target")
    assert target["x"] - target["width"] / 3 < arrow["x"] + arrow["width"] / 2
    assert arrow["x"] + arrow["width"] <= target["x"] + target["width"] * 1.2
    look = page.evaluate(
        "() => { const s = getComputedStyle(document.querySelector('.arrows path:last-child'));"
        " return [s.stroke, s.strokeWidth, s.fill]; }"
    )
    assert look[0] not in {"none", "rgba(0, 0, 0, 0)"}
    assert look[2] == "none"
    page.keyboard.press("ArrowRight")
    expect(page.locator(".beads [aria-current]")).to_have_text("✕")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".beads [aria-current]")).to_have_text("13")
    for _ in range(2):
        page.locator("#next").click()
    expect(page.locator(".reason")).to_contain_text("So 14 can’t be in row 5, column 1.")
    page.locator("#next").click()
    expect(page.locator("#frame")).to_have_attribute("data-step", str(STEP + 1))
    page.locator("#back").click()
    expect(page.locator("#frame")).to_have_attribute("data-link", "4")
    expect(page).to_have_url(re.compile(r"link=4$"))


def test_hard_steps_stand_out_on_the_scrubber_and_are_a_press_away(page: Page) -> None:
    chain(page)
    hard = sorted(hard_steps(trace(GRID, Mode.TECHNIQUES).steps))
    page.keyboard.press("Home")
    expect(page.locator("#frame")).to_have_attribute("data-step", "0")
    for at in hard[:2]:
        page.locator(".chapters a").click()
        expect(page.locator("#frame")).to_have_attribute("data-step", str(at))
    page.keyboard.press("End")
    expect(page.locator(".chapters")).to_have_count(0)
    assert page.locator(".rulers .spoken").count() == 0
    tick = page.evaluate(
        "() => { const d = document.querySelector('.ticks .hard').getBoundingClientRect();"
        " const p = document.querySelector('.ticks path').getBoundingClientRect();"
        " return [d.height, p.height, d.left]; }"
    )
    assert tick[0] > 2 * tick[1]
    last = int(page.locator("#frame").get_attribute("data-last") or 0)
    slider = box(page, "#step")
    handle = slider["x"] + 10 + (slider["width"] - 20) * hard[0] / last
    assert tick[2] == pytest.approx(handle, abs=2)


def test_paper_has_the_board_and_the_step_without_what_one_can_press(page: Page) -> None:
    page.goto("/hidoku/watch/findling?step=20")
    page.emulate_media(media="print")
    expect(page.locator(".watching .cells")).to_be_visible()
    expect(page.locator(".step .reason")).to_be_visible()
    for part in (".methods", ".scrub", "#lesson", "#comparison", ".watching > .side", "#why-not"):
        expect(page.locator(part)).to_be_hidden()


def test_the_last_press_counts_though_one_before_it_brings_nothing(page: Page) -> None:
    chain(page)
    page.route(re.compile(r"step=0"), lambda route: route.fulfill(status=204))
    answer_late(page)
    page.keyboard.press("Home")
    page.locator(".chapters a").click()
    expect(page.locator("#frame")).to_have_attribute("data-step", "36")


def test_the_class_guesses_and_a_key_shows(page: Page) -> None:
    page.goto("/hidoku/watch/findling?step=5")
    page.locator("#guess").check()
    expect(page.locator(".step h2")).to_have_text("What comes next?")
    expect(page.locator(".chapters")).to_have_count(0)
    assert page.locator(".cell.newest").count() == 0
    page.keyboard.press("Escape")
    page.locator("#next").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cell.newest")).to_have_count(1)
    expect(page.locator("#frame")).to_have_attribute("data-step", "5")
    page.locator("#play").click()
    expect(page.locator(".step h2")).to_have_text("What comes next?")
    expect(page.locator("#play")).to_have_text("Play")
    expect(page.locator("#frame")).to_have_attribute("data-step", "6")
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.locator(".cell.newest")).to_have_count(1)
    expect(page.locator("#play")).to_have_text("Play")  # the next question waits for a key
    expect(page.locator("#frame")).to_have_attribute("data-step", "6")
    page.locator("#guess").uncheck()
    expect(page.locator(".chapters")).to_be_visible()


@pytest.mark.parametrize(
    ("column", "verdict"), [(2, "Yes: 10, between 9 and 11"), (4, "Yes: 67, between 65 and 68")]
)
def test_a_tap_answers_what_comes_next(new_page: NewPage, column: int, verdict: str) -> None:
    page = new_page(390, 664, has_touch=True)
    page.goto("/hidoku/watch/findling?step=3&guess=on")  # 10 goes between 9 and 11
    page.locator("[aria-rowindex='10'] .cell").nth(column).tap()
    expect(page.locator(".watching > .step")).to_contain_text(verdict)
    page.locator("#next").click()
    expect(page.locator(".watching > .step")).not_to_contain_text(verdict)


def test_a_full_screen_is_all_board_and_words(new_page: NewPage) -> None:
    for size in ((1280, 800), (1920, 1080)):
        page = new_page(*size)
        page.goto("/hidoku/watch/findling?step=5")
        expect(page.locator("#frame")).to_have_attribute("data-step", "5")
        page.locator("#full").click()
        expect(page.locator("#full")).to_have_text("Leave full screen")
        cells, reason, bar = (box(page, name) for name in (".cells", ".reason", "#scrub"))
        assert cells["height"] > 0.8 * size[1]
        assert cells["y"] + cells["height"] <= bar["y"]
        assert bar["y"] + bar["height"] <= size[1]
        assert reason["x"] > cells["x"] + cells["width"]
        large = "parseFloat(getComputedStyle(document.querySelector('.reason')).fontSize)"
        assert page.evaluate(large) >= 24
        expect(page.locator(".top")).to_be_hidden()
        edges = "signs => signs.map(sign => sign.getBoundingClientRect().left)"
        assert min(page.locator(".ruler-rows text").evaluate_all(edges)) >= cells["x"]


def test_a_phone_shows_the_chosen_method_and_a_full_screen_from_the_board_on(
    new_page: NewPage, pick: Pick
) -> None:
    for size in pick(((360, 640), (320, 640))):
        page = new_page(*size)
        page.goto("/hidoku/watch/findling?by=search&step=40")
        for method in page.locator(".methods .tab").all():
            expect(method).to_be_in_viewport(ratio=0.99)
            assert not method.evaluate("way => way.scrollWidth > way.clientWidth")
        page.locator("#full").scroll_into_view_if_needed()
        speed, full = box(page, "#speed"), box(page, "#full")
        beside = full["x"] - speed["x"] - speed["width"]
        assert max(beside, full["y"] - speed["y"] - speed["height"]) >= 8
        page.locator("#full").click()  # it is below the board
        expect(page.locator("#full")).to_have_text("Leave full screen")
        page.wait_for_function("scrollY === 0")
        expect(page.locator(".watching .cells")).to_be_in_viewport(ratio=1)
        assert box(page, ".step .reason")["y"] < box(page, "#scrub")["y"]
        expect(page.locator("#comparison")).to_be_hidden()


def counters_of(page: Page) -> tuple[int, ...]:
    """Return the cells filled, the depth, the dead ends, the nodes and the successors."""
    texts = page.locator(".counters dd").all_inner_texts()[:5]
    return tuple(int(text.split()[0].replace(",", "")) for text in texts)


def test_a_search_shows_its_open_choices_and_its_tree(new_page: NewPage, pick: Pick) -> None:
    """By touch and by keyboard; board, stack, tree and counters are those of a plain search."""
    moments = PlainSearch(BOARDS["three-dead-ends"].grid).moments
    for size, by_touch in pick((((390, 664), True), ((360, 640), True), ((1280, 800), False))):
        page = new_page(*size, has_touch=by_touch)
        page.goto("/hidoku/watch/three-dead-ends?by=search")
        for step, moment in enumerate(moments):
            expect(page.locator("#frame")).to_have_attribute("data-step", str(step))
            stack = [str(number) for number in moment.stack]
            assert page.locator(".open-choice > b").all_inner_texts() == stack
            depths = [str(depth) for depth in range(1, len(stack) + 1)]
            assert page.locator(".badges text").all_text_contents() == depths
            assert page.locator(".tree .tree-open").get_attribute("d").count("M") == len(stack)
            assert page.locator(".tree .failed").count() == moment.dead_ends
            assert counters_of(page) == (
                moment.filled,
                len(stack),
                moment.dead_ends,
                moment.nodes,
                moment.successors,
            )
            if stack:
                expect(page.locator(".open-choice").first).to_be_in_viewport(ratio=0.9)
            for counter in page.locator(".counters dd").all():
                expect(counter).to_be_in_viewport(ratio=0.9)
            if by_touch:
                page.locator("#next").tap()
            else:
                page.keyboard.press("ArrowRight")
        expect(page.locator("#frame")).to_have_attribute("data-step", str(len(moments)))
        page.locator(".tree a").last.dispatch_event("click")
        expect(page.locator("#frame")).not_to_have_attribute("data-step", str(len(moments)))
        page.locator(".open-choice").last.click()
        expect(page.locator(".open-choice[aria-current]")).to_have_count(1)
        line = page.locator(".compare tbody tr").nth(1)
        expect(line).to_contain_text(f"{moments[-1].nodes}")
        page.locator(".compare a", has_text="Search alone").click()
        expect(page.locator(".methods [aria-current]").first).to_have_text("Search")
        expect(page).to_have_url(re.compile("by=alone"))
