"""The form for a new board: its choices, and requests read from it or filled in."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, TypeVar

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.generate.path_styles import PathStyle
from solver.hidoku.generate.remove_givens import check_minimal
from solver.hidoku.generate.shapes import SHAPES, Symmetry, check_symmetry
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.rules.grid import LONGEST_SIDE, MOST_CELLS
from solver.wording import quote
from webapp.hidoku.board_name import SYMMETRIES, format_name
from webapp.hidoku.board_text import WORDS
from webapp.hidoku.picture.samples import outline_of_sample
from webapp.hidoku.picture.svg import Outline, outline_of, shape_of
from webapp.http.forms import FormError, parse_whole

SHORTEST_SIDE: Final = 3
SEEDS: Final = 10**9
LONGEST_SEED: Final = 12
SIZES: Final = ("6x6", "8x8", "10x10", "12x12", "15x15", "20x20", "30x30")
OWN: Final = "own"
ANY: Final = "any"

Form = Mapping[str, str]
Value = TypeVar("Value")


class FormChoice(NamedTuple):
    value: str
    title: str
    outline: Outline | None = None


DIFFICULTIES = (
    *(FormChoice(level.value, level.value.capitalize()) for level in Difficulty),
    FormChoice(ANY, "Any"),
)
SYMMETRY_TITLES = {
    Symmetry.NONE: "none",
    Symmetry.POINT: "half turn",
    Symmetry.QUARTER: "quarter turn",
    Symmetry.LEFT_RIGHT: "mirrored, left and right",
    Symmetry.TOP_BOTTOM: "mirrored, top and bottom",
    Symmetry.DIAGONAL: "mirrored in the diagonal",
}
STYLE_TITLES = {
    PathStyle.MIXED: "Any",
    PathStyle.CALM: "Calm",
    PathStyle.WINDING: "Winding",
    PathStyle.UNCROSSED: "No crossings",
}


@cache
def choices() -> dict[str, tuple[FormChoice, ...]]:
    shapes = (
        FormChoice(name, shape.title, outline_of(shape_of(sample(name))))
        for name, shape in SHAPES.items()
    )
    symmetries = (FormChoice(SYMMETRIES[entry], title) for entry, title in SYMMETRY_TITLES.items())
    return {
        "sizes": tuple(FormChoice(size, size.replace("x", " × ")) for size in SIZES),
        "difficulties": DIFFICULTIES,
        "neighbours": tuple(FormChoice(entry.name, entry.choice) for entry in WORDS.values()),
        "shapes": tuple(shapes),
        "symmetries": tuple(symmetries),
        "styles": tuple(
            FormChoice(entry.value, title, outline_of_sample(BoardRequest(8, 8, style=entry)))
            for entry, title in STYLE_TITLES.items()
        ),
    }


def sample(shape: str) -> BoardRequest:
    return BoardRequest(9, 9, shape=shape, adjacency=SHAPES[shape].adjacency)


USUAL: Final[Form] = {
    "size": "8x8",
    "rows": "9",
    "columns": "12",
    "shape": "rectangle",
    "adjacency": "eight",
    "difficulty": "easy",
    "symmetry": "none",
    "style": "mixed",
    "links": "0",
    "seed": "",
}


@dataclass(frozen=True)
class ShownForm:
    entered: Form
    longest_seed: int = LONGEST_SEED

    @property
    def offered(self) -> dict[str, tuple[FormChoice, ...]]:
        return choices()

    def value(self, field: str) -> str:
        return self.entered.get(field, USUAL.get(field, ""))

    @property
    def is_special(self) -> bool:
        """Whether any of the options is chosen that are folded away."""
        fields = ("links", "symmetry", "minimal", "open", "seed")
        return any(self.value(field) not in {"", USUAL.get(field)} for field in fields)


def requested_name(form: Form) -> str:
    """Return the name of the board that a form asks for, with a random seed if it has none.

    Raises FormError or GridError, with a sentence, for an impossible request.
    """
    request = parse_form(form)
    check_request(request)
    return format_name(request, parse_seed(form))


def parse_form(form: Form) -> BoardRequest:
    rows, columns = _size(form)
    difficulty = _one_of(form, "difficulty", {ANY: None, **{d.value: d for d in Difficulty}})
    return BoardRequest(
        rows,
        columns,
        shape=_one_of(form, "shape", {name: name for name in SHAPES}),
        adjacency=_one_of(form, "adjacency", {words.name: entry for entry, words in WORDS.items()}),
        difficulty=difficulty,
        symmetry=_one_of(form, "symmetry", {name: entry for entry, name in SYMMETRIES.items()}),
        minimal=bool(form.get("minimal")),
        ends_given=not form.get("open"),
        joined=_whole(form, "links", 0, MOST_CELLS - 1, "The number of joined pairs"),
        style=_one_of(form, "style", {entry.value: entry for entry in PathStyle}),
    )


def parse_seed(form: Form) -> int:
    text = form.get("seed", "").strip()
    if not text:
        return secrets.randbelow(SEEDS)
    if not (text.isascii() and text.isdigit()):
        raise FormError(f"The seed “{quote(text)}” isn’t a whole number.")
    if len(text) > LONGEST_SEED:
        raise FormError(f"The seed has at most {LONGEST_SEED} digits.")
    return int(text)


def check_request(request: BoardRequest) -> None:
    """Raise FormError or GridError, with a sentence, if there can't be such a board."""
    if min(request.rows, request.columns) < SHORTEST_SIDE:
        raise FormError(f"A new board has at least {SHORTEST_SIDE} rows and columns.")
    shape = shape_of(request)
    check_symmetry(shape, request.symmetry)
    if request.minimal:
        check_minimal(request.difficulty, shape.last)
    if request.joined >= shape.last:
        pairs = f"{shape.last - 1} pairs of consecutive cells"
        raise FormError(f"This board has {shape.last} cells, so at most {pairs} can be joined.")


def _size(form: Form) -> tuple[int, int]:
    size = form.get("size", USUAL["size"])
    if size in SIZES:
        rows, _, columns = size.partition("x")
        return int(rows), int(columns)
    if size != OWN:
        raise FormError("Choose one of the sizes, or your own.")
    rows_said = _whole(form, "rows", SHORTEST_SIDE, LONGEST_SIDE, "The number of rows")
    return rows_said, _whole(form, "columns", SHORTEST_SIDE, LONGEST_SIDE, "The number of columns")


def _one_of(form: Form, field: str, values: Mapping[str, Value]) -> Value:
    text = form.get(field, USUAL[field])
    if text not in values:
        raise FormError(f"There is no {field} “{quote(text)}”.")
    return values[text]


def _whole(form: Form, field: str, lowest: int, highest: int, subject: str) -> int:
    text = form.get(field, USUAL[field]).strip()
    sentence = f"{subject} goes from {lowest} to {highest}, not “{quote(text)}”."
    return parse_whole(text, sentence, lowest, highest)
