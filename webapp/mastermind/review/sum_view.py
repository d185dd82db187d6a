"""Where a game's guesses went: what perfect play needs, what the guesses cost, and luck."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from solver.deduction.explain.review import Review, Reviewed, skill_of
from solver.deduction.games import game_named, title_of
from solver.deduction.rules.game import Game
from solver.deduction.text.review import guesses_words
from solver.wording import capitalised, decimal, join_words, plural
from webapp.mastermind.finished import Finished, advised_rows
from webapp.mastermind.finished_games import over_game, review_in_time
from webapp.storage.games import StoredGame, store
from webapp.storage.records.played import RATED, rating_of, results_of

WIDTH: Final = 356
GAP: Final = 2
LEAST_SPAN: Final = 40  # of a line of ratings, from its bottom to its top
LITTLE: Final = 0.1  # guesses; less luck isn't called good or bad
MOST_NAMED: Final = 3  # rows named one by one; more are counted

Figures = tuple[float, float, float]


@dataclass(frozen=True)
class SumPart:
    """A part of the sum: its kind (``par``, ``own``, ``luck``), its figure, and its words.

    ``x`` and ``width`` place it in a bar of :data:`WIDTH`; what luck saved is outlined at the end
    of the bar, since it made the game shorter.
    """

    kind: str
    figure: str
    words: str
    x: float = 0.0
    width: float = 0.0


@dataclass(frozen=True, kw_only=True)
class ShownFigures:
    """How well and how luckily a game was played, 0 to 100; no luck against an evil setter.

    Skill is that of the player's own guesses, None without any; ``rule`` says what it means.
    ``costliest`` is the row that cost most, 0 if none was a mistake, and ``cost`` says so.
    ``idea`` is what would have helped there.
    """

    is_waiting: bool = False
    skill: int | None = None
    luck: int | None = None
    rule: str = ""
    costliest: int = 0
    cost: str = ""
    idea: str = ""


def show_figures(ending: Finished) -> ShownFigures:
    review = review_in_time(ending)
    if len(review.turns) < len(ending.turns):
        return ShownFigures(is_waiting=True)
    unaided_turns = own_turns(ending, review)
    figures = ShownFigures(
        skill=skill_of(unaided_turns) if unaided_turns else None,
        luck=None if ending.is_evil else review.luck,
        rule=_rule(unaided_turns, review),
    )
    worst = costliest(ending, review)
    if worst is None:
        costly_turns = tuple(turn for turn in unaided_turns if turn.cost)
        cost = "No guess could have been better." if unaided_turns and review.exact else ""
        cost = capitalised(_cost_words(costly_turns, "a little")[0]) if costly_turns else cost
        return replace(figures, cost=cost)
    cost, is_alone = _cost_words(own_mistakes(ending, review), "most")
    is_shared = any(turn.cost >= worst.cost for turn in review.turns if turn not in unaided_turns)
    cost = f"Without a hint, {cost}" if is_shared else capitalised(cost)
    if worst.contradicts and is_alone:
        names = [str(number) for number in worst.contradicts]
        rows = f"Row{'s' if len(names) > 1 else ''} {join_words(names)}"
        cost = f"{cost} {rows if len(names) <= MOST_NAMED else 'Earlier rows'} had ruled it out."
    idea = "evil-setter" if ending.is_evil else "splitting"
    if worst.contradicts:
        idea = "possible-codes"
    return replace(figures, costliest=worst.number, cost=cost, idea=idea)


def _known_skill(record: StoredGame) -> int | None:
    """Return the skill of a game, though its review isn't kept yet, if it is done in time."""
    if record.skill is not None:
        return record.skill
    whole_record = store().load_any(record.id, record.kind)
    return show_figures(over_game(whole_record).finished).skill if whole_record else None


class ShownRating(NamedTuple):
    """A rating after a game: how far it ``moved``, and the points of a line of the last ones."""

    board: str
    figure: int
    moved: str
    games: int
    points: tuple[tuple[float, float], ...]


def show_rating(record: StoredGame, skill: int | None) -> ShownRating | None:
    """Return the rating on the board of a game that counts, and what this game did to it."""
    if skill is None or not record.counts:
        return None
    results = results_of(store(), record.player, record.kind)
    peers = [game for game in results if game.counts and game.rules == record.rules]
    earlier = peers[: next((place for place, game in enumerate(peers) if game.id == record.id), 0)]
    figures = [_known_skill(game) for game in earlier[-2 * RATED :]]
    skills = [*(figure for figure in figures if figure is not None and figure >= 0), skill]
    ratings = [rating_of(skills[: count + 1]) for count in range(len(skills))][-RATED:]
    lowest, span = min(ratings), max(max(ratings) - min(ratings), LEAST_SPAN)
    return ShownRating(
        board=title_of(game_named(record.rules)),
        figure=ratings[-1],
        moved=f"{ratings[-1] - ratings[-2]:+d}".replace("-", "−") if len(ratings) > 1 else "",
        games=min(len(skills), RATED),
        points=tuple(
            (8 + 14.2 * place, round(54 - 44 * (rating - lowest) / span, 1))
            for place, rating in enumerate(ratings)
        ),
    )


def _cost_words(turns: tuple[Reviewed, ...], how: str) -> tuple[str, bool]:
    """Say which of the rows cost most and how much, and whether it is only one."""
    highest = max(turn.cost for turn in turns)
    costliest_turns = tuple(turn for turn in turns if turn.cost == highest)
    hedge = "" if all(turn.exact for turn in costliest_turns) else "about "
    share = " each" if len(costliest_turns) > 1 else ""
    words = guesses_words(highest, hedge)
    cost = f"{words.replace('guesses', 'of a guess') if highest < 1 else words}{share}"
    return f"{_rows(costliest_turns)} cost {how}: {cost}.", len(costliest_turns) == 1


def _rule(unaided_turns: tuple[Reviewed, ...], review: Review) -> str:
    """Say what skill means, or which guesses it counts if a move was asked for in others."""
    if not unaided_turns:
        return "You asked for the move in every row."
    if len(unaided_turns) < len(review.turns):
        return f"Out of 100, for {_rows(unaided_turns)}: you asked for no move there."
    best = "perfect play" if review.exact else "no better guess was found"
    return f"100: {best}. 50: a quarter of a guess lost per row."


class ShownSum(NamedTuple):
    """The parts of the sum, and the ``unit`` of those that aren't all proved.

    There is a bar, with ``words``, only if they are proved and the code was found, so that they add
    up. With an evil setter there is no luck, and where perfect play is out of reach no par.
    """

    parts: tuple[SumPart, ...]
    unit: str = ""
    words: str = ""
    is_saved: bool = False


def show_sum(ending: Finished, review: Review) -> ShownSum:
    total = _total(ending, review)
    if review.par is None or not total or not ending.is_won:
        needed = f"{total - len(review.turns):.2f} still needed on average"
        unit = f"Counted as {total:.2f}: the {len(review.turns)} guesses played, and {needed}."
        return ShownSum(tuple(_plain_parts(ending, review)), unit=unit if total else "")
    figures = _rounded(total, review)
    is_saved = figures[2] < 0
    parts = _bar(_named(ending, review, figures), figures)
    terms = ", ".join(f"{part.figure} {part.words}" for part in parts)
    words = f"{plural(len(review.turns), 'guess', 'guesses')}: {terms}"
    return ShownSum(parts, words=words, is_saved=is_saved)


def owner(ending: Finished) -> str:
    """Say whose part of the sum it is.

    >>> from solver.deduction.games import game_named
    >>> owner(Finished(game=game_named("mini"), display="", secret=(0, 0, 0), turns=()))
    'lost by your guesses'
    """
    return f"lost by {ending.voice.whose} guesses"


def _plain_parts(ending: Finished, review: Review) -> Iterator[SumPart]:
    """Yield the parts for a game in which they don't add up to the rows."""
    for part in _named(ending, review, _rounded(_total(ending, review), review)):
        if part.kind == "own" or (not ending.is_evil and (part.kind == "luck" or review.par)):
            hedge = "" if review.exact or part.kind == "par" else "≈ "
            yield replace(part, figure=f"{hedge}{part.figure}")


def _named(ending: Finished, review: Review, figures: Figures) -> tuple[SumPart, ...]:
    par, cost, luck = figures
    return (
        SumPart("par", f"{par:.2f}", "perfect play, on average"),
        SumPart("own", f"{cost:.2f}", _own_words(ending, review)),
        SumPart("luck", f"{abs(luck):.2f}", _luck_words(luck)),
    )


def _bar(parts: tuple[SumPart, ...], figures: Figures) -> tuple[SumPart, ...]:
    """Put the parts side by side; what luck saved overlaps the end of the others."""
    par, cost, luck = figures
    scale = (WIDTH - 2 * GAP) / max(par + cost, par + cost + luck)
    widths = [part_size * scale for part_size in (par, cost, abs(luck))]
    starts = [0.0, widths[0] + GAP, widths[0] + widths[1] + 2 * GAP]
    if luck < 0:
        starts[2] = WIDTH - widths[2]
    places = zip(parts, starts, widths, strict=True)
    return tuple(replace(part, x=round(x, 1), width=round(width, 1)) for part, x, width in places)


def _total(ending: Finished, review: Review) -> float:
    """Return the guesses played and those that perfect play would still need; 0 if not known."""
    if review.par is None or not review.exact or ending.is_evil:
        return 0
    if ending.is_won:
        return len(review.turns)
    return 0 if ending.past else float(review.par + review.total_cost - review.saved)


def _rounded(total: float, review: Review) -> Figures:
    """Round the parts to hundredths: the figures shown add up, also those of the rows.

    Luck takes the rest of the total, if there is one.
    """
    par = round(float(review.par or 0), 2)
    cost = sum(float(decimal(turn.cost)) for turn in review.turns)
    luck = total - par - cost if total else -float(review.saved)
    return par, round(cost, 2), round(luck, 2)


def _own_words(ending: Finished, review: Review) -> str:
    whose = owner(ending) + (", against a fair setter" if ending.is_evil else "")
    lost = [turn for turn in review.turns if turn.cost]
    unaided_turns = own_turns(ending, review)
    if not lost:
        return whose if review.exact else f"{whose}: no better guess was found"
    hint_count = sum(turn not in unaided_turns for turn in lost)
    which = "" if hint_count == len(lost) else f"{hint_count} of them "
    return f"{whose}, in {_rows(lost)}" + (f", {which}after a hint" if hint_count else "")


def _rows(turns: tuple[Reviewed, ...] | list[Reviewed]) -> str:
    if len(turns) > MOST_NAMED:
        return plural(len(turns), "row")
    return (
        f"{'rows' if len(turns) > 1 else 'row'} {join_words([str(turn.number) for turn in turns])}"
    )


def _luck_words(luck: float) -> str:
    is_little = abs(luck) < LITTLE
    if luck > 0:
        return "lost to luck" if is_little else "lost to bad luck"
    return "saved by luck" if is_little else "saved by good luck"


def own_turns(ending: Finished, review: Review) -> tuple[Reviewed, ...]:
    """Return the turns, except those after a hint that showed the move."""
    guesses = [turn.code for turn in ending.turns]
    hint_rows = advised_rows(ending.game, guesses, ending.hints or "")
    return tuple(turn for turn in review.turns if turn.number not in hint_rows)


def own_mistakes(ending: Finished, review: Review) -> tuple[Reviewed, ...]:
    return tuple(turn for turn in own_turns(ending, review) if turn.is_mistake)


def costliest(ending: Finished, review: Review) -> Reviewed | None:
    """Return the mistake that cost most, the first of equals; None if there is none."""
    mistakes = own_mistakes(ending, review)
    return max(mistakes, key=lambda turn: turn.cost, default=None)


MOST_AGAINST: Final = 2  # rows named one by one; more are counted


def row_words(game: Game, turn: Reviewed, *, is_evil: bool) -> Iterator[str]:
    code = game.terms.code
    if turn.before == 1 and turn.found:
        yield f"The only {code} left."
    elif turn.split.outcomes == 1:
        yield "You could have worked this feedback out, so it told you nothing."
    elif turn.before == 2 and turn.can_be_code and not is_evil:
        yield f"One of two possible {code}s: heads or tails."
    elif turn.found:
        yield f"One of {turn.before:,} possible {code}s."
    elif turn.cost:
        yield from _doubt_words(game, turn)


def _doubt_words(game: Game, turn: Reviewed) -> Iterator[str]:
    code = game.terms.code
    against = [str(number) for number in turn.contradicts]
    if len(against) > MOST_AGAINST:
        yield f"Not the {code}: {len(against)} earlier rows rule it out."
    elif against:
        rows = "rows" if len(against) > 1 else "row"
        rule = "rule" if len(against) > 1 else "rules"
        yield f"Not the {code}: {rows} {join_words(against)} {rule} it out."
    elif not turn.can_be_code:
        yield f"Not the {code}: {game.secret_rule}."
