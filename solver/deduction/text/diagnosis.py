"""A diagnosis in words, and the results of exact searches."""

from collections.abc import Iterator, Sequence
from typing import Final

from solver.deduction.knowledge.contradictions import Correction, Diagnosis, Untrue
from solver.deduction.knowledge.facts import Proof
from solver.deduction.rules.game import TERMS, Feedback, Game, Terms
from solver.deduction.text.facts import rows_words
from solver.wording import join_words, plural, sentences


def total_words(
    is_proved: bool, bound: int | None, max_guesses: int | None = None, *, strict: bool = False
) -> str:
    """Say whether a plan's total is the least among plans of at most ``max_guesses``.

    >>> total_words(True, 5626, max_guesses=5)
    'Proved: no strategy that finds every code within 5 guesses needs fewer guesses in all.'
    >>> total_words(True, 5660, strict=True)
    'Proved: no strategy that guesses only possible codes needs fewer guesses in all.'
    >>> total_words(False, 5000)
    'The search stopped early. Proved so far: no strategy needs fewer than 5,000 guesses in all.'
    """
    limits = ["guesses only possible codes"] if strict else []
    if max_guesses:
        limits.append(f"finds every code within {plural(max_guesses, 'guess', 'guesses')}")
    which = f" that {' and '.join(limits)}" if limits else ""
    if is_proved:
        return f"Proved: no strategy{which} needs fewer guesses in all."
    claim = f"no strategy{which} needs fewer than {bound or 0:,} guesses in all"
    return f"The search stopped early. Proved so far: {claim}."


def worst_words(is_proved: bool, bound: int | None, *, strict: bool = False) -> str:
    """Say what no plan can guarantee, and whether this one guarantees the best possible.

    >>> worst_words(True, 5)
    'Proved: no strategy can guarantee fewer than 5 guesses.'
    """
    which = " that guesses only possible codes" if strict else ""
    guesses = plural(bound or 0, "guess", "guesses")
    claim = f"no strategy{which} can guarantee fewer than {guesses}"
    if is_proved:
        return f"Proved: {claim}."
    return f"The search stopped early, so there may be a better plan. Proved so far: {claim}."


def scope_words(game: Game, variant: str, meanings: list[str]) -> str:
    """Say which guesses, codes and feedback a proof covers; ``meanings`` describe the feedback.

    >>> from solver.deduction.games import game_named
    >>> scope_words(game_named("distinct"), "no repeats in the code", ["right place", "grey"])
    'Rules: 1,296 possible guesses, 360 possible codes (no repeats in the code); feedback shows \
“right place” and “grey”.'
    """
    guesses = plural(game.code_count, "possible guess", "possible guesses")
    codes = plural(game.secret_count, "possible code") + (f" ({variant})" if variant else "")
    shows = join_words([f"“{meaning}”" for meaning in meanings])
    return f"Rules: {guesses}, {codes}; feedback shows {shows}."


MOST_SHOWN: Final = 6
MOST_SETS: Final = 3


@sentences
def diagnosis_words(game: Game, diagnosis: Diagnosis) -> Iterator[str]:
    """Say which rows contradict each other and how to correct them.

    >>> from solver.deduction.knowledge.contradictions import diagnose
    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> turns = [game.parse_turn(t) for t in ("1122:0,0", "1345:2,0", "3456:0,0")]
    >>> for sentence in diagnosis_words(game, diagnose(game, turns)):
    ...     print(sentence)
    The feedback for rows 1 and 3 can’t both be right.
    The feedback for rows 2 and 3 can’t both be right.
    Changing any one of these would fix it:
    Row 3 could be 0,2 or 0,3 or 1,1 or 1,2 or 2,0 or 2,1.
    If the feedback for row 3 is right, at least 2 other rows are wrong, for example rows 1 and 2.
    """
    if diagnosis.consistent:
        yield "The feedback is consistent: at least one code fits all of it."
        return
    yield from map(conflict_words, diagnosis.conflicts[:MOST_SHOWN])
    if len(diagnosis.conflicts) > MOST_SHOWN:
        surplus = plural(len(diagnosis.conflicts) - MOST_SHOWN, "more set", "more sets")
        verb = "is" if len(diagnosis.conflicts) == MOST_SHOWN + 1 else "are"
        yield f"There {verb} {surplus} of rows that contradict each other."
    if diagnosis.changes == 1:
        yield "Changing any one of these would fix it:"
    else:
        yield f"At least {diagnosis.changes} rows must change, for example:"
    for correction in diagnosis.corrections[:MOST_SHOWN]:
        yield _correction_words(game, correction)
    yield from otherwise_words(diagnosis)
    if not diagnosis.complete:
        yield "There may be more, but the search stopped."


def _correction_words(game: Game, correction: Correction) -> str:
    """Say what a row could have been, grouping feedback that needs the same other rows."""
    feedbacks: dict[tuple[Proof, ...], list[Feedback]] = {}
    for feedback, sets in correction.feedbacks:
        feedbacks.setdefault(sets, []).append(feedback)
    ways = []
    for sets, options in feedbacks.items():
        other_rows = other_rows_words(correction.turn, sets)
        condition = f" with {other_rows} changed too" if other_rows else ""
        ways.append(" or ".join(map(game.format_feedback, options)) + condition)
    return f"Row {correction.turn + 1} could be {'; or '.join(ways)}."


def other_rows_words(turn: int, turn_sets: Sequence[Proof]) -> str:
    """Name the rows that must change together with a row; empty if there are none.

    >>> other_rows_words(0, [(0, 3), (0, 4, 5)]), other_rows_words(2, [(2,)])
    ('row 4 or rows 5 and 6', '')
    """
    sets = [tuple(row for row in turns if row != turn) for turns in turn_sets]
    words = [*map(rows_words, sets[:MOST_SETS])]
    if len(sets) > MOST_SETS:
        words.append("other rows")
    return join_words(words, "or") if all(sets) else ""


def otherwise_words(diagnosis: Diagnosis) -> Iterator[str]:
    """Say which rows may be wrong if those that alone would explain it all are right.

    >>> from solver.deduction.knowledge.contradictions import diagnose
    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> turns = [game.parse_turn(t) for t in ("1111:1,0", "1234:0,0", "1112:0,1")]
    >>> " ".join(otherwise_words(diagnose(game, turns)))
    'If the feedback for row 2 is right, at least 2 other rows are wrong, for example rows 1 and 3.'
    """
    if not diagnosis.otherwise:
        return
    rows = rows_words(tuple(correction.turn for correction in diagnosis.corrections))
    examples = [rows_words(turns) for turns in diagnosis.otherwise[:MOST_SETS]]
    minimum = len(diagnosis.otherwise[0])
    example = ", or ".join(examples)
    yield (
        f"If the feedback for {rows} is right, at least {minimum} other rows are wrong, "
        f"for example {example}."
    )


def untrue_words(counts: Untrue, terms: Terms = TERMS) -> str:
    """Say how many codes are possible if one row is wrong, and which row it may be.

    >>> untrue_words(Untrue(0, (3, 0, 1)))
    'If only one row is wrong, 4 codes are possible: 3 with row 1 wrong and 1 with row 3 wrong.'
    >>> untrue_words(Untrue(2, (0, 1)))
    'If one row is wrong, 1 more code is possible, with row 2 wrong.'
    """
    ways = [f"{codes:,} with row {row} wrong" for row, codes in enumerate(counts.rows, 1) if codes]
    qualifier = "more " if counts.none else ""
    codes = plural(sum(counts.rows), f"{qualifier}{terms.code}")
    verb = "is" if sum(counts.rows) == 1 else "are"
    detail = f": {join_words(ways)}" if len(ways) > 1 else f", {ways[0].partition(' ')[2]}"
    return f"If {'' if counts.none else 'only '}one row is wrong, {codes} {verb} possible{detail}."


def conflict_words(turns: Proof) -> str:
    """Say which rows can’t all be right.

    >>> conflict_words((0, 2))
    'The feedback for rows 1 and 3 can’t both be right.'
    """
    quantifier = {1: "", 2: "both "}.get(len(turns), "all ")
    return f"The feedback for {rows_words(turns)} can’t {quantifier}be right."
