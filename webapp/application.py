"""The Flask application: every room, and what all of them share."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Final

from flask import Flask
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from solver.hidoku.text.pencil import tint_name
from solver.wording import short
from webapp.config import ROOT, Settings
from webapp.contest.page_view import show_own_race
from webapp.game_type import GameTypes, facts_of
from webapp.hidoku.generation import Boards, SmallBoards, make_daily
from webapp.hidoku.picture.cells import cell_links, name_cells
from webapp.http import assets, errors, pending, security
from webapp.http.forms import with_query
from webapp.http.health import Health
from webapp.http.quota import Quota
from webapp.http.server.requests import CompressAll, Site, read_form, trust_proxies
from webapp.http.templates import Indentation, draw_qr_code, init_macros
from webapp.http.visitor import visitor_look
from webapp.lab.routes import Jobs
from webapp.learn.carried_game import carried_game, carried_game_url
from webapp.learn.class_way import show_step_picture
from webapp.learn.ideas import idea_link
from webapp.mastermind.finished_games import keep_reviews
from webapp.mastermind.new_game_form import first_count_words
from webapp.registry import GAME_TYPES, ROOMS, retention
from webapp.site import old_addresses
from webapp.site.machines import init_public
from webapp.storage import games, limit_counts, sweep, tasks
from webapp.storage.engine.folder import load_secret_key, make_folder
from webapp.storage.records.players import rewrite_after_erasure
from webapp.work.cluster import Cluster
from webapp.work.executor import Executor, ForkExecutor
from webapp.work.runs import LastingTasks
from webapp.work.tasks import Patience

LARGEST_FORM = 64 * 1024
#: What every template can call.
TEMPLATE_FUNCTIONS: Final = {
    "board_count_words": first_count_words,
    "visitor_look": visitor_look,
    "show_own_race": show_own_race,
    "idea_link": idea_link,
    "step_picture": show_step_picture,
    "carried_game": carried_game,
    "with_query": with_query,
    "carried_game_url": carried_game_url,
}
TEMPLATE_FILTERS: Final[dict[str, Callable[..., object]]] = {
    "short": short,
    "cell_links": cell_links,
    "cell_names": name_cells,
    "tint_name": tint_name,
    "qr_code": draw_qr_code,
}


def create_app(
    settings: Settings, game_types: GameTypes = GAME_TYPES, executor: Executor | None = None
) -> Flask:
    """Return the application, with its database brought up to date.

    Its long work goes to the fork server that the settings name, or to another executor. Raises
    SettingError or StartError for what can't be read or used.
    """
    make_folder(settings.data)
    app = Site(__name__, static_folder=None, root_path=str(ROOT), instance_path=str(settings.data))
    trust_proxies(app, settings.proxies)
    app.config.from_mapping(_flask_config(settings))
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True, "extensions": [Indentation]}
    app.extensions["game_types"] = game_types
    _open_store(app, settings)
    _start_work(app, settings, executor or ForkExecutor(settings.fork_server or ""))
    app.extensions["upkeep"] = _upkeep(app, settings)
    security.init_security(app)
    app.before_request(read_form)  # after security: a request from another site is refused unread
    errors.init_errors(app)
    CompressAll(app)
    pending.init_pending(app)  # after Compress, so that their hooks run first
    assets.init_assets(app)
    for room in ROOMS:
        app.register_blueprint(room.blueprint)
    old_addresses.init_moved(app)
    init_public(app)
    app.jinja_env.globals.update(TEMPLATE_FUNCTIONS)
    app.jinja_env.filters.update(TEMPLATE_FILTERS)
    init_macros(app)
    return app


def _open_store(app: Flask, settings: Settings) -> None:
    store = app.extensions["store"] = games.Store(settings.database_url)
    if not settings.fork_server:  # else the process that started this one has done it
        store.migrate()
    limit_growth(store, settings, is_alone=store.is_sqlite and (settings.workers or 1) == 1)
    store.describe = partial(facts_of, app.extensions["game_types"])
    app.extensions["tries"] = FixedWindowRateLimiter(limit_counts.CountStore(store))


def _start_work(app: Flask, settings: Settings, executor: Executor) -> None:
    """Make what begins tasks, and what watches whether they can be begun."""
    cluster = Cluster(settings.scheduler) if settings.scheduler else None
    app.extensions["executor"] = executor
    kinds = (
        SmallBoards(executor, app.config["SECRET_KEY"]),
        Boards(cluster or executor, app.config["SECRET_KEY"]),
        Jobs(cluster or executor, settings.job_seconds),
    )
    app.extensions["tasks"] = LastingTasks(tasks.TaskStore(app.extensions["store"]), kinds)
    app.extensions["health"] = Health(app.extensions["store"], executor, cluster)


def _upkeep(app: Flask, settings: Settings) -> sweep.Upkeep:
    """Return the work beside requests: dropping what is old or erased, daily boards, reviews."""
    store = app.extensions["store"]
    works: sweep.Works = {
        "daily board": partial(make_daily, app.extensions["tasks"], store),
        "reviews": partial(keep_reviews, app, store),
        "rewriting": partial(rewrite_after_erasure, store),
    }
    return sweep.Upkeep(store, retention(settings, app.extensions["game_types"]), works)


def limit_growth(store: games.Store, settings: Settings, *, is_alone: bool) -> None:
    """Limit what one network may store in a day; a process on its own counts in memory."""
    counts = MemoryStorage() if is_alone else limit_counts.CountStore(store)
    quota = Quota(settings.new_a_day, settings.megabytes_a_day, counts)
    store.admit = quota.admit
    store.grow = quota.grow


def _flask_config(settings: Settings) -> dict[str, object]:
    return {
        "SECRET_KEY": settings.secret_key or load_secret_key(settings.data),
        "SESSION_COOKIE_NAME": "pegs",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "PERMANENT_SESSION_LIFETIME": timedelta(days=400),  # the longest that browsers allow
        "PATIENCE": Patience(),
        "PEGS_CONTACT": settings.contact,
        "PEGS_METRICS_KEY": settings.metrics_key,
        "MAX_CONTENT_LENGTH": LARGEST_FORM,
        "PEGS_TRUSTED_HOSTS": settings.trusted_hosts,  # not Flask's own, which doesn't know IPv6
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_BR_LEVEL": 5,  # a twelfth less than with 4, the default level, for 0.2 ms more
        "COMPRESS_BR_WINDOW": 16,  # of the same size, and a quarter quicker than with the usual 22
        "COMPRESS_MIMETYPES": [
            "text/html",
            "text/css",
            "text/javascript",
            "image/svg+xml",
            "application/atom+xml",
            "application/xml",
        ],
    }
