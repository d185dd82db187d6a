"""The feed of the daily boards, read by RFC 4287: nothing of a day before it begins."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit
from xml.etree import ElementTree as Xml

import pytest

from tests.webapp.clock import Clock
from tests.webapp.player import Player
from webapp.site import machines

ATOM = "{http://www.w3.org/2005/Atom}"


def of(element: Xml.Element, name: str) -> str:
    """Return the text of the one child of a name."""
    (child,) = element.findall(f"{ATOM}{name}")
    return child.text or ""


def links(element: Xml.Element) -> dict[str, str]:
    return {link.attrib["rel"]: link.attrib["href"] for link in element.findall(f"{ATOM}link")}


def test_it_is_a_feed_with_an_entry_a_day(stranger: Player) -> None:
    before = datetime.now(UTC).date()
    answer = stranger.get("/feed.atom")
    if datetime.now(UTC).date() != before:
        answer = stranger.get("/feed.atom")  # it became midnight
    assert answer.content_type == "application/atom+xml; charset=utf-8"
    root = Xml.fromstring(answer.data)
    assert root.tag == f"{ATOM}feed"
    assert of(root, "id") == links(root)["self"] == "http://localhost/feed.atom"
    assert of(root, "title")
    assert of(root.findall(f"{ATOM}author")[0], "name")
    entries = root.findall(f"{ATOM}entry")
    games = Counter(links(entry)["alternate"].split("/")[-2] for entry in entries)
    assert games["hidoku"] == games["mastermind"] == machines.DAYS
    moments = [datetime.fromisoformat(of(entry, "updated")) for entry in entries]
    assert moments == sorted(moments, reverse=True)
    assert datetime.fromisoformat(of(root, "updated")) == moments[0] <= datetime.now(UTC)
    assert moments[0] - moments[-1] == timedelta(days=machines.DAYS - 1)
    assert all(moment.tzinfo and moment.hour == moment.minute == 0 for moment in moments)
    assert len({of(entry, "id") for entry in entries}) == len(entries)
    for entry, moment in zip(entries, moments, strict=True):
        address = links(entry)["alternate"]
        assert of(entry, "id") == address
        assert address.startswith("http://localhost/daily/")
        assert address.endswith(f"/{moment.date()}")
        assert f"{moment.day} {moment:%B}" in of(entry, "title")
        assert f"{moment:%A}" in of(entry, "title")
        assert of(entry, "summary")
    assert stranger.get(urlsplit(links(entries[0])["alternate"]).path).status_code == 200


def test_it_begins_with_the_first_day(stranger: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch, datetime(2026, 1, 3, 12))
    entries = Xml.fromstring(stranger.get("/feed.atom").data).findall(f"{ATOM}entry")
    days = [of(entry, "id").rpartition("/")[2] for entry in entries]
    assert days == [f"2026-01-0{day}" for day in (3, 3, 2, 2, 1, 1)]


def test_a_reader_hears_that_nothing_changed(stranger: Player) -> None:
    first = stranger.get("/feed.atom")
    again = stranger.client.get("/feed.atom", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
