"""What the setter's page shows: the computer's guess with its reason, and how to score it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from solver.deduction.faces.face import ShownFeedback
from solver.deduction.matches import Outcome
from solver.deduction.rules.game import Feedback
from solver.deduction.strategies.measures import NEED
from solver.deduction.strategies.registry import MEASURE_OF, STRATEGY_WORDS
from solver.deduction.strategies.strategy import Choice
from solver.wording import plural
from webapp.mastermind import board_view, correction_view, feedback_sheet, hint_view
from webapp.mastermind.board_view import FeedbackFields, ShownBoard, ShownGame
from webapp.mastermind.candidates_view import ShownCandidates, show_candidates
from webapp.mastermind.finished import advised, choice_after
from webapp.mastermind.setter.game import SetterGame
from webapp.mastermind.setup import SMALL, has_at_most
from webapp.storage.games import StoredGame


class ShownReason(NamedTuple):
    move: hint_view.ShownMove
    sentences: tuple[str, ...]


class ShownRival(NamedTuple):
    """The guess of another strategy; ``by`` and ``own_by`` are the measures of both."""

    title: str
    move: hint_view.ShownMove
    is_same: bool
    by: str
    own_by: str


class SetterEnd(NamedTuple):
    title: str
    sentences: tuple[str, ...]
    is_found: bool
    has_review: bool


class SecretForm(NamedTuple):
    """The form that asks for a code nobody found."""

    question: str
    promise: str
    is_wanted: bool
    is_tried: bool
    problem: str


@dataclass(frozen=True, kw_only=True)
class ShownSetting(ShownBoard):
    """The game and its page after a ``row``; ``doubtful`` feedback differs from the code's."""

    setting: SetterGame
    row: int
    last: int
    starts: bool
    fields: FeedbackFields | None
    true_feedback: ShownFeedback | None
    doubtful: Feedback | None
    changed: int
    reason: ShownReason | None
    rival: ShownRival | None
    conflict: correction_view.ShownConflict | None
    left: ShownCandidates
    end: SetterEnd | None
    own_code: SecretForm | None

    @property
    def is_past(self) -> bool:
        return self.row < self.last

    @property
    def doubt(self) -> ShownFeedback | None:
        return None if self.doubtful is None else self.setting.face.show(self.doubtful)

    @property
    def doubt_value(self) -> str:
        return "" if self.doubtful is None else self.setting.game.format_feedback(self.doubtful)

    @property
    def by(self) -> str:
        """How the computer guesses."""
        setup = self.setting.setup
        ignores = f"; ignores about {setup.overlook}% of your feedback" if setup.overlook else ""
        return STRATEGY_WORDS[setup.strategy].of(self.setting.face.terms).title + ignores

    @property
    def again(self) -> tuple[tuple[str, str], ...]:
        """The form of another game like this."""
        setup = self.setting.setup
        evil = (("way", "draw"), ("setter", "evil")) if setup.evil else ()
        return (
            ("game", self.setting.game.name),
            ("strategy", setup.strategy),
            ("overlook", str(setup.overlook)),
            ("keys", setup.keys),
            *evil,
        )


def show_setting(
    record: StoredGame,
    setting: SetterGame,
    *,
    form: Mapping[str, str],
    args: Mapping[str, str] | None = None,
    row: int,
    corrected_row: int = 0,
    doubt: Feedback | None = None,
    problem: str = "",
) -> ShownSetting:
    """Return the page as it was after a ``row``, with the form to correct ``corrected_row``."""
    turns = setting.sheet.turns
    face = setting.face
    is_past = row < len(turns)
    setting = setting.after(row) if is_past else setting
    sheet = setting.sheet
    true_feedback = turns[row].feedback if is_past else setting.true_feedback
    is_due = sheet.pending and not sheet.is_contradiction
    choice = choice_after(setting.game.name, sheet.turns, setting.setup) if is_due else None
    pending_draft = None if sheet.pending is None else face.draft_of(sheet.pending)
    return ShownSetting(
        table=ShownGame(face, record.id, record.version),
        rows=board_view.every_row(face, sheet.turns, sheet.counts, pending_draft),
        setting=setting,
        row=row,
        last=len(turns),
        starts=not (turns or setting.setup.waits or problem or true_feedback is None),
        draft=board_view.draft_of(face, form.get("draft", "") or form.get("code", "")),
        fields=_fields(setting, corrected_row, form),
        true_feedback=None if true_feedback is None else face.show(true_feedback),
        doubtful=doubt,
        changed=corrected_row,
        reason=_reason(setting, choice, is_past=is_past) if choice else None,
        rival=_rival(setting, choice) if choice else None,
        conflict=correction_view.show_conflict(sheet, face, setting.secret),
        left=show_candidates(setting.game, sheet.turns, args),
        end=show_end(setting) if setting.outcome is not Outcome.PLAYING else None,
        own_code=show_secret_form(setting, form, problem),
        status=_status(setting, corrected_row),
        problem=problem,
        typed=form.get("typed", "")[:20] if problem else "",
    )


def _fields(setting: SetterGame, row: int, form: Mapping[str, str]) -> FeedbackFields | None:
    sheet = setting.sheet
    face = setting.face
    entries = feedback_sheet.given_fields(form, face)
    if row:
        return board_view.feedback_fields(
            face, f"correction-{row}", sheet.turn(row).feedback, entries
        )
    if sheet.pending is None:
        return None
    return board_view.feedback_fields(face, f"row-{len(sheet.turns) + 1}", None, entries)


def _reason(setting: SetterGame, choice: Choice, *, is_past: bool) -> ShownReason | None:
    sheet = setting.sheet
    if choice.guess != sheet.pending:
        return None
    move = hint_view.show_move(setting.face, choice)
    code = setting.game.terms.code
    possible_count = choice.split.total
    if possible_count == 1:
        start = f"Only this {code} is left, it thinks."
    elif choice.can_be_code:
        start = f"As far as the computer knows, this could be {_whose(setting)} {code}."
    else:
        start = f"This guess can’t be {_whose(setting)} {code}{hint_view.useful_words(choice)}."
    sentences = [start]
    if is_past and possible_count > 1:
        sentences.insert(0, f"{plural(sheet.left, f'possible {code}')}.")
    if possible_count != sheet.left:
        codes = f"{plural(possible_count, code)} {'is' if possible_count == 1 else 'are'} possible"
        sentences.append(f"It ignored some feedback, so it still thinks {codes}.")
    if possible_count > 1:
        sentences.append(move.why)
    return ShownReason(move, tuple(sentences))


#: So many codes are told apart by any guess that is any good.
FEW: Final = 2


def rival_of(strategy: str) -> str:
    """Return the strategy to compare with: minimax for the most information, else that."""
    return "knuth" if strategy == "entropy" else "entropy"


def _rival(setting: SetterGame, choice: Choice) -> ShownRival | None:
    """Return the other guess, where the computer knows all there is to know and all are weighed."""
    game = setting.game
    strategy = setting.setup.strategy
    is_small = has_at_most(game.name, SMALL)
    if not is_small or not FEW < choice.split.total == setting.sheet.left:
        return None
    name = rival_of(strategy)
    alternative = advised(game, setting.sheet.turns, name)
    return ShownRival(
        title=STRATEGY_WORDS[name].of(setting.face.terms).title,
        move=hint_view.show_move(setting.face, alternative),
        is_same=alternative.guess == choice.guess,
        by=MEASURE_OF[name],
        own_by=MEASURE_OF.get(strategy, NEED.name),
    )


def _whose(setting: SetterGame) -> str:
    return "the" if setting.setup.evil else "your"


def _status(setting: SetterGame, corrected_row: int) -> str:
    sheet = setting.sheet
    code = setting.game.terms.code
    if corrected_row:
        return f"Row {corrected_row} is open. Change its feedback or cancel."
    if not setting.has_begun:
        return f"{plural(setting.game.secret_count, f'possible {code}')}. Set yours."
    if sheet.is_contradiction:
        return f"No {code} fits all this feedback."
    if setting.outcome is not Outcome.PLAYING:
        return "" if sheet.found else "No rows are left."
    if sheet.pending is None:
        return "The computer is choosing its guess."
    guess = setting.face.code_words(sheet.pending)
    return f"Row {len(sheet.turns) + 1}: the computer guesses {guess}."


def show_end(setting: SetterGame) -> SetterEnd:
    last_row = setting.sheet.found
    has_review = setting.known_code is not None
    if last_row is None:
        title = "The computer didn’t find it"
        return SetterEnd(title, tuple(_held_words(setting)), False, has_review)
    code = f"{_whose(setting)} {setting.game.terms.code}"
    title = f"The computer broke {code} in {plural(last_row, 'guess', 'guesses')}"
    return SetterEnd(title, tuple(_consistency_words(setting)), True, has_review)


def _held_words(setting: SetterGame) -> Iterator[str]:
    sheet = setting.sheet
    code = setting.game.terms.code
    if setting.untrue:
        yield f"The computer was misled: some feedback didn’t match your {code}."
        yield from _consistency_words(setting)
        return
    rows = plural(len(sheet.turns), "row")
    yield f"{_whose(setting).capitalize()} {code} held for {rows}: you win."
    if setting.secret is not None:
        yield from _consistency_words(setting)
    elif sheet.only:
        yield f"Only {setting.face.code_words(sheet.only)} fits all the feedback."
    else:
        yield f"{plural(sheet.left, code)} fit all the feedback."


def _consistency_words(setting: SetterGame) -> Iterator[str]:
    """Say which feedback doesn't match the code, if the page knows it."""
    code = setting.game.terms.code
    if setting.secret is None:
        yield f"We don’t know your {code}, only your feedback."
    elif setting.untrue:
        yield from feedback_sheet.untrue_words(setting.face, setting.secret, setting.sheet.turns)
    elif setting.setup.by_hand:
        yield f"All the feedback on the board matches your {code}."


def show_secret_form(
    setting: SetterGame, form: Mapping[str, str], problem: str
) -> SecretForm | None:
    """Return the form for the code, if it may be entered; ``form`` holds one being built."""
    if not setting.can_be_revealed:
        return None
    is_contradiction = setting.sheet.is_contradiction
    promise = (
        "You’ll see which feedback doesn’t match it, and the game carries on from there."
        if is_contradiction
        else "Your feedback is then checked, and the computer’s guesses are reviewed."
    )
    is_wanted = not is_contradiction and setting.known_code is None
    is_tried = any(form.get(name) for name in ("draft", "code", "typed"))
    code_problem = problem if "code" in form else ""
    return SecretForm(_question(setting), promise, is_wanted, is_tried, code_problem)


def _question(setting: SetterGame) -> str:
    code = setting.game.terms.code
    if setting.secret is not None:
        return f"Not your {code}? Enter it again"
    if setting.sheet.is_contradiction:
        return f"Or enter your {code}"
    return f"Was it another {code}?" if setting.sheet.only else f"What was your {code}?"
