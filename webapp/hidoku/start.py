"""The first page of Hidoku: boards one click away, and the form for a new one."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from webapp.daily.start_view import show_offer
from webapp.hidoku.boards.catalogue import FIRST, POPULAR, offer, offer_all, offer_known
from webapp.hidoku.boards.form import USUAL, ShownForm
from webapp.hidoku.days import KIND, LARGE, MINI
from webapp.hidoku.play.game import replayed
from webapp.hidoku.puzzles import title_of
from webapp.http.forms import find_unfinished, readable
from webapp.http.security import current_player
from webapp.storage.games import StoredGame

blueprint = Blueprint("hidoku", __name__, url_prefix="/hidoku")


@blueprint.get("/")
def start() -> ResponseReturnValue:
    return render_template(
        "hidoku/start/start.html",
        first=offer(*FIRST),
        boards=offer_all(POPULAR),
        known=offer_known("findling"),
        form=ShownForm(USUAL),
        days=[show_offer(series.name, current_player()) for series in (MINI, LARGE)],
        open_games=list(readable(_listed, find_unfinished(KIND)))[:1],
    )


def _listed(game: StoredGame) -> tuple[str, str]:
    play = replayed(game)
    return game.id, f"{title_of(game.rules)}: {play.grid.last - len(play.board)} to place"
