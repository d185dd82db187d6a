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

import ast
import sys
from functools import cache
from importlib import import_module
from inspect import isfunction
from logging import getLogger
from pkgutil import get_data


def __getattr__(name: str) -> object:
    """Return one of the library's names, or the list of them."""
    if name == "__all__":
        return sorted(_places())
    if name not in _places():
        raise AttributeError(f"solver offers no {name!r}")
    return _load(name)


def __dir__() -> list[str]:
    """Return the names on offer, for completion and ``help``."""
    return sorted({*globals(), *_places()})


@cache
def _places() -> dict[str, str]:
    """Return the module of each name, as the stub for type checkers has it."""
    stub = ast.parse(get_data("solver", "__init__.pyi") or b"")
    imports = [statement for statement in stub.body if isinstance(statement, ast.ImportFrom)]
    return {alias.name: entry.module or "" for entry in imports for alias in entry.names}


@cache
def _load(name: str) -> object:
    """Load a name's module on first use; who needs one of them doesn't wait for all."""
    value: object = getattr(import_module(_places()[name]), name)
    if "solver.kernels" in sys.modules:
        _watch_compiler()
    return import_module("solver.arguments").without_text(value) if isfunction(value) else value


@cache
def _watch_compiler() -> None:
    import_module("solver.kernels").when_compiling(_say_compiling)


@cache
def _say_compiling(begins: bool) -> None:
    if begins:
        getLogger("solver").warning("Compiling the solver, once; that can take a minute.")
