"""Why a step's answer is right: a nudge, then two or three sentences, each with what it marks.

A sentence of the block ``reason`` has a line below it: what is marked, ``row1.2 r2c3``, a bar, and
what it claims. Pages show the sentence and the marks; tests judge the claims by plain counting.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from solver.hidoku.rules.grid import Cell
from webapp.learn.lessons.lesson import LessonError, LessonStep
from webapp.learn.lessons.scene import parse_cell_name

#: A cell; a row, its feedback or one of its pegs; a peg of the code or the guess that are compared.
_MARK: Final = re.compile(r"r\d+c\d+|(row|keys)\d|(row\d|code|guess)\.\d")
_CELL: Final = re.compile(r"r\d+c\d+")


@dataclass(frozen=True)
class ReasonSentence:
    text: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class StepReason:
    """The nudge of a step, which doesn't give its answer away, and the sentences that prove it."""

    nudge: str
    sentences: tuple[ReasonSentence, ...]


def reason_of(step: LessonStep) -> StepReason:
    """Return the reason that a step gives. Raises LessonError.

    >>> from webapp.learn.lessons.lesson import Block
    >>> block = Block("reason", fields={"nudge": "Look."}, options=("So.\\nr1c2 r2c2 | 4 at r1c2",))
    >>> reason_of(LessonStep(1, "T", (block,))).sentences
    (ReasonSentence(text='So.', marks=('r1c2', 'r2c2')),)
    """
    block = step.block("reason")
    if block is None:
        raise LessonError(f"Step {step.number}, “{step.title}”, gives no reason.")
    return StepReason(block.of("nudge"), tuple(map(_sentence, block.options)))


def _sentence(option: str) -> ReasonSentence:
    text, _, rest = option.rpartition("\n")
    marks = tuple(rest.partition("|")[0].split())
    for mark in marks:
        if not _MARK.fullmatch(mark):
            raise LessonError(f"“{mark}” marks nothing.")
    return ReasonSentence(text.replace("\n", " "), marks)


def seen_marks(sentences: tuple[ReasonSentence, ...]) -> Mapping[str, str]:
    """Return what sentences mark, each with the class of the first that does: ``see-1``…"""
    stages = reversed(tuple(enumerate(sentences, 1)))
    return {mark: f"see-{stage}" for stage, sentence in stages for mark in sentence.marks}


def seen_cells(seen: Mapping[str, str]) -> Mapping[str, set[Cell]]:
    """Return the cells among what is marked, by their classes."""
    found: dict[str, set[Cell]] = {}
    for name, stage in seen.items():
        if _CELL.fullmatch(name):
            found.setdefault(stage, set()).add(parse_cell_name(name))
    return found
