"""What a visitor's games add up to: guesses or times, averages beside perfect play's, streaks.

Games that count are those won or lost, except practice games, games against an evil setter, and
games in which a hint showed the move.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import mean, median
from typing import Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from solver.wording import time_words
from webapp.game_type import Daily, dailies
from webapp.http.bars import AmountBar, guess_bars
from webapp.http.security import current_player
from webapp.storage.games import StoredGame, in_utc, store
from webapp.storage.records.dailies import today
from webapp.storage.records.played import ENDS, RATED, rating_of, results_of, streak_of
from webapp.storage.records.results import GameEnd

#: How many months are drawn.
MOST: Final = 12


@dataclass(frozen=True, kw_only=True)
class SkillFigures:
    """Skill and luck of the games that are reviewed: the rating, and lines by month."""

    rating: str
    waiting: int
    months: tuple[MonthFigures, ...]
    skill_line: str
    luck_line: str


def show_skill(game_type: Daily, name: str, games: Sequence[StoredGame]) -> SkillFigures | None:
    """Return how well games that count were played; None if none has or awaits a review."""
    waiting_count = sum(game.skill is None for game in games)
    reviews = [game for game in games if game.skill is not None and game.skill >= 0]
    if not (waiting_count or reviews):
        return None
    months = _months(reviews)
    return SkillFigures(
        rating=rating_words(game_type.board_title(name), reviews) if reviews else "",
        waiting=waiting_count,
        months=months,
        skill_line=_line([100 - month.skill for month in months]),
        luck_line=_line([100 - month.luck for month in months]),
    )


def rating_words(board: str, games: Sequence[StoredGame]) -> str:
    rating = rating_of([game.skill or 0 for game in games])
    several = f"average skill in your last {min(len(games), RATED)} games"
    words = several if len(games) > 1 else "skill in your one game"
    return f"Your rating on {board} is {rating:,}: ten times your {words}."


def _line(heights: Sequence[float]) -> str:
    """Return the points of an SVG path, side by side on a ground of 100 by 100."""
    wide = max(len(heights) - 1, 1)
    return "L".join(f"{100 * place / wide:g} {high:g}" for place, high in enumerate(heights))


def _mean(figures: Iterable[int | None]) -> int:
    return round(mean(figure or 0 for figure in figures))


@dataclass(frozen=True)
class MonthFigures:
    """Skill and luck in a month."""

    month: str
    games: int
    skill: int
    luck: int


def _months(reviews: Sequence[StoredGame]) -> tuple[MonthFigures, ...]:
    games_of: dict[str, list[StoredGame]] = defaultdict(list)
    for game in reviews:
        if game.ended:
            games_of[f"{in_utc(game.ended):%Y-%m}"].append(game)
    return tuple(
        MonthFigures(
            month=f"{date.fromisoformat(f'{month}-01'):%B %Y}",
            games=len(games_of[month]),
            skill=_mean(game.skill for game in games_of[month]),
            luck=_mean(game.luck for game in games_of[month]),
        )
        for month in sorted(games_of)[-MOST:]
    )


def boards_of(game_type: Daily, games: Sequence[StoredGame]) -> list[tuple[str, str]]:
    """Return the name of each board played, and its title with the number of games that count."""
    counts = Counter(game.rules for game in games if game.counts)
    return [
        (name, f"{game_type.board_title(name)} ({count})") for name, count in counts.most_common()
    ]


@dataclass(frozen=True, kw_only=True)
class BoardStatistics:
    """What the games on a board add up to."""

    title: str
    played: int
    percent: int
    mean: float | None
    best_mean: float | None
    guesses: tuple[AmountBar, ...]
    hints: int
    skill: SkillFigures | None


def show_board_statistics(
    game_type: Daily, games: Sequence[StoredGame], name: str
) -> BoardStatistics:
    counted_games = [game for game in games if game.counts and game.rules == name]
    won_games = [game for game in counted_games if game.result == GameEnd.WON.value]
    best = game_type.best_mean(name)
    return BoardStatistics(
        title=game_type.board_title(name),
        played=len(counted_games),
        percent=round(100 * len(won_games) / len(counted_games)) if counted_games else 0,
        mean=mean(game.guesses for game in won_games) if won_games else None,
        best_mean=float(best) if best else None,
        guesses=guess_bars(counted_games, game_type.lost_words, counted_games[-1]),
        hints=sum(game.hints_used for game in counted_games),
        skill=show_skill(game_type, name, counted_games),
    )


@dataclass(frozen=True)
class BoardTimes:
    """The times on a kind of board."""

    board: str
    solved: int
    best: str
    median: str
    hints: int


def times_by_board(games: Sequence[StoredGame]) -> tuple[BoardTimes, ...]:
    """Return the times on each kind of board, the most played first."""
    boards: dict[str, list[StoredGame]] = defaultdict(list)
    for game in games:
        if game.counts:
            boards[game.board].append(game)
    return tuple(
        BoardTimes(
            board=board,
            solved=len(group),
            best=time_words(int(min(game.took for game in group))),
            median=time_words(int(median(game.took for game in group))),
            hints=sum(game.hints_used for game in group),
        )
        for board, group in sorted(boards.items(), key=lambda item: (-len(item[1]), item[0]))
    )


blueprint = Blueprint("statistics", __name__, url_prefix="/you/statistics")


@blueprint.get("")
def statistics() -> ResponseReturnValue:
    all_games = dailies()
    player = current_player()
    choice = request.args.get("game", "")
    game_names = (choice,) if choice in all_games else tuple(all_games)
    results = {
        name: results_of(store(), player, all_games[name].name) if player else ()
        for name in game_names
    }
    main_name = max(results, key=lambda name: any(record.counts for record in results[name]))
    game = all_games[main_name]
    games = results[game.daily]
    boards = () if game.is_timed else boards_of(game, games)
    names = [name for name, _ in boards]
    board_choice = request.args.get("board", "")
    board = board_choice if board_choice in names else next(iter(names), "")
    return render_template(
        "you/statistics/statistics.html",
        game=game,
        games=all_games.values(),
        streak=streak_of(games, today()),
        apart=sum(not record.counts for record in games if record.result in ENDS),
        boards=boards,
        board=show_board_statistics(game, games, board) if board else None,
        times=times_by_board(games) if game.is_timed else (),
        skills=game.skills(player) if player and games else (),
    )
