"""What a review says of the whole game is so: the sum, whose part is what, and the tinted row."""

import re

import pytest
from flask import Flask

from solver.deduction.explain.review import Reviewed
from tests.cases import cases
from tests.solver.deduction.explain.review_checks import best_play
from tests.webapp.mastermind.review.read_page import (
    GAMES,
    Row,
    figure,
    page_of,
    plain_text,
    random_game,
    rows_of,
)
from webapp.mastermind.finished import YOU, Finished


def check_sum(page: str, ending: Finished, rows: list[Row]) -> None:
    """Hold the parts of the sum against each other, and against the rows that are shown."""
    pairs = re.findall(r'<i class="sum-key (\w+)".*?<b>(.*?)</b>.*?<dd>(.*?)</dd>', page)
    parts = {kind: (figure(amount), plain_text(words)) for kind, amount, words in pairs}
    assert "−" not in page  # what is saved is called so
    if "luck" in parts:
        amount, words = parts["luck"]
        is_saved = words.startswith("saved")
        kind = ("good " if is_saved else "bad ") * (amount >= 0.1)
        assert words == f"{'saved by' if is_saved else 'lost to'} {kind}luck"
        parts["luck"] = (-amount if is_saved else amount, words)
    turns = [row.seen for row in rows]
    exact = all(turn.exact for turn in turns)
    assert ("luck" in parts) == (not ending.is_evil)
    adds_up = exact and not ending.is_evil and bool(parts["par"][0])
    has_bar = adds_up and rows[-1].plain.is_found
    assert ('class="sum-bar"' in page) == has_bar
    if has_bar:
        assert sum(amount for amount, _ in parts.values()) == pytest.approx(len(turns))
    elif adds_up and not ending.past:
        together = re.search(
            r"Counted as ([\d.]+): the (\d+) guesses played, and ([\d.]+) still", page
        )
        assert together
        total, guesses, needed = map(float, together.groups())
        assert sum(amount for amount, _ in parts.values()) == pytest.approx(total)
        assert (guesses, guesses + needed) == (len(turns), pytest.approx(total))
        assert needed >= 1
    chips = [words for row in rows for kind, words in row.chips if kind == "cost"]
    costs = [words for words in chips if "<" not in words]
    assert parts["own"][0] == pytest.approx(sum(figure(words.split()[-1]) for words in costs))
    check_own(parts["own"][1], ending, turns)
    assert bool(re.search("by estimate|are estimates|is an estimate", page)) == (not exact)
    if "luck" in parts:
        total = sum(
            float(words.split()[-1]) * (1 if words.startswith("bad luck") else -1)
            for row in rows
            for kind, words in row.chips
            if kind == "luck"
        )
        assert parts["luck"][0] == pytest.approx(total, abs=0.01 * len(turns) + 0.01)


def check_own(words: str, ending: Finished, turns: list[Reviewed]) -> None:
    whose, _, detail = words.partition(", in ") if ", in " in words else words.partition(": ")
    name = f"lost by {'your' if ending.voice is YOU else 'the computer’s'} guesses"
    assert whose == name + (", against a fair setter" if ending.is_evil else "")
    wrong = [turn for turn in turns if turn.cost]
    if not wrong:
        exact = all(turn.exact for turn in turns)
        assert detail == ("" if exact else "no better guess was found")
        return
    numbers = list(map(int, re.findall(r"\d+", detail)))
    assert numbers == ([len(wrong)] if len(wrong) > 3 else [turn.number for turn in wrong])


def check_tint(page: str, rows: list[Row]) -> None:
    """The tinted row is the first of those mistakes that cost most."""
    wrong = [row.seen for row in rows if row.seen.is_mistake]
    tint_rows = re.findall(r'class="rv costliest" id="row-(\d+)"', page)
    largest = max((turn.cost for turn in wrong), default=0)
    assert tint_rows == [str(turn.number) for turn in wrong if turn.cost == largest][:1]
    assert (f"Costliest: row {tint_rows[0]}" in page) if tint_rows else ("Costliest" not in page)


def check_skill(page: str, turns: list[Reviewed]) -> None:
    """The skill of the game is that of the mean cost of the rows that left a choice."""
    chosen = [float(turn.cost) for turn in turns if turn.before > 1 or turn.cost]
    skill = round(100 * 2 ** (-4 * sum(chosen) / max(len(chosen), 1)))
    assert re.search(rf"</b>: skill {skill}\b", page)


@cases("name", GAMES)
def test_what_a_review_says_of_the_game_is_so(app: Flask, name: str) -> None:
    for seed in range(GAMES[name]):
        ending = random_game(name, seed)
        page = page_of(app, ending)
        rows = list(rows_of(page, ending, best_play(ending.game)))
        check_sum(page, ending, rows)
        check_tint(page, rows)
        check_skill(page, [row.seen for row in rows])
