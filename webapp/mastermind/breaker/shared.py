"""A breaker's finished game, shown to others."""

from __future__ import annotations

import json
from dataclasses import replace

from flask.typing import ResponseReturnValue

from solver.deduction.games import face_of, title_of
from solver.deduction.matches import Outcome
from solver.deduction.text.review import share_text
from solver.wording import counted, day_words
from webapp.cards import Card
from webapp.game_type import Shareable, ShownEnding
from webapp.mastermind.board_view import BoardRow, ShownGame, played_rows
from webapp.mastermind.breaker.game import OpenMatch, open_match
from webapp.mastermind.candidates_view import counts_of
from webapp.mastermind.cards import broken_card
from webapp.mastermind.finished_games import over_game
from webapp.mastermind.role import NewGame, PlayedRole
from webapp.mastermind.setup import BreakerSetup, StoredRole, setup_of
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import hint_count, price_words
from webapp.storage.records.contest_entries import contest_of_game
from webapp.storage.records.dailies import today


class SharedCode(PlayedRole[OpenMatch], Shareable):
    """A finished game of the breaker, shown to others."""

    shared_template = "mastermind/breaker/_shared.html"
    shared_styles = ("mastermind/board", "shared")
    shared_review = "shared.review"
    why_held_back = (
        "Others may still be looking for this code. You see the guesses and the code "
        "when you’ve finished this game yourself."
    )
    step_word = "row"

    def share_card(self, stored: StoredGame) -> Card:
        return broken_card(stored)

    def share_text(self, stored: StoredGame, link: str) -> str:
        finished = over_game(stored).finished
        title = f"Mastermind, {title_of(finished.game)}"
        return share_text(
            f"Daily {title}, {day_words(stored.day)}" if stored.day else title,
            [finished.face.plain_feedback(turn.feedback) for turn in finished.turns],
            is_won=finished.is_won,
            hints=hint_count(stored.hints),
            link=link,
        )

    def show_ending(self, stored: StoredGame, step: int | None) -> ShownEnding:
        """Return a game after a row; without a ``step``, only its feedback."""
        opened = open_match(stored)
        match = opened.match
        game = opened.match.game
        face = face_of(game, opened.setup.keys)
        last = len(match.turns)
        count = counted(len(match.turns), "guess", "guesses")
        is_won = match.outcome is Outcome.WON
        rows = played_rows(face, match.turns, counts_of(game, match.turns))
        practice = ", in practice" if opened.setup.practice else ""
        more = {
            "table": ShownGame(face, stored.id, stored.version),
            "rows": tuple(map(_covered, rows)) if step is None else rows[:step],
            "secret": face.pegs(match.secret or ()) if step == last else (),
            "secret_words": face.code_words(match.secret or ()) if step == last else "",
            "goal": face.goal,
            "is_won": is_won,
        }
        day = f"Daily Mastermind of {day_words(stored.day)}. " if stored.day else ""
        return ShownEnding(
            title=title_of(game),
            heading=f"Found in {count}" if is_won else f"Not found in {count}",
            about=f"{day}{price_words(stored.hints).rstrip('.')}{practice}",
            step=last if step is None else step,
            last=last,
            is_open=step is not None,
            more=more,
        )

    def last_step(self, stored: StoredGame) -> int:
        return len(open_match(stored).match.turns)

    def start_part(self, stored: StoredGame) -> str:
        """Return text that the setups of games with the same code contain."""
        setup = BreakerSetup.of(stored)
        if setup.role is StoredRole.EVIL:
            return f'"role":{json.dumps(setup.role.value)}'
        return f'"secret":{json.dumps(setup.secret)}'

    def is_same(self, stored: StoredGame, other: StoredGame) -> bool:
        """Say whether two games had the same code, or the same evil setter.

        Today's daily game equals only itself: otherwise, breaking a code of your own could tell
        you for free whether it is today's.
        """
        if _is_todays(stored):
            return other.day == stored.day
        first_setup = BreakerSetup.of(stored)
        second_setup = BreakerSetup.of(other)
        if StoredRole.EVIL in (first_setup.role, second_setup.role):
            return (first_setup.role, first_setup.seed) == (second_setup.role, second_setup.seed)
        return first_setup.secret == second_setup.secret

    def is_held_back(self, stored: StoredGame) -> bool:
        """Say whether others may still be looking for the code: it was sent, or is today's."""
        is_sent = setup_of(stored).role is StoredRole.GUEST or contest_of_game(store(), stored.id)
        return bool(is_sent) or _is_todays(stored)

    def begin_same(self, stored: StoredGame, *, is_seen: bool) -> ResponseReturnValue:
        """Begin the visitor's own game with the same code, for practice if they have seen it.

        With today's code it is the daily game, so that nobody learns the code from another one.
        """
        opened = open_match(stored)
        setup = opened.setup
        again = BreakerSetup(
            StoredRole.EVIL if setup.role is StoredRole.EVIL else StoredRole.BREAKER,
            keys=setup.keys,
            secret=setup.secret,
            practice=is_seen,
            rule=setup.rule,
            seed=setup.seed,
        )
        day = stored.day if _is_todays(stored) and not is_seen else ""
        return self.begin_game(NewGame(opened.match.game, again, day=day))


def _covered(row: BoardRow) -> BoardRow:
    words = f"{row.feedback.words}." if row.feedback else ""
    pegs = (None,) * len(row.pegs)
    return replace(row, state="covered", pegs=pegs, words=words, left=None, draft="")


def _is_todays(stored: StoredGame) -> bool:
    return stored.day == today().isoformat()
