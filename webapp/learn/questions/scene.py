"""What a question is asked with: blocks, the position they give, and what prose names of it.

Blocks are those of a lesson's file, or made by a seed. The position is rows of Mastermind, or a
board of Hidoku.

Prose and sentences name pegs, keys and figures in braces: ``{{pegs 1122}}`` draws a code,
``{{keys 1,2}}`` feedback, and ``{{left = 16}}`` is shown as 16. The claim in such a figure, that
16 codes are left, is checked by plain counting in tests/webapp/learn/lessons, not at each reading.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from typing import Final, NamedTuple

from flask import current_app
from markupsafe import Markup, escape

from solver.deduction.faces.face import Face, Pegs
from solver.deduction.games import face_of
from solver.deduction.knowledge.candidates import Candidates, candidates
from solver.deduction.rules.game import Code, Feedback, Game, Turn
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell, Grid
from webapp.hidoku.picture.cells import Painter, name_cells
from webapp.hidoku.picture.model import draw

#: What is filled in, with a stop behind it, which stays on its line.
SPAN: Final = re.compile(r"\{\{(.+?)\}\}([.,;:?]?)")
#: Feedback is drawn; by the second name it is said as well.
KEY_SPANS: Final = ("keys", "feedback")
_DRAWN: Final = Markup(
    '<span class="kept"><span class="{}" role="img" aria-label="{}">{}</span>{}</span>'
)


class QuestionError(ValueError):
    """A block can't be read, or claims something false; the message says what."""


@dataclass(frozen=True, eq=False)
class Block:
    """A fenced block: its name, the rest of its first line, and its contents.

    ``fields`` are its lines ``name: value``, ``options`` those that begin with a dash, each with
    the indented lines below it; ``text`` is all of it. Prose between blocks is a block too, as
    HTML, in which figures and pegs are still in the form ``{{…}}``.
    """

    name: str
    argument: str = ""
    text: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()

    def of(self, name: str) -> str:
        """Return a field that the block must have. Raises QuestionError."""
        if name not in self.fields:
            raise QuestionError(f"The block “{self.name} {self.argument}” lacks “{name}: …”.")
        return self.fields[name]


def task_block(task: str, options: Sequence[str] = (), **fields: str) -> Block:
    return Block("ask", fields={"ask": task, **fields}, options=tuple(options))


def find_block(parts: tuple[Block, ...], name: str) -> Block | None:
    return next((block for block in parts if block.name == name), None)


class CodeCard(NamedTuple):
    text: str
    pegs: Pegs
    words: str


@dataclass(frozen=True)
class Scene:
    """The position of a step. A board without a path, or with faults, is refused."""

    game: Game
    turns: tuple[Turn, ...] = ()
    board: Grid | None = None

    @cached_property
    def face(self) -> Face:
        return face_of(self.game)

    @cached_property
    def candidates(self) -> Candidates:
        return candidates(self.game, self.turns)

    @cached_property
    def codes(self) -> tuple[Code, ...]:
        return tuple(self.game.code_at(index) for index in self.candidates.indices.tolist())

    @property
    def grid(self) -> Grid:
        if self.board is None:
            raise QuestionError("It asks about a board, and shows none.")
        return self.board

    @cached_property
    def painter(self) -> Painter:
        return draw(self.grid, self.grid.given).painter

    @property
    def play(self) -> Play:
        return Play(self.grid)

    def pegs(self, code: Code) -> str:
        """Name a code as prose does, so that it is drawn."""
        return f"{{{{pegs {self.game.format_code(code)}}}}}"

    def keys(self, feedback: Feedback) -> str:
        """Name feedback as prose does, so that it is drawn."""
        return f"{{{{keys {self.game.format_feedback(feedback)}}}}}"

    def feedback(self, feedback: Feedback) -> str:
        """Name feedback as prose does, so that it is drawn, and said as well."""
        return f"{{{{feedback {self.game.format_feedback(feedback)}}}}}"

    def fill(self, html: str) -> Markup:
        """Return HTML with its spans filled. Raises QuestionError."""
        return Markup(  # noqa: S704
            SPAN.sub(lambda match: _span(self, unescape(match[1]), match[2]), html)
        )

    def fill_sentence(self, sentence: str) -> Markup:
        """Return a plain-text sentence with its spans filled."""
        return self.fill(str(escape(self.with_names(sentence))))

    def plain_sentence(self, sentence: str) -> str:
        """Return a plain-text sentence with its pegs and keys in words."""
        text = self.with_names(sentence)
        return SPAN.sub(lambda match: _span_words(self, match[1]) + match[2], text)

    def with_names(self, sentence: str) -> str:
        return name_cells(sentence, self.painter) if self.board else sentence

    def show_card(self, code: Code) -> CodeCard:
        text = self.game.format_code(code)
        return CodeCard(text, self.face.pegs(code), self.face.code_words(code))

    def show_pair(self, code: Code, guess: Code) -> tuple[tuple[str, CodeCard], ...]:
        """Show a code above a guess, for counting key pegs."""
        return ("Code", self.show_card(code)), ("Guess", self.show_card(guess))


def parse_scene(game: Game, parts: tuple[Block, ...]) -> Scene:
    """Return the position of a step's rows or board, if it has either."""
    rows = find_block(parts, "rows")
    board = find_block(parts, "board")
    turns = tuple(map(game.parse_turn, rows.text.split())) if rows else ()
    grid = parse_any(board.text) if board else None
    if grid and (board_faults := faults(grid)):
        raise QuestionError(f"The board has faults: {board_faults[0]}.")
    return Scene(game, turns, grid)


def parse_cell_name(text: str) -> Cell:
    """Parse a cell in the form ``r2c3``, counted from 1.

    >>> parse_cell_name("r2c3")
    Cell(row=1, column=2)
    """
    row, _, column = text.removeprefix("r").partition("c")
    if not (row.isdecimal() and column.isdecimal()):
        raise QuestionError(f"A cell is written as r2c3; “{text}” is not.")
    return Cell(int(row) - 1, int(column) - 1)


def _span(scene: Scene, text: str, stop: str) -> str:
    name, _, code_text = text.partition(" ")
    if name == "pegs":
        code = scene.game.parse_code(code_text)
        words = scene.face.code_words(code)
        return _DRAWN.format("review-pegs", words, _draw("pegs", scene.face.pegs(code)), stop)
    if name in KEY_SPANS:
        feedback = scene.face.show(scene.game.parse_feedback(code_text))
        if name == "feedback":
            drawn_key = Markup('<span class="lesson-key" aria-hidden="true">{}</span> ({}){}')
            return drawn_key.format(_draw("key", feedback), feedback.words, stop)
        return _DRAWN.format("lesson-key", feedback.words, _draw("key", feedback), stop)
    claim, sign, value = text.partition(" = ")
    if not sign:
        raise QuestionError(f"What “{claim}” is has to be written, “{claim} = …”.")
    return f"{escape(value)}{stop}"


def _span_words(scene: Scene, text: str) -> str:
    name, _, code_text = text.partition(" ")
    if name == "pegs":
        return scene.face.code_words(scene.game.parse_code(code_text))
    if name in KEY_SPANS:
        return scene.face.show(scene.game.parse_feedback(code_text)).words
    return text.partition(" = ")[2]


def _draw(macro: str, figure: object) -> Markup:
    draw: Callable[[object], str] = current_app.jinja_env.globals[macro]  # type: ignore[assignment]
    return Markup(draw(figure))  # noqa: S704 - of our own templates
