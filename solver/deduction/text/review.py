"""A review in words: the only place where its data become sentences. Turns count from 1."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from solver.deduction.explain.review import Review, Reviewed
from solver.deduction.rules.game import Code, Game
from solver.deduction.text.facts import rows_words
from solver.wording import decimal, join_words, plural, sentences


@sentences
def turn_words(game: Game, turn: Reviewed) -> Iterator[str]:
    """Return what there is to say about one turn.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.explain.review import review
    >>> game = game_named("classic")
    >>> for words in turn_words(game, review(game, (0, 0, 1, 1), [(0, 0, 0, 0)]).turns[0]):
    ...     print(words)
    1,296 codes were possible, 150 are left; expected 512.0.
    The feedback told you 3.11 bits; expected 1.50.
    1123 was better: with perfect play it saves 0.53 guesses on average.
    “entropy” would have played 1234.
    Skill 23, luck 93.
    """
    verdict = verdict_words(game, turn)
    before = plural(turn.before, game.terms.code)
    if turn.found and turn.before == 1:
        yield from verdict
        return
    if turn.found:
        yield f"{before} were possible, and this was the one."
    else:
        were = f"{before} {'was' if turn.before == 1 else 'were'} possible"
        are = f"{turn.after:,} {'is' if turn.after == 1 else 'are'} left"
        yield f"{were}, {are}; expected {float(turn.split.expected_size):,.1f}."
    if turn.split.outcomes > 1:
        bits = f"{turn.bits:.2f} bits"
        yield f"The feedback told you {bits}; expected {turn.split.bits:.2f}."
    yield from verdict
    if turn.choices:
        yield _choices_words(game, turn)
    yield f"Skill {turn.skill}, luck {turn.luck}."


def verdict_words(
    game: Game, turn: Reviewed, say: Callable[[Code], str] | None = None
) -> tuple[str, ...]:
    """Return why a guess was good or not: what it overlooked, and what was better.

    ``say`` names a code; without it, a code is written in the game's notation.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.explain.review import review
    >>> game = game_named("classic")
    >>> verdict_words(game, review(game, (0, 0, 1, 1), [(0, 0, 0, 0)]).turns[0])
    ('1123 was better: with perfect play it saves 0.53 guesses on average.',)
    """
    if turn.found:
        return (f"It was the only possible {game.terms.code}.",) if turn.before == 1 else ()
    return (*_doubt_words(game, turn), _best_words(turn, say or game.format_code))


@sentences
def review_words(review: Review, whose: str = "Your") -> Iterator[str]:
    """Return what there is to say about the whole game; ``whose`` guesses they are."""
    if not review.turns:
        yield "No guess has been made."
        return
    costs = [turn.cost for turn in review.turns if turn.had_choice]
    mean = f" (average cost {decimal(sum(costs, Fraction(0)) / len(costs))})" if costs else ""
    yield f"Skill {review.skill}{mean}, luck {review.luck}."
    codes = review.game.terms.codes
    yield f"A row’s luck is the chance in percent of more {codes} being left; ties count half."
    if review.first_mistake is None:
        yield "There was no mistake."
    else:
        yield f"The first mistake was in row {review.first_mistake}."
    about = "" if review.exact else "about "
    if review.par is not None:
        yield f"Perfect play needs {guesses_words(review.par)} on average."
    luck = f"{'cost' if review.saved < 0 else 'saved'} {guesses_words(abs(review.saved), about)}"
    yield f"{whose} guesses cost {guesses_words(review.total_cost, about)}; luck {luck}."


def _doubt_words(game: Game, turn: Reviewed) -> Iterator[str]:
    code = game.terms.code
    if turn.contradicts:
        rows = rows_words(tuple(number - 1 for number in turn.contradicts))
        yield f"It couldn’t be the {code}: it didn’t fit the feedback for {rows}."
    elif not turn.can_be_code:
        yield f"It couldn’t be the {code}, since {game.secret_rule}."


def _best_words(turn: Reviewed, say: Callable[[Code], str]) -> str:
    if not turn.cost:
        return "No guess is better." if turn.exact else "No better guess was found."
    best, saving = say(turn.best), guesses_words(turn.cost)
    if turn.exact:
        return f"{best} was better: with perfect play it saves {saving} on average."
    return f"{best} was probably better: by estimate, it saves {saving} on average."


def _choices_words(game: Game, turn: Reviewed) -> str:
    strategies: dict[str, list[str]] = {}
    for choice in turn.choices:
        strategies.setdefault(game.format_code(choice.guess), []).append(f"“{choice.strategy}”")
    sentences = [
        f"{join_words(names)} would have played {code}" for code, names in strategies.items()
    ]
    return "; ".join(sentences) + "."


def guesses_words(number: Fraction, about: str = "") -> str:
    """Write an average number of guesses, ``about`` so many.

    >>> guesses_words(Fraction(5, 2), "about "), guesses_words(Fraction(1, 300), "about ")
    ('about 2.50 guesses', 'less than 0.01 guesses')
    """
    if number and decimal(number) == "0.00":
        return "less than 0.01 guesses"
    return f"{about}{decimal(number)} guesses" if number != 1 else f"{about}1 guess"


def share_text(title: str, feedbacks: Sequence[str], *, is_won: bool, hints: int, link: str) -> str:
    """Return the text to send about a game: its title, the feedback row by row, and a link.

    ``feedbacks`` are as :meth:`Face.plain_feedback` writes them.

    >>> rows = ("⚫", "⚫⚪", "⚫⚫⚫⚫")
    >>> print(share_text("Classic", rows, is_won=True, hints=0, link="https://a.b/g/c"))
    Classic: found in 3 guesses
    no hints
    ⚫
    ⚫⚪
    ⚫⚫⚫⚫
    https://a.b/g/c
    """
    ending = "found" if is_won else "not found"
    hint_words = plural(hints, "hint") if hints else "no hints"
    first = f"{title}: {ending} in {plural(len(feedbacks), 'guess', 'guesses')}"
    return "\n".join(filter(None, (first, hint_words, *feedbacks, link)))
