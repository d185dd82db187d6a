"""The trainer: what one has tried, how strong one is in each kind, and what comes next."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from webapp.http.security import current_player
from webapp.learn.exercises.address import any_address
from webapp.learn.exercises.view import TRAINER
from webapp.learn.trainer.skills import skills
from webapp.learn.trainer.view import show_trainer
from webapp.storage.games import store
from webapp.storage.records.attempts import Attempts, attempts_of, next_skill
from webapp.storage.records.dailies import now

blueprint = Blueprint("trainer", __name__, url_prefix="/learn/trainer")


@blueprint.get("")
def trainer() -> ResponseReturnValue:
    """Show the boxes."""
    return render_template("learn/trainer/trainer.html", shown=show_trainer(tried(), now()))


@blueprint.post("/next")
def advance() -> ResponseReturnValue:
    """Lead to the exercise that comes next by what was missed."""
    known = skills()
    attempts = tried()
    skill = known[next_skill(tuple(known), attempts, now())]
    box = next((one.box for one in attempts if one.skill == skill.name), 0)
    return redirect(any_address(skill.entry, skill.level_at(box), skill.theme, by=TRAINER), 303)


@blueprint.get("/next")
def way_back() -> ResponseReturnValue:
    """Lead from the address of the next exercise to the trainer."""
    return redirect(url_for(".trainer"), 303)


def tried() -> list[Attempts]:
    """Return what the visitor has tried."""
    player = current_player()
    return attempts_of(store(), player) if player else []
