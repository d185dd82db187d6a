"""A question about numbers and cells of a board, and what a page shows of its answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice, pairwise
from typing import Final

from solver.hidoku.logic.answers import Answer, WhyReply
from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.objections.registry import AT_A_GLANCE, EVERY, object_to
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.which import WhichReply, ask_cell, ask_number
from solver.hidoku.logic.why import WHY_BUDGET, ask
from solver.hidoku.phrases import standing
from solver.hidoku.rules.game import Play, cell_name
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.chains import Line
from solver.hidoku.text.hints import HintWords, hint_words
from solver.hidoku.text.which import which_heading, which_lines
from solver.hidoku.text.why import why_heading, why_lines
from webapp.hidoku.picture.cells import Marks, Note, Notes
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.picture.path import lines_text
from webapp.hidoku.play.hint_view import (
    MOST_NOTED,
    highlights,
    is_long,
    named_by,
    route_of,
    selected_row,
)
from webapp.hidoku.play.step_counts import ShownRoute, count_reason, count_steps
from webapp.http.forms import FormError, parse_cell, parse_number, read_cell
from webapp.storage.hint_log import MOVE, QUESTION
from webapp.work.limits import QUICK

MOST_NEXT: Final = 3  # alternatives to ask about, of as many that are looked at
MOST_TRIED: Final = 12
FREE: Final = {Answer.PLACED, Answer.TAKEN, Answer.UNKNOWN, Answer.WRONG_BOARD}

#: How a heading looks: its CSS class.
LOOKS: Final[Mapping[Answer, str]] = {
    Answer.IMPOSSIBLE: "no",
    Answer.TAKEN: "no",
    Answer.WRONG_BOARD: "no",
    Answer.CERTAIN: "yes",
}


@dataclass(frozen=True)
class BoardQuestion:
    """A number, a cell, or both."""

    number: int | None = None
    cell: Cell | None = None

    def __str__(self) -> str:
        """The question as a button sends it.

        >>> str(BoardQuestion(5, Cell(0, 3))), str(BoardQuestion(None, Cell(0, 3)))
        ('5:0,3', ':0,3')
        """
        cell = f"{self.cell.row},{self.cell.column}" if self.cell else ""
        return f"{self.number or ''}:{cell}"

    @property
    def fields(self) -> dict[str, str]:
        row, column = (str(place + 1) for place in self.cell) if self.cell else ("", "")
        return {"asked": str(self.number or ""), "row": row, "column": column}


Reply = WhyReply | WhichReply


@dataclass(frozen=True, kw_only=True)
class ShownWhy:
    """The form for a question with its ``fields``, and below a ``heading`` the answer.

    ``claim`` is the question as a button sends it. ``placing`` is the number that can be placed in
    a cell, or removed if the player’s number ``stands`` there. ``lines`` are its reason, and
    ``part`` is what is known of that number. ``has_path`` offers a path that isn’t shown yet,
    ``can_place`` to place the number; ``by_search``: only a search shows it, or a part of it.
    ``mistakes`` are the wrong numbers that the answer leaves out. ``row`` is the selected row of
    the reason; ``next_questions`` are what may be asked next, each in words and as a claim.
    """

    fields: Mapping[str, str]
    claim: str = ""
    placing: Candidate | None = None
    heading: str = ""
    look: str = ""
    lines: tuple[str, ...] = ()
    part: WhyReply | None = None
    stands: bool = False
    answer: Answer | None = None
    mistakes: tuple[Candidate, ...] = ()
    has_path: bool = False
    can_place: bool = False
    by_search: bool = False
    row: int | None = None
    next_questions: tuple[tuple[str, str], ...] = ()
    routes: tuple[ShownRoute, ...] = ()
    marks: Marks = field(default_factory=dict)
    notes: Notes = field(default_factory=dict)

    @property
    def technique(self) -> str:
        return self.part.idea.name if self.part and self.part.idea else ""

    @cached_property
    def words(self) -> HintWords | None:
        """The question that the reason answers, with its alternatives, as in a hint."""
        reason = self.part.reason if self.part else None
        if reason is None:
            return None
        return hint_words(Hint(reason.technique, *reason.placed_candidate, reason=reason))

    @property
    def route(self) -> tuple[Candidate, ...]:
        is_free = self.part and self.can_place and not self.mistakes
        return route_of(self.part.reason if self.part and is_free else None)

    @property
    def is_long(self) -> bool:
        return self.words is not None and is_long(self.words.rows)

    @property
    def other_lines(self) -> tuple[str, ...]:
        """The lines that such a question doesn’t say."""
        return self.lines[1 + len(self.words.rows) :] if self.words else self.lines


def open_form(form: Mapping[str, str]) -> ShownWhy:
    """Return the form as it was sent, or for the selected number and cell."""
    if "asked" in form:
        return ShownWhy(
            fields={name: form.get(name, "")[:4] for name in ("asked", "row", "column")}
        )
    fields = BoardQuestion(None, read_cell(form)).fields
    return ShownWhy(
        fields={**fields, "asked": form.get("number", "")[:4] or form.get("shown", "")[:4]}
    )


def parse_question(form: Mapping[str, str], last: int) -> BoardQuestion:
    """Return what a form asks about: its fields, or the text of a :class:`BoardQuestion`."""
    claim = "" if "ask" in form else form.get("next") or form.get("claim", "")
    number, _, text = (claim or form.get("asked", "")).partition(":")
    cell = _cell_of(form) if not claim else parse_cell({"cell": text}) if text else None
    if not (number.strip() or cell):
        raise FormError("Type a number, or choose a cell.")
    return BoardQuestion(parse_number({"number": number}, last) if number.strip() else None, cell)


def _cell_of(form: Mapping[str, str]) -> Cell | None:
    row, column = texts = [form.get(name, "").strip() for name in ("row", "column")]
    if not row and not column:
        return None
    if not all(text.isascii() and text.isdigit() and 0 < int(text) < 100 for text in texts):
        raise FormError("Choose a cell, or type its row and its column, counted from 1.")
    return Cell(int(row) - 1, int(column) - 1)


def reply_to(play: Play, question: BoardQuestion) -> Reply:
    """Return the answer to a question about a board in play, as far as it is found in time.

    Raises MoveError if the board has no such cell or number.
    """
    budget = Budget(WHY_BUDGET.nodes, QUICK.deadline)
    match question:
        case BoardQuestion(int(number), Cell() as cell):
            return ask(play, Candidate(number, cell), budget)
        case BoardQuestion(int(number), _):
            return ask_number(play, number, budget)
        case BoardQuestion(_, cell):
            return ask_cell(play, cell or Cell(0, 0), budget)


def tier_of(reply: Reply, *, with_path: bool) -> int | None:
    """Return the tier of a hint that an answer counts as; None if it is free."""
    is_shown = False
    if isinstance(reply, WhyReply):
        if isinstance(reply.objection, AT_A_GLANCE) and not reply.left_out:
            return None
        is_shown = with_path and reply.path is not None
    if reply.answer in FREE:
        return None
    return MOVE if reply.answer is Answer.CERTAIN or is_shown else QUESTION


def show_answer(
    play: Play, question: BoardQuestion, reply: Reply, *, with_path: bool, choice: int | None = None
) -> ShownWhy:
    """Return the answer, with the chosen row of its reason selected."""
    mistakes = {cell for _, cell in reply.left_out}
    right = play.erase(*mistakes)
    if isinstance(reply, WhyReply):
        view = _show_part(play, question, reply, choice, with_path=with_path)
    else:
        lines = tuple(line.text for line in which_lines(reply))
        if reply.part:
            view = _show_part(play, question, reply.part, choice, with_path=with_path)
        else:
            view = _show_options(right, question, reply)
        view = replace(view, lines=lines)
    return replace(
        view,
        mistakes=reply.left_out,
        marks={**view.marks, "conflict": {*view.marks.get("conflict", ()), *mistakes}},
        notes={cell: note for cell, note in view.notes.items() if cell not in play.board},
        next_questions=(*_next(right, question, view),),
    )


def _show_options(play: Play, question: BoardQuestion, reply: WhichReply) -> ShownWhy:
    """Return what is known of a number or a cell alone, unless that is one placement."""
    if reply.wrong:
        marks, notes = highlights(play, reply.wrong, 2)
    else:
        cells = {*filter(None, [question.cell]), *(cell for _, cell in reply.possible)}
        marks = {"looked-at": cells}
        notes = {}
        for cell in cells - play.board.keys():
            numbers = [str(number) for number, place in reply.possible if place == cell]
            if len(numbers) > MOST_NOTED:
                numbers[MOST_NOTED - 1 :] = ["…"]
            notes[cell] = Note(" ".join(numbers))
    return ShownWhy(
        fields=question.fields,
        claim=str(question),
        heading=which_heading(reply),
        look=LOOKS.get(reply.answer, ""),
        answer=reply.answer,
        marks=marks,
        notes=notes,
    )


def _show_part(
    play: Play, question: BoardQuestion, reply: WhyReply, choice: int | None, *, with_path: bool
) -> ShownWhy:
    """Return what is known of one number in one cell."""
    number, cell = reply.claim
    placements = {*reply.left_out, *filter(None, [reply.instead])}
    bare_play = play.erase(*(c for _, c in placements if c not in play.grid.given))
    stands = play.board.get(cell) == number and cell not in play.grid.given
    lines = why_lines(reply)
    row = selected_row(reply.reason.rows, choice) if reply.reason else None
    marks, notes = why_marks(bare_play, reply, lines, row)
    look = LOOKS.get(reply.answer, "")
    mark = "conflict" if stands and look == "no" else "looked-at"
    note = Note.of(number) if reply.answer is Answer.CERTAIN else Note(f"{number}?")
    view = ShownWhy(
        fields=question.fields,
        claim=str(question),
        placing=reply.claim,
        heading=why_heading(reply, stands=stands),
        look=look,
        answer=reply.answer,
        lines=tuple(line.text for line in lines),
        stands=stands,
        has_path=reply.answer is Answer.POSSIBLE and not with_path,
        can_place=reply.answer in {Answer.CERTAIN, Answer.POSSIBLE} and number not in play.where,
        by_search=reply.is_searched and not reply.left_out,
        row=row,
        routes=count_steps(bare_play, reply) or count_reason(bare_play, reply.reason, row),
        marks={**marks, mark: {*marks.get(mark, ()), cell}},
        notes={**notes, cell: note},
        part=reply,
    )
    if reply.answer is not Answer.POSSIBLE:
        return view
    if not with_path:
        words = f"A whole path with {standing(number, cell)} is known."
        return replace(view, lines=(words, *view.lines[1:]))
    return _with_path(bare_play, view, reply)


def _next(play: Play, question: BoardQuestion, view: ShownWhy) -> Iterator[tuple[str, str]]:
    """Yield what may be asked next, in words and as a button sends it.

    Where no reason is known that may be why an alternative fails, of those that counting leaves.
    """
    number, cell = question.number, question.cell
    if view.answer is Answer.PLACED:
        place = play.where.get(number or 0) or cell
        if place and place not in play.grid.given:
            claim = Candidate(play.board[place], place)
            yield f"Can {claim.number} be right there?", str(BoardQuestion(*claim))
    is_open = view.answer in {Answer.POSSIBLE, Answer.IMPOSSIBLE, Answer.UNKNOWN}
    if number and cell and is_open and not view.stands:
        yield f"Where can {number} go?", str(BoardQuestion(number))
        yield "What can fill this cell?", str(BoardQuestion(None, cell))
    elif view.answer is Answer.POSSIBLE or (view.by_search and not view.words):
        position = Position.of(play.grid, play.board)
        numbers = [number] if number else [n for gap in position.gaps for n in gap.missing]
        candidates = [out for n in numbers for out in position.candidates(n)]
        rivals = (out for out in candidates if number or out.cell == cell)
        survey = Survey(position)
        outs = (out for out in islice(rivals, MOST_TRIED) if object_to(survey, out, EVERY))
        for out in islice(outs, MOST_NEXT):
            label = cell_name(out.cell) if number else out.number
            yield f"Why not {label}?", str(BoardQuestion(*out))


def _with_path(play: Play, answer: ShownWhy, reply: WhyReply) -> ShownWhy:
    """Add the part of a known path between the placed numbers around the claimed one."""
    path = reply.path or ()
    first, last = nearest_placed(play, reply.claim.number)
    part = path[first - 1 : last]
    way = enumerate(part, first)
    notes = {cell: Note.of(number) for number, cell in way if cell not in play.board}
    points = [*map(BoardPlan.of(play.grid).point, part)]
    marks = {**answer.marks, "chain": set(notes) - {reply.claim.cell}}
    marks["because"] = {cell for cell in (part[0], part[-1]) if cell in play.board}
    route = ShownRoute(lines_text(pairwise(points)))
    words = f"{answer.lines[0]} The board shows it from {first} to {last}."
    lines = (words, *answer.lines[1:])
    return replace(
        answer, lines=lines, routes=(route,), marks=marks, notes={**answer.notes, **notes}
    )


def nearest_placed(play: Play, number: int) -> tuple[int, int]:
    below = max((n for n in play.where if n < number), default=1)
    above = min((n for n in play.where if n > number), default=play.grid.last)
    return below, above


def why_marks(
    play: Play, reply: WhyReply, lines: Sequence[Line], row: int | None
) -> tuple[Marks, Notes]:
    """Return the marks and notes for what the words name, without the claimed cell's."""
    if reply.wrong:
        return highlights(play, reply.wrong, 2)
    steps = [line.marked for line in (lines if row is None else [lines[1 + row]])]
    reason_marks, notes = named_by(play, steps)
    named_marks = {name: {*cells} - {reply.claim.cell} for name, cells in reason_marks.items()}
    if reply.instead and reply.instead not in reply.left_out:
        name = "because" if reply.answer in FREE else "looked-at"
        named_marks[name] = named_marks.get(name, set()) | {reply.instead.cell}
    return named_marks, notes
