"""Hints in words: the only place where the data of ``explain.advice`` become sentences.

A function from a colour's number to its name, such as "red", names colours, by default in the
game's own way; rows count from 1.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from solver.deduction.explain.advice import ANYWHERE, Nudge, OpenQuestion
from solver.deduction.knowledge.candidates import Split
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.rules.game import EMPTY, TERMS, Feedback, Game, Terms
from solver.deduction.strategies.registry import STRATEGY_WORDS
from solver.deduction.strategies.strategy import Choice
from solver.deduction.text import facts
from solver.wording import capitalised, decimal, plural, sentences


@sentences
def nudge_words(
    nudge: Nudge,
    row: str = "Your row",
    feedback_words: Callable[[Feedback], str] = str,
    terms: Terms = TERMS,
) -> Iterator[str]:
    """Return step 1 in sentences; ``row`` names the draft.

    >>> nudge_words(Nudge(candidates=96, draft=(0, 0, 1, 1), contradicts=(1,), turns=2))[1]
    'Your row can’t be the code: it doesn’t fit the feedback for row 2.'
    """
    yield left_words(nudge.candidates, terms)
    if nudge.draft is None or not nudge.candidates:
        return
    if nudge.barred_by:
        yield f"{row} can’t be the {terms.code}, since {nudge.barred_by}."
    elif nudge.contradicts:
        is_every_row = len(nudge.contradicts) == nudge.turns > 2
        rows = "any row" if is_every_row else facts.rows_words(nudge.contradicts)
        yield f"{row} can’t be the {terms.code}: it doesn’t fit the feedback for {rows}."
        if nudge.code_feedback is not None and nudge.row_feedback is not None:
            would, was = feedback_words(nudge.code_feedback), feedback_words(nudge.row_feedback)
            yield facts.scored_words(nudge.contradicts[:1], would, was, terms.code)
    elif nudge.turns:
        verb = "must" if nudge.candidates == 1 else "could"
        yield f"{row} fits all the feedback so far, so it {verb} be the {terms.code}."
    else:
        yield f"{row} could be the {terms.code}: there’s no feedback yet to rule it out."


def rule_words(rule: GuessRule, terms: Terms = TERMS) -> str:
    """Say which guesses a rule allows; "" if all are.

    >>> rule_words(GuessRule.HARD, Terms(peg="letter", colour="letter"))
    'Hard mode: letters in the right place stay, and letters in the wrong place must be used.'
    """
    match rule:
        case GuessRule.HARD:
            stay = f"{terms.peg}s in the right place stay"
            return f"Hard mode: {stay}, and {terms.colour}s in the wrong place must be used."
        case GuessRule.STRICT:
            return f"You can guess only possible {terms.code}s."
    return ""


def left_words(count: int, terms: Terms = TERMS) -> str:
    if count == 0:
        return f"No {terms.code} fits all the feedback, so at least one row is wrong."
    if count == 1:
        return f"Only one possible {terms.code} is left."
    return f"{count:,} possible {terms.codes} are left."


@sentences
def move_words(
    game: Game,
    move: Choice | None,
    open_questions: Sequence[OpenQuestion] = (),
    names: facts.Names = facts.plain_name,
) -> Iterator[str]:
    """Return step 3 in sentences."""
    terms = game.terms
    if move is None:
        yield left_words(0, terms)
        return
    guess = game.format_code(move.guess)
    if move.split.total == 1:
        yield f"Try {guess}. It’s the {terms.code}."
        return
    yield f"Try {guess}. It {'could' if move.can_be_code else 'can’t'} be the {terms.code}."
    if move.split.total == 2 and move.can_be_code:
        yield f"If it isn’t, the {terms.code} is the other one left."
        return
    pieces = asked_pieces(open_questions, names, terms)
    if pieces:
        yield facts.as_text(pieces)
    yield reason_words(move, terms)
    yield from figures_words(move, terms)


def asked_pieces(
    open_questions: Sequence[OpenQuestion], names: facts.Names, terms: Terms = TERMS
) -> facts.Pieces:
    """Say what a guess asks of the code; nothing if no question is worth naming.

    >>> facts.as_text(asked_pieces([OpenQuestion(((0, 3),), False)], facts.plain_name))
    'Is 4 in hole 1?'
    """
    words = facts.FactWords(names, terms)
    parts = [_question_words(question, words, names) for question in open_questions]
    if all(question.is_settled for question in open_questions):
        parts += {1: ["Any feedback settles it."], 2: ["Any feedback settles both."]}.get(
            len(parts), []
        )
    elif len(parts) > 1:
        parts.append("This guess asks both at once.")
    return words.pieces(" ".join(parts))


def _question_words(question: OpenQuestion, words: facts.FactWords, names: facts.Names) -> str:
    colours = [colour for _, colour in question.claims]
    hole, colour = question.claims[0]
    if question.is_new:
        parts = "are new: which are in?" if colours[1:] else "is new: is it in?"
        return f"{words.colours(colours)} {parts}"
    if names(colour) == EMPTY:
        return "Is any empty?" if hole == ANYWHERE else f"Is {words.hole(hole)} empty?"
    place = "in" if hole == ANYWHERE else f"in {words.hole(hole)}"
    return f"Is {words.name(colour)} {place}?"


def reason_words(move: Choice, terms: Terms = TERMS) -> str:
    words = STRATEGY_WORDS[move.strategy].of(terms)
    if words.out_of_reach and not move.exact:
        return words.out_of_reach
    none = "no guess" if move.exact else "no guess compared"
    average = float(move.split.expected_size)
    rule = "one of the fixed first guesses" if move.is_fixed else f"the first possible {terms.code}"
    reason = words.reason.format(none=none, rule=rule, split=move.split, average=average)
    return capitalised(f"{reason}.")


def figures_words(move: Choice, terms: Terms = TERMS) -> Iterator[str]:
    """Say how long it will take, what the guess leaves, and on what guesses were compared."""
    if move.total is not None:
        mean = decimal(Fraction(move.total, move.split.total))
        yield f"Expect {mean} more guesses, this one included."
    yield split_words(move.split, terms)
    if not move.exact and (
        move.weighed_codes < move.split.total or not STRATEGY_WORDS[move.strategy].out_of_reach
    ):
        guesses = plural(move.weighed_guesses, "guess", "guesses")
        codes = f"all {plural(move.split.total, terms.code)} left"
        if move.weighed_codes < move.split.total:
            codes = f"{move.weighed_codes:,} of the {plural(move.split.total, terms.code)} left"
        yield f"This board is too large to compare everything: {guesses} were compared on {codes}."


def split_words(split: Split, terms: Terms = TERMS) -> str:
    if split.outcomes == 1:
        return (
            f"It tells you nothing new: every possible {terms.code} would give the same feedback."
        )
    if split.largest == 1:
        return f"Whatever the feedback, only one {terms.code} is left after it."
    return (
        f"{split.outcomes} possible outcomes: {plural(split.largest, terms.code)} left at worst, "
        f"{float(split.expected_size):,.1f} on average."
    )
