"""The application behind reverse proxies, whose word on scheme, host and address is taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class ProxiedFlask(Flask):
    """Flask, whose requests look as the last of so many proxies saw them; none means no proxies.

    Of ``X-Forwarded-For``, ``-Proto`` and ``-Host`` the values are taken that these proxies put
    there; what a visitor wrote before them is not looked at.
    """

    def __init__(self, name: str, proxies: int, **options: Any) -> None:
        super().__init__(name, **options)
        self._proxies = proxies

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        answer = super().wsgi_app
        if self._proxies:
            hops = self._proxies
            answer = ProxyFix(answer, x_for=hops, x_proto=hops, x_host=hops)
        return answer(environ, start_response)
