"""The web application: pages over the solver's words, games in a database."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask

from webapp import (
    assets,
    challenges,
    editing,
    errors,
    exporting,
    helping,
    hidoku_rules,
    home,
    importing,
    lab,
    looking,
    making,
    mastermind,
    origins,
    reviewing,
    security,
    setting,
    solving,
)
from webapp.boardstore import BoardStore
from webapp.choosing import first_count_words
from webapp.cluster import workplace
from webapp.compressing import CompressAll
from webapp.config import ROOT, Settings, read_settings
from webapp.counting import short
from webapp.generations import Generations
from webapp.jobs import Jobs
from webapp.jobstore import JobStore
from webapp.storage.makings import MakingStore
from webapp.store import Store

LARGEST_FORM = 64 * 1024


def create_app(settings: Settings | None = None) -> Flask:
    """Return the application, its database brought up to date.

    Without ``settings`` they are read from the environment (see ``webapp.config``).
    """
    settings = settings or read_settings()
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    app = Flask(__name__, root_path=str(ROOT), instance_path=str(settings.data))
    app.config.from_mapping(_flask_config(settings))
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["store"] = Store(settings.database_url)
    app.extensions["store"].migrate()
    app.extensions["boards"] = BoardStore(app.extensions["store"])
    makings = MakingStore(app.extensions["store"])
    place = workplace(settings.scheduler)
    app.extensions["generations"] = Generations(place, makings)
    place = workplace(settings.scheduler)  # another, so that neither waits for the other
    app.extensions["jobs"] = Jobs(JobStore(app.extensions["store"]), place, settings.job_seconds)
    security.init_security(app)
    errors.init_errors(app)
    CompressAll(app)
    assets.init_assets(app)  # after Compress, so that its hook runs before
    parts = (home, mastermind, setting, helping, looking, challenges, reviewing, hidoku_rules, lab)
    of_boards = (making, solving, editing, importing, exporting)
    for part in (*parts, *of_boards, origins):
        app.register_blueprint(part.blueprint)
    app.jinja_env.globals["board_count_words"] = first_count_words
    app.jinja_env.filters["short"] = short
    return app


def _flask_config(settings: Settings) -> dict[str, object]:
    return {
        "SECRET_KEY": settings.secret_key or security.load_secret_key(settings.data),
        "SESSION_COOKIE_NAME": "pegs",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "PERMANENT_SESSION_LIFETIME": timedelta(days=400),  # the longest that browsers allow
        "MAX_CONTENT_LENGTH": LARGEST_FORM,
        "TRUSTED_HOSTS": list(settings.trusted_hosts),
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_BR_LEVEL": 5,  # a twelfth less than with 4, the usual level, in 0.2 ms more
        "COMPRESS_MIMETYPES": [
            "text/html",
            "text/css",
            "text/javascript",
            "image/svg+xml",
        ],
    }
