"""A broken board brought along, corrected and played; a file dropped; boards printed."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from solver.hidoku.rules.known_boards import FINDLING
from tests.browser.conftest import NewPage

BROKEN = FINDLING.replace("46,72,77", "46,7z,77")

DROP = """content => {
  const data = new DataTransfer();
  data.items.add(new File([content], "board.csv", {type: "text/csv"}));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true});
    document.getElementById("text").dispatchEvent(event);
  }
}"""


SELECTED = "(t => t.value?.slice(t.selectionStart, t.selectionEnd))(document.activeElement)"


def selected(page: Page) -> str:
    """Return what is selected, as soon as something is."""
    return page.wait_for_function(SELECTED).json_value()


def test_a_broken_file_is_corrected_and_played(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(BROKEN)
    page.goto("/hidoku/exchange/import")
    page.locator("#file").set_input_files(path)
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#problem")).to_contain_text("Line 8, field 8 is “7z”. Write a number")
    expect(page.locator(".line-numbers mark")).to_have_text("8\n", use_inner_text=False)
    assert selected(page) == "7z"  # so that what is typed takes its place
    page.keyboard.insert_text("72")
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#verdict")).to_contain_text("exactly one solution")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#status")).to_contain_text("73 numbers to place")


def test_a_dropped_table_is_read_and_what_is_too_large_refused(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/hidoku/exchange/import")
    page.wait_for_load_state()
    page.evaluate(DROP, "1 " * 40_000)
    expect(page.locator("#problem")).to_contain_text("too large")
    page.evaluate(DROP, "1;;\n;;\n")
    expect(page.locator("#verdict")).to_contain_text("more than one solution")
    page.goto("/hidoku/exchange/import")
    page.locator("#text").evaluate("text => { text.value = '1 '.repeat(40000); }")
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#problem")).to_contain_text("This text is too large")
    assert len(page.locator("#text").input_value()) == 80_000
    page.locator("#text").fill("1 . 3\n. . 6")
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#verdict")).to_be_visible()


def test_paper_holds_the_boards_alone(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/hidoku/exchange/print?board=findling&per=2&solutions=1")
    expect(page.locator(".sheet")).to_have_count(2)
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) == 2
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="Letter", landscape=True))) == 2
    page.emulate_media(media="print")
    expect(page.locator("h1")).to_be_hidden()
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator(".paper-picture").first).to_be_visible()
    look = "line => ['stroke', 'strokeWidth'].map(name => getComputedStyle(line)[name])"
    casing, bridge = (
        page.locator(f".solved .ribbon > {part} line").first.evaluate(look)
        for part in ("[stroke-linecap]", "[stroke-linecap] + g")
    )
    assert casing[0] != bridge[0]  # one part of the path passes over the other
    assert float(casing[1].removesuffix("px")) > float(bridge[1].removesuffix("px"))
