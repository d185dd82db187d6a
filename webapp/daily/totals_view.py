"""The results of all players of a day: bars by guesses or by time, the visitor's own marked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from solver.wording import decimal, plural
from webapp.game_type import Daily
from webapp.http.bars import AmountBar, bars_of
from webapp.storage.games import StoredGame
from webapp.storage.records.dailies import STEP, Total, time_step
from webapp.storage.records.results import GameEnd

#: The lower limits of the bars of times, in seconds, and their labels.
TIMES: Final = (
    (0, "0–1 min"),
    (60, "1–2 min"),
    (120, "2–3 min"),
    (180, "3–5 min"),
    (300, "5–10 min"),
    (600, "10–20 min"),
    (1200, "20–30 min"),
    (1800, "30–60 min"),
    (3600, "60+ min"),
)
HELPED: Final = "A hint showed a move, so this counts neither in the results nor for your streak."
LATE: Final = "Your result isn’t counted because you played it late."


@dataclass(frozen=True)
class ShownTotals:
    """Results, in bars and in sentences."""

    bars: tuple[AmountBar, ...]
    sentences: tuple[str, ...]


def amount_of(record: StoredGame) -> int:
    """Return the figure that counts for a game: its guesses, or the seconds it took."""
    return record.guesses or int(record.took)


def show_totals(
    game: Daily, day: date, totals: Sequence[Total], own_game: StoredGame
) -> ShownTotals:
    """Return how all players counted for a day did, for a visitor who has finished."""
    wins = [total for total in totals if total.result == GameEnd.WON.value]
    lost = sum(total.players for total in totals if total.result == GameEnd.LOST.value)
    rows = _by_label(game, wins)
    own_label = _label(game, own_game) if own_game.counts and own_game.is_on_its_day else None
    if lost:
        rows.append((game.lost_words, lost))
    return ShownTotals(bars_of(rows, own_label), tuple(_sentences(game, day, wins, lost, own_game)))


def _by_label(game: Daily, wins: Sequence[Total]) -> list[tuple[str, int]]:
    """Return the bars from the first to the last with players, including empty ones between."""
    if game.is_timed:
        labels = [name for _, name in TIMES]
    else:
        labels = [str(amount) for amount in range(1, max((t.amount for t in wins), default=0) + 1)]
    players = dict.fromkeys(labels, 0)
    for total in wins:
        players[_bar_of(game, total.amount)] += total.players
    places = [place for place, label in enumerate(labels) if players[label]]
    span = labels[places[0] : places[-1] + 1] if places else []
    return [(label, players[label]) for label in span]


def _bar_of(game: Daily, amount: int) -> str:
    if not game.is_timed:
        return str(amount)
    return [name for lowest, name in TIMES if lowest <= amount][-1]


def _label(game: Daily, own_game: StoredGame) -> str:
    if own_game.result == GameEnd.LOST.value:
        return game.lost_words
    return _bar_of(game, amount_of(own_game) if own_game.guesses else time_step(own_game.took))


def mean_of(game: Daily, totals: Iterable[Total]) -> tuple[float, int]:
    """Return the average of those who won, times from the middle of their steps; and how many."""
    wins = [total for total in totals if total.result == GameEnd.WON.value]
    players = sum(total.players for total in wins)
    mean = sum(total.amount * total.players for total in wins) / max(players, 1)
    return mean + (STEP / 2 if game.is_timed else 0), players


def _sentences(
    game: Daily, day: date, wins: Sequence[Total], lost: int, own_game: StoredGame
) -> Iterable[str]:
    mean, winners = mean_of(game, wins)
    found_it = "" if game.is_timed or not winners + lost else f", and {winners:,} found the code"
    yield f"{plural(winners + lost, 'player')} counted so far{found_it}."
    if winners:
        best = game.day_mean(day)
        than = f" Perfect play needs {decimal(best)}." if best else ""
        if game.is_timed:
            yield f"Average time: about {game.amount_words(round(mean))}."
        else:
            yield f"They took {mean:.2f} guesses on average.{than}"
    if not own_game.is_on_its_day:
        yield LATE
    elif not own_game.counts:
        yield HELPED
