# The types of what solver/__init__.py hands on from solver/library.py.
from solver.library import *  # noqa: F403 -- the very same names
from solver.library import __all__ as __all__
