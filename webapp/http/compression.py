"""Answers compressed, refusals too: a board with a reason is as large as one without."""

from __future__ import annotations

from flask import Response
from flask_compress import Compress


class CompressAll(Compress):
    """Flask-Compress, which leaves answers that are no success as they are, made to take all."""

    def after_request(self, response: Response | None) -> Response:
        """Compress an answer whatever its status."""
        if response is None or response.status_code < 400:
            return super().after_request(response)
        status, response.status_code = response.status, 200
        answer = super().after_request(response)
        answer.status = status
        return answer
