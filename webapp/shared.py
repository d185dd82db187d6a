"""A finished game that its player shows to anybody with the link, until they withdraw it.

Its address is short, since it is sent: ``/g/<id>``. Whoever has it can play the same.
"""

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp import cards
from webapp.game_type import Shareable, shareables
from webapp.http import errors, forms, security
from webapp.storage.games import StoredGame, store
from webapp.storage.records import shares
from webapp.storage.records.races import is_raced_in
from webapp.storage.records.shares import find_share, find_shown, finished_like

blueprint = Blueprint("shared", __name__, url_prefix="/g")


class NotShownError(Exception):
    """A link doesn't show its game, for now or any longer: a page for whoever has the link."""


@dataclass(frozen=True, kw_only=True)
class SharedGame:
    """A shown game as a visitor sees it; ``mine`` is the visitor's own game of the same."""

    id: str
    stored: StoredGame
    kind: Shareable
    is_own: bool
    mine: StoredGame | None
    may_see: bool

    @property
    def has_seen(self) -> bool:
        """Whether the visitor already knows the solution from playing."""
        return self.is_own or self.mine is not None

    @property
    def url(self) -> str:
        return url_for("shared.page", game_id=self.id, _external=True)

    @property
    def line(self) -> str:
        """What its player sends of it, with the link."""
        return f"Pegs & Paths · {self.kind.share_line(self.stored)} · {self.url}"

    @property
    def text(self) -> str:
        """The same in its long form."""
        return f"Pegs & Paths · {self.kind.share_text(self.stored, self.url)}"


def find_shared(share_id: str) -> SharedGame:
    """Return a game that is shown; 404 for an id that never existed. Raises NotShownError."""
    share = find_share(store(), share_id) if forms.ID.fullmatch(share_id) else None
    if share is None:
        abort(404)
    record = find_shown(store(), share.game) if share.game else None
    if record is None:
        deed_words = (
            "deleted this game" if share.game else "stopped sharing this game or erased their data"
        )
        sentence = f"The player has {deed_words}, so this link no longer shows it."
        raise NotShownError(410, "No longer shared", sentence)
    if not record.finished:
        sentence = "The player has undone moves and is still playing."
        raise NotShownError(
            404, "Game not finished", f"{sentence} You’ll see the game when it’s over."
        )
    kind = shareables()[record.kind]
    is_own = record.player == security.current_player()
    own_game = None if is_own else own_game_like(record)
    return SharedGame(
        id=share_id,
        stored=record,
        kind=kind,
        is_own=is_own,
        mine=own_game,
        # others who haven't finished the same only once nobody is still meant to solve it
        may_see=is_own or own_game is not None or not kind.is_held_back(record),
    )


def own_game_like(record: StoredGame) -> StoredGame | None:
    player = security.current_player()
    kind = shareables()[record.kind]
    if player is None:
        return None
    finished_games = finished_like(store(), player, record, kind.start_part(record))
    return next((game for game in finished_games if kind.is_same(record, game)), None)


@blueprint.post("/")
def create() -> ResponseReturnValue:
    """Start showing one of the player's finished games, and return the text to send."""
    record = forms.find_game(request.form.get("game", ""), *shareables())
    if not record.finished:
        sentence = "You can share a game when it’s finished."
        return errors.message(422, "Game not finished", sentence)
    if is_raced_in(store(), record.id):
        return errors.message(
            409, "The round isn’t over", "You can share this game when the round is over."
        )
    share_id = shares.share(store(), record)
    url = url_for(".page", game_id=share_id)
    if not forms.wants_fragment():
        return redirect(url, 303)
    return render_template("shared/_sent.html", shared=find_shared(share_id), is_new=True)


@blueprint.get("/<game_id>")
def page(game_id: str) -> ResponseReturnValue:
    """Show a finished game; the solution appears unasked only to those who have played the same."""
    share = find_shared(game_id)
    kind = share.kind
    record = share.stored
    last = kind.last_step(record)
    is_open = share.may_see and ("step" in request.args or share.has_seen)
    step = forms.parse_step(request.args.get("step", str(last)), last) if is_open else None
    own_ending = kind.show_ending(share.mine, kind.last_step(share.mine)) if share.mine else None
    ending = kind.show_ending(record, None)  # which reveals nothing of the solution
    return render_template(
        "shared/page.html",
        shared=share,
        shown=kind.show_ending(record, step),
        mine=own_ending,
        headline=f"{ending.title}: {ending.result}",
        menu_path=f"/{kind.game}/",
    )


@blueprint.post("/<game_id>/withdrawals")
def withdraw(game_id: str) -> ResponseReturnValue:
    if not find_shared(game_id).is_own:
        abort(404)
    shares.withdraw(store(), game_id)
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.post("/<game_id>/games")
def play_same(game_id: str) -> ResponseReturnValue:
    share = find_shared(game_id)
    has_looked = share.may_see and "seen" in request.form
    return share.kind.begin_same(share.stored, is_seen=share.has_seen or has_looked)


@cards.blueprint.get("/game/<game_id>.png", endpoint="game")
def card(game_id: str) -> ResponseReturnValue:
    """Send the card of a game that is shown; 404 if it isn't."""
    try:
        share = find_shared(game_id)
    except NotShownError:
        abort(404)
    return cards.send_card(share.kind.share_card(share.stored))


@blueprint.errorhandler(NotShownError)
def refuse(problem: NotShownError) -> ResponseReturnValue:
    return errors.message(*problem.args)
