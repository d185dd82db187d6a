"""The breaker's games: how they begin, are shown, and what other rooms ask of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, Final

from flask import current_app, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import DAILY_WEEK, LADDER, face_of, game_named, title_of
from solver.deduction.matches import Outcome
from solver.deduction.rules.game import Code, Game
from solver.deduction.strategies.registry import ALLOWED
from solver.wording import plural
from webapp.cards import Card
from webapp.daily.start_view import show_day_end, show_offer
from webapp.game_type import Daily
from webapp.http import errors, forms, pending, security
from webapp.lab.findings import perfect_mean
from webapp.mastermind import feedback_sheet, finished, new_game_form
from webapp.mastermind.analysis.grid_view import ShownGrid, ShownReply, show_grid
from webapp.mastermind.breaker.game import (
    KIND,
    OpenMatch,
    check_allowed,
    format_guesses,
    open_match,
    parse_guesses,
)
from webapp.mastermind.breaker.sent import SentCode
from webapp.mastermind.breaker.view import LOST, show_board, show_others
from webapp.mastermind.candidates_view import counts_of, is_counting, show_candidates
from webapp.mastermind.cards import day_card
from webapp.mastermind.hint_view import ShownAdvice, show_hint
from webapp.mastermind.new_game_form import random_code
from webapp.mastermind.role import NewGame, game_text, roles
from webapp.mastermind.setup import BreakerSetup, StoredRole, board_named
from webapp.mastermind.thread_view import parse_line
from webapp.storage import hint_log
from webapp.storage.games import StoredGame, store
from webapp.storage.records import contests, dailies, races
from webapp.storage.records.played import GameQuery, count_played, fewest_guesses
from webapp.storage.records.results import GameEnd, GameFacts, Result

#: The roles whose games count: an evil setter has no code, so its games are harder.
COUNTED: Final = frozenset({StoredRole.BREAKER, StoredRole.GUEST})


class Breaker(SentCode, Daily):
    """The player breaks a code that the computer, or somebody else, has set."""

    name = KIND
    page = "breaker.game"
    title = "Break a code"
    sentence = "The computer hides a code, and you find it"
    begin = "mastermind.start"
    is_offered = False
    teaches = True
    form_template = "mastermind/start/start.html"

    daily = "mastermind"
    daily_title = "Daily Mastermind"
    daily_tab = "Mastermind"
    daily_template = "mastermind/_rows_picture.html"
    daily_review = "review.review"
    first_day = dailies.FIRST_DAY
    lost_words = LOST

    def start(self, form: Mapping[str, str], game: Game) -> NewGame:
        """Return the game of a form: the computer hides a random code, or none if it is evil.

        A form may bring the first row along, so a game can be over at once.
        """
        setup = new_game_form.parse_setup_form(form, game)
        if setup.role is StoredRole.BREAKER:
            setup = replace(setup, secret=game.format_code(random_code(game)))
        if not form.get("code"):
            return NewGame(game, setup)
        first = game.parse_code(form["code"])
        check_allowed(game, setup, (), first)
        is_over = game.rows == 1 or game.format_code(first) == setup.secret
        return NewGame(game, setup, format_guesses(game, [first]), is_over)

    def form(self) -> Mapping[str, object]:
        """Return the day, and how few guesses the visitor has needed on each board so far."""
        player = security.current_player()
        return {
            "roles": [role for role in roles().values() if role.is_offered],
            "cards": new_game_form.board_cards(),
            "usual_card": new_game_form.board_card(new_game_form.USUAL),
            "day": show_offer("mastermind", player),
            "fewest": fewest_guesses(store(), player, KIND) if player else {},
        }

    def open(self, record: StoredGame) -> OpenMatch:
        return open_match(record)

    def show(self, open_game: OpenMatch, problem: Exception | None = None) -> ResponseReturnValue:
        return show_match(open_game, problem)

    def facts(self, record: StoredGame) -> GameFacts:
        """Return what is known of a game. Raises DocumentError.

        Practice games don't count, nor do games in which a hint showed the move.
        """
        ending = self.ending(record) if record.finished else None
        if ending is None:
            return super().facts(record)
        setup = BreakerSetup.of(record)
        result = Result(
            GameEnd.WON if ending.is_won else GameEnd.LOST,
            len(ending.turns),
            hint_log.hint_count(record.hints),
            counts=setup.role in COUNTED
            and not setup.practice
            and not hint_log.shows_move(record.hints),
        )
        return GameFacts(record.rules, result)

    def how_far(self, record: StoredGame) -> str:
        rows = len(self.codes(record))
        return f"{plural(rows, 'row')} played" if rows else "not started"

    def ending(self, record: StoredGame) -> finished.Finished | None:
        """Return a finished game in which the player broke a code, or None."""
        open_game = open_match(record)
        match = open_game.match
        if match.outcome is Outcome.PLAYING or match.secret is None:
            return None
        return finished.Finished(
            game=match.game,
            display=open_game.setup.keys,
            secret=match.secret,
            turns=match.turns,
            hints=record.hints,
            is_evil=open_game.setup.role is StoredRole.EVIL,
            rule=open_game.setup.rule,
        )

    def codes(self, record: StoredGame) -> Sequence[Code]:
        return parse_guesses(board_named(record.rules), record.moves)

    def own_text(self, record: StoredGame) -> Mapping[str, str]:
        match = open_match(record).match
        secret = match.secret if record.finished else None
        code = match.game.format_code(secret) if secret is not None else ""
        return game_text(match.game, match.turns, code)

    def best_mean(self, board: str) -> Fraction | None:
        return perfect_mean(board)

    def day_title(self, day: date) -> str:
        return title_of(game_of_day(day))

    def day_about(self, day: date) -> str:
        game = game_of_day(day)
        return f"{title_of(game)}: {face_of(game).goal}"

    def day_card(self, day: date) -> Card:
        return day_card(day, game_of_day(day))

    def day_picture(self, day: date) -> Mapping[str, Any]:
        return {"rows": (), "pegs": game_of_day(day).pegs}

    def day_mean(self, day: date) -> Fraction | None:
        return perfect_mean(game_of_day(day).name)

    def begin_day(self, day: date) -> ResponseReturnValue:
        game, code = code_of_day(day)
        setup = BreakerSetup(keys=feedback_sheet.parse_keys({}, game), secret=code)
        return self.begin_game(NewGame(game, setup, day=day.isoformat()))

    def amount_words(self, amount: int) -> str:
        return plural(amount, "guess", "guesses")

    def amount_figure(self, amount: int) -> str:
        return str(amount)


def game_of_day(day: date) -> Game:
    """Return the board planned for a day; a day whose code is already stored may have another."""
    return game_named(DAILY_WEEK[day.weekday()])


def code_of_day(day: date) -> tuple[Game, str]:
    """Return a day's board and code: the same for everyone, and nobody knows it in advance.

    It is drawn from the server's key and the date, and stored when first needed: changing the key
    or the week afterwards leaves it as it is.
    """
    with store().reading() as connection:
        stored_code = dailies.find_code(connection, day.isoformat())
    if stored_code is None:
        game = game_of_day(day)
        seed = dailies.day_seed(current_app.config["SECRET_KEY"], "code", day)
        chance = Random(seed)  # noqa: S311 (the seed is secret)
        code = game.format_code(new_game_form.draw_code(game, chance))
        with store().changing() as connection:
            stored_code = dailies.keep_code(connection, day.isoformat(), game.name, code)
    return game_named(stored_code[0]), stored_code[1]


@dataclass(frozen=True, kw_only=True)
class PageRequest:
    """What the page shall show: by default the row of the address, and all hints given so far."""

    draft: str | None = None
    #: A fragment leaves out so many first rows: the page that sent the form has them.
    rows_there: int = 0
    #: The row whose key pegs arrive one by one.
    newest: int = 0
    #: How far a hint that was given is shown; 0 for not at all.
    tier: int | None = None
    #: The form of the list of possible codes.
    listing: Mapping[str, str] | None = None
    #: The answer to a question, or why there is none.
    claim: ShownReply | None = None
    claim_problem: Exception | None = None
    #: Whether a fragment updates the grid.
    has_grid: bool = False


def show_match(
    open_game: OpenMatch,
    problem: Exception | None = None,
    *,
    page: PageRequest = PageRequest(),
    fragment: str = "mastermind/breaker/_game.html",
) -> ResponseReturnValue:
    is_playing = open_game.match.outcome is Outcome.PLAYING
    turns = open_game.match.turns
    shows_counts = is_counting()
    is_counted = shows_counts or not is_playing  # at the end the rows get their counts
    count_codes = partial(show_candidates, open_game.match.game, turns, page.listing)
    # a row that was played is shown at once, whatever is still to be counted
    may_wait = is_playing and page.listing is None
    codes = pending.result_or_none(count_codes) if may_wait else count_codes()
    draft = _draft(problem) if page.draft is None else page.draft
    view = show_board(
        open_game.stored,
        open_game.match,
        open_game.setup,
        counts=counts_of(open_game.match.game, turns) if is_counted and codes else None,
        draft=draft,
        problem=str(problem or ""),
        code_text=request.form.get("typed", "")[:20] if problem else "",
    )
    return forms.render(
        "mastermind/breaker/game.html",
        fragment,
        errors.status_of(problem or page.claim_problem),
        shown=view,
        board=view.table,
        rows_there=page.rows_there if is_playing or shows_counts else 0,
        newest=page.newest,
        uncounted=not is_counted,
        left=codes,
        candidates_url=url_for(".candidates", game_id=open_game.stored.id),
        **_help(open_game, page, draft, is_playing=is_playing, is_counted=is_counted),
        **({} if is_playing else _sent(open_game)),
    )


def _draft(problem: Exception | None) -> str:
    if problem:
        return forms.submitted_row(request.form)
    return request.args.get("code") or request.args.get("draft", "")


def _help(
    open_game: OpenMatch, page: PageRequest, draft: str, *, is_playing: bool, is_counted: bool
) -> Mapping[str, Any]:
    """Return the help beside the board: what was paid for is shown again, and what more costs."""
    hints = open_game.stored.hints
    match = open_game.match
    setup = open_game.setup
    claim = page.claim
    key = open_game.key if hints else 0
    paid_tier = hint_log.highest_tier(hints, key) if hints else 0
    may_open = page.has_grid or request.method == "GET"
    usual_tier = 0 if request.args.get("hint") == "closed" else hint_log.MOVE
    if "line" in request.args:  # the reason goes on, whatever else was given
        usual_tier = hint_log.REASON
    tier = min(usual_tier if page.tier is None else page.tier, paid_tier)
    hint: ShownAdvice | None = None
    if tier and is_playing:
        hint = show_hint(
            match, setup, tier, draft, is_counted=is_counted, line=parse_line(request.values)
        )
    is_begun = is_playing and not hint and len(match.turns) == 1
    player = open_game.stored.player
    return {
        "hint": hint,
        "tier": tier,
        "paid": paid_tier,
        "strategies": ALLOWED[setup.rule],
        "chosen": setup.strategy,
        "claim": claim,
        "claim_problem": page.claim_problem,
        "costs": not setup.practice,
        "priced": not (hints and hint_log.has_hint(hints, key, hint_log.LIST)),
        "marked_rows": claim.rows if claim else hint.rows if hint else (),
        "grid": _grid(open_game, hint, has_grid=page.has_grid) if is_playing and may_open else None,
        "explained": is_begun and count_played(store(), player, GameQuery((KIND,))) == 1,
    }


def _grid(open_game: OpenMatch, hint: ShownAdvice | None, *, has_grid: bool) -> ShownGrid | None:
    """Return the grid if it is asked for, or if a page has something to show on it.

    While a reason is read, it has what the lines so far show.
    """
    thread = hint.thread if hint else None
    is_read_on = thread is not None and not thread.open
    # before the last row, if its reason is being read
    turns = open_game.known_turns(len(open_game.match.turns) - is_read_on)
    notes = open_game.setup.out
    is_open = has_grid or "grid" in request.args or turns or notes
    facts = thread.known if thread else ()
    return show_grid(face_of(open_game.match.game), turns, notes, facts) if is_open else None


def _sent(open_game: OpenMatch) -> Mapping[str, Any]:
    """Return what a finished game leads to, and what is shown beside it."""
    contest = contests.contest_of_game(store(), open_game.stored.id)
    race = races.race_of_game(store(), open_game.stored.id) if contest else None
    return {
        "contest": contest,
        "is_late": race is not None and not race[0].timed(race[1]).is_over,
        "ladder": tuple((name, title_of(game_named(name))) for name in LADDER),
        "rematch_of": open_game.setup.link,
        "end": show_day_end(open_game.stored) or show_others(open_game.stored),
    }


BREAKER: Final = Breaker()
