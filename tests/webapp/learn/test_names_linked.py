"""Wherever a page shows the name of an idea, it links to the idea."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import board_of, solve
from tests.webapp.player import Player
from webapp.learn.idea import ideas
from webapp.learn.lessons.lesson import courses

#: What a game counts beside its board.
COUNTED = {"possible codes"}
NAMES = {idea.title.lower() for idea in ideas().values()} - COUNTED
#: Where a name leads elsewhere, says which page this is, or is the label of a field or a figure.
LABELS = {"th", "dt", "legend", "label", "figcaption"}
ELSEWHERE = {"a", "button", "h1", "title", "option", "script", "textarea", *LABELS}


class Names(HTMLParser):
    """Collects the names of ideas that are a piece of text by themselves, outside any link."""

    def __init__(self) -> None:
        super().__init__()
        self.within: list[str] = []
        self.unlinked: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in {"input", "meta", "link", "br", "img", "hr", "path", "use", "circle"}:
            self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while tag in self.within and self.within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        words = data.strip().strip(".,:;").lower()
        if words in NAMES and not ELSEWHERE & set(self.within):
            self.unlinked.append(data.strip())


def unlinked(page: str) -> list[str]:
    parser = Names()
    parser.feed(re.sub('<h2 id="step-heading">.*?</h2>', "", page))  # which leads nowhere else
    return parser.unlinked


def addresses(player: Player) -> Iterator[str]:
    """Yield pages that teach, hint, review, judge or explain."""
    yield from ("/learn", "/hidoku/rules", "/mastermind/rules", "/lab/", "/you/statistics")
    yield from (idea.url() for idea in ideas().values())
    yield "/learn/exercises/find-the-step/easy/v2-8"
    for lessons in courses().values():
        for lesson in lessons:
            yield from (f"/learn/{lesson.name}/{step.number}" for step in lesson.steps)
    yield from (f"/hidoku/watch/findling?step={step}&by=both" for step in range(0, 40, 3))
    yield from ("/hidoku/boards/findling", "/hidoku/editor")
    yield "/mastermind/analysis/classic/1122:1,0"
    solution = board_of(solve(BOARDS["small"].grid).solutions[0])
    game = player.new("hidoku/play", board="small")
    for tier in (1, 2, 3):
        yield from (game for _ in [player.move(game, "hints", tier=tier)])
    for cell, number in solution.items():
        if cell not in BOARDS["small"].grid.given:
            player.move(game, "placements", cell=f"{cell.row},{cell.column}", number=number)
    yield game
    code = player.new("mastermind/breaker", game="mini")
    player.move(code, "guesses", code="112")
    for tier in (2, 3):
        yield from (code for _ in [player.move(code, "hints", tier=tier)])


def test_a_name_is_a_link(stranger: Player) -> None:
    with stranger.client.application.test_request_context():
        pages = addresses(stranger)
        gaps = {url: names for url in pages if (names := unlinked(stranger.get(url).text))}
    assert gaps == {}


def test_a_name_that_is_no_link_is_found() -> None:
    assert unlinked("<p>Then a <b>bottleneck</b>.</p>") == ["bottleneck"]
    assert unlinked('<p><a href="/learn/ideas/bottleneck">Bottleneck</a></p>') == []
