"""A plain page that reads a row and stores one: what the server itself and the disk allow.

Served as the game is, by ``python -m tests.bench.probe``: the same front, the
same library, one lock a process, and every commit flushed to the disk.
"""

import multiprocessing
from threading import Lock

from flask import Flask, request

from webapp.config import read_settings
from webapp.http.server.front import Front
from webapp.server import granian
from webapp.storage.games import Store


def create_probe() -> Front:
    settings = read_settings()
    return Front(probe_app(Store(settings.database_url)), settings.threads, 0, None)


def probe_app(store: Store) -> Flask:
    """Return the page on a database that has its table."""
    app, lock = Flask(__name__), Lock()
    app.config["MAX_CONTENT_LENGTH"] = 64 * 1024

    @app.post("/")
    def probe() -> str:
        with lock, store.engine.connect() as connection:
            connection.exec_driver_sql("SELECT moves FROM probe WHERE id = 1").fetchone()
            connection.rollback()
            if store.engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            row = "".join(c for c in request.form["code"] if c.isalnum())
            connection.exec_driver_sql(f"UPDATE probe SET moves = '{row}' WHERE id = 1")
            connection.commit()
        return row

    return app


def make_table(store: Store) -> None:
    with store.changing() as connection:
        connection.exec_driver_sql("DROP TABLE IF EXISTS probe")
        connection.exec_driver_sql("CREATE TABLE probe (id INTEGER, moves TEXT)")
        connection.exec_driver_sql("INSERT INTO probe VALUES (1, '')")


def main() -> None:
    settings = read_settings()
    store = Store(settings.database_url)
    store.check()
    make_table(store)
    store.close()
    server = granian(settings, settings.workers or 1)
    server.target = "tests.bench.probe:create_probe"
    server.serve()


if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    main()
