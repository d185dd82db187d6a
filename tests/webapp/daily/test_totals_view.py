"""Results: which bars there are, which one is the visitor's, and what the sentences say."""

from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction

from tests.cases import cases
from tests.webapp.stored import stored_game
from webapp.daily.view import show_totals
from webapp.game_type import Daily
from webapp.hidoku.play.kind import LargeHidoku
from webapp.mastermind.breaker.kind import Breaker
from webapp.storage.games import StoredGame
from webapp.storage.records.dailies import Total

DAY = date(2026, 11, 23)
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
OWN = stored_game(
    seconds=75.0,
    changed=NOON,
    board="Mastermind",
    day="2026-11-23",
    result="won",
    guesses=4,
    hints_used=0,
    counts=True,
    took=75.0,
    ended=NOON,
)
TIMED = replace(OWN, guesses=0, took=75.0)
GUESSES = [Total("won", 3, 1), Total("won", 5, 2), Total("lost", 10, 4)]
HIDOKU = LargeHidoku()


class BreakerWithMean(Breaker):
    mean: Fraction | None = Fraction(17, 4)

    def day_mean(self, day: date) -> Fraction | None:
        return self.mean


class BreakerWithoutMean(BreakerWithMean):
    mean = None


CODES = BreakerWithMean()
PLAIN = BreakerWithoutMean()


def bars(game: Daily, totals: list[Total], own_game: StoredGame) -> list[tuple[str, int]]:
    return [(bar.label, bar.amount) for bar in show_totals(game, DAY, totals, own_game).bars]


def own_bars(game: Daily, totals: list[Total], own_game: StoredGame) -> list[str]:
    return [bar.label for bar in show_totals(game, DAY, totals, own_game).bars if bar.is_own]


def test_bars_go_from_the_first_to_the_last_with_players() -> None:
    assert bars(CODES, GUESSES, OWN) == [("3", 1), ("4", 0), ("5", 2), ("not found", 4)]
    assert bars(CODES, GUESSES[:2], OWN) == [("3", 1), ("4", 0), ("5", 2)]
    assert bars(CODES, GUESSES[2:], OWN) == [("not found", 4)]
    assert bars(CODES, [], OWN) == []


@cases(
    ("seconds", "label"),
    [
        *((0, "0–1 min"), (50, "0–1 min"), (60, "1–2 min"), (110, "1–2 min")),
        *((120, "2–3 min"), (180, "3–5 min"), (300, "5–10 min"), (590, "5–10 min")),
        *((600, "10–20 min"), (1200, "20–30 min"), (1800, "30–60 min"), (3590, "30–60 min")),
        *((3600, "60+ min"), (7200, "60+ min")),
    ],
)
def test_each_time_has_its_bar(seconds: int, label: str) -> None:
    own_game = replace(TIMED, took=seconds + 9.9)
    assert bars(HIDOKU, [Total("won", seconds, 3)], own_game) == [(label, 3)]
    assert own_bars(HIDOKU, [Total("won", seconds, 3)], own_game) == [label]


def test_times_of_one_bar_are_added() -> None:
    totals = [Total("won", 60, 1), Total("won", 110, 2), Total("won", 300, 4)]
    assert bars(HIDOKU, totals, TIMED) == [
        *(("1–2 min", 3), ("2–3 min", 0)),
        *(("3–5 min", 0), ("5–10 min", 4)),
    ]


@cases(
    ("change", "labels"),
    [
        ({"guesses": 3}, ["3"]),
        ({"guesses": 5}, ["5"]),
        ({"guesses": 10, "result": "lost"}, ["not found"]),
        ({"guesses": 3, "counts": False}, []),
        ({"guesses": 3, "day": "2026-11-22"}, []),
    ],
)
def test_ones_own_bar_is_marked_if_it_counts(change: dict[str, object], labels: list[str]) -> None:
    assert own_bars(CODES, GUESSES, replace(OWN, **change)) == labels  # type: ignore[arg-type]


def sentences(game: Daily, totals: list[Total], own_game: StoredGame = OWN) -> str:
    return " ".join(show_totals(game, DAY, totals, own_game).sentences)


def test_codes_have_their_mean() -> None:
    totals = [Total("won", 4, 1200), Total("lost", 10, 300)]
    mean = "guesses on average."
    assert sentences(CODES, GUESSES) == (
        "7 players counted so far, and 3 found the code. "
        f"They took 4.33 {mean} Perfect play needs 4.25."
    )
    assert sentences(PLAIN, totals) == (
        f"1,500 players counted so far, and 1,200 found the code. They took 4.00 {mean}"
    )
    assert sentences(CODES, GUESSES[2:]) == "4 players counted so far, and 0 found the code."
    assert sentences(CODES, GUESSES[:1]).startswith(
        "1 player counted so far, and 1 found the code."
    )


def test_paths_have_their_mean_time() -> None:
    totals = [Total("won", 60, 1), Total("won", 100, 3)]
    assert sentences(HIDOKU, totals, TIMED) == (
        f"4 players counted so far. Average time: about {HIDOKU.amount_words(95)}."
    )
