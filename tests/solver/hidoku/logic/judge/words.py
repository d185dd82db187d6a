"""What a sentence names, read back from its words, and compared with what its reason holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.rules.grid import Cell

_CELL = re.compile(r"[Rr]ow (\d+), column (\d+)")
PAIR = re.compile(rf"{_CELL.pattern} with {_CELL.pattern}")
_SUMS = re.compile(r": ((?:\d+, )*(?:\d+ or )?\d+) numbers? for (\d+) cells?")
_COUNTS = re.compile(
    rf"{_SUMS.pattern}|\d+ more|\d+ other c|\d+ of their c|\d+ steps?|\d+ cells?\b|\d+ numbers?\b"
)
_RANGE = re.compile(r"(\d+) to (\d+)")
_JOINED = re.compile(r"cell (?:is )?joined to \d+", re.IGNORECASE)
ALL = "the placed numbers"
_NUMBERS = r"((?:\d+(?:, | to | and | or )?)+) "
_GROUP = re.compile(rf"{_NUMBERS}(in {_CELL.pattern})((?: (?:and|or) in {_CELL.pattern})*)")
_RULED_OUT = re.compile(r"([^.]*?) (is|are) ruled out\.")


def check_words(step: Deduction, sentence: str) -> None:
    """A sentence names all that its reason holds, or how many more, and nothing else."""
    because, numbers = step.because, numbers_of(sentence)
    if ALL not in sentence:
        assert set(because.every_number) <= numbers, sentence
    assert digits_of(sentence) <= known_numbers(step), sentence
    assert set(cells_of(sentence)) <= known_cells(step), sentence
    check_form(step, sentence)
    check_joined(because, sentence)
    check_eliminated(step, sentence)
    if "would cut off" in sentence and step.technique.name == "cut":
        check_filling(because, sentence)
    check_left(step, sentence)


def check_left(step: Deduction, sentence: str) -> None:
    """What a cell between two neighbours can be is next to all that is left for one of these."""
    match = re.search(
        rf"{_CELL.pattern} is ([^.]*?) and has two[^.]*\. So {_CELL.pattern} is (.*?)\.", sentence
    )
    if match:
        between, left = numbers_of(match[3]), numbers_of(match[6])
        assert left <= {n + way for n in between for way in (-1, 1)}, sentence
        assert {cell for _, cell in step.eliminated} == {Cell(int(match[4]) - 1, int(match[5]) - 1)}
        assert left.isdisjoint(n for n, _ in step.eliminated), sentence


def check_filling(because: Because, sentence: str) -> None:
    """What must, and what can, go in cells that are cut off doesn't come to as many numbers."""
    sure, may = (
        [numbers_of(text) for text in re.findall(form, sentence)]
        for form in (r"\. (\d[^.]*?) must go there", r"[Oo]nly (\d[^.]*?) can (?:go there|besides)")
    )
    least = sum(map(len, sure))
    named = [set(gap) for gap in because.perhaps if set().union(*may) >= set(gap)]
    sums = {least + sum(map(len, some)) for k in range(9) for some in combinations(named, k)}
    assert len(because.area) not in sums, sentence
    if match := _SUMS.search(sentence):
        said = {int(each) for each in re.findall(r"\d+", match[1])}
        assert said == ({least} if least > len(because.area) else sums - {0}), sentence
        assert int(match[2]) == len(because.area), sentence
    if least <= len(because.area):
        assert len(named) == len(because.perhaps), sentence
    assert set().union(*sure) == {n for gap in because.within for n in gap}, sentence


def check_form(step: Deduction, sentence: str) -> None:
    """A range has three numbers, cells counted are marked, and what is supposed is said to be.

    What the words call a fact is none of what they suppose, so “with” begins no sentence.
    """
    spans = re.findall(r"(?<!from )(?<!through )\b(\d+) to (\d+)", _bare(sentence))
    assert all(int(high) - int(low) > 1 for low, high in spans), sentence
    assert not re.search(r"(?:^|[.:] |that, )with \d", sentence, re.IGNORECASE), sentence
    tried = step.because.refuted if "Suppose" in sentence else ()
    supposed = re.findall(r"Suppose (.*?)\. In the end", sentence)
    cells = {cell for text in supposed for cell in cells_of(text)}
    assert cells == {e.cell for e in tried}, sentence
    assert {n for text in supposed for n in numbers_of(text)} == {e.number for e in tried}
    marked = len(step.technique.reason_marks(step).area)
    more = re.findall(r"and (\d+) more cells", sentence)
    assert all(int(each) + 1 == marked for each in more), sentence


def cells_of(text: str) -> list[Cell]:
    return [Cell(int(row) - 1, int(column) - 1) for row, column in _CELL.findall(text)]


def _bare(text: str) -> str:
    """A text without cells and counts, so that what is left are numbers of the board."""
    return _COUNTS.sub("", _CELL.sub("@", text))


def digits_of(text: str) -> set[int]:
    """The numbers of the board that stand in a text, of a span the first and the last."""
    return {int(n) for n in re.findall(r"\d+", _bare(text))}


def numbers_of(text: str) -> set[int]:
    bare = _bare(text)
    spans = [range(int(low), int(high) + 1) for low, high in _RANGE.findall(bare)]
    return digits_of(text) | {n for span in spans for n in span}


def more_in(text: str) -> int:
    """How many cells or joins a text counts beside those that it names."""
    return sum(map(int, re.findall(r"(?:and|or) (?:in )?(\d+) (?:more|other c)", text)))


def check_joined(because: Because, sentence: str) -> None:
    match = re.search(r"(?:given|uses) (the joins? of .*?)[.)]*$", sentence)
    text = match[1] if match else ""
    pairs = {(Cell(a - 1, b - 1), Cell(c - 1, d - 1)) for a, b, c, d in ints(PAIR.findall(text))}
    assert pairs <= set(because.joined), sentence
    named = len(pairs) + more_in(text) + len(_JOINED.findall(sentence))
    assert named == len(because.joined), sentence


def ints(found: Iterable[tuple[str, ...]]) -> Iterable[tuple[int, ...]]:
    return (tuple(map(int, each)) for each in found)


def check_eliminated(step: Deduction, sentence: str) -> None:
    match = _RULED_OUT.search(sentence)
    needed = set(step.because.eliminated)
    if match is None:
        assert not needed, sentence
        return
    check_candidates(match[1], needed)
    assert match[2] == ("are" if len(needed) > 1 else "is"), sentence


def check_candidates(text: str, candidates: set[Candidate]) -> None:
    """A list names just some candidates, or, if they are many, their numbers and how many cells."""
    if many := re.search(rf"{_NUMBERS}in (\d+) of their cells", text):
        assert numbers_of(many[1]) == {number for number, _ in candidates}, text
        assert int(many[2]) == len({cell for _, cell in candidates}), text
        return
    named = set(candidates_in(text))
    assert named <= candidates, text
    assert len(named) + more_in(text) == len(candidates), text


def candidates_in(text: str) -> Iterator[Candidate]:
    """The candidates of a list: some numbers in one cell or in two, then others."""
    for group in _GROUP.finditer(text):
        cells = cells_of(group[0])
        yield from (Candidate(number, cell) for number in numbers_of(group[1]) for cell in cells)


def own_ends(placed: Iterable[int], because: Because) -> set[int]:
    """The ends of the gaps of what a trial supposes, at which who reads it looks anyway."""
    numbers = [*placed]
    tried = {
        number
        for entry in because.refuted
        for number in (entry.number, *entry.missing, *(forced.number for forced in entry.chain))
    }
    return {
        end
        for number in tried
        for end in (
            max((n for n in numbers if n < number), default=number),
            min((n for n in numbers if n > number), default=number),
        )
    } & {*numbers}


def _known_candidates(step: Deduction) -> set[Candidate]:
    because = step.because
    tried = [Candidate(entry.number, entry.cell) for entry in because.refuted]
    chains = [Candidate(f.number, f.cell) for entry in because.refuted for f in entry.chain]
    placed = [step.placed] if step.placed else []
    return {*placed, *step.eliminated, *because.eliminated, *tried, *chains}


def known_numbers(step: Deduction) -> set[int]:
    because = step.because
    ends = (n for entry in because.refuted for n in entry.why.numbers)
    named = {candidate.number for candidate in _known_candidates(step)}
    filling = {n for gap in (*because.within, *because.perhaps) for n in gap}
    filling |= {*because.fitting}
    return {*named, *because.every_number, *because.missing, *because.ends, *ends, *filling}


def known_cells(step: Deduction) -> set[Cell]:
    because = step.because
    ends = (cell for entry in because.refuted for cell in entry.why.cells)
    named = {candidate.cell for candidate in _known_candidates(step)}
    return {*named, *because.every_cell, *because.area, *ends}


def few_numbers(text: str) -> set[int]:
    """The numbers of a list; of odd or even numbers, every second.

    >>> sorted(few_numbers("odd numbers from 3 to 9")), sorted(few_numbers("3 and 5 to 7"))
    ([3, 5, 7, 9], [3, 5, 6, 7])
    """
    numbers = numbers_of(text)
    is_every_second = re.search("(odd|even) numbers", text)
    return {n for n in numbers if not is_every_second or n % 2 == min(numbers) % 2}
