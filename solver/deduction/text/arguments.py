"""Arguments in words, a line for each step."""

from __future__ import annotations

from collections.abc import Iterator

from solver.deduction.knowledge.arguments import Argument, ArgumentStep
from solver.deduction.knowledge.facts import FactKind
from solver.deduction.knowledge.quantities import CountKind
from solver.deduction.rules.game import Terms
from solver.deduction.text.facts import TERMS, Names, clauses_words, plain_name, rows_words
from solver.wording import capitalised, counted


def argument_words(
    argument: Argument | None, names: Names = plain_name, terms: Terms = TERMS
) -> Iterator[str]:
    """Yield the steps of an argument, if there is one, a line each, with what they suppose."""
    if argument is None:
        return
    start = ""
    if argument.premises:
        start = f"As above, {clauses_words(argument.premises, names, terms)}. "
    for step in argument.steps:
        if step.supposed:
            start += f"Suppose {clauses_words(step.supposed, names, terms)}. "
        if step.is_end:
            words = f"But then {_impossible(step, names, terms)}"
        else:
            so = "then" if step.uses_earlier else ""
            if step is argument.steps[-1]:
                so = f"so{_sum_words(argument)}"
            by = f" by {rows_words(step.rows)}," if step.rows else ""
            words = capitalised(f"{so}{by} {clauses_words(step.claims, names, terms)}".strip())
        yield f"{start}{words}."
        start = ""


def _sum_words(argument: Argument) -> str:
    """Say that counts of pegs add up, if nothing else leaves none for the colours of a fact."""
    claims = [claim for step in argument.steps[:-1] for claim in step.claims]
    colours = [colour for claim in claims for colour in claim.colours]
    is_sum = all(claim.kind in (FactKind.SUM, FactKind.SOME) for claim in claims)
    is_out = not argument.steps[-1].rows and argument.facts[0].kind is FactKind.OUT
    if not (is_sum and is_out) or len(claims) < 2 or len(set(colours)) < len(colours):
        return ""
    counts = [claim.count for claim in claims]
    return f", since {' + '.join(map(str, counts))} = {sum(counts)},"


def _impossible(step: ArgumentStep, names: Names, terms: Terms) -> str:
    """Say what would be, though it isn't: mostly, what a row would have scored."""
    if step.score is None:
        if step.claims[0].kind is FactKind.NOT_HERE and not step.rows:
            return f"nothing is left for {terms.hole} {step.claims[0].holes[0] + 1}"
        by = f"by {rows_words(step.rows)}, " if step.rows else ""
        return f"{by}{clauses_words(step.claims, names, terms)}, which can’t be"
    kind, is_least, value, real_value = step.score
    bound = "at least" if is_least else "at most"
    is_placed = kind is CountKind.PLACED
    black, key = counted(value, terms.black, terms.blacks), counted(value, terms.key)
    scored = black if is_placed else f"{key} in all"
    most = f"{bound} {scored}".replace("at most 0", "no")
    return f"{rows_words(step.rows)} would have scored {most}, not {real_value}"
