"""How well and how luckily a visitor has played, month by month, as far as it is reviewed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from statistics import mean
from typing import Final

from webapp.storage.games import in_utc
from webapp.storage.records.played import PlayedGame

#: Months that are drawn.
MOST: Final = 12


@dataclass(frozen=True)
class SkillMonth:
    """The means of a month, 0 to 100, and where they stand from the left, 0 to 100."""

    month: str
    games: int
    skill: int
    luck: int
    x: float


@dataclass(frozen=True)
class SkillTrend:
    """Means of all games that are reviewed and by month; ``waiting`` are still to be reviewed."""

    games: int
    waiting: int
    skill: int
    luck: int
    months: tuple[SkillMonth, ...]

    @property
    def skill_line(self) -> str:
        """The skill of the months as a path of SVG goes through them."""
        return "L".join(f"{month.x:g} {100 - month.skill}" for month in self.months)

    @property
    def luck_line(self) -> str:
        """The luck of the months, alike."""
        return "L".join(f"{month.x:g} {100 - month.luck}" for month in self.months)


def show_skill(counted: Sequence[PlayedGame]) -> SkillTrend | None:
    """Return how somebody played games that count; None without any that has a review, or will."""
    waiting = sum(game.skill is None for game in counted)
    reviewed = [game for game in counted if game.skill is not None and game.skill >= 0]
    if not (waiting or reviewed):
        return None
    return SkillTrend(
        len(reviewed), waiting, _mean_skill(reviewed), _mean_luck(reviewed), _months(reviewed)
    )


def _mean_skill(games: Sequence[PlayedGame]) -> int:
    return round(mean(game.skill or 0 for game in games)) if games else 0


def _mean_luck(games: Sequence[PlayedGame]) -> int:
    return round(mean(game.luck or 0 for game in games)) if games else 0


def _months(reviewed: Sequence[PlayedGame]) -> tuple[SkillMonth, ...]:
    """Return the last months that have games."""
    found: dict[str, list[PlayedGame]] = defaultdict(list)
    for game in reviewed:
        if game.ended:
            found[f"{in_utc(game.ended):%Y-%m}"].append(game)
    last = sorted(found)[-MOST:]
    return tuple(
        SkillMonth(
            f"{date.fromisoformat(f'{month}-01'):%B %Y}",
            len(found[month]),
            _mean_skill(found[month]),
            _mean_luck(found[month]),
            100 * place / max(len(last) - 1, 1),
        )
        for place, month in enumerate(last)
    )
