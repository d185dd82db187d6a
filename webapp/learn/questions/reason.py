"""Why the right answer is right: sentences, and what each marks of the position.

In a lesson's file, a sentence of the block ``reason`` has a line below it: what it marks,
``row1.2 r2c3``, a bar, and what it claims. Pages show the sentence and the marks; tests judge the
claims by plain counting. Of questions made by a seed, the solver gives the reason.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from solver.deduction.text.exercises import RowsLine
from solver.hidoku.rules.grid import Cell
from webapp.learn.questions.block import Block, QuestionError
from webapp.learn.questions.scene import Scene, parse_cell_name

#: A cell; a row, its feedback or one of its pegs; a peg of the code or the guess that are compared.
_MARK: Final = re.compile(r"r\d+c\d+|(row|keys)\d|(row\d|code|guess)\.\d")
_CELL: Final = re.compile(r"r\d+c\d+")


@dataclass(frozen=True)
class ReasonSentence:
    text: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reason:
    """The sentences that prove the answer, and a nudge, which doesn't give it away.

    Without a nudge, the question has its own, which depends on the answer.
    """

    sentences: tuple[ReasonSentence, ...] = ()
    nudge: str = ""


NO_REASON: Final = Reason()


def parse_reason(block: Block) -> Reason:
    """Parse a reason. Raises QuestionError.

    >>> block = Block("reason", fields={"nudge": "Look."}, options=("So.\\nr1c2 r2c2 | 4 at r1c2",))
    >>> parse_reason(block).sentences
    (ReasonSentence(text='So.', marks=('r1c2', 'r2c2')),)
    """
    return Reason(tuple(map(_sentence, block.options)), block.of("nudge"))


def _sentence(option: str) -> ReasonSentence:
    text, _, fields = option.rpartition("\n")
    marks = tuple(fields.partition("|")[0].split())
    for mark in marks:
        if not _MARK.fullmatch(mark):
            raise QuestionError(f"“{mark}” marks nothing.")
    return ReasonSentence(text.replace("\n", " "), marks)


def quote_lines(scene: Scene, lines: Iterable[RowsLine]) -> tuple[ReasonSentence, ...]:
    """Return what the solver says: with the codes behind each sentence, and its rows marked."""
    return tuple(
        ReasonSentence(
            " ".join((line.sentence, *(scene.pegs(code) for code in line.codes))),
            tuple(f"row{row + 1}" for row in line.rows),
        )
        for line in lines
    )


def marks_by_stage(sentences: tuple[ReasonSentence, ...]) -> Mapping[str, str]:
    """Return what sentences mark, each with the class of the first that does: ``see-1``…"""
    stages = reversed(tuple(enumerate(sentences, 1)))
    return {mark: f"see-{stage}" for stage, sentence in stages for mark in sentence.marks}


def cells_by_stage(marks: Mapping[str, str]) -> Mapping[str, set[Cell]]:
    """Return the cells among what is marked, by their classes."""
    cells: dict[str, set[Cell]] = {}
    for name, stage in marks.items():
        if _CELL.fullmatch(name):
            cells.setdefault(stage, set()).add(parse_cell_name(name))
    return cells
