"""The breaker's code sent to others: the page where it is set, and what others see of it."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import DISPLAYS, face_of, title_of
from solver.deduction.matches import Outcome, check_secret
from solver.deduction.rules.game import Game, RulesError
from solver.deduction.text.advice import rule_words
from solver.deduction.text.review import share_text
from solver.wording import InputError, day_words, plural
from webapp import friends
from webapp.cards import Card
from webapp.game_type import Contestable, Shareable, ShownEnding, daily_of
from webapp.http.forms import submitted_row
from webapp.mastermind import candidates_view, feedback_sheet, finished_games, new_game_form, role
from webapp.mastermind.board_view import BoardRow, ShownGame, played_rows
from webapp.mastermind.breaker.game import (
    KIND,
    OpenMatch,
    computer_turns,
    open_match,
    parse_guesses,
)
from webapp.mastermind.cards import broken_card, many_codes_card
from webapp.mastermind.new_game_form import random_code
from webapp.mastermind.setup import BreakerSetup, StoredRole, board_named, setup_of
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import hint_count, price_words
from webapp.storage.records.contests import Contest, ContestEntry, contest_of_game
from webapp.storage.records.dailies import today


@friends.blueprint.get("/codes")
def codes() -> ResponseReturnValue:
    try:
        game = new_game_form.parse_game(request.args)
        keys = feedback_sheet.parse_keys(request.args, game)
    except InputError as problem:
        return friends.show_start(str(problem), 422)
    return redirect(url_for("friends.new_code", keys=keys, rules=game.name), 303)


@friends.blueprint.get("/codes/<keys>/<path:rules>")
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
    options = {**request.values, "game": game.name, "keys": keys}
    form = new_game_form.show_empty_board(options, str(problem or ""))
    page = render_template(
        "mastermind/breaker/contest.html",
        board=form.table,
        shown=form,
        here=url_for("friends.new_code", keys=keys, rules=game.name),
    )
    return page, 422 if problem else 200


@friends.blueprint.post("/codes/<keys>/<path:rules>")
def set_code(keys: str, rules: str) -> ResponseReturnValue:
    """Set a code for many: built, typed, or drawn so that its setter can play too."""
    game = find_rules(keys, rules)
    is_drawn = request.form.get("way") == "draw"
    try:
        code = random_code(game) if is_drawn else game.parse_code(submitted_row(request.form))
        check_secret(game, code)
    except InputError as problem:
        return show_new_code(game, keys, problem)
    setup = BreakerSetup(role=StoredRole.GUEST, keys=keys, secret=game.format_code(code))
    return friends.lead_to(KIND, game.name, setup.write(), is_hidden=is_drawn)


class SentCode(role.PlayedRole[OpenMatch], Shareable, Contestable):
    """The breaker's code sent to others: a finished game that is shown, or a code for many."""

    shared_template = "mastermind/breaker/_shared.html"
    shared_styles = ("mastermind/board", "shared")
    shared_review = "shared.review"
    why_held_back = (
        "Others may still be looking for this code. You see the guesses and the code "
        "when you’ve finished this game yourself."
    )
    step_word = "row"

    contest_game = "Mastermind"
    thing = "code"
    call = "Break the code"
    contest_start = "mastermind/breaker/_contest_start.html"
    contest_start_styles = ("mastermind/board", "mastermind/answers")
    contest_choices = new_game_form.CHOICES
    contest_styles = ("mastermind/board", "contest")
    contest_solution = "mastermind/breaker/_contest_code.html"
    contest_card_words = "An empty board"
    result_heading = "Guesses"
    sorted_by = "by guesses, then hints, then time"
    units = "rows"

    def share_card(self, record: StoredGame) -> Card:
        return broken_card(record)

    def share_line(self, record: StoredGame) -> str:
        """Return the game, the guesses it took, and how many the computer needs, once known."""
        open_game = open_match(record)
        match = open_game.match
        figure = str(len(match.turns)) if match.outcome is Outcome.WON else f"×/{match.game.rows}"
        turns = computer_turns(match.game.name, open_game.setup)
        computer = f", computer {len(turns)}" if turns else ""
        daily = daily_of(self.name)
        title = f"Mastermind, {title_of(match.game)}"
        title = daily.day_number(record.day) if daily and record.day else title
        return f"{title} · {figure}{computer}"

    def share_text(self, record: StoredGame, link: str) -> str:
        ending = finished_games.over_game(record).finished
        title = f"Mastermind, {title_of(ending.game)}"
        return share_text(
            f"Daily {title}, {day_words(record.day)}" if record.day else title,
            [ending.face.plain_feedback(turn.feedback) for turn in ending.turns],
            is_won=ending.is_won,
            hints=hint_count(record.hints),
            link=link,
        )

    def show_ending(self, record: StoredGame, step: int | None) -> ShownEnding:
        """Return a game after a row; without a ``step``, only its feedback."""
        open_game = open_match(record)
        match = open_game.match
        game = open_game.match.game
        face = face_of(game, open_game.setup.keys)
        last = len(match.turns)
        count = plural(len(match.turns), "guess", "guesses")
        is_won = match.outcome is Outcome.WON
        rows = played_rows(face, match.turns, candidates_view.counts_of(game, match.turns))
        practice = ", in practice" if open_game.setup.practice else ""
        details = {
            "table": ShownGame(face, record.id, record.version),
            "rows": tuple(map(_covered, rows)) if step is None else rows[:step],
            "secret": face.pegs(match.secret or ()) if step == last else (),
            "secret_words": face.code_words(match.secret or ()) if step == last else "",
            "goal": face.goal,
            "is_won": is_won,
        }
        day = f"Daily Mastermind of {day_words(record.day)}. " if record.day else ""
        return ShownEnding(
            title=title_of(game),
            result=f"found in {count}" if is_won else f"not found in {count}",
            about=f"{day}{price_words(record.hints).rstrip('.')}{practice}",
            step=last if step is None else step,
            last=last,
            is_open=step is not None,
            more=details,
        )

    def last_step(self, record: StoredGame) -> int:
        return len(open_match(record).match.turns)

    def start_part(self, record: StoredGame) -> str:
        """Return text that the setups of games with the same code contain."""
        setup = BreakerSetup.of(record)
        if setup.role is StoredRole.EVIL:
            return f'"role":{json.dumps(setup.role.value)}'
        return f'"secret":{json.dumps(setup.secret)}'

    def is_same(self, record: StoredGame, second_record: StoredGame) -> bool:
        """Say whether two games had the same code, or the same evil setter.

        Today's daily game equals only itself: otherwise, breaking a code of your own could tell
        you for free whether it is today's.
        """
        if _is_todays(record):
            return second_record.day == record.day
        first_setup = BreakerSetup.of(record)
        second_setup = BreakerSetup.of(second_record)
        if StoredRole.EVIL in (first_setup.role, second_setup.role):
            return (first_setup.role, first_setup.seed) == (second_setup.role, second_setup.seed)
        return first_setup.secret == second_setup.secret

    def is_held_back(self, record: StoredGame) -> bool:
        """Say whether others may still be looking for the code: it was sent, or is today's."""
        is_sent = setup_of(record).role is StoredRole.GUEST or contest_of_game(store(), record.id)
        return bool(is_sent) or _is_todays(record)

    def begin_same(self, record: StoredGame, *, is_seen: bool) -> ResponseReturnValue:
        """Begin the visitor's own game with the same code, for practice if they have seen it.

        With today's code it is the daily game, so that nobody learns the code from another one.
        """
        open_game = open_match(record)
        setup = open_game.setup.again(practice=is_seen)
        day = record.day if _is_todays(record) and not is_seen else ""
        return self.begin_game(role.NewGame(open_game.match.game, setup, day=day))

    def contest_title(self, contest: Contest) -> str:
        return self.board_title(contest.rules)

    def contest_card(self, contest: Contest) -> Card:
        return many_codes_card(contest)

    def exported_solution(self, contest: Contest) -> Mapping[str, str]:
        return {"code": BreakerSetup.read(contest.start).secret}

    def result_figure(self, entry: ContestEntry) -> str:
        return str(entry.guesses) if entry.is_won else "not found"

    def result_order(self, entry: ContestEntry) -> tuple[float, ...]:
        return (not entry.is_won, entry.guesses, entry.hints_used, entry.took)

    def as_sent(self, record: StoredGame) -> StoredGame | None:
        open_game = open_match(record)
        if not (record.finished and open_game.can_be_sent):
            return None
        own_setup = open_game.setup
        setup = BreakerSetup(
            role=StoredRole.GUEST, keys=own_setup.keys, secret=own_setup.secret, rule=own_setup.rule
        )
        return replace(record, start=setup.write())

    def contest_about(self, contest: Contest) -> str:
        game = board_named(contest.rules)
        face = face_of(game)
        rule = BreakerSetup.read(contest.start).rule
        guesses = f"You have {plural(game.rows, 'guess', 'guesses')}."
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
        count = plural(entry.guesses, "guess", "guesses")
        return count if entry.is_won else f"not found in {count}"

    def progress(self, record: StoredGame) -> tuple[int, int]:
        game = board_named(record.rules)
        return len(parse_guesses(game, record.moves)), game.rows

    def new_contest(self, player: str) -> tuple[str, str]:
        game = board_named(new_game_form.USUAL)
        secret = game.format_code(random_code(game))
        return game.name, BreakerSetup(StoredRole.GUEST, secret=secret).write()

    def next_contest(self, contest: Contest) -> tuple[str, str]:
        game = board_named(contest.rules)
        secret = game.format_code(random_code(game))
        return contest.rules, replace(BreakerSetup.read(contest.start), secret=secret).write()


def _covered(row: BoardRow) -> BoardRow:
    words = f"{row.feedback.words}." if row.feedback else ""
    pegs = (None,) * len(row.pegs)
    return replace(row, state="covered", pegs=pegs, words=words, left=None, draft="")


def _is_todays(record: StoredGame) -> bool:
    return record.day == today().isoformat()
