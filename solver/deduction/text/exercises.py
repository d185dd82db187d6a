"""What exercises ask, and why the right answer is right.

A line may refer to rows, by their indices, and to codes, which a page draws behind it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import log2
from operator import itemgetter
from typing import NamedTuple

from solver.deduction.exercises.count_keys import CountKeys
from solver.deduction.exercises.liar import Liar
from solver.deduction.exercises.one_code_left import OneCodeLeft
from solver.deduction.exercises.what_is_proved import ProvedClaims
from solver.deduction.knowledge.candidates import Split
from solver.deduction.knowledge.facts import Proof, grouped
from solver.deduction.rules.game import TERMS, Code, Terms
from solver.deduction.text.diagnosis import conflict_words
from solver.deduction.text.facts import Names, claim_words, rows_words, together
from solver.wording import capitalised, decimal, join_words, plural, times


class RowsLine(NamedTuple):
    """A sentence, with the rows it refers to and the codes that belong beside it."""

    sentence: str
    rows: Proof = ()
    codes: tuple[Code, ...] = ()


def code_why(exercise: OneCodeLeft, names: Names, terms: Terms = TERMS) -> Iterator[RowsLine]:
    for number, step in enumerate(exercise.deduction.steps):
        claims = [claim_words(group, names, terms) for group in grouped(step.facts)]
        for limit, alike in groupby(sorted(step.at_most, key=itemgetter(1)), itemgetter(1)):
            colours = [names(colour) for colour, _ in alike]
            can = "can each" if len(colours) > 1 else "can"
            claims.append(capitalised(f"{together(colours)} {can} appear at most {times(limit)}"))
        rows = capitalised(rows_words(step.rows))
        at_once = " together" if len(step.rows) > 1 else ""
        lines = "line" if number == 1 else "lines"
        premise = f", given the {lines} above" if number else ""
        yield RowsLine(f"{rows}{at_once}{premise}: {'. '.join(claims)}.", step.rows)


def claims_why(exercise: ProvedClaims) -> Iterator[RowsLine]:
    """Say for each claim which rows prove it, or where it isn't true."""
    for claim, proof in enumerate(exercise.proofs):
        name = f"Claim {claim + 1}"
        if proof is None:
            words = "It’s false for this code, which fits every row:"
            yield RowsLine(f"{name} isn’t proved. {words}", codes=(exercise.against[claim],))
            continue
        verb = "proves" if len(proof) == 1 else "prove"
        count = exercise.table.fitting(proof).sum()
        codes = f"each of the {count:,} codes that fit" if count > 1 else "the only code that fits"
        conclusion = f"{name} must be true: {rows_words(proof)} {verb} it."
        yield RowsLine(f"{conclusion} It’s true of {codes}.", proof)


def liar_why(exercise: Liar) -> tuple[RowsLine, ...]:
    conflicts = (RowsLine(_conflict_why(exercise, rows), rows) for rows in exercise.proof)
    row, codes = exercise.row + 1, exercise.possible_codes
    words = "all of these" if len(exercise.proof) > 2 else "both"
    fit = "code fits" if len(codes) == 1 else "codes fit"
    text = f"Only row {row} is in {words}, so it’s the liar. {len(codes):,} {fit} all the others."
    return (*conflicts, RowsLine(text))


def _conflict_why(exercise: Liar, conflict: Proof) -> str:
    *first_rows, last = conflict
    fit = plural(int(exercise.table.fitting(first_rows).sum()), "code fits", "codes fit")
    none = f"none fits row {last + 1} as well"
    return f"{conflict_words(conflict)} {fit} {rows_words(tuple(first_rows))}, but {none}."


def keys_why(exercise: CountKeys) -> tuple[RowsLine, ...]:
    """Say which holes are alike, and how many of the other pegs have the same colours."""
    holes = [str(hole + 1) for hole in exercise.same_holes]
    white = sum(exercise.answer) - len(holes)
    subject = f"Holes {join_words(holes)} are" if holes[1:] else f"Hole {join_words(holes)} is"
    if not holes:
        subject = "No hole is"
    return (
        RowsLine(f"{subject} the same in both rows: {plural(len(holes), 'black key peg')}."),
        RowsLine(f"Pair the other pegs by colour: {plural(white, 'white key peg')}."),
    )


def figure_words(measure: str, groups: Split) -> str:
    """Write out how the figure of a split is calculated."""
    piles = Counter(sorted(filter(None, groups.sizes), reverse=True))
    if measure == "worst":
        return f"The highest of {piles.total()} piles has {plural(groups.largest, 'code')}."
    if measure == "average":
        squares = (f"{f'{n} × ' if n > 1 else ''}{size} × {size}" for size, n in piles.items())
        average = decimal(groups.expected_size)
        return f"({' + '.join(squares)}) ÷ {groups.total} = {average} codes left on average."
    total = groups.total
    terms = (f"{n * size}/{total} × {log2(total / size):.2f}" for size, n in piles.items())
    return f"{' + '.join(terms)} = {groups.bits:.2f} bits on average."


def bits_words(splits: Sequence[Split]) -> str:
    """Say how many bits each pile of these splits of the same codes gives."""
    sizes = sorted({size for groups in splits for size in groups.sizes if size})
    first, *later = (f"{size}: {log2(splits[0].total / size):.2f}" for size in sizes)
    bits = [first.replace(":", " gives", 1) + " bits", *(f"of {words}" for words in later)]
    return f"A pile of {', '.join(bits)}."
