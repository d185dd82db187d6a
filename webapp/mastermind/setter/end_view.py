"""How a setter's game ends, and the form that asks for a code nobody found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from solver.wording import counted
from webapp.mastermind.answer_sheet import untrue_words
from webapp.mastermind.setter.game import SetterGame


def show_end(setting: SetterGame) -> dict[str, Any]:
    found, has_review = setting.sheet.found, setting.known_code is not None
    if found is None:
        return {
            "title": "The computer didn’t find it",
            "sentences": tuple(_held_words(setting)),
            "is_found": False,
            "has_review": has_review,
        }
    title = f"The computer broke your code in {counted(found, 'guess', 'guesses')}"
    return {
        "title": title,
        "sentences": tuple(_consistency_words(setting)),
        "is_found": True,
        "has_review": has_review,
    }


def _held_words(setting: SetterGame) -> Iterator[str]:
    sheet = setting.sheet
    if setting.untrue:
        yield "The computer was misled: some feedback didn’t match your code."
        yield from _consistency_words(setting)
        return
    yield f"Your code held for {counted(len(sheet.turns), 'row')}: you win."
    if setting.secret is not None:
        yield from _consistency_words(setting)
    elif sheet.only:
        yield f"Only {setting.face.code_words(sheet.only)} fits all the feedback."
    else:
        yield f"{counted(sheet.left, 'code')} fit all the feedback."


def _consistency_words(setting: SetterGame) -> Iterator[str]:
    """Say which answers don't match the code, if the page knows it."""
    if setting.secret is None:
        yield "We don’t know your code, only your feedback."
    elif setting.untrue:
        yield from untrue_words(setting.face, setting.secret, setting.sheet.turns)
    elif setting.setup.by_hand:
        yield "All the feedback on the board matches your code."


def show_secret_form(
    setting: SetterGame, form: Mapping[str, str], problem: str
) -> dict[str, Any] | None:
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
    refused = problem if "code" in form else ""
    return {
        "question": _question(setting),
        "promise": promise,
        "is_wanted": is_wanted,
        "is_tried": is_tried,
        "problem": refused,
    }


def _question(setting: SetterGame) -> str:
    if setting.secret is not None:
        return "Not your code? Enter it again"
    if setting.sheet.is_contradiction:
        return "Or enter your code"
    return "Was it another code?" if setting.sheet.only else "What was your code?"
