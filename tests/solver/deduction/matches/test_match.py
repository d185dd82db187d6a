import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from solver.deduction.games import game_for
from solver.deduction.matches import Match, MatchError, Outcome
from solver.deduction.rules.game import Code, CodeError
from solver.deduction.rules.mastermind import Rules, feedback

RULES = Rules(pegs=3, colours=5, guesses=4)
SECRET = (0, 3, 4)
GAME = game_for(RULES)


def test_codes_are_checked() -> None:
    with pytest.raises(CodeError):
        Match(GAME, (0, 0, 5))
    with pytest.raises(CodeError):
        Match(GAME, SECRET).guess((0, 0))


class Playing(RuleBasedStateMachine):
    """Guess on: the past never changes, and the match ends when it should."""

    def __init__(self) -> None:
        super().__init__()
        self.match = Match(GAME, SECRET)

    @rule(code=st.tuples(*[st.integers(0, RULES.colours - 1)] * RULES.pegs) | st.just(SECRET))
    def guess(self, code: Code) -> None:
        before = self.match
        if before.outcome is not Outcome.PLAYING:
            with pytest.raises(MatchError, match="over"):
                before.guess(code)
            return
        self.match = before.guess(code)
        assert self.match.turns[:-1] == before.turns
        assert self.match.turns[-1] == (code, feedback(code, SECRET))

    @invariant()
    def ends_when_it_should(self) -> None:
        assert self.match.guesses_left == RULES.guesses - len(self.match.guesses)
        won = SECRET in self.match.guesses
        lost = not won and len(self.match.guesses) == RULES.guesses
        assert self.match.outcome is (
            Outcome.WON if won else Outcome.LOST if lost else Outcome.PLAYING
        )


TestPlaying = Playing.TestCase
