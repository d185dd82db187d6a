"""Why an answer is right: what each step's reason claims, and how much of it is said when."""

import html
import re
from collections.abc import Iterator
from math import prod
from pathlib import Path

from tests.cases import cases
from tests.webapp.learn.answers import wrong_answer
from tests.webapp.learn.lessons import reason_claims
from tests.webapp.learn.lessons.plain import PlainStep, plain_steps
from tests.webapp.learn.lessons.test_truth import asked, is_figure, right_choice
from tests.webapp.player import Player
from webapp.learn.lessons.lesson import FOLDER

STEPS = plain_steps(FOLDER)
#: What a visitor reads who misses twice on every step, and then has the answer shown: for review.
MISSES = Path(__file__).with_name("misses.txt")
SUM = re.compile(r"(\d[\d,]*(?: [×+−] \d[\d,]*)+) = (?:{{[^=]+ = )?(\d[\d,]*)")
NAMED = re.compile(r"row (\d+), column (\d+)", re.IGNORECASE)
FIGURE = re.compile(r"[a-z]+( [^:=]+| \d{3,4}:\d,\d)? = \S+")


def is_so(step: PlainStep, claim: str) -> bool:
    name = claim.rsplit(": ", maxsplit=1)[-1].split(maxsplit=1)[0]
    if step.board and name in reason_claims.OF_BOARDS:
        return reason_claims.judge_board(step.board, claim)
    if name != "gets" and FIGURE.fullmatch(claim):
        return is_figure(step, claim)
    return reason_claims.judge_codes(step, claim)


@cases("step", STEPS)
def test_what_a_reason_claims_is_so(step: PlainStep) -> None:
    for line in reason_claims.plain_reason(step)[1]:
        for claim in line.claims:
            assert is_so(step, claim), (step.name, claim)
        for terms, value in SUM.findall(line.text):
            assert added_up(terms) == int(value.replace(",", "")), (step.name, terms)


def added_up(terms: str) -> int:
    plain = terms.replace(",", "").replace("− ", "+ -")
    return sum(prod(map(int, term.split(" × "))) for term in plain.split(" + "))


@cases("step", STEPS)
def test_a_reason_proves_the_answer(step: PlainStep) -> None:
    """What is asked is among its claims."""
    _, sentences = reason_claims.plain_reason(step)
    assert 2 <= len(sentences) <= 3
    claims = {claim for line in sentences for claim in line.claims}
    solution = {name: str(text) for name, text in asked(step).solution.items()}
    if step.kind == "place":
        row, column = map(int, solution["cell"].split(","))
        assert f"puts {step.field('number')} r{row + 1}c{column + 1}" in claims
    elif step.kind == "fill":
        assert f"puts {solution['number']} {step.field('cell')}" in claims
    elif step.kind == "reach":
        assert any(claim.startswith(f"reach {step.field('number')} = ") for claim in claims)
    elif step.kind == "number":
        first, *tail = sentences  # a second miss is told the first
        assert step.field("figure") not in first.text
        assert step.field("figure") in " ".join((*claims, *(line.text for line in tail)))
    elif step.kind in ("least", "most"):
        best = step.options[right_choice(step)].partition("\n")[0]
        assert best.partition(" |")[0] in claims
    elif step.kind == "fits":
        sign = "misfit" if step.field("not") else "fits"
        assert f"{sign} {step.options[right_choice(step)]}" in claims | misfits(step)


def misfits(step: PlainStep) -> set[str]:
    """Codes of which the reason says what feedback they'd have got, which isn't the row's."""
    wrong = {(guess, keys) for guess, keys in step.turns}
    gets = re.findall(r"gets (\d+) (\d+) = (\d),(\d)", step.blocks["reason"])
    return {
        f"misfit {code}" for guess, code, b, w in gets if (guess, (int(b), int(w))) not in wrong
    }


@cases("step", [step for step in STEPS if step.board])
def test_cells_that_a_reason_names_are_marked(step: PlainStep) -> None:
    _, sentences = reason_claims.plain_reason(step)
    marks = {mark for line in sentences for mark in line.marks}
    for line in sentences:
        cells = {f"r{row}c{column}" for row, column in NAMED.findall(line.text)}
        assert cells <= marks, (step.name, cells - marks)


def visible_text(page: str) -> list[str]:
    """Return the sentences of the verdict, one to a line, with pegs and key pegs in words."""
    text = (
        page.partition('id="judgement"')[2].partition("lesson-ways")[0].partition("reason-more")[0]
    )
    text = re.sub(
        r'<span class="(?:review-pegs|lesson-key)[^>]*aria-label="([^"]*)".*?</span>',
        r"[\1]",
        text,
        flags=re.S,
    )
    text = re.sub(r"<svg.*?</svg>", "", text, flags=re.S)
    lines = re.findall(r"<(?:p|li)\b[^>]*>(.*?)</(?:p|li)>", text, re.S)
    return [" ".join(html.unescape(re.sub(r"<[^>]*>", "", line)).split()) for line in lines]


def walk(player: Player) -> Iterator[str]:
    for step in STEPS:
        url, wrong = f"/learn/{step.name}", wrong_answer(asked(step))
        first = visible_text(player.post(url, **wrong).text)
        second = visible_text(player.post(url, **wrong, tries=1).text)
        solution = visible_text(player.get(f"{url}?show=1").text)
        assert first[0] == second[0] == "Not yet.", step.name
        assert solution[0] == "The answer"
        assert len(first) == 2
        if not wrong.keys() & {"code", "card"}:
            assert second[-1] in solution, step.name
        assert first[1] not in solution
        words = (("1", first[1:]), ("2", second[1:]), ("=", solution[1:]))
        lines = [f"  {sign} {line}" for sign, sentences in words for line in sentences]
        yield "\n".join((step.name, *lines, ""))


def test_who_misses_twice_hears_more_each_time(stranger: Player) -> None:
    """A miss gets the nudge, the next one how the reason begins, and “show” all of it."""
    assert "\n".join(walk(stranger)) == MISSES.read_text(encoding="utf-8")
