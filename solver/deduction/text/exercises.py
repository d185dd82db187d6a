"""What exercises say about answers: a nudge, the reasons, and why the right answer is right.

A line may refer to rows, by their indices, and to codes, which a page draws beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from solver.deduction.exercises.best_split import BestSplit, SplitVerdict
from solver.deduction.exercises.liar import Liar, LiarVerdict
from solver.deduction.exercises.must_be_so import ClaimsVerdict, MustBeSo
from solver.deduction.exercises.one_code_left import CodeVerdict, OneCodeLeft
from solver.deduction.exercises.positions import fitting
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.knowledge.facts import grouped
from solver.deduction.rules.game import Answer, Code, Terms
from solver.deduction.text.diagnosis import conflict_words
from solver.deduction.text.facts import (
    TERMS,
    Names,
    claim_words,
    plain_name,
    rows_words,
    scored_words,
    together,
)
from solver.wording import capitalised, counted, spelled, times

Answers = Callable[[Answer], str]


class RowsLine(NamedTuple):
    """A sentence, with the rows it refers to and the codes that belong beside it."""

    sentence: str
    rows: Proof = ()
    codes: tuple[Code, ...] = ()


class VerdictWords(NamedTuple):
    """What to say about a wrong answer: first where to look, then why."""

    nudge: RowsLine
    reasons: tuple[RowsLine, ...]


def code_verdict_words(verdict: CodeVerdict, answers: Answers = str) -> VerdictWords:
    """Say which rows a code contradicts, then how such a row would have been answered.

    >>> words = code_verdict_words(CodeVerdict(False, (1, 2), (0, 2), (1, 0)))
    >>> words.nudge.sentence
    'This can’t be the code: it doesn’t fit the feedback for rows 2 and 3.'
    >>> words.reasons[0].sentence
    'If it were the code, row 2 would have scored (0, 2). It scored (1, 0).'
    """
    rows = verdict.contradicts
    nudge = f"This can’t be the code: it doesn’t fit the feedback for {rows_words(rows)}."
    instead, given = verdict.instead, verdict.given
    would = answers(instead) if instead is not None else ""
    was = answers(given) if given is not None else ""
    reason = scored_words(rows[:1], would, was)
    return VerdictWords(RowsLine(nudge, rows), (RowsLine(reason, rows[:1]),))


def code_why(
    exercise: OneCodeLeft, names: Names = plain_name, terms: Terms = TERMS
) -> Iterator[RowsLine]:
    for number, step in enumerate(exercise.deduction.steps):
        claims = [claim_words(group, names, terms) for group in grouped(step.facts)]
        for most, alike in groupby(sorted(step.at_most, key=itemgetter(1)), itemgetter(1)):
            colours = [names(colour) for colour, _ in alike]
            can = "can each" if len(colours) > 1 else "can"
            claims.append(capitalised(f"{together(colours)} {can} appear at most {times(most)}"))
        rows = capitalised(rows_words(step.rows))
        at_once = " together" if len(step.rows) > 1 else ""
        known = f", given the line{'s' * (number > 1)} above" if number else ""
        yield RowsLine(f"{number + 1}. {rows}{at_once}{known}: {'. '.join(claims)}.", step.rows)


def claims_verdict_words(exercise: MustBeSo, verdict: ClaimsVerdict) -> VerdictWords:
    wrong = (_not_so(claim, code) for claim, code in verdict.otherwise)
    missed = (_so(exercise, claim, exercise.proofs[claim] or ()) for claim in verdict.missed)
    return VerdictWords(_claims_nudge(verdict), (*wrong, *missed))


def _claims_nudge(verdict: ClaimsVerdict) -> RowsLine:
    wrong, missed = len(verdict.otherwise), len(verdict.missed)
    parts = []
    if wrong:
        verb = "aren’t" if wrong > 1 else "isn’t"
        parts.append(f"{spelled(wrong)} of the claims you marked {verb} proved")
    if missed:
        parts.append(f"you missed {spelled(missed)} that the rows prove")
    return RowsLine(capitalised(f"{', and '.join(parts)}."))


def _not_so(claim: int, code: Code) -> RowsLine:
    return RowsLine(
        f"Claim {claim + 1} isn’t proved: this code fits every row, and there it’s false.",
        codes=(code,),
    )


def _so(exercise: MustBeSo, claim: int, proof: Proof) -> RowsLine:
    so = f"Claim {claim + 1} must be true: {rows_words(proof)} prove{'s' * (len(proof) == 1)} it."
    count = fitting(exercise.turns).fitting(proof).sum()
    codes = f"each of the {count:,} codes that fit" if count > 1 else "the only code that fits"
    return RowsLine(f"{so} It’s true of {codes}.", proof)


def claims_why(exercise: MustBeSo) -> tuple[RowsLine, ...]:
    """Say for each claim which rows prove it, or where it isn't true."""
    against = dict(exercise.against)
    return tuple(
        _not_so(claim, against[claim]) if proof is None else _so(exercise, claim, proof)
        for claim, proof in enumerate(exercise.proofs)
    )


def split_verdict_words(
    exercise: BestSplit, verdict: SplitVerdict, answers: Answers = str
) -> VerdictWords:
    least = exercise.least
    nudge = f"In the worst case it leaves {verdict.largest} codes; the best guesses leave {least}."
    reason = (
        f"All of these would give it the same feedback, {answers(verdict.answer)}, so it can’t "
        "tell them apart."
    )
    return VerdictWords(RowsLine(nudge), (RowsLine(reason, codes=verdict.together),))


def split_why(exercise: BestSplit, guess: Code) -> tuple[RowsLine, ...]:
    least, best = exercise.least, len(exercise.best)
    left = "only one code is left" if least == 1 else f"at most {least} codes are left"
    among = sum(code in set(exercise.codes) for code in exercise.best)
    others = "No other guess is as good." if best == 1 else f"{best:,} guesses do equally well."
    can_be = "is one of the codes" if guess in exercise.codes else "can’t be the code itself"
    return (
        RowsLine(f"Whatever the feedback, {left} after it. This guess {can_be}."),
        RowsLine(f"{others} {_among_words(among, best)}".strip()),
    )


def _among_words(among: int, best: int) -> str:
    if best == 1:
        return ""
    if not among:
        return "None of them could be the code: to learn the most, look beyond the list."
    verb = "is one" if among == 1 else f"are {among}"
    return f"Among them {verb} of the codes left."


def liar_verdict_words(verdict: LiarVerdict) -> VerdictWords:
    row = verdict.row + 1
    nudge = f"If row {row} were the wrong one, all the others would be right. They can’t all be."
    reason = f"{conflict_words(verdict.conflict)} Row {row} isn’t one of them."
    return VerdictWords(RowsLine(nudge, (verdict.row,)), (RowsLine(reason, verdict.conflict),))


def liar_why(exercise: Liar) -> tuple[RowsLine, ...]:
    conflicts = (RowsLine(_conflict_why(exercise, rows), rows) for rows in exercise.proof)
    row, codes = exercise.row + 1, exercise.codes
    where = "all of these" if len(exercise.proof) > 2 else "both"
    fit = "code fits" if len(codes) == 1 else "codes fit"
    only = f"Only row {row} is in {where}, so it’s the liar. {len(codes):,} {fit} all the others."
    return (*conflicts, RowsLine(only))


def _conflict_why(exercise: Liar, conflict: Proof) -> str:
    *others, last = conflict
    fit = counted(int(fitting(exercise.turns).fitting(others).sum()), "code fits", "codes fit")
    none = f"none fits row {last + 1} as well"
    return f"{conflict_words(conflict)} {fit} {rows_words(tuple(others))}, but {none}."


def task_words(exercise: BestSplit) -> str:
    least = exercise.least
    left = "only one code is left" if least == 1 else f"at most {least} codes are left"
    return f"Find a guess after which {left}, whatever the feedback."


def claims_words(
    exercise: MustBeSo, names: Names = plain_name, terms: Terms = TERMS
) -> tuple[str, ...]:
    return tuple(f"{claim_words((claim,), names, terms)}." for claim in exercise.claims)
