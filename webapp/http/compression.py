"""Compressed answers, errors too: a board with a refusal is as large as one without."""

from __future__ import annotations

from flask import Response
from flask_compress import Compress


class CompressAll(Compress):
    """Flask-Compress, made to compress errors too, which it leaves alone."""

    def after_request(self, response: Response | None) -> Response:
        """Compress an answer, whatever its status."""
        if response is None or response.status_code < 400:
            return super().after_request(response)
        status, response.status_code = response.status, 200
        answer = super().after_request(response)
        answer.status = status
        return answer
