"""A code for many breakers: the page where it is set, and what its contest shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import DISPLAYS, face_of
from solver.deduction.matches import MatchError, check_secret
from solver.deduction.rules.game import CodeError, Game, RulesError
from solver.deduction.text.advice import rule_words
from solver.wording import counted
from webapp.cards import Card
from webapp.friends import blueprint as friends
from webapp.friends import lead_to, show_start
from webapp.game_type import Contestable
from webapp.http.forms import FormError, submitted_row
from webapp.mastermind.board_view import ShownGame
from webapp.mastermind.breaker.game import KIND, OpenMatch, open_match, parse_guesses
from webapp.mastermind.cards import many_codes_card
from webapp.mastermind.feedback_sheet import parse_keys
from webapp.mastermind.new_game_form import (
    CHOICES,
    USUAL,
    parse_game,
    random_code,
    show_empty_board,
)
from webapp.mastermind.role import PlayedRole, board_title
from webapp.mastermind.setup import BreakerSetup, StoredRole, board_named
from webapp.storage.games import StoredGame
from webapp.storage.records.contest_entries import ContestEntry
from webapp.storage.records.contests import Contest


@friends.get("/codes")
def codes() -> ResponseReturnValue:
    try:
        game = parse_game(request.args)
        keys = parse_keys(request.args, game)
    except (RulesError, FormError) as problem:
        return show_start(str(problem), 422)
    return redirect(url_for("friends.new_code", keys=keys, rules=game.name), 303)


@friends.get("/codes/<keys>/<path:rules>")
def new_code(keys: str, rules: str) -> ResponseReturnValue:
    return show_new_code(find_rules(keys, rules), keys)


def find_rules(keys: str, rules: str) -> Game:
    try:
        game = board_named(rules)
    except RulesError:
        abort(404)
    if keys not in DISPLAYS or game.name != rules:
        abort(404)
    return game


def show_new_code(game: Game, keys: str, problem: Exception | None = None) -> ResponseReturnValue:
    chosen = {**request.values, "game": game.name, "keys": keys}
    form = show_empty_board(chosen, str(problem or ""))
    page = render_template(
        "mastermind/breaker/contest.html",
        board=form.table,
        shown=form,
        here=url_for("friends.new_code", keys=keys, rules=game.name),
    )
    return page, 422 if problem else 200


@friends.post("/codes/<keys>/<path:rules>")
def set_code(keys: str, rules: str) -> ResponseReturnValue:
    """Set a code for many: built, typed, or drawn so that its setter can play too."""
    game = find_rules(keys, rules)
    is_drawn = request.form.get("way") == "draw"
    try:
        code = random_code(game) if is_drawn else game.parse_code(submitted_row(request.form))
        check_secret(game, code)
    except (CodeError, MatchError) as problem:
        return show_new_code(game, keys, problem)
    setup = BreakerSetup(role=StoredRole.GUEST, keys=keys, secret=game.format_code(code))
    return lead_to(KIND, game.name, setup.write(), is_hidden=is_drawn)


class CodeForMany(PlayedRole[OpenMatch], Contestable):
    """A code that many break, each in a game of the breaker."""

    contest_game = "Mastermind"
    thing = "code"
    call = "Break the code"
    contest_start = "mastermind/breaker/_contest_start.html"
    contest_start_styles = ("mastermind/board", "mastermind/answers")
    contest_choices = CHOICES
    contest_styles = ("mastermind/board", "contest")
    contest_solution = "mastermind/breaker/_contest_code.html"
    contest_card_words = "An empty board"
    result_heading = "Guesses"
    sorted_by = "by guesses, then hints, then time"
    units = "rows"

    def contest_title(self, contest: Contest) -> str:
        return board_title(contest.rules)

    def contest_card(self, contest: Contest) -> Card:
        return many_codes_card(contest)

    def exported_solution(self, contest: Contest) -> Mapping[str, str]:
        return {"code": BreakerSetup.read(contest.start).secret}

    def result_figure(self, entry: ContestEntry) -> str:
        return str(entry.guesses) if entry.is_won else "not found"

    def result_order(self, entry: ContestEntry) -> tuple[float, ...]:
        return (not entry.is_won, entry.guesses, entry.hints_used, entry.took)

    def as_sent(self, stored: StoredGame) -> StoredGame | None:
        opened = open_match(stored)
        if not (stored.finished and opened.can_be_sent):
            return None
        own = opened.setup
        setup = BreakerSetup(role=StoredRole.GUEST, keys=own.keys, secret=own.secret, rule=own.rule)
        return replace(stored, start=setup.write())

    def contest_about(self, contest: Contest) -> str:
        game = board_named(contest.rules)
        face = face_of(game)
        rule = BreakerSetup.read(contest.start).rule
        guesses = f"You have {counted(game.rows, 'guess', 'guesses')}."
        return " ".join(filter(None, (face.goal, guesses, rule_words(rule, face.terms))))

    def contest_more(self, contest: Contest) -> Mapping[str, Any]:
        """Return what shows the board; the code only if it isn't hidden from its setter."""
        setup = BreakerSetup.read(contest.start)
        game = board_named(contest.rules)
        face = face_of(game, setup.keys)
        code = game.parse_code(setup.secret)
        return {
            "board": ShownGame(face, contest.id, 0),
            "secret": () if contest.is_hidden else face.pegs(code),
            "secret_words": "" if contest.is_hidden else face.code_words(code),
            "promise": "The link doesn’t reveal the code"
            + (", and you don’t know it either." if contest.is_hidden else "."),
        }

    def result(self, entry: ContestEntry) -> str:
        count = counted(entry.guesses, "guess", "guesses")
        return count if entry.is_won else f"not found in {count}"

    def progress(self, stored: StoredGame) -> tuple[int, int]:
        game = board_named(stored.rules)
        return len(parse_guesses(game, stored.moves)), game.rows

    def new_contest(self, player: str) -> tuple[str, str]:
        game = board_named(USUAL)
        secret = game.format_code(random_code(game))
        return game.name, BreakerSetup(StoredRole.GUEST, secret=secret).write()

    def next_contest(self, contest: Contest) -> tuple[str, str]:
        game = board_named(contest.rules)
        secret = game.format_code(random_code(game))
        return contest.rules, replace(BreakerSetup.read(contest.start), secret=secret).write()
