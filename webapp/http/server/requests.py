"""What happens to a request before any view: its log, its network, its body.

A form is read once, before anything else looks at the request. Later readers of ``request.form`` (a
view, or what shows the form again after a refusal) get what was read here, so reading can't fail
for them. A form that is too large is refused here for every address alike, even those that never
look at their form.

Limits count by a visitor's network, since a cookie can be thrown away. Rejected: 64 bits of IPv6.
Many households have 56, and would count 256 times.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Any, Final, TextIO

from flask import Flask, Response, request
from flask_compress import Compress
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue


LONGEST_PATH = 200
#: Where a request's id is in its environment.
REQUEST_ID: Final = "pegs.request_id"
#: How many addresses are kept: those of some hundred games.
MOST_KEPT: Final = 4096


def new_request_id(proxies_id: str | None) -> str:
    """Return what names a request in our log, in that of a proxy which gave it a name, in errors.

    >>> new_request_id("4bf92f3577b34da6a3ce929d0e0e4736")
    '4bf92f3577b34da6a3ce929d0e0e4736'
    >>> len(new_request_id(None)), len(new_request_id("a\\nb"))
    (16, 16)
    """
    is_name = proxies_id and re.fullmatch(r"[\w-]{8,64}", proxies_id, re.ASCII)
    return proxies_id if proxies_id and is_name else secrets.token_hex(8)


def log_request(log: TextIO, path: str, seconds: float, **facts: str | int) -> None:
    """Write a request's line: its path without the query, how long it took, and these facts."""
    line = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "path": path[:LONGEST_PATH],
        **facts,
        "milliseconds": round(1000 * seconds, 2),
    }
    log.write(f"{json.dumps(line)}\n")
    log.flush()


#: The key by which the front asks for the page that says that a change isn't carried out in time.
IS_LATE: Final = "pegs.is_late"


def read_form() -> None:
    """Read the form and its files.

    Raises RequestEntityTooLarge (413) for one that is too large or has too many fields, and
    BadRequest (400) for one that ended early. The page of the error then finds an empty form.
    """
    try:
        _ = request.form
        if request.content_length is None:  # Werkzeug cuts such a form off at the limit:
            request.stream.read(1)  # only reading on from there makes it refuse
    except HTTPException:
        request.form = ImmutableMultiDict()
        request.files = ImmutableMultiDict()
        raise


SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})

#: How many bits of an IPv6 address providers give a household (RIPE-690 asks for 56, or fewer).
HOUSEHOLD: Final = 56
UNKNOWN: Final = "unknown"
#: Some proxies add the port to the address, which is IPv4, or IPv6 in brackets.
WITH_PORT: Final = re.compile(r"(?:([\d.]+)|\[([^\[\]]+)\])(?::\d+)?", re.ASCII)


def without_port(address: str) -> str:
    """Return an address without its port.

    >>> [without_port(text) for text in ("192.0.2.7:4711", "[2001:db8::1]:4711", "2001:db8::1")]
    ['192.0.2.7', '2001:db8::1', '2001:db8::1']
    """
    match = WITH_PORT.fullmatch(address)
    return (match[1] or match[2]) if match else address


def network_of(address: str | None) -> str:
    """Return the network that an address counts for: itself, or the first 56 bits of IPv6.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1:2"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/56', '192.0.2.7')
    >>> network_of(None), network_of("a socket"), network_of("192.0.2.7:4711")
    ('unknown', 'unknown', '192.0.2.7')
    """
    try:
        ip = ip_address(without_port(address or "").partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is None:
            return str(ip_network((ip, HOUSEHOLD), strict=False))
        ip = ip.ipv4_mapped
    return str(ip)


def client_network() -> str:
    return network_of(request.remote_addr)


class Site(Flask):
    """Flask, which keeps the addresses it has built, and answers what goes wrong in an answer."""

    @cached_property
    def _build_url(self) -> Callable[[str, tuple[tuple[str, str], ...]], str]:
        build = super().url_for
        return lru_cache(MOST_KEPT)(lambda endpoint, values: build(endpoint, **dict(values)))

    def url_for(self, endpoint: str, **values: Any) -> str:
        """Return the address of a page, kept unless it is long or depends on the request.

        A move's answer has ten, and building them took a twentieth of its time.
        """
        if endpoint.startswith(".") and request.blueprint:
            endpoint = f"{request.blueprint}{endpoint}"
        is_kept = endpoint.rpartition(".")[0] not in self.url_default_functions
        for value in values.values():
            is_kept &= value is None or (type(value) is str and len(value) < LONGEST_PATH)
        if is_kept:
            return self._build_url(endpoint, tuple(values.items()))
        return super().url_for(endpoint, **values)

    def handle_user_exception(self, e: Exception) -> HTTPException | ResponseReturnValue:
        try:
            return super().handle_user_exception(e)
        except Exception as further:
            if further is e:
                raise
            return super().handle_user_exception(further)


def trust_proxies(app: Flask, hops: int) -> None:
    """Have an application see requests as the last so many proxies saw them; 0 for none.

    Of ``X-Forwarded-For``, ``-Proto`` and ``-Host`` it takes the values that these proxies added,
    and ignores what a visitor wrote before them.
    """
    if hops:
        proxy_fix = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)
        app.wsgi_app = proxy_fix  # type: ignore[method-assign]


class CompressAll(Compress):
    """Flask-Compress, made to compress errors too, which it leaves alone."""

    def after_request(self, response: Response | None) -> Response:
        if response is None or response.status_code < 400:
            return super().after_request(response)
        status = response.status
        response.status_code = 200
        answer = super().after_request(response)
        answer.status = status
        return answer
