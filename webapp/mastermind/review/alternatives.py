"""What the strategies would have played in a row of a finished game, beside the actual guess."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from solver.deduction.explain.review import Review, Reviewed
from solver.deduction.faces.face import Face
from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import Split, candidates
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.strategies.prospects import Needs, needs
from solver.deduction.strategies.registry import ALLOWED, STRATEGIES, STRATEGY_WORDS, by_effort
from solver.deduction.strategies.strategy import Choice
from solver.wording import counted, decimal, listed
from webapp.mastermind.finished import Finished, advised_rows
from webapp.mastermind.finished_games import in_time, review_in_time
from webapp.mastermind.setup import MIDDLE, has_at_most
from webapp.work.tasks import never, task


@task(lambda name, *_: has_at_most(name, MIDDLE), 4096)
def _chosen(name: str, earlier: tuple[Turn, ...], strategy: str) -> Choice:
    game = game_named(name)
    return STRATEGIES[strategy].choose(game, candidates(game, earlier), earlier)


@task(never, 4096)
def _needed(
    name: str, earlier: tuple[Turn, ...], guess: Code, split: Split, rule: GuessRule
) -> Needs:
    """Return how many guesses are needed with this one; in the first row this takes up to 0.2 s."""
    game = game_named(name)
    return needs(game, candidates(game, earlier), earlier, guess, split, rule=rule)


@dataclass(frozen=True)
class Compared:
    """A guess with its split, the strategies that would have played it, and what it needs.

    ``mean`` and ``most`` are the guesses still needed, including this one; they are empty while
    they are worked out, and ``most`` is a dash where perfect play is out of reach.
    """

    guess: Code
    split: Split
    can_be_code: bool
    strategies: tuple[str, ...] = ()
    mean: str = ""
    most: str = ""


@dataclass(frozen=True)
class ShownChoices:
    """What the strategies would have played in a row.

    ``waiting`` strategies haven't answered yet; for ``counting`` of the guesses shown it isn't
    known yet how many more they need.
    """

    row: int
    face: Face
    yours: Code
    choices: tuple[Compared, ...]
    waiting: int
    counting: int
    is_estimate: bool
    sampled: str


def show_choices(finished: Finished, row: int) -> ShownChoices:
    """Return the guess of a row, once it is compared, and what each strategy would have played.

    The actual guess comes first, then the guess of most strategies.
    """
    name, earlier_turns = finished.game.name, finished.judged[row - 1].earlier
    allowed = by_effort(ALLOWED[finished.rule])
    choices = in_time([partial(_chosen, name, earlier_turns, strategy) for strategy in allowed])
    order = _compared(finished, row, choices)
    earlier = finished.turns[: row - 1]
    figures = in_time(
        [partial(_needed, name, earlier, g.guess, g.split, finished.rule) for g in order]
    )
    for place, needed in enumerate(figures):
        mean = f"{'' if needed.exact else '≈ '}{decimal(needed.mean)}"
        most = "–" if needed.most is None else str(needed.most)
        order[place] = replace(order[place], mean=mean, most=most)
    return ShownChoices(
        row,
        finished.face,
        finished.turns[row - 1].code,
        tuple(order),
        waiting=len(allowed) - len(choices),
        counting=len(order) - len(figures),
        is_estimate=any(not figure.exact for figure in figures),
        sampled=_sampled_words(choices),
    )


def _compared(finished: Finished, row: int, choices: Sequence[Choice]) -> list[Compared]:
    compared = {
        turn.guess: Compared(turn.guess, turn.split, turn.can_be_code)
        for turn in review_in_time(finished).turns[row - 1 : row]  # its split may take time
    }
    for choice in choices:
        entry = compared.get(choice.guess)
        names = (*(entry.strategies if entry else ()), STRATEGY_WORDS[choice.strategy].title)
        can_be = choice.can_be_code or (entry is not None and entry.can_be_code)
        compared[choice.guess] = Compared(choice.guess, choice.split, can_be, names)
    yours = finished.turns[row - 1].code
    order = sorted(compared.values(), key=lambda entry: -len(entry.strategies))
    return sorted(order, key=lambda entry: entry.guess != yours)


def _sampled_words(choices: Sequence[Choice]) -> str:
    """If not every guess was compared, say how few were."""
    least = min(
        (choice for choice in choices if not choice.exact),
        key=lambda choice: (choice.weighed_guesses, choice.weighed_codes),
        default=None,
    )
    if least is None:
        return ""
    guesses = counted(least.weighed_guesses, "guess", "guesses")
    codes = counted(least.weighed_codes, "code")
    return (
        "This is a sample, since there are too many codes to compare every guess. "
        f"At least {guesses} were compared on {codes}."
    )


def own_turns(finished: Finished, seen: Review) -> tuple[Reviewed, ...]:
    """Return the turns, except those after a hint that showed the move."""
    guesses = [turn.code for turn in finished.turns]
    helped = advised_rows(finished.game, guesses, finished.hints or "")
    return tuple(turn for turn in seen.turns if turn.number not in helped)


def own_mistakes(finished: Finished, seen: Review) -> tuple[Reviewed, ...]:
    return tuple(turn for turn in own_turns(finished, seen) if turn.is_mistake)


def costliest(finished: Finished, seen: Review) -> Reviewed | None:
    """Return the mistake that cost most, the first of equals; None if there is none."""
    mistakes = own_mistakes(finished, seen)
    return max(mistakes, key=lambda turn: turn.regret, default=None)


MOST_NAMED: Final = 2  # rows named one by one; more are counted


def row_words(game: Game, turn: Reviewed, *, is_evil: bool) -> Iterator[str]:
    if turn.before == 1 and turn.found:
        yield "The only code left."
    elif turn.split.parts == 1:
        yield "You could have worked this feedback out, so it told you nothing."
    elif turn.before == 2 and turn.can_be_code and not is_evil:
        yield "One of two possible codes: heads or tails."
    elif turn.found:
        yield f"One of {turn.before:,} possible codes."
    elif turn.regret:
        yield from _doubt_words(game, turn)


def _doubt_words(game: Game, turn: Reviewed) -> Iterator[str]:
    against = [str(number) for number in turn.contradicts]
    if len(against) > MOST_NAMED:
        yield f"Not the code: {len(against)} earlier rows rule it out."
    elif against:
        rows = "rows" if len(against) > 1 else "row"
        rule = "rule" if len(against) > 1 else "rules"
        yield f"Not the code: {rows} {listed(against)} {rule} it out."
    elif not turn.can_be_code:
        yield f"Not the code: {game.secret_rule}."
