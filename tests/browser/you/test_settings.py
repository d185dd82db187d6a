"""The settings in a browser: by keyboard, seen in computed colours, and heard."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Pick
from tests.browser.games import begin_mastermind
from tests.browser.places import box

SETTINGS = "/you/settings"
LINEN, NIGHT = "rgb(247, 241, 230)", "rgb(26, 22, 18)"
RED = {"usual": "rgb(191, 52, 39)", "strong": "rgb(162, 0, 0)"}
PAGES = ("/", "/mastermind/", "/hidoku/boards/findling", "/lab/", SETTINGS)
STYLE = "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]"
#: Writes the first pitch of each sound on the page, and plays none.
DEAF = """const heard = [];
window.AudioContext = class { currentTime = 0; destination = null; };
window.OscillatorNode = class {
  constructor(audio, { frequency }) { this.pitch = frequency; }
  connect(next) { return next; }
  start(begin) {
    if (begin === 0) heard.push(this.pitch);
    document.documentElement.dataset.heard = heard.join(" ");
  }
  stop() {}
};
window.GainNode = class {
  gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect(next) { return next; }
};"""
TICK = "ticked"
PEG, NUMBER, ANSWER, WON = 196, 392, 523, 440


def style(page: Page, selector: str, name: str) -> str:
    return str(page.evaluate(STYLE, [selector, name]))


def choose(page: Page, **choices: str) -> None:
    page.goto(SETTINGS)
    for name, value in choices.items():
        group = page.locator(f"[name={name}]")
        (group.and_(page.locator(f"[value={value}]")) if value != TICK else group).check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")


def test_the_theme_is_the_one_chosen(new_page: NewPage, pick: Pick) -> None:
    for system in pick(("light", "dark")):
        page = new_page(390, 664, color_scheme=system)
        usual = NIGHT if system == "dark" else LINEN
        for theme, colour in (
            ("system", usual),
            ("light", LINEN),
            ("dark", NIGHT),
            ("system", usual),
        ):
            choose(page, theme=theme)
            for address in PAGES:
                page.goto(address)
                assert style(page, "body", "backgroundColor") == colour, (theme, address)
                light = style(page, "html", "colorScheme")
                assert light == ("light dark" if theme == "system" else theme)
            page.goto("/hidoku/rules")
            is_dark = colour == NIGHT
            ribbon = page.evaluate(
                "getComputedStyle(document.documentElement).getPropertyValue('--ribbon-light').trim()"
            )
            assert ribbon == ("75%" if is_dark else "84%"), theme


def test_samples_and_all_pegs_show_what_was_chosen(new_page: NewPage) -> None:
    page = new_page(390, 664, color_scheme="light")
    for looks in ({"theme": "system"}, {"theme": "dark", "palette": "strong", "letters": "off"}):
        choose(page, **looks)
        for theme, colour in (("system", LINEN), ("light", LINEN), ("dark", NIGHT)):
            assert style(page, f".sample-theme[data-theme={theme}]", "backgroundColor") == colour
        for palette, colour in RED.items():
            selector = f".sample-pegs[data-palette={palette}] .peg-1 .peg-body"
            assert style(page, selector, "fill") == colour
        for letters, is_shown in (("on", True), ("off", False)):
            letter = page.locator(f".sample-pegs[data-letters={letters}] text").first
            expect(letter).to_be_visible(visible=is_shown)
    choose(page, palette="strong", letters="off")
    page.goto("/")
    assert style(page, ".swatch .peg-1 .peg-body", "fill") == RED["strong"]
    expect(page.locator(".swatch .peg-1 text")).to_be_hidden()
    page.goto("/mastermind/")
    page.locator("#more-boards > summary").click()
    page.locator(".board-card[value=words2]").click()
    expect(page.locator(".swatch text").first).to_be_visible()  # what is guessed is letters
    choose(page, palette="usual", letters="on")
    page.goto("/")
    assert style(page, ".swatch .peg-1 .peg-body", "fill") == RED["usual"]
    expect(page.locator(".swatch .peg-1 text")).to_be_visible()


def test_motion_that_is_off_takes_no_time(new_page: NewPage) -> None:
    for motion, lasts in [("system", "0.09s"), ("off", "0s")]:
        page = new_page(1280, 800, reduced_motion="no-preference")
        choose(page, motion=motion)
        begin_mastermind(page)
        page.keyboard.type("1122")
        page.keyboard.press("Enter")
        expect(page.locator(".row.newest .key")).to_be_visible()
        assert style(page, ".row.newest .key > *", "animationDuration") == lasts
        slow = "document.getAnimations().filter(one => one.effect.getComputedTiming().endTime > 0)"
        if motion == "off":
            assert page.evaluate(f"{slow}.length") == 0


def test_all_is_chosen_by_keyboard(new_page: NewPage) -> None:
    page = new_page(320, 640)
    page.goto(SETTINGS)
    page.locator("[name=theme]:checked").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Dark", exact=True)).to_be_checked()
    names = []
    while "Save settings" not in names:
        page.keyboard.press("Tab")
        names.append(
            page.evaluate("document.activeElement.name || document.activeElement.innerText")
        )
        at, bar = box(page, ":focus"), box(page, ".save")
        if names[-1] != "Save settings":  # the bar with the button hides nothing that has the focus
            assert 0 <= at["y"] <= at["y"] + at["height"] <= bar["y"]
        if names[-1] == "sound":
            page.keyboard.press("Space")
    assert names == [
        "motion",
        "sound",
        "palette",
        "letters",
        "count",
        "entry",
        "clock",
        "at_once",
        "Save settings",
    ]
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert style(page, "body", "backgroundColor") == NIGHT
    for name in ("sound", "clock", "at_once"):
        expect(page.locator(f"[name={name}]")).to_be_checked()


TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def test_sounds_tell_what_happens_once_they_are_on(new_page: NewPage) -> None:
    page = new_page(1280, 800)
    page.add_init_script(DEAF)
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto("/mastermind/")
    assert not [url for url in urls if "/scripts/sound.js" in url]
    choose(page, sound=TICK)
    begin_mastermind(page)
    assert [url for url in urls if "/scripts/sound.js" in url]
    for count in range(1, 5):
        page.keyboard.press("1")
        expect_heard(page, *[PEG] * count)
    page.keyboard.press("Enter")
    expect(page.locator(".row.played")).to_have_count(1)
    expect_heard(page, *[PEG] * 4, ANSWER)
    page.keyboard.press("1")
    expect_heard(page, *[PEG] * 4, ANSWER, PEG)
    page.keyboard.press("Backspace")  # not heard
    expect(page.locator("#code")).to_have_value("____")
    page.evaluate(TWO_FRAMES)  # what happens within one frame is heard together
    page.keyboard.press("2")
    expect_heard(page, *[PEG] * 4, ANSWER, PEG, PEG)
    begin_hidoku(page, "/hidoku/boards/findling")
    page.locator("#number").fill("2")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("72 numbers to place.")
    expect_heard(page, NUMBER)  # and nothing of what was there before
    begin_hidoku(page, "/hidoku/exchange/import?text=1+2/3+.")
    page.locator("#number").fill("4")
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_be_visible()
    expect_heard(page, NUMBER, WON)  # it is seen at once, and then the answer comes
    page.reload()
    expect(page.locator("#result")).to_be_visible()
    assert page.locator("html").get_attribute("data-heard") is None


def expect_heard(page: Page, *pitches: int) -> None:
    expect(page.locator("html")).to_have_attribute("data-heard", " ".join(map(str, pitches)))


def begin_hidoku(page: Page, board: str) -> None:
    page.goto(board)
    page.get_by_role("button", name="Play", exact=True).first.click()
    expect(page.locator("#number")).to_be_visible()
    page.wait_for_load_state()  # the script is there
