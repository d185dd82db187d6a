"""The analysis of a position in words, and what is known of a claim about the code."""

from collections.abc import Callable, Iterator
from typing import Final

from solver.deduction.explain.analysis import Ranking, TriedGuess
from solver.deduction.explain.claims import ClaimReply, ClaimState
from solver.deduction.knowledge.facts import Fact
from solver.deduction.rules.game import TERMS, Feedback, Game, Terms
from solver.deduction.strategies.measures import MEASURES, NEED
from solver.deduction.strategies.perfect import Need
from solver.deduction.text.advice import split_words
from solver.deduction.text.diagnosis import conflict_words
from solver.deduction.text.facts import Names, claim_words, rows_words, scored_words
from solver.wording import decimal, plural, sentences


def position_words(count: int, need: Need | None, terms: Terms = TERMS) -> str:
    """Say how many codes fit, and what perfect play still needs.

    >>> position_words(20, Need(20, 53, 4))
    '20 possible codes. Perfect play needs 2.65 more guesses on average, 4 in the worst case.'
    """
    if count == 1:
        return f"Only one possible {terms.code} is left."
    return f"{plural(count, f'possible {terms.code}')}. {least_words(need)}"


def least_words(need: Need | None) -> str:
    if need is None:
        return "We don’t know how many guesses perfect play needs here."
    return f"Perfect play needs {need_words(need, 'more guess')}."


def need_words(need: Need, thing: str = "guess") -> str:
    """Say how many guesses are needed, on average and in the worst case.

    >>> need_words(Need(2, 3, 2)), need_words(Need(1, 1, 1))
    ('1.50 guesses on average, 2 in the worst case', '1 guess')
    """
    if need.codes == 1:
        return plural(need.total, thing, f"{thing}es")
    return f"{decimal(need.mean)} {thing}es on average, {need.most} in the worst case"


@sentences
def ranking_words(ranking: Ranking, terms: Terms = TERMS) -> Iterator[str]:
    start = "The best guesses are those" if ranking.is_exact else "The best guesses found are those"
    yield f"{start} {MEASURES[ranking.measure].sentence.format(codes=terms.codes)}."
    if ranking.is_exact:
        yield f"All {plural(ranking.covered, 'guess', 'guesses')} were compared."
        if ranking.kinds < ranking.covered:
            yield "Equal guesses are listed once."
        return
    if ranking.measure == NEED.name:
        yield "There are too many guesses here to work out perfect play after each of them."
        return
    guesses = plural(ranking.covered, "guess", "guesses")
    codes = plural(ranking.codes, terms.code)
    yield (
        f"This board is too large to compare everything: {guesses} were compared on a sample of "
        f"{codes}."
    )


@sentences
def guess_words(game: Game, trial: TriedGuess, optimum: Need | None = None) -> Iterator[str]:
    """Say what a guess does: whether it can be the code, and how it compares with the best.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.explain.analysis import try_guess
    >>> game = game_named("classic")
    >>> turns = (game.parse_turn("1122:1,0"),)
    >>> for words in guess_words(game, try_guess(game, turns, (2, 3, 3, 4))):
    ...     print(words)
    It can’t be the code: row 1 rules it out.
    10 possible outcomes: 56 codes left at worst, 38.4 on average.
    With perfect play after it, it takes 3.59 guesses on average, 5 in the worst case.
    """
    yield _doubt_words(game, trial)
    split = trial.weighed.split
    need = trial.weighed.need
    if split.total > 1:
        yield split_words(split, game.terms)
    if need:
        takes = f"{need_words(need)}{_cost_words(need, optimum)}"
        yield f"With perfect play after it, it takes {takes}."


def _doubt_words(game: Game, trial: TriedGuess) -> str:
    code = game.terms.code
    if trial.contradicts:
        verb = "rules" if len(trial.contradicts) == 1 else "rule"
        return f"It can’t be the {code}: {rows_words(trial.contradicts)} {verb} it out."
    if trial.weighed.can_be_code:
        return f"It’s the {code}." if trial.weighed.split.total == 1 else f"It could be the {code}."
    return f"It can’t be the {code}, since {game.secret_rule}."


def _cost_words(need: Need, optimum: Need | None) -> str:
    if optimum is None:
        return ""
    gap = float(need.mean - optimum.mean)
    if not gap:
        return ": no guess is better"
    return f": {gap:.2f} more than the best" if gap >= 0.005 else ": hardly more than the best"


#: The answer in a few words, above its reason.
CLAIM_HEADINGS: Final = {
    ClaimState.IMPOSSIBLE: "Impossible",
    ClaimState.POSSIBLE: "Possible so far",
    ClaimState.CERTAIN: "Certain",
    ClaimState.NO_CODE: "The rows conflict",
}


def reply_words(
    game: Game,
    reply: ClaimReply,
    names: Names | None = None,
    feedback_words: Callable[[Feedback], str] | None = None,
) -> str:
    """Say what is known of a claim, with the rows that show it.

    ``names`` and ``feedback_words`` say what values and feedback are called, without them the game.

    >>> from solver.deduction.explain.claims import ask_about
    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> turns = (game.parse_turn("1122:0,1"), game.parse_turn("3344:2,0"))
    >>> reply_words(game, ask_about(game, turns, (0, 0, 2, 2)))
    'If it were the code, row 1 would have scored 2,0. It scored 0,1.'
    """
    if reply.state is ClaimState.NO_CODE:
        return conflict_words(reply.proof)
    if not isinstance(reply.claim, Fact):
        return _code_words(game, reply, feedback_words or game.format_feedback)
    claim = f"“{claim_words((reply.claim,), names or game.name_value, game.terms)}”"
    code = game.terms.code
    quantifiers = {ClaimState.IMPOSSIBLE: f"No {code}", ClaimState.CERTAIN: f"Every {code}"}
    if reply.state in quantifiers:
        which = f"that fits {rows_words(reply.proof)}" if reply.proof else "of this game"
        return f"{quantifiers[reply.state]} {which} matches {claim}."
    match = "matches" if reply.holding == 1 else "match"
    return f"{reply.holding:,} of the {plural(reply.total, f'possible {code}')} {match} {claim}."


def _code_words(game: Game, reply: ClaimReply, feedback_words: Callable[[Feedback], str]) -> str:
    code = game.terms.code
    if reply.state is ClaimState.CERTAIN:
        return f"It’s the only possible {code} left."
    if reply.state is ClaimState.POSSIBLE:
        return f"It’s one of the {plural(reply.total, f'possible {code}')}."
    if reply.code_feedback is None or reply.row_feedback is None:
        return f"The rules of this game don’t allow it as the {code}."
    would, was = feedback_words(reply.code_feedback), feedback_words(reply.row_feedback)
    return scored_words(reply.proof, would, was, code)
