"""The daily board made on its day, so that it is there whichever generator comes later."""

from __future__ import annotations

from webapp.hidoku.boards.generation import Generations
from webapp.hidoku.puzzles import daily_name
from webapp.storage.boards import BoardStore
from webapp.storage.records.dailies import today
from webapp.work.limits import Visitor

SERVER = Visitor("", "")  # which began it; nobody of a network can cancel it


def make_daily(generations: Generations, boards: BoardStore) -> None:
    """Begin today's board if it is neither there nor being made, on any server.

    It may be refused as others are (TooManyError), and is then made when it is asked for next.
    """
    name = daily_name(today())
    if boards.find(name) is None:
        generations.ask(SERVER, name)
