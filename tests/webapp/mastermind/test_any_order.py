"""The rules of each role under any sequence of posts, right ones and wrong ones: state machines.

Each machine knows what the game must be by now, posts what it likes, and looks after each step.
"""

import re
from typing import Any, ClassVar

import pytest
from flask import Flask
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from werkzeug.test import TestResponse

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.matches import Outcome
from tests.sampling import asks_all
from tests.webapp.player import Player, review_of
from webapp.mastermind.breaker import kind as breaker
from webapp.mastermind.breaker.game import parse_guesses
from webapp.mastermind.feedback_sheet import Sheet, parse_sheet
from webapp.mastermind.setter import routes as setting
from webapp.mastermind.setter.game import SetterGame
from webapp.mastermind.setup import SetterSetup
from webapp.storage.games import StoredGame

MINI = game_named("mini")
SAME = {200, 303}
REFUSED = {404, 409, 422}
JUNK = st.one_of(
    st.text(max_size=6), st.sampled_from(["", "0", "-1", "9", "²", "\0", "1" * 400, "1,2,3"])
)
ALL_CODES = [MINI.format_code(MINI.code_at(index)) for index in range(MINI.code_count)]
CODES = st.sampled_from(ALL_CODES)
SECRET = MINI.format_code((2, 0, 3))
ANSWERS = st.sampled_from([MINI.format_feedback(answer) for answer in MINI.feedbacks])
FIELDS = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("answer", "right", "other", "sure", "code", "typed", "way"), JUNK)
)
ROWS = st.integers(0, 12).map(str) | JUNK
FEW = settings(stateful_step_count=12, max_examples=100 if asks_all() else 6)


class Visit(RuleBasedStateMachine):
    """A visitor with one game, by plain posts or by htmx."""

    app: ClassVar[Flask]
    kind: ClassVar[str]
    player: Player
    url: str

    def begin(self, by_htmx: bool, path: str, **form: object) -> None:
        self.player = Player(self.app.test_client(), by_htmx)
        self.url = self.player.new(path, **form)

    @property
    def id(self) -> str:
        return self.url.rsplit("/", 1)[1]

    @property
    def stored(self) -> StoredGame:
        game = self.app.extensions["store"].load_any(self.id, self.kind)
        assert isinstance(game, StoredGame)
        return game

    @property
    def sheet(self) -> Sheet:
        return parse_sheet(MINI, self.stored.moves)

    def change(self, move: str, **form: object) -> bool:
        """Post from the newest page; say if it was accepted; what was refused changes nothing."""
        before = self.stored
        status = self.player.post(f"{self.url}/{move}", **form, version=before.version).status_code
        assert status in SAME | REFUSED
        if status in REFUSED:
            assert self.stored == before
        return status in SAME

    def get(self, address: str, **args: str) -> TestResponse:
        headers = {"HX-Request": "true"} if self.player.by_htmx else {}
        answer = self.player.client.get(address, query_string=args, headers=headers)
        assert answer.status_code in {200, 303, 404}
        return answer

    def check_review(self, rows: int) -> None:
        """A game has a review if it is over and its code is known, of ``rows`` rows; else none."""
        address = f"/mastermind/breaker/{self.id}"
        answer = self.get(review_of(address))
        assert answer.status_code == (200 if rows else 404)
        if not rows or self.kind != "breaker":
            assert self.get(f"{review_of(address)}/beside").status_code == 404
        assert self.player.post(f"{review_of(address)}/attempts", row=rows + 1).status_code in {
            404,
            422,
        }


class SetterMachine(Visit):
    kind = "setter"

    @initialize(by_htmx=st.booleans(), overlook=st.sampled_from(["0", "50"]))
    def start(self, by_htmx: bool, overlook: str) -> None:
        self.begin(by_htmx, "mastermind/setter", game="mini", overlook=overlook)
        self.answered = 0

    @property
    def setting(self) -> SetterGame:
        return SetterGame(SetterSetup.read(self.stored.start), self.sheet)

    @rule(code=CODES | JUNK, way=st.sampled_from(["", "", "head", "draw"]))
    def set_code(self, code: str, way: str) -> None:
        before = self.setting
        is_done = self.change("code", code=code, way=way)
        assert not is_done or before.can_be_revealed or not before.has_begun
        assert self.setting.has_begun == (before.has_begun or is_done)
        assert self.sheet.turns == before.sheet.turns
        if is_done and before.has_begun:  # no other way than telling it
            assert self.setting.setup.secret == code
            assert self.setting.outcome is before.outcome

    @rule()
    def correct(self) -> None:
        """Only a game whose code is known can be put right; then every answer is true to it."""
        assert self.change("corrections/all") == bool(self.setting.setup.secret)
        assert not (self.setting.setup.secret and self.setting.untrue)

    @rule()
    @precondition(lambda self: self.setting.has_begun)
    def let_the_page_answer(self) -> None:
        is_known = self.setting.true_feedback is not None
        assert self.change("answers") == is_known
        self.answered += is_known

    @rule(answer=ANSWERS, sure=st.booleans())
    def answer_by_hand(self, answer: str, sure: bool) -> None:
        is_true = self.setting.true_feedback in (None, MINI.parse_feedback(answer))
        is_asked = self.sheet.pending is not None
        form = {"answer": answer, **({"sure": answer} if sure else {})}
        assert self.change("answers", **form) == (is_asked and (is_true or sure))
        self.answered += is_asked and (is_true or sure)

    @rule(row=ROWS, answer=ANSWERS)
    def correct_row(self, row: str, answer: str) -> None:
        is_row = row.isascii() and row.isdecimal() and 1 <= int(row[:9]) <= self.answered
        assert self.change("corrections", row=row, answer=answer) == (is_row and len(row) <= 3)

    @rule(
        action=st.sampled_from(["code", "answers", "corrections", "corrections/all"]),
        form=FIELDS,
        row=ROWS,
    )
    def post_anything(self, action: str, form: dict[str, str], row: str) -> None:
        if action == "answers" and self.setting.true_feedback is not None:
            return  # a form without an answer lets the page answer
        self.change(action, **form, row=row)
        self.answered = len(self.sheet.turns)

    @rule(row=ROWS)
    def post_from_a_stale_page(self, row: str) -> None:
        before = self.stored
        status = self.player.post(f"{self.url}/corrections", version=before.version + 1, row=row)
        assert (status.status_code, self.stored) == (409, before)

    @rule(args=st.dictionaries(st.sampled_from(["hole1", "page", "row", "change", "draft"]), ROWS))
    def look(self, args: dict[str, str]) -> None:
        page = self.get(self.url, **args)
        assert page.status_code == 200
        rows = min(number(args.get("row", "99")), self.answered)
        assert page.text.count('class="row played') == rows
        assert self.get(f"{self.url}/candidates", **args).status_code == 200

    @invariant()
    def the_rules_hold(self) -> None:
        setting = self.setting
        assert len(setting.sheet.turns) == self.answered <= MINI.rows
        is_on = setting.has_begun and setting.outcome is Outcome.PLAYING
        assert (setting.sheet.pending is not None) == (is_on and not setting.sheet.is_contradiction)
        answers = [turn.feedback for turn in setting.sheet.turns]
        is_full = MINI.feedbacks[MINI.won] in answers or len(answers) == MINI.rows
        fitting = candidates(MINI, setting.sheet.turns).count
        assert self.stored.finished == (is_full and fitting > 0)
        assert self.stored.finished == (setting.outcome is not Outcome.PLAYING)

    @invariant()
    def a_review_comes_at_the_end(self) -> None:
        setting = self.setting
        is_reviewed = setting.outcome is not Outcome.PLAYING and setting.known_code is not None
        rows = setting.sheet.found or len(setting.sheet.turns)
        self.check_review(rows if is_reviewed else 0)


def number(text: str) -> int:
    """Return the row that an address asks for; the start if it asks for none."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else 0


GUESSES = ("1122", "2211", "5566", "6655", "1111", "2222")
SIGHTS = re.compile(r"3\W{0,4}6\W{0,4}4\W{0,4}1|2\W{1,4}5\W{1,4}3\W{1,4}0|yellow\W+purple\W+green")


def is_seen(answer: TestResponse) -> bool:
    """Say whether an answer has the challenge’s code, 3641, in any way of writing it."""
    return bool(SIGHTS.search(re.sub(r"[\w-]{22}|v=[0-9a-f]{12}", "", answer.text)))


class ChallengeMachine(Visit):
    """Two people and a stranger: the code is the setter's alone until the guest's game is over."""

    kind = "challenge"

    @initialize(by_htmx=st.booleans())
    def start(self, by_htmx: bool) -> None:
        self.begin(by_htmx, "mastermind/challenge", game="eight")
        self.guest = Player(self.app.test_client(), by_htmx)
        self.stranger = Player(self.app.test_client())
        self.stage = "setting"
        self.board = ""
        self.rows: list[str] = []

    def seen_by(self, visitor: Player, address: str) -> TestResponse:
        answer = visitor.client.get(address, follow_redirects=True)
        assert answer.status_code in {200, 404}
        return answer

    @rule(code=st.sampled_from(["3641", "", "36", "3648", "x\0"]))
    def set_code(self, code: str) -> None:
        is_good = self.stage == "setting" and code == "3641"
        assert self.change("code", code=code) == is_good
        self.stage = "waiting" if is_good else self.stage

    @rule(action=st.sampled_from(["code", "withdrawal", "receipt"]))
    def another_posts(self, action: str) -> None:
        for visitor in (self.guest, self.stranger):
            form = {"version": self.stored.version, "code": "3641"}
            assert visitor.post(f"{self.url}/{action}", **form).status_code == 404

    @precondition(lambda self: self.stage in ("waiting", "playing"))
    @rule(luck=st.integers(0, 5))
    def withdraw(self, luck: int) -> None:
        if self.stage == "waiting" and luck:
            return  # rarely, since nothing comes after
        is_done = self.change("withdrawal")
        assert is_done == (self.stage == "waiting")
        self.stage = "withdrawn" if is_done else self.stage

    @rule()
    def receive(self) -> None:
        status = self.player.post(f"{self.url}/receipt").status_code
        assert status == (204 if self.player.by_htmx else 303)
        assert self.stored.finished == (self.stage in ("over", "withdrawn"))
        for visitor in (self.guest, self.stranger):
            assert visitor.post(f"{self.url}/receipt").status_code == 404

    @rule()
    def accept(self) -> None:
        answer = self.guest.post(f"{self.url}/games", version=self.stored.version)
        assert answer.status_code == 303
        if self.stage == "waiting":
            self.stage, self.board = "playing", answer.location
        self.stranger.post(f"{self.url}/games", version=self.stored.version)

    @precondition(lambda self: self.board)
    @rule(code=st.sampled_from([*GUESSES, *GUESSES, "3641", "", "99", "x"]))
    def guess(self, code: str) -> None:
        answer = self.guest.move(self.board, "guesses", code=code)
        is_open = self.stage == "playing"
        is_good = is_open and len(code) == 4
        # the page of a game that is over has no version to send
        assert answer.status_code == (200 if is_good else 422)
        if not is_open:
            assert "This game is over" in answer.text
        if is_good:
            self.rows.append(code)
        if code == "3641" or len(self.rows) == 8:
            self.stage = "over" if self.stage == "playing" else self.stage
        assert self.stage == "over" or not is_seen(answer)

    @precondition(lambda self: self.board)
    @rule()
    def give_up(self) -> None:
        is_open = self.stage == "playing" and bool(self.rows)
        status = self.guest.move(self.board, "surrender").status_code
        assert status == (200 if is_open else 422)
        self.stage = "over" if is_open else self.stage

    @precondition(lambda self: self.board)
    @rule(
        action=st.sampled_from(["hints", "undo", "candidates", "attempts"]),
        tier=st.sampled_from("12x"),
    )
    def do_otherwise(self, action: str, tier: str) -> None:
        if action == "candidates":
            return  # a list of all codes that fit has the code in it, for whoever pays for it
        status = self.guest.move(self.board, action, tier=tier, row=tier).status_code
        assert status in {200, 404, 409, 422}

    @invariant()
    def nobody_else_sees_the_code(self) -> None:
        addresses = [
            self.url,
            f"/mastermind/review/{self.id}",
            *([self.board] if self.board else []),
        ]
        if self.board:
            addresses.append(review_of(self.board))
        for visitor in (self.guest, self.stranger):
            is_told = visitor is self.guest and self.stage == "over"
            for address in addresses:
                assert is_told or not is_seen(self.seen_by(visitor, address))

    @invariant()
    def the_setter_sees_the_rows_and_the_end(self) -> None:
        page = self.seen_by(self.player, self.url).text
        assert page.count('class="row played') == len(self.rows)
        assert ('id="end"' in page) == (self.stage in ("over", "withdrawn"))
        self.check_review(len(self.rows) if self.stage == "over" else 0)


class BreakerMachine(Visit):
    """Whoever breaks a code: rows stand, but for those of practice, and hints change no row."""

    kind = "breaker"

    @initialize(
        by_htmx=st.booleans(), role=st.sampled_from(["breaker", "evil"]), ease=st.booleans()
    )
    def start(self, by_htmx: bool, role: str, ease: bool) -> None:
        self.begin(by_htmx, "mastermind/breaker", game="mini", role=role, practice="1" * ease)
        self.is_evil, self.is_practice = role == "evil", ease
        self.rows: list[str] = []
        self.is_given_up = False

    @property
    def is_over(self) -> bool:
        return self.stored.finished

    @rule(code=CODES | JUNK)
    def guess(self, code: str) -> None:
        was_over = self.is_over
        if self.change("guesses", code=code):
            assert not was_over
            self.rows.append(MINI.format_code(MINI.parse_code(code)))
        else:
            if not was_over:
                assert code not in ALL_CODES

    @rule()
    def take_back(self) -> None:
        can = self.is_practice and bool(self.rows) and not self.is_over
        assert self.change("undo") == can
        if can:
            self.rows.pop()

    @rule()
    def give_up(self) -> None:
        can = bool(self.rows) and not self.is_over
        assert self.change("surrender") == can
        self.is_given_up = self.is_given_up or can

    @rule(tier=st.sampled_from("123") | JUNK, strategy=st.sampled_from(["entropy", "knuth", "no"]))
    def ask(self, tier: str, strategy: str) -> None:
        self.change("hints", tier=tier, strategy=strategy, code="12")

    @rule()
    def list_candidates(self) -> None:
        self.change("candidates")

    @rule(code=CODES)
    def guess_from_an_old_page(self, code: str) -> None:
        version = self.stored.version - 1
        assert (
            self.player.post(f"{self.url}/guesses", code=code, version=version).status_code == 409
        )

    @invariant()
    def the_rows_are_those_submitted(self) -> None:
        assert list(parse_guesses(MINI, self.stored.moves)) == list(map(MINI.parse_code, self.rows))
        if not self.is_evil:
            is_full = len(self.rows) == 10
            assert self.is_over == (self.is_given_up or SECRET in self.rows or is_full)
        self.check_review(len(self.rows) if self.is_over else 0)

    @invariant()
    def the_code_is_seen_at_the_end_only(self) -> None:
        page = self.get(self.url).text
        assert ('id="result"' in page) == self.is_over
        assert ("The code was" in page) == self.is_over


EVERY = (BreakerMachine, SetterMachine, ChallengeMachine)


@pytest.mark.parametrize("machine", EVERY)
def test_any_order_keeps_the_rules(
    one_app: Flask, machine: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in (breaker, setting):  # the same steps must lead to the same game
        monkeypatch.setattr(part, "random_code", lambda game: (2, 0, 3))
    machine.app = one_app
    run_state_machine_as_test(machine, settings=FEW)
