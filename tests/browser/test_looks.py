"""What pages look like where a rule for one thing could spoil another."""

from tests.browser.conftest import NewPage


def test_pegs_are_as_elsewhere_in_answers_and_in_boards_that_are_offered(new_page: NewPage) -> None:
    page = new_page(390, 664)
    page.goto("/learn/mastermind/contradiction/1")
    script = "letters => letters.map(letter => getComputedStyle(letter).stroke)"
    strokes = page.locator(".button.choice .peg text").evaluate_all(script)
    assert strokes
    assert {*strokes} == {"none"}
    for address in ("/mastermind/", "/mastermind/analysis/"):
        page.goto(address)
        first = page.locator(".board-picture").first.locator("> span").first.locator("svg")
        tops = first.evaluate_all("pegs => pegs.map(peg => peg.getBoundingClientRect().top)")
        assert len(tops) > 2, address
        assert len({*tops}) == 1, address
