"""What a role is: what lists, statistics and the visitor's file ask of its games, and its pages."""

import json
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar, Unpack

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.faces.face import Pegs
from solver.deduction.faces.mastermind import NO_PEG, PALETTE
from solver.deduction.games import face_of, game_named, title_of
from solver.deduction.rules import mastermind
from solver.deduction.rules.alphabet import parse_code
from solver.deduction.rules.game import MOST_CODES, Code, Game, LargeBoardError, RulesError, Turn
from solver.deduction.rules.mastermind import Rules, parse_rules
from solver.deduction.strategies.registry import OFFERED
from solver.wording import InputError, capitalised, plural
from webapp.game_type import GameLine, GameTypes, Playable, game_types
from webapp.http import forms
from webapp.http.security import player_for_a_new_game
from webapp.mastermind.feedback_sheet import Sheet, parse_sheet
from webapp.mastermind.finished import Finished
from webapp.mastermind.new_game_form import CHOICES, parse_game, show_empty_board
from webapp.mastermind.setup import (
    OldBoardError,
    Setup,
    board_named,
    is_too_large,
    parse_setup,
    setup_of,
)
from webapp.storage.documents import refuse_damage
from webapp.storage.games import GameChange, StaleGameError, StoredGame, store
from webapp.storage.records.results import GameEnd, GameFacts, Result

#: How many rows a picture has.
MOST: Final = 4
#: Errors that are shown on the page where the player tried something.
REFUSALS: Final = (InputError, StaleGameError)

Open = TypeVar("Open", bound=forms.Opened)


@dataclass(frozen=True)
class NewGame:
    game: Game
    setup: Setup
    moves: str = ""
    finished: bool = False
    day: str = ""


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
    def how_far(self, record: StoredGame) -> str:
        """Say in lists of open games how far one has got."""

    @abstractmethod
    def ending(self, record: StoredGame) -> Finished | None:
        """Return what is reviewed of a game: None until it is over, or if nobody knows its code."""

    def codes(self, record: StoredGame) -> Sequence[Code]:
        """Return the guesses that lists show."""
        return [turn.code for turn in sheet_of(record).turns]

    def own_text(self, record: StoredGame) -> Mapping[str, str]:
        """Return a game as text, without the code if its player has still to find it."""
        sheet = sheet_of(record)
        return game_text(sheet.game, sheet.turns, setup_of(record).secret)

    def facts(self, record: StoredGame) -> GameFacts:
        if not record.finished:
            return GameFacts(record.rules)
        ending = self.ending(record)
        return GameFacts(record.rules, Result(GameEnd.OVER, len(ending.turns) if ending else 0))

    def text(self, record: StoredGame) -> Mapping[str, str]:
        try:
            return self.own_text(record)
        except OldBoardError:
            return export_text(record)

    def board_title(self, board: str) -> str:
        """Return the title of a board; any other text is returned as it is."""
        try:
            return title_of(game_named(board))
        except LargeBoardError:
            return title_of_rules(parse_rules(board))
        except RulesError:
            return board

    def line(self, record: StoredGame, *, is_over: bool) -> GameLine:
        rows: tuple[Pegs, ...] = ()
        if is_too_large(record.rules):
            pegs = parse_rules(record.rules).pegs
            state = "This board is too large to continue"
        else:
            game = board_named(record.rules)
            pegs = game.pegs
            state = "" if is_over else capitalised(self.how_far(record))
            rows = tuple(map(face_of(game).pegs, self.codes(record)[-MOST:]))
        return GameLine(
            title=self.board_title(record.rules),
            role="Daily Mastermind" if record.day else self.title,
            state=_ended(record, self.whose) if is_over else state,
            template="mastermind/_rows_picture.html",
            picture={"rows": rows, "pegs": pegs},  # the last rows, as far as they were seen
        )


class PlayedRole(Role, Generic[Open]):
    """A role whose games begin with a form, and are played on pages of their own.

    ``form_template`` is the form.
    """

    form_template: str

    @abstractmethod
    def start(self, form: Mapping[str, str], game: Game) -> NewGame:
        """Return the new game of a form."""

    @abstractmethod
    def open(self, record: StoredGame) -> Open:
        """Return a stored game as the role's. Raises DocumentError."""

    @abstractmethod
    def show(self, open_game: Open, problem: Exception | None = None) -> ResponseReturnValue:
        """Render a game, with the reason why something was refused."""

    def find(self, game_id: str) -> StoredGame:
        """Return a game that the visitor may open; 404 for any other."""
        return forms.find_game(game_id, self.name)

    def form(self) -> Mapping[str, object]:
        """Return what the form shows beside the boards."""
        return {}

    def add_to(self, blueprint: Blueprint) -> None:
        """Add the addresses that all roles have to a role's blueprint.

        A reload may request addresses that only accept posts. They redirect: that of a refused form
        to the form, that of a change to its game.
        """
        room, _, page = self.page.partition(".")
        if self.begin.startswith(f"{room}."):
            blueprint.add_url_rule("/", "begin", self.show_form)
        blueprint.add_url_rule("/games", "create", self.create, methods=["POST"])
        blueprint.add_url_rule("/games", "redirect_to_form", self.redirect_to_form)
        blueprint.add_url_rule("/<game_id>", page, lambda game_id: self.show(self.load(game_id)))
        for refusal in REFUSALS:
            blueprint.register_error_handler(refusal, self.refuse)
        blueprint.register_error_handler(OldBoardError, self.show_old)

    def show_form(self, problem: str = "") -> ResponseReturnValue:
        """Render the form of a new game, as it was sent if there is a problem with it.

        It has a board on which nothing is played yet, and the open games to continue.
        """
        room, _, _ = self.page.partition(".")
        form = forms.submitted_form() or request.args
        view = show_empty_board(form, problem)
        page = render_template(
            self.form_template,
            **CHOICES,
            strategies=OFFERED,
            open_games=self.open_games(),
            game_page=self.page,
            begin_url=url_for(self.begin),
            create_url=url_for(f"{room}.create"),
            problem=problem,
            form=form,
            shown=view,
            board=view.table,
            **self.form(),
        )
        return page, 422 if problem else 200

    def open_games(self) -> tuple[tuple[str, str], ...]:
        def show_state(record: StoredGame) -> tuple[str, str]:
            title = title_of(board_named(record.rules))
            return record.id, f"{title}, {self.how_far(record)}"

        return tuple(forms.readable(show_state, forms.find_unfinished(self.name)))

    def create(self) -> ResponseReturnValue:
        form = forms.submitted_form()
        return self.begin_game(self.start(form, parse_game(form)))

    def begin_game(self, new_game: NewGame) -> ResponseReturnValue:
        """Store a new game of the visitor's, and redirect to it.

        If it is the daily game of a day that the visitor already has, redirect to that one.
        """
        player = player_for_a_new_game()
        record = store().of_day(player, self.name, new_game.day) or store().create(
            player,
            self.name,
            new_game.game.name,
            new_game.setup.write(),
            new_game.moves,
            finished=new_game.finished,
            day=new_game.day,
        )
        return redirect(self.address(record), 303)

    def address(self, record: StoredGame) -> str:
        return url_for(self.page, game_id=record.id)

    def redirect_to_form(self) -> ResponseReturnValue:
        return redirect(url_for(self.begin), 303)

    def load(self, game_id: str) -> Open:
        """Return a game; 404 for another player's."""
        return self.open(self.find(game_id))

    def newest(self, game_id: str) -> Open:
        """Return a game that is to be changed. Raises StaleGameError if its form is out of date."""
        open_game = self.load(game_id)
        forms.check_version(open_game.stored)
        return open_game

    def change(self, open_game: Open, **change: Unpack[GameChange]) -> ResponseReturnValue:
        """Store a change, then show the changed game or redirect to it.

        ``open_game`` is the changed game with the row before the change.
        """
        next_open_game = replace(open_game, stored=store().change(open_game.stored, **change))
        return forms.after_change(
            self.address(next_open_game.stored), lambda: self.show(next_open_game)
        )

    def show_old(self, _: OldBoardError) -> ResponseReturnValue:
        return show_old_game(self.find((request.view_args or {})["game_id"]))

    def refuse(self, problem: Exception) -> ResponseReturnValue:
        game_id = (request.view_args or {}).get("game_id", "")
        return self.show(self.load(game_id), problem) if game_id else self.show_form(str(problem))


def roles() -> Mapping[str, Role]:
    """Return all roles by the name their games are stored under."""
    return roles_among(game_types())


def roles_among(all_types: GameTypes) -> Mapping[str, Role]:
    return {name: role for name, role in all_types.items() if isinstance(role, Role)}


def sheet_of(record: StoredGame) -> Sheet:
    """Return the rows of a game to which a person gave the mastermind.feedback."""
    return parse_sheet(board_named(record.rules), record.moves)


def game_text(game: Game, turns: Sequence[Turn], code: str) -> Mapping[str, str]:
    return {"turns": " ".join(map(game.format_turn, turns)), "code": code}


def _ended(record: StoredGame, owner_words: str) -> str:
    guesses = plural(record.guesses, "guess", "guesses")
    if record.result == GameEnd.WON.value:
        return f"Found in {guesses}"
    if record.result == GameEnd.LOST.value:
        return f"Not found in {guesses}"
    return f"{owner_words}: {guesses}" if record.guesses and owner_words else "Finished"


def title_of_rules(rules: Rules) -> str:
    return f"{rules.pegs} × {rules.colours}"


def row_texts(record: StoredGame) -> Iterator[tuple[str, str]]:
    """Yield each row's code and feedback; an evil setter's feedback wasn't stored and is empty."""
    with refuse_damage("the rows of a game"):
        moves = json.loads(record.moves or "{}")
        setup = parse_setup(record.start)
        rules = parse_rules(record.rules)
        for row in moves.get("rows", ()):
            yield row["code"], row["answer"]
        for code in moves.get("guesses", ()):
            secret = setup.secret and parse_code(setup.secret, rules)
            keys = mastermind.feedback(parse_code(code, rules), secret) if secret else None
            yield code, mastermind.format_feedback(keys) if keys else ""


def export_text(record: StoredGame) -> Mapping[str, str]:
    turns = (":".join(filter(None, row)) for row in row_texts(record))
    code = parse_setup(record.start).secret if record.finished else ""
    return {"turns": " ".join(turns), "code": code}


def show_old_game(record: StoredGame) -> ResponseReturnValue:
    """Show the rows; 410 to anybody who tries to play on."""
    rules = parse_rules(record.rules)
    code = export_text(record)["code"]
    with refuse_damage("the rows of a game"):
        rows = [
            (
                _name_colours(text, rules),
                keys and mastermind.key_words(mastermind.parse_feedback(keys, rules), rules),
            )
            for text, keys in row_texts(record)
        ]
    page = render_template(
        "mastermind/old_game.html",
        title=title_of_rules(rules),
        codes=rules.code_count,
        most=MOST_CODES,
        is_over=record.finished,
        rows=rows,
        code=_name_colours(code, rules) if code else "",
    )
    return page, 200 if request.method == "GET" else 410


def _name_colours(text: str, rules: Rules) -> str:
    values = (*PALETTE[: rules.colours], NO_PEG)
    return ", ".join(values[colour].name.lower() for colour in parse_code(text, rules))
