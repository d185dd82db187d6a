"""Headers, origins, hosts, cookies, sizes; and that templates keep to the page's policy."""

import re
import time
from datetime import date, timedelta
from pathlib import Path

import pytest
from flask import Flask

from tests.cases import cases
from tests.webapp.http.visits import path_of, rules_of
from tests.webapp.work.executors import ThreadExecutor
from webapp.application import create_app
from webapp.config import ROOT, read_settings
from webapp.http import security
from webapp.http.security import POLICY

PAGES = ["/", "/mastermind/", "/hidoku/", "/hidoku/watch/findling", "/nowhere"]
BLOCKED = (
    r"\sstyle=",
    "<style",
    r"<script(?! src=)",
    r"\son[a-z]+=",
    "hx-on",
    "js:",
    "javascript:",
)
GIVEN = "a key of an operator"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


@cases("page", [*PAGES, "/static/css/base.css"])
def test_every_answer_carries_the_headers(app: Flask, page: str) -> None:
    headers = app.test_client().get(page).headers
    policy = headers["Content-Security-Policy"]
    assert policy == POLICY
    assert policy.startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    is_document = page in PAGES
    assert (headers.get("Cross-Origin-Opener-Policy") == "same-origin") is is_document
    assert ("Permissions-Policy" in headers) is is_document


@cases("page", PAGES)
def test_a_page_is_kept_nowhere(app: Flask, page: str) -> None:
    answer = app.test_client().get(page)
    assert answer.headers["Cache-Control"] == "no-store"
    assert {"Cookie", "HX-Request"} <= set(answer.vary.as_set(preserve_casing=True))


def test_what_is_a_players_own_and_what_is_everybodys(app: Flask) -> None:
    client = app.test_client()
    url = client.post("/hidoku/play/games", headers={"Sec-Fetch-Site": "same-origin"}).location
    download = client.get(f"/hidoku/exchange/games/{url.rpartition('/')[2]}/board.txt")
    assert (download.status_code, download.headers["Cache-Control"]) == (200, "private, no-cache")
    assert "Cookie" in download.vary
    style = client.get("/styles/nothing.css")
    assert (style.status_code, style.headers["Cache-Control"]) == (404, "no-cache")
    assert "Cookie" not in style.vary


@cases("template", TEMPLATES)
def test_templates_hold_nothing_the_policy_blocks(template: Path) -> None:
    text = template.read_text()
    for pattern in BLOCKED:
        assert not re.search(pattern, text), (template, pattern)
    assert not re.search(r"https?://", text.replace("http://www.w3.org/2000/svg", ""))


@cases(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, 403),
        ({"Origin": "http://localhost"}, 303),
        ({"Origin": "https://localhost"}, 403),
        ({"Origin": "http://localhost:81"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[::1"}, 403),
        ({"Referer": "http://localhost/mastermind/"}, 303),
        ({"Referer": "https://localhost/mastermind/"}, 403),
        ({"Referer": "http://localhost.evil.example/"}, 403),
        ({"Origin": "null", "Referer": "http://localhost/mastermind/"}, 403),
        ({"Origin": "http://evil.example", "Referer": "http://localhost/"}, 403),
        ({}, 403),
    ],
)
def test_a_change_must_come_from_our_own_page(
    app: Flask, headers: dict[str, str], status: int
) -> None:
    answer = app.test_client().post("/mastermind/breaker/games", headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert "another site" in answer.text


def test_no_change_comes_from_another_site(one_app: Flask) -> None:
    rules = rules_of(one_app, "POST")
    assert len(rules) >= 40
    for rule in rules:
        path = path_of(rule, dict.fromkeys(rule.arguments, "1"))
        for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {}):
            assert one_app.test_client().post(path, headers=headers).status_code == 403, path


def test_the_cookie_is_signed_and_out_of_reach_of_scripts(app: Flask) -> None:
    client = app.test_client()
    assert "Set-Cookie" not in client.get("/").headers
    answer = client.post("/mastermind/breaker/games", headers={"Sec-Fetch-Site": "same-origin"})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert "Expires" in cookie
    value = client.get_cookie("pegs")
    assert value is not None
    client.set_cookie("pegs", value.value[:-2])  # other letters may be the right ones
    assert client.get(answer.location).status_code == 404


def test_the_cookie_is_renewed_once_a_day(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = app.test_client()
    url = client.post(
        "/mastermind/breaker/games", headers={"Sec-Fetch-Site": "same-origin"}
    ).location
    assert "Set-Cookie" not in client.get(url).headers
    monkeypatch.setattr(security, "today", lambda: date(2040, 2, 29).toordinal())
    for answer in (client.get("/static/css/base.css"), client.get("/styles/base.css")):
        assert "Set-Cookie" not in answer.headers  # caches may share it
    assert "Expires" in client.get("/").headers["Set-Cookie"]
    again = client.get(url)
    assert (again.status_code, "Set-Cookie" in again.headers) == (200, False)


def test_who_comes_with_a_broken_cookie_begins_again(app: Flask) -> None:
    client = app.test_client()
    client.set_cookie("pegs", "nonsense")
    start = client.post("/mastermind/breaker/games", headers={"Sec-Fetch-Site": "same-origin"})
    assert start.status_code == 303
    assert client.get(start.location).status_code == 200


def test_the_cookie_is_secure_over_https(app: Flask) -> None:
    answer = app.test_client().post(
        "/mastermind/breaker/games",
        headers={"Sec-Fetch-Site": "same-origin"},
        base_url="https://localhost",
    )
    assert "Secure" in answer.headers["Set-Cookie"]


@cases(
    ("host", "status"),
    [
        *[("localhost", 200), ("LocalHost:8000", 200), ("127.0.0.1:8000", 200)],
        *[("evil.example", 400), ("localhost.evil", 400)],
    ],
)
def test_only_trusted_hosts_are_answered(app: Flask, host: str, status: int) -> None:
    answer = app.test_client().get("/", headers={"Host": host})
    assert answer.status_code == status
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_named_host_is_trusted(tmp_path: Path) -> None:
    names = {"PEGS_DATA": str(tmp_path), "PEGS_TRUSTED_HOSTS": "Pegs.example, .pegs.test, [::a]"}
    client = create_app(read_settings(names), executor=ThreadExecutor()).test_client()
    for host in ("pegs.example", "PEGS.Example:8000", "a.pegs.test", "A.PEGS.TEST", "[::A]:80"):
        assert client.get("/", headers={"Host": host}).status_code == 200, host
    local = {"Host": "localhost"}
    assert client.get("/", headers=local).status_code == 400
    assert client.get("/healthz", headers=local).text == "ok\n"  # for a monitor on the machine
    headers = {"Host": "Pegs.Example", "Origin": "http://pegs.example"}  # as browsers write it
    assert client.post("/mastermind/breaker/games", headers=headers).status_code == 303


def test_an_address_of_ipv6_can_be_listened_on(tmp_path: Path) -> None:
    names = {"PEGS_DATA": str(tmp_path), "PEGS_HOST": "::1"}
    client = create_app(read_settings(names)).test_client()
    for host, status in [("[::1]:8000", 200), ("[::1]", 200), ("[::2]:8000", 400), ("[", 400)]:
        assert client.get("/", headers={"Host": host}).status_code == status
    headers = {"Host": "[::1]:8000", "Origin": "http://[::1]:8000"}
    assert client.post("/mastermind/breaker/games", headers=headers).status_code == 303


@pytest.mark.parametrize("off", [timedelta(seconds=-1), timedelta(days=-400), timedelta(days=500)])
def test_a_cookie_signed_at_another_time_is_still_the_players(
    app: Flask, off: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a clock was set back, another server's is ahead, or years have passed."""
    client, headers = app.test_client(), {"Sec-Fetch-Site": "same-origin"}
    url = client.post("/mastermind/breaker/games", headers=headers).location
    cookie = client.get_cookie("pegs")
    assert cookie is not None
    now = time.time() + off.total_seconds()
    monkeypatch.setattr("time.time", lambda: now)
    headers["Cookie"] = f"pegs={cookie.value}"
    later = app.test_client(use_cookies=False)
    assert later.get(url, headers=headers).status_code == 200
    answer = later.post("/mastermind/breaker/games", headers=headers)
    new_cookie = answer.headers.get("Set-Cookie", headers["Cookie"]).partition(";")[0]
    for game in (url, answer.location):  # both are the same player's
        assert later.get(game, headers={"Cookie": new_cookie}).status_code == 200


TLS = {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "pegs.example",
    "X-Forwarded-For": "203.0.113.9",
    "Host": "localhost",
}


def test_behind_a_proxy_with_tls_everything_is_https(tmp_path: Path) -> None:
    names = {"PEGS_DATA": str(tmp_path), "PEGS_PROXIES": "1", "PEGS_TRUSTED_HOSTS": "pegs.example"}
    client = create_app(read_settings(names)).test_client()
    headers = {**TLS, "Origin": "https://pegs.example"}
    answer = client.post("/mastermind/challenge/games", headers=headers, data={"secret": "1122"})
    assert answer.status_code == 303
    address = "https://pegs.example/hidoku/boards/findling"
    assert address in client.get("/hidoku/boards/findling", headers=TLS).text
    assert "Secure" in answer.headers["Set-Cookie"]
    assert "max-age" in answer.headers["Strict-Transport-Security"]
    forgery = {**TLS, "X-Forwarded-Host": "evil.example, pegs.example"}
    assert client.get("/", headers=forgery).status_code == 200
    assert client.get("/", headers={**TLS, "X-Forwarded-Host": "evil.example"}).status_code == 400
    foreign = {**TLS, "Origin": "http://pegs.example"}
    assert client.post("/mastermind/breaker/games", headers=foreign).status_code == 403


def test_without_a_proxy_nothing_forwarded_is_believed(app: Flask) -> None:
    client = app.test_client()
    answer = client.post(
        "/mastermind/breaker/games", headers={**TLS, "Sec-Fetch-Site": "same-origin"}
    )
    assert answer.status_code == 303
    assert "Secure" not in answer.headers["Set-Cookie"]
    assert "Strict-Transport-Security" not in answer.headers


def test_the_secret_key_can_be_given(tmp_path: Path) -> None:
    app = create_app(read_settings({"PEGS_DATA": str(tmp_path), "PEGS_SECRET_KEY": GIVEN}))
    assert app.secret_key == GIVEN
    assert not (tmp_path / "secret_key").exists()
