"""Sheets of exercises as Chromium prints them: one page, and one of solutions, on either paper."""

import re
from itertools import product

from tests.browser.conftest import NewPage, Pick
from tests.sampling import sample
from webapp.learn.exercises.registry import ENTRIES

#: Seeds at which the lists of codes are long, and boards of all forms come.
SEEDS = (1, 300)


def test_a_sheet_is_a_page_and_its_solutions_another(new_page: NewPage, pick: Pick) -> None:
    for entry in pick(ENTRIES):
        page = new_page()
        for number, seed in sample(product((2, 4, 12), SEEDS), 3, entry.name):
            page.goto(
                f"/learn/exercises/{entry.name}/hard/v{entry.version}-{seed}/sheet?number={number}"
            )
            for paper in ("A4", "Letter"):
                pages = re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))
                assert len(pages) == 2, (number, seed, paper)


def test_piles_and_key_pegs_are_seen_on_white_paper(new_page: NewPage) -> None:
    """Below piles, in solutions, and the cards of a lesson, which has other styles, too."""
    page = new_page()
    for sheet in ("compare/easy/v2-6", "piles/medium/v1-7"):
        page.goto(f"/learn/exercises/{sheet}/sheet?number=4")
        key_peg = page.locator(".key-white").first
        assert key_peg.evaluate("peg => getComputedStyle(peg).stroke") == "rgb(0, 0, 0)"
    page.goto("/learn/mastermind/splitting/print")
    pegs = page.locator(".paper-codes li").first.locator(".peg").all()
    assert len({box["y"] for peg in pegs if (box := peg.bounding_box())}) == 1
