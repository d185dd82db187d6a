"""Where a game's guesses went: what perfect play needs, what the guesses cost, and luck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, NamedTuple

from solver.deduction.explain.review import Review, Reviewed, skill_of
from solver.deduction.games import game_named, title_of
from solver.deduction.rules.game import Game
from solver.deduction.text.review import guesses_words
from solver.wording import capitalised, counted, listed
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


def show_figures(finished: Finished) -> ShownFigures:
    seen = review_in_time(finished)
    if len(seen.turns) < len(finished.turns):
        return ShownFigures(is_waiting=True)
    own = own_turns(finished, seen)
    figures = ShownFigures(
        skill=skill_of(own) if own else None,
        luck=None if finished.is_evil else seen.luck,
        rule=_rule(own, seen),
    )
    worst = costliest(finished, seen)
    if worst is None:
        lost = tuple(turn for turn in own if turn.cost)
        cost = "No guess could have been better." if own and seen.exact else ""
        cost = capitalised(_cost_words(lost, "a little")[0]) if lost else cost
        return replace(figures, cost=cost)
    cost, is_alone = _cost_words(own_mistakes(finished, seen), "most")
    is_shared = any(turn.cost >= worst.cost for turn in seen.turns if turn not in own)
    cost = f"Without a hint, {cost}" if is_shared else capitalised(cost)
    if worst.contradicts and is_alone:
        names = [str(number) for number in worst.contradicts]
        rows = f"Row{'s' if len(names) > 1 else ''} {listed(names)}"
        cost = f"{cost} {rows if len(names) <= MOST_NAMED else 'Earlier rows'} had ruled it out."
    idea = "evil-setter" if finished.is_evil else "splitting"
    if worst.contradicts:
        idea = "possible-codes"
    return replace(figures, costliest=worst.number, cost=cost, idea=idea)


def _known_skill(stored: StoredGame) -> int | None:
    """Return the skill of a game, though its review isn't kept yet, if it is done in time."""
    if stored.skill is not None:
        return stored.skill
    whole = store().load_any(stored.id, stored.kind)
    return show_figures(over_game(whole).finished).skill if whole else None


class ShownRating(NamedTuple):
    """A rating after a game: how far it ``moved``, and the points of a line of the last ones."""

    board: str
    figure: int
    moved: str
    games: int
    points: tuple[tuple[float, float], ...]


def show_rating(stored: StoredGame, skill: int | None) -> ShownRating | None:
    """Return the rating on the board of a game that counts, and what this game did to it."""
    if skill is None or not stored.counts:
        return None
    played = results_of(store(), stored.player, stored.kind)
    alike = [game for game in played if game.counts and game.rules == stored.rules]
    earlier = alike[: next((place for place, game in enumerate(alike) if game.id == stored.id), 0)]
    figures = [_known_skill(game) for game in earlier[-2 * RATED :]]
    skills = [*(figure for figure in figures if figure is not None and figure >= 0), skill]
    ratings = [rating_of(skills[: count + 1]) for count in range(len(skills))][-RATED:]
    lowest, span = min(ratings), max(max(ratings) - min(ratings), LEAST_SPAN)
    return ShownRating(
        board=title_of(game_named(stored.rules)),
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
    most = max(turn.cost for turn in turns)
    equal = tuple(turn for turn in turns if turn.cost == most)
    about = "" if all(turn.exact for turn in equal) else "about "
    share = " each" if len(equal) > 1 else ""
    words = guesses_words(most, about)
    cost = f"{words.replace('guesses', 'of a guess') if most < 1 else words}{share}"
    return f"{_rows(equal)} cost {how}: {cost}.", len(equal) == 1


def _rule(own: tuple[Reviewed, ...], seen: Review) -> str:
    """Say what skill means, or which guesses it counts if a move was asked for in others."""
    if not own:
        return "You asked for the move in every row."
    if len(own) < len(seen.turns):
        return f"Out of 100, for {_rows(own)}: you asked for no move there."
    best = "perfect play" if seen.exact else "no better guess was found"
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


def show_sum(finished: Finished, seen: Review) -> ShownSum:
    total = _total(finished, seen)
    if seen.par is None or not total or not finished.is_won:
        return ShownSum(tuple(_plain_parts(finished, seen)), unit=_unit(finished, seen))
    figures = _rounded(total, seen.par, seen.total_cost)
    is_saved = figures[2] < 0
    parts = _bar(_named(finished, seen, figures), figures)
    terms = ", ".join(f"{part.figure} {part.words}" for part in parts)
    words = f"{counted(len(seen.turns), 'guess', 'guesses')}: {terms}"
    return ShownSum(parts, words=words, is_saved=is_saved)


def _unit(finished: Finished, seen: Review) -> str:
    if total := _total(finished, seen):
        needed = f"{total - len(seen.turns):.2f} still needed on average"
        return f"Counted as {total:.2f}: the {len(seen.turns)} guesses played, and {needed}."
    return ""


def owner(finished: Finished) -> str:
    """Say whose part of the sum it is.

    >>> from solver.deduction.games import game_named
    >>> owner(Finished(game=game_named("mini"), display="", secret=(0, 0, 0), turns=()))
    'lost by your guesses'
    """
    return f"lost by {finished.voice.whose} guesses"


def _plain_parts(finished: Finished, seen: Review) -> Iterator[SumPart]:
    """Yield the parts for a game in which they don't add up to the rows."""
    par = round(float(seen.par or 0), 2)
    figures = (par, round(float(seen.total_cost), 2), round(-float(seen.saved), 2))
    if total := _total(finished, seen):
        figures = _rounded(total, seen.par or Fraction(0), seen.total_cost)
    for part in _named(finished, seen, figures):
        if part.kind == "own" or (not finished.is_evil and (part.kind == "luck" or seen.par)):
            about = "" if seen.exact or part.kind == "par" else "≈ "
            yield replace(part, figure=f"{about}{part.figure}")


def _named(finished: Finished, seen: Review, figures: Figures) -> tuple[SumPart, ...]:
    par, own, luck = figures
    return (
        SumPart("par", f"{par:.2f}", "perfect play, on average"),
        SumPart("own", f"{own:.2f}", _own_words(finished, seen)),
        SumPart("luck", f"{abs(luck):.2f}", _luck_words(luck)),
    )


def _bar(parts: tuple[SumPart, ...], figures: Figures) -> tuple[SumPart, ...]:
    """Put the parts side by side; what luck saved overlaps the end of the others."""
    par, own, luck = figures
    scale = (WIDTH - 2 * GAP) / max(par + own, par + own + luck)
    widths = [part_size * scale for part_size in (par, own, abs(luck))]
    starts = [0.0, widths[0] + GAP, widths[0] + widths[1] + 2 * GAP]
    if luck < 0:
        starts[2] = WIDTH - widths[2]
    places = zip(parts, starts, widths, strict=True)
    return tuple(replace(part, x=round(x, 1), width=round(width, 1)) for part, x, width in places)


def _total(finished: Finished, seen: Review) -> float:
    """Return the guesses played and those that perfect play would still need; 0 if not known."""
    if seen.par is None or not seen.exact or finished.is_evil:
        return 0
    if finished.is_won:
        return len(seen.turns)
    return 0 if finished.past else float(seen.par + seen.total_cost - seen.saved)


def _rounded(total: float, par: Fraction, own: Fraction) -> Figures:
    """Round the parts to hundredths so that the figures shown add up; luck takes the rest.

    >>> _rounded(6, Fraction(5625, 1296), Fraction(1, 5))
    (4.34, 0.2, 1.46)
    """
    shown_par = round(float(par), 2)
    shown_own = round(float(own), 2)
    return shown_par, shown_own, round(total - shown_par - shown_own, 2)


def _own_words(finished: Finished, seen: Review) -> str:
    whose = owner(finished) + (", against a fair setter" if finished.is_evil else "")
    lost = [turn for turn in seen.turns if turn.cost]
    own = own_turns(finished, seen)
    if not lost:
        return whose if seen.exact else f"{whose}: no better guess was found"
    helped = sum(turn not in own for turn in lost)
    which = "" if helped == len(lost) else f"{helped} of them "
    return f"{whose}, in {_rows(lost)}" + (f", {which}after a hint" if helped else "")


def _rows(turns: tuple[Reviewed, ...] | list[Reviewed]) -> str:
    if len(turns) > MOST_NAMED:
        return counted(len(turns), "row")
    return f"{'rows' if len(turns) > 1 else 'row'} {listed([str(turn.number) for turn in turns])}"


def _luck_words(luck: float) -> str:
    is_little = abs(luck) < LITTLE
    if luck > 0:
        return "lost to luck" if is_little else "lost to bad luck"
    return "saved by luck" if is_little else "saved by good luck"


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
        yield f"Not the {code}: {rows} {listed(against)} {rule} it out."
    elif not turn.can_be_code:
        yield f"Not the {code}: {game.secret_rule}."
