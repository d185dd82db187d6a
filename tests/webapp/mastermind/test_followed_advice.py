"""Every sentence of advice, followed for whole games: the review finds nothing wrong with it."""

import re
from collections.abc import Iterator
from random import Random

from solver.deduction.explain.review import review
from solver.deduction.games import PRESETS, game_named
from solver.deduction.matches import Match, Outcome
from solver.deduction.rules.game import Game
from tests.cases import cases
from tests.sampling import asks_all
from webapp.mastermind.board_view import AnyMatch
from webapp.mastermind.finished import Finished
from webapp.mastermind.hint_view import ShownAdvice, show_hint
from webapp.mastermind.review.view import show_review
from webapp.mastermind.setup import BreakerSetup, SetterSetup

GAMES = 4 if asks_all() else 2
OWN = ("5x6", "6x9", "8x5")  # no presets: a board between, and those on which little is exact
#: Words by which a sentence tells the player what to do.
TO_DO = re.compile(r"\b(play|start|begin|try|guess|choose|put)\b", re.IGNORECASE)


def hint_for(match: AnyMatch, tier: int = 3) -> ShownAdvice:
    """Return what a page says if the player asks for this much."""
    return show_hint(match, BreakerSetup(), tier, "", is_counted=True, line="all")


def sentences_of_the_reason(match: AnyMatch) -> Iterator[str]:
    reason = hint_for(match, 2)
    yield reason.reason
    for line in reason.thread.lines if reason.thread else ():
        yield line.sentence


def followed(game: Game, seed: int) -> Match[Game]:
    """Return a game of nothing but advised guesses; only the move may tell what to do."""
    chance = Random(seed)
    match = Match(game, game.code_at(int(chance.choice(game.secrets))))
    while match.outcome is Outcome.PLAYING:
        hint = hint_for(match)
        assert not [line for line in sentences_of_the_reason(match) if TO_DO.search(line)]
        assert hint.move
        assert hint.move.why
        match = match.guess(hint.move.choice.guess)
    return match


@cases("name", [*PRESETS, *OWN])
def test_advice_that_is_followed_is_no_mistake(name: str) -> None:
    game = game_named(name)
    for seed in range(1 if name in OWN else GAMES):
        match = followed(game, seed)
        report = review(game, match.secret, match.guesses, ())
        assert [turn.skill for turn in report.turns] == [100] * len(report.turns), match
        assert [turn.cost for turn in report.turns] == [0] * len(report.turns)
        assert (report.skill, report.first_mistake) == (100, None)
        view = show_review(
            Finished(game=game, display="", secret=match.secret, turns=match.turns, hints="")
        )
        assert (view.costliest, view.waiting) == (0, 0)
        assert not [row.better for row in view.rows if row.better]


def test_a_guess_by_another_measure_says_that_the_review_has_its_own() -> None:
    game = game_named("classic")
    match = Match(game, (0, 1, 2, 3))
    move = show_hint(match, BreakerSetup(strategy="entropy"), 3, "", is_counted=True).move
    usual = hint_for(match).move
    assert move
    assert usual
    assert "By that measure another guess may be better." in move.sentences[-1]
    assert usual.choice.guess == (0, 0, 1, 2)
    assert not any("Reviews compare" in sentence for sentence in usual.sentences)


def test_a_game_from_before_is_advised_as_any_other() -> None:
    document = '{"schema":1,"role":"%s"}'
    assert BreakerSetup.read(document % "breaker").strategy == BreakerSetup.strategy
    assert SetterSetup.read(document % "setter").strategy == "entropy"
