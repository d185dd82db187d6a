"""The setter's pages: a code is set or drawn, and the computer breaks it, each guess explained."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.matches import MatchError, Outcome, check_secret
from solver.deduction.rules.game import Game
from solver.deduction.strategies.registry import OFFERED
from solver.wording import plural
from webapp.http import forms
from webapp.http.errors import status_of
from webapp.mastermind import feedback_sheet, finished, role
from webapp.mastermind.analysis.grid_view import show_grid
from webapp.mastermind.analysis.position import format_rows
from webapp.mastermind.new_game_form import random_code
from webapp.mastermind.review.beside import show_strategies
from webapp.mastermind.setter.game import DoubtError, SetterGame, feedback_to_pending
from webapp.mastermind.setter.view import rival_of, show_setting
from webapp.mastermind.setup import SetterSetup
from webapp.storage.games import StoredGame

MOST_OVERLOOKED: Final = 90  # percent


@dataclass(frozen=True)
class OpenSetterGame(forms.Opened):
    setting: SetterGame


class Setter(role.PlayedRole[OpenSetterGame]):
    """The player sets a code, or has one drawn, and the computer breaks it."""

    name = "setter"
    page = "setter.game"
    title = "Setter"
    sentence = "Set a code, or have one drawn, and see how the computer breaks it"
    begin = "setter.begin"
    whose = "The computer"
    form_template = "mastermind/setter/start.html"

    def start(self, form: Mapping[str, str], game: Game) -> role.NewGame:
        """Return the game of a form; FormError or CodeError if it makes no sense.

        If the form has neither a code nor a ``way`` to do without, the page of the game asks for
        it. Instead of drawing a code, the setter may be evil.
        """
        setter = form.get("setter", "fair")
        way = form.get("way")
        if setter not in ("fair", "evil"):
            raise forms.FormError("Choose a fair or an evil setter.")
        sentence = f"The computer can ignore 0% to {MOST_OVERLOOKED}% of the feedback."
        overlook = form.get("overlook", "").strip() or "0"
        setup = SetterSetup(
            keys=feedback_sheet.parse_keys(form, game),
            strategy=finished.parse_strategy(form),
            overlook=forms.parse_whole(overlook, sentence, 0, MOST_OVERLOOKED),
            evil=setter == "evil" and way == "draw",
            waits=form.get("waits") == "1",
            seed=secrets.randbelow(2**32),
        )
        setting = SetterGame(setup, feedback_sheet.Sheet(game))
        if setup.evil:
            setting = setting.with_guess()
        elif way or forms.submitted_row(form):
            setting = with_submitted_code(setting, form).with_guess()
        return role.NewGame(game, setting.setup, feedback_sheet.format_sheet(setting.sheet))

    def open(self, record: StoredGame) -> OpenSetterGame:
        """Return a stored game, opened; rows may have been stored without the next guess."""
        setting = SetterGame(SetterSetup.of(record), role.sheet_of(record))
        return OpenSetterGame(record, setting.with_guess() if setting.awaits_guess else setting)

    def show(
        self,
        open_game: OpenSetterGame,
        problem: Exception | None = None,
        *,
        args: Mapping[str, str] | None = None,
    ) -> ResponseReturnValue:
        """Render the game, as a page or a fragment; with ``args`` the fragment is the candidates.

        ``row=2`` in the address shows the game as it was after row 2. ``change=2``, or a refused
        form's row, opens that row's feedback for editing.
        """
        form = request.form if problem else request.args
        change = form.get("row" if problem else "change", "")
        row_count = len(open_game.setting.sheet.turns)
        row = forms.parse_step(request.args.get("row", str(row_count)), row_count)
        corrected_row = feedback_sheet.parse_row({"row": change})
        view = show_setting(
            open_game.stored,
            open_game.setting,
            form=form,
            args=args,
            row=row,
            corrected_row=corrected_row if corrected_row <= row else 0,
            doubt=problem.feedback if isinstance(problem, DoubtError) else None,
            problem=str(problem or ""),
        )
        turns = open_game.setting.sheet.turns[: view.row]
        return forms.render(
            "mastermind/setter/game.html",
            "mastermind/setter/_game.html" if args is None else "mastermind/_candidates.html",
            status_of(problem),
            shown=view,
            board=view.table,
            left=view.left,
            candidates_url=url_for(".candidates", game_id=open_game.stored.id),
            known_rows=format_rows(open_game.setting.game, turns),
            grid=show_grid(view.table.face, turns) if "grid" in request.args else None,
            grid_url=url_for(".game", game_id=view.table.id, row=request.args.get("row"), grid=1),
        )

    def how_far(self, record: StoredGame) -> str:
        return f"{plural(len(self.codes(record)), 'row')} answered"

    def ending(self, record: StoredGame) -> finished.Finished | None:
        """Return a finished game in which the computer had to break a code that is known."""
        sheet = role.sheet_of(record)
        setting = SetterGame(SetterSetup.of(record), sheet)
        if setting.outcome is Outcome.PLAYING or setting.known_code is None:
            return None
        turns = sheet.turns[: sheet.found]
        past_guesses = (
            finished.PastGuess(
                tuple(sheet.row_at_the_time(row, place) for row in range(place)),
                sheet.row_at_the_time(place, place + 1),
            )
            for place in range(len(turns))
        )
        return finished.Finished(
            game=setting.game,
            display=setting.setup.keys,
            secret=setting.known_code,
            turns=turns,
            voice=finished.COMPUTER,
            is_evil=setting.setup.evil,
            past=tuple(past_guesses) if sheet.earlier else (),
            corrected=tuple(feedback_sheet.corrected_words(setting.face, sheet)),
        )


def with_submitted_code(setting: SetterGame, form: Mapping[str, str]) -> SetterGame:
    """Return the game with the code of a form. Raises CodeError if it can't be one."""
    way = form.get("way", "")
    game = setting.game
    if setting.has_begun or way not in ("head", "draw"):
        code = game.parse_code(forms.submitted_row(form))
        check_secret(game, code)
        return setting.with_code(code)
    if way == "draw":
        return setting.with_code(random_code(game))
    return replace(setting, setup=replace(setting.setup, by_hand=True))


SETTER: Final = Setter()

blueprint = Blueprint("setter", __name__, url_prefix="/mastermind/setter")
SETTER.add_to(blueprint)


@blueprint.get("/<game_id>/candidates")
def candidates(game_id: str) -> ResponseReturnValue:
    return SETTER.show(SETTER.load(game_id), args=request.args)


@blueprint.get("/<game_id>/beside")
def compare_strategies(game_id: str) -> ResponseReturnValue:
    """Show two strategies on the code that was set, row beside row."""
    setting = SETTER.load(game_id).setting
    if setting.secret is None or setting.setup.evil:
        abort(404)
    usual_name = setting.setup.strategy
    names = tuple(
        finished.parse_strategy({"strategy": request.args.get(field, name)})
        for field, name in (("one", usual_name), ("other", rival_of(usual_name)))
    )
    ending = finished.Finished(
        game=setting.game, display=setting.setup.keys, secret=setting.secret, turns=()
    )
    return render_template(
        "mastermind/setter/beside.html",
        finished=ending,
        beside=show_strategies(ending, names),
        strategies=OFFERED,
        chosen=names,
        game_id=game_id,
    )


@blueprint.post("/<game_id>/code")
def code(game_id: str) -> ResponseReturnValue:
    """Set the code: built, typed, drawn at random, or kept in mind and entered later."""
    open_game = SETTER.load(game_id)
    if open_game.setting.has_begun and not open_game.setting.can_be_revealed:
        raise MatchError(f"The {open_game.setting.game.terms.code} is already set.")
    forms.check_version(open_game.stored)
    return changed(open_game, with_submitted_code(open_game.setting, request.form))


@blueprint.post("/<game_id>/answers")
def give_feedback(game_id: str) -> ResponseReturnValue:
    open_game = SETTER.load(game_id)
    setting = open_game.setting
    if setting.outcome is not Outcome.PLAYING:
        raise MatchError("This game is over. You can still open a row and change it.")
    forms.check_version(open_game.stored)
    feedback = feedback_to_pending(request.form, setting)
    return changed(open_game, replace(setting, sheet=setting.sheet.add_feedback(feedback)))


@blueprint.post("/<game_id>/corrections")
def change_feedback(game_id: str) -> ResponseReturnValue:
    open_game = SETTER.newest(game_id)
    feedback = feedback_sheet.parse_feedback(request.form, open_game.setting.face)
    sheet = open_game.setting.sheet.corrected(feedback_sheet.parse_row(request.form), feedback)
    return changed(open_game, replace(open_game.setting, sheet=sheet))


@blueprint.post("/<game_id>/corrections/all")
def correct(game_id: str) -> ResponseReturnValue:
    open_game = SETTER.newest(game_id)
    return changed(open_game, open_game.setting.corrected())


def changed(open_game: OpenSetterGame, setting: SetterGame) -> ResponseReturnValue:
    """Store a change, with the computer's next guess."""
    setting = setting.with_guess()
    return SETTER.change(
        replace(open_game, setting=setting),
        start=setting.setup.write(),
        moves=feedback_sheet.format_sheet(setting.sheet),
        finished=setting.outcome is not Outcome.PLAYING,
    )
