"""What the page of a board shows: the board with its facts, or the progress of its making."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from time import time

from flask import url_for

from solver.hidoku.notations.notation import Notation
from solver.hidoku.notations.registry import NOTATIONS
from solver.hidoku.rules.hexagons import columns_seen
from solver.wording import plural
from webapp.hidoku.board_facts import Judged, difference_words, judge
from webapp.hidoku.board_text import WORDS
from webapp.hidoku.boards.form import LONGEST_SEED
from webapp.hidoku.days import find_day
from webapp.hidoku.exchange.parse import format_link
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.puzzles import Puzzle, described, known_board, request_of, title_of, todays_name
from webapp.http.security import current_player
from webapp.http.server.requests import client_network
from webapp.storage.boards import OWN
from webapp.storage.records.dailies import today
from webapp.storage.tasks import StoredTask, TaskState, Visitor
from webapp.work.runs import lasting_tasks


@dataclass(frozen=True)
class ShownMaking:
    making: StoredTask

    @property
    def most_seconds(self) -> int:
        return lasting_tasks().kinds[self.making.kind].seconds

    @property
    def elapsed(self) -> int:
        return min(max(0, int(time() - self.making.begun)), self.most_seconds)

    @property
    def words(self) -> str:
        if not lasting_tasks().kinds[self.making.kind].tells:
            return "Waiting or being made…"
        if not self.making.done:
            return "Waiting for its turn…"
        if self.making.pieces == 1:
            return "Building a path and removing numbers."
        return f"Trying path {self.making.done} of at most {self.making.pieces}."

    @property
    def is_own(self) -> bool:
        """Whether this visitor began it."""
        return self.making.visitor.is_same(this_visitor())


def this_visitor() -> Visitor:
    return Visitor(current_player() or "", client_network())


@dataclass(frozen=True)
class ShownPuzzle:
    """A board that is there: its picture, its facts, and what other pages are asked for."""

    puzzle: Puzzle

    @cached_property
    def picture(self) -> Picture:
        return draw(self.puzzle.grid, self.puzzle.grid.given)

    @property
    def notations(self) -> tuple[Notation, ...]:
        """The notations of other programs that can say all of this board."""
        grid = self.puzzle.grid
        return tuple(entry for entry in NOTATIONS if entry.can_write(grid))

    @cached_property
    def judged(self) -> Judged:
        return judge(self.puzzle)

    @property
    def facts(self) -> dict[str, str]:
        grid = self.puzzle.grid
        join_facts = {"Joined cells": plural(len(grid.joined), "pair")} if grid.joined else {}
        return {
            "Size": f"{grid.rows} × {columns_seen(grid)}, {plural(grid.last, 'cell')}",
            "Neighbours": WORDS[grid.adjacency].rule,
            "Given": plural(len(grid.givens), "number"),
            **join_facts,
            "Difficulty": self.judged.word,
        }

    @property
    def is_own(self) -> bool:
        return self.puzzle.name.startswith(OWN)

    @property
    def _is_requested(self) -> bool:
        return not (known_board(self.puzzle.name) or self.is_own)

    @property
    def difference(self) -> str:
        """How the board differs from its request; "" if it doesn't."""
        if not self._is_requested:
            return ""
        return difference_words(self.puzzle, request_of(self.puzzle.name)[0])

    @property
    def next_seed(self) -> str:
        """The seed of a board like this one; "" for a daily board, whose seed is secret."""
        if not self._is_requested or find_day(self.puzzle.name):
            return ""
        return str((request_of(self.puzzle.name)[1] + 1) % 10**LONGEST_SEED)

    @property
    def address(self) -> str:
        return url_for(".board", name=self.puzzle.name, _external=True)

    @property
    def long_address(self) -> str:
        """A link that contains the whole board; "" for one that can be made again."""
        text = format_link(self.puzzle.grid) if self.is_own else ""
        return url_for("imports.start", text=text) if text else ""


@dataclass(frozen=True, kw_only=True)
class ShownPage:
    """The page of a name: its ``board``, or a ``making``, or that there is none.

    ``ended`` is a making that failed or was cancelled; ``leads_on`` has a game begun at once.
    ``makings`` are the visitor's own that leave no room for it, titles by names.
    """

    name: str
    problem: str
    board: ShownPuzzle | None = None
    making: ShownMaking | None = None
    ended: StoredTask | None = None
    is_impossible: bool = False
    leads_on: bool = False
    makings: Mapping[str, str]

    @cached_property
    def title(self) -> str:
        return self.board.puzzle.title if self.board else described(self.name)[0]

    @property
    def source(self) -> str:
        if self.board:
            return self.board.puzzle.source
        return "" if self.is_impossible else described(self.name)[1]

    @property
    def todays(self) -> str:
        """The name of what today's generator would make instead; "" if it can make this one."""
        if not self.is_impossible or find_day(self.name):
            return ""
        name = todays_name(self.name)
        return name if name != self.name else ""

    @property
    def is_today(self) -> bool:
        daily = find_day(self.name)
        return daily is not None and daily.day == today()


def own_makings(status: int) -> Mapping[str, str]:
    """Return the titles of the visitor's boards in the making, if they left no room for another."""
    makings = lasting_tasks().rows.find_makings(current_player() or "") if status == 429 else ()
    return {making.key: title_of(making.key) for making in makings}


def find_making(name: str) -> StoredTask | None:
    making = lasting_tasks().find(name)
    return making if making and making.state is TaskState.RUNNING else None
