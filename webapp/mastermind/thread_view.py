"""The thread of a reason on the page: its lines one by one, and what each shows on the board.

A line lights the rows that it names. On their pegs a cross says "not there", a ring "in place", a
dashed ring "in the code, in another hole". Its cells of the grid are lit, and the grid holds what
the lines so far have shown.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple

from solver.deduction.faces.face import Face, Value
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.knowledge.thread_lines import Thread, ThreadLine
from solver.deduction.rules.game import Turn
from solver.deduction.text.facts import Pieces, as_text
from solver.deduction.text.thread import ThreadWords
from webapp.http.forms import parse_step
from webapp.mastermind.analysis.grid_view import filled_cells

WHOLE: Final = "all"
#: What a peg of a row that is spoken of is marked with.
ABSENT: Final = "not"
PLACED: Final = "in-place"
ELSEWHERE: Final = "elsewhere"


class ShownPiece(NamedTuple):
    """Some words of a line, or a ``peg`` that stands for its words; bold if it's claimed."""

    text: str
    peg: Value | None
    is_claim: bool


ShownPieces = tuple[ShownPiece, ...]


class ShownLine(NamedTuple):
    """A line: its words, the rows it names, the cells it fills, and the marks on pegs by row."""

    number: int
    pieces: ShownPieces
    sentence: str
    rows: tuple[int, ...]
    cells: tuple[str, ...]
    marks: tuple[tuple[int, str], ...]


@dataclass(frozen=True, kw_only=True)
class ShownThread:
    """The lines up to the one that is read now; ``open`` ends a thread that is shown whole."""

    lines: tuple[ShownLine, ...]
    count: int
    open: ShownPieces
    known: tuple[Fact, ...]

    @property
    def marks(self) -> dict[int, str]:
        """The classes of the rows that the last line names."""
        return dict(self.lines[-1].marks) if self.lines else {}

    @property
    def compares_rows(self) -> bool:
        return any(line.rows[1:] for line in self.lines)

    @property
    def words(self) -> str:
        """What is heard: the line that has just come, and the end of the thread."""
        lines = [line.sentence for line in self.lines[-1:]]
        return " ".join((*lines, "".join(piece.text for piece in self.open)))


def parse_line(form: Mapping[str, str]) -> str:
    """Return up to which line a reason is read; what can't be read is the first.

    >>> [parse_line({"line": text}) for text in ("2", "all", "x", "-1", "9" * 5000)]
    ['2', 'all', '1', '1', '1']
    """
    line = form.get("line", "")
    return line if line == WHOLE else str(parse_step(line, 999) or 1)


def show_thread(face: Face, turns: Sequence[Turn], thread: Thread, at: str) -> ShownThread:
    """Return a thread up to line ``at``, a number from 1, or ``all``."""
    words = ThreadWords(turns, face.name_of, face.terms)
    count = len(thread.lines)
    read = count if at == WHOLE else min(int(at), count)
    lines = thread.lines[:read]
    pieces = words.lines(thread)[:read]
    is_whole = read == count
    return ShownThread(
        lines=tuple(
            _show_line(face, turns, number, line, text)
            for number, (line, text) in enumerate(zip(lines, pieces, strict=True), 1)
        ),
        count=count,
        open=show_pieces(face, words.open(thread)) if is_whole else (),
        known=() if is_whole else tuple(chain.from_iterable(map(facts_of, lines))),
    )


def facts_of(line: ThreadLine) -> Iterator[Fact]:
    """Yield what a line shows or reads off, as facts about single holes and colours."""
    yield from line.claims
    yield from line.seen


def _show_line(
    face: Face, turns: Sequence[Turn], number: int, line: ThreadLine, pieces: Pieces
) -> ShownLine:
    cells = sorted(cell for fact in facts_of(line) for cell in filled_cells(face, fact))
    return ShownLine(
        number=number,
        pieces=show_pieces(face, pieces),
        sentence=as_text(pieces),
        rows=tuple(row + 1 for row in sorted(line.rows)),
        cells=tuple(f"{hole + 1}{face.values[colour].symbol}" for hole, colour in cells),
        marks=tuple((row + 1, " ".join(_marks(turns[row], line))) for row in line.rows),
    )


def show_pieces(face: Face, pieces: Pieces) -> ShownPieces:
    return tuple(
        ShownPiece(text, face.values[colour] if colour >= 0 else None, is_claim)
        for text, colour, is_claim in pieces
    )


def _marks(turn: Turn, line: ThreadLine) -> Iterator[str]:
    """Yield a class for each peg of a row of which the line, or what it uses, says something."""
    facts = [*facts_of(line), *(premise.fact for premise in line.premises)]
    for hole, colour in enumerate(turn.code):
        marks = {mark for fact in facts if (mark := _mark(fact, hole, colour))}
        if marks:
            yield f"{min(marks, key=(PLACED, ABSENT, ELSEWHERE).index)}-{hole + 1}"


def _mark(fact: Fact, hole: int, colour: int) -> str:
    """Say what a fact says of a peg, if anything."""
    if fact.kind is FactKind.HOLE and hole in fact.holes:
        return PLACED if colour in fact.colours else ABSENT
    if colour not in fact.colours:
        return ""
    if fact.kind is FactKind.OUT or (fact.kind is FactKind.NOT_HERE and hole in fact.holes):
        return ABSENT
    return ELSEWHERE if fact.kind in (FactKind.IN, FactKind.COUNT) else ""
