"""One grid, holes by values, as the state of knowledge: what is proved, and the player's notes.

A cell is ruled out if no possible code has its value in its hole, and certain if all have. From it,
or in words, a player asks about the code.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from solver.deduction.explain.claims import ClaimState, ask_about
from solver.deduction.faces.claims import read_claim
from solver.deduction.faces.face import Face, Pegs, Value
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.rules.game import Code, Turn
from solver.deduction.text.analysis import CLAIM_HEADINGS, reply_words
from solver.deduction.text.thread import steps_words
from webapp.http.forms import FormError
from webapp.mastermind.candidates_view import page_of

WIDEST: Final = 13  # values side by side on a phone; more are below each other
#: The states of a cell: what is proved, or what the player noted.
OUT: Final = "out"
CERTAIN: Final = "certain"
OPEN: Final = "open"
NOTES: Final = {"x": "crossed", "o": "ringed"}
WORDS: Final = {
    OUT: ": ruled out",
    CERTAIN: ": certain",
    OPEN: "",
    "crossed": ": crossed out by you",
    "ringed": ": ringed by you",
}

#: A hole and a value, both from 0.
Cell = tuple[int, int]
Notes = Mapping[Cell, str]


class GridCell(NamedTuple):
    ask: str
    state: str
    words: str


class GridLine(NamedTuple):
    """A value, and its cells by hole; ``ask`` is the claim that it is in the code."""

    value: Value
    ask: str
    cells: tuple[GridCell, ...]

    @property
    def is_out(self) -> bool:
        return all(cell.state == OUT for cell in self.cells)


@dataclass(frozen=True)
class ShownGrid:
    lines: tuple[GridLine, ...]

    @property
    def is_tall(self) -> bool:
        return len(self.lines) > WIDEST

    @property
    def out(self) -> str:
        """The values that are proved to be in no hole."""
        return "".join(line.value.symbol for line in self.lines if line.is_out)

    @property
    def crossed(self) -> str:
        """The values that are in no hole as far as the player notes; not all of it is proved."""
        states = {OUT, "crossed"}
        lines = (line for line in self.lines if all(cell.state in states for cell in line.cells))
        return "".join(line.value.symbol for line in lines if not line.is_out)


def show_grid(
    face: Face, turns: Sequence[Turn], notes: str = "", facts: Sequence[Fact] = ()
) -> ShownGrid:
    """Return the grid after some turns, with the player's notes where nothing is proved.

    ``facts`` are known besides: what the lines of a reason have shown so far.
    """
    columns = page_of(face.game.name, tuple(turns), (), 1).values if turns else ()
    domains = tuple(map(set, columns)) if all(columns) else ()
    if facts:
        domains = domains or tuple(set(range(face.game.choices)) for _ in range(face.game.pegs))
        for fact in facts:
            for hole, number in filled_cells(face, fact):
                if fact.kind is not FactKind.HOLE or number not in fact.colours:
                    domains[hole].discard(number)
    marks = parse_notes(face, notes)
    holes = range(face.game.pegs)
    lines = []
    for number, value in enumerate(face.values):
        cells = tuple(_show_cell(face, (hole, number), domains, marks) for hole in holes)
        lines.append(GridLine(value, f"at least 1 of {value.symbol}", cells))
    return ShownGrid(tuple(lines))


def _show_cell(face: Face, cell: Cell, domains: Sequence[set[int]], marks: Notes) -> GridCell:
    hole, number = cell
    state = marks.get(cell, OPEN)
    if domains and number not in domains[hole]:
        state = OUT
    elif domains and len(domains[hole]) == 1:
        state = CERTAIN
    value = face.values[number]
    words = f"{face.terms.hole.capitalize()} {hole + 1}, {value.name.lower()}{WORDS[state]}"
    return GridCell(f"hole {hole + 1} is {value.symbol}", state, words)


def filled_cells(face: Face, fact: Fact) -> set[Cell]:
    """Return the cells of the grid that a fact settles: a sure hole all of its own."""
    if fact.kind is FactKind.HOLE:
        return set(product(fact.holes, range(face.game.choices)))
    if fact.kind is FactKind.OUT:
        return set(product(range(face.game.pegs), fact.colours))
    if fact.kind is FactKind.NOT_HERE:
        return set(product(fact.holes, fact.colours))
    return set()


def parse_notes(face: Face, text: str) -> dict[Cell, str]:
    """Return a game's notes; earlier ones are the values crossed out in every hole.

    >>> from solver.deduction.games import face_of, game_named
    >>> face = face_of(game_named("mini"))
    >>> parse_notes(face, "1x2 3o1")
    {(0, 1): 'crossed', (2, 0): 'ringed'}
    >>> sorted(parse_notes(face, "2")) == [(0, 1), (1, 1), (2, 1)]
    True
    """
    values = {value.symbol: number for number, value in enumerate(face.values)}
    notes = re.findall(r"(\d)([xo])(\S)", text)
    if text and not notes:
        notes = [(str(hole + 1), "x", sign) for sign in text for hole in range(face.game.pegs)]
    return {
        (int(hole) - 1, values[sign]): NOTES[kind] for hole, kind, sign in notes if sign in values
    }


def change_notes(face: Face, text: str, claim: Fact, note: str = "") -> str:
    """Return the notes with another one in the cells of a claim.

    Without a ``note`` a cell is crossed, then ringed, then plain again, and the cells of a value
    are crossed, or plain if they are all crossed.
    """
    notes = parse_notes(face, text)
    cells = list(product(claim.holes or range(face.game.pegs), claim.colours))
    old_notes = {notes.pop(cell, "") for cell in cells}
    if not note and old_notes == {"crossed"}:
        note = "ringed" if claim.holes else ""
    elif not note and old_notes != {"ringed"}:
        note = "crossed"
    notes |= dict.fromkeys(cells, note) if note else {}
    signs = {words: sign for sign, words in NOTES.items()}
    return " ".join(
        f"{hole + 1}{signs[mark]}{face.values[number].symbol}"
        for (hole, number), mark in sorted(notes.items())
    )


def note_answer(face: Face, text: str, claim: Fact, *, is_so: bool) -> str:
    """Return the notes with what the answer to a question says of single cells, if anything."""
    if claim.kind is FactKind.HOLE:
        return change_notes(face, text, claim, "ringed" if is_so else "crossed")
    if claim.kind is FactKind.IN and claim.count == 1 and not is_so:
        return change_notes(face, text, claim, "crossed")
    return text


ROW: Final = "row"  # asks about the row being built
MOST_TEXT: Final = 200
LOOKS: Final = {ClaimState.IMPOSSIBLE: "no", ClaimState.NO_CODE: "no", ClaimState.CERTAIN: "yes"}


def claim_in(form: Mapping[str, str], face: Face) -> Code | Fact:
    """Return what a form asks about: a claim in words, or its row. Raises CodeError, FormError."""
    text = form.get("example") or form.get("note") or form.get("ask")
    if not text:
        raise FormError("Choose what to ask about.")
    if text == ROW:
        return face.game.parse_code(form.get("code") or form.get("guess", ""))
    return read_claim(face, text[:MOST_TEXT])


@dataclass(frozen=True, kw_only=True)
class ShownReply:
    """The answer to a question about the code.

    It names ``rows``, and has an ``example`` for which the claim holds once it is asked for;
    ``steps`` are the lines of a thread to it.
    """

    ask: str
    heading: str
    look: str
    words: str
    rows: frozenset[int]
    has_example: bool
    example: Pegs
    example_words: str
    draft: str
    steps: tuple[str, ...]
    is_known: bool


def answer_claim(form: Mapping[str, str], face: Face, turns: tuple[Turn, ...]) -> ShownReply:
    """Answer a form's question about the code after the turns. Raises CodeError and FormError."""
    reply = ask_about(face.game, turns, claim_in(form, face))
    with_example = "example" in form
    is_code = not isinstance(reply.claim, Fact)
    example = () if is_code or reply.example is None else reply.example
    has_shown_example = with_example and bool(example)
    return ShownReply(
        ask=form.get("example") or form["ask"],
        heading=CLAIM_HEADINGS[reply.state],
        look=LOOKS.get(reply.state, ""),
        words=reply_words(face.game, reply, face.name_of, lambda keys: face.show(keys).words),
        rows=frozenset(row + 1 for row in reply.proof),
        has_example=bool(example) and not with_example,
        example=face.pegs(example) if has_shown_example else (),
        example_words=face.code_words(example) if has_shown_example else "",
        draft=face.draft_of(example) if has_shown_example else "",
        steps=steps_words(reply.thread, turns, face.name_of, face.terms),
        is_known=reply.state is not ClaimState.NO_CODE,
    )
