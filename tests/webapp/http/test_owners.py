"""A game answers its player alone, at each of its addresses."""

from flask import Flask

from tests.webapp.http.visits import Visitor, fields, path_of, rules_of, valid_values, visitor_of
from tests.webapp.player import Player

#: Rooms of what is sent to others, and what a challenge's guest may ask.
SENT = {"shared", "contest", "classroom"}
OF_GUESTS = {"challenge.challenge", "challenge.accept", "challenge.rematch"}


def test_a_game_answers_its_player_alone(app: Flask, player: Player, stranger: Player) -> None:
    values = valid_values(player)
    stranger.new("mastermind/breaker")
    visitors = (visitor_of(stranger), Visitor(app))
    own_pages = refusals = 0
    for rule in rules_of(app, "GET", "POST"):
        room = rule.endpoint.partition(".")[0]
        if "game_id" not in rule.arguments or room not in values.keys() - SENT:
            continue
        path = path_of(rule, values[room])
        if rule.endpoint not in OF_GUESTS:
            for method in {"GET", "POST"} & (rule.methods or set()):
                form = fields(version=1, tier=3, row=1) if method == "POST" else None
                statuses = {visitor.ask(method, path, form=form).status for visitor in visitors}
                assert statuses == {404}, (method, rule.rule)
                refusals += 1
        own_pages += visitor_of(player).ask("GET", path).status == 200
    assert refusals > 40
    assert own_pages > 6
