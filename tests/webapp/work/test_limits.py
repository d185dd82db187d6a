import pickle
from dataclasses import replace

import pytest

from webapp.storage.tasks import Visitor
from webapp.work.limits import PAGES_LIMIT, THE_SERVER, Admission, Lane, Limit, Order, TooMuchError

LANE = Lane(
    name="pages",
    at_once=3,
    yields=0,
    limit=Limit(2, 4, 6, PAGES_LIMIT.sentences),
    patience=1,
)
ANN, BEN, CAT = (Visitor(name, "192.0.2.1") for name in ("ann", "ben", "cat"))
ELSEWHERE = Visitor("dan", "198.51.100.1")


def admitted(*visitors: Visitor, lane: Lane = LANE) -> Admission[str]:
    """Return an admission to which these have come, one after the other."""
    admission: Admission[str] = Admission()
    for number, visitor in enumerate(visitors):
        admission.add(f"{visitor.player}{number}", Order(lane, visitor, 1.0))
    return admission


def order_of(admission: Admission[str]) -> list[str]:
    return list(iter(admission.next, None))


@pytest.mark.parametrize(
    ("visitors", "visitor", "sentence"),
    [
        ([ANN, ANN], ANN, "We’re still working on your"),
        ([ANN, ANN, BEN, BEN], CAT, "requests from your network"),
        ([Visitor("", ANN.network)] * 4, Visitor("", ANN.network), "requests from your network"),
        (
            [ANN, ANN, BEN, BEN, ELSEWHERE, ELSEWHERE],
            Visitor("eve", ELSEWHERE.network),
            "The server is busy",
        ),
    ],
)
def test_whoever_asks_for_more_is_refused(
    visitors: list[Visitor], visitor: Visitor, sentence: str
) -> None:
    with pytest.raises(TooMuchError, match=sentence):
        admitted(*visitors).add("more", Order(LANE, visitor, 1.0))


def test_who_has_no_cookie_counts_by_the_network_alone() -> None:
    nobody = Visitor("", ANN.network)
    assert admitted(nobody, nobody, nobody, nobody).counts().total() == 4


def test_the_servers_own_work_is_only_bounded_as_a_whole() -> None:
    admission = admitted(*[THE_SERVER] * 6)
    assert len(order_of(admission)) == 3
    with pytest.raises(TooMuchError, match="The server is busy"):
        admission.add("more", Order(LANE, THE_SERVER, 1.0))


def test_a_refused_piece_is_not_there() -> None:
    admission = admitted(ANN, ANN)
    with pytest.raises(TooMuchError):
        admission.add("third", Order(LANE, ANN, 1.0))
    assert admission.counts().total() == 2


def test_networks_that_are_full_shut_out_nobody_else() -> None:
    admission = admitted(ANN, ANN, BEN, BEN, ELSEWHERE, ELSEWHERE)
    for number in range(24):  # five times as much in all
        admission.add(f"{number}", Order(LANE, Visitor("", f"203.0.113.{number}"), 1.0))
    with pytest.raises(TooMuchError, match="The server is busy"):
        admission.add("one more", Order(LANE, Visitor("", "203.0.113.99"), 1.0))


def test_networks_take_turns_however_much_they_ask_for() -> None:
    gus = Visitor("gus", "203.0.113.1")
    lane = replace(LANE, at_once=1)
    admission = admitted(ANN, ANN, BEN, ELSEWHERE, ELSEWHERE, gus, lane=lane)
    order = []
    while work := admission.next():
        order.append(work)
        admission.remove(work)
    assert order == ["ann0", "dan3", "gus5", "ann1", "dan4", "ben2"]


def test_one_network_never_takes_all_the_processes() -> None:
    assert order_of(admitted(ANN, ANN, BEN, BEN)) == ["ann0", "ann1"]


def test_another_network_goes_before_whoever_waited_longer() -> None:
    admission = admitted(ANN, BEN, ANN, ELSEWHERE)
    assert order_of(admission) == ["ann0", "dan3", "ben1"]
    admission.remove("ann0")
    assert order_of(admission) == ["ann2"]


def test_lanes_do_not_know_each_other() -> None:
    admission = admitted(ANN, ANN)
    admission.add("a study", Order(replace(LANE, name="studies"), ANN, 1.0))
    assert order_of(admission) == ["ann0", "a study", "ann1"]


def test_a_lane_of_one_process_serves_everyone() -> None:
    admission = admitted(ANN, ELSEWHERE, lane=replace(LANE, at_once=1))
    assert order_of(admission) == ["ann0"]
    admission.remove("ann0")
    assert order_of(admission) == ["dan1"]


def test_what_waits_can_be_taken_out() -> None:
    admission = admitted(ANN, ANN)
    admission.remove("ann0")
    admission.remove("nobody's")
    assert order_of(admission) == ["ann1"]


def test_a_refusal_travels_between_processes() -> None:
    with pytest.raises(TooMuchError) as error:
        admitted(ANN, ANN).add("third", Order(LANE, ANN, 1.0))
    copy = pickle.loads(pickle.dumps(error.value))
    assert str(copy) == str(error.value) == PAGES_LIMIT.sentences[0]
