"""A question about numbers and cells of a board, and what a page shows of its answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Final

from solver.hidoku.logic.answers import Answer, WhyReply
from solver.hidoku.logic.objections.counted import TooFar
from solver.hidoku.logic.objections.registry import AT_A_GLANCE
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint, State
from solver.hidoku.logic.which import WhichReply, ask_cell, ask_number
from solver.hidoku.logic.why import WHY_BUDGET, ask
from solver.hidoku.phrases import standing
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.chains import Line
from solver.hidoku.text.hints import HintWords, hint_words
from solver.hidoku.text.which import which_heading, which_lines
from solver.hidoku.text.why import why_heading, why_lines
from webapp.hidoku.picture.cells import Marks, Note, Notes
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.picture.path import lines_text
from webapp.hidoku.play.hint_view import MOST_NOTED, highlights, named_by
from webapp.hidoku.play.step_counts import ShownRoute, count_reason, count_steps
from webapp.http.forms import FormError, parse_cell, parse_number, read_cell
from webapp.storage.hint_log import MOVE, QUESTION
from webapp.work.limits import QUICK

FREE: Final = {Answer.PLACED, Answer.TAKEN, Answer.UNKNOWN}

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
    ``can_place`` to place the number; ``by_search``: only a search shows it. ``is_blocked``:
    something else is wrong first.
    """

    fields: Mapping[str, str]
    claim: str = ""
    placing: Candidate | None = None
    heading: str = ""
    look: str = ""
    lines: tuple[str, ...] = ()
    part: WhyReply | None = None
    stands: bool = False
    is_blocked: bool = False
    has_path: bool = False
    can_place: bool = False
    by_search: bool = False
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
    claim = "" if "ask" in form else form.get("claim", "")
    number, _, text = (claim or form.get("asked", "")).partition(":")
    cell = parse_cell({"cell": text}) if text else _cell_of(form)
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
        if isinstance(reply.objection, AT_A_GLANCE):
            return None
        is_shown = with_path and reply.path is not None
    if reply.answer in FREE:
        return None
    return MOVE if reply.answer is Answer.CERTAIN or is_shown else QUESTION


def show_answer(play: Play, question: BoardQuestion, reply: Reply, *, with_path: bool) -> ShownWhy:
    if isinstance(reply, WhyReply):
        return show_reply(play, question, reply, with_path=with_path)
    placing = reply.possible[0] if reply.answer is Answer.CERTAIN and reply.possible else None
    lines = which_lines(reply)
    marks, notes = which_marks(play, question.cell, reply, lines)
    return ShownWhy(
        fields=question.fields,
        claim=str(question),
        placing=placing,
        heading=which_heading(reply),
        look=LOOKS.get(reply.answer, ""),
        lines=tuple(line.text for line in lines),
        can_place=placing is not None,
        by_search=reply.part is not None and reply.part.is_searched,
        marks=marks,
        notes=notes,
        is_blocked=_is_blocked(reply),
        part=reply.part,
    )


def _is_blocked(reply: Reply) -> bool:
    return reply.wrong is not None and reply.wrong.technique is State.WRONG


def show_reply(
    play: Play, question: BoardQuestion, reply: WhyReply, *, with_path: bool
) -> ShownWhy:
    number, cell = reply.claim
    stands = play.board.get(cell) == number and cell not in play.grid.given
    lines = why_lines(reply)
    marks, notes = why_marks(play, reply, lines)
    look = LOOKS.get(reply.answer, "")
    mark = "conflict" if stands and look == "no" else "looked-at"
    note = Note.of(number) if reply.answer is Answer.CERTAIN else Note(f"{number}?")
    view = ShownWhy(
        fields=question.fields,
        claim=str(question),
        placing=reply.claim,
        heading=why_heading(reply, stands=stands),
        look=look,
        lines=tuple(line.text for line in lines),
        stands=stands,
        has_path=reply.answer is Answer.POSSIBLE and not with_path,
        can_place=reply.answer in {Answer.CERTAIN, Answer.POSSIBLE} and not stands,
        by_search=reply.is_searched and not reply.left_out,
        routes=_routes(play, reply),
        marks={**marks, mark: {*marks.get(mark, ()), cell}},
        notes=notes if cell in play.board else {**notes, cell: note},
        is_blocked=_is_blocked(reply),
        part=reply,
    )
    if reply.answer is not Answer.POSSIBLE:
        return view
    if not with_path:
        words = f"A whole path with {standing(number, cell)} is known."
        return replace(view, lines=(words,))
    return _with_path(play, view, reply)


def _routes(play: Play, reply: WhyReply) -> tuple[ShownRoute, ...]:
    if isinstance(reply.objection, TooFar):
        return count_steps(play, reply.objection, reply.claim)
    return count_reason(play, reply.reason)


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
    return replace(
        answer, lines=(words,), routes=(route,), marks=marks, notes={**answer.notes, **notes}
    )


def nearest_placed(play: Play, number: int) -> tuple[int, int]:
    below = max((n for n in play.where if n < number), default=1)
    above = min((n for n in play.where if n > number), default=play.grid.last)
    return below, above


def which_marks(
    play: Play, target: Cell | None, reply: WhichReply, lines: Sequence[Line]
) -> tuple[Marks, Notes]:
    """Return the marks of what was asked about, of what is possible there, and of the reason."""
    if reply.wrong:
        return highlights(play, reply.wrong, 2)
    reason_marks, notes = named_by(play, [line.marked for line in lines])
    subjects = {*filter(None, [target]), *(cell for _, cell in reply.possible)}
    marks = {name: set(cells) - subjects for name, cells in reason_marks.items()}
    for cell in subjects - play.board.keys():
        numbers = [str(number) for number, place in reply.possible if place == cell]
        if len(numbers) > MOST_NOTED:
            numbers[MOST_NOTED - 1 :] = ["…"]
        notes = {**notes, cell: Note(" ".join(numbers))}
    return {**marks, "looked-at": subjects}, notes


def why_marks(play: Play, reply: WhyReply, lines: Sequence[Line]) -> tuple[Marks, Notes]:
    """Return the marks and notes for what the words name, without the claimed cell's."""
    if reply.wrong:
        return highlights(play, reply.wrong, 2)
    reason_marks, notes = named_by(play, [line.marked for line in lines])
    instead = [reply.instead] if reply.instead else []
    rests = {claim.cell for claim in (*instead, *reply.searched)}
    because = (rests | set(reason_marks.get("because", ()))) - {reply.claim.cell}
    named_marks = {name: set(cells) - {reply.claim.cell} for name, cells in reason_marks.items()}
    return {**named_marks, "because": because}, notes
