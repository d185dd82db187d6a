"""Setting a contest, playing in it, its table, and races.

Forms can't send results: they are read from the games that were played here.
"""

from datetime import UTC, datetime
from time import monotonic
from urllib.parse import urlsplit

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp import cards
from webapp.contest.nicknames import parse_nickname
from webapp.contest.page_view import FEWEST, parse_minutes, phase_of, scoreboard_of, show_contest
from webapp.contest.view import SeenContest, admit_network, find_own, find_seen
from webapp.http import forms, quota, security
from webapp.http.errors import status_of, too_much
from webapp.http.server.front import SAME_FOR_ALL
from webapp.storage.games import begun_game, store
from webapp.storage.records import contests, races

NEEDS = "A race needs at least two players. Start it when two have joined."
UNDER_WAY = "This round has begun. You can watch it here, and join the next one."
TOO_EARLY = "This round hasn’t started. It starts for everyone at the same moment."
GOING_ON = "This round is still going on."
BEGUN = "A player has started already. Make another challenge for a race."

FULL = f"{contests.MOST} are taking part already, so this challenge is full."
CLOSED = "The person who set it has closed it to new players."
KNOWN = "You set this {}, so you can’t play it yourself."

blueprint = Blueprint("contest", __name__, url_prefix="/group-challenge")
blueprint.register_error_handler(quota.QuotaError, too_much)


@blueprint.get("/<game_id>")
def page(game_id: str) -> ResponseReturnValue:
    """Show a contest, depending on whether the visitor has set it, plays in it or is new to it.

    Who is new to one that went on as a race is led there.
    """
    visit = find_seen(game_id)
    if visit.successor and visit.own is None and not visit.is_setter:
        return redirect(url_for(".page", game_id=visit.successor))
    return show(visit)


def show(
    visit: SeenContest, problem: str = "", status: int = 200, nickname: str = ""
) -> ResponseReturnValue:
    """Render a contest; if a page already has the current table, answer 204."""
    view = show_contest(visit, problem, nickname)
    if forms.wants_fragment() and not problem:
        table = view.table or abort(404)
        if request.args.get("seen") == table.mark:
            return make_response("", 204)
        return render_template("contest/_table.html", shown=view), status
    page = "contest/race.html" if view.race else "contest/page.html"
    return render_template(page, shown=view), status


@blueprint.post("/<game_id>/games")
def begin(game_id: str) -> ResponseReturnValue:
    """Begin the visitor's game, or redirect to the one they have."""
    visit = find_seen(game_id)
    if visit.own is None and not visit.may_play:
        return show(visit, KNOWN.format(visit.kind.thing), 422)
    if visit.rounds:
        return take_part(visit)
    if visit.own is None and visit.successor:
        return redirect(url_for(".page", game_id=visit.successor), 303)
    if visit.own is None and visit.contest.is_closed:
        return show(visit, CLOSED, 409)
    nickname = parse_nickname(request.form.get("nickname", ""))
    admit_network(visit)
    try:
        own_game = contests.join(store(), visit.contest, security.player_for_a_new_game(), nickname)
    except contests.FullContestError:
        return show(visit, FULL, 409)
    page = (visit.kind.page, own_game) if own_game else (".page", game_id)
    return redirect(url_for(page[0], game_id=page[1]), 303)


def take_part(visit: SeenContest) -> ResponseReturnValue:
    """Have the visitor wait for a round, or begin their game once it has started."""
    last = visit.rounds[-1]
    entry = visit.own
    if last.starts is None:
        nickname = parse_nickname(request.form.get("nickname", entry.nickname if entry else ""))
        admit_network(visit)
        try:
            contests.enter(store(), visit.contest.id, security.player_for_a_new_game(), nickname)
        except contests.FullContestError:
            return show(visit, FULL, 409)
        return redirect(url_for(".page", game_id=last.race), 303)
    if entry is None or entry.is_removed:
        return show(visit, UNDER_WAY, 409)
    if datetime.now(UTC) < last.starts:
        return show(visit, TOO_EARLY, 409)
    own_game = entry.game or races.begin_in_race(store(), visit.contest, entry)
    return redirect(url_for(visit.kind.page, game_id=own_game), 303)


@blueprint.post("/<game_id>/race")
def race(game_id: str) -> ResponseReturnValue:
    """Make a challenge a race: on a new code or board, or on the one its setter knows.

    Once somebody has begun the challenge, it stays as it is, and its link leads others to the race.
    """
    visit = find_own(game_id)
    seconds = parse_minutes(request.form)
    if visit.rounds or visit.successor:
        return redirect(url_for(".page", game_id=visit.successor or game_id), 303)
    contest = visit.contest
    is_begun = bool(contests.entries_of(store(), visit.contest.id))
    if is_begun and not contest.is_hidden:
        return show(visit, BEGUN, 409)
    rules, start = contest.rules, contest.start
    if contest.is_hidden:
        rules, start = visit.kind.next_contest(contest)
    if is_begun:
        sample = begun_game(contest.player, contest.kind, rules, start)
        game_id = contests.make_contest(store(), contest.player, sample, is_hidden=True)
        contests.lead_on(store(), contest.id, game_id)
    races.make_race(store(), game_id, rules, start, seconds)
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.post("/<game_id>/start")
def start(game_id: str) -> ResponseReturnValue:
    """Start the round that players wait for, or open the next one when it is over."""
    visit = find_own(game_id)
    if not visit.rounds:
        abort(404)
    last = visit.rounds[-1]
    phase = phase_of(visit)
    players = [
        entry for entry in contests.entries_of(store(), visit.contest.id) if not entry.is_removed
    ]
    if phase is races.RacePhase.WAITING and len(players) < FEWEST:
        return show(visit, NEEDS, 409)
    if phase is races.RacePhase.WAITING:
        races.start_round(store(), visit.contest.id)
    elif phase is races.RacePhase.OVER:
        rules, start = visit.kind.next_contest(visit.contest)
        sample = begun_game(visit.contest.player, visit.contest.kind, rules, start)
        races.add_round(store(), last, sample, players)
    else:
        return show(visit, GOING_ON, 409)
    return redirect(url_for(".page", game_id=last.race), 303)


@blueprint.post("/<game_id>/leaving")
def leave(game_id: str) -> ResponseReturnValue:
    """Leave a race: the round no longer waits for this player."""
    visit = find_seen(game_id)
    if visit.rounds and visit.own:
        contests.set_removed(store(), visit.contest.id, visit.own.id, is_removed=True)
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.get("/<game_id>/scoreboard")
@blueprint.get("/<game_id>/strip")  # of pages that 1.1.0 drew
def scoreboard(game_id: str) -> ResponseReturnValue:
    """Send the scoreboard of a race, or 204 if a page shows it; the race's page follows its phases.

    The page of a game of an earlier round leads on to the next, as soon as that begins.
    """
    seen_mark = request.args.get("seen", "")
    scoreboard = scoreboard_of(game_id)
    page = urlsplit(request.headers.get("HX-Current-URL", "")).path
    before = seen_mark.split(".")[:2]
    number, phase = scoreboard.mark.split(".")[:2]
    is_same_phase = before == [number, phase]
    if not is_same_phase and page.startswith(f"{blueprint.url_prefix}/"):
        begins = before == [number, "starting"] and phase == "running"
        if begins and (own_entry := find_seen(game_id).own) and not own_entry.is_removed:
            return make_response("", 204)  # that player's page is about to open the board itself
        return make_response("", 204, {"HX-Refresh": "true"})
    is_new = before[0] != number or before[1:] == ["waiting"]  # so the game beside it is older
    is_led_on = seen_mark and is_new and phase in {"starting", "running"}
    if is_led_on and (own_entry := find_seen(game_id).own) and not own_entry.is_removed:
        return forms.lead_to(url_for(".page", game_id=game_id))
    headers = {SAME_FOR_ALL: max(0.0, scoreboard.until - monotonic())} if is_same_phase else {}
    if seen_mark == scoreboard.mark:
        return make_response("", 204, headers)
    return make_response(scoreboard.text, headers)


@blueprint.post("/<game_id>/nickname")
def name(game_id: str) -> ResponseReturnValue:
    visit = find_seen(game_id)
    player = security.current_player()
    if visit.own is None or player is None:
        abort(404)
    contests.rename(store(), game_id, player, parse_nickname(request.form.get("nickname", "")))
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.post("/<game_id>/removals")
def remove(game_id: str) -> ResponseReturnValue:
    """Remove a player from the table, or put them back."""
    entry = request.form.get("entry", "")[:32]
    is_removed = "back" not in request.form
    contests.set_removed(store(), find_own(game_id).contest.id, entry, is_removed=is_removed)
    if forms.wants_fragment():
        return show(find_own(game_id))
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.post("/<game_id>/closing")
def close(game_id: str) -> ResponseReturnValue:
    """Close the contest to new players; those who have begun can finish."""
    contests.close_contest(store(), find_own(game_id).contest.id)
    return redirect(url_for(".page", game_id=game_id), 303)


@blueprint.errorhandler(forms.FormError)
def refuse(problem: Exception) -> ResponseReturnValue:
    visit = find_seen((request.view_args or {}).get("game_id", ""))
    return show(visit, str(problem), status_of(problem), request.form.get("nickname", "")[:40])


@cards.blueprint.get("/group-challenge/<game_id>.png", endpoint="contest")
def card(game_id: str) -> ResponseReturnValue:
    visit = find_seen(game_id)
    if visit.rounds:  # a race's board is for nobody to see before it starts
        abort(404)
    return cards.send_card(visit.kind.contest_card(visit.contest))
