"""A class of 100 pupils over three steps, and what it costs somebody else who plays meanwhile.

``python -m tests.bench.classroom`` serves two processes. 100 pupils join from one school's address,
open each step as the teacher goes on, and answer while their pages ask where the class is; in the
middle a process is killed, three times. An answer that wasn't confirmed is sent again. At the end
the teacher's file must have every answer that was confirmed.
"""

from __future__ import annotations

import csv
import http.client
import random
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import psutil

from tests.bench.visitor import Visitor, served

PUPILS: Final = 100
STEPS: Final = tuple(f"/learn/exercises/must-be-so/easy/v1-{seed}" for seed in (7, 8, 9))
TRIES: Final = 4  # of each pupil at each step
SECONDS: Final = 25.0  # for which a step lasts
#: The limits that a server has unless it is told others.
USUAL: Final = {"PEGS_NEW_A_DAY": "2000", "PEGS_MEGABYTES_A_DAY": "30", "PEGS_WORKERS": "2"}


def ask(visitor: Visitor, method: str, path: str, **form: object) -> int:
    """Send a request; 0 if the connection breaks, after which there is a new one."""
    try:
        return visitor.request(method, path, **form)
    except (OSError, http.client.HTTPException):
        visitor.connection.close()
        return 0


@dataclass
class Lesson:
    """What the threads share: the step the class is at, counted from 1, and what was answered."""

    code: str
    step: int = 0
    is_over: bool = False
    confirmed: Counter[tuple[str, int]] = field(default_factory=Counter)
    broken: Counter[tuple[str, int]] = field(default_factory=Counter)
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    answers: list[float] = field(default_factory=list)

    def note(self, what: str, status: int) -> int:
        self.statuses[what, status] += 1
        return status


def learn(lesson: Lesson, port: int, name: str) -> None:
    """Be a pupil: join, open each step, think, answer, and ask where the class is."""
    chance, pupil = random.Random(name), Visitor(port)
    form = {"code": lesson.code, "nickname": name}
    while lesson.note("join", ask(pupil, "POST", "/class/pupils", **form)) != 303:
        time.sleep(1)
    for number, path in enumerate(STEPS, 1):
        while lesson.step < number:
            time.sleep(chance.uniform(0, 5))
            lesson.note(
                "bar", ask(pupil, "GET", f"/class/{lesson.code}/bar?seen={number - 1}-{number - 1}")
            )
        lesson.note("page", ask(pupil, "GET", path))
        until = time.monotonic() + SECONDS - 5
        for _ in range(TRIES):
            time.sleep(chance.uniform(0, max(0.0, until - time.monotonic()) / 2))
            lesson.note(
                "bar", ask(pupil, "GET", f"/class/{lesson.code}/bar?seen={number}-{number}")
            )
            while (
                lesson.note("answer", ask(pupil, "POST", path, choice=chance.randrange(6))) != 200
            ):
                lesson.broken[name, number] += 1
                time.sleep(0.5)
            lesson.confirmed[name, number] += 1
            lesson.answers.append(pupil.milliseconds)


def play(lesson: Lesson, port: int, address: str, taken: list[float]) -> None:
    """Be somebody else, who plays Classic from an address; note how long each guess takes."""
    player, chance = Visitor(port), random.Random(address)
    player.connection = http.client.HTTPConnection("127.0.0.1", port, 20, (address, 0))
    while not lesson.is_over:
        if ask(player, "POST", "/mastermind/breaker/games", game="classic") != 303:
            continue
        page = player.location
        for version in range(1, 11):
            time.sleep(chance.uniform(0.05, 0.3))
            row = "".join(chance.choice("123456") for _ in range(4))
            if ask(player, "POST", f"{page}/guesses", version=version, code=row) != 200:
                break
            taken.append(player.milliseconds)


def kill_a_process(pid: int, port: int) -> None:
    """Kill the process that most pupils are connected to."""

    def connections(process: psutil.Process) -> int:
        with suppress(psutil.Error):
            pairs = process.net_connections("tcp")
            return sum(bool(pair.raddr) and pair.laddr.port == port for pair in pairs)
        return 0

    max(psutil.Process(pid).children(recursive=True), key=connections).kill()


def teach(port: int, pid: int) -> None:
    teacher = Visitor(port)
    teacher.request("POST", "/class")
    lesson = Lesson(teacher.location.rpartition("/")[2])
    page = f"/class/{lesson.code}"
    for path in STEPS:
        teacher.request("POST", f"{page}/steps", address=path)
    near: list[float] = []
    far: list[float] = []
    names = [f"Pupil {number}" for number in range(1, PUPILS + 1)]
    threads = [threading.Thread(target=learn, args=(lesson, port, name)) for name in names]
    others = [
        threading.Thread(target=play, args=(lesson, port, address, taken))
        for address, taken in (("127.0.0.1", near), ("127.0.0.2", far))
    ]
    for thread in (*others, *threads):
        thread.start()
    for number in range(1, len(STEPS) + 1):
        time.sleep(SECONDS / 2 if number > 1 else 3)
        while not ask(teacher, "POST", f"{page}/place", place=STEPS[number - 1]):
            pass  # a connection that nobody used for long was closed
        lesson.step = number
        for _ in range(int(SECONDS / 2 / 4)):
            time.sleep(4)
            lesson.note("table", ask(teacher, "GET", f"{page}?seen=x"))
            lesson.note("screen", ask(teacher, "GET", f"{page}?screen=1&seen=x"))
            if number == 2:
                kill_a_process(pid, port)
    for thread in threads:
        thread.join()
    lesson.is_over = True
    for thread in others:
        thread.join()
    teacher.connection.close()  # a new one, whatever has become of this
    teacher.connection.request("GET", f"{page}/answers.csv", headers={"Cookie": teacher.cookie})
    text = teacher.connection.getresponse().read().decode("utf-8-sig")
    report(lesson, text, {"in the same network": near, "elsewhere": far})


def report(lesson: Lesson, text: str, moves: dict[str, list[float]]) -> None:
    stored = {
        (line["Pupil"], int(line["Step"])): int(line["Tries"])
        for line in csv.DictReader(text.splitlines())
    }
    lost = {key: count for key, count in lesson.confirmed.items() if stored.get(key, 0) < count}
    strange = {
        key for key, count in stored.items() if count > lesson.confirmed[key] + lesson.broken[key]
    }
    print(f"{sum(lesson.confirmed.values())} answers confirmed, {sum(stored.values())} stored,")
    print(f"{sum(lesson.broken.values())} broken off and sent again; lost: {lost or 'none'}.")
    print(f"Stored without being sent: {strange or 'none'}.")
    print("Answers to pages:", dict(sorted(lesson.statuses.items())))
    for who, taken in {**moves, "answers of pupils": lesson.answers}.items():
        taken.sort()
        p50, p95, p99 = (taken[len(taken) * share // 100] for share in (50, 95, 99))
        print(f"{who}: {len(taken)}, p50 {p50:.1f}, p95 {p95:.1f}, p99 {p99:.1f} ms")


if __name__ == "__main__":
    with served(**USUAL) as server:
        teach(server.port, server.pid)
