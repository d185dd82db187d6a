"""A class at work: a projector, two phones, and a teacher who goes on."""

import re

from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import NewPage
from tests.sampling import sample

EXERCISE = "/learn/exercises/what-is-proved/easy/v1-7"


def join(pupil: Page, address: str, name: str) -> None:
    pupil.goto(address)
    pupil.get_by_label("Your name").fill(name)
    pupil.get_by_role("button", name="Join").click()
    expect(pupil.get_by_text("Your teacher hasn’t started yet.")).to_be_visible()


def test_a_class_goes_from_step_to_step(new_page: NewPage) -> None:
    teacher, ann, ben = new_page(1280, 800), new_page(390, 664), new_page(360, 640)
    teacher.goto("/learn")
    teacher.get_by_role("link", name="Class", exact=True).click()
    assert violations(teacher) == []
    teacher.get_by_role("button", name="Open an empty class").click()
    teacher.get_by_label("Address").fill("/learn/mastermind/feedback")
    teacher.get_by_role("button", name="Add", exact=True).click()
    expect(teacher.get_by_role("link", name="Feedback: lesson")).to_be_visible()
    teacher.goto(EXERCISE)
    teacher.get_by_role("button", name="Add to the class").click()
    expect(teacher.get_by_text("Added as a step")).to_be_visible()  # and the page stays
    expect(teacher).to_have_url(re.compile(EXERCISE))
    way = teacher.get_by_role("link", name="Your class")
    teacher.emulate_media(media="print")
    expect(way).to_be_hidden()
    teacher.emulate_media(media="screen")
    way.click()
    address = teacher.get_by_label("Link for your pupils").input_value()
    with teacher.expect_popup() as opened:
        teacher.get_by_role("link", name="Show on a projector").click()
    projector = opened.value
    code = projector.get_by_text(address.rpartition("/")[2], exact=True)
    expect(code).to_be_visible()
    expect(projector.get_by_role("navigation")).to_have_count(0)
    join(ann, address, "Ann")
    join(ben, address, "Ben")
    for page in (projector, teacher):
        expect(page.get_by_text("2 here")).to_be_visible()  # by itself
    teacher.get_by_role("button", name="Start with step 1").click()
    for pupil in (ann, ben):  # what is open appears by itself
        step = pupil.get_by_role("listitem").filter(has=pupil.locator("a.button"))
        expect(step).to_have_count(1)
        assert violations(pupil) == []
        step.get_by_role("link").click()
    teacher.get_by_role("button", name="Next step").click()
    for pupil in (ann, ben):  # who is elsewhere is told
        bar = pupil.get_by_role("navigation", name="Your class")
        expect(bar).to_contain_text("Step 2:")
        assert violations(pupil) == []
        bar.get_by_role("link").last.click()
        expect(pupil).to_have_url(re.compile(EXERCISE))
        pupil.get_by_role("checkbox").first.check()
        pupil.get_by_role("button", name="Check answer").click()
        expect(pupil.get_by_text("Not yet.")).to_be_visible()
    expect(teacher.get_by_role("row", name=re.compile("^Ben"))).to_contain_text("1 try")
    assert violations(teacher) == []
    wrong = projector.get_by_text(re.compile(r"\(2 pupils\)"))
    expect(projector.get_by_text("2 wrong so far")).to_be_visible()
    expect(wrong).to_be_hidden()
    projector.get_by_text("Commonest wrong answer").click()
    expect(wrong).to_be_visible()
    ann.get_by_role("checkbox").nth(1).check()
    ann.get_by_role("button", name="Check answer").click()
    expect(ann.get_by_text("Not yet.")).to_be_visible()
    with projector.expect_response(lambda answer: "seen=" in answer.url and answer.status == 200):
        pass
    expect(wrong).to_be_visible()  # what is drawn anew stays open
    assert violations(projector) == []
    current_step = projector.locator("[aria-current=step]")
    width = "getComputedStyle(step.parentElement).paddingInlineStart"
    size = "getComputedStyle(step).fontSize"  # of its number, which stands in that margin
    assert current_step.evaluate(f"step => parseFloat({width}) > 1.5 * parseFloat({size})")
    picture = projector.locator(".class-picture").bounding_box()
    corner = code.bounding_box()
    assert picture
    assert corner
    assert picture["width"] > 640 < corner["x"]  # the code is beside what the class does
    teacher.set_viewport_size({"width": 360, "height": 640})
    for page in (projector, teacher, ann, ben):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    teacher.get_by_text("Codes for coming back").click()
    code = teacher.get_by_role("definition").first.inner_text()
    assert violations(teacher) == []
    tablet = new_page(360, 640)  # where nothing of Ann is known
    tablet.goto("/class")
    tablet.get_by_label("Code").fill(code)
    tablet.get_by_role("button", name="Join").click()
    expect(tablet.get_by_text("You’re Ann")).to_be_visible()
    expect(tablet.get_by_role("listitem").filter(has_text="2 tries")).to_be_visible()
    tablet.get_by_text("Come back in another browser").click()
    expect(tablet.get_by_text(code)).to_be_visible()
    assert violations(tablet) == []
    rows = teacher.get_by_role("rowheader")
    expect(rows.filter(has_text="Ann")).to_have_count(1)
    second = ann.context.new_page()
    second.goto(address)
    expect(second.get_by_text("You’re Ann")).to_be_visible()


def box_of(part: Locator) -> FloatRect:
    box = part.bounding_box()
    assert box
    return box


def test_each_step_of_a_plan_fits_a_projector(new_page: NewPage) -> None:
    """Its questions end above the lower edge, and no notice beside the steps covers one."""
    page = new_page(1920, 1080)
    page.goto("/class")
    page.get_by_role("button", name="Minimax", exact=True).click()
    address = page.url
    page.get_by_role("button", name="Open all steps").click()
    page.goto(f"{address}?screen=1")
    last_step = page.get_by_role("listitem").last.get_by_role("link")
    last_step.click(trial=True)
    expect(last_step).to_be_in_viewport(ratio=1)
    for place in sample(range(6), 2, "steps of a plan"):
        page.goto(address)
        step = page.locator(".class-steps > li").nth(place)
        step.get_by_role("button", name="Go here").click()
        page.goto(f"{address}?screen=1")
        for number in range(max(1, page.get_by_role("link", name=re.compile(r"^\d$")).count())):
            page.goto(f"{address}?screen=1&question={number + 1}&moves=9")
            height = page.evaluate("document.documentElement.scrollHeight")
            assert height <= 1080, f"step {place + 1}, question {number + 1}"
            pegs = page.locator(".pile-code .peg")
            assert all(box["width"] > 30 for box in map(box_of, pegs.all()))
            guesses = page.locator(".lesson-rows + .lesson-splits > div")
            assert len({box["y"] for box in map(box_of, guesses.all())}) <= 1  # side by side
