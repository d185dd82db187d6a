"""A request may not walk further through the house than it does: ``python -m tests.walk``."""

from __future__ import annotations

from flask import Flask

from tests.walk import REQUESTS, Walk, walks
from tests.webapp.player import Player

#: Functions, files, switches of file. A change that makes one smaller writes the new number here.
#: Measured on a second request alike: what is met for the first time, such as feedback, takes more.
MOST = {
    # Each address asked of the site is a switch, though it is kept; a board may be
    # strict, and has one of three feedbacks. A role's class finds, opens and shows it.
    "guess": Walk(101, 26, 109),
    # What the move tests is counted, its reasons are found for it, and its idea is named.
    "hint of Mastermind": Walk(168, 35, 204),
    # Conflicts are looked for at each move, its time is kept, a race and a time to beat are asked
    # for, hexagons have names of their own.
    "placement": Walk(198, 31, 288),
    # Its conclusion, its premise and what is folded are told, marked and verified each.
    "hint of Hidoku": Walk(226, 36, 570),
}


def test_no_request_walks_further_than_it_did(one_app: Flask) -> None:
    assert MOST.keys() == REQUESTS.keys()
    for name, walk in walks(Player(one_app.test_client(), by_htmx=True)).items():
        assert all(now <= most for now, most in zip(walk, MOST[name], strict=True)), (name, walk)
