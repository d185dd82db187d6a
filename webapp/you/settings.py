"""The settings that a visitor can choose before any game, for all pages and for each game."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.games import face_of, game_named
from solver.wording import quote
from webapp.hidoku.play.strip import ENTRIES, chosen_entry, read_preferences, with_preferences
from webapp.http import forms, quota, security, visitor
from webapp.mastermind.candidates_view import is_counting, with_counting
from webapp.storage.records.players import SettingsDocument

#: The value that leaves the way of entering numbers to the device.
AS_USUAL: Final = "usual"

#: What can be chosen, by the fields of the form; the page names it in words.
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": visitor.THEMES,
    "palette": visitor.PALETTES,
    "letters": ("on", "off"),
    "motion": visitor.MOTIONS,
    "entry": (AS_USUAL, *ENTRIES),
}
#: The checkboxes.
TICKED: Final = ("sound", "clock", "at_once", "count")


@dataclass(frozen=True)
class Chosen:
    """The choices made: the value for each field, and the boxes that are ticked."""

    values: Mapping[str, str]
    ticked: frozenset[str]

    def apply(self, settings: SettingsDocument) -> SettingsDocument:
        look = visitor.PageLook(
            self.values["theme"],
            self.values["palette"],
            self.values["letters"] == "on",
            self.values["motion"],
            "sound" in self.ticked,
        )
        entry = None if self.values["entry"] == AS_USUAL else self.values["entry"]
        play: dict[str, Any] = {name: name in self.ticked for name in ("clock", "at_once")}
        new_settings: SettingsDocument = {**settings, "look": asdict(look)}
        new_settings = with_counting(new_settings, "count" in self.ticked)
        return with_preferences(new_settings, {"mode": entry, "other": entry, **play})


def parse_chosen(form: Mapping[str, str], before: Chosen) -> Chosen:
    """Return what a form says; a choice that it leaves out stays as it was.

    Raises FormError, which names the first unknown choice.
    """
    values = {name: form.get(name, before.values[name]) for name in CHOICES}
    for name, value in values.items():
        if value not in CHOICES[name]:
            raise forms.FormError(f"There is no {name} “{quote(value)}”. Nothing was changed.")
    return Chosen(values, frozenset(name for name in TICKED if name in form))


def read_choices() -> Chosen:
    """Return the visitor's present choices, with defaults for the rest."""
    look = visitor.visitor_look()
    play = read_preferences()
    values = {
        "theme": look.theme,
        "palette": look.palette,
        "letters": "on" if look.letters else "off",
        "motion": look.motion,
        "entry": chosen_entry() or AS_USUAL,
    }
    switches = {
        "sound": look.sound,
        "clock": play.clock,
        "at_once": play.at_once,
        "count": is_counting(),
    }
    return Chosen(values, frozenset(name for name, is_ticked in switches.items() if is_ticked))


SAVED = "Saved. These settings apply to every page."
NO_COOKIE = "Settings not saved: this browser doesn’t keep our cookie. Allow it, then save again."

blueprint = Blueprint("settings", __name__, url_prefix="/you/settings")


@blueprint.get("")
def settings() -> ResponseReturnValue:
    """Show the settings; after a form was sent, also whether they were saved."""
    is_sent = "saved" in request.args
    is_kept = security.current_player() is not None
    return _page(
        read_choices(),
        status=SAVED if is_sent and is_kept else "",
        problem=NO_COOKIE if is_sent and not is_kept else "",
    )


@blueprint.post("")
def save() -> ResponseReturnValue:
    choices = parse_chosen(request.form, read_choices())
    try:
        visitor.change_settings(choices.apply)
    except quota.QuotaError as problem:
        return _page(choices, problem=str(problem)), 429
    return redirect(url_for(".settings", saved=1), 303)


@blueprint.errorhandler(forms.FormError)
def refuse(problem: forms.FormError) -> ResponseReturnValue:
    return _page(read_choices(), problem=str(problem)), 422


def _page(choices: Chosen, *, status: str = "", problem: str = "") -> str:
    samples = face_of(game_named("classic")).values
    words = {"status": status, "problem": problem}
    return render_template("you/settings/settings.html", chosen=choices, samples=samples, **words)
