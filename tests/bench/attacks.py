"""One visitor who has fifty requests at a time worked on, and another who only wants to move.

Every request of the attacker asks for something else, so that nothing was found before.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.logic.grade import Difficulty
from tests.bench.load import Crowd, Request, Script, guesses
from tests.bench.measure import Figure, p95
from tests.bench.slow import besieged
from webapp.hidoku.board_name import format_name

ATTACKER, OTHER = "127.0.0.1", "127.0.0.2"
AT_ONCE: Final = 50
SECONDS: Final = 10.0
#: So many circles, each of so many as are at once.
CIRCLES: Final = 4
GOAL: Final = 1000  # milliseconds
#: A board that is made by trying many.
LIKE: Final = format_name(BoardRequest(8, 8, difficulty=Difficulty.EXPERT), 1)


def contradictions(chance: random.Random) -> Script:
    """Analyse forty rows of a large board that cannot all be true."""
    while True:
        rows = "/".join(
            "".join(chance.choices("123456789", k=6))
            + f":{chance.randrange(4)},{chance.randrange(4)}"
            for _ in range(40)
        )
        yield Request("GET", f"/mastermind/analysis/6x9/{rows}", {})


def large_games(chance: random.Random) -> Script:
    """Guess and ask for all of a hint on a large board."""
    while True:
        answer = yield Request("POST", "/mastermind/breaker/games", {"game": "8x5"})
        for version in range(1, 9, 2):
            row = "".join(chance.choices("12345", k=8))
            url = answer.location or "/mastermind/none"
            yield Request("POST", f"{url}/guesses", {"version": version, "typed": "", "code": row})
            yield Request("POST", f"{url}/hints", {"version": version + 1, "tier": 3})


def empty_board(chance: random.Random, side: int) -> str:
    """Return an empty board with a blocked cell or two, as a file has it."""
    rows: list[list[int | None]] = [[0] * side for _ in range(side)]
    for _ in range(2):
        rows[chance.randrange(side)][chance.randrange(side)] = None
    return json.dumps({"board": rows})


def imports(chance: random.Random, address: str, side: int) -> Script:
    """Bring boards along and ask for something that takes long, at an address with the name."""
    while True:
        text = empty_board(chance, side)
        answer = yield Request("POST", "/hidoku/exchange/import", {"text": text})
        if answer.location:
            name = answer.location.rpartition("/")[2]
            yield Request("GET", address.format(name=name), {})


def solutions(chance: random.Random) -> Script:
    """Have the solutions of empty boards counted."""
    return imports(chance, "/hidoku/watch/{name}/solutions?seconds=10", 8)


def searches(chance: random.Random) -> Script:
    """Watch empty boards being searched."""
    return imports(chance, "/hidoku/watch/{name}?by=search", 12)


def pictures(chance: random.Random) -> Script:
    """Ask for pictures of boards with their solutions."""
    return imports(chance, "/hidoku/exchange/boards/{name}/board.png?solution=1", 30)


def thinning(chance: random.Random) -> Script:
    """Have full boards drawn and all the givens taken off that can go."""
    while True:
        size = {"rows": 12, "columns": 12, "adjacency": chance.choice("84")}
        answer = yield Request("POST", "/hidoku/editor/sizes", size, by_htmx=False)
        draft = answer.location.partition("draft=")[2].partition("&")[0]
        for version, tool in enumerate(("paths", "thinnings"), 1):
            yield Request("POST", f"/hidoku/editor/{tool}", {"draft": draft, "version": version})


def requests(chance: random.Random) -> Script:
    """Ask for boards that are made by trying many."""
    while True:
        seed = chance.randrange(10**9)
        yield Request("POST", "/hidoku/boards", {"like": LIKE, "seed": seed})


ATTACKS: Final[dict[str, Callable[[random.Random], Script]]] = {
    "analyses of 6×9 with 40 rows that contradict each other": contradictions,
    "guesses and hints on 8×5": large_games,
    "solutions of empty boards": solutions,
    "boards watched being searched": searches,
    "pictures with solutions": pictures,
    "the editor's thinning": thinning,
    "8×8 expert boards by request": requests,
}


def link_of_circle(port: int) -> str:
    """Make a circle; return the path of the link by which others join."""
    opener = build_opener(HTTPCookieProcessor())
    opener.addheaders = [("Sec-Fetch-Site", "same-origin")]
    form = urlencode({"name": "Kitchen table", "nickname": "Ann"}).encode()
    with opener.open(f"http://127.0.0.1:{port}/friends/circles", form) as answer:
        link = re.search(r"/circle/join/\w+", answer.read().decode())
    return link[0] if link else ""


def members(link: str) -> Callable[[random.Random], Script]:
    """Join a circle, play its Mastermind, and look at its page for ever."""

    def look(chance: random.Random) -> Script:
        answer = yield Request("POST", link, {"nickname": f"M{chance.random():.3}"}, False)
        day = datetime.now(UTC).date()
        yield Request("POST", f"/daily/mastermind/{day}/games", {})
        while True:
            yield Request("GET", answer.location or link, {}, False)

    return look


def attack_figures(port: int) -> Iterator[Figure]:
    """Yield how long another visitor waits for a move during each attack."""
    for name, attack in ATTACKS.items():
        waits = others_moves(port, attack)
        yield Figure(f"Another’s move beside 50 × {name}, p95", p95(waits), "ms", GOAL)
    waits = others_moves(port, *(members(link_of_circle(port)) for _ in range(CIRCLES)))
    yield Figure(
        f"A move beside {CIRCLES * AT_ONCE} members of circles, p95", p95(waits), "ms", GOAL
    )
    with besieged(port):
        waits = others_moves(port)
    slow = "600 half heads, 200 slow bodies and 200 slow readers"
    yield Figure(f"A move beside {slow}, p95", p95(waits), "ms", GOAL)


def others_moves(port: int, *attacks: Callable[[random.Random], Script]) -> list[float]:
    """Return the milliseconds of the other visitor's moves; none at all counts as for ever."""
    times: list[float] = []
    with closing(Crowd(port)) as crowd:
        for attack in attacks:
            for number in range(AT_ONCE):
                crowd.add(attack(random.Random(number)), ATTACKER)
        crowd.run(1.0)
        crowd.add(guesses(1, times), OTHER)
        crowd.run(SECONDS)
    return times or [1000 * SECONDS]
