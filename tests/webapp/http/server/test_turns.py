import asyncio
import threading

import pytest

from tests.webapp.clock import Seconds
from tests.webapp.http.server.apart import run_apart
from webapp.http.server import turns
from webapp.http.server.turns import FullError, Threads


@pytest.fixture(autouse=True)
def seconds(monkeypatch: pytest.MonkeyPatch) -> Seconds:
    """Have a request take the time that a test says, and no more on a busy machine."""
    seconds = Seconds()
    monkeypatch.setattr(turns, "monotonic", seconds.monotonic)
    return seconds


def run(threads: Threads, *visitors: tuple[str, str]) -> list[str]:
    """Have the requests of these visitors come at once, each a network and a name; return who was
    answered when."""
    order: list[str] = []

    async def all_of_them() -> None:
        runs = (
            threads.run(network, name, order.append, f"{name}{number}")
            for number, (network, name) in enumerate(visitors)
        )
        await asyncio.gather(*runs)

    run_apart(all_of_them())
    return order


def test_a_flood_waits_for_itself_alone() -> None:
    flood = [("192.0.2.1", "ann")] * 50
    order = run(Threads(1), *flood, ("198.51.100.1", "ben"), ("198.51.100.1", "ben"))
    assert order.index("ben50") <= 2
    assert order.index("ben51") <= 4


def test_visitors_of_one_network_take_turns() -> None:
    flood = [("192.0.2.1", "ann")] * 50
    order = run(Threads(1), *flood, ("192.0.2.1", "ben"))
    assert order.index("ben50") <= 2


def test_a_move_goes_before_what_is_dear_to_many_networks(seconds: Seconds) -> None:
    threads, order = Threads(1), list[str]()

    def answer(name: str, cost: float) -> None:
        seconds.now += cost
        order.append(name)

    async def besieged() -> None:
        networks = [f"192.0.2.{number}" for number in range(20)]
        dear = [
            asyncio.create_task(threads.run(network, "", answer, network, 0.01))
            for network in networks * 3
        ]
        while len(order) < len(networks):  # from now on it is known what theirs cost
            await asyncio.sleep(0)
        before = len(order)
        for _ in range(3):
            await threads.run("198.51.100.1", "ben", answer, "ben", 0.0)
        assert len(order) - before <= 3 * 3
        await asyncio.gather(*dear)
        assert Threads.waiting == 0

    run_apart(besieged())


def test_a_thread_is_left_for_other_networks() -> None:
    threads, others_turn = Threads(3), threading.Event()

    async def besieged() -> bool:
        stuck = [
            asyncio.create_task(threads.run("192.0.2.1", str(n), others_turn.wait))
            for n in range(9)
        ]
        await asyncio.sleep(0)
        await threads.run("198.51.100.1", "ben", others_turn.set)
        return all(await asyncio.gather(*stuck))

    try:
        assert run_apart(besieged())
    finally:
        others_turn.set()  # a thread that waits would outlive the test


def test_what_breaks_gives_its_thread_back() -> None:
    threads = Threads(1)

    async def twice() -> int:
        with pytest.raises(ZeroDivisionError):
            await threads.run("192.0.2.1", "ann", divmod, 1, 0)
        return (await threads.run("192.0.2.1", "ann", divmod, 9, 2))[0]

    assert run_apart(twice()) == 4


@pytest.mark.parametrize(
    ("of_network", "of_all", "networks"), [(2, 99, ["a"] * 4), (99, 2, ["a", "b", "c", "d"])]
)
def test_there_is_an_end_to_waiting(
    of_network: int, of_all: int, networks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "MOST_OF_NETWORK", of_network)
    monkeypatch.setattr(turns, "MOST", of_all)
    with pytest.raises(FullError):
        run(Threads(1), *((network, "") for network in networks))
