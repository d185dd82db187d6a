"""Lesson one of each course on a phone, with a mistake; and what axe finds in a step."""

from io import BytesIO
from itertools import product

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.places import AT_REST, box
from tests.colour_vision import contrast

PHONE = {"width": 390, "height": 664}
#: WCAG 2.2, 1.4.11: what a picture has to be told by.
TOLD_APART = 3
#: Of each key peg below a split: its kind, fill, edge, how far that reaches, and what is behind.
KEYS_OF_SPLITS = """() => {
  const hex = colour => '#' + colour.match(/\\d+/g).slice(0, 3)
    .map(part => Number(part).toString(16).padStart(2, '0')).join('');
  const ground = one => {
    const colour = getComputedStyle(one).backgroundColor;
    return /, 0\\)$|transparent/.test(colour) ? ground(one.parentElement) : hex(colour);
  };
  return [...document.querySelectorAll('.lesson-split .key > *')].map(one => {
    const {fill, stroke, strokeWidth, r} = getComputedStyle(one);
    const edge = stroke === 'none' ? 0 : parseFloat(strokeWidth);
    const rim = edge ? stroke : fill;
    return [one.getAttribute('class'), hex(fill), hex(rim), parseFloat(r) + edge / 2, ground(one)];
  });
}"""


def told(page: Page, words: str) -> None:
    expect(page.locator("#judgement .judgement-head")).to_have_text(words)


def go_on(page: Page) -> None:
    told(page, "Right.")
    expect(page.locator("#next")).to_be_focused()
    page.locator("#next").click()


def count_keys(page: Page, black: int, white: int) -> None:
    page.locator(f"#answer-right-{black}").check()
    page.locator(f"#answer-other-{white}").check()
    page.locator("#check").click()


def place(page: Page, words: str) -> None:
    page.get_by_role("radio", name=words).check()
    page.locator("#check").click()


def test_the_pupil_is_the_search(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/learn/search/depth-first/1")
    status = page.locator(".search-status")
    stack = page.get_by_role("list", name="Open choices").locator("b")
    place(page, "Row 3, column 4")
    expect(status).to_contain_text("Choose a cell for 9.")
    expect(stack).to_have_text(["8"])
    place(page, "Row 2, column 4")
    expect(status).to_contain_text("no cell is left for 11")
    expect(stack).to_have_text(["9", "8"])
    expect(page.locator("[name=cell]:checked")).to_have_count(0)  # whose turn it is to be left
    expect(page.locator(".search-tree .failed")).to_have_count(1)
    place(page, "Row 3, column 4")
    told(page, "Not yet.")
    place(page, "Row 2, column 4")
    expect(status).to_contain_text("no cell is left for 10")
    expect(page.locator("#judgement")).to_be_empty()
    expect(page.locator(".search-tree .failed")).to_have_count(2)
    place(page, "Row 3, column 4")
    go_on(page)


def test_the_first_lesson_of_mastermind(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/learn")
    page.locator("#start-here").click()
    page.get_by_role("link", name="Feedback").click()
    count_keys(page, 1, 1)
    told(page, "Not yet.")
    expect(page.locator("#judgement")).to_contain_text("Where are the two rows the same?")
    count_keys(page, 1, 0)
    expect(page.locator("#judgement")).to_contain_text("Holes 1 and 2 are the same in both rows")
    expect(page.get_by_role("link", name="Step 1, done")).to_have_count(0)
    count_keys(page, 2, 0)
    expect(page.get_by_role("link", name="Step 1, done")).to_be_visible()
    go_on(page)
    for black, white in ((1, 2), (1, 0), (2, 1)):
        expect(page.locator("#judgement")).to_be_empty()
        count_keys(page, black, white)
        go_on(page)
    page.locator("#choice-1").click()
    told(page, "Not yet.")
    expect(page.locator("#judgement .judgement")).to_be_in_viewport(ratio=1)
    page.locator("#choice-2").click()
    expect(page.get_by_text("Right so far.")).to_be_focused()
    expect(page.locator("#step .question")).to_contain_text("What feedback would row 1 get if")
    count_keys(page, 0, 1)
    told(page, "Not yet.")
    expect(page.locator("#judgement")).to_contain_text("Count those first, then the other pegs.")
    count_keys(page, 1, 0)
    told(page, "Right.")
    expect(page.locator(".chosen-from li")).to_have_count(3)  # to talk about
    expect(page.locator(".chosen-from .chosen")).to_contain_text("(right)")
    expect(page.locator("#next")).to_contain_text("Next lesson: One row")
    page.get_by_role("link", name="Learn").last.click()
    expect(page.get_by_text("0 of 13 known")).to_be_visible()


def test_the_first_lesson_of_hidoku(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/learn/hidoku/the-path/1")
    place(page, "Row 3, column 2: empty")
    told(page, "Not yet.")
    expect(page.locator("#judgement")).to_contain_text("4 comes between 3 and 5")
    place(page, "Row 2, column 1: empty")
    expect(page.locator("#judgement")).to_contain_text("row 2, column 1 is 2 steps away")
    marks = page.locator(".lesson-board .cell[class*='see-'] span")
    assert marks.all_inner_texts() == ["3", "5"]
    page.evaluate(AT_REST)  # marks appear slowly
    for number in marks.all():  # its ink is seen, not only there
        assert sum(Image.open(BytesIO(number.screenshot())).convert("L").histogram()[:80]) > 30
    place(page, "Row 2, column 3: empty")
    go_on(page)
    place(page, "Row 1, column 1: empty")
    go_on(page)
    page.locator("#number").fill("11")
    page.keyboard.press("Enter")
    go_on(page)
    place(page, "Row 3, column 2: empty")
    go_on(page)
    page.locator("#number").fill("10")
    page.locator("#check").click()
    told(page, "Right.")


def test_a_code_is_built_by_taps_and_keys(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/learn/mastermind/two-rows/5")
    page.get_by_role("button", name="Red, key 1").click()
    page.keyboard.type("111")
    page.locator("#submit").click()
    told(page, "Not yet.")
    page.locator("#submit").click()
    expect(page.locator("#judgement")).to_contain_text("were the code, row 1 would have got")
    for _ in range(4):
        page.keyboard.press("Backspace")
    page.keyboard.type("1126")
    page.locator("#submit").click()
    told(page, "Right.")


@pytest.mark.parametrize(("width", "height"), [(390, 664), (360, 640), (320, 640)])
def test_lesson_one_and_its_button_fit_the_first_screen(
    new_page: NewPage, width: int, height: int
) -> None:
    page = new_page(width, height)
    page.goto("/learn")
    for place in ("#start-here", "#map-mastermind [open] li:first-child a"):
        expect(page.locator(place)).to_be_in_viewport(ratio=1)
    for lesson in ("mastermind/feedback", "hidoku/the-path"):
        for step in range(1, 6):
            page.goto(f"/learn/{lesson}/{step}")
            for button in page.locator("#check, .choice").all():
                expect(button).to_be_in_viewport(ratio=1)


def test_what_a_reason_marks_is_drawn_one_after_the_other(new_page: NewPage) -> None:
    """Each mark has the number of its sentence; without motion all are there at once."""
    first, last = ".cell.see-1", ".cell.see-3"
    delays = {}
    for motion in ("no-preference", "reduce"):
        page = new_page(**PHONE, reduced_motion=motion)
        page.goto("/learn/hidoku/gaps/4?show=1")
        expect(page.locator(".reason li")).to_have_count(3)
        expect(page.locator(first)).to_have_count(2)
        delays[motion] = [
            page.eval_on_selector(
                mark, "cell => parseFloat(getComputedStyle(cell, '::before').animationDelay)"
            )
            for mark in (first, last)
        ]
        number = "cell => getComputedStyle(cell, '::after').content"
        assert page.eval_on_selector(last, number).startswith('"3"')
    assert delays["no-preference"][0] == 0 < delays["no-preference"][1] < 3
    assert delays["reduce"] == [0, 0]


def test_key_pegs_below_a_split_differ_from_their_ground(new_page: NewPage) -> None:
    """On the page and in a verdict, and black ones from white ones; “nothing” is a small dot."""
    page = new_page(**PHONE)
    page.goto("/learn/mastermind/splitting/2?show=1")
    page.locator(".reason-more summary").click()
    expect(page.locator("#judgement .lesson-split").first).to_be_visible()
    keys = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        keys += page.evaluate(KEYS_OF_SPLITS)
    assert {kind for kind, *_ in keys} == {"key-black", "key-white", "key-none"}
    assert len({ground for *_, ground in keys}) == 4
    for kind, fill, rim, reach, ground in keys:
        if kind != "key-none":
            assert max(contrast(fill, ground), contrast(rim, ground)) >= TOLD_APART
        assert (reach > 3) is (kind != "key-none")
    blacks, whites = (
        {key[1] for key in keys if key[0] == f"key-{name}"} for name in ("black", "white")
    )
    assert min(contrast(*two) for two in product(blacks, whites)) >= TOLD_APART


def test_pegs_in_a_sentence_are_as_high_as_its_lines(new_page: NewPage) -> None:
    page = new_page(390, 664)
    page.goto("/learn/ideas/one-row")
    assert box(page, ".idea-picture [role=status] .peg")["height"] == 22
