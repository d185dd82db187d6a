"""A database in several processes: one that was forked touches nothing of its parent's."""

import subprocess
import sys

import pytest

from tests.cases import cases
from webapp.storage.engine.database import parse_url
from webapp.storage.engine.faults import StartError

FORKING = """
import os, sys
from webapp.storage.games import Store

def driver():
    with store.reading() as connection:
        return connection.connection.driver_connection

store = Store(sys.argv[1])
store.migrate()
game = store.create("ann", "play", "r", "s")
parents = driver()
assert driver() is parents  # it is kept, and would be the child's too
with store.changing():
    child = os.fork()
    if not child:
        is_fine = store.load(game.id, "ann", "play") == game and store.answers(10)
        os._exit(0 if is_fine and driver() is not parents else 1)
    assert os.waitpid(child, 0)[1] == 0
child = os.fork()
if not child:
    os._exit(0 if driver() is not parents else 1)
assert os.waitpid(child, 0)[1] == 0
for _ in range(3):
    game = store.change(game, moves=game.moves + "x")
assert store.load(game.id, "ann", "play") == game
print(game.moves)
"""


def test_a_forked_process_gets_connections_of_its_own(database_url: str) -> None:
    """While its parent is in the middle of a change, which goes on undisturbed."""
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKING, database_url]
    process = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (process.stderr, process.stdout) == ("", "xxx\n")


@cases("text", ["", "x", "sqlite:", "mysql://a/b", "postgresql://me:hidden@h:x/y"])
def test_an_address_that_is_none_is_named_without_its_password(text: str) -> None:
    with pytest.raises(StartError, match="DATABASE_URL must be an address") as error:
        parse_url(text)
    assert "hidden" not in str(error.value)


@cases("scheme", ["postgres", "postgresql", "postgresql+psycopg", "postgresql+psycopg2"])
def test_one_driver_is_used(scheme: str) -> None:
    assert parse_url(f"{scheme}://h/x").drivername == "postgresql+psycopg"
