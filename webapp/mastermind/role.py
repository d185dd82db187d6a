"""What a role is, and what lists, statistics and the visitor's file ask of all roles' games."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from solver.deduction.games import face_of, game_named, title_of
from solver.deduction.rules.game import Code, Game, LargeBoardError, RulesError, Turn
from solver.deduction.rules.mastermind import parse_rules
from solver.wording import capitalised, counted
from webapp.game_type import GameLine, GameTypes, Playable, game_types
from webapp.mastermind.feedback_sheet import parse_sheet
from webapp.mastermind.finished import Finished
from webapp.mastermind.old_boards import export_text, title_of_rules
from webapp.mastermind.setup import OldBoardError, board_named, is_too_large, setup_of
from webapp.storage.games import StoredGame
from webapp.storage.records.results import GameEnd, GameFacts, Result

#: How many rows a picture has.
MOST: Final = 4


class Role(Playable):
    """What a player is in a game of Mastermind; ``title`` and ``sentence`` say it on first pages.

    ``begin`` is the endpoint of its first page, which the game's first page links to if the role
    ``is_offered``. Where nobody can win, lists count the guesses of ``whose``.
    """

    game = "mastermind"
    title: str
    sentence: str
    begin: str
    is_offered: bool = True
    whose: str = ""

    @abstractmethod
    def how_far(self, stored: StoredGame) -> str:
        """Say in lists of open games how far one has got."""

    @abstractmethod
    def ending(self, stored: StoredGame) -> Finished | None:
        """Return what is reviewed of a game: None until it is over, or if nobody knows its code."""

    def codes(self, stored: StoredGame) -> Sequence[Code]:
        """Return the guesses that lists show."""
        return [turn.code for turn in parse_sheet(board_named(stored.rules), stored.moves).turns]

    def own_text(self, stored: StoredGame) -> Mapping[str, str]:
        """Return a game as text, without the code if its player has still to find it."""
        game = board_named(stored.rules)
        turns = parse_sheet(game, stored.moves).turns
        return game_text(game, turns, setup_of(stored).secret if stored.finished else "")

    def facts(self, stored: StoredGame) -> GameFacts:
        if not stored.finished:
            return GameFacts(stored.rules)
        finished = self.ending(stored)
        return GameFacts(stored.rules, Result(GameEnd.OVER, len(finished.turns) if finished else 0))

    def text(self, stored: StoredGame) -> Mapping[str, str]:
        try:
            return self.own_text(stored)
        except OldBoardError:
            return export_text(stored)

    def board_title(self, board: str) -> str:
        return board_title(board)

    def line(self, stored: StoredGame, *, is_over: bool) -> GameLine:
        if is_too_large(stored.rules):
            return self._old_line(stored, is_over=is_over)
        game = board_named(stored.rules)
        rows = tuple(map(face_of(game).pegs, self.codes(stored)[-MOST:]))
        return GameLine(
            title=title_of(game),
            role="Daily Mastermind" if stored.day else self.title,
            state=_ended(stored, self.whose) if is_over else capitalised(self.how_far(stored)),
            template="mastermind/_rows_picture.html",
            picture={"rows": rows, "pegs": game.pegs},  # the last rows, as far as they were seen
        )

    def _old_line(self, stored: StoredGame, *, is_over: bool) -> GameLine:
        rules = parse_rules(stored.rules)
        return GameLine(
            title=title_of_rules(rules),
            role=self.title,
            state=_ended(stored, "") if is_over else "This board is too large to continue",
            template="mastermind/_rows_picture.html",
            picture={"rows": (), "pegs": rules.pegs},
        )


def roles() -> Mapping[str, Role]:
    """Return all roles by the name their games are stored under."""
    return roles_among(game_types())


def roles_among(all_types: GameTypes) -> Mapping[str, Role]:
    return {name: role for name, role in all_types.items() if isinstance(role, Role)}


def game_text(game: Game, turns: Sequence[Turn], code: str) -> Mapping[str, str]:
    return {"turns": " ".join(map(game.format_turn, turns)), "code": code}


def board_title(name: str) -> str:
    """Return the title of a board; any other text is returned as it is."""
    try:
        return title_of(game_named(name))
    except LargeBoardError:
        return title_of_rules(parse_rules(name))
    except RulesError:
        return name


def _ended(stored: StoredGame, whose: str) -> str:
    guesses = counted(stored.guesses, "guess", "guesses")
    if stored.result == GameEnd.WON.value:
        return f"Found in {guesses}"
    if stored.result == GameEnd.LOST.value:
        return f"Not found in {guesses}"
    return f"{whose}: {guesses}" if stored.guesses and whose else "Finished"
