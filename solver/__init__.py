r"""The solver: rules, deduction, search and explanation, with no web in it.

Hidoku: ``parse_any`` reads a board, ``solve`` finds its solutions and proves that there are no
others, ``hint`` names the next step with its reason, ``trace`` shows a whole solve, ``grade`` says
how hard a board is, and ``generate`` makes boards. ``ask`` says whether a number can, can't or must
go in a cell, and why.

Games of the kind "guess a secret from feedback" (Mastermind first): ``game_named`` gives a game,
``candidates`` the codes that fit some turns, ``prove`` what these turns prove, ``diagnose`` which
answers can't all be true, ``ask_about`` whether a claim can be true, and ``STRATEGIES`` methods of
choosing a guess. ``tree`` plays one against every code, ``optimum`` finds perfect play with its
proof, and ``review`` judges a finished game. A ``Match`` is a game in play. To add a game, derive
from ``ListedGame``; to add a strategy, return ``Choice.of`` a guess.

>>> import solver
>>> board = solver.parse_any("1 . 3\n. 5 .\n7 . 9")
>>> solver.solve(board).unique
True
>>> solver.optimum(solver.game_named("mini")).proved
True

Where things live:

``solver.library``
    the names above, in one place
``solver.deduction``
    every game of the kind "guess a secret from feedback"
``solver.hidoku``
    the number path on a board: grids, propagation, search, techniques
``solver.kernels``
    how hot loops are compiled, and the list of them
``solver.cli.main``
    the command line ``pegs-and-paths``

The two games never import each other, and nothing here imports ``webapp``.
"""

from importlib import import_module


def __getattr__(name: str) -> object:
    """Return one of the library's names, or the list of them, loading all on first use."""
    if name.startswith("_") and name != "__all__":
        raise AttributeError(f"solver offers no {name!r}")
    library = import_module("solver.library")
    if name not in (*library.__all__, "__all__"):
        raise AttributeError(f"solver offers no {name!r}")
    value: object = getattr(library, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the names on offer, for completion and ``help``."""
    return sorted({*globals(), *import_module("solver.library").__all__})
