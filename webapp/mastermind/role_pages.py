"""What the pages of all roles do alike: begin a game, find it, change it, or say why not.

A role registers its own parts in :class:`RolePages`, and has routes for its own actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, TypeVar, Unpack

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import title_of
from solver.deduction.matches import MatchError
from solver.deduction.rules.game import CodeError, Game, RulesError
from solver.deduction.strategies.registry import OFFERED
from webapp.http.forms import (
    FormError,
    Opened,
    after_change,
    check_version,
    find_game,
    find_unfinished,
    readable,
    submitted_form,
)
from webapp.http.security import player_for_a_new_game
from webapp.mastermind.new_game_form import CHOICES, parse_game, show_empty_board
from webapp.mastermind.old_boards import show_old_game
from webapp.mastermind.role import Role
from webapp.mastermind.setup import OldBoardError, Setup, board_named, format_setup
from webapp.storage.games import GameChange, StaleGameError, StoredGame, store
from webapp.storage.hint_log import FullLogError

#: Errors that are shown on the page where the player tried something.
REFUSALS: Final = (RulesError, CodeError, MatchError, FormError, FullLogError, StaleGameError)


Open = TypeVar("Open", bound=Opened)


@dataclass(frozen=True)
class NewGame:
    game: Game
    setup: Setup
    moves: str = ""
    finished: bool = False
    day: str = ""


def begin_game(role: Role, new: NewGame) -> ResponseReturnValue:
    """Store a new game of the visitor's in a role, and redirect to it.

    If it is the daily game of a day that the visitor already has, redirect to that one.
    """
    player = player_for_a_new_game()
    stored = store().of_day(player, role.name, new.day) or store().create(
        player,
        role.name,
        new.game.name,
        format_setup(new.setup),
        new.moves,
        finished=new.finished,
        day=new.day,
    )
    return redirect(url_for(role.page, game_id=stored.id), 303)


@dataclass(frozen=True, kw_only=True)
class RolePages(Generic[Open]):
    """The pages of a role.

    ``form`` is the template of a new game's form, which is rendered with ``more``, and ``start``
    makes a new game of what it sends. ``find`` finds a stored game, ``open`` turns it into the
    role's game, and ``show`` renders that, with the reason for a refusal.
    """

    role: Role
    form: str
    start: Callable[[Mapping[str, str], Game], NewGame]
    open: Callable[[StoredGame], Open]
    show: Callable[..., ResponseReturnValue]
    find: Callable[[str, str], StoredGame] = find_game
    more: Mapping[str, object] = field(default_factory=dict)

    def add_to(self, blueprint: Blueprint) -> None:
        """Add the addresses that all roles have to a role's blueprint.

        A reload may request addresses that only accept posts. They redirect: that of a refused form
        to the form, that of a change to its game.
        """
        room, _, page = self.role.page.partition(".")
        if self.role.begin.startswith(f"{room}."):
            blueprint.add_url_rule("/", "begin", self.show_form)
        blueprint.add_url_rule("/games", "create", self.create, methods=["POST"])
        blueprint.add_url_rule("/games", "redirect_to_form", self.redirect_to_form)
        blueprint.add_url_rule("/<game_id>", page, self.page)
        for refusal in REFUSALS:
            blueprint.register_error_handler(refusal, self.refuse)
        blueprint.register_error_handler(OldBoardError, self.show_old)

    def show_form(self, problem: str = "") -> ResponseReturnValue:
        """Render the form of a new game, as it was sent if there is a problem with it.

        It has a board on which nothing is played yet, and the open games to continue.
        """
        room, _, _ = self.role.page.partition(".")
        form = submitted_form() or request.args
        view = show_empty_board(form, problem)
        page = render_template(
            self.form,
            **CHOICES,
            strategies=OFFERED,
            open_games=self.open_games(),
            game_page=self.role.page,
            begin_url=url_for(self.role.begin),
            create_url=url_for(f"{room}.create"),
            problem=problem,
            form=form,
            shown=view,
            board=view.table,
            **self.more,
        )
        return page, 422 if problem else 200

    def open_games(self) -> tuple[tuple[str, str], ...]:
        def show_state(stored: StoredGame) -> tuple[str, str]:
            title = title_of(board_named(stored.rules))
            return stored.id, f"{title}, {self.role.how_far(stored)}"

        return tuple(readable(show_state, find_unfinished(self.role.name)))

    def create(self) -> ResponseReturnValue:
        form = submitted_form()
        return begin_game(self.role, self.start(form, parse_game(form)))

    def redirect_to_form(self) -> ResponseReturnValue:
        return redirect(url_for(self.role.begin), 303)

    def page(self, game_id: str) -> ResponseReturnValue:
        return self.show(self.load(game_id))

    def load(self, game_id: str) -> Open:
        """Return a game; 404 for another player's."""
        return self.open(self.find(game_id, self.role.name))

    def newest(self, game_id: str) -> Open:
        """Return a game that is to be changed. Raises StaleGameError if its form is out of date."""
        opened = self.load(game_id)
        check_version(opened.stored)
        return opened

    def changed(
        self, opened: Open, how: Mapping[str, Any] | None = None, **change: Unpack[GameChange]
    ) -> ResponseReturnValue:
        """Store a change, then show the changed game or redirect to it.

        ``opened`` is the changed game with the row before the change; ``how`` are further arguments
        for ``show``.
        """
        opened = replace(opened, stored=store().change(opened.stored, **change))
        page = url_for(self.role.page, game_id=opened.stored.id)
        return after_change(page, lambda: self.show(opened, **(how or {})))

    def show_old(self, _: OldBoardError) -> ResponseReturnValue:
        game_id = (request.view_args or {})["game_id"]
        return show_old_game(self.find(game_id, self.role.name))

    def refuse(self, problem: Exception) -> ResponseReturnValue:
        game_id = (request.view_args or {}).get("game_id", "")
        return self.show(self.load(game_id), problem) if game_id else self.show_form(str(problem))
