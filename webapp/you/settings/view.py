"""The page of settings, as its template gets it."""

from __future__ import annotations

from dataclasses import dataclass

from solver.deduction.faces.face import Pegs
from solver.deduction.games import face_of, game_named
from webapp.hidoku.play.preferences import chosen_entry, read_preferences
from webapp.http.visitor.look import own_look
from webapp.you.settings.form import AS_USUAL, GROUPS, Chosen, SettingGroup


@dataclass(frozen=True)
class ShownSettings:
    """What can be chosen and what is, by the names of the form, and pegs to see colours by."""

    groups: dict[str, SettingGroup]
    chosen: Chosen
    pegs: Pegs
    status: str = ""
    problem: str = ""


def chosen_now() -> Chosen:
    """Return what the visitor has chosen so far, and what is usual elsewhere."""
    look, play = own_look(), read_preferences()
    values = {
        "theme": look.theme,
        "palette": look.palette,
        "letters": "on" if look.letters else "off",
        "motion": look.motion,
        "entry": chosen_entry() or AS_USUAL,
    }
    ticked = {"sound": look.sound, "clock": play.clock, "at_once": play.at_once}
    return Chosen(values, frozenset(name for name, is_ticked in ticked.items() if is_ticked))


def show_settings(chosen: Chosen, status: str = "", problem: str = "") -> ShownSettings:
    """Return the page with these choices, how things stand, or why nothing was stored."""
    pegs = face_of(game_named("classic")).values
    groups = {group.name: group for group in GROUPS}
    return ShownSettings(groups, chosen, pegs, status, problem)
