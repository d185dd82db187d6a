"""A race of a hundred players: what their asking costs, how fast moves are beside it, the table.

All take part over HTTP, each on a connection, and ask for the strip as often as their pages do.
They know the code from the database, and find it after some wrong rows. In the second round one of
the server's processes is killed. The third is played without asking, to know what moves alone take.
"""

from __future__ import annotations

import gzip
import heapq
import html
import json
import random
import re
import selectors
import signal
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psutil

from tests.bench.load import Client, Request
from tests.bench.measure import Figure, p95
from tests.bench.visitor import Visitor, served

PLAYERS: Final = 100
ASKED_MS, MOVE_MS = 0.3, 60.0
#: Seconds between two rows of a player, how long a room of waiting players is measured, and how
#: long players ask in a round.
THOUGHT, ROOM, ROUND = (2.0, 4.0), 10.0, 22.0
CODE: Final = "/group-challenge/codes/black-white/mini"
MARK: Final = re.compile(rb"seen=([\w.]+).*?every (\d+)s", re.DOTALL)


@dataclass
class Racer:
    """A player: what they do next, and what they have seen."""

    number: int
    client: Client
    seen: str = ""
    every: float = 1.0
    game: str = ""
    rows: int = 0
    doing: str = ""
    later: list[tuple[float, str]] = field(default_factory=list)


class Race:
    """A race on a running server, whose players act when it is their time."""

    def __init__(self, port: int, database: Path, players: int) -> None:
        self.port, self.database = port, database
        self.setter, self.chance = Visitor(port), random.Random(1)
        assert self.setter.request("POST", CODE, way="draw") == 303
        assert self.setter.request("POST", f"{self.setter.location}/race", minutes=5) == 303
        self.url = self.setter.location
        self.selector = selectors.DefaultSelector()
        self.due: list[tuple[float, int, str]] = []
        self.racers = [
            Racer(number, Client(port, f"127.0.0.{1 + number // 40}", encoding="gzip"))
            for number in range(players)
        ]
        for racer in self.racers:
            self.watch(racer)
        self.moves: list[float] = []
        self.asked = self.lost = self.rounds = 0
        self.is_asking = False

    def watch(self, racer: Racer) -> None:
        self.selector.register(racer.client.socket, selectors.EVENT_READ, racer)

    def plan(self, racer: Racer, seconds: float, what: str) -> None:
        heapq.heappush(self.due, (time.perf_counter() + seconds, racer.number, what))

    def run(self, seconds: float) -> None:
        """Have everybody do what they have planned; ends when nobody plans or waits for more."""
        until = time.perf_counter() + seconds
        while (now := time.perf_counter()) < until:
            while self.due and self.due[0][0] <= now:
                _, number, what = heapq.heappop(self.due)
                racer = self.racers[number]
                if racer.doing:
                    racer.later.append((now, what))
                else:
                    self.do(racer, what)
            if not self.due and not any(racer.doing for racer in self.racers):
                return
            wait = min(until, self.due[0][0] if self.due else until) - now
            for key, _ in self.selector.select(max(0.0, wait)):
                self.receive(key.data)

    def do(self, racer: Racer, what: str) -> None:
        racer.doing = what
        if what == "ask":
            path = f"{self.url}/strip?seen={racer.seen}"
            racer.client.send(Request("GET", path, {}))
        elif what == "begin":
            form: dict[str, object] = {"nickname": f"P{racer.number}"}
            racer.client.send(Request("POST", f"{self.url}/games", form, by_htmx=False))
        else:
            secret = self.secret(racer.game)
            wrong = "111" if secret != "111" else "222"
            code = secret if racer.rows == racer.number % 4 + 1 else wrong
            form = {"version": racer.rows + 1, "code": code}
            racer.client.send(Request("POST", f"{racer.game}/guesses", form))

    def receive(self, racer: Racer) -> None:
        try:
            answer = racer.client.receive()
        except OSError:  # its server process was killed: once more, on a new connection
            self.lost += 1
            self.selector.unregister(racer.client.socket)
            racer.client.socket.close()
            racer.client = Client(self.port, cookie=racer.client.cookie, encoding="gzip")
            self.watch(racer)
            if racer.doing:
                self.do(racer, racer.doing)
            return
        if answer is None:
            return
        what, racer.doing = racer.doing, ""
        if what == "ask":
            self.asked += 1
            assert answer.status in {200, 204}, answer.status
            if answer.status == 200:
                text = gzip.decompress(racer.client.received.partition(b"\r\n\r\n")[2])
                seen, every = MARK.findall(text)[0]
                racer.seen, racer.every = seen.decode(), float(every)
            if self.is_asking:
                self.plan(racer, racer.every, "ask")
        elif what == "begin":
            assert answer.status == 303, answer.status
            racer.game, racer.rows = answer.location, 0
            if "/breaker/" in racer.game:
                self.plan(racer, self.chance.uniform(*THOUGHT), "guess")
        else:
            assert answer.status in {200, 409, 422}, answer.status  # 409: stored before the kill
            self.moves.append(answer.milliseconds)
            racer.rows += 1
            if racer.rows <= racer.number % 4 + 1:
                self.plan(racer, self.chance.uniform(*THOUGHT), "guess")
        if racer.later:
            self.do(racer, racer.later.pop(0)[1])

    def secret(self, game: str) -> str:
        with sqlite3.connect(self.database) as connection:
            row = connection.execute(
                "SELECT start FROM games WHERE id = ?", [game.rsplit("/", 1)[1]]
            ).fetchone()
        return str(json.loads(row[0])["secret"])

    def wait(self, seconds: float) -> None:
        """Have all wait in the room and ask, for so long."""
        self.is_asking = True
        for racer in self.racers:
            self.plan(racer, self.chance.uniform(0, 1), "ask")
        self.run(seconds)
        self.stop_asking()

    def stop_asking(self) -> None:
        self.is_asking = False
        self.due = [each for each in self.due if each[2] != "ask"]
        heapq.heapify(self.due)
        for racer in self.racers:
            racer.later = [each for each in racer.later if each[1] != "ask"]

    def play(self, *, asking: bool, kill: int = 0) -> None:
        """Play a round to its end; ``kill`` is a process that dies in the middle."""
        for _ in ("the next one opens", "it starts") if self.rounds else ("it starts",):
            self.setter.connection.close()
            assert self.setter.request("POST", f"{self.url}/start") == 303
        self.rounds += 1
        time.sleep(5.1)
        self.is_asking = asking
        for racer in self.racers:
            racer.seen = ""  # the page of a game begins without a strip
            self.plan(racer, self.chance.uniform(0, 1), "begin")
            if asking:
                self.plan(racer, self.chance.uniform(0, 1), "ask")
        if kill:
            self.run(6)
            psutil.Process(kill).send_signal(signal.SIGKILL)
        self.run(ROUND - 6 * bool(kill))
        self.stop_asking()
        self.run(10)

    def wrong_rows(self) -> int:
        """Return how many rows of the table differ from what the database says, counted anew."""
        query = """SELECT r.starts, e.nickname, g.ended FROM races r
            JOIN contest_entries e ON e.contest = r.contest
            LEFT JOIN games g ON g.id = e.game AND g.result = 'won' WHERE r.starts IS NOT NULL"""
        points: Counter[str] = Counter()
        with sqlite3.connect(self.database) as connection:
            rounds: dict[str, list[tuple[str, str]]] = {}
            for starts, name, ended in connection.execute(query):
                rounds.setdefault(starts, []).append((ended or "", name))
        for players in rounds.values():
            done = sorted(each for each in players if each[0])
            for place, (_, name) in enumerate(done):
                points[name] += len(players) - place
        seen = Visitor(self.port)
        seen.connection.request("GET", self.url)
        page = html.unescape(seen.connection.getresponse().read().decode())
        shown = re.findall(r"<bdi>(P\d+)</bdi>(?:(?!</tr>).)*<td>(\d+) \(\+\d+\)</td>", page, re.S)
        told = {name: int(total) for name, total in shown}
        return sum(told.get(f"P{number}") != points[f"P{number}"] for number in range(PLAYERS))


def cpu(pid: int) -> dict[int, float]:
    """Return the processor's milliseconds that each process of a server has taken."""
    process, taken = psutil.Process(pid), {}
    for one in [process, *process.children(recursive=True)]:
        times = one.cpu_times()
        taken[one.pid] = 1000 * (times.user + times.system)
    return taken


def spent(before: dict[int, float], pid: int) -> float:
    return sum(taken - before.get(one, 0.0) for one, taken in cpu(pid).items())


def race_figures() -> Iterator[Figure]:
    """Yield the figures of three rounds on a server with two processes."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "race.sqlite3"
        settings = {"PEGS_WORKERS": "2", "DATABASE_URL": f"sqlite:///{database}"}
        with served(**settings) as server:
            race = Race(server.port, database, PLAYERS)
            for racer in race.racers:
                race.plan(racer, 0, "begin")
            race.run(30)
            race.wait(2)
            before, race.asked = cpu(server.pid), 0
            race.wait(ROOM)
            room, what = spent(before, server.pid), f"A race of {PLAYERS} players"
            told = f"{what}: CPU of a page's asking"
            yield Figure(f"{told}, waiting, a second", room / PLAYERS / ROOM, "ms", ASKED_MS)
            yield Figure(f"{told}, waiting, each time", room / race.asked, "ms")
            before, race.asked = cpu(server.pid), 0
            race.play(asking=True)
            both, asked = spent(before, server.pid), race.asked
            taken = list(race.moves)
            processes = psutil.Process(server.pid).children(recursive=True)
            victim = max(processes, key=lambda one: one.cpu_times().user).pid
            race.play(asking=True, kill=victim)
            assert race.lost, "nobody noticed that a process was killed"
            before = cpu(server.pid)
            race.play(asking=False)
            alone = spent(before, server.pid)
            asking = both - alone
            yield Figure(f"{told}, playing, a second", asking / PLAYERS / ROUND, "ms", ASKED_MS)
            yield Figure(f"{told}, playing, each time", asking / asked, "ms")
            yield Figure(f"{what}: a move beside it, p95", p95(taken), "ms", MOVE_MS)
            wrong = race.wrong_rows()
            what = f"{what}, three rounds, a process killed in the second: wrong rows of the table"
            yield Figure(what, wrong, "", 0)


if __name__ == "__main__":
    for figure in race_figures():
        print(figure.what, f"{figure.value:.3f}", figure.unit, figure.goal, figure.is_reached)
