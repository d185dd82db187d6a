"""The pile table: a guess, and each possible code on the pile of the feedback it would give."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log2
from operator import mul
from typing import Final, NamedTuple

from solver.deduction.faces.face import Face, Pegs, ShownFeedback
from solver.deduction.knowledge.candidates import Split
from solver.deduction.rules.game import Code, Terms
from solver.wording import decimal, plural

MOST_DOTS: Final = 60  # up to this many codes are drawn one by one
HIGHEST: Final = 9  # dots in one column
MOST_PILES: Final = 14  # feedback whose marks can be told apart on a phone, with up to four marks
FEWER_PILES: Final = 8  # with more marks
STEP: Final = 12  # from dot to dot
BARS_HEIGHT: Final = 84
FIGURE: Final = 16  # above the highest bar
LEAST_HEIGHT: Final = 3


class Pile(NamedTuple):
    """The codes that would give a feedback, by their number; ``wins`` if that is the guess itself.

    ``codes`` are these codes where they are few.
    """

    number: int
    feedback: ShownFeedback
    size: int
    wins: bool
    codes: tuple[Pegs, ...] = ()


class PileFigure(NamedTuple):
    """A measure of the piles: its name, its value, and the words behind it."""

    name: str
    value: str
    words: str


class PileBlocks(NamedTuple):
    """Piles side by side, each as wide as it is likely, the line at their average height."""

    blocks: tuple[tuple[int, float], ...]
    line: float

    @property
    def width(self) -> int:
        return sum(width for width, _ in self.blocks)

    @property
    def height(self) -> float:
        return max(height for _, height in self.blocks)


@dataclass(frozen=True, kw_only=True)
class PileTable:
    """The piles as they are drawn: dots, bars or the codes themselves; ``others`` aren't drawn.

    Tables that are compared have the same ``largest`` pile and the same number of ``columns``.
    """

    piles: tuple[Pile, ...]
    largest: int
    columns: int
    has_dots: bool
    has_codes: bool
    others: str
    figures: tuple[PileFigure, ...]

    @property
    def words(self) -> str:
        return "; ".join(f"{pile.feedback.words}: {pile.size}" for pile in self.piles)

    @property
    def height(self) -> int:
        highest = max((pile.size for pile in self.piles), default=0)
        return STEP * highest + 2 if self.has_dots else self.bar_height(highest) + FIGURE

    def bar_height(self, size: int) -> int:
        return max(LEAST_HEIGHT, round(BARS_HEIGHT * size / self.largest))

    def blocks(self, measure: str) -> PileBlocks:
        """Return the piles as high as the codes they leave, or by bits, as they halve the codes."""
        sizes = sorted((pile.size for pile in self.piles), reverse=True)
        total = sum(sizes)
        heights = [log2(total / size) if measure == "bits" else size for size in sizes]
        line = sum(map(mul, sizes, heights)) / total
        return PileBlocks(tuple(zip(sizes, heights, strict=True)), line)


def show_piles(
    face: Face,
    split: Split,
    guess: Code = (),
    few_codes: Sequence[Code] = (),
    highest: int = HIGHEST,
) -> PileTable:
    """Return how a guess splits the possible codes.

    Few codes are drawn as dots, more as bars, which aren't as high; of many piles, only the
    highest. ``few_codes`` are drawn themselves, the pile of the guess first.
    """
    game = face.game
    groups = [(number, size) for number, size in enumerate(split.sizes) if size]
    by_size = sorted(groups, key=lambda group: (group[0] != game.won, -group[1]))
    most_piles = MOST_PILES if game.pegs <= 4 else FEWER_PILES
    has_dots = split.total <= MOST_DOTS and split.largest <= highest
    columns = sorted(by_size[:most_piles])
    if few_codes:
        columns = sorted(groups, key=lambda group: (group[0] != game.won, group))
    return PileTable(
        piles=tuple(_piles(face, split, columns, guess, few_codes)),
        largest=split.largest,
        columns=len(columns),
        has_dots=has_dots,
        has_codes=bool(few_codes),
        others="" if few_codes else _others(by_size[most_piles:], face.terms),
        figures=(
            PileFigure("worst", f"{split.largest:,}", "in the worst case"),
            PileFigure("average", decimal(split.expected_size), "on average"),
            PileFigure("bits", f"{split.bits:.2f}", "bits"),
        ),
    )


def on_one_scale(tables: Sequence[PileTable]) -> Iterator[PileTable]:
    """Yield tables that are compared, so that as many codes are as high in each."""
    largest = max((table.largest for table in tables), default=0)
    columns = max((table.columns for table in tables), default=0)
    return (replace(table, largest=largest, columns=columns) for table in tables)


def _piles(
    face: Face,
    split: Split,
    columns: Sequence[tuple[int, int]],
    guess: Code,
    few_codes: Sequence[Code],
) -> Iterator[Pile]:
    for number, size in columns:
        feedback = face.game.feedbacks[number]
        codes = (code for code in few_codes if face.game.feedback(guess, code) == feedback)
        yield Pile(
            number,
            face.show(feedback),
            size,
            number == face.game.won,
            tuple(map(face.pegs, codes)),
        )


def _others(groups: Sequence[tuple[int, int]], terms: Terms) -> str:
    if not groups:
        return ""
    sizes = [size for _, size in groups]
    codes = plural(sum(sizes), terms.code)
    if len(sizes) == 1:
        return f"1 more outcome leaves {codes}."
    return f"{len(sizes)} more outcomes leave {codes} in all, at most {max(sizes):,} each."
