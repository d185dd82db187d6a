"""Stored games of Mastermind as matches: their guesses are replayed, each only once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypedDict

from solver.deduction.explain.advice import nudge
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.guess_rules import GuessRule, unused_hints
from solver.deduction.matches import EvilMatch, Match, MatchError, Outcome
from solver.deduction.rules.game import Code, CodeError, Feedback, Game, Turn
from solver.deduction.text.advice import nudge_words, rule_words
from solver.deduction.text.facts import facts_words
from webapp.http.forms import Opened
from webapp.http.pending import result_or_none
from webapp.mastermind.board_view import AnyMatch
from webapp.mastermind.finished import choice_after, key_before, parse_strategy
from webapp.mastermind.setup import SMALL, BreakerSetup, StoredRole, board_named, has_at_most
from webapp.storage.documents import DocumentError, DocumentForm
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import REASON, highest_tier
from webapp.storage.records.dailies import today
from webapp.work.tasks import task

#: What its games are stored under.
KIND: Final = "breaker"


class RememberedMatch(EvilMatch):
    """A match against the evil setter in which no feedback is computed twice.

    >>> game = game_named("mini")
    >>> match = RememberedMatch.of(game, [game.parse_code(text) for text in ("112", "213")])
    >>> match.turns == EvilMatch.of(game, match.guesses).turns
    True
    """

    def guess(self, code: Code) -> EvilMatch:
        """Return the match after one more guess. Raises MatchError after its end, or CodeError."""
        self.game.index_of(code)
        feedback = _give_feedback(self.game.name, self.turns, code)
        return replace(self, turns=(*self.turns, Turn(code, feedback)))


@lru_cache(maxsize=4096)
def _give_feedback(name: str, turns: tuple[Turn, ...], guess: Code) -> Feedback:
    return EvilMatch(game_named(name), turns).guess(guess).turns[-1].feedback


class GuessesDocument(TypedDict):
    """The guesses, as the game writes codes; the feedback follows from the setup."""

    guesses: list[str]


GUESSES: Final = DocumentForm(GuessesDocument, schema=1)


@dataclass(frozen=True)
class OpenMatch(Opened):
    setup: BreakerSetup
    match: AnyMatch

    @property
    def key(self) -> int:
        return key_before(self.match.game, self.match.guesses)

    def known_turns(self, last_row: int) -> tuple[Turn, ...]:
        """Return the rows, up to a last one, of which the reason was shown.

        The grid has what they prove, later rows not.
        """
        hints = self.stored.hints
        guesses = self.match.guesses
        shown_rows = (
            row
            for row in range(last_row, 0, -1)
            if highest_tier(hints, key_before(self.match.game, guesses[:row])) >= REASON
        )
        return self.match.turns[: next(shown_rows, 0)] if hints else ()

    @property
    def can_be_sent(self) -> bool:
        """Whether its code was drawn for this player alone, so that it can be sent to others."""
        is_own = self.setup.role is StoredRole.BREAKER and not self.setup.practice
        return is_own and self.stored.day != today().isoformat()


def check_allowed(game: Game, setup: BreakerSetup, turns: Sequence[Turn], code: Code) -> None:
    """Raise MatchError for a guess that the game's rule forbids; it names the rows that do."""
    if setup.rule is GuessRule.ANY:
        return
    face = face_of(game, setup.keys)
    row = f"Your row ({face.code_words(code)})"
    if setup.rule is GuessRule.HARD:
        hints = tuple(facts_words(game, unused_hints(code, turns), face.name_of))
        reasons = (f"{row} doesn’t use every hint:", *hints) if hints else ()
    else:
        row_nudge = nudge(game, turns, code)
        is_possible = not (row_nudge.contradicts or row_nudge.barred_by)
        words = nudge_words(row_nudge, row, lambda feedback: face.show(feedback).words, face.terms)
        reasons = () if is_possible else (*words[1:], rule_words(setup.rule, face.terms))
    if reasons:
        raise MatchError(" ".join(reasons))


def format_guesses(game: Game, codes: Iterable[Code]) -> str:
    """Write the guesses of a game; "" without any.

    >>> format_guesses(game_named("classic"), [(0, 0, 1, 1)])
    '{"schema":1,"guesses":["1122"]}'
    """
    guesses = list(map(game.format_code, codes))
    return GUESSES.write({"guesses": guesses}) if guesses else ""


def parse_guesses(game: Game, text: str) -> tuple[Code, ...]:
    guesses = GUESSES.read(text)["guesses"] if text else []
    try:
        return tuple(map(game.parse_code, guesses))
    except (CodeError, TypeError, AttributeError) as error:  # the latter two if it isn't text
        raise DocumentError(f"the guesses of a game: {error}") from error


@lru_cache(maxsize=4096)
def _replayed_turns(name: str, secret: Code, guesses: tuple[Code, ...]) -> tuple[Turn, ...]:
    """Return the turns of a match, played again only after the guesses that were replayed before.

    Ten rows take 0.2 ms. It is by the game's name, since a cache mustn't hold large boards.
    """
    if not guesses:
        return ()
    *earlier, last = guesses
    match = Match(game_named(name), secret)
    return match.resumed(_replayed_turns(name, secret, tuple(earlier))).guess(last).turns


def open_match(record: StoredGame) -> OpenMatch:
    """Return a stored game as a match; one that is finished before its end was given up.

    Raises DocumentError for guesses that can't be played.
    """
    open_game = _replay(record)
    if record.finished and open_game.match.outcome is Outcome.PLAYING:
        return replace(open_game, match=open_game.match.give_up())
    return open_game


def _replay(record: StoredGame) -> OpenMatch:
    game = board_named(record.rules)
    setup = BreakerSetup.of(record)
    try:
        guesses = parse_guesses(game, record.moves)
        if setup.role is StoredRole.EVIL:
            return OpenMatch(record, setup, RememberedMatch.of(game, guesses, setup.seed))
        match = Match(game, game.parse_code(setup.secret))
        turns = _replayed_turns(game.name, match.secret, guesses)
        return OpenMatch(record, setup, match.resumed(turns))
    except (CodeError, MatchError) as error:
        raise DocumentError(f"the guesses of a game: {error}") from error


def computer_turns(name: str, setup: BreakerSetup) -> tuple[Turn, ...] | None:
    """Return the computer's rows on a game's code, by its strategy; None while it plays."""
    strategy = parse_strategy({}, setup)
    computer_setup = BreakerSetup(
        setup.fair_or_evil, secret=setup.secret, strategy=strategy, seed=setup.seed
    )
    return result_or_none(lambda: play_beside(name, computer_setup))


@task(lambda name, _: has_at_most(name, SMALL), 512)
def play_beside(name: str, setup: BreakerSetup) -> tuple[Turn, ...]:
    """Return the computer's rows on the code of a setup, or against its evil setter."""
    game = game_named(name)
    match: AnyMatch = (
        Match(game, game.parse_code(setup.secret))
        if setup.secret
        else (RememberedMatch.of(game, (), setup.seed))
    )
    while match.outcome is Outcome.PLAYING:
        match = match.guess(choice_after(name, match.turns, setup).guess)
    return match.turns
