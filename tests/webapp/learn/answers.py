"""Answers to any question, as its page sends them."""

import re
from collections.abc import Iterable, Iterator
from itertools import product

from werkzeug.datastructures import MultiDict

from webapp.learn.questions.question import Marking, Question

Form = dict[str, object]


def answers_to(question: Question) -> Iterator[Form]:
    """Yield answers of every kind that can be read, but not the solution itself."""
    return (answer for answer in _answers(question) if answer != question.solution)


def _answers(question: Question) -> Iterator[Form]:
    scene, right = question.scene, dict(question.solution)
    if follow := getattr(question, "next_question", None):  # and wrong reasons of the right choice
        wrong = ({"choice": str(place)} for place in range(len(question.labels)))
        yield from (answer for answer in wrong if answer["choice"] != right["first"])
        yield from ({**answer, "first": right["first"]} for answer in answers_to(follow))
    elif question.form in ("choices", "ticks"):
        yield from ({"choice": str(place)} for place in range(len(question.labels)))
    elif question.form == "number":
        yield from ({"number": str(number)} for number in (1, 2, 0, 7, 13, 256, 999))
    elif question.form == "keys":
        pairs = product(range(3), range(2))
        yield from ({"right": str(black), "other": str(white)} for black, white in pairs)
    elif question.form == "code":
        codes = (scene.game.code_at(at) for at in range(0, 60, 7))
        yield from ({"code": scene.game.format_code(code)} for code in codes)
    elif question.form == "piles":
        yield from ({**right, "pile": str(pile)} for pile in range(14))
    elif question.form == "cell" and "draft" in right:  # back from what is no dead end
        first, *_ = str(right["draft"]).split()
        yield {"draft": first, "cell": first}
    elif right.get("draft"):  # two numbers in each other's place
        first, _, placements = str(right["draft"]).partition(" ")
        cell, _, number = first.partition("=")
        yield {**right, "draft": f"{cell}={right['number']} {placements}", "number": number}
    elif "says" in right:
        yield {**right, "says": "in" if right["says"] == "out" else "out"}
    else:
        cells = sorted(scene.grid.cells, key=lambda cell: cell in scene.grid.given)
        yield from ({"cell": f"{cell.row},{cell.column}"} for cell in cells)


def judge(question: Question, answer: object) -> Marking:
    return question.judge(MultiDict(answer))  # type: ignore[arg-type]


def wrong_answer(question: Question) -> Form:
    return next(answer for answer in answers_to(question) if not judge(question, answer).is_right)


def words_of(sentences: Iterable[str]) -> list[str]:
    """Return what is said between the pegs."""
    parts = (re.split(r"{{.+?}}", sentence) for sentence in sentences)
    return [part.strip() for pieces in parts for part in pieces if part.strip(" .:")]
